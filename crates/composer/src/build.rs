//! Makes the article out of the plan: blocks with their citations, sections with their levels, and what is left out.

use domain::articles::document::{Article, Block, Faq, FaqItem, Section, Span, Text};
use domain::articles::outline::{Outline, PlannedSection, SectionId};
use domain::articles::record::{UnusedPassage, UnusedReason};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use rustc_hash::FxHashSet;

use crate::differences::Difference;
use crate::plan::{Part, Plan};
use crate::spans::words_of;
use crate::terms::sequence;

/// The introduction, sections and questions of an article.
pub(crate) fn article(plan: &Plan<'_>, differences: &[Difference]) -> Article {
    let mut article = Article::empty(plan.library.language);
    let mut built: Vec<(u8, Section)> = Vec::new();
    for (at, part) in plan.parts.iter().enumerate() {
        let blocks = blocks(plan, part, differences.iter().filter(|difference| difference.part == at));
        match &part.heading {
            None => article.introduction.extend(blocks),
            Some(heading) => {
                let section =
                    Section { id: SectionId::top(1), heading: heading.clone(), blocks, children: Vec::new() };
                built.push((part.level, section));
            }
        }
    }
    article.sections = nested(built);
    number(&mut article.sections, None);
    article.faq = faq(plan);
    article
}

/// Sections in a tree without empty ones and without gaps in the levels.
fn nested(mut flat: Vec<(u8, Section)>) -> Vec<Section> {
    // From the end, so that a section knows whether anything stands below it.
    let mut below = 0;
    for at in (0..flat.len()).rev() {
        let (level, section) = &flat[at];
        let empty = section.blocks.is_empty() && below <= *level;
        if empty {
            flat.remove(at);
        } else {
            below = *level;
        }
    }
    // A level that nothing stands on is skipped: the section moves up.
    let mut path: Vec<u8> = Vec::new();
    let mut depths = Vec::with_capacity(flat.len());
    for (level, _) in &flat {
        while path.last().is_some_and(|last| last >= level) {
            path.pop();
        }
        depths.push(path.len().min(2));
        path.push(*level);
    }
    let mut open: [Vec<Section>; 4] = Default::default();
    for ((_, mut section), depth) in flat.into_iter().zip(depths).rev() {
        section.children = std::mem::take(&mut open[depth + 1]);
        section.children.reverse();
        open[depth].push(section);
    }
    let [mut top, ..] = open;
    top.reverse();
    top
}

/// Gives sections their places. Articles have three levels of them.
fn number(sections: &mut [Section], parent: Option<&SectionId>) {
    for (index, section) in (1..).zip(sections) {
        section.id = parent.map_or_else(|| SectionId::top(index), |parent| parent.child(index));
        let id = section.id.clone();
        number(&mut section.children, Some(&id));
    }
}

fn blocks<'d>(plan: &Plan<'_>, part: &Part, differences: impl Iterator<Item = &'d Difference>) -> Vec<Block> {
    let library = plan.library;
    let mut blocks: Vec<(Block, Vec<SourceNumber>)> = Vec::new();
    for passage in &part.passages {
        let number = library.source(*passage);
        let others = plan.same.cited.get(passage).cloned().unwrap_or_default();
        let sources: Vec<SourceNumber> = std::iter::once(number).chain(others.iter().copied()).collect();
        let quoted = is_quoted(plan, *passage);
        for block in &library.passages[*passage].blocks {
            let block = match block.clone() {
                Block::Paragraph(text) if quoted => Block::Quote { text, source: number },
                other => other,
            };
            blocks.push((block, sources.clone()));
        }
    }
    let mut cited = if library.notes.len() > 1 { with_citations(blocks) } else { without_sources(blocks) };
    for difference in differences {
        cited.extend(note(difference, library.language));
    }
    cited
}

fn without_sources(blocks: Vec<(Block, Vec<SourceNumber>)>) -> Vec<Block> {
    blocks.into_iter().map(|(block, _)| block).collect()
}

/// First-person passages of other texts, and what stands among them, are quotations: the reader has to know who speaks.
fn is_quoted(plan: &Plan<'_>, passage: usize) -> bool {
    let it = &plan.library.passages[passage];
    let tells = plan.library.notes[it.note].personal && plan.library.sections[it.section].narrates;
    it.note != plan.backbone && (it.first_person || tells)
}

/// Each run of blocks with the same sources cites them once, at its end. A quotation names its source itself.
fn with_citations(blocks: Vec<(Block, Vec<SourceNumber>)>) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::with_capacity(blocks.len());
    let run_ends: Vec<bool> = (0..blocks.len())
        .map(|at| {
            let next = blocks.get(at + 1).filter(|(block, _)| !matches!(block, Block::Quote { .. }));
            next.is_none_or(|(_, sources)| *sources != blocks[at].1)
        })
        .collect();
    // A quotation of the same text right behind it names the source already.
    let named: Vec<bool> = (0..blocks.len())
        .map(|at| match blocks.get(at + 1) {
            Some((Block::Quote { source, .. }, _)) => blocks[at].1[..] == [*source],
            _ => false,
        })
        .collect();
    let mut run = 0;
    for ((block, sources), (ends, named_next)) in blocks.into_iter().zip(run_ends.into_iter().zip(named)) {
        all.push(block);
        if let Some(Block::Quote { text, source }) = all.last_mut() {
            text.extend(
                sources.iter().filter(|other| **other != *source).map(|other| Span::Citation(*other)),
            );
            run = all.len();
        } else if ends && !named_next {
            let text = all[run..].iter_mut().rev().find_map(citable);
            if let Some(text) = text {
                text.extend(sources.into_iter().map(Span::Citation));
            }
            run = all.len();
        }
    }
    all
}

