//! The steps of every charged call: price, balance, optional hold, work, then charge and stored reply in one
//! transaction.
//!
//! Work that fails, panics or takes too long is never charged. When a client disconnects, the remaining steps
//! continue in the background, so it neither loses a reply that was paid for (its idempotency key finds it)
//! nor leaves a hold behind.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use domain::api_keys::Claims;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{Entry, PostingId, Purse, Refusal, Request, SpendingKey};
use domain::prices::Operation;
use futures_util::FutureExt;
use moka::sync::Cache;
use ports::ledger::{Completion, Fingerprint};
use ports::{Clock, JobChange, Ledger, LedgerError};
use tokio_util::task::TaskTracker;

use crate::finish_in_background::FinishInBackground;
use crate::idempotency::{ClaimRefusal, KeyClaim, lease_end};

/// A call that is to be charged.
#[derive(Debug, Clone)]
pub struct ChargeRequest {
    pub claims: Claims,
    pub operation: Operation,
    pub price: Credits,
    /// The maximum that the caller is willing to pay.
    pub max_credits: Option<Credits>,
    /// Whether to reserve the price first, because the work itself costs money.
    pub hold_first: bool,
    /// The caller's idempotency key and what makes two requests the same.
    pub idempotency: Option<(String, Fingerprint)>,
    /// The posting that will pay.
    pub settlement: Settlement,
}

/// The posting that will pay for a call. Work that has to name it in advance calls `id`; the later, the
/// better, because a statement is in the order of ids.
#[derive(Debug, Clone, Default)]
pub struct Settlement(Arc<OnceLock<PostingId>>);

impl Settlement {
    /// A posting with this id, which may be a placeholder.
    pub(crate) fn known(id: PostingId) -> Self {
        Self(Arc::new(OnceLock::from(id)))
    }

    /// The posting's id, the same at every call.
    #[must_use]
    pub fn id(&self) -> PostingId {
        *self.0.get_or_init(PostingId::generate)
    }
}

/// The result of a charged call: the output of the work, as JSON text, and what it cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    pub body: String,
    pub reserved: Credits,
    pub charged: Credits,
    pub available: Credits,
    /// Whether this is the reply to an earlier call.
    pub replayed: bool,
}

/// The result of a free call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeReply {
    /// The result as JSON text.
    pub body: String,
    /// Whether this is the reply to an earlier call.
    pub replayed: bool,
}

/// Why a charged call was not made. Nothing was charged.
#[derive(Debug, thiserror::Error)]
pub enum SpendError<E> {
    /// The price is above what the caller is willing to pay.
    #[error("the call costs {price} credits, more than maxCredits")]
    CostLimit {
        /// The price of the call.
        price: Credits,
    },
    /// The same call is in progress.
    #[error("a call with this idempotency key is in progress")]
    InProgress,
    /// The idempotency key was used for another request.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    #[error("the work failed")]
    Work(E),
    /// The work took too long.
    #[error("the work took too long")]
    TimedOut,
    #[error("the work panicked")]
    Panicked,
    /// The ledger refused or failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

impl<E> From<ClaimRefusal> for SpendError<E> {
    fn from(refusal: ClaimRefusal) -> Self {
        match refusal {
            ClaimRefusal::InProgress => Self::InProgress,
            ClaimRefusal::KeyReused => Self::KeyReused,
            ClaimRefusal::Ledger(error) => Self::Ledger(error),
        }
    }
}

#[derive(Clone)]
pub struct SpendCredits {
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
    tasks: TaskTracker,
    /// What keys that reached their monthly limit could still have spent, a moment ago.
    left_to_keys: Cache<ApiKeyId, KeyLimitReached>,
}

/// Why a key was refused.
#[derive(Debug, Clone, Copy)]
struct KeyLimitReached {
    limit: Credits,
    spent: Credits,
}

impl SpendCredits {
    /// How long a key that reached its limit is refused before the work instead of after it. Only the ledger
    /// can tell what a key has spent; without this, such a key could cause unpaid work as often as it likes.
    const REFUSED_FOR: Duration = Duration::from_secs(1);
    const REMEMBERED_KEYS: u64 = 10_000;

    /// Creates the use case. Calls in progress are tracked by `tasks`.
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>, clock: Arc<dyn Clock>, tasks: TaskTracker) -> Self {
        let left_to_keys =
            Cache::builder().max_capacity(Self::REMEMBERED_KEYS).time_to_live(Self::REFUSED_FOR).build();
        Self { ledger, clock, tasks, left_to_keys }
    }

