//! Words that decide what a sentence claims, counted by what they mean.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use super::{Word, numbers};
use crate::grammar::Tongue;

/// Which signals a sentence has, and which of its words they took.
pub(super) struct Signals {
    pub(super) counts: BTreeMap<&'static str, usize>,
    pub(super) used: Vec<bool>,
}

/// Phrases by their first word, longest first.
type Table = HashMap<&'static str, Vec<Phrase>>;

struct Phrase {
    words: Vec<&'static str>,
    before_number: bool,
    meanings: Vec<&'static str>,
}

static ENGLISH: LazyLock<Table> = LazyLock::new(|| table(include_str!("../../data/en/signals.tsv")));
static VIETNAMESE: LazyLock<Table> = LazyLock::new(|| table(include_str!("../../data/vi/signals.tsv")));

fn table(text: &'static str) -> Table {
    let mut table = Table::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((meanings, phrases)) = line.split_once('\t') else { continue };
        for phrase in phrases.split('|') {
            let mut words: Vec<&str> = phrase.split_whitespace().collect();
            let before_number = words.last() == Some(&"#");
            words.retain(|word| *word != "#");
            let Some(first) = words.first().copied() else { continue };
            let meanings = compound(meanings);
            table.entry(first).or_default().push(Phrase { words, before_number, meanings });
        }
    }
    for phrases in table.values_mut() {
        phrases.sort_by_key(|phrase| std::cmp::Reverse((phrase.words.len(), phrase.before_number)));
    }
    table
}

/// `not can` is a negation and a possibility; other names are one meaning.
fn compound(meanings: &'static str) -> Vec<&'static str> {
    match meanings.strip_prefix("not ") {
        Some(rest) => vec!["not", rest],
        None => vec![meanings],
    }
}

pub(super) fn read(words: &[Word], tongue: Tongue) -> Signals {
    let table = match tongue {
        Tongue::English => &*ENGLISH,
        Tongue::Vietnamese => &*VIETNAMESE,
    };
    let mut signals = Signals { counts: BTreeMap::new(), used: vec![false; words.len()] };
    let mut at = 0;
    while at < words.len() {
        let phrase = table
            .get(words[at].lower.as_str())
            .and_then(|phrases| phrases.iter().find(|phrase| phrase.stands(words, at)));
        let Some(phrase) = phrase else {
            at += 1;
            continue;
        };
        for meaning in &phrase.meanings {
            *signals.counts.entry(meaning).or_insert(0) += 1;
        }
        for used in signals.used.iter_mut().skip(at).take(phrase.words.len()) {
            *used = true;
        }
        at += phrase.words.len();
    }
    signals
}

impl Phrase {
    fn stands(&self, words: &[Word], at: usize) -> bool {
        let end = at + self.words.len();
        words
            .get(at..end)
            .is_some_and(|span| span.iter().zip(&self.words).all(|(word, wanted)| word.lower == *wanted))
            && (!self.before_number || words.get(end).is_some_and(|word| numbers::is_number(&word.lower)))
    }
}
