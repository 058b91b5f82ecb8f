//! Answers to the questions of a content brief.

use application::answer_brief::AnswerOutcome;
use domain::articles::ArticleId;
use domain::articles::answers::{BriefAnswer, LONGEST_ANSWER, MOST_ANSWERS};
use serde::Deserialize;
use utoipa::ToSchema;

use super::DoneReply;
use super::call::{ArticleCall, not_found};
use super::request::most;
use crate::error::ApiError;
use crate::idempotency::{FreeAnswer, Repeatable};
use crate::validation::{Problems, grouped};

/// Answers to the questions of a content brief. They replace earlier answers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"answers": [{"questionId": "q_5f2a09c3d1", "text": "Twelve hours in the fridge are enough."}]}))]
pub(crate) struct AnswersRequest {
    /// The answers, at most one per question.
    #[schema(max_items = 100)]
    answers: Vec<AnswerRequest>,
}

/// An answer to a question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AnswerRequest {
    /// The id of the question in the brief.
    #[schema(min_length = 1, max_length = 40)]
    question_id: String,
    /// The answer, as plain text or Markdown.
    #[schema(min_length = 1, max_length = 10000, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    text: String,
}

impl AnswersRequest {
    fn check(&self) -> Result<Vec<BriefAnswer>, ApiError> {
        let mut problems = Problems::default();
        most(&mut problems, "answers", self.answers.len(), MOST_ANSWERS);
        let mut answers: Vec<BriefAnswer> = Vec::new();
        for (index, answer) in self.answers.iter().enumerate().take(MOST_ANSWERS) {
            if answer.text.trim().is_empty() || answer.text.chars().count() > LONGEST_ANSWER {
                let message = format!("must have 1 to {} characters", grouped(&LONGEST_ANSWER));
                problems.add(&format!("answers[{index}].text"), "out_of_range", message);
            }
            if answers.iter().any(|other| other.question == answer.question_id) {
                problems.add(&format!("answers[{index}].questionId"), "invalid", "must be unique");
            }
            answers.push(BriefAnswer { question: answer.question_id.clone(), text: answer.text.clone() });
        }
        problems.finish()?;
        Ok(answers)
    }
}

/// Save answers to a brief.
///
/// Saves answers to the questions of a content brief and replaces earlier answers. The brief then has them as `notes`, a text that you
/// can send as a source of an article. Free.
#[utoipa::path(
    put, path = "/v1/articles/{articleId}/answers", operation_id = "saveBriefAnswers", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The article id of the brief.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    request_body = AnswersRequest,
    responses((status = 200, description = "The answers were saved.", body = DoneReply))
)]
pub(crate) async fn save(
    call: ArticleCall,
    Repeatable { request, once }: Repeatable<AnswersRequest>,
) -> Result<FreeAnswer, ApiError> {
    let id = call.id()?;
    let answers = request.check()?;
    let (state, purse) = (call.state.clone(), call.purse());
    once.answer(&state, purse, save_answers(call, id, answers)).await
}

async fn save_answers(
    call: ArticleCall,
    id: ArticleId,
    answers: Vec<BriefAnswer>,
) -> Result<DoneReply, ApiError> {
    let outcome = call.state.articles.answer.save(call.purse(), id, &answers).await;
    match outcome.map_err(|error| ApiError::from(&error))? {
        AnswerOutcome::Saved => Ok(call.reply(id)),
        AnswerOutcome::NotFound => Err(not_found(id)),
        AnswerOutcome::UnknownQuestions(ids) => {
            let mut problems = Problems::default();
            for question in ids {
                problems.add(
                    "answers.questionId",
                    "invalid",
                    format!("the brief has no question {question}"),
                );
            }
            Err(problems.finish().err().unwrap_or_else(|| not_found(id)))
        }
    }
}