    /// Does `work` within `limit` and charges for it if it succeeds.
    pub async fn spend<E: Send + 'static>(
        &self,
        charge_request: ChargeRequest,
        limit: Duration,
        work: impl Future<Output = Result<String, E>> + Send + 'static,
    ) -> Result<Paid, SpendError<E>> {
        let charged = ChargedWork::new(self.clone(), charge_request, limit);
        FinishInBackground::new(charged.go(work), self.tasks.clone()).await
    }
}

impl SpendCredits {
    /// Reserves the price for a job, which is created in the same transaction, and stores `body` as the
    /// reply. The job settles it.
    pub async fn reserve<E: Send + 'static>(
        &self,
        charge_request: ChargeRequest,
        limit: Duration,
        change: JobChange,
        body: String,
    ) -> Result<Paid, SpendError<E>> {
        let charged = ChargedWork::new(self.clone(), charge_request, limit);
        FinishInBackground::new(charged.reserve(change, body), self.tasks.clone()).await
    }

    /// Does free `work` within `limit`, once for each idempotency key.
    pub async fn answer_once<E: Send + 'static>(
        &self,
        purse: Purse,
        (key, fingerprint): (String, Fingerprint),
        limit: Duration,
        work: impl Future<Output = Result<String, E>> + Send + 'static,
    ) -> Result<FreeReply, SpendError<E>> {
        let (spend, claim) = (self.clone(), KeyClaim::new(purse, key, fingerprint));
        let answer = async move {
            let (ledger, clock) = (spend.ledger.as_ref(), &spend.clock);
            if let Some(reply) = claim.begin(ledger, clock.now(), limit).await? {
                return Ok(FreeReply { body: reply.body, replayed: true });
            }
            let body = match within(limit, work).await {
                Ok(body) => body,
                Err(error) => {
                    claim.give_back(ledger).await;
                    return Err(error);
                }
            };
            let completion = claim.completion(&body, Credits::ZERO, clock.now());
            // The work is done, so returning its reply is better than an error.
            if let Err(error) = ledger.remember(completion).await {
                tracing::warn!(error = &error as &dyn std::error::Error, "a free reply could not be stored");
            }
            Ok(FreeReply { body, replayed: false })
        };
        FinishInBackground::new(answer, self.tasks.clone()).await
    }
}

/// A charged call whose work is in progress.
struct ChargedWork {
    spend: SpendCredits,
    /// The claim on the caller's idempotency key, if there is one.
    claim: Option<KeyClaim>,
    charge_request: ChargeRequest,
    limit: Duration,
}

/// Waits for work for `limit` at most, and catches its panics.
async fn within<T, E>(limit: Duration, work: impl Future<Output = Result<T, E>>) -> Result<T, SpendError<E>> {
    match tokio::time::timeout(limit, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(outcome)) => outcome.map_err(SpendError::Work),
        Ok(Err(_panic)) => Err(SpendError::Panicked),
        Err(_elapsed) => Err(SpendError::TimedOut),
    }
}

impl ChargedWork {
    fn new(spend: SpendCredits, charge_request: ChargeRequest, limit: Duration) -> Self {
        let purse = Purse { account: charge_request.claims.account, mode: charge_request.claims.mode };
        let claim = charge_request
            .idempotency
            .clone()
            .map(|(key, fingerprint)| KeyClaim::new(purse, key, fingerprint));
        Self { spend, claim, charge_request, limit }
    }

    async fn go<E>(self, work: impl Future<Output = Result<String, E>>) -> Result<Paid, SpendError<E>> {
        if let Some(paid) = self.claim_key().await? {
            return Ok(paid);
        }
        let outcome = self.go_unclaimed(work).await;
        if outcome.is_err() {
            self.give_key_back().await;
        }
        outcome
    }

    async fn reserve<E>(self, change: JobChange, body: String) -> Result<Paid, SpendError<E>> {
        if let Some(paid) = self.claim_key().await? {
            return Ok(paid);
        }
        let outcome = self.reserve_unclaimed(change, body).await;
        if outcome.is_err() {
            self.give_key_back().await;
        }
        outcome
    }

    async fn reserve_unclaimed<E>(&self, change: JobChange, body: String) -> Result<Paid, SpendError<E>> {
        self.check_price().await?;
        let amount = self.charge_request.price;
        let completion = self.completion(&body, amount);
        let hold = self.request(self.charge_request.settlement.id(), Entry::Hold { amount, until: None });
        let posting =
            self.spend.ledger.post_job(hold, change, completion).await.map_err(|error| self.heed(error))?;
        let available = posting.after.available;
        Ok(Paid { body, reserved: amount, charged: Credits::ZERO, available, replayed: false })
    }

    async fn go_unclaimed<E>(
        &self,
        work: impl Future<Output = Result<String, E>>,
    ) -> Result<Paid, SpendError<E>> {
        self.check_price().await?;
        let hold = self.set_aside().await?;
        match (within(self.limit, work).await, hold) {
            (Ok(body), hold) => self.charge(body, hold).await,
            (Err(error), hold) => {
                if let Some(hold) = hold {
                    self.release(hold).await;
                }
                Err(error)
            }
        }
    }

