//! Which units answer a question: what it asks for must be told, an amount by a number of its kind, in forty to sixty words.

use std::collections::BTreeSet;

use super::asked::Asked;
use super::is_same_question;
use crate::corpus::Corpus;
use crate::facts::Unit;
use crate::terms::Bag;
use crate::text::{begins, has, padded};
use crate::topics::Role;

/// The least likeness of an answer to its question.
const ANSWERS: f32 = 0.2;
/// Enough where only an amount is asked for, and the answer gives it.
const MEASURED: f32 = 0.06;
/// The share of what is asked that the answer must speak of.
const COVERED: f32 = 0.6;
/// How long answers are, in words: wanted, at least and at most.
const WANTED: usize = 40;
const LEAST: usize = 33;
const MOST: usize = 64;
/// The most words that an answer may leave below its heading.
const REST: usize = 25;
/// The least likeness of a sentence from elsewhere that completes an answer.
const COMPLETES: f32 = 0.25;
/// The least likeness of the next sentence of the same passage; pairs of syllables are shared less often.
const STAYS: f32 = 0.08;
const STAYS_IN_PAIRS: f32 = 0.03;
/// What a unit is worth that no section has room for.
const SPARE: f32 = 0.05;

/// An answer on its way.
struct Growing {
    units: Vec<usize>,
    words: usize,
}

/// Finds answers.
pub(super) struct Answering<'a> {
    pub(super) units: &'a [Unit],
    /// Units that stand elsewhere.
    pub(super) taken: BTreeSet<usize>,
    pub(super) spare: &'a BTreeSet<usize>,
    pub(super) corpus: &'a Corpus<'a>,
}

