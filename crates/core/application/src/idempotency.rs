//! Idempotency keys: a call claims its key before the work and stores its reply under the key after it.

use std::time::Duration;

use domain::Timestamp;
use domain::credits::Credits;
use domain::ledger::{PostingId, Purse};
use ports::ledger::{Claim, Claimed, Completion, Fingerprint, RememberedReply, Slot};
use ports::{Ledger, LedgerError};

/// How long a reply is replayed.
const REMEMBERED_FOR: Duration = Duration::from_hours(24);
/// How much longer a claim lasts than twice the limit of its work. It is short, because the key of a crashed
/// call is free only after it.
const MARGIN: Duration = Duration::from_secs(2);

/// When a claim or a hold ends, if the call that made it at `now` never finishes.
pub(crate) fn lease_end(now: Timestamp, limit: Duration) -> Timestamp {
    now + limit * 2 + MARGIN
}

/// A call's claim on its idempotency key.
#[derive(Debug, Clone)]
pub(crate) struct KeyClaim {
    slot: Slot,
    fingerprint: Fingerprint,
    owner: PostingId,
}

/// Why a call may not start.
#[derive(Debug)]
pub(crate) enum ClaimRefusal {
    /// The same call is in progress.
    InProgress,
    /// The key was used for another request.
    KeyReused,
    Ledger(LedgerError),
}

impl KeyClaim {
    pub(crate) fn new(purse: Purse, key: String, fingerprint: Fingerprint) -> Self {
        Self { slot: Slot { purse, key }, fingerprint, owner: PostingId::generate() }
    }

    /// Claims the key. Returns a reply if the call was made before.
    pub(crate) async fn begin(
        &self,
        ledger: &dyn Ledger,
        now: Timestamp,
        limit: Duration,
    ) -> Result<Option<RememberedReply>, ClaimRefusal> {
        let claim = Claim {
            slot: self.slot.clone(),
            fingerprint: self.fingerprint,
            owner: self.owner,
            at: now,
            lease_until: lease_end(now, limit),
        };
        match ledger.claim(claim).await.map_err(ClaimRefusal::Ledger)? {
            Claimed::Started => Ok(None),
            Claimed::InProgress => Err(ClaimRefusal::InProgress),
            Claimed::Mismatch => Err(ClaimRefusal::KeyReused),
            Claimed::Replay(reply) => Ok(Some(reply)),
        }
    }

    /// The reply to store under the key.
    pub(crate) fn completion(&self, body: &str, reserved: Credits, now: Timestamp) -> Completion {
        Completion {
            slot: self.slot.clone(),
            owner: self.owner,
            body: body.to_owned(),
            reserved,
            expires_at: now + REMEMBERED_FOR,
        }
    }

    /// Frees the key after a failure. If even this fails, the key is free again when its lease ends.
    pub(crate) async fn give_back(&self, ledger: &dyn Ledger) {
        if let Err(error) = ledger.abandon(self.slot.clone(), self.owner).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "an idempotency key could not be freed yet"
            );
        }
    }
}
