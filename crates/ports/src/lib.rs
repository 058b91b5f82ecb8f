//! What the application needs from the outside world, as traits. Adapters implement them; use cases call them.

pub mod clock;
pub mod ledger;
pub mod store;

pub use clock::Clock;
pub use ledger::{Ledger, LedgerError};
pub use store::{AccessStore, AccountStore, ApiKeyStore, HealthCheck, StoreError};
