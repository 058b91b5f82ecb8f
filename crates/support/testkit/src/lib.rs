//! What tests share: a real server process, and databases of their own. For development only.
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

/// How long a test that waits for a condition rests between two looks, so that waiting takes no time from what is waited for.
pub const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// How long a test waits for a condition before it fails. It ends only what hangs: neither a busy machine nor one that pauses for a
/// minute reaches it.
pub const HANG_LIMIT: Duration = Duration::from_mins(5);
