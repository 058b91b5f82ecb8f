//! The outline of an article.

use serde::{Deserialize, Serialize};

use super::brief::SectionForm;
use super::passages::PassageId;

/// Headings with budgets. Introduction, questions and conclusion have budgets of their own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outline {
    pub title: String,
    /// What the article says in one sentence.
    #[serde(default)]
    pub thesis: String,
    /// What the reader can do or decide afterwards.
    #[serde(default)]
    pub takeaway: String,
    /// Words of the introduction.
    pub introduction_words: u32,
    /// Sections of the second level, in order.
    pub sections: Vec<PlannedSection>,
    pub questions: Vec<String>,
    /// Words of all answers.
    pub question_words: u32,
    /// Words of the conclusion.
    pub conclusion_words: u32,
    /// What the images show, the one below the title first. There may be fewer than the customer requested.
    #[serde(default)]
    pub images: Vec<PlannedImage>,
    /// What was changed in the proposal, and why, in words for the customer.
    #[serde(default)]
    pub changes: Vec<String>,
}

/// An image to make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedImage {
    /// What it shows, in words for the engine that draws it.
    pub subject: String,
    /// What it shows, in words for readers who do not see it.
    pub alt: String,
    /// The section that it belongs to; `None` for the image below the title.
    pub section: Option<SectionId>,
}

/// A section to be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedSection {
    /// Its place, such as `2` or `2.1`: stable while the article exists.
    pub id: SectionId,
    pub heading: String,
    /// What the reader gets from it.
    #[serde(default)]
    pub purpose: String,
    /// The form that the section should have.
    #[serde(default)]
    pub form: SectionForm,
    /// The points that it makes.
    pub points: Vec<String>,
    /// Ideas and instructions of the customer that only this section covers.
    #[serde(default)]
    pub owns: Vec<String>,
    /// Passages that may support it, best first. A passage may support two sections.
    pub evidence: Vec<PassageId>,
    /// Words of its own text, without sections below it.
    pub words: u32,
    pub children: Vec<Self>,
}

/// A section's place in the outline, such as `2.1`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SectionId(String);

impl SectionId {
    /// The place of the `index`th section (from 1) of the second level.
    #[must_use]
    pub fn top(index: usize) -> Self {
        Self(index.to_string())
    }

    /// The place of the `index`th section (from 1) below this one.
    #[must_use]
    pub fn child(&self, index: usize) -> Self {
        Self(format!("{}.{index}", self.0))
    }

    /// The place as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Reads a place, such as `2.1`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let numbers = || text.split('.');
        let sane = numbers().count() <= 3
            && numbers().all(|part| part.len() <= 3 && part.parse::<u16>().is_ok_and(|number| number > 0));
        sane.then(|| Self(text.to_owned()))
    }
}

impl std::fmt::Display for SectionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl PlannedSection {
    /// A section of which only the heading, the length and the sections below it are known.
    #[must_use]
    pub const fn new(id: SectionId, heading: String, words: u32, children: Vec<Self>) -> Self {
        Self {
            id,
            heading,
            purpose: String::new(),
            form: SectionForm::Prose,
            points: Vec::new(),
            owns: Vec::new(),
            evidence: Vec::new(),
            words,
            children,
        }
    }

    /// The planned words with those of the sections below it.
    #[must_use]
    pub fn all_words(&self) -> u32 {
        self.words + self.children.iter().map(Self::all_words).sum::<u32>()
    }

    /// How many headings it has, its own included.
    #[must_use]
    pub fn headings(&self) -> usize {
        1 + self.children.iter().map(Self::headings).sum::<usize>()
    }
}

impl Outline {
    /// A section of the second level.
    #[must_use]
    pub fn section(&self, id: &SectionId) -> Option<&PlannedSection> {
        self.sections.iter().find(|section| section.id == *id)
    }

    /// Every section with its level (2 to 4), in reading order.
    #[must_use]
    pub fn flattened(&self) -> Vec<(u8, &PlannedSection)> {
        let mut all = Vec::new();
        for section in &self.sections {
            collect(section, 2, &mut all);
        }
        all
    }

    /// The words of everything together.
    #[must_use]
    pub fn words(&self) -> u32 {
        let body: u32 = self.flattened().iter().map(|(_, section)| section.words).sum();
        self.introduction_words + body + self.question_words + self.conclusion_words
    }
}

fn collect<'a>(section: &'a PlannedSection, level: u8, all: &mut Vec<(u8, &'a PlannedSection)>) {
    all.push((level, section));
    for child in &section.children {
        collect(child, level + 1, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_back_and_nonsense_is_refused() {
        let place = SectionId::top(2).child(1);
        assert_eq!(SectionId::parse("2.1"), Some(place));
        for text in ["", "0", "1.", ".1", "1.2.3.4", "1.x", "-1", "9999"] {
            assert_eq!(SectionId::parse(text), None, "{text}");
        }
    }
}
