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
/// The most pieces of advice.
const MOST: usize = 4;
/// What a unit must be worth, unless there is nothing else.
const WORTHY: f32 = 0.7;
/// From this many pieces of advice on, a sentence leads to them.
const LED: usize = 2;
/// The longest farewell, in words.
const LONGEST_FAREWELL: usize = 75;

/// The units that end an article: advice that stands for itself, then the last words of a source.
#[derive(Debug)]
pub(crate) struct Ending {
    advice: Vec<usize>,
    farewell: Vec<usize>,
    /// Whether there is so much advice that a sentence leads to it.
    led: bool,
}

impl Ending {
    /// The act that names it: what promises advice needs some.
    pub(crate) const fn act(&self) -> &'static str {
        if self.led { "conclusion" } else { "farewell" }
    }

    /// Every unit of it.
    pub(crate) fn units(&self) -> impl Iterator<Item = usize> {
        self.advice.iter().chain(&self.farewell).copied()
    }
}

/// Units that could end an article of which others open it already.
pub(crate) fn reserve(units: &[Unit], taken: &[usize], words: usize, corpus: &Corpus<'_>) -> Ending {
    let farewell = farewell(units, taken, corpus);
    let mut scored: Vec<(f32, usize)> = (0..units.len())
        .filter(|index| !taken.contains(index) && !farewell.contains(index))
        .filter_map(|index| Some((worth(units, index, corpus)?, index)))
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut room = words.saturating_sub(farewell.iter().map(|index| units[*index].words()).sum());
    let mut advice: Vec<usize> = Vec::new();
    for (worth, index) in scored {
        let nothing = advice.is_empty() && farewell.is_empty();
        if advice.len() == MOST || (worth < WORTHY && !nothing) {
            break;
        }
        let unit = &units[index];
        let alike = |known: &usize| units[*known].bag().likeness(&unit.bag()) > 0.3;
        let near =
            |known: &usize| units[*known].heading == unit.heading && units[*known].source == unit.source;
        let fits = unit.words() <= if nothing { room.max(LONGEST) } else { room };
        if fits && !advice.iter().chain(&farewell).any(alike) && !advice.iter().any(near) {
            room = room.saturating_sub(unit.words());
            advice.push(index);
        }
    }
    // One piece of advice before a farewell seems picked at random.
    if advice.len() < LED && !farewell.is_empty() {
        advice.clear();
    }
    advice.sort_unstable();
    let led = advice.iter().filter(|index| advises(&units[**index])).count() >= LED;
    Ending { advice, farewell, led }
}

/// What a unit is worth at the end; nothing if it can't stand there.
fn worth(units: &[Unit], index: usize, corpus: &Corpus<'_>) -> Option<f32> {
    let unit = &units[index];
    let Content::Prose(facts) = &unit.content else { return None };
    let first = facts.first().filter(|fact| !unit.needs_question() && !fact.is_told())?;
    let opens = units[..index].last().is_none_or(|before| !before.is_in_paragraph_of(unit));
    let ends = units.get(index + 1).is_none_or(|next| !next.is_in_paragraph_of(unit));
    // A paragraph that loses its beginning or a sentence in its midst has a hole.
    if opens || !ends {
        return None;
    }
    let advises = match first.kind {
        FactKind::Recommendation | FactKind::Advantage => 0.5,
        FactKind::Warning => 0.4,
        FactKind::Statement | FactKind::Cause => 0.1,
        _ => -0.5,
    };
    let general = if facts.iter().all(|fact| fact.quantities.is_empty()) { 0.3 } else { 0.0 };
    let long = if unit.words() > LONGEST { -0.6 } else { 0.0 };
    Some(advises + general + long + 0.8 * corpus.vocabulary.keyword_share(&first.text))
}

/// The last paragraph of a source that stands below no heading, as essays end; that which is closest to the topic.
fn farewell(units: &[Unit], taken: &[usize], corpus: &Corpus<'_>) -> Vec<usize> {
    let last_of_source = (0..units.len())
        .filter(|index| units.get(index + 1).is_none_or(|next| next.source != units[*index].source));
    let paragraphs = last_of_source.map(|last| {
        let first =
            (0..=last).rev().take_while(|index| units[*index].is_in_paragraph_of(&units[last])).last();
        (first.unwrap_or(last)..=last).collect::<Vec<usize>>()
    });
    let closes = |paragraph: &Vec<usize>| {
        let before = paragraph[0].checked_sub(1).map(|index| &units[index]);
        let words: usize = paragraph.iter().map(|index| units[*index].words()).sum();
        let stands = |index: &usize| {
            let first = units[*index].facts().next();
            units[*index].is_prose()
                && first.is_some_and(|fact| !fact.is_told() && !fact.is_answer())
                && !taken.contains(index)
        };
        units[paragraph[0]].heading.is_none()
            && before.is_some_and(|unit| unit.source == units[paragraph[0]].source)
            && words <= LONGEST_FAREWELL
            && paragraph.iter().all(stands)
    };
    let on_topic = |paragraph: &Vec<usize>| {
        let texts = paragraph.iter().flat_map(|index| units[*index].facts());
        texts.map(|fact| corpus.vocabulary.keyword_share(&fact.text)).fold(0.0, f32::max)
    };
    let closing = paragraphs.filter(closes);
    closing.max_by(|one, other| on_topic(one).total_cmp(&on_topic(other))).unwrap_or_default()
}

/// The conclusion: what leads to it, agreed facts of the body in other sources' words, advice, and the farewell.
pub(crate) fn conclusion(
    body: &[&Unit],
    ending: &Ending,
    units: &[Unit],
    words: usize,
    writer: &mut Writer<'_>,
) -> Vec<Block> {
    let mut agreed: Vec<&Fact> =
        body.iter().flat_map(|unit| unit.facts()).filter(|fact| !fact.siblings.is_empty()).collect();
    agreed.sort_by_key(|fact| std::cmp::Reverse(fact.sources.len()));
    let mut told: Vec<Vec<Sentence>> = Vec::new();
    if ending.led {
        told.extend(lead(writer).map(|lead| vec![lead]));
    }
    let mut said: usize = ending.units().map(|index| units[index].words()).sum();
    for fact in agreed {
        if said >= words {
            break;
        }
        if let Some(sentence) = fact.siblings.iter().find_map(|text| writer.say_again(text, fact)) {
            said += count(&sentence.text);
            told.push(vec![sentence]);
        }
    }
    told.extend(ending.advice.iter().map(|index| say(&units[*index], writer)));
    let farewell = ending.farewell.iter().map(|index| say(&units[*index], writer)).collect();
    paragraphs(&[told, farewell])
}

fn say(unit: &Unit, writer: &mut Writer<'_>) -> Vec<Sentence> {
    match &unit.content {
        Content::Prose(facts) => writer.say_all(facts),
        Content::List { .. } | Content::Table { .. } => Vec::new(),
    }
}

fn advises(unit: &Unit) -> bool {
    let advice = [FactKind::Recommendation, FactKind::Advantage, FactKind::Warning];
    unit.facts().next().is_some_and(|fact| advice.contains(&fact.kind))
}

fn lead(writer: &mut Writer<'_>) -> Option<Sentence> {
    let keyword = &writer.corpus.keyword;
    let pattern = writer.acts.next("recap").filter(|_| !keyword.asks_how)?;
    let text = pattern.replace("{k}", &keyword.in_text(&core_phrase(writer.corpus)));
    writer.remember(&text);
    Some(Sentence { text, sources: Vec::new(), has_number: false, is_name: false })
}
