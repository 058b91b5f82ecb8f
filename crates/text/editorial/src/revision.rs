//! Revisions of a whole article that a model proposes, and the rules for accepting them.
//!
//! [`crate::manuscript::manuscript`] gives each sentence an id, [`crate::prompts::revision_form`] is the
//! reply form, [`crate::replies::revision`] parses the reply, and [`apply`] makes the changes that break
//! neither a citation nor a figure.

mod edited;
mod figures;
mod reading;
mod rewriting;

use domain::articles::document::{Article, Block, Section};
use domain::articles::passages::Passage;
use domain::articles::research::SourceNumber;
use serde::{Deserialize, Serialize};

use crate::manuscript::{ArticleMarks, INTRODUCTION};
use edited::EditedArticle;
use figures::PassageFigures;
use rewriting::Rewriting;

/// The changes to an article.
///
/// Each change belongs to a place: the introduction, the FAQ, or a section of the second level with its
/// subsections.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Revision {
    /// Edits of single sentences.
    pub edits: Vec<Edit>,
    /// New texts below a heading.
    pub rewrites: Vec<Rewrite>,
}

impl Revision {
    /// The places that it changes, in the order of the reply.
    #[must_use]
    pub fn places(&self) -> Vec<&str> {
        let edited = self.edits.iter().map(|edit| top(&edit.id));
        let mut places: Vec<&str> = Vec::new();
        for place in self.rewrites.iter().map(|rewrite| top(&rewrite.section)).chain(edited) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// The revision with its changes in these places only.
    #[must_use]
    pub fn only(&self, places: &[&str]) -> Self {
        let is_there = |id: &str| places.contains(&top(id));
        Self {
            edits: self.edits.iter().filter(|edit| is_there(&edit.id)).cloned().collect(),
            rewrites: self.rewrites.iter().filter(|rewrite| is_there(&rewrite.section)).cloned().collect(),
        }
    }
}

/// The place of `2.1/3` or `2.1`: `2`.
fn top(id: &str) -> &str {
    id.trim().split(['/', '.']).next().unwrap_or_default()
}

/// A new text below a heading, without its subsections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewrite {
    /// The id of the section, or `intro`.
    pub section: String,
    pub blocks: Vec<Block>,
}

/// A new sentence in place of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// The id of the sentence in the manuscript.
    pub id: String,
    pub reason: EditReason,
    /// The new sentence with its marks; empty to delete the old one.
    pub text: String,
}

/// Why a sentence is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditReason {
    /// It repeats another sentence.
    Repetition,
    /// It contradicts another sentence.
    Contradiction,
    /// It does not meet a point of the outline or an instruction of the customer.
    UnmetPoint,
    /// A figure is missing or wrong.
    Figure,
    /// It does not follow from the text before it.
    Transition,
    /// The article or a section ends badly.
    Ending,
    /// The wording can be better.
    Style,
}

