//! The end of a job: the article, its charge, its publication and the messages about it, in one transaction.

use domain::api_keys::KeyMode;
use domain::articles::ArticleStatus;
use domain::articles::document::Article;
use domain::articles::order::PublishPolicy;
use domain::articles::quality::{Gate, Quality};
use domain::articles::record::{Dossier, Problem, PublicationStatus, ReviewStatus, Tier, Written};
use domain::credits::Credits;
use domain::jobs::{LeasedJob, OutboxMessage, Task};
use domain::ledger::{Entry, PostingId, Request};
use domain::prices::Operation;
use ports::JobChange;
use ports::articles::{JobOutcome, PublicationChange};

use super::quality::price;
use super::{Setback, WriteArticle, Writing, section_price};
use crate::article_events::{ArticleEvent, event};

/// Why an article that needs a review is held back.
pub(crate) const REVIEW_FIRST: &str = "the article needs a review: read it, then mark it as reviewed";
/// The most gates that a reason names.
const MOST_NAMED: usize = 5;

impl WriteArticle {
    /// Ends a job without an article; everything that was reserved is released.
    pub(super) async fn fail(&self, job: &LeasedJob, problem: Problem) -> Result<(), Setback> {
        tracing::warn!(article = %job.article, code = problem.code, error = problem.message, "an article failed");
        let record = self.articles.article(job.purse, job.article).await?.ok_or(Setback::Lost)?;
        let at = self.clock.now();
        let (status, problem, told) = match job.task.section() {
            None => {
                let told = event(&record, ArticleEvent::Failed(&problem), at);
                (ArticleStatus::Failed, Some(problem), told)
            }
            // The article stays as it was.
            Some(_) => (record.status, None, Vec::new()),
        };
        let outcome = JobOutcome {
            article: job.article,
            status,
            written: None,
            dossier: None,
            brief: None,
            problem,
            publication: None,
            review: ReviewStatus::NotNeeded,
            messages: told,
            at,
        };
        self.end_job(job, Entry::Void { hold: job.hold }, outcome).await
    }

    pub(super) async fn end_job(
        &self,
        job: &LeasedJob,
        entry: Entry,
        outcome: JobOutcome,
    ) -> Result<(), Setback> {
        let request = Request {
            id: PostingId::generate(),
            purse: job.purse,
            entry,
            key: None,
            purpose: Operation::ArticlesGenerate.as_str().to_owned(),
            at: outcome.at,
        };
        let change = JobChange::End { job: job.id, token: Some(job.token), outcome: Box::new(outcome) };
        self.ledger.post_job(request, change, None).await?;
        Ok(())
    }
}

