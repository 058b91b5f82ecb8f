//! Core Web Vitals: figures that depend on the address alone.

pub(crate) mod crux;
mod figures;
pub(crate) mod pagespeed;

pub(crate) use figures::{Figures, Metric, Rating};
