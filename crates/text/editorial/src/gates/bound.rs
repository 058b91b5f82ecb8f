//! Bounds of measured values.

use std::fmt;

const EPSILON: f64 = 1e-9;

/// The permitted range of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Bound {
    AtMost(f64),
    AtLeast(f64),
    Within(f64, f64),
}

impl Bound {
    pub(super) fn holds(self, figure: f64) -> bool {
        match self {
            Self::AtMost(most) => figure <= most + EPSILON,
            Self::AtLeast(least) => figure >= least - EPSILON,
            Self::Within(least, most) => (least - EPSILON..=most + EPSILON).contains(&figure),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(most) => write!(formatter, "<= {most}"),
            Self::AtLeast(least) => write!(formatter, ">= {least}"),
            Self::Within(least, most) => write!(formatter, "{least}..{most}"),
        }
    }
}
