//! Builds the article from the plan: blocks with their citations, sections with their levels, and the parts
//! that are left out.

use std::ops::Range;

use domain::articles::document::{Article, Block, Faq, FaqItem, Section, Span, Text};
use domain::articles::outline::{Outline, PlannedSection, SectionId};
use domain::articles::record::{UnusedPassage, UnusedReason};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::differences::{Difference, Statement};
use crate::plan::{Part, Plan};
use crate::spans::words_of;
use crate::terms::sequence;

/// The introduction, sections and questions of an article.
pub(crate) fn article(plan: &Plan<'_>, differences: &[Difference]) -> Article {
    let mut article = Article::empty(plan.library.language);
    let mut flat: Vec<(u8, Section)> = Vec::new();
    let notes = notes(plan, differences);
    for part in &plan.parts {
        let blocks = blocks(plan, part, &notes);
        match part.heading.clone() {
            None => article.introduction = blocks,
            Some(heading) => {
                flat.push((
                    part.level,
                    Section { id: SectionId::top(1), heading, blocks, children: Vec::new() },
                ));
            }
        }
    }
    article.sections = nested(flat);
    number(&mut article.sections, None);
    let items: Vec<FaqItem> =
        plan.answers.iter().filter_map(|(question, passage)| item(plan, question, *passage)).collect();
    let vietnamese = plan.library.language == Language::VIETNAMESE;
    let usual = if vietnamese { "Câu hỏi thường gặp" } else { "Frequently asked questions" };
    let heading = plan.faq_heading.clone().unwrap_or_else(|| usual.to_owned());
    article.faq = (!items.is_empty()).then_some(Faq { heading, items });
    article
}

/// Nests sections into a tree without empty sections and without gaps in the levels.
fn nested(mut flat: Vec<(u8, Section)>) -> Vec<Section> {
    // Starts from the end, so that each section knows whether anything stands below it.
    let mut below = 0;
    for at in (0..flat.len()).rev() {
        if flat[at].1.blocks.is_empty() && below <= flat[at].0 {
            flat.remove(at);
        } else {
            below = flat[at].0;
        }
    }
    let mut path: Vec<u8> = Vec::new();
    let mut depths = Vec::with_capacity(flat.len());
    for (level, _) in &flat {
        path.retain(|above| above < level);
        depths.push(path.len().min(2));
        path.push(*level);
    }
    let mut open: [Vec<Section>; 4] = Default::default();
    for ((_, mut section), depth) in flat.into_iter().zip(depths).rev() {
        section.children = std::mem::take(&mut open[depth + 1]);
        open[depth].insert(0, section);
    }
    std::mem::take(&mut open[0])
}

/// Numbers the sections, on at most three levels.
fn number(sections: &mut [Section], parent: Option<&SectionId>) {
    for (index, section) in (1..).zip(sections) {
        section.id = parent.map_or_else(|| SectionId::top(index), |parent| parent.child(index));
        let id = section.id.clone();
        number(&mut section.children, Some(&id));
    }
}

/// The texts that support a passage, its own first. A single text needs no citations.
fn sources(plan: &Plan<'_>, passage: usize) -> Vec<SourceNumber> {
    let others = plan.same.cited.get(&passage).into_iter().flatten().copied();
    let all = std::iter::once(plan.library.source(passage)).chain(others);
    all.filter(|_| plan.library.notes.len() > 1).collect()
}

/// The blocks that show the differences, by the passage that they stand behind: the first one with one of the
/// figures, in the backbone if that has one.
fn notes(plan: &Plan<'_>, differences: &[Difference]) -> FxHashMap<usize, Vec<Block>> {
    let placed: FxHashSet<usize> = plan.parts.iter().flat_map(|part| part.passages.iter().copied()).collect();
    let mut notes: FxHashMap<usize, Vec<Block>> = FxHashMap::default();
    for difference in differences {
        if let Some(first) = difference.passages.iter().find(|passage| placed.contains(passage)) {
            notes.entry(*first).or_default().extend(note(difference, plan.library.language));
        }
    }
    notes
}

