//! The way of every charged call: price, balance, optional hold, work, then charge and remembered reply in one transaction.
//!
//! Work that fails, panics or takes too long is never charged. When a client hangs up, the rest of the way is gone in the background,
//! so it neither loses a reply that was paid for (its idempotency key finds it) nor leaves a hold behind.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use domain::api_keys::Claims;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{Entry, PostingId, Purse, Refusal, Request, SpendingKey};
use domain::prices::Operation;
use futures_util::FutureExt;
use moka::sync::Cache;
use ports::ledger::{Claim, Claimed, Completion, Fingerprint, Slot};
use ports::{Clock, JobChange, Ledger, LedgerError};
use tokio_util::task::TaskTracker;

/// A call that shall be paid for.
#[derive(Debug, Clone)]
pub struct Purchase {
    /// Who pays.
    pub claims: Claims,
    /// What for.
    pub operation: Operation,
    /// The price.
    pub price: Credits,
    /// The most that the caller is willing to pay.
    pub max_credits: Option<Credits>,
    /// Whether to set the price aside first, because the work itself costs somebody money.
    pub hold_first: bool,
    /// The caller's idempotency key and what makes two requests the same.
    pub idempotency: Option<(String, Fingerprint)>,
    /// The posting that will pay.
    pub settlement: Settlement,
}

/// The posting that will pay for a call. Work that has to name it beforehand asks for its id; the later, the better, because a statement
/// is in the order of ids.
#[derive(Debug, Clone, Default)]
pub struct Settlement(Arc<OnceLock<PostingId>>);

impl Settlement {
    /// A posting whose id is known, or stands for one that is not.
    pub(crate) fn known(id: PostingId) -> Self {
        Self(Arc::new(OnceLock::from(id)))
    }

    /// The posting's id, the same whenever it is asked for.
    #[must_use]
    pub fn id(&self) -> PostingId {
        *self.0.get_or_init(PostingId::generate)
    }
}

/// The result of a charged call: what the work gave, as JSON text, and what it cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// The result.
    pub body: String,
    /// What was set aside.
    pub reserved: Credits,
    /// What was charged.
    pub charged: Credits,
    /// What is left.
    pub available: Credits,
    /// Whether this is the reply to an earlier call.
    pub replayed: bool,
}

/// Why a charged call was not made. Nothing was charged.
#[derive(Debug, thiserror::Error)]
pub enum SpendError<E> {
    /// The price is above what the caller is willing to pay.
    #[error("the call costs {price} credits, more than maxCredits")]
    CostLimit {
        /// The price.
        price: Credits,
    },
    /// The same call is under way.
    #[error("a call with this idempotency key is under way")]
    InProgress,
    /// The idempotency key was used for another request.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// The work failed.
    #[error("the work failed")]
    Work(E),
    /// The work took too long.
    #[error("the work took too long")]
    TimedOut,
    /// The work panicked.
    #[error("the work panicked")]
    Panicked,
    /// The ledger refused or failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// Runs charged calls.
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
    /// How long a reply is replayed.
    const REMEMBERED_FOR: Duration = Duration::from_hours(24);
    /// What a lease or hold outlives the limit of its work by, beside that limit once more. A crashed call's key and credits
    /// return after it, so it is not long.
    const MARGIN: Duration = Duration::from_secs(2);

    /// How long a key that reached its limit is refused before the work instead of after it. Only the ledger knows what a key has
    /// spent; without this, such a key would have work done for nothing as often as it likes.
    const REFUSED_FOR: Duration = Duration::from_secs(1);
    const REMEMBERED_KEYS: u64 = 10_000;

    /// Wires the use case. Calls under way are tracked by `tasks`.
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>, clock: Arc<dyn Clock>, tasks: TaskTracker) -> Self {
        let left_to_keys =
            Cache::builder().max_capacity(Self::REMEMBERED_KEYS).time_to_live(Self::REFUSED_FOR).build();
        Self { ledger, clock, tasks, left_to_keys }
    }

    /// Does `work` within `limit` and charges for it if it succeeds.
    pub async fn spend<E: Send + 'static>(
        &self,
        purchase: Purchase,
        limit: Duration,
        work: impl Future<Output = Result<String, E>> + Send + 'static,
    ) -> Result<Paid, SpendError<E>> {
        let way = Way { spend: self.clone(), owner: PostingId::generate(), purchase, limit };
        FinishInBackground { work: Some(Box::pin(way.go(work))), tasks: self.tasks.clone() }.await
    }
}

impl SpendCredits {
    /// Sets the price aside for a job, which begins in the same transaction, and remembers `body` as the reply. The job settles it.
    pub async fn reserve<E: Send + 'static>(
        &self,
        purchase: Purchase,
        limit: Duration,
        change: JobChange,
        body: String,
    ) -> Result<Paid, SpendError<E>> {
        let way = Way { spend: self.clone(), owner: PostingId::generate(), purchase, limit };
        FinishInBackground { work: Some(Box::pin(way.reserve(change, body))), tasks: self.tasks.clone() }
            .await
    }
}

/// Work that goes on in a task of its own when nobody waits for it any more.
struct FinishInBackground<F: Future<Output: Send> + Send + 'static> {
    work: Option<Pin<Box<F>>>,
    tasks: TaskTracker,
}

