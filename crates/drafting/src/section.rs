//! Writes a section with those below it, or what it lacks.

use std::sync::atomic::AtomicBool;

use domain::articles::document::{Block, Section, Span};
use domain::articles::order::ArticleOrder;
use domain::articles::outline::{Outline, PlannedSection};
use domain::locale::Language;
use ports::language_model::LanguageModel;

use crate::corpus;
use crate::error::{DraftError, Part};
use crate::openers::{Openers, angle, of_heading};
use crate::repetition::{Said, plain, sentences};
use crate::seed::seed;
use crate::sensitive::check;
use crate::topic::Topic;
use crate::writer::{Spot, Writer, count};

/// Words of a text about one point.
const POINT: u32 = 70;
/// A list comes where there are so many words, and in one of so many texts.
const WITH_LIST: u32 = 80;
const LIST_EVERY: u64 = 3;
/// The fewest and the most items of a list.
const ITEMS: (usize, usize) = (3, 4);
/// An item has so many words at most.
const ITEM: u32 = 24;
/// The least part of the wanted words, in hundredths.
const LEAST: u32 = 10;
/// So much of the wanted words is aimed at, in hundredths: answers take more than their share of short articles.
const AIM: u32 = 97;
/// Fewer missing words than this are not worth a call, and fewer than that no paragraph of their own.
const WORTH_IT: u32 = 12;
const PARAGRAPH: u32 = 36;
/// How often the parts of a section are gone through to find room for what is still missing.
const ROUNDS: u32 = 2;

/// A section that is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Assignment<'a> {
    /// What was ordered.
    pub order: &'a ArticleOrder,
    /// The whole plan.
    pub outline: &'a Outline,
    /// The section of the second level, with those below it.
    pub section: &'a PlannedSection,
    /// How many words, headings and sections below it included.
    pub words: u32,
    /// Which attempt it is, from 0: each gives another text.
    pub attempt: u32,
    /// Sentences that stand elsewhere.
    pub avoid: &'a [String],
}

/// Writes a section. Takes seconds; `cancelled` ends it early.
pub fn section(
    model: &dyn LanguageModel,
    assignment: &Assignment<'_>,
    cancelled: &AtomicBool,
) -> Result<Section, DraftError> {
    let aimed_at = Assignment { words: assignment.words * AIM / 100, ..*assignment };
    let written = completed(model, &aimed_at, empty(assignment.section), cancelled)?;
    let (found, wanted) = (words(&written), for_texts(assignment));
    if found * 100 < wanted * LEAST {
        let place = Part::Section(assignment.section.id.clone());
        return Err(DraftError::TooLittle { place, found, wanted });
    }
    Ok(written)
}

/// A section with what it lacked, as far as something came. Takes seconds; `cancelled` ends it early.
pub fn completed(
    model: &dyn LanguageModel,
    assignment: &Assignment<'_>,
    present: Section,
    cancelled: &AtomicBool,
) -> Result<Section, DraftError> {
    check(assignment.order)?;
    let topic = Topic::of(&assignment.order.focus_keyword);
    let own = sentences(&present);
    let said = Said::of(assignment.avoid.iter().chain(&own).map(String::as_str));
    let mut task = Task {
        assignment,
        angle: angle(&topic, &assignment.section.heading),
        writer: Writer::new(model, cancelled, &topic, &headings(assignment.section), said),
        openers: Openers::of_section(&topic, assignment.outline, &assignment.section.id, assignment.attempt),
        title: &assignment.outline.title,
        topic: &topic,
        has_list: has_list(&present),
    };
    let wanted = for_texts(assignment);
    let mut section = present;
    for _ in 0..ROUNDS {
        task.complete(assignment.section, &mut section, &[], wanted)?;
        if words(&section) + PARAGRAPH > wanted {
            break;
        }
    }
    Ok(section)
}

/// How many words the texts of a section have, with those below it.
pub(crate) fn words(section: &Section) -> u32 {
    own_words(section) + section.children.iter().map(words).sum::<u32>()
}

fn own_words(section: &Section) -> u32 {
    section.blocks.iter().flat_map(Block::texts).map(|text| seo::words::count(&plain(text))).sum()
}

/// The words of an assignment without those of its headings.
fn for_texts(assignment: &Assignment<'_>) -> u32 {
    assignment.words.saturating_sub(heading_words(assignment.section))
}

/// The words of the headings of a section and those below it.
pub(crate) fn heading_words(section: &PlannedSection) -> u32 {
    headings(section).iter().map(|heading| seo::words::count(heading)).sum()
}

fn headings(section: &PlannedSection) -> Vec<&str> {
    std::iter::once(section.heading.as_str()).chain(section.children.iter().flat_map(headings)).collect()
}

/// The planned words of a section and those below it.
pub(crate) fn planned_words(section: &PlannedSection) -> u32 {
    section.words + section.children.iter().map(planned_words).sum::<u32>()
}

fn empty(planned: &PlannedSection) -> Section {
    Section {
        id: planned.id.clone(),
        heading: planned.heading.clone(),
        blocks: Vec::new(),
        children: planned.children.iter().map(empty).collect(),
    }
}

fn has_list(section: &Section) -> bool {
    let own = section.blocks.iter().any(|block| matches!(block, Block::List { .. }));
    own || section.children.iter().any(has_list)
}

/// A paragraph of sentences.
pub(crate) fn block(sentences: &[String]) -> Block {
    Block::Paragraph(vec![Span::Plain(sentences.join(" "))])
}

struct Task<'a> {
    assignment: &'a Assignment<'a>,
    angle: &'static str,
    writer: Writer<'a>,
    openers: Openers,
    title: &'a str,
    topic: &'a Topic,
    has_list: bool,
}

