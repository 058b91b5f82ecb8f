//! Loads well-behaved and hostile pages on loopback with the Chromium of this machine.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod figures;
mod hostile;
mod lifecycle;
mod refusals;
mod stand_in;
mod support;
mod unpublished;
