//! Each provider's contract: what is sent, how replies are read, and that failures differ from empty answers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod catalogue;
mod client;
mod hostile;
mod images;
mod indexing;
mod keywords;
mod local_servers;
mod ollama;
mod payments;
mod serp;
mod spending;
mod stand_in;
mod streams;
mod suggest;
mod text_forms;
mod texts;
mod vitals;
