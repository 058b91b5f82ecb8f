//! The grades of a text engine for an article, in API responses.

use domain::articles::judgement::{Grade, Judgement, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::names;

/// The grades of a text engine for the article, if the operator turned that on (`quality.judge`). They affect neither the score nor
/// publication.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Judgement)]
pub(super) struct JudgeObject {
    #[schema(value_type = names::JudgeStatus, example = "graded")]
    status: &'static str,
    /// The engine that graded.
    #[schema(example = "openai")]
    engine: Option<String>,
    /// The model that graded.
    model: Option<String>,
    /// A grade for each criterion.
    grades: Vec<GradeObject>,
    /// Why there are no grades.
    problem: Option<String>,
}

/// A grade with its reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JudgeGrade)]
struct GradeObject {
    #[schema(value_type = names::JudgeCriterion, example = "answer")]
    criterion: &'static str,
    /// The grade from 1 (poor) to 5 (excellent).
    #[schema(example = 4, minimum = 1, maximum = 5)]
    grade: u8,
    /// The reason for the grade.
    #[schema(example = "The ratio that the query asks for stands in the first sentence.")]
    reason: String,
    /// The words of the article that show it.
    #[schema(example = "Use one part of coffee to eight parts of water")]
    quote: String,
}

/// What grading used. It is free for you.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JudgeBilling {
    /// Calls of text engines.
    #[schema(example = 1)]
    calls: u32,
    /// Tokens that the engines read, if they report it.
    #[schema(example = 6_840)]
    input_tokens: u64,
    /// Tokens that the engines wrote, if they report it.
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