impl<F: Future<Output: Send> + Send + 'static> Future for FinishInBackground<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Some(work) = self.work.as_mut() else { return Poll::Pending };
        let output = ready!(work.as_mut().poll(context));
        self.work = None;
        Poll::Ready(output)
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for FinishInBackground<F> {
    fn drop(&mut self) {
        if let Some(work) = self.work.take() {
            self.tasks.spawn(work);
        }
    }
}

/// One charged call on its way.
struct Way {
    spend: SpendCredits,
    /// Owns the idempotency key.
    owner: PostingId,
    purchase: Purchase,
    limit: Duration,
}

impl Way {
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
        let amount = self.purchase.price;
        let completion = self.completion(&body, amount);
        let hold = self.request(self.purchase.settlement.id(), Entry::Hold { amount, until: None });
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
        let body = match tokio::time::timeout(self.limit, AssertUnwindSafe(work).catch_unwind()).await {
            Ok(Ok(Ok(body))) => Ok(body),
            Ok(Ok(Err(error))) => Err(SpendError::Work(error)),
            Ok(Err(_panic)) => Err(SpendError::Panicked),
            Err(_elapsed) => Err(SpendError::TimedOut),
        };
        match (body, hold) {
            (Ok(body), hold) => self.charge(body, hold).await,
            (Err(error), hold) => {
                if let Some(hold) = hold {
                    self.release(hold).await;
                }
                Err(error)
            }
        }
    }

    /// Claims the idempotency key; a reply means that the call was made before.
    async fn claim_key<E>(&self) -> Result<Option<Paid>, SpendError<E>> {
        let Some((key, fingerprint)) = &self.purchase.idempotency else { return Ok(None) };
        let now = self.spend.clock.now();
        let claim = Claim {
            slot: Slot { purse: self.purse(), key: key.clone() },
            fingerprint: *fingerprint,
            owner: self.owner,
            at: now,
            lease_until: now + self.limit * 2 + SpendCredits::MARGIN,
        };
        match self.spend.ledger.claim(claim).await? {
            Claimed::Started => Ok(None),
            Claimed::InProgress => Err(SpendError::InProgress),
            Claimed::Mismatch => Err(SpendError::KeyReused),
            Claimed::Replay(reply) => Ok(Some(Paid {
                body: reply.body,
                reserved: reply.reserved,
                charged: reply.charged,
                available: reply.available,
                replayed: true,
            })),
        }
    }

    /// Looks before the work is done; the charge itself looks again.
    async fn check_price<E>(&self) -> Result<(), SpendError<E>> {
        let price = self.purchase.price;
        if self.purchase.max_credits.is_some_and(|most| price > most) {
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
        let required = self.purchase.price;
        let Some(KeyLimitReached { limit, spent }) = self.spend.left_to_keys.get(&self.purchase.claims.key)
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
            self.spend.left_to_keys.insert(self.purchase.claims.key, KeyLimitReached { limit, spent });
        }
        error
    }

    async fn set_aside(&self) -> Result<Option<PostingId>, LedgerError> {
        if !self.purchase.hold_first {
            return Ok(None);
        }
        let until = self.spend.clock.now() + self.limit * 2 + SpendCredits::MARGIN;
        let entry = Entry::Hold { amount: self.purchase.price, until: Some(until) };
        let hold = self.spend.ledger.post(self.request(PostingId::generate(), entry), None).await;
        hold.map(|hold| Some(hold.id)).map_err(|error| self.heed(error))
    }

    async fn charge<E>(&self, body: String, hold: Option<PostingId>) -> Result<Paid, SpendError<E>> {
        let amount = self.purchase.price;
        let entry = match hold {
            Some(hold) => Entry::Capture { hold, amount },
            None => Entry::Charge { amount },
        };
        let reserved = hold.map_or(Credits::ZERO, |_| amount);
        let completion = self.completion(&body, reserved);
        match self.spend.ledger.post(self.request(self.purchase.settlement.id(), entry), completion).await {
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

    /// The reply to remember under the idempotency key, if there is one.
    fn completion(&self, body: &str, reserved: Credits) -> Option<Completion> {
        let (key, _) = self.purchase.idempotency.as_ref()?;
        Some(Completion {
            slot: Slot { purse: self.purse(), key: key.clone() },
            owner: self.owner,
            body: body.to_owned(),
            reserved,
            expires_at: self.spend.clock.now() + SpendCredits::REMEMBERED_FOR,
        })
    }

    /// If even this fails, the hold returns by itself when its time is over.
    async fn release(&self, hold: PostingId) {
        let void = self.request(PostingId::generate(), Entry::Void { hold });
        if let Err(error) = self.spend.ledger.post(void, None).await {
            tracing::warn!(%hold, error = &error as &dyn std::error::Error, "a hold could not be released yet");
        }
    }

    /// If even this fails, the key is free again when its lease is over.
    async fn give_key_back(&self) {
        let Some((key, _)) = &self.purchase.idempotency else { return };
        let slot = Slot { purse: self.purse(), key: key.clone() };
        if let Err(error) = self.spend.ledger.abandon(slot, self.owner).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "an idempotency key could not be freed yet"
            );
        }
    }

    fn purse(&self) -> Purse {
        Purse { account: self.purchase.claims.account, mode: self.purchase.claims.mode }
    }

    fn request(&self, id: PostingId, entry: Entry) -> Request {
        let claims = &self.purchase.claims;
        Request {
            id,
            purse: self.purse(),
            entry,
            key: Some(SpendingKey { id: claims.key, epoch: claims.epoch }),
            purpose: self.purchase.operation.as_str().to_owned(),
            at: self.spend.clock.now(),
        }
    }
}