/// The blocks of a part. Each run of blocks with the same sources cites them once, at its end; a quotation
/// names its source itself. First-person passages, and the passages between them in a story that joins, become
/// quotations, so that the reader knows who speaks. A note stands behind its passage and those that lean on it.
fn blocks(plan: &Plan<'_>, part: &Part, notes: &FxHashMap<usize, Vec<Block>>) -> Vec<Block> {
    let library = plan.library;
    // A backbone that tells a story is the voice of the article.
    let quotes_own = library.notes.len() > 1 && !library.notes[plan.backbone].personal;
    let mut all: Vec<(Block, Vec<SourceNumber>)> = Vec::new();
    let mut waiting: Vec<Block> = Vec::new();
    for (at, passage) in part.passages.iter().enumerate() {
        let it = &library.passages[*passage];
        let story = library.notes[it.note].personal && library.sections[it.section].narrates;
        let guest = it.note != plan.backbone;
        let quoted = (guest && story) || (it.first_person && (guest || quotes_own));
        let source = library.source(*passage);
        // The introduction of a list stays with it.
        let alone = quoted && it.blocks.iter().all(|block| matches!(block, Block::Paragraph(_)));
        all.extend(it.blocks.iter().map(|block| match block.clone() {
            Block::Paragraph(text) if alone => (Block::Quote { text, source }, sources(plan, *passage)),
            block => (block, sources(plan, *passage)),
        }));
        waiting.extend(notes.get(passage).into_iter().flatten().cloned());
        let goes_on = |next: &usize| library.passages[*next].leans && library.passages[*next].note == it.note;
        if !part.passages.get(at + 1).is_some_and(goes_on) {
            all.extend(waiting.drain(..).map(|block| (block, Vec::new())));
        }
    }
    let mut run = 0;
    for at in 0..all.len() {
        let cited = all[at].1.clone();
        let same = |(block, next): &(Block, _)| !matches!(block, Block::Quote { .. }) && *next == cited;
        let goes_on = all.get(at + 1).is_some_and(same);
        if let Block::Quote { text, source } = &mut all[at].0 {
            text.extend(cited.into_iter().filter(|other| other != source).map(Span::Citation));
            run = at + 1;
        } else if !goes_on {
            let text = all[run..=at].iter_mut().rev().find_map(|(block, _)| citable(block));
            if let Some(text) = text {
                text.extend(cited.iter().copied().map(Span::Citation));
            }
            run = at + 1;
        }
    }
    all.into_iter().map(|(block, _)| block).collect()
}

/// The text of a block that a citation can follow.
fn citable(block: &mut Block) -> Option<&mut Text> {
    match block {
        Block::Paragraph(text) | Block::Callout { text, .. } => Some(text),
        Block::List { items, .. } => items.last_mut(),
        // A mark behind a figure would read as an exponent.
        Block::Table { columns, .. } => columns.first_mut(),
        Block::Quote { .. } | Block::Code { .. } => None,
    }
}

/// A paragraph and a list that show a difference: the statement of each text, with its figure marked.
fn note(difference: &Difference, language: Language) -> [Block; 2] {
    let vietnamese = language == Language::VIETNAMESE;
    let lead = if vietnamese { "Các nguồn không thống nhất:" } else { "Sources differ:" };
    let items = difference.statements.iter().map(quotation).collect();
    [Block::Paragraph(vec![Span::Strong(lead.to_owned())]), Block::List { ordered: false, items }]
}

