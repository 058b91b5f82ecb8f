//! What a text engine thinks of an article, as customers get it.

use domain::articles::judgement::{Grade, Judgement, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

/// The opinion of a text engine on the article, if the operator has turned that on (`quality.judge`). It counts neither for the score nor
/// for publication.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JudgeObject {
    /// `graded`, or `failed` if no usable answer came.
    #[schema(example = "graded")]
    status: &'static str,
    /// The engine that graded.
    #[schema(example = "openai")]
    engine: Option<String>,
    /// Its model.
    model: Option<String>,
    /// One for each criterion.
    grades: Vec<GradeObject>,
    /// Why there are no grades.
    problem: Option<String>,
}

/// A grade with its reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GradeObject {
    /// `answer` (answers the query), `evidence` (correct by its evidence), `completeness`, `order` or `wording`.
    #[schema(example = "answer")]
    criterion: &'static str,
    /// From 1 (poor) to 5 (excellent).
    #[schema(example = 4, minimum = 1, maximum = 5)]
    grade: u8,
    #[schema(example = "The ratio that the query asks for stands in the first sentence.")]
    reason: String,
    /// The words of the article that show it.
    #[schema(example = "Use one part of coffee to eight parts of water")]
    quote: String,
}

/// What the judge used. You do not pay for it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JudgeBilling {
    /// Calls of text engines.
    #[schema(example = 1)]
    calls: u32,
    /// Tokens that they read, as far as they say so.
    #[schema(example = 6_840)]
    input_tokens: u64,
    /// Tokens that they wrote.
    #[schema(example = 410)]
    output_tokens: u64,
    /// Always 0.
    #[schema(example = 0)]
    credits: i64,
}

impl JudgeObject {
    pub(super) fn new(judgement: &Judgement) -> Self {
        match &judgement.verdict {
            Verdict::Graded { engine, model, grades } => Self {
                status: "graded",
                engine: Some(engine.clone()),
                model: Some(model.clone()),
                grades: grades.iter().map(GradeObject::new).collect(),
                problem: None,
            },
            Verdict::Failed(problem) => Self {
                status: "failed",
                engine: None,
                model: None,
                grades: Vec::new(),
                problem: Some(problem.clone()),
            },
        }
    }
}

impl GradeObject {
    fn new(grade: &Grade) -> Self {
        Self {
            criterion: grade.criterion.as_str(),
            grade: grade.grade,
            reason: grade.reason.clone(),
            quote: grade.quote.clone(),
        }
    }
}

impl JudgeBilling {
    pub(super) const fn new(judgement: &Judgement) -> Self {
        let spending = judgement.spending;
        Self {
            calls: spending.calls,
            input_tokens: spending.input_tokens,
            output_tokens: spending.output_tokens,
            credits: 0,
        }
    }
}
