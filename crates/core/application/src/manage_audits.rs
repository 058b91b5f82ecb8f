//! Manages the audits of customers: making, reading, sharing, and deleting old ones.

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

/// Why an audit could not be made, stored or read.
#[derive(Debug, thiserror::Error)]
pub enum ManageAuditsError {
    /// The page could not be audited.
    #[error(transparent)]
    Audit(#[from] AuditError),
    /// There is no audit to compare with.
    #[error("there is no audit {0} of this account")]
    NoBaseline(AuditId),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The report can't be written or read.
    #[error("a report could not be written or read")]
    Report(#[from] serde_json::Error),
    /// The operating system gave no randomness.
    #[error("no random numbers")]
    Random,
}

/// An audit with its report.
#[derive(Debug)]
pub struct Audit {
    pub id: AuditId,
    /// The mode of the key that requested it.
    pub mode: KeyMode,
    pub share: ShareToken,
    pub report: Report,
}

/// Makes and stores audits.
#[derive(Clone)]
pub struct ManageAudits {
    audit_page: AuditPage,
    shelf: Arc<Shelf>,
}

/// Where audits are stored.
pub struct Shelf {
    pub audits: Arc<dyn AuditStore>,
    /// Images of first screens.
    pub objects: Arc<dyn Objects>,
    /// The URL below which these are public, without a trailing slash.
    pub media_url: String,
    pub clock: Arc<dyn Clock>,
    /// How long audits are kept.
    pub kept: Duration,
}

impl ManageAudits {
    /// Audits that are deleted at a time.
    const BATCH: u32 = 100;

    #[must_use]
    pub fn new(audit_page: AuditPage, shelf: Shelf) -> Self {
        Self { audit_page, shelf: Arc::new(shelf) }
    }

    /// Audits a page and stores the report, compared with an earlier audit if one is named. A report that is
    /// not paid for in the end is stored, too, but its id is never returned, and it is deleted like all
    /// others.
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

    /// A screenshot that can't be stored is left out; the audit is worth its price without it.
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

    /// The audit with this share token.
    pub async fn shared(&self, share: &ShareToken) -> Result<Option<Audit>, ManageAuditsError> {
        self.shelf.audits.shared_audit(share).await?.map(opened).transpose()
    }

    /// Ends the link to a report by a new share token, which is not shared yet. `false` if there is no such
    /// audit.
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

    /// Deletes audits that are too old, with their screenshots, and returns their number.
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
