//! What a text engine thinks of a finished article. It is an opinion: it counts neither for the score nor for publication.

use serde::{Deserialize, Serialize};

use super::spending::Spending;

/// What an article is graded by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// Whether it answers the query.
    Answer,
    /// Whether its evidence says what it says.
    Evidence,
    /// Whether what matters is there.
    Completeness,
    /// Whether one thing follows from another.
    Order,
    /// Whether it reads well.
    Wording,
}

impl Criterion {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Answer, Self::Evidence, Self::Completeness, Self::Order, Self::Wording];

    /// The name that customers and models see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Evidence => "evidence",
            Self::Completeness => "completeness",
            Self::Order => "order",
            Self::Wording => "wording",
        }
    }
}

/// One grade with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grade {
    /// What is graded.
    pub criterion: Criterion,
    /// From 1 (poor) to 5 (excellent).
    pub grade: u8,
    /// Why, in a sentence.
    pub reason: String,
    /// The words of the article that show it.
    pub quote: String,
}

/// The grades of an article, or why there are none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// What came of it.
    pub verdict: Verdict,
    /// What it cost, over all times that the article was graded.
    pub spending: Spending,
}

/// What came of grading an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// One grade for each criterion.
    Graded {
        /// The engine that graded.
        engine: String,
        /// Its model.
        model: String,
        /// The grades.
        grades: Vec<Grade>,
    },
    /// No usable answer came, for this reason.
    Failed(String),
}
