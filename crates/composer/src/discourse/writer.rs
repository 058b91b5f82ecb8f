//! Says facts, one after another, and remembers what was said and how.

use std::collections::{BTreeSet, HashSet, VecDeque};

use domain::articles::research::SourceNumber;
use seo::words::{normalise, split};

use crate::corpus::Corpus;
use crate::facts::{Fact, FactKind, Row, Unit, Unused, UnusedReason};
use crate::text::{capitalised, count, ended, first_word};
use crate::wording::{Acts, Candidate, Candidates, Tolerance};

/// From this likeness of their sequences of three words on, two sentences are one.
const SAME: f32 = 0.36;
/// The most sentences that name their publisher, in an article.
const MOST_ATTRIBUTIONS: usize = 6;

/// How many of the last words are remembered.
const TAIL: usize = 16;
/// The most tables of an article.
const MOST_TABLES: usize = 4;

/// A sentence with those who say so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    pub(crate) sources: Vec<SourceNumber>,
    pub(crate) has_number: bool,
    /// Whether it merely names what the next one speaks of.
    pub(crate) is_name: bool,
}

/// Says facts.
pub(crate) struct Writer<'a> {
    pub(crate) corpus: &'a Corpus<'a>,
    pub(crate) acts: Acts,
    candidates: &'a Candidates<'a>,
    tolerance: Tolerance,
    /// How the last sentences began.
    openings: VecDeque<String>,
    /// Sequences of three words of every sentence so far.
    said: Vec<HashSet<u64>>,
    attributions: usize,
    tables: usize,
    /// The last words, which a run may go on from.
    tail: String,
    /// Whether the next number may name its publisher.
    pub(crate) may_attribute: bool,
    /// Headings of the article, which need not be said again.
    pub(crate) headings: HashSet<String>,
    pub(crate) used: BTreeSet<u32>,
    pub(crate) cited: BTreeSet<SourceNumber>,
    pub(crate) unused: Vec<Unused>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(corpus: &'a Corpus<'a>, candidates: &'a Candidates<'a>, tolerance: Tolerance) -> Self {
        Self {
            corpus,
            acts: Acts::new(corpus.lexicon, &corpus.keyword.full),
            candidates,
            tolerance,
            openings: VecDeque::new(),
            said: Vec::new(),
            attributions: 0,
            tables: 0,
            tail: String::new(),
            may_attribute: false,
            headings: HashSet::new(),
            used: BTreeSet::new(),
            cited: BTreeSet::new(),
            unused: Vec::new(),
        }
    }

    /// Says facts that follow each other. What can't be said takes with it what leans on it.
    pub(crate) fn say_all(&mut self, facts: &[Fact]) -> Vec<Sentence> {
        let mut sentences: Vec<Sentence> = Vec::new();
        let mut broken = false;
        for fact in facts {
            if broken && fact.leans {
                self.leave_fact(fact, UnusedReason::Dangling);
                continue;
            }
            let follows = !sentences.is_empty() && !broken;
            let told = self.say(fact, follows);
            broken = told.is_empty();
            if broken {
                self.leave_fact(fact, UnusedReason::Verbatim);
            }
            sentences.extend(told);
        }
        sentences
    }

    /// Says an item of a list: without connectives, in its own words where they are few.
    pub(crate) fn say_item(&mut self, facts: &[Fact]) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        for fact in facts {
            let Some(chosen) = self.choose(&fact.text) else {
                self.leave_fact(fact, UnusedReason::Verbatim);
                break;
            };
            sentences.push(self.record(fact, chosen.text));
        }
        sentences
    }

    /// Says a text that is no fact of its own: another source's words for a fact that was said.
    pub(crate) fn say_again(&mut self, text: &str, fact: &Fact) -> Option<Sentence> {
        let chosen = self.choose(text)?;
        Some(self.record(fact, chosen.text))
    }

    /// Whether no heading of the article says this.
    pub(crate) fn is_free_heading(&self, heading: &str) -> bool {
        let bag = self.corpus.vocabulary.bag(heading);
        !self.headings.iter().any(|known| self.corpus.vocabulary.bag(known).likeness(&bag) > 0.5)
    }

    fn say(&mut self, fact: &Fact, follows: bool) -> Vec<Sentence> {
        let Some(chosen) = self.choose(&fact.text) else { return Vec::new() };
        let text = self.tied(fact, &chosen.text, follows);
        let mut sentences = vec![self.record(fact, text)];
        sentences.extend(self.difference(fact));
        sentences
    }

    /// The sentence with a connective or with its publisher, where one is justified.
    fn tied(&mut self, fact: &Fact, text: &str, follows: bool) -> String {
        if let Some(relation) = fact.relation.filter(|_| follows)
            && let Some(connective) = self.acts.next(relation.act())
        {
            return format!("{connective} {}", self.corpus.continued(text));
        }
        let figure = fact.kind == FactKind::Number && !fact.leans && fact.sources.len() == 1;
        let continued = self.corpus.continued(text);
        let declares = !self.is_order(text) && !fact.fragment && !continued.starts_with(char::is_uppercase);
        if figure
            && declares
            && self.may_attribute
            && self.attributions < MOST_ATTRIBUTIONS
            && count(text) < 24
            && let Some(publisher) = self.corpus.publisher(fact.source())
            && let Some(pattern) = self.acts.next("attribution")
        {
            self.attributions += 1;
            self.may_attribute = false;
            return capitalised(&pattern.replace("{source}", publisher).replace("{s}", &continued));
        }
        text.to_owned()
    }

    /// Whether a sentence tells the reader to do something, at once or after its first comma.
    fn is_order(&self, text: &str) -> bool {
        let after = text.split_once(", ").map(|(_, rest)| first_word(rest));
        self.corpus.lexicon.is_base(&first_word(text))
            || after.is_some_and(|word| self.corpus.lexicon.is_base(&word))
    }

    /// What another source gives instead.
    fn difference(&mut self, fact: &Fact) -> Option<Sentence> {
        let difference = fact.differs.first()?;
        let publisher = self.corpus.publisher(difference.source);
        let act = if publisher.is_some() { "differs" } else { "differs_unnamed" };
        let pattern = self.acts.next(act)?;
        let text =
            pattern.replace("{source}", publisher.unwrap_or_default()).replace("{value}", &difference.value);
        self.used.insert(difference.evidence);
        self.cited.insert(difference.source);
        self.remember(&text);
        Some(Sentence {
            text: capitalised(&text),
            sources: vec![difference.source],
            has_number: true,
            is_name: false,
        })
    }

    /// The wording that copies least, reads best and does not begin like its neighbours.
    fn choose(&self, text: &str) -> Option<Candidate> {
        let candidates = self.candidates.of(text);
        let cost = |candidate: &Candidate| {
            let opening = first_word(&candidate.text);
            let repeats = self.openings.iter().filter(|known| **known == opening).count();
            candidate.cost + [0.0, 0.5, 1.5][repeats.min(2)]
        };
        candidates
            .iter()
            .filter(|candidate| candidate.is_within(self.tolerance) && !self.was_said(&candidate.text))
            .filter(|candidate| self.candidates.continues(&self.tail, candidate, self.tolerance))
            .min_by(|one, other| cost(one).total_cmp(&cost(other)))
            .cloned()
    }

    fn record(&mut self, fact: &Fact, text: String) -> Sentence {
        self.remember(&text);
        self.used.extend(&fact.evidence);
        self.cited.extend(&fact.sources);
        let text = if text.ends_with(':') { text } else { ended(&text) };
        Sentence {
            text,
            sources: fact.sources.clone(),
            has_number: !fact.quantities.is_empty(),
            is_name: fact.fragment,
        }
    }

    /// Remembers a sentence that was said.
    pub(crate) fn remember(&mut self, text: &str) {
        self.openings.push_back(first_word(text));
        if self.openings.len() > 2 {
            self.openings.pop_front();
        }
        self.said.push(sequences(text));
        let words: Vec<&str> = text.split_whitespace().collect();
        let tail = &words[words.len().saturating_sub(TAIL)..];
        self.tail = format!("{} {}", self.tail, tail.join(" "));
        let words: Vec<&str> = self.tail.split_whitespace().collect();
        self.tail = words[words.len().saturating_sub(TAIL)..].join(" ");
    }

    fn was_said(&self, text: &str) -> bool {
        let own = sequences(text);
        own.len() > 2 && self.said.iter().any(|known| likeness(&own, known) >= SAME)
    }

    /// A fact was quoted.
    pub(crate) fn quote(&mut self, fact: &Fact) {
        self.used.extend(&fact.evidence);
        self.cited.extend(&fact.sources);
    }

    /// Whether one more table is not too many.
    pub(crate) fn may_tabulate(&self) -> bool {
        self.tables < MOST_TABLES
    }

    /// Rows of a table were printed.
    pub(crate) fn use_rows(&mut self, rows: &[Row], source: SourceNumber) {
        self.tables += 1;
        self.used.extend(rows.iter().map(|row| row.evidence));
        self.cited.insert(source);
    }

    /// A unit is left out.
    pub(crate) fn leave(&mut self, unit: &Unit, reason: UnusedReason) {
        for evidence in unit.evidence() {
            self.used.remove(&evidence);
            self.unused.push(Unused { evidence, reason });
        }
    }

    fn leave_fact(&mut self, fact: &Fact, reason: UnusedReason) {
        self.unused.extend(fact.evidence.iter().map(|evidence| Unused { evidence: *evidence, reason }));
    }
}

fn sequences(text: &str) -> HashSet<u64> {
    let normal = normalise(text);
    let words: Vec<&str> = split(&normal).collect();
    words
        .windows(3)
        .map(|three| {
            three.iter().fold(17, |hash: u64, word| {
                word.bytes().fold(hash.rotate_left(5), |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                })
            })
        })
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
fn likeness(one: &HashSet<u64>, other: &HashSet<u64>) -> f32 {
    let shared = one.intersection(other).count();
    let all = one.len() + other.len() - shared;
    if all == 0 { 0.0 } else { shared as f32 / all as f32 }
}
