//! The grades of a finished article by a text engine, if the operator turned them on. Whatever the grades,
//! the article stays as it is.

use std::sync::Arc;
use std::time::Duration;

use domain::articles::document::Article;
use domain::articles::judgement::{Judgement, Verdict};
use domain::articles::outline::Outline;
use ports::Tally;

use super::author::Brief;
use super::model_author::ModelAuthor;
use super::{MODEL_STEPS, Setback, Writing};

impl Writing<'_> {
    /// Has the article graded. A failure is an outcome, too, so grades are not requested again.
    pub(super) async fn judgement(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        outline: &Outline,
        article: &Article,
    ) -> Result<Option<Judgement>, Setback> {
        if !self.services.judge {
            return Ok(None);
        }
        let judging = self.steps().run(format!("{MODEL_STEPS}/judgement"), article, async {
            let tally = Arc::new(Tally::default());
            let author = author.counted(tally.clone());
            let answer = author.judge(brief, outline, article);
            let verdict = match tokio::time::timeout(self.time_for_judging(), answer).await {
                Ok(Ok(graded)) => graded,
                Ok(Err(error)) => Verdict::Failed(error.to_string()),
                Err(_elapsed) => Verdict::Failed("no time was left".to_owned()),
            };
            let spending = tally.take();
            self.tally.add(spending);
            Ok(Judgement { verdict, spending })
        });
        Ok(Some(judging.await?))
    }

    /// The rest of the time is for the settlement.
    fn time_for_judging(&self) -> Duration {
        let left = self.all.clock.now().duration_until(self.job.deadline);
        Duration::try_from(left).unwrap_or_default() * 3 / 4
    }
}
