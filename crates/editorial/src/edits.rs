//! The editing pass: replacements of single sentences that a model proposes for a whole article, and which of them are taken.
//!
//! [`crate::manuscript::manuscript`] gives each sentence an id, [`crate::prompts::edit_form`] is the form of the reply,
//! [`crate::replies::edits`] reads it, and [`apply`] makes the edits that break neither a citation nor a figure:
//!
//! ```text
//! let figures = PassageFigures::of(&passages, article.language);
//! let applied = apply(&article, &edits, &|source, figure| figures.supports(source, figure));
//! ```

mod desk;
mod figures;
mod reading;

use domain::articles::document::Article;
use domain::articles::research::SourceNumber;
use prose::quantities::Quantity;
use serde::{Deserialize, Serialize};

use desk::Desk;
pub use figures::PassageFigures;

/// One sentence in place of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// The id of the sentence in the manuscript.
    pub id: String,
    /// Why.
    pub reason: EditReason,
    /// The new sentence with its marks; empty to delete the old one.
    pub text: String,
}

/// Why a sentence is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditReason {
    /// Another sentence says the same.
    Repetition,
    /// It contradicts another sentence.
    Contradiction,
    /// A point of the outline, or a wish of the customer, is not met.
    UnmetPoint,
    /// A figure lacks or is wrong.
    Figure,
    /// It does not follow from what stands before it.
    Transition,
    /// The article or a section ends badly.
    Ending,
    /// It can be said better.
    Style,
}

impl EditReason {
    /// Every reason.
    pub const ALL: [Self; 7] = [
        Self::Repetition,
        Self::Contradiction,
        Self::UnmetPoint,
        Self::Figure,
        Self::Transition,
        Self::Ending,
        Self::Style,
    ];

    /// Its name in replies.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::Contradiction => "contradiction",
            Self::UnmetPoint => "unmet_point",
            Self::Figure => "figure",
            Self::Transition => "transition",
            Self::Ending => "ending",
            Self::Style => "style",
        }
    }
}

/// An article after its edits.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The article.
    pub article: Article,
    /// The edits that were made, in the order of the reply.
    pub taken: Vec<TakenEdit>,
    /// The ids of the others, and why they were not made, in the order of the reply.
    pub refused: Vec<(String, Refusal)>,
}

/// An edit that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenEdit {
    /// The id of the sentence.
    pub id: String,
    /// Why.
    pub reason: EditReason,
    /// The sentence as the manuscript shows it.
    pub before: String,
    /// What stands there now; empty if it was deleted.
    pub after: String,
}

/// Why an edit was not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The manuscript has no such id.
    #[error("no sentence has this id")]
    UnknownId,
    /// An earlier edit of the reply changed the sentence.
    #[error("the sentence is edited already")]
    EditedTwice,
    /// The text is the old one.
    #[error("the text is the same as before")]
    Unchanged,
    /// The text has a line break, a heading, a list, a URL, HTML, an image or a Markdown link.
    #[error("the text has markup, a URL or a line break")]
    Markup,
    /// The text shows how it was made.
    #[error("the text shows how it was made: {0}")]
    Artefact(String),
    /// The text is much longer than the old one.
    #[error("the text is more than three times as long as the sentence and 200 characters")]
    TooLong,
    /// A row would get more or fewer cells than the table has columns.
    #[error("the row has {0} cells and the table {1} columns")]
    Cells(usize, usize),
    /// The text lacks a citation of the sentence.
    #[error("the citation of source {} is missing", .0.0)]
    DropsCitation(SourceNumber),
    /// The text cites what the article does not cite.
    #[error("the article does not cite {0}")]
    UnknownSource(String),
    /// The text lacks a link of the sentence.
    #[error("a link of the sentence is missing")]
    DropsLink,
    /// The text has a figure that neither the sentence had nor a source that the text cites gives.
    #[error("no source that the text cites gives {0}")]
    UnsupportedFigure(String),
    /// A figure that a cited source gives would be nowhere in the article.
    #[error("the figure {0}, which a cited source gives, is missing")]
    DropsFigure(String),
    /// A section or an answer would have no sentence left, or a table no row.
    #[error("nothing would be left of the section, the table or the answer")]
    EmptiesSection,
    /// A section would lose its only citation, or the article its only citation of a source.
    #[error("it is the only citation of the section or of the source")]
    OnlyCitation,
    /// More than a tenth of the words of the article would go.
    #[error("more than a tenth of the article would go")]
    TooMuchDeleted,
}

/// Makes the edits that can be made. `supports` says whether a source gives a figure. An edit is judged with those before it made.
///
/// A replacement keeps the citations and links of its sentence. A figure is added only if a source that the new text cites gives it. A
/// figure that a cited source gives stays, unless another sentence with the same source has it too, or the reason is
/// [`EditReason::Figure`] or [`EditReason::Contradiction`] and a supported figure takes its place.
#[must_use]
pub fn apply(
    article: &Article,
    edits: &[Edit],
    supports: &dyn Fn(SourceNumber, &Quantity) -> bool,
) -> Applied {
    let mut desk = Desk::new(article, supports);
    let (mut taken, mut refused) = (Vec::new(), Vec::new());
    for edit in edits {
        match desk.take(edit) {
            Ok(edit) => taken.push(edit),
            Err(refusal) => refused.push((edit.id.clone(), refusal)),
        }
    }
    Applied { article: desk.edited(article), taken, refused }
}
