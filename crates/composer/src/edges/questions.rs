//! Questions that searchers ask, answered by the evidence. A unit that answers one stands nowhere else.

use domain::articles::document::{Faq, FaqItem};

use crate::corpus::Corpus;
use crate::discourse::{Sentence, Writer, paragraphs};
use crate::facts::{Content, Unit, is_personal};
use crate::terms::Bag;
use crate::text::{capitalised, count, has, padded};
use crate::topics::{core_phrase, is_same_heading};

/// The least likeness of an answer to its question.
const ANSWERS: f32 = 0.28;
/// The share of what is asked that the answer must speak of.
const COVERED: f32 = 0.6;
/// How long answers are, in words.
const LEAST: usize = 36;
const MOST: usize = 62;
/// The most words that an answer may leave below its heading.
const REST: usize = 25;
/// How many questions are answered.
const MOST_QUESTIONS: usize = 6;

/// A question and the units that answer it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlannedAnswer {
    pub(crate) question: String,
    pub(crate) units: Vec<usize>,
}

/// Plans answers to what searchers ask, and, if that is little, to what headings ask.
pub(crate) fn answers(
    units: &[Unit],
    taken: &[usize],
    most: usize,
    corpus: &Corpus<'_>,
) -> Vec<PlannedAnswer> {
    let asked = corpus.research.questions.iter().map(|question| question.trim().to_owned());
    let headings = units.iter().filter_map(|unit| unit.heading.as_deref());
    let asking =
        headings.filter(|heading| heading.ends_with('?') && is_whole(heading, corpus)).map(str::to_owned);
    let mut planned: Vec<PlannedAnswer> = Vec::new();
    let mut taken: Vec<usize> = taken.to_vec();
    for (question, is_heading) in asked.map(|text| (text, false)).chain(asking.map(|text| (text, true))) {
        if planned.len() >= most.min(MOST_QUESTIONS) {
            break;
        }
        if planned.iter().any(|known| is_same_question(&known.question, &question, corpus)) {
            continue;
        }
        let found = answer(&question, units, &taken, corpus);
        let fits = |chosen: &Vec<usize>| !is_heading || leaves_little(&question, chosen, units);
        if let Some(units) = found.filter(fits) {
            taken.extend(&units);
            planned.push(PlannedAnswer { question: capitalised(&question), units });
        }
    }
    planned
}

/// Whether an answer uses up what stands below the heading that asks: the rest would need another heading.
fn leaves_little(question: &str, chosen: &[usize], units: &[Unit]) -> bool {
    let below = units.iter().enumerate().filter(|(_, unit)| unit.heading.as_deref() == Some(question));
    below.filter(|(index, _)| !chosen.contains(index)).map(|(_, unit)| unit.words()).sum::<usize>() <= REST
}

/// Whether a question can be understood without what stood around it.
fn is_whole(question: &str, corpus: &Corpus<'_>) -> bool {
    let line = padded(question);
    let pronoun = ["it", "they", "them", "this", "these", "that", "one"].iter().any(|word| has(&line, word));
    let dangling = corpus.lexicon.is_english() && pronoun;
    !dangling && !is_personal(question, corpus.lexicon) && count(question) >= 4 && !question.contains(':')
}

fn is_same_question(one: &str, other: &str, corpus: &Corpus<'_>) -> bool {
    is_same_heading(one, other) || corpus.vocabulary.bag(one).likeness(&corpus.vocabulary.bag(other)) > 0.6
}

/// The first units below a heading that asks the same.
fn answered_below(
    question: &str,
    units: &[Unit],
    taken: &[usize],
    corpus: &Corpus<'_>,
) -> Option<Vec<usize>> {
    let asks = |unit: &Unit| {
        unit.heading.as_deref().is_some_and(|heading| is_same_question(heading, question, corpus))
    };
    let first = units.iter().position(asks)?;
    let mut chosen = Vec::new();
    let mut words = 0;
    for (index, unit) in
        units.iter().enumerate().skip(first).take_while(|(_, unit)| unit.heading == units[first].heading)
    {
        let fits = unit.is_prose() && !taken.contains(&index) && words + unit.words() <= MOST;
        if !fits || words >= LEAST {
            break;
        }
        words += unit.words();
        chosen.push(index);
    }
    (words >= LEAST - 10).then_some(chosen)
}

