//! The grades that a text engine gives a finished article. They affect neither the score nor publication.

use serde::{Deserialize, Serialize};

use super::spending::Spending;

/// A criterion by which an article is graded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// Whether it answers the query.
    Answer,
    /// Whether its evidence supports its statements.
    Evidence,
    /// Whether all important points are there.
    Completeness,
    /// Whether each part follows from the one before.
    Order,
    /// Whether it reads well.
    Wording,
}

impl Criterion {
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
    /// The criterion that is graded.
    pub criterion: Criterion,
    /// From 1 (poor) to 5 (excellent).
    pub grade: u8,
    /// The reason, in a sentence.
    pub reason: String,
    /// The words of the article that support the grade.
    pub quote: String,
}

/// The grades of an article, or why there are none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The grades, or why there are none.
    pub verdict: Verdict,
    /// The total cost of all times that the article was graded.
    pub spending: Spending,
}

/// The result of grading an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// One grade for each criterion.
    Graded {
        /// The engine that graded.
        engine: String,
        model: String,
        grades: Vec<Grade>,
    },
    /// The engine returned no usable reply, for this reason.
    Failed(String),
}
