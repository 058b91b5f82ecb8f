//! The conclusion: the strongest advice of several sections, what sources agree on in the words of another, and what the sources
//! themselves end with.

use domain::articles::document::Block;

use crate::corpus::Corpus;
use crate::discourse::{Sentence, Writer, paragraphs};
use crate::facts::{Content, Fact, FactKind, Unit};
use crate::text::count;
use crate::topics::core_phrase;

/// The longest unit that sums something up, in words.
const LONGEST: usize = 45;
/// The most units, and the most of one passage.
const MOST: usize = 4;
/// What a unit must be worth, unless there is no better one.
const WORTHY: f32 = 0.7;
/// From this many pieces of advice on, a sentence leads to them.
const LED: usize = 2;

/// Units that could end an article: advice that stands for itself, and the last words of a source, which come last.
pub(crate) fn reserve(units: &[Unit], taken: &[usize], words: usize, corpus: &Corpus<'_>) -> Vec<usize> {
    let mut scored: Vec<(f32, usize)> = (0..units.len())
        .filter(|index| !taken.contains(index))
        .filter_map(|index| Some((worth(units, index, corpus)?, index)))
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut room = words;
    let mut chosen: Vec<usize> = Vec::new();
    for (worth, index) in scored {
        if worth < WORTHY && !chosen.is_empty() {
            break;
        }
        let unit = &units[index];
        let other =
            |known: &&usize| units[**known].heading == unit.heading && units[**known].source == unit.source;
        let alike = |known: &usize| units[*known].bag().likeness(&unit.bag()) > 0.3;
        let fits = unit.words() <= room.max(if chosen.is_empty() { LONGEST } else { 0 });
        if fits
            && chosen.len() < MOST
            && !chosen.iter().any(alike)
            && chosen.iter().filter(other).count() == 0
        {
            room = room.saturating_sub(unit.words());
            chosen.push(index);
        }
    }
    chosen.sort_by_key(|index| (is_farewell(units, *index), *index));
    chosen
}

/// What a unit is worth at the end; nothing if it can't stand there.
fn worth(units: &[Unit], index: usize, corpus: &Corpus<'_>) -> Option<f32> {
    let unit = &units[index];
    let Content::Prose(facts) = &unit.content else { return None };
    let first = facts.first().filter(|fact| !unit.needs_question() && !fact.is_told())?;
    let opens =
        unit.heading.is_some() && units[..index].last().is_none_or(|before| before.heading != unit.heading);
    let next = units.get(index + 1);
    let ends = next.is_none_or(|next| next.heading != unit.heading || next.source != unit.source);
    // A passage that loses its beginning or a sentence in its midst has a hole.
    if opens || !(ends || is_farewell(units, index)) {
        return None;
    }
    let advises = match first.kind {
        FactKind::Recommendation | FactKind::Advantage => 0.5,
        FactKind::Warning => 0.4,
        FactKind::Statement | FactKind::Cause => 0.1,
        _ => -0.5,
    };
    let general = if facts.iter().all(|fact| fact.quantities.is_empty()) { 0.3 } else { 0.0 };
    let farewell = if is_farewell(units, index) { 0.8 } else { 0.0 };
    let long = if unit.words() > LONGEST { -0.6 } else { 0.0 };
    Some(advises + general + farewell + long + 0.8 * corpus.vocabulary.keyword_share(&first.text))
}

/// Whether a unit is among the last words of a source, below no heading of its own.
fn is_farewell(units: &[Unit], index: usize) -> bool {
    let after = units[index + 1..].iter().filter(|known| known.source == units[index].source).count();
    units[index].heading.is_none() && after < 2
}

/// The conclusion: what leads to it, agreed facts of the body in other sources' words, then the reserved units.
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
    if reserved.len() >= LED {
        told.extend(lead(writer).map(|lead| vec![lead]));
    }
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

fn lead(writer: &mut Writer<'_>) -> Option<Sentence> {
    let keyword = &writer.corpus.keyword;
    let pattern = writer.acts.next("recap").filter(|_| !keyword.asks_how)?;
    let text = pattern.replace("{k}", &keyword.in_text(&core_phrase(writer.corpus)));
    writer.remember(&text);
    Some(Sentence { text, sources: Vec::new(), has_number: false, is_name: false })
}
