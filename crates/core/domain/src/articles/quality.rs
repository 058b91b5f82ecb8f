//! The quality of an article, in figures that can be checked.

mod in_words;

use serde::{Deserialize, Serialize};

/// The measurements of an article.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Quality {
    /// From 0 to 100; `None` for the customer's own texts, which are not graded.
    pub score: Option<u32>,
    /// The checks, each with its threshold.
    pub gates: Vec<Gate>,
    /// Warnings for the reader, in words.
    pub warnings: Vec<String>,
}

impl Quality {
    /// Gates that hold the article back from publication.
    pub fn failures(&self) -> impl Iterator<Item = &Gate> {
        self.gates.iter().filter(|gate| !gate.passed)
    }
}

/// One measurement with its limit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// What was measured, such as `length_error`.
    pub name: String,
    /// The measured value; `None` if it can't be measured in this language.
    pub value: Option<f64>,
    /// What the value means in words, or why nothing was measured.
    #[serde(default)]
    pub detail: Option<String>,
    /// The limit in words, such as `<= 0.10`.
    pub threshold: String,
    /// The aim in words.
    pub target: Option<String>,
    /// Whether the article is held back if it breaks the limit. Other checks only state a target.
    #[serde(default = "yes")]
    pub holds: bool,
    /// Whether this check permits publication.
    pub passed: bool,
    /// Whether the target is reached.
    pub on_target: bool,
    /// The places and words that break the limit, for repairs.
    pub findings: Vec<Finding>,
}

impl Gate {
    /// The status of the check, as customers see it.
    #[must_use]
    pub const fn status(&self) -> &'static str {
        let kept = if self.holds { self.passed } else { self.on_target };
        match (self.value.is_some(), kept) {
            (_, false) => "fail",
            (true, true) => "pass",
            (false, true) => "not_measured",
        }
    }
}

/// The default for gates that were stored before some gates only stated targets: they hold articles back.
const fn yes() -> bool {
    true
}

/// A place where a limit is broken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The section, if it is one: `introduction`, `faq`, or the section's place.
    pub place: Option<String>,
    /// What is wrong there, for a writer.
    pub problem: String,
    /// The words that it concerns.
    pub excerpt: Option<String>,
}