impl EditReason {
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
    pub article: Article,
    /// The edits that were accepted, in the order of the reply.
    pub taken: Vec<TakenEdit>,
    /// The places of the accepted rewrites.
    pub rewritten: Vec<String>,
    /// The ids of the refused changes, with the reasons.
    pub refused: Vec<(String, Refusal)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenEdit {
    /// The id of the sentence.
    pub id: String,
    pub reason: EditReason,
    /// The sentence as the manuscript shows it.
    pub before: String,
    /// The new sentence; empty if it was deleted.
    pub after: String,
}

/// Why an edit was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The manuscript has no such id.
    #[error("no sentence has this id")]
    UnknownId,
    /// An earlier edit of the reply changed the sentence.
    #[error("the sentence is edited already")]
    EditedTwice,
    /// The text equals the old one.
    #[error("the text is the same as before")]
    Unchanged,
    /// The text has a line break, a heading, a list, a URL, HTML, an image or a Markdown link.
    #[error("the text has markup, a URL or a line break")]
    Markup,
    /// The text reveals how it was made.
    #[error("the text shows how it was made: {0}")]
    Artefact(String),
    /// The text is much longer than the old one.
    #[error("the text is more than three times as long as the sentence and 200 characters")]
    TooLong,
    /// A row would get more or fewer cells than the table has columns.
    #[error("the row has {0} cells and the table {1} columns")]
    Cells(usize, usize),
    /// The sentence cites, and the text does not.
    #[error("it has no citation, and the sentence cites source {}", .0.0)]
    DropsCitation(SourceNumber),
    /// The text cites a source that the article does not cite.
    #[error("the article does not cite {0}")]
    UnknownSource(String),
    /// The text lacks a link of the sentence.
    #[error("a link of the sentence is missing")]
    DropsLink,
    /// The text has a figure that is neither in the sentence nor in a source that the text cites.
    #[error("no source that the text cites gives {0}")]
    UnsupportedFigure(String),
    /// A section or an answer would have no sentence left, or a table no row.
    #[error("nothing would be left of the section, the table or the answer")]
    EmptiesSection,
    /// A section would lose its only citation, or the article its only citation of a source.
    #[error("it is the only citation of the section or of the source")]
    OnlyCitation,
    /// The new text below a heading cites nothing, although the old one did.
    #[error("it cites no source, and the text that it replaces does")]
    DropsCitations,
    /// Without the old text below a heading, the article would lose its only citation of a source.
    #[error("it drops the article's only citation of source {}", .0.0)]
    DropsSource(SourceNumber),
    /// More than a fifth of the words of the article would be deleted.
    #[error("more than a fifth of the article would go")]
    TooMuchDeleted,
    /// The text below the heading is rewritten as a whole.
    #[error("its section is rewritten")]
    Rewritten,
}

/// Makes the permitted changes, based on the figures of the passages.
///
/// A rewrite needs a known place and a text. It must cite a source if the old text did, and every source must
/// stay cited somewhere. A replacement must cite a source if its sentence does, and keeps its links. A new
/// figure must be in a source that the new text cites, or be calculated. Edits that are refused because of a
/// lost citation are retried after the others, which may cite the source.
#[must_use]
pub fn apply(article: &Article, revision: &Revision, passages: &[Passage]) -> Applied {
    let given = PassageFigures::of(passages, article.language);
    let Rewriting { article: revised, places: rewritten, mut refused } =
        rewriting::rewrite(article, &revision.rewrites, &given);
    let mut taken = Vec::new();
    let mut edited = EditedArticle::new(&revised, ArticleMarks::of(article), given);
    let mut later = Vec::new();
    for edit in &revision.edits {
        let place = edit.id.trim().split('/').next().unwrap_or_default();
        if rewritten.iter().any(|known| known == place) {
            refused.push((edit.id.clone(), Refusal::Rewritten));
            continue;
        }
        match edited.take(edit) {
            Ok(edit) => taken.push(edit),
            Err(Refusal::OnlyCitation) => later.push(edit),
            Err(refusal) => refused.push((edit.id.clone(), refusal)),
        }
    }
    for edit in later {
        match edited.take(edit) {
            Ok(edit) => taken.push(edit),
            Err(refusal) => refused.push((edit.id.clone(), refusal)),
        }
    }
    Applied { article: edited.edited(&revised), taken, rewritten, refused }
}

/// The text below a heading, or the introduction.
fn blocks_below<'a>(article: &'a mut Article, place: &str) -> Option<&'a mut Vec<Block>> {
    fn find<'a>(sections: &'a mut [Section], id: &str) -> Option<&'a mut Vec<Block>> {
        sections.iter_mut().find_map(|section| {
            if section.id.as_str() == id {
                Some(&mut section.blocks)
            } else {
                find(&mut section.children, id)
            }
        })
    }
    if place == INTRODUCTION { Some(&mut article.introduction) } else { find(&mut article.sections, place) }
}

/// Whether a finding's place, such as `2.1` or `introduction`, is in a place of a revision, such as `2` or `intro`.
#[must_use]
pub fn is_within(found: &str, place: &str) -> bool {
    match found.strip_prefix(place) {
        Some(rest) => rest.is_empty() || rest.starts_with('.') || place == INTRODUCTION,
        None => false,
    }
}
