//! Visits to pages on loopback, honest and hostile ones, with the Chromium of this machine.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod figures;
mod hostile;
mod lifecycle;
mod refusals;
mod stand_in;
mod support;
mod unpublished;
