//! Keyword planners: ideas with synthetic figures, and the token endpoint of Google's planner.

pub(crate) mod google_ads;
pub(crate) mod google_oauth;
mod ideas;
mod months;

pub(crate) use ideas::{Figures, Idea, figures_of, from_keywords, from_url};
