//! The introduction: what the thing is, and what the article goes on to answer, which follows from its sections.

use domain::articles::document::Block;

use crate::corpus::Corpus;
use crate::discourse::{Sentence, Writer, paragraphs};
use crate::facts::{Content, FactKind, Unit};
use crate::text::{capitalised, count, enumerated};
use crate::topics::{Named, core_phrase};

/// The most words of facts, so that the keyword stands within the first hundred.
const MOST_WORDS: usize = 62;
/// The most topics that are announced.
const MOST_TOPICS: usize = 4;

/// The units that open the article: a definition, and what the sources open with.
pub(crate) fn reserve(units: &[Unit], corpus: &Corpus<'_>) -> Vec<usize> {
    let mut scored: Vec<(f32, usize)> = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let Content::Prose(facts) = &unit.content else { continue };
        let Some(first) = facts.first().filter(|_| !unit.needs_question()) else { continue };
        let before = units[..index].iter().filter(|known| known.source == unit.source).count();
        let early = [0.9, 0.6, 0.3].get(before).copied().unwrap_or(0.0);
        let defines = if first.kind == FactKind::Definition { 0.8 } else { 0.0 };
        let opinion = if first.kind == FactKind::Opinion { -0.6 } else { 0.0 };
        let score = early + defines + opinion + 1.2 * corpus.vocabulary.keyword_share(&first.text);
        scored.push((score, index));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let Some(first) =
        scored.into_iter().map(|(_, index)| index).find(|index| units[*index].words() <= MOST_WORDS)
    else {
        return Vec::new();
    };
    let mut words = units[first].words();
    let mut chosen = vec![first];
    for (index, unit) in units.iter().enumerate().skip(first + 1).take(2) {
        let follows =
            unit.is_prose() && unit.source == units[first].source && unit.heading == units[first].heading;
        if !follows || words + unit.words() > MOST_WORDS {
            break;
        }
        words += unit.words();
        chosen.push(index);
    }
    chosen
}

/// The introduction and its sentences.
pub(crate) fn introduction(
    units: &[&Unit],
    names: &[Named],
    writer: &mut Writer<'_>,
) -> (Vec<Block>, Vec<Sentence>) {
    let mut told: Vec<Vec<Sentence>> = Vec::new();
    for unit in units {
        if let Content::Prose(facts) = &unit.content {
            told.push(writer.say_all(facts));
        }
    }
    let sentences: Vec<Sentence> = told.iter().flatten().cloned().collect();
    if let Some(preview) = preview(names, writer) {
        told.push(vec![Sentence { text: preview, sources: Vec::new(), has_number: false, is_name: false }]);
    }
    (paragraphs(&[told]), sentences)
}

fn preview(names: &[Named], writer: &mut Writer<'_>) -> Option<String> {
    let labels: Vec<String> = names
        .iter()
        .filter_map(|name| name.label.clone())
        .filter(|label| count(label) <= 6)
        .take(MOST_TOPICS)
        .collect();
    if labels.len() < 2 {
        return None;
    }
    let keyword = &writer.corpus.keyword;
    let act = if keyword.asks_how { "preview_how" } else { "preview_noun" };
    let pattern = writer.acts.next(act)?;
    let topics = enumerated(&labels, writer.corpus.lexicon.and());
    let text = capitalised(
        &pattern.replace("{k}", &keyword.in_text(&core_phrase(writer.corpus))).replace("{topics}", &topics),
    );
    writer.remember(&text);
    Some(text)
}
