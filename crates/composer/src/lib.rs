//! Writes articles from evidence, without a large model: facts are taken from the sentences of sources, ordered by topic, put into
//! other words, and cited.
//!
//! Nothing is invented: every sentence is a fact of the evidence, or says which facts follow. Nothing is said twice and nothing is
//! padded; where the evidence does not carry the wanted length, [`Composed::missing_words`] says so. The same order on the same
//! evidence gives the same article.

mod compose;
mod corpus;
mod discourse;
mod edges;
mod facts;
mod keyword;
mod lexicon;
mod terms;
mod text;
mod topics;
mod wording;

pub use compose::{CannotCompose, Composed, compose, sentences};
pub use facts::{FactKind, Unused, UnusedReason};
pub use wording::{Borrowing, Fluency, NoPhrasing, Phrasing, PlainFluency, Voice};
