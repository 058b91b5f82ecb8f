//! The wordings of a sentence with what each costs: copied words first, then doubts about grammar, then how it reads.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use domain::locale::Language;

use super::originals::{Copied, Originals, Tolerance};
use super::voice::Voice;
use crate::text::{count, padded};

/// How many wordings are looked at.
const MOST: usize = 12;
/// Runs up to this length are nobody's property.
const COMMON_RUN: usize = 10;

/// How sure a wording from elsewhere is.
const PHRASED: f32 = 0.9;

/// What a sequence of words that may be kept costs: new words are better if they are safe.
const KEPT: f32 = 0.015;

/// One wording.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) text: String,
    pub(crate) copied: Copied,
    pub(crate) words: usize,
    pub(crate) cost: f32,
}

impl Candidate {
    pub(crate) fn is_within(&self, tolerance: Tolerance) -> bool {
        tolerance.permits(self.copied, self.words)
    }
}

/// Finds and remembers the wordings of sentences.
pub(crate) struct Candidates<'a> {
    originals: &'a Originals,
    voice: &'a Voice<'a>,
    language: Language,
    known: RefCell<HashMap<String, Rc<[Candidate]>>>,
}

impl<'a> Candidates<'a> {
    pub(crate) fn new(originals: &'a Originals, voice: &'a Voice<'a>, language: Language) -> Self {
        Self { originals, voice, language, known: RefCell::default() }
    }

    /// The wordings of a sentence, cheapest first. The sentence itself is among them.
    pub(crate) fn of(&self, sentence: &str) -> Rc<[Candidate]> {
        if let Some(known) = self.known.borrow().get(sentence) {
            return Rc::clone(known);
        }
        let mut all = vec![self.candidate(sentence.to_owned(), 1.0)];
        for wording in rewording::rewordings(sentence, self.language, MOST) {
            // Where the sentence itself may stand, nothing speaks for a doubtful one.
            if self.originals.kept(sentence) > 0 && is_turned_loose(sentence, &wording.text) {
                continue;
            }
            all.push(self.candidate(wording.text, wording.safety));
        }
        let phrased = self.voice.phrasing.wordings(sentence).into_iter();
        let faithful = phrased.filter(|text| rewording::same_facts(sentence, text, self.language));
        all.extend(faithful.map(|text| self.candidate(text, PHRASED)));
        if all.iter().all(|candidate| candidate.copied.run > COMMON_RUN) {
            all.extend(self.in_two(sentence));
        }
        all.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        let all: Rc<[Candidate]> = all.into();
        self.known.borrow_mut().insert(sentence.to_owned(), Rc::clone(&all));
        all
    }

    /// Whether a wording may follow these words: together they must not copy what it does not copy alone.
    pub(crate) fn continues(&self, before: &str, candidate: &Candidate, tolerance: Tolerance) -> bool {
        let alone = self.originals.copied(before).sequences;
        let mut together = self.originals.copied(&format!("{before} {}", candidate.text));
        together.sequences = together.sequences.saturating_sub(alone);
        tolerance.permits(together, candidate.words)
    }

    /// The sentence as two, each in other words.
    fn in_two(&self, sentence: &str) -> Option<Candidate> {
        let (first, second) = rewording::split(sentence, self.language)?;
        let best = |half: &str| {
            let mut all = vec![self.candidate(half.to_owned(), 1.0)];
            let wordings = rewording::rewordings(half, self.language, MOST);
            all.extend(wordings.into_iter().map(|wording| self.candidate(wording.text, wording.safety)));
            all.into_iter().min_by(|one, other| one.cost.total_cmp(&other.cost))
        };
        let (first, second) = (best(&first)?, best(&second)?);
        Some(self.candidate(format!("{} {}", first.text, second.text), 0.85))
    }

    #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
    fn candidate(&self, text: String, safety: f32) -> Candidate {
        let copied = self.originals.copied(&text);
        let run = copied.run.saturating_sub(COMMON_RUN) as f32;
        let kept = KEPT * self.originals.kept(&text) as f32;
        let cost = kept
            + 0.25 * copied.sequences as f32
            + 0.3 * run
            + 2.0 * (1.0 - safety)
            + (1.0 - self.voice.fluency.score(&text));
        Candidate { words: count(&text), text, copied, cost }
    }
}

/// Whether a wording has `which` for `that`: where `that` stands for the whole thought before it, the sentence falls apart.
fn is_turned_loose(sentence: &str, wording: &str) -> bool {
    let uses =
        |text: &str, word: &str| padded(text).split_whitespace().filter(|known| *known == word).count();
    uses(wording, "which") > uses(sentence, "which") && uses(wording, "that") < uses(sentence, "that")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_is_not_turned_into_which() {
        let sentence = "With leaves that makes one bin a year.";
        assert!(is_turned_loose(sentence, "With leaves which makes one bin a year."));
        assert!(!is_turned_loose(sentence, "With leaves that makes one bin per year."));
    }
}
