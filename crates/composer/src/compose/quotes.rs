//! Sentences that can't be said in other words and are worth their own: quoted as they are, with their publisher, and seldom.

use domain::articles::document::{Block, Section, Span};

use super::measure::block_words;
use crate::corpus::Corpus;
use crate::discourse::Writer;
use crate::facts::{Fact, FactKind};
use crate::text::count;
use crate::topics::Chapter;

/// The most quotations of an article, and the words that each needs around it.
const MOST: usize = 2;
const WORDS: usize = 600;
/// How long a quotation is, in words.
const LENGTH: std::ops::RangeInclusive<usize> = 10..=28;
/// The least likeness to the chapter that it stands in.
const FITS: f32 = 0.15;

/// Whether a fact could be quoted: it stands by itself, somebody known says it, and it is no mere figure.
pub(super) fn is_quotable(fact: &Fact, corpus: &Corpus<'_>) -> bool {
    let striking = matches!(
        fact.kind,
        FactKind::Definition
            | FactKind::Cause
            | FactKind::Comparison
            | FactKind::Recommendation
            | FactKind::Warning
            | FactKind::Opinion
    );
    let whole = !fact.leans && !fact.text.ends_with(':') && !fact.text.contains(['"', '“', '”']);
    striking && whole && LENGTH.contains(&count(&fact.text)) && corpus.publisher(fact.source()).is_some()
}

/// Puts the best quotations at the end of the chapters that they fit, at most one into each.
pub(super) fn place(
    facts: &[Fact],
    chapters: &[&Chapter],
    sections: &mut [Section],
    writer: &mut Writer<'_>,
) {
    let mut fitting: Vec<(f32, usize, usize)> = Vec::new();
    for (fact, quotable) in facts.iter().enumerate() {
        for (chapter, known) in chapters.iter().enumerate() {
            let likeness = known.topics.first().map_or(0.0, |topic| topic.bag.likeness(&quotable.bag));
            let worth = likeness + 0.3 * writer.corpus.vocabulary.keyword_share(&quotable.text);
            if likeness >= FITS {
                fitting.push((worth, fact, chapter));
            }
        }
    }
    fitting.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let words: usize = sections.iter().flat_map(|section| &section.blocks).map(block_words).sum();
    let most = (words / WORDS).min(MOST);
    let (mut quoted, mut full): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for (_, fact, chapter) in fitting {
        if quoted.len() >= most || quoted.contains(&fact) || full.contains(&chapter) {
            continue;
        }
        if let Some(section) = sections.get_mut(chapter).filter(|section| !section.blocks.is_empty()) {
            let (text, source) = (vec![Span::Plain(facts[fact].text.clone())], facts[fact].source());
            section.blocks.push(Block::Quote { text, source });
            writer.quote(&facts[fact]);
            quoted.push(fact);
            full.push(chapter);
        }
    }
}