/// The text of a block that a citation can stand behind.
fn citable(block: &mut Block) -> Option<&mut Text> {
    match block {
        Block::Paragraph(text) => Some(text),
        Block::List { items, .. } => items.last_mut(),
        Block::Table { columns, rows, .. } => match rows.last_mut() {
            Some(row) => row.last_mut(),
            None => columns.last_mut(),
        },
        Block::Quote { .. } | Block::Code { .. } => None,
    }
}

/// A paragraph and a list that name a difference.
fn note(difference: &Difference, language: Language) -> [Block; 2] {
    let lead = difference_lead(&difference.thing, language);
    let item = |(sentence, source): &(String, SourceNumber)| {
        vec![Span::Plain(format!("“{}”", inner_quotes(sentence))), Span::Citation(*source)]
    };
    let items = difference.told.iter().map(item).collect();
    [Block::Paragraph(vec![Span::Strong(lead)]), Block::List { ordered: false, items }]
}

/// The sentence that introduces a difference.
pub(crate) fn difference_lead(thing: &str, language: Language) -> String {
    if language == Language::VIETNAMESE {
        format!("Các nguồn không thống nhất về “{thing}”:")
    } else {
        format!("Sources differ on “{thing}”:")
    }
}

fn inner_quotes(sentence: &str) -> String {
    sentence.replace('“', "‘").replace('”', "’")
}

fn faq(plan: &Plan<'_>) -> Option<Faq> {
    let library = plan.library;
    let item = |answer: &crate::plan::Answer| {
        let Block::Paragraph(text) = library.passages[answer.passage].blocks.first()? else { return None };
        let mut text: Text = crate::spans::tidy(text.iter().skip(answer.skip).cloned().collect());
        if library.notes.len() > 1 {
            let others = plan.same.cited.get(&answer.passage).cloned().unwrap_or_default();
            let sources = std::iter::once(library.source(answer.passage)).chain(others);
            text.extend(sources.map(Span::Citation));
        }
        Some(FaqItem { question: answer.question.clone(), answer: text })
    };
    let items: Vec<FaqItem> = plan.answers.iter().filter_map(item).collect();
    let usual = if library.language == Language::VIETNAMESE {
        "Câu hỏi thường gặp"
    } else {
        "Frequently asked questions"
    };
    let heading = plan.faq_heading.clone().unwrap_or_else(|| usual.to_owned());
    (!items.is_empty()).then_some(Faq { heading, items })
}

/// The headings of the article with the words below them.
pub(crate) fn outline(article: &Article) -> Outline {
    let questions: Vec<String> =
        article.faq.iter().flat_map(|faq| &faq.items).map(|item| item.question.clone()).collect();
    let answers =
        article.faq.iter().flat_map(|faq| &faq.items).map(|item| Block::Paragraph(item.answer.clone()));
    Outline {
        title: article.title.clone(),
        introduction_words: count(&article.introduction),
        sections: article.sections.iter().map(planned).collect(),
        questions,
        question_words: count(&answers.collect::<Vec<_>>()),
        conclusion_words: 0,
        images: Vec::new(),
    }
}

fn planned(section: &Section) -> PlannedSection {
    PlannedSection {
        id: section.id.clone(),
        heading: section.heading.clone(),
        points: Vec::new(),
        evidence: Vec::new(),
        words: count(&section.blocks),
        children: section.children.iter().map(planned).collect(),
    }
}

fn count(blocks: &[Block]) -> u32 {
    blocks.iter().map(|block| seo::words::count(&words_of(block))).sum()
}

/// Everything of the notes that the article does not have, text by text.
pub(crate) fn unused(plan: &Plan<'_>, article: &Article) -> Vec<UnusedPassage> {
    let library = plan.library;
    let mut reasons: rustc_hash::FxHashMap<usize, UnusedReason> =
        plan.same.merged.keys().map(|passage| (*passage, UnusedReason::SameAsAnother)).collect();
    reasons.extend(plan.left.iter().copied());
    let mut shown: FxHashSet<Vec<String>> =
        article.flattened().iter().map(|(_, section)| sequence(&section.heading)).collect();
    shown.insert(sequence(&article.title));
    if let Some(faq) = &article.faq {
        shown.insert(sequence(&faq.heading));
        shown.extend(faq.items.iter().map(|item| sequence(&item.question)));
    }
    let mut unused = Vec::new();
    for note in &library.notes {
        let titles =
            note.own_title.iter().chain(&note.title).filter(|title| !shown.contains(&sequence(title)));
        unused.extend(titles.map(|title| UnusedPassage {
            source: note.number,
            heading: None,
            text: title.clone(),
            reason: UnusedReason::Heading,
        }));
        for section in note.sections.clone() {
            let all = library.subtree(section).flat_map(|it| library.sections[it].passages.clone());
            let all: Vec<usize> = all.collect();
            let heading = library.sections[section].heading.as_ref();
            if let Some(heading) = heading.filter(|_| !shown.contains(&library.sections[section].sequence)) {
                let kept = all.iter().any(|passage| !reasons.contains_key(passage));
                let reason = match all.first().and_then(|first| reasons.get(first)) {
                    _ if kept => UnusedReason::Heading,
                    Some(reason) => *reason,
                    None => UnusedReason::NoContent,
                };
                let (source, text) = (note.number, heading.clone());
                unused.push(UnusedPassage { source, heading: None, text, reason });
            }
            for passage in library.sections[section].passages.clone() {
                unused.extend(reasons.get(&passage).map(|reason| library.unused(passage, *reason)));
            }
        }
    }
    unused.extend(plan.same.steps.iter().cloned());
    unused.extend(library.left.iter().filter(|left| !left.text.is_empty()).cloned());
    unused
}
