//! The conclusion: the strongest facts once more, in the words of other sources, and what the sources themselves end with.

use domain::articles::document::Block;

use crate::corpus::Corpus;
use crate::discourse::{Sentence, Writer, paragraphs};
use crate::facts::{Content, Fact, FactKind, Unit};
use crate::text::count;

/// Units that could end an article: advice at the end of a source.
pub(crate) fn reserve(units: &[Unit], taken: &[usize], words: usize, corpus: &Corpus<'_>) -> Vec<usize> {
    let mut scored: Vec<(f32, usize)> = Vec::new();
    for (index, unit) in units.iter().enumerate().filter(|(index, _)| !taken.contains(index)) {
        let Content::Prose(facts) = &unit.content else { continue };
        let Some(first) = facts.first().filter(|_| !unit.needs_question()) else { continue };
        let after = units[index + 1..].iter().filter(|known| known.source == unit.source).count();
        let late = [0.8, 0.6, 0.4, 0.2].get(after).copied().unwrap_or(0.0);
        let advises = match first.kind {
            FactKind::Recommendation | FactKind::Advantage => 0.6,
            FactKind::Statement | FactKind::Cause => 0.2,
            FactKind::Number
            | FactKind::History
            | FactKind::Opinion
            | FactKind::Example
            | FactKind::Definition => -0.4,
            _ => 0.0,
        };
        let general = if first.quantities.is_empty() { 0.3 } else { 0.0 };
        scored.push((late + advises + general + 0.8 * corpus.vocabulary.keyword_share(&first.text), index));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut room = words;
    let mut chosen = Vec::new();
    for (_, index) in scored.into_iter().take(6) {
        let more = units[index].words();
        if more <= room && chosen.len() < 3 {
            room -= more;
            chosen.push(index);
        }
    }
    chosen
}

/// The conclusion: agreed facts of the body in other sources' words first, then the reserved units.
pub(crate) fn conclusion(
    body: &[&Unit],
    reserved: &[&Unit],
    words: usize,
    writer: &mut Writer<'_>,
) -> Vec<Block> {
    let mut agreed: Vec<&Fact> =
        body.iter().flat_map(|unit| unit.facts()).filter(|fact| !fact.siblings.is_empty()).collect();
    agreed.sort_by_key(|fact| std::cmp::Reverse(fact.sources.len()));
    let mut told: Vec<Vec<Sentence>> = Vec::new();
    let mut said = 0;
    let reserved_words: usize = reserved.iter().map(|unit| unit.words()).sum();
    for fact in agreed {
        if said + reserved_words >= words {
            break;
        }
        if let Some(sentence) = fact.siblings.iter().find_map(|text| writer.say_again(text, fact)) {
            said += count(&sentence.text);
            told.push(vec![sentence]);
        }
    }
    for unit in reserved {
        if let Content::Prose(facts) = &unit.content {
            told.push(writer.say_all(facts));
        }
    }
    paragraphs(&[told])
}
