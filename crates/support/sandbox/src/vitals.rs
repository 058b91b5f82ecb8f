//! Core Web Vitals: figures that depend only on the URL.

pub(crate) mod crux;
mod figures;
pub(crate) mod pagespeed;

pub(crate) use figures::{Figures, Metric, Rating};
