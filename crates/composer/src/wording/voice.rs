//! How articles are worded: who judges sentences, who else words them, and whose words may be kept.

use domain::articles::research::Source;

use super::fluency::{Fluency, PlainFluency};
use super::phrasing::{NoPhrasing, Phrasing};

/// How an article is worded.
#[derive(Clone, Copy)]
pub struct Voice<'a> {
    /// Judges how sentences read.
    pub fluency: &'a dyn Fluency,
    /// Knows other words for sentences.
    pub phrasing: &'a dyn Phrasing,
    /// Whose words may be kept.
    pub borrowing: Borrowing,
}

impl Default for Voice<'_> {
    /// The rules alone, and nobody's words.
    fn default() -> Self {
        Self { fluency: &PlainFluency, phrasing: &NoPhrasing, borrowing: Borrowing::Nobody }
    }
}

/// Whose words an article may keep as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Borrowing {
    /// Nobody's: what can't be said in other words is left out.
    #[default]
    Nobody,
    /// Those of texts that the customer sent, which have no address. Pages are not to be copied.
    OwnTexts,
}

impl Borrowing {
    /// Whether the words of a source may be kept.
    pub(crate) fn permits(self, source: &Source) -> bool {
        self == Self::OwnTexts && source.url.is_none()
    }
}