    /// Claims the idempotency key; returns a reply if the call was made before.
    async fn claim_key<E>(&self) -> Result<Option<Paid>, SpendError<E>> {
        let Some(claim) = &self.claim else { return Ok(None) };
        let reply = claim.begin(self.spend.ledger.as_ref(), self.spend.clock.now(), self.limit).await?;
        Ok(reply.map(|reply| Paid {
            body: reply.body,
            reserved: reply.reserved,
            charged: reply.charged,
            available: reply.available,
            replayed: true,
        }))
    }

    /// Checks price and balance before the work is done; the charge itself checks again.
    async fn check_price<E>(&self) -> Result<(), SpendError<E>> {
        let price = self.charge_request.price;
        if self.charge_request.max_credits.is_some_and(|most| price > most) {
            return Err(SpendError::CostLimit { price });
        }
        self.check_key()?;
        let available = self.spend.ledger.balance(self.purse()).await?.available;
        if price > available {
            let refusal = Refusal::InsufficientCredits { required: price, available };
            return Err(LedgerError::Refused(refusal).into());
        }
        Ok(())
    }

    fn check_key(&self) -> Result<(), LedgerError> {
        let required = self.charge_request.price;
        let Some(KeyLimitReached { limit, spent }) =
            self.spend.left_to_keys.get(&self.charge_request.claims.key)
        else {
            return Ok(());
        };
        if required.as_i64() > limit.as_i64().saturating_sub(spent.as_i64()) {
            return Err(Refusal::KeyLimitReached { limit, spent, required }.into());
        }
        Ok(())
    }

    /// Remembers a key that reached its limit.
    fn heed(&self, error: LedgerError) -> LedgerError {
        if let LedgerError::Refused(Refusal::KeyLimitReached { limit, spent, .. }) = error {
            self.spend.left_to_keys.insert(self.charge_request.claims.key, KeyLimitReached { limit, spent });
        }
        error
    }

    async fn set_aside(&self) -> Result<Option<PostingId>, LedgerError> {
        if !self.charge_request.hold_first {
            return Ok(None);
        }
        let until = lease_end(self.spend.clock.now(), self.limit);
        let entry = Entry::Hold { amount: self.charge_request.price, until: Some(until) };
        let hold = self.spend.ledger.post(self.request(PostingId::generate(), entry), None).await;
        hold.map(|hold| Some(hold.id)).map_err(|error| self.heed(error))
    }

    async fn charge<E>(&self, body: String, hold: Option<PostingId>) -> Result<Paid, SpendError<E>> {
        let amount = self.charge_request.price;
        let entry = match hold {
            Some(hold) => Entry::Capture { hold, amount },
            None => Entry::Charge { amount },
        };
        let reserved = hold.map_or(Credits::ZERO, |_| amount);
        let completion = self.completion(&body, reserved);
        match self
            .spend
            .ledger
            .post(self.request(self.charge_request.settlement.id(), entry), completion)
            .await
        {
            Ok(posting) => Ok(Paid {
                body,
                reserved,
                charged: posting.amount,
                available: posting.after.available,
                replayed: false,
            }),
            Err(error) => {
                if let Some(hold) = hold {
                    self.release(hold).await;
                }
                Err(self.heed(error).into())
            }
        }
    }

    /// The reply to store under the idempotency key, if there is one.
    fn completion(&self, body: &str, reserved: Credits) -> Option<Completion> {
        let claim = self.claim.as_ref()?;
        Some(claim.completion(body, reserved, self.spend.clock.now()))
    }

    /// If even this fails, the hold is released when it expires.
    async fn release(&self, hold: PostingId) {
        let void = self.request(PostingId::generate(), Entry::Void { hold });
        if let Err(error) = self.spend.ledger.post(void, None).await {
            tracing::warn!(%hold, error = &error as &dyn std::error::Error, "a hold could not be released yet");
        }
    }

    async fn give_key_back(&self) {
        if let Some(claim) = &self.claim {
            claim.give_back(self.spend.ledger.as_ref()).await;
        }
    }

    fn purse(&self) -> Purse {
        Purse { account: self.charge_request.claims.account, mode: self.charge_request.claims.mode }
    }

    fn request(&self, id: PostingId, entry: Entry) -> Request {
        let claims = &self.charge_request.claims;
        Request {
            id,
            purse: self.purse(),
            entry,
            key: Some(SpendingKey { id: claims.key, epoch: claims.epoch }),
            purpose: self.charge_request.operation.as_str().to_owned(),
            at: self.spend.clock.now(),
        }
    }
}
