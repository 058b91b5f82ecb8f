//! Finished steps of a job, kept under a hash of their input: a job that begins again repeats none of them.

use std::fmt::Display;
use std::future::Future;

use domain::articles::ArticleId;
use ports::{Clock, JobQueue, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// Changes when a step comes to mean something else, so that no older outcome is taken for a new one.
const VERSION: &str = "1";

/// The steps of one article.
#[derive(Clone, Copy)]
pub(super) struct Steps<'a> {
    pub(super) queue: &'a dyn JobQueue,
    pub(super) clock: &'a dyn Clock,
    pub(super) article: ArticleId,
}

impl Steps<'_> {
    /// What the step `name` gave for `input` before; otherwise what `work` gives now, which is kept.
    pub(super) async fn run<O, E>(
        self,
        name: impl Display,
        input: impl Serialize,
        work: impl Future<Output = Result<O, E>>,
    ) -> Result<O, E>
    where
        O: Serialize + DeserializeOwned,
        E: From<StoreError>,
    {
        let name = name.to_string();
        let input = fingerprint(&name, &input)?;
        if let Some(kept) = self.queue.step(self.article, &name, &input).await?
            && let Ok(output) = serde_json::from_str(&kept)
        {
            return Ok(output);
        }
        let output = work.await?;
        let text = serde_json::to_string(&output).map_err(|_| corrupt(&name))?;
        let kept = self.queue.keep_step(self.article, &name, &input, &text, self.clock.now()).await?;
        // Another worker may have been quicker: both go on with what it kept.
        if kept == text { Ok(output) } else { Ok(serde_json::from_str(&kept).map_err(|_| corrupt(&name))?) }
    }
}

fn fingerprint(name: &str, input: &impl Serialize) -> Result<[u8; 32], StoreError> {
    let input = serde_json::to_vec(input).map_err(|_| corrupt(name))?;
    Ok(Sha256::new()
        .chain_update(VERSION)
        .chain_update([0])
        .chain_update(name)
        .chain_update([0])
        .chain_update(input)
        .finalize()
        .into())
}

fn corrupt(name: &str) -> StoreError {
    StoreError::Corrupt(format!("step {name}"))
}
