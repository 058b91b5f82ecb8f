//! Parses the replies of models. No reply is trusted: sizes are limited, invisible characters are removed,
//! marks with unknown names are dropped, and no URL is taken from a model.

mod article;
mod blocks;
mod code;
mod first_draft;
mod grades;
mod inline;
mod markdown;
mod revision;
mod second_draft;
mod wire;

use std::collections::HashMap;

use domain::articles::brief::SectionForm;
use domain::articles::document::{Block, Faq, FaqItem, Section};
use domain::articles::order::InternalLink;
use domain::articles::outline::PlannedSection;
use domain::articles::passages::{Passage, PassageId};
use domain::articles::research::{Research, SourceNumber};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use crate::planning::{ProposedImage, ProposedOutline, ProposedSection};
pub use first_draft::{FirstDraft, first_draft};
pub use grades::grades;
pub use inline::text;
pub(crate) use inline::{Names, cited, is_invisible, named_text, visible, without_code};
pub use revision::revision;
pub use second_draft::second_draft;

/// The longest reply that is parsed, in bytes.
const LONGEST_REPLY: usize = 512 * 1024;
/// The most sections of one level, points and questions.
const MOST_ENTRIES: usize = 40;
/// The deepest level of a proposed outline that is parsed.
const DEEPEST: usize = 4;
/// The longest line such as a heading, a question or a description, in characters.
const LONGEST_LINE: usize = 600;

/// Why a reply cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// It is longer than any requested reply.
    #[error("the answer is longer than {LONGEST_REPLY} bytes")]
    TooLong,
    /// It is no JSON.
    #[error("the answer is not JSON: {0}")]
    NotJson(String),
    /// It is JSON, but not of the requested form.
    #[error("the answer is JSON of another form than requested: {0}")]
    Form(String),
    /// It has no content.
    #[error("the answer has no text")]
    Empty,
    /// It has far more words than requested.
    #[error("the answer has {words} words, and about {wanted} are wanted")]
    FarTooLong {
        /// The number of words.
        words: u32,
        /// The requested number of words.
        wanted: u32,
    },
}

/// The passages, sources and links that marks in a reply may name.
#[derive(Debug, Clone, Default)]
pub struct Marks<'a> {
    passages: HashMap<u32, &'a Passage>,
    sources: Vec<SourceNumber>,
    links: &'a [InternalLink],
}

impl<'a> Marks<'a> {
    /// All passages, sources and links.
    #[must_use]
    pub fn all(research: &'a Research, links: &'a [InternalLink]) -> Self {
        Self {
            passages: research.passages.iter().map(|passage| (passage.id.0, passage)).collect(),
            sources: research.sources.iter().map(|source| source.number).collect(),
            links,
        }
    }

    /// The passages that sections rest on.
    #[must_use]
    pub fn of_sections(
        sections: &[PlannedSection],
        research: &'a Research,
        links: &'a [InternalLink],
    ) -> Self {
        let mut marks = Self::all(research, links);
        let shown = |id: u32| sections.iter().any(|section| section.evidence.contains(&PassageId(id)));
        marks.passages.retain(|id, _| shown(*id));
        marks
    }

    /// The source of a passage in the prompt.
    fn of_passage(&self, number: u32) -> Option<SourceNumber> {
        self.passages.get(&number).map(|passage| passage.source)
    }

    /// A source that the text cited already.
    fn cited(&self, number: u32) -> Option<SourceNumber> {
        self.sources.iter().copied().find(|source| source.0 == number)
    }

    /// The page that a link mark names, counted from 1.
    fn page(&self, number: u32) -> Option<&'a InternalLink> {
        self.links.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }
}

/// The parts around the body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The text before the first heading.
    pub introduction: Vec<Block>,
    /// The heading of the last section.
    pub conclusion_heading: String,
    /// The text of the last section.
    pub conclusion: Vec<Block>,
}

/// The metadata of an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels {
    pub title: String,
    /// The title for results pages.
    pub meta_title: String,
    /// The description for results pages.
    pub meta_description: String,
    /// The excerpt, two sentences for lists.
    pub excerpt: String,
}

