//! What the application needs from the outside world, as traits. Adapters implement them; use cases call them.

pub mod alerts;
pub mod articles;
pub mod audits;
pub mod browser;
pub mod cache;
pub mod clock;
pub mod engines;
pub mod fetch;
pub mod images;
pub mod indexing;
pub mod invoices;
pub mod keywords;
pub mod ledger;
pub mod mail;
pub mod objects;
pub mod payments;
pub mod people;
pub mod rates;
pub mod requests;
pub mod store;
pub mod text;
pub mod webhooks;

pub use alerts::{AlertError, AlertSink, BalanceAlerts};
pub use articles::{ArticleCosts, ArticleStore, Backlogs, JobChange, JobQueue, Outbox};
pub use audits::AuditStore;
pub use browser::{Browser, BrowserError, Screenshot, Visit, Visited};
pub use cache::AnswerCache;
pub use clock::Clock;
pub use engines::{Capability, Engine, EngineFailure, FailureKind, ServeError, Served};
pub use fetch::{FetchError, FetchMethod, FetchRequest, Fetched, Fetcher};
pub use images::{ImageCodec, ImageStore, TextRemoval, TextRemovalSource};
pub use indexing::{IndexingNotice, IndexingReceipt};
pub use invoices::InvoiceStore;
pub use keywords::ImportedKeywords;
pub use ledger::{Ledger, LedgerError};
pub use mail::{EmailMessage, MailError, Mailer};
pub use objects::{ObjectError, ObjectKey, Objects};
pub use payments::{PaymentProvider, PurchaseStore};
pub use people::{LinkStore, PeopleStore, SessionStore};
pub use rates::SharedRates;
pub use requests::{BodyStore, RequestLog};
pub use store::{
    AccessStore, AccountStore, ApiKeyStore, HealthCheck, HealthError, InstallationStore, StoreError,
};
pub use text::{CallMeter, Tally, TextRequest, WrittenText};
pub use webhooks::{DeliveryLog, EndpointStore};