fn quotation(statement: &Statement) -> Text {
    let (open, close) = if statement.is_row { ("", "") } else { ("“", "”") };
    let inner = |range: Range<usize>| statement.text[range].replace('“', "‘").replace('”', "’");
    let mut figures = statement.figures.clone();
    figures.sort_unstable_by_key(|figure| figure.start);
    let (mut text, mut plain, mut end) = (Text::new(), open.to_owned(), 0);
    for figure in figures.into_iter().filter(|figure| !figure.is_empty()) {
        if figure.start < end {
            continue;
        }
        plain.push_str(&inner(end..figure.start));
        text.extend([Span::Plain(std::mem::take(&mut plain)), Span::Strong(inner(figure.clone()))]);
        end = figure.end;
    }
    plain.push_str(&inner(end..statement.text.len()));
    plain.push_str(close);
    text.extend([Span::Plain(plain), Span::Citation(statement.source)]);
    text.retain(|span| matches!(span, Span::Citation(_)) || !span.words().is_empty());
    text
}

fn item(plan: &Plan<'_>, question: &str, passage: usize) -> Option<FaqItem> {
    let Block::Paragraph(text) = plan.library.passages[passage].blocks.first()? else { return None };
    let cited = sources(plan, passage).into_iter().map(Span::Citation);
    Some(FaqItem { question: question.to_owned(), answer: text.iter().cloned().chain(cited).collect() })
}

/// The headings of the article with the words below them.
pub(crate) fn outline(article: &Article) -> Outline {
    let items = || article.faq.iter().flat_map(|faq| &faq.items);
    let answers: Vec<Block> = items().map(|item| Block::Paragraph(item.answer.clone())).collect();
    Outline {
        title: article.title.clone(),
        introduction_words: count(&article.introduction),
        sections: article.sections.iter().map(planned).collect(),
        questions: items().map(|item| item.question.clone()).collect(),
        question_words: count(&answers),

        ..Outline::default()
    }
}

fn planned(section: &Section) -> PlannedSection {
    let (words, children) = (count(&section.blocks), section.children.iter().map(planned).collect());
    let (id, heading) = (section.id.clone(), section.heading.clone());
    PlannedSection::new(id, heading, words, children)
}

fn count(blocks: &[Block]) -> u32 {
    blocks.iter().map(|block| seo::words::count(&words_of(block))).sum()
}

/// All parts of the notes that the article leaves out, text by text.
pub(crate) fn unused(plan: &Plan<'_>, article: &Article) -> Vec<UnusedPassage> {
    let library = plan.library;
    let merged = plan.same.merged.keys().map(|passage| (*passage, UnusedReason::SameAsAnother));
    let reasons: FxHashMap<usize, UnusedReason> = merged.chain(plan.left.iter().copied()).collect();
    let sections = article.flattened();
    let headings = sections.iter().map(|(_, section)| &section.heading).chain([&article.title]);
    let faq =
        article.faq.iter().flat_map(|faq| faq.items.iter().map(|item| &item.question).chain([&faq.heading]));
    let shown: FxHashSet<Vec<String>> = headings.chain(faq).map(|heading| sequence(heading)).collect();
    let mut unused = Vec::new();
    for note in &library.notes {
        let mut leave = |text: &String, reason| {
            if !shown.contains(&sequence(text)) {
                unused.push(UnusedPassage { source: note.number, heading: None, text: text.clone(), reason });
            }
        };
        note.own_title.iter().chain(&note.title).for_each(|title| leave(title, UnusedReason::Heading));
        for section in note.sections.clone() {
            let all = library.subtree(section).flat_map(|it| library.sections[it].passages.clone());
            let all: Vec<Option<&UnusedReason>> = all.map(|passage| reasons.get(&passage)).collect();
            let reason = match all.first() {
                None => UnusedReason::NoContent,
                Some(Some(reason)) if all.iter().all(Option::is_some) => **reason,
                _ => UnusedReason::Heading,
            };
            library.sections[section].heading.iter().for_each(|heading| leave(heading, reason));
        }
    }
    let mut passages: Vec<(usize, UnusedReason)> = reasons.into_iter().collect();
    passages.sort_by_key(|(passage, _)| *passage);
    unused.extend(passages.into_iter().map(|(passage, reason)| library.unused(passage, reason)));
    unused.extend(plan.same.steps.iter().chain(&library.left).filter(|left| !left.text.is_empty()).cloned());
    unused
}
