//! How good an article is, in figures that can be checked.

mod in_words;

use serde::{Deserialize, Serialize};

/// What was measured of an article.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Quality {
    /// 0 to 100; none for the customer's own texts, which are not graded.
    pub score: Option<u32>,
    /// Each with its threshold.
    pub gates: Vec<Gate>,
    /// What a reader should know, in words.
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
    /// What came out; nothing where it can't be measured in this language.
    pub value: Option<f64>,
    /// What that means in words, or why nothing was measured.
    #[serde(default)]
    pub detail: Option<String>,
    /// The limit in words, such as `<= 0.10`.
    pub threshold: String,
    /// The aim in words.
    pub target: Option<String>,
    /// Whether the article is held back if the limit is not kept. A check that does not hold it tells an aim.
    #[serde(default = "yes")]
    pub holds: bool,
    /// Whether the article may be published for all that this check says.
    pub passed: bool,
    /// Whether the aim is reached.
    pub on_target: bool,
    /// Where it is broken, for repairs: places and words.
    pub findings: Vec<Finding>,
}

impl Gate {
    /// How it came out, as customers see it.
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

/// Gates that were stored before some of them told aims hold articles back.
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
    /// The words concerned.
    pub excerpt: Option<String>,
}