impl Answering<'_> {
    /// The units that answer a question, in order.
    pub(super) fn answer(&self, asked: &Asked) -> Option<Vec<usize>> {
        let first = match asked.starts {
            Some(first) => self.is_free(first).then_some(first)?,
            None => self.below(&asked.question).or_else(|| self.found(&asked.question))?,
        };
        let chosen = self.completed(first, asked);
        let words: usize = chosen.iter().map(|unit| self.units[*unit].words()).sum();
        let fits = (LEAST..=MOST).contains(&words) && (!asked.whole || self.leaves_little(&chosen));
        fits.then_some(chosen)
    }

    fn is_free(&self, unit: usize) -> bool {
        self.units[unit].is_prose() && !self.taken.contains(&unit) && self.units[unit].words() <= MOST
    }

    /// The first unit below a heading that asks the same.
    fn below(&self, question: &str) -> Option<usize> {
        let asks = |unit: &Unit| {
            unit.heading.as_deref().is_some_and(|heading| is_same_question(heading, question, self.corpus))
        };
        self.units.iter().position(asks).filter(|unit| self.is_free(*unit))
    }

    /// The unit that tells most of what is asked.
    fn found(&self, question: &str) -> Option<usize> {
        let vocabulary = &self.corpus.vocabulary;
        let (bag, asked) = (vocabulary.bag(question), vocabulary.asked(question));
        let measure = Measure::of(question);
        let instructs = asks_how(question);
        let mut best: Option<(f32, usize)> = None;
        for (index, unit) in self.units.iter().enumerate().filter(|(index, _)| self.is_free(*index)) {
            let heading = unit.heading.as_deref().map(|text| vocabulary.bag(text)).unwrap_or_default();
            let own = unit.bag();
            let told = Bag::sum([(&own, 1.0), (&heading, 1.0)].into_iter());
            let fits = match measure {
                Some(measure) => measure.is_given_by(unit) && measure.is_named_by(unit, self.corpus),
                None => !instructs || unit.facts().any(|fact| fact.orders),
            };
            let vague =
                asked.is_general() && measure.is_none() && vocabulary.keyword_share(&text(unit)) < COVERED;
            if !fits || vague || asked.covered_by(&told) < COVERED || unit.needs_question() {
                continue;
            }
            let spare = if self.spare.contains(&index) { SPARE } else { 0.0 };
            let direct = 0.3 * asked.covered_by(&own);
            let score = bag.likeness(&own) + 0.3 * bag.likeness(&heading) + direct + spare;
            let least = if measure.is_some() && asked.is_general() { MEASURED } else { ANSWERS };
            let likely = bag.likeness(&own) + 0.3 * bag.likeness(&heading) >= least;
            if likely && best.is_none_or(|(known, _)| score > known) {
                best = Some((score, index));
            }
        }
        best.map(|(_, index)| index)
    }

    /// The answer with what stood after it, says more of it elsewhere, or stood before it, until it is long enough. What stays with
    /// the matter may fill it; what merely stood there only makes it no too short one.
    fn completed(&self, first: usize, asked: &Asked) -> Vec<usize> {
        let mut answer = Growing { units: vec![first], words: self.units[first].words() };
        let about = self.about(first, &asked.question);
        let stays = if self.corpus.lexicon.is_english() { STAYS } else { STAYS_IN_PAIRS };
        let near = |index: usize| about.likeness(&self.units[index].bag()) >= stays;
        let headed = self.units[first].heading.is_some();
        self.go_on(first, WANTED, &near, &mut answer);
        for index in self.related(first, &asked.question) {
            self.add(index, WANTED, &mut answer);
        }
        let freely = asked.spoken || asked.starts.is_none();
        if asked.spoken || (headed && freely) {
            self.go_on(first, LEAST, &|_| true, &mut answer);
        }
        for index in (0..first).rev().take(2) {
            if !headed || !freely || !self.follows(index, index + 1) || !self.add(index, LEAST, &mut answer) {
                break;
            }
        }
        answer.units
    }

    /// Adds what follows a unit in its passage, as long as it may.
    fn go_on(&self, first: usize, enough: usize, may: &dyn Fn(usize) -> bool, answer: &mut Growing) {
        for index in first + 1..self.units.len() {
            let known = answer.units.contains(&index);
            if !self.follows(index - 1, index) || !(known || may(index) && self.add(index, enough, answer)) {
                return;
            }
        }
    }

    /// Adds a unit to an answer that has not enough words yet, if it may.
    fn add(&self, index: usize, enough: usize, answer: &mut Growing) -> bool {
        let more = self.units[index].words();
        let fits = self.is_free(index)
            && !self.units[index].needs_question()
            && !turns_to_something_else(&self.units[index])
            && answer.words < enough
            && answer.words + more <= MOST
            && !answer.units.contains(&index);
        if fits {
            answer.words += more;
            answer.units.push(index);
        }
        fits
    }

    /// The words of the question and of the unit that begins its answer.
    fn about(&self, first: usize, question: &str) -> Bag {
        let asked = self.corpus.vocabulary.bag(question);
        Bag::sum([(&self.units[first].bag(), 1.0), (&asked, 1.0)].into_iter())
    }

    fn follows(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.units[one], &self.units[other]);
        one.source == other.source && one.heading == other.heading
    }

    /// Units of other passages about the same, the most alike first.
    fn related(&self, first: usize, question: &str) -> Vec<usize> {
        let own = self.about(first, question);
        let asked = self.corpus.vocabulary.asked(question);
        // Who asks for an amount is not told of something else at the same place.
        let measure = Measure::of(question);
        let mut scored: Vec<(f32, usize)> = (0..self.units.len())
            .filter(|index| self.units[*index].source != self.units[first].source)
            .filter(|index| measure.is_none_or(|measure| measure.is_given_by(&self.units[*index])))
            .filter(|index| !asked.is_general() && asked.covered_by(&self.units[*index].bag()) >= COVERED)
            .map(|index| (own.likeness(&self.units[index].bag()), index))
            .filter(|(likeness, _)| *likeness >= COMPLETES)
            .collect();
        scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        scored.into_iter().map(|(_, index)| index).take(3).collect()
    }

    /// Whether an answer uses up what stands below the heading of its first unit: the rest would need another heading.
    fn leaves_little(&self, chosen: &[usize]) -> bool {
        let Some(first) = chosen.first().map(|unit| &self.units[*unit]) else { return false };
        let below = self.units.iter().enumerate();
        let below = below.filter(|(_, unit)| unit.source == first.source && unit.heading == first.heading);
        below.filter(|(index, _)| !chosen.contains(index)).map(|(_, unit)| unit.words()).sum::<usize>()
            <= REST
    }
}

/// Whether a unit begins by naming another matter.
fn turns_to_something_else(unit: &Unit) -> bool {
    let line = padded(&text(unit));
    ["về", "còn về", "as for", "when it comes to", "speaking of"].iter().any(|cue| begins(&line, cue))
}

/// Whether a question wants to be told what to do.
fn asks_how(question: &str) -> bool {
    let line = padded(question);
    ["how do", "how can", "how should", "how to"].iter().any(|cue| begins(&line, cue))
}