/// Parses a proposed outline.
pub fn outline(reply: &str) -> Result<ProposedOutline, ReplyError> {
    let wire: wire::Outline = read(reply)?;
    let sections = proposed(wire.sections, 2);
    if sections.is_empty() {
        return Err(ReplyError::Empty);
    }
    let questions = wire.questions.iter().take(MOST_ENTRIES).map(|question| line(question));
    Ok(ProposedOutline {
        title: line(&wire.title),
        thesis: line(&wire.thesis),
        takeaway: line(&wire.takeaway),
        sections,
        questions: questions.collect(),
        images: images(&wire.images),
    })
}

fn images(proposed: &[wire::ProposedImage]) -> Vec<ProposedImage> {
    let image = |image: &wire::ProposedImage| ProposedImage {
        section: usize::try_from(image.section).unwrap_or(0),
        subject: line(&image.subject),
        alt: line(&image.alt),
    };
    proposed.iter().take(MOST_ENTRIES).map(image).collect()
}

fn proposed(sections: Vec<wire::ProposedSection>, level: usize) -> Vec<ProposedSection> {
    if level > DEEPEST {
        return Vec::new();
    }
    let section = |section: wire::ProposedSection| ProposedSection {
        heading: line(&section.heading),
        purpose: line(&section.purpose),
        form: form(&section.form),
        words: section.words.as_u64().and_then(|words| u32::try_from(words).ok()).unwrap_or(0),
        points: section.points.iter().take(MOST_ENTRIES).map(|point| line(point)).collect(),
        owns: section.owns.iter().take(MOST_ENTRIES).map(|owned| line(owned)).collect(),
        evidence: section.evidence.iter().take(MOST_ENTRIES).filter_map(|mark| passage(mark)).collect(),
        children: proposed(section.children, level + 1),
    };
    sections.into_iter().take(MOST_ENTRIES).map(section).collect()
}

/// The form with this name; paragraphs if there is none.
fn form(name: &str) -> SectionForm {
    SectionForm::ALL.into_iter().find(|form| form.as_str() == name.trim()).unwrap_or_default()
}

/// The passage that `E12` or `[E12]` names.
fn passage(mark: &str) -> Option<PassageId> {
    let digits = mark.trim().trim_matches(['[', ']']).strip_prefix(['E', 'e'])?;
    digits.parse().ok().map(PassageId)
}

/// Parses a section with its subsections.
pub fn section(reply: &str, planned: &PlannedSection, marks: &Marks<'_>) -> Result<Section, ReplyError> {
    body(reply, std::slice::from_ref(planned), marks)?.pop().ok_or(ReplyError::Empty)
}

/// Parses sections with their subsections. Parts that name no planned section belong to the planned one at
/// their position, or to the last.
fn body(reply: &str, planned: &[PlannedSection], marks: &Marks<'_>) -> Result<Vec<Section>, ReplyError> {
    let wire: wire::Parts = read(reply)?;
    let mut places = Vec::new();
    for section in planned {
        ids(section, &mut places);
    }
    let mut texts: HashMap<String, Vec<Block>> = HashMap::new();
    for (position, part) in wire.parts.into_iter().take(MOST_ENTRIES).enumerate() {
        let named = places.iter().find(|id| **id == part.section.trim());
        let Some(id) = named.or_else(|| places.get(position)).or_else(|| places.last()) else { continue };
        texts.entry(id.clone()).or_default().extend(blocks::blocks(part.blocks, marks));
    }
    let sections: Vec<Section> = planned.iter().map(|section| filled(section, &mut texts)).collect();
    match sections.iter().find(|section| !has_text(section)) {
        None => Ok(sections),
        Some(_) if sections.len() == 1 => Err(ReplyError::Empty),
        Some(empty) => Err(ReplyError::Form(format!("section {} has no text", empty.id))),
    }
}

