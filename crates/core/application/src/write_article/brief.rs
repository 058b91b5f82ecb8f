//! A content brief, requested like an article and paid at a fixed price.

use domain::articles::brief::ContentBrief;
use domain::articles::record::ReviewStatus;
use domain::articles::{ArticleStatus, Stage};
use domain::ledger::Entry;
use domain::prices::PER_BRIEF;
use ports::articles::JobOutcome;

use super::{Setback, Writing};
use crate::article_events::{ArticleEvent, event};

impl Writing<'_> {
    /// Writes the brief, charges for it and delivers it.
    pub(super) async fn write_brief(&self) -> Result<(), Setback> {
        self.show(Stage::Research, 5).await?;
        let order = &self.record.order;
        let making = self.steps().run("brief", order, async { Ok(self.services.briefs.write(order).await) });
        let brief: ContentBrief = making.await?;
        self.show(Stage::Publishing, 95).await?;
        let at = self.all.clock.now();
        let charged = PER_BRIEF.min(self.job.held);
        let title = brief.titles.first().map_or(order.focus_keyword.as_str(), |title| title.text.as_str());
        let messages = event(&self.record, ArticleEvent::Completed { title, charged }, at);
        let outcome = JobOutcome {
            article: self.record.id,
            status: ArticleStatus::Completed,
            written: None,
            dossier: None,
            brief: Some(brief),
            problem: None,
            publication: None,
            review: ReviewStatus::NotNeeded,
            messages,
            at,
        };
        self.all.end_job(self.job, Entry::Capture { hold: self.job.hold, amount: charged }, outcome).await
    }
}