fn heading_bag(unit: &Unit, corpus: &Corpus<'_>) -> Bag {
    unit.heading.as_deref().map(|heading| corpus.vocabulary.bag(heading)).unwrap_or_default()
}

fn answer(question: &str, units: &[Unit], taken: &[usize], corpus: &Corpus<'_>) -> Option<Vec<usize>> {
    if let Some(chosen) = answered_below(question, units, taken, corpus) {
        return Some(chosen);
    }
    let bag = corpus.vocabulary.bag(question);
    let asked = corpus.vocabulary.asked(question)?;
    let line = padded(question);
    let amount = ["how much", "how long", "how many", "how often", "bao nhiêu", "mấy", "bao lâu", "bao xa"]
        .iter()
        .any(|cue| has(&line, cue));
    let mut scored: Vec<(f32, usize)> = Vec::new();
    for (index, unit) in
        units.iter().enumerate().filter(|(index, unit)| !taken.contains(index) && unit.is_prose())
    {
        let heading = bag.likeness(&heading_bag(unit, corpus));
        let numbers = unit.facts().any(|fact| !fact.quantities.is_empty());
        let fits = if amount && numbers { 0.12 } else { 0.0 };
        scored.push((bag.likeness(&unit.bag()) + 0.4 * heading + fits, index));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let (best, first) = *scored.first()?;
    let told = Bag::sum([(&units[first].bag(), 1.0), (&heading_bag(&units[first], corpus), 1.0)].into_iter());
    if best < ANSWERS || units[first].words() > MOST || asked.covered_by(&told) < COVERED {
        return None;
    }
    let mut chosen = vec![first];
    let mut words = units[first].words();
    let following =
        (first + 1..units.len()).take(3).filter(|index| units[*index].heading == units[first].heading);
    let elsewhere =
        scored.iter().skip(1).take(6).filter(|(score, _)| *score > best * 0.6).map(|(_, index)| *index);
    for index in following.chain(elsewhere).filter(|index| units[*index].is_prose() && !taken.contains(index))
    {
        let related = units[index].source != units[first].source
            || bag.likeness(&units[index].bag()) > 0.03
            || index == first + 1;
        if words < LEAST && words + units[index].words() <= MOST && related && !chosen.contains(&index) {
            words += units[index].words();
            chosen.push(index);
        }
    }
    (words >= LEAST - 10).then_some(chosen)
}

/// Writes the answers.
pub(crate) fn faq(planned: &[PlannedAnswer], units: &[Unit], writer: &mut Writer<'_>) -> Option<Faq> {
    let mut items = Vec::new();
    for plan in planned {
        let mut told: Vec<Sentence> = Vec::new();
        for unit in &plan.units {
            if let Content::Prose(facts) = &units[*unit].content {
                told.extend(writer.say_all(facts));
            }
        }
        let answer: Vec<&Sentence> = told.iter().collect();
        if !answer.is_empty() {
            items.push(FaqItem { question: plan.question.clone(), answer: paragraph(&answer) });
        }
    }
    let pattern = writer.acts.next("faq")?;
    let keyword = &writer.corpus.keyword;
    let in_text = keyword.in_text(&core_phrase(writer.corpus));
    let heading = pattern.replace("{k}", &in_text).replace("{K}", &capitalised(&keyword.full));
    (!items.is_empty()).then_some(Faq { heading, items })
}

fn paragraph(sentences: &[&Sentence]) -> domain::articles::document::Text {
    let owned: Vec<Sentence> = sentences.iter().map(|sentence| (*sentence).clone()).collect();
    match paragraphs(&[vec![owned]]).into_iter().next() {
        Some(domain::articles::document::Block::Paragraph(text)) => text,
        _ => Vec::new(),
    }
}
