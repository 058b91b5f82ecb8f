//! The HTTP interface, tested through real connections to a real server process.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod articles;
mod audits;
mod bad_input;
mod conventions;
#[cfg(feature = "fault-injection")]
mod credits;
mod documented;
mod estimate;
mod first_start;
mod idempotency;
mod images;
mod keys;
mod openapi;
mod payments;
mod people;
mod raw;
mod research;
mod resources;
mod shared_limits;
mod shutdown;
mod support;
#[cfg(feature = "fault-injection")]
mod usage;
