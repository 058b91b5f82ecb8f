//! Test support: real server processes and databases. For development only.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a test that can't be set up has failed"
)]

mod databases;
mod providers;
mod redis;
mod server;

use std::time::Duration;

pub use databases::{TestDatabase, fresh_postgres, fresh_sqlite};
pub use providers::Providers;
pub use redis::TestRedis;
pub use server::{ServerBuilder, TestServer};

/// The pause between two checks of a condition, so that waiting takes little processor time from the code
/// under test.
pub const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// How long a test waits for a condition before it fails. It only ends tests that hang: neither a busy
/// machine nor one that pauses for a minute reaches it.
pub const HANG_LIMIT: Duration = Duration::from_mins(5);
