//! Audits that customers have: making them to keep, reading, sharing, and forgetting old ones.

use std::sync::Arc;
use std::time::Duration;

use audit::compare::compare;
use audit::report::{Report, ScreenshotSeen};
use domain::api_keys::KeyMode;
use domain::audits::{AuditEntry, AuditId, KeptAudit, ShareToken};
use domain::ledger::Purse;
use ports::{AuditStore, Clock, ObjectKey, Objects, Screenshot, StoreError};

use crate::audit_page::{AuditError, AuditInput, AuditPage, Examined};
use crate::generate_image::folder_name;

/// Why an audit was not made, kept or read.
#[derive(Debug, thiserror::Error)]
pub enum ManageAuditsError {
    /// The page could not be audited.
    #[error(transparent)]
    Audit(#[from] AuditError),
    /// There is no audit to compare with.
    #[error("there is no audit {0} of this account")]
    NoBaseline(AuditId),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The report can't be written or read.
    #[error("a report could not be written or read")]
    Report(#[from] serde_json::Error),
    /// The machine has no random numbers.
    #[error("no random numbers")]
    Random,
}

/// An audit with its report.
#[derive(Debug)]
pub struct Audit {
    /// Identifies it.
    pub id: AuditId,
    /// Which kind of key asked for it.
    pub mode: KeyMode,
    /// Opens its page.
    pub share: ShareToken,
    /// What was found.
    pub report: Report,
}

/// Makes and keeps audits.
#[derive(Clone)]
pub struct ManageAudits {
    audit_page: AuditPage,
    shelf: Arc<Shelf>,
}

/// Where audits are kept.
pub struct Shelf {
    /// Reports.
    pub audits: Arc<dyn AuditStore>,
    /// Images of first screens.
    pub objects: Arc<dyn Objects>,
    /// Below what address these are public, without a trailing slash.
    pub media_url: String,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// How long audits are kept.
    pub kept: Duration,
}

impl ManageAudits {
    /// Audits that are forgotten at a time.
    const BATCH: u32 = 100;

    /// Wires the use case.
    #[must_use]
    pub fn new(audit_page: AuditPage, shelf: Shelf) -> Self {
        Self { audit_page, shelf: Arc::new(shelf) }
    }

    /// Audits a page and keeps what was found, compared with an earlier audit if one is named. What nobody pays for in the end
    /// is kept too, but nobody learns its name, and it is forgotten like all others.
    pub async fn audit(
        &self,
        purse: Purse,
        wanted: &AuditInput,
        baseline: Option<AuditId>,
    ) -> Result<Audit, ManageAuditsError> {
        let before = match baseline {
            Some(id) => Some(self.read(purse, id).await?.ok_or(ManageAuditsError::NoBaseline(id))?),
            None => None,
        };
        let Examined { mut report, screenshot } = self.audit_page.examine(wanted).await?;
        report.comparison = before.map(|before| compare(&before.report.verdicts, &report.verdicts));
        let now = self.shelf.clock.now();
        let (id, share) = (AuditId::generate(), ShareToken::random().map_err(|_| ManageAuditsError::Random)?);
        let key = self.keep_screenshot(purse, id, screenshot, &mut report).await;
        self.shelf
            .audits
            .add_audit(&KeptAudit {
                id,
                purse,
                created_at: now,
                url: report.final_url.clone(),
                score: report.verdicts.score,
                share: share.clone(),
                report: serde_json::to_string(&report)?,
                screenshot: key.map(|key| key.to_string()),
            })
            .await?;
        Ok(Audit { id, mode: purse.mode, share, report })
    }

    /// An image that can't be kept is left out; the audit is worth its price without it.
    async fn keep_screenshot(
        &self,
        purse: Purse,
        id: AuditId,
        screenshot: Option<Screenshot>,
        report: &mut Report,
    ) -> Option<ObjectKey> {
        let Screenshot { jpeg, width, height } = screenshot?;
        let key = ObjectKey::of_names(&[&folder_name(purse.account), &id.to_string(), "screen.jpg"]);
        match self.shelf.objects.put(&key, "image/jpeg", jpeg).await {
            Ok(()) => {
                let url = format!("{}/{key}", self.shelf.media_url);
                report.screenshot = Some(ScreenshotSeen { url, width, height });
                Some(key)
            }
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "a screenshot could not be kept");
                None
            }
        }
    }

    /// One audit of a purse.
    pub async fn read(&self, purse: Purse, id: AuditId) -> Result<Option<Audit>, ManageAuditsError> {
        self.shelf.audits.audit(purse, id).await?.map(opened).transpose()
    }

    /// The audit that a token opens.
    pub async fn shared(&self, share: &ShareToken) -> Result<Option<Audit>, ManageAuditsError> {
        self.shelf.audits.shared_audit(share).await?.map(opened).transpose()
    }

    /// Ends the link to a report: it gets another one, which nobody has yet. `false` if there is no such audit.
    pub async fn unshare(&self, purse: Purse, id: AuditId) -> Result<bool, ManageAuditsError> {
        let share = ShareToken::random().map_err(|_| ManageAuditsError::Random)?;
        Ok(self.shelf.audits.set_share(purse, id, &share).await?)
    }

    /// Deletes an audit with its screenshot; `false` if there is no such audit.
    pub async fn delete(&self, purse: Purse, id: AuditId) -> Result<bool, ManageAuditsError> {
        let Some(entry) = self.shelf.audits.delete_audit(purse, id).await? else { return Ok(false) };
        self.remove_screenshot(entry).await;
        Ok(true)
    }

    /// Audits before `before`, newest first.
    pub async fn list(
        &self,
        purse: Purse,
        before: Option<AuditId>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, ManageAuditsError> {
        Ok(self.shelf.audits.audits(purse, before, limit).await?)
    }

    /// Forgets audits that are too old, with their images, and tells how many.
    pub async fn delete_old(&self) -> Result<usize, ManageAuditsError> {
        let Ok(oldest) = self.shelf.clock.now().checked_sub(self.shelf.kept) else { return Ok(0) };
        let mut forgotten = 0;
        loop {
            let gone = self.shelf.audits.delete_audits(oldest, Self::BATCH).await?;
            if gone.is_empty() {
                return Ok(forgotten);
            }
            forgotten += gone.len();
            for entry in gone {
                self.remove_screenshot(entry).await;
            }
        }
    }

    async fn remove_screenshot(&self, entry: AuditEntry) {
        let Some(key) = entry.screenshot.and_then(|key| ObjectKey::parse(&key).ok()) else { return };
        if let Err(error) = self.shelf.objects.delete(&key).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "a screenshot could not be removed");
        }
    }
}

fn opened(kept: KeptAudit) -> Result<Audit, ManageAuditsError> {
    let report = serde_json::from_str(&kept.report)?;
    Ok(Audit { id: kept.id, mode: kept.purse.mode, share: kept.share, report })
}