fn text(unit: &Unit) -> String {
    unit.facts().map(|fact| fact.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// What kind of amount a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    Time,
    Month,
    Money,
    Distance,
    Any,
}

/// Beginnings that ask for an amount; the longer ones come before those that they contain.
const MEASURES: [(&str, Measure); 22] = [
    ("how much time", Measure::Time),
    ("how long", Measure::Time),
    ("how often", Measure::Time),
    ("how old", Measure::Time),
    ("how many", Measure::Any),
    ("how far", Measure::Distance),
    ("cost", Measure::Money),
    ("how expensive", Measure::Money),
    ("how much", Measure::Any),
    ("how hot", Measure::Any),
    ("how noisy", Measure::Any),
    ("how loud", Measure::Any),
    ("how heavy", Measure::Any),
    ("bao lâu", Measure::Time),
    ("mấy ngày", Measure::Time),
    ("tháng mấy", Measure::Month),
    ("bao xa", Measure::Distance),
    ("bao nhiêu tiền", Measure::Money),
    ("giá bao nhiêu", Measure::Money),
    ("chi phí", Measure::Money),
    ("bao nhiêu", Measure::Any),
    ("mấy giờ", Measure::Time),
];

impl Measure {
    pub(super) fn of(question: &str) -> Option<Self> {
        let line = padded(question);
        MEASURES.iter().find(|(cue, _)| has(&line, cue)).map(|(_, measure)| *measure)
    }

    fn units(self) -> &'static [&'static str] {
        match self {
            Self::Time => &["second", "minute", "hour", "day", "week", "month", "year", "decade"],
            Self::Month => &["month"],
            Self::Money => &["dollar", "euro", "sterling", "yen", "dong", "won", "rupee", "yuan"],
            Self::Distance => &["metre", "kilometre", "mile", "foot", "yard", "centimetre"],
            Self::Any => &[],
        }
    }

    /// Whether a unit gives it as what is asked for: money in a passage about costs, or in one that speaks of the keyword.
    fn is_named_by(self, unit: &Unit, corpus: &Corpus<'_>) -> bool {
        let about_costs = Role::of(unit.heading.as_slice(), corpus.lexicon) == Role::Cost;
        self != Self::Money || about_costs || corpus.vocabulary.keyword_share(&text(unit)) >= 0.3
    }

    /// Whether a unit gives such an amount: a number with a unit, or words that tell how often and when.
    fn is_given_by(self, unit: &Unit) -> bool {
        const OFTEN: [&str; 8] =
            ["every", "daily", "weekly", "once", "twice", "monthly", "yearly", "hằng ngày"];
        let kinds = self.units();
        unit.facts().any(|fact| {
            let line = padded(&fact.text);
            let measured =
                fact.quantities.iter().any(|quantity| kinds.is_empty() || kinds.contains(&quantity.unit))
                    || (self == Self::Time && is_spelled_time(&line));
            let often = self == Self::Time && OFTEN.iter().any(|word| has(&line, word));
            let month = self == Self::Month && has(&line, "tháng");
            measured || often || month
        })
    }
}

/// `hai ngày`, `two days`.
fn is_spelled_time(line: &str) -> bool {
    const NUMBERS: [&str; 20] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "ten", "twelve", "một", "hai", "ba",
        "bốn", "năm", "sáu", "bảy", "tám", "mười", "vài",
    ];
    const TIMES: [&str; 14] = [
        "minutes", "hours", "hour", "days", "day", "weeks", "week", "months", "month", "years", "ngày",
        "giờ", "tuần", "tháng",
    ];
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).any(|pair| NUMBERS.contains(&pair[0]) && TIMES.contains(&pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_tell_what_amount_they_want() {
        for (question, expected) in [
            ("How long does a heat pump last?", Some(Measure::Time)),
            ("How much does a heat pump cost?", Some(Measure::Money)),
            ("How noisy is a heat pump?", Some(Measure::Any)),
            ("Từ Đà Nẵng đến Hội An bao xa?", Some(Measure::Distance)),
            ("Nên đi Hội An vào tháng mấy?", Some(Measure::Month)),
            ("Can you use soap?", None),
        ] {
            assert_eq!(Measure::of(question), expected, "{question}");
        }
        assert!(is_spelled_time(" hai ngày là đủ ") && !is_spelled_time(" hai món chính "));
        assert!(asks_how("How do you remove rust?") && !asks_how("Does soap harm?"));
    }
}
