//! Cuts a page into passages.
//!
//! A heading stays with its text as the passage's path, a term with its description, code with the sentence
//! that introduces it. Long texts are cut between sentences. The sentence before a pronoun at the start of a
//! passage is repeated.

mod blocks;
mod split;

use domain::articles::passages::{Passage, PassageId, PassageKind};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use seo::page::Page;

use blocks::{Unit, units};

/// The longest passage, in characters. A longer single line stays whole.
const LONGEST: usize = 800;
/// Adjacent passages join until they have as many characters.
const SHORTEST: usize = 300;
/// Definitions up to this length join too.
const SHORT_DEFINITION: usize = 60;
/// Passages with fewer words have no meaning of their own.
const FEWEST_WORDS: u32 = 3;
/// The most passages of one page.
const MOST: usize = 2_000;

/// The passages of a page in order. Their ids are all 0.
#[must_use]
pub fn cut(page: &Page, source: SourceNumber, language: Language) -> Vec<Passage> {
    let title = page.title.clone().unwrap_or_else(|| page.url.clone());
    let mut passages: Vec<Passage> = Vec::new();
    for unit in joined(units(&page.content)) {
        let Unit { path, kind, .. } = &unit;
        for text in split::pieces(&unit, language) {
            if seo::words::count(&text) < FEWEST_WORDS || passages.len() >= MOST {
                continue;
            }
            passages.push(Passage {
                id: PassageId(0),
                source,
                also_in: Vec::new(),
                title: title.clone(),
                path: path.clone(),
                kind: *kind,
                text,
                order: u32::try_from(passages.len()).unwrap_or(u32::MAX),
            });
        }
    }
    passages
}

/// Joins units with short neighbours of the same place and kind.
fn joined(units: Vec<Unit>) -> Vec<Unit> {
    let mut joined: Vec<Unit> = Vec::new();
    for unit in units {
        match joined.last_mut() {
            Some(last) if last.takes(&unit) => last.append(unit),
            _ => joined.push(unit),
        }
    }
    joined
}

impl Unit {
    /// Whether the next unit joins this one.
    fn takes(&self, next: &Self) -> bool {
        let together = self.length() + next.length();
        match (self.kind, next.kind) {
            _ if next.continues => true,
            (PassageKind::Paragraph, PassageKind::Paragraph) => {
                self.path == next.path && self.length() < SHORTEST && together <= LONGEST
            }
            (PassageKind::Paragraph, PassageKind::Code) => self.path == next.path,
            // A paragraph that ends with a colon introduces the next unit; so does a short one.
            (PassageKind::Paragraph, PassageKind::List | PassageKind::Table) => {
                self.path == next.path && (self.introduces() || together <= SHORTEST)
            }
            (PassageKind::Definition, PassageKind::Definition) => {
                self.parent() == next.parent()
                    && self.length() < SHORT_DEFINITION
                    && next.length() < SHORT_DEFINITION
            }
            _ => false,
        }
    }

    /// Appends the next unit.
    fn append(&mut self, next: Self) {
        if self.kind == PassageKind::Definition && next.kind == PassageKind::Definition && !next.continues {
            self.path.truncate(self.path.len().saturating_sub(1));
            self.kind = PassageKind::List;
        } else if self.kind == PassageKind::Paragraph {
            self.kind = next.kind;
        }
        self.lines.extend(next.lines);
    }

    /// The headings above the term.
    fn parent(&self) -> &[String] {
        self.path.split_last().map_or(&[], |(_, above)| above)
    }

    fn introduces(&self) -> bool {
        self.lines.last().is_some_and(|line| line.text.trim_end().ends_with(':'))
    }
}

#[cfg(test)]
mod tests;
