//! A person's review of a finished article, without which it is not published automatically.

use domain::articles::ArticleId;
use domain::articles::order::PublishPolicy;
use domain::articles::record::{PublicationStatus, Review, ReviewStatus};
use domain::ledger::Purse;
use ports::StoreError;

use super::EditArticle;
use crate::write_article::{REVIEW_FIRST, held_reason};

/// The outcome of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewResult {
    /// The review is stored.
    Kept {
        /// Whether nothing else holds the article back, so that it is now published as its request says.
        publishes: bool,
    },
    /// There is no such article.
    Missing,
    /// It is not finished.
    TooLate,
}

impl EditArticle {
    /// Stores that a person reviewed an article, or that a person must.
    pub async fn review(
        &self,
        purse: Purse,
        id: ArticleId,
        status: ReviewStatus,
        by: &str,
    ) -> Result<ReviewResult, StoreError> {
        let Some(record) = self.articles.article(purse, id).await? else {
            return Ok(ReviewResult::Missing);
        };
        let Some(written) = self.articles.written(id).await? else { return Ok(ReviewResult::TooLate) };
        let now = self.clock.now();
        let review = Review { status, by: Some(by.to_owned()), at: Some(now) };
        let reason = match status {
            ReviewStatus::Needed => REVIEW_FIRST.to_owned(),
            ReviewStatus::Done | ReviewStatus::NotNeeded => held_reason(&written.quality),
        };
        if !self.articles.set_review(purse, id, &review, Some(&reason), now).await? {
            return Ok(ReviewResult::TooLate);
        }
        let publishes = status == ReviewStatus::Done
            && record.review.status == ReviewStatus::Needed
            && record.order.publish == PublishPolicy::Auto
            && record.publication.status == PublicationStatus::Held
            && written.quality.failures().next().is_none();
        Ok(ReviewResult::Kept { publishes })
    }
}
