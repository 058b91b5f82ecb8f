//! Saves a customer's answers to the questions of a content brief.

use std::sync::Arc;

use domain::articles::ArticleId;
use domain::articles::answers::BriefAnswer;
use domain::ledger::Purse;
use ports::{ArticleStore, Clock, StoreError};

/// The outcome of saving answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerOutcome {
    /// They are saved in place of earlier ones.
    Saved,
    /// There is no such brief.
    NotFound,
    /// The brief has no questions with these ids.
    UnknownQuestions(Vec<String>),
}

#[derive(Clone)]
pub struct AnswerBrief {
    articles: Arc<dyn ArticleStore>,
    clock: Arc<dyn Clock>,
}

impl AnswerBrief {
    #[must_use]
    pub fn new(articles: Arc<dyn ArticleStore>, clock: Arc<dyn Clock>) -> Self {
        Self { articles, clock }
    }

    /// Saves the answers to a brief in place of earlier ones.
    pub async fn save(
        &self,
        purse: Purse,
        id: ArticleId,
        answers: &[BriefAnswer],
    ) -> Result<AnswerOutcome, StoreError> {
        // The purse decides whether the brief may be read at all.
        let Some(record) = self.articles.article(purse, id).await? else {
            return Ok(AnswerOutcome::NotFound);
        };
        let Some(brief) = self.articles.brief(record.id).await? else { return Ok(AnswerOutcome::NotFound) };
        let is_known = |answer: &&BriefAnswer| brief.all_questions().any(|known| known.id == answer.question);
        let unknown: Vec<String> =
            answers.iter().filter(|answer| !is_known(answer)).map(|answer| answer.question.clone()).collect();
        if !unknown.is_empty() {
            return Ok(AnswerOutcome::UnknownQuestions(unknown));
        }
        let saved = self.articles.save_answers(purse, id, answers, self.clock.now()).await?;
        Ok(if saved { AnswerOutcome::Saved } else { AnswerOutcome::NotFound })
    }
}
