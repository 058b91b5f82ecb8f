//! What tests share: a real server process, and databases of their own. For development only.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a test that can't be set up has failed"
)]

mod databases;
mod server;

pub use databases::{TestDatabase, fresh_postgres, fresh_sqlite};
pub use server::{ServerBuilder, TestServer};
