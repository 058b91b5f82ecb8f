//! Chains and hedges over scripted engines, on a clock that the tests advance.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod chain;
mod hedge;
mod scripted;