impl Task<'_> {
    /// Writes what a section lacks. What one part falls short of, the next ones get.
    fn complete(
        &mut self,
        planned: &PlannedSection,
        present: &mut Section,
        above: &[&str],
        words: u32,
    ) -> Result<(), DraftError> {
        let path: Vec<&str> = above.iter().copied().chain([planned.heading.as_str()]).collect();
        let mut planned_left = planned_words(planned).max(1);
        let mut left = words;
        let share = |part: u32, left: u32, planned_left: u32| left * part / planned_left.max(1);
        let own = if planned.children.is_empty() { words } else { share(planned.words, left, planned_left) };
        self.add_blocks(planned, present, &path, own)?;
        planned_left = planned_left.saturating_sub(planned.words);
        left = left.saturating_sub(own_words(present));
        for child in &planned.children {
            let Some(below) = present.children.iter_mut().find(|below| below.id == child.id) else {
                continue;
            };
            self.complete(child, below, &path, share(planned_words(child), left, planned_left))?;
            planned_left = planned_left.saturating_sub(planned_words(child));
            left = left.saturating_sub(self::words(below));
        }
        Ok(())
    }

    fn add_blocks(
        &mut self,
        planned: &PlannedSection,
        present: &mut Section,
        path: &[&str],
        words: u32,
    ) -> Result<(), DraftError> {
        let missing = words.saturating_sub(own_words(present));
        if missing < WORTH_IT {
            return Ok(());
        }
        match present.blocks.last_mut() {
            Some(Block::Paragraph(text)) if missing < PARAGRAPH => {
                let before = plain(text);
                let split = prose::sentences::split(&before, Language::ENGLISH);
                let beginning: Vec<String> = split.into_iter().map(str::to_owned).collect();
                let spot = self.spot(path, None, present.blocks.len());
                let wanted = count(&beginning) + missing;
                let most = wanted + WORTH_IT;
                let more = self.writer.paragraph(&spot, &mut self.openers, wanted, most, &beginning)?;
                if !more.is_empty() {
                    present.blocks.pop();
                    present.blocks.push(block(&[beginning, more].concat()));
                }
            }
            _ => {
                let first = present.blocks.len();
                present.blocks.extend(self.blocks(planned, path, missing, first)?);
            }
        }
        Ok(())
    }

    /// More text below one heading. Points that are no headings are treated one after another.
    fn blocks(
        &mut self,
        planned: &PlannedSection,
        path: &[&str],
        words: u32,
        first: usize,
    ) -> Result<Vec<Block>, DraftError> {
        let parts = usize::try_from(words / POINT).unwrap_or(1).clamp(1, planned.points.len().max(1));
        let mut blocks = Vec::new();
        let mut left = words;
        for index in 0..parts {
            let point = planned.points.get(index).map(String::as_str).filter(|_| planned.children.is_empty());
            let spot = self.spot(path, point, first + index);
            let heading = point.or(path.last().copied()).unwrap_or_default();
            self.openers.put_first(of_heading(self.topic, self.angle, heading, spot.seed));
            let share = left / u32::try_from(parts - index).unwrap_or(1);
            let before = left;
            if share >= WITH_LIST && !self.has_list && spot.seed.is_multiple_of(LIST_EVERY) {
                let (list, used) = self.list(&spot, share)?;
                blocks.extend(list);
                left = left.saturating_sub(used);
            }
            let rest = share.saturating_sub(before - left);
            for paragraph in self.writer.paragraphs(&spot, &mut self.openers, rest)? {
                left = left.saturating_sub(count(&paragraph));
                blocks.push(block(&paragraph));
            }
        }
        Ok(blocks)
    }

    fn spot(&self, path: &[&str], point: Option<&str>, index: usize) -> Spot {
        let (attempt, part) = (self.assignment.attempt.to_string(), index.to_string());
        let heading = path.last().copied().unwrap_or_default();
        let parts = [self.topic.keyword.as_str(), heading, attempt.as_str(), part.as_str()];
        Spot::below(self.title, path.iter().copied().chain(point), self.topic, seed(&parts))
    }

    /// A list with the sentence before it, and its words; nothing if too few items came.
    fn list(&mut self, spot: &Spot, words: u32) -> Result<(Vec<Block>, u32), DraftError> {
        let fresh = corpus::list_about(self.angle).filter(|(lead, _)| !self.writer.has_said(lead));
        let Some((lead, verbs)) = fresh else { return Ok((Vec::new(), 0)) };
        // Where one did not come, another would not either.
        self.has_list = true;
        let lead_words = seo::words::count(lead);
        let mut above = Spot {
            above: format!("{}{lead}\n\n- ", spot.above),
            stems: spot.stems.clone(),
            seed: spot.seed,
            begins: false,
        };
        let mut items: Vec<String> = Vec::new();
        for verb in verbs {
            let most = ITEM.min(words.saturating_sub(lead_words + count(&items)));
            if items.len() == ITEMS.1 || most < 8 {
                break;
            }
            if let Some(item) = self.writer.sentence(&above, verb, most)? {
                above.above.extend([item.as_str(), "\n- "]);
                items.push(item);
            }
        }
        if items.len() < ITEMS.0 {
            return Ok((Vec::new(), 0));
        }
        let used = lead_words + count(&items);
        let items = items.into_iter().map(|item| vec![Span::Plain(item)]).collect();
        let lead = Block::Paragraph(vec![Span::Plain(lead.to_owned())]);
        Ok((vec![lead, Block::List { ordered: self.angle == "steps", items }], used))
    }
}
