//! Drafts: articles on topics for which there is no evidence.
//!
//! The code plans, opens sentences and judges them; a small language model only words them. What is doubtful is dropped: numbers,
//! names, advice that needs a source, repetitions. The same order and attempt give the same draft.

mod corpus;
mod edges;
mod error;
mod grammar;
mod openers;
mod outline;
mod repetition;
mod revision;
mod rhythm;
mod section;
mod seed;
mod sensitive;
mod sentence;
mod topic;
mod writer;

pub use edges::{Edges, edges};
pub use error::{DraftError, Part};
pub use outline::plan;
pub use revision::reconciled;
pub use section::{Assignment, completed, section};
pub use sensitive::check;
