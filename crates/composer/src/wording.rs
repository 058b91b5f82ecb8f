//! In which words a fact is told: of all its wordings the one that copies least and reads best, with openings and connectives that
//! the article has not used yet.

mod acts;
mod candidates;
mod fluency;
mod originals;
mod phrasing;
mod voice;

pub(crate) use acts::Acts;
pub(crate) use candidates::{Candidate, Candidates};
pub use fluency::{Fluency, PlainFluency};
pub(crate) use originals::{Originals, Tolerance};
pub use phrasing::{NoPhrasing, Phrasing};
pub use voice::{Borrowing, Voice};
