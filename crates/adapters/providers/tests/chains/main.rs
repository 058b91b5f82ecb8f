//! Chains and hedges over engines that answer by a script, on a clock that the tests move.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod chain;
mod hedge;
mod scripted;
