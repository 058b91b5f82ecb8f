//! Writes a section with those below it.

use std::sync::atomic::AtomicBool;

use domain::articles::document::{Block, Section, Span};
use domain::articles::order::ArticleOrder;
use domain::articles::outline::{Outline, PlannedSection};
use ports::language_model::LanguageModel;

use crate::corpus;
use crate::error::{DraftError, Part};
use crate::openers::{Openers, angle};
use crate::repetition::{Said, plain};
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
    check(assignment.order)?;
    let topic = Topic::of(&assignment.order.focus_keyword);
    let mut headings = Vec::new();
    collect_headings(assignment.section, &mut headings);
    let said = Said::of(assignment.avoid.iter().map(String::as_str));
    let openers = Openers::of_section(&topic, assignment.outline, &assignment.section.id, assignment.attempt);
    let mut task = Task {
        assignment,
        angle: angle(&topic, &assignment.section.heading),
        writer: Writer::new(model, cancelled, &topic, &headings, said),
        openers,
        title: &assignment.outline.title,
        topic: &topic,
        lists: 0,
    };
    let for_headings: u32 = headings.iter().map(|heading| seo::words::count(heading)).sum();
    let words = assignment.words.saturating_sub(for_headings);
    let written = task.write(assignment.section, &[], words)?;
    let found = self::words(&written);
    if found * 100 < words * LEAST {
        let place = Part::Section(assignment.section.id.clone());
        return Err(DraftError::TooLittle { place, found, wanted: words });
    }
    Ok(written)
}

/// How many words the texts of a section have, with those below it.
pub(crate) fn words(section: &Section) -> u32 {
    let own: u32 =
        section.blocks.iter().flat_map(Block::texts).map(|text| seo::words::count(&plain(text))).sum();
    own + section.children.iter().map(words).sum::<u32>()
}

fn collect_headings<'a>(section: &'a PlannedSection, found: &mut Vec<&'a str>) {
    found.push(&section.heading);
    section.children.iter().for_each(|child| collect_headings(child, found));
}

fn planned_words(section: &PlannedSection) -> u32 {
    section.words + section.children.iter().map(planned_words).sum::<u32>()
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
    lists: u32,
}

impl Task<'_> {
    fn write(&mut self, planned: &PlannedSection, above: &[&str], words: u32) -> Result<Section, DraftError> {
        let all = planned_words(planned).max(1);
        let share = |part: u32| words * part / all;
        let path: Vec<&str> = above.iter().copied().chain([planned.heading.as_str()]).collect();
        let own = if planned.children.is_empty() { words } else { share(planned.words) };
        let blocks = self.blocks(planned, &path, own)?;
        let mut children = Vec::new();
        for child in &planned.children {
            children.push(self.write(child, &path, share(planned_words(child)))?);
        }
        Ok(Section { id: planned.id.clone(), heading: planned.heading.clone(), blocks, children })
    }

    /// The text below one heading. Points that are no headings are treated one after another.
    fn blocks(
        &mut self,
        planned: &PlannedSection,
        path: &[&str],
        words: u32,
    ) -> Result<Vec<Block>, DraftError> {
        let parts = usize::try_from(words / POINT).unwrap_or(1).clamp(1, planned.points.len().max(1));
        let mut blocks = Vec::new();
        let mut left = words;
        for index in 0..parts {
            let point = planned.points.get(index).map(String::as_str).filter(|_| planned.children.is_empty());
            let spot = self.spot(path, point, index);
            let share = left / u32::try_from(parts - index).unwrap_or(1);
            let before = left;
            if share >= WITH_LIST && self.lists == 0 && spot.seed.is_multiple_of(LIST_EVERY) {
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
        let lead_words = seo::words::count(lead);
        let mut above =
            Spot { above: format!("{}{lead}\n\n- ", spot.above), stems: spot.stems.clone(), seed: spot.seed };
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
        self.lists += 1;
        let used = lead_words + count(&items);
        let items = items.into_iter().map(|item| vec![Span::Plain(item)]).collect();
        let lead = Block::Paragraph(vec![Span::Plain(lead.to_owned())]);
        Ok((vec![lead, Block::List { ordered: self.angle == "steps", items }], used))
    }
}
