//! Repairs without a model: removes sentences that must not stand, turns forbidden links into words, and
//! brings search result metadata within its limits.

pub(crate) mod artefacts;
mod lines;

use std::collections::HashSet;

use domain::articles::document::{Article, Block, Section, Span, Text};
use domain::articles::outline::SectionId;
use domain::articles::research::{Source, SourceNumber};
use prose::{Reading, repetition};

use crate::gates::GateContext;
use crate::links::{AllowedLinks, addresses};
use crate::sentence_edit::{Spot, retain_sentences};
use crate::visible::Place;

/// A change of the article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The place of the change.
    pub place: Place,
    pub reason: Reason,
    pub excerpt: String,
}

/// Why the article was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Words that reveal how the text was made.
    Artefact,
    Duplicate,
    /// A link to a page that is not allowed.
    Link,
    /// A URL in running text.
    Address,
    /// Metadata that results pages cannot show.
    Unfitting,
}

/// Repairs an article and returns the changes in no particular order. Sources that are no longer cited are
/// removed.
pub fn clean(article: &mut Article, context: &GateContext<'_>) -> Vec<Change> {
    let mut changes = unlink(article, context);
    drop_sentences(article, &mut changes);
    let cited = cited_sources(article);
    article.sources.retain(|source| cited.contains(&source.number));
    changes.extend(lines::fit(article));
    changes
}

/// Repairs a regenerated section and returns its changes. The rest of the article stays unchanged: sentences
/// that repeat it are removed from the section.
pub fn clean_section(article: &mut Article, id: &SectionId, context: &GateContext<'_>) -> Vec<Change> {
    let Some(place) = article.sections.iter().position(|section| section.id == *id) else {
        return Vec::new();
    };
    let mut alone = Article {
        sections: vec![article.sections.remove(place)],
        sources: context.research.sources.clone(),
        ..Article::empty(article.language)
    };
    let mut changes = unlink(&mut alone, context);
    drop_sentences(&mut alone, &mut changes);
    drop_duplicates(&mut alone, article, &mut changes);
    article.sections.splice(place..place, alone.sections);
    add_cited_sources(article, &context.research.sources);
    changes
}

/// Texts cite a source by its position in the list. New sources are therefore added at the end, and uncited
/// ones are removed only from the end.
fn add_cited_sources(article: &mut Article, sources: &[Source]) {
    let cited = cited_sources(article);
    let known: HashSet<SourceNumber> = article.sources.iter().map(|source| source.number).collect();
    let is_new = |source: &&Source| cited.contains(&source.number) && !known.contains(&source.number);
    article.sources.extend(sources.iter().filter(is_new).cloned());
    let last = article.sources.iter().rposition(|source| cited.contains(&source.number));
    article.sources.truncate(last.map_or(0, |last| last + 1));
}

fn drop_sentences(article: &mut Article, changes: &mut Vec<Change>) {
    let fault = |spot: &Spot<'_>| {
        let words = spot.outside_code();
        if artefacts::artefact(&words).is_some() {
            return Some(Reason::Artefact);
        }
        addresses(&words).next().map(|_| Reason::Address)
    };
    retain_sentences(article, &mut |spot| {
        let reason = fault(spot);
        changes.extend(reason.map(|reason| change(spot, reason)));
        reason.is_none()
    });
}

/// Removes sentences that repeat a sentence in `before`.
fn drop_duplicates(article: &mut Article, before: &Article, changes: &mut Vec<Change>) {
    let mut reading = Reading::new(article.language);
    retain_sentences(&mut before.clone(), &mut |spot| {
        reading.add(spot.text);
        true
    });
    // Each sentence by the number of its spot; a spot may have several sentences.
    let mut spots = vec![None; reading.sentence_count()];
    let mut count = 0;
    retain_sentences(article, &mut |spot| {
        spots.extend(reading.add(spot.text).map(|_| Some(count)));
        count += 1;
        true
    });
    let again: HashSet<usize> =
        repetition::near_duplicates(&reading).iter().filter_map(|pair| *spots.get(pair.again)?).collect();
    let mut index = 0;
    retain_sentences(article, &mut |spot| {
        let duplicate = again.contains(&index);
        index += 1;
        if duplicate {
            changes.push(change(spot, Reason::Duplicate));
        }
        !duplicate
    });
}

fn change(spot: &Spot<'_>, reason: Reason) -> Change {
    Change { place: spot.place.clone(), reason, excerpt: spot.text.to_owned() }
}

/// Turns forbidden links into words.
fn unlink(article: &mut Article, context: &GateContext<'_>) -> Vec<Change> {
    let allowed = AllowedLinks::new(&article.sources, context.internal_links);
    let mut changes = Vec::new();
    let mut mend = |place: &Place, text: &mut Text| {
        for span in text.iter_mut() {
            if let Span::Link { text: words, url } = span
                && !allowed.allows(url)
            {
                changes.push(Change {
                    place: place.clone(),
                    reason: Reason::Link,
                    excerpt: std::mem::take(url),
                });
                *span = Span::Plain(std::mem::take(words));
            }
        }
    };
    each_text(&Place::Introduction, &mut article.introduction, &mut mend);
    article.sections.iter_mut().for_each(|section| each_section(section, &mut mend));
    for item in article.faq.iter_mut().flat_map(|faq| &mut faq.items) {
        mend(&Place::Faq, &mut item.answer);
    }
    changes
}

fn each_section(section: &mut Section, mend: &mut dyn FnMut(&Place, &mut Text)) {
    each_text(&Place::Section(section.id.clone()), &mut section.blocks, mend);
    section.children.iter_mut().for_each(|child| each_section(child, mend));
}

fn each_text(place: &Place, blocks: &mut [Block], mend: &mut dyn FnMut(&Place, &mut Text)) {
    for block in blocks {
        match block {
            Block::Paragraph(text) | Block::Quote { text, .. } | Block::Callout { text, .. } => {
                mend(place, text);
            }
            Block::List { items, .. } => items.iter_mut().for_each(|item| mend(place, item)),
            Block::Table { columns, rows, .. } => {
                columns.iter_mut().chain(rows.iter_mut().flatten()).for_each(|cell| mend(place, cell));
            }
            Block::Code { .. } => {}
        }
    }
}

fn cited_sources(article: &Article) -> HashSet<SourceNumber> {
    let mut cited: HashSet<SourceNumber> = HashSet::new();
    for block in article.blocks() {
        if let Block::Quote { source, .. } = block {
            cited.insert(*source);
        }
        cited.extend(block.texts().into_iter().flat_map(citations));
    }
    cited.extend(article.faq.iter().flat_map(|faq| &faq.items).flat_map(|item| citations(&item.answer)));
    cited
}

fn citations(text: &Text) -> impl Iterator<Item = SourceNumber> {
    text.iter().filter_map(|span| match span {
        Span::Citation(number) => Some(*number),
        _ => None,
    })
}