impl Writing<'_> {
    /// Delivers the article and charges for it.
    pub(super) async fn settle(&self, mut written: Written, dossier: Option<Dossier>) -> Result<(), Setback> {
        let wanted = self.wanted_slug(&written.article);
        let slug = self.all.articles.claim_slug(self.record.id, &wanted).await?;
        written.article.slug.clone_from(&slug);
        let at = self.all.clock.now();
        let charged = self.charge(&written);
        let publication = self.publication(&written);
        let review = if self.needs_review(&written) { ReviewStatus::Needed } else { ReviewStatus::NotNeeded };
        let mut messages: Vec<OutboxMessage> = Vec::new();
        if self.job.task == Task::Write {
            let title = &written.article.title;
            messages.extend(event(&self.record, ArticleEvent::Completed { title, charged }, at));
            if publication.as_ref().is_some_and(|change| change.status == PublicationStatus::Published) {
                messages.extend(self.services.site.announcements(&self.record, &slug, at));
            }
        }
        let outcome = JobOutcome {
            article: self.record.id,
            status: ArticleStatus::Completed,
            written: Some(written),
            dossier,
            brief: None,
            problem: None,
            publication,
            review,
            messages,
            at,
        };
        self.all.end_job(self.job, Entry::Capture { hold: self.job.hold, amount: charged }, outcome).await
    }

    /// Articles of both modes are on one site; those of test keys leave the plain slugs to live ones.
    fn wanted_slug(&self, article: &Article) -> String {
        match self.record.purse.mode {
            KeyMode::Live => article.slug.clone(),
            KeyMode::Test => publishing::test_slug(&article.slug),
        }
    }

    /// An article is charged by characters and images, a section by characters; never more than was reserved.
    fn charge(&self, written: &Written) -> Credits {
        let price = match self.job.task.section() {
            None => price(&written.article),
            Some(id) => {
                let section = written.article.sections.iter().find(|section| section.id == *id);
                section.map_or(Credits::ZERO, section_price)
            }
        };
        price.min(self.job.held)
    }

    /// Ends a job that its customer abandoned.
    pub(super) async fn end(&self, status: ArticleStatus, problem: Option<Problem>) -> Result<(), Setback> {
        let at = self.all.clock.now();
        let outcome = JobOutcome {
            article: self.record.id,
            status,
            written: None,
            dossier: None,
            brief: None,
            problem,
            publication: None,
            review: ReviewStatus::NotNeeded,
            messages: event(&self.record, ArticleEvent::Cancelled, at),
            at,
        };
        self.all.end_job(self.job, Entry::Void { hold: self.job.hold }, outcome).await
    }

    /// Whether a person must review the text before it is published automatically.
    fn needs_review(&self, written: &Written) -> bool {
        self.record.order.needs_review || written.generation.tier == Tier::Notes
    }

    /// Whether the article is published; nothing changes for one that is on the site already.
    fn publication(&self, written: &Written) -> Option<PublicationChange> {
        if self.job.task.section().is_some() {
            return None;
        }
        let held =
            |reason: String| PublicationChange { status: PublicationStatus::Held, reason: Some(reason) };
        let published = PublicationChange { status: PublicationStatus::Published, reason: None };
        match self.record.order.publish {
            PublishPolicy::Never => None,
            PublishPolicy::Always => Some(published),
            PublishPolicy::Auto if written.generation.tier == Tier::Notes => {
                Some(held("the article is made of your notes: review it, then publish it".to_owned()))
            }
            PublishPolicy::Auto if self.needs_review(written) => Some(held(REVIEW_FIRST.to_owned())),
            PublishPolicy::Auto => {
                let is_broken = written.quality.failures().next().is_some();
                Some(if is_broken { held(held_reason(&written.quality)) } else { published })
            }
        }
    }
}

/// Why checks hold an article back.
pub(crate) fn held_reason(quality: &Quality) -> String {
    let broken: Vec<&Gate> = quality.failures().collect();
    if broken.is_empty() {
        return "every check passes now: publish it when you are ready".to_owned();
    }
    let named = broken.iter().take(MOST_NAMED).map(|gate| gate.in_words());
    let unnamed = broken.len().saturating_sub(MOST_NAMED);
    let rest = (unnamed > 0).then(|| format!("and {unnamed} more"));
    named.chain(rest).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_of(gates: usize) -> String {
        let gate = |number: usize| Gate {
            name: format!("gate_{number}"),
            value: Some(0.5),
            detail: None,
            threshold: "<= 0.1".to_owned(),
            target: None,
            holds: true,
            passed: false,
            on_target: false,
            findings: Vec::new(),
        };
        let broken: Vec<Gate> = (1..=gates).map(gate).collect();
        held_reason(&Quality { gates: broken, ..Quality::default() })
    }

    #[test]
    fn a_reason_says_how_many_gates_it_does_not_name() {
        assert_eq!(reason_of(1), "gate 1: 0.5 (limit 0.1)");
        assert!(reason_of(5).ends_with("; gate 5: 0.5 (limit 0.1)"));
        let long = reason_of(7);
        assert!(long.ends_with("; gate 5: 0.5 (limit 0.1); and 2 more"), "{long}");
        assert!(reason_of(6).ends_with("; and 1 more"));
    }
}
