//! What stands around the body: the introduction, the conclusion, questions with answers, the title and the descriptions.

mod conclusion;
mod introduction;
mod questions;
mod titles;

pub(crate) use conclusion::{Ending, conclusion, reserve as reserve_conclusion};
pub(crate) use introduction::{introduction, reserve as reserve_introduction};
pub(crate) use questions::{PlannedAnswer, answers, faq};
pub(crate) use titles::{Titles, excerpt, slug, titles};