fn ids(section: &PlannedSection, found: &mut Vec<String>) {
    found.push(section.id.to_string());
    section.children.iter().for_each(|child| ids(child, found));
}

fn filled(planned: &PlannedSection, texts: &mut HashMap<String, Vec<Block>>) -> Section {
    Section {
        id: planned.id.clone(),
        heading: planned.heading.clone(),
        blocks: texts.remove(planned.id.as_str()).unwrap_or_default(),
        children: planned.children.iter().map(|child| filled(child, texts)).filter(has_text).collect(),
    }
}

fn has_text(section: &Section) -> bool {
    !section.blocks.is_empty() || section.children.iter().any(has_text)
}

/// Parses introduction and conclusion.
pub fn opening(reply: &str, marks: &Marks<'_>) -> Result<Opening, ReplyError> {
    let wire: wire::Opening = read(reply)?;
    let introduction = blocks::paragraphs(&wire.introduction, marks);
    let conclusion = blocks::paragraphs(&wire.conclusion, marks);
    if introduction.is_empty() || conclusion.is_empty() {
        return Err(ReplyError::Empty);
    }
    Ok(Opening { introduction, conclusion_heading: line(&wire.conclusion_heading), conclusion })
}

/// Parses questions with answers. Those without an answer are left out.
pub fn questions(reply: &str, marks: &Marks<'_>) -> Result<Faq, ReplyError> {
    let wire: wire::Questions = read(reply)?;
    let item = |item: wire::Question| FaqItem {
        question: line(&item.question),
        answer: inline::text(&item.answer, marks),
    };
    let items = wire.items.into_iter().take(MOST_ENTRIES).map(item);
    let answered = |item: &FaqItem| {
        let words = item.answer.iter().any(|span| !span.words().trim().is_empty());
        !item.question.is_empty() && words
    };
    let items: Vec<FaqItem> = items.filter(answered).collect();
    if items.is_empty() {
        return Err(ReplyError::Empty);
    }
    Ok(Faq { heading: line(&wire.heading), items })
}

/// Parses the metadata of an article.
pub fn labels(reply: &str) -> Result<Labels, ReplyError> {
    let wire: wire::Labels = read(reply)?;
    let labels = Labels {
        title: line(&wire.title),
        meta_title: line(&wire.meta_title),
        meta_description: line(&wire.meta_description),
        excerpt: line(&wire.excerpt),
    };
    if labels.title.is_empty() || labels.meta_description.is_empty() {
        Err(ReplyError::Empty)
    } else {
        Ok(labels)
    }
}

/// Parses the object in a reply, which may stand between fences or other words.
fn read<T: DeserializeOwned>(reply: &str) -> Result<T, ReplyError> {
    if reply.len() > LONGEST_REPLY {
        return Err(ReplyError::TooLong);
    }
    let Some(start) = reply.find('{') else {
        return Err(ReplyError::NotJson("it has no object".to_owned()));
    };
    let end = reply.rfind('}').map_or(reply.len(), |end| end + 1);
    let object = reply.get(start..end).unwrap_or(&reply[start..]);
    serde_json::from_str(object).map_err(|error| match error.classify() {
        Category::Data => ReplyError::Form(error.to_string()),
        _ => ReplyError::NotJson(error.to_string()),
    })
}

/// One line of words without marks.
fn line(text: &str) -> String {
    let nothing = Marks::default();
    let words: String =
        inline::text(text, &nothing).iter().map(domain::articles::document::Span::words).collect();
    let words = words.trim_start_matches(['#', ' ']).trim();
    words.chars().take(LONGEST_LINE).collect::<String>().trim_end().to_owned()
}

/// Whether a passage contains exactly these words.
fn stands_in(quotation: &str, passage: &Passage) -> bool {
    let words = |text: &str| {
        let normal = seo::words::normalise(text);
        seo::words::split(&normal).map(str::to_owned).collect::<Vec<_>>()
    };
    let (quotation, known) = (words(quotation), words(&passage.text));
    !quotation.is_empty() && known.windows(quotation.len()).any(|run| run == quotation)
}
