//! Ranks passages with BM25 over their headings, titles and texts.

use domain::articles::passages::Passage;
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tokens::{HINT, Token, tokens};

/// How fast more uses of a word stop to matter, and how much long passages are held back.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;
/// What a word in the headings counts against one in the text.
const IN_PATH: f64 = 2.0;
const IN_TITLE: f64 = 1.0;
/// A passage fits if its score is at least this share of the best.
const FIT: f64 = 1.0 / 3.0;
/// A source is about something else if its best passages score less than this share of the best source's.
const ON_TOPIC: f64 = 0.25;
/// How many of a source's best passages speak for it.
const SPEAKERS: usize = 3;
/// A word is rare if at most this share of the passages has it, or this many.
const RARE_SHARE: f64 = 0.02;
const RARE: usize = 3;

/// Passages that can be searched.
#[derive(Debug)]
pub struct Index {
    language: Language,
    /// The passages with a token, and its weighted uses there.
    postings: FxHashMap<String, Vec<(u32, f64)>>,
    /// The weighted lengths of the passages.
    lengths: Vec<f64>,
    average: f64,
    sources: Vec<Vec<SourceNumber>>,
}

/// What is looked for: a line, with words around it that count less.
#[derive(Debug, Clone)]
pub struct Query {
    language: Language,
    /// Tokens with their weights, each once.
    weights: FxHashMap<String, f64>,
    /// Words of the line itself.
    own: FxHashSet<String>,
    /// Words of the line and around it.
    content: FxHashSet<String>,
}

/// A passage that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Its index in what was indexed.
    pub passage: usize,
    /// How well it matches; only comparable within one query.
    pub score: f64,
}

impl Query {
    /// Looks for a line, such as a question.
    #[must_use]
    pub fn new(line: &str, language: Language) -> Self {
        let empty = Self {
            language,
            weights: FxHashMap::default(),
            own: FxHashSet::default(),
            content: FxHashSet::default(),
        };
        let mut query = empty.with(line, 1.0);
        query.own.clone_from(&query.content);
        query
    }

    /// How many words of the line it shares with another line.
    #[must_use]
    pub fn shared_with(&self, other: &Self) -> usize {
        self.own.intersection(&other.own).count()
    }

    /// Adds words from around the line, such as the heading above it; `weight` is below 1.
    #[must_use]
    pub fn with(mut self, text: &str, weight: f64) -> Self {
        for Token { text, content } in tokens(text, self.language) {
            if content {
                self.content.insert(text.clone());
            }
            let weight = if content { weight } else { weight * HINT };
            let known = self.weights.entry(text).or_insert(0.0);
            *known = known.max(weight);
        }
        self
    }
}

impl Index {
    /// Indexes passages.
    #[must_use]
    pub fn of(passages: &[Passage], language: Language) -> Self {
        let mut postings: FxHashMap<String, Vec<(u32, f64)>> = FxHashMap::default();
        let mut lengths = Vec::with_capacity(passages.len());
        for (number, passage) in (0_u32..).zip(passages) {
            let mut uses: FxHashMap<String, f64> = FxHashMap::default();
            let mut length = 0.0;
            let mut add = |text: &str, weight: f64| {
                for token in tokens(text, language) {
                    length += if token.content { weight } else { 0.0 };
                    *uses.entry(token.text).or_insert(0.0) += weight;
                }
            };
            add(&passage.text, 1.0);
            passage.path.iter().for_each(|heading| add(heading, IN_PATH));
            add(&passage.title, IN_TITLE);
            for (token, weight) in uses {
                postings.entry(token).or_default().push((number, weight));
            }
            lengths.push(length);
        }
        let average = lengths.iter().sum::<f64>() / as_f64(lengths.len().max(1));
        let sources = passages.iter().map(|passage| passage.sources().collect()).collect();
        Self { language, postings, lengths, average: average.max(1.0), sources }
    }

    /// The language of the passages.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Every passage that has a word of the query, best first.
    #[must_use]
    pub fn search(&self, query: &Query) -> Vec<Hit> {
        let mut scores: FxHashMap<u32, f64> = FxHashMap::default();
        for (token, weight) in &query.weights {
            let Some(postings) = self.postings.get(token) else { continue };
            let rarity = self.rarity(postings.len());
            for (passage, uses) in postings {
                let long = self.lengths[*passage as usize] / self.average;
                let damped = uses * (SATURATION + 1.0) / (uses + SATURATION * (1.0 - LENGTH + LENGTH * long));
                *scores.entry(*passage).or_insert(0.0) += weight * rarity * damped;
            }
        }
        let mut hits: Vec<Hit> =
            scores.into_iter().map(|(passage, score)| Hit { passage: passage as usize, score }).collect();
        hits.sort_unstable_by(|one, other| {
            other.score.total_cmp(&one.score).then(one.passage.cmp(&other.passage))
        });
        hits
    }

    fn rarity(&self, passages: usize) -> f64 {
        let (all, with) = (as_f64(self.lengths.len()), as_f64(passages));
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    /// The passages that fit, best first. One that fits scores at least a third of the best, and has two words of the query, one of
    /// them of the line itself; one word is enough if it is rare.
    #[must_use]
    pub fn fitting(&self, query: &Query) -> Vec<Hit> {
        let hits = self.search(query);
        let Some(best) = hits.first().map(|hit| hit.score) else { return hits };
        let shared = self.shared(query);
        let enough = |hit: &Hit| {
            let shared = shared.get(&hit.passage).copied().unwrap_or_default();
            hit.score >= best * FIT && shared.own > 0 && (shared.all > 1 || shared.rare)
        };
        hits.into_iter().filter(enough).collect()
    }

    /// Which words of the query the passages have.
    fn shared(&self, query: &Query) -> FxHashMap<usize, Shared> {
        let mut shared: FxHashMap<usize, Shared> = FxHashMap::default();
        let rare = (as_f64(self.lengths.len()) * RARE_SHARE).max(as_f64(RARE));
        for token in &query.content {
            let Some(postings) = self.postings.get(token) else { continue };
            let is_own = query.own.contains(token);
            for (passage, _) in postings {
                let known = shared.entry(*passage as usize).or_default();
                known.all += 1;
                known.own += usize::from(is_own);
                known.rare |= is_own && as_f64(postings.len()) <= rare;
            }
        }
        shared
    }

    /// How much each source has to say about something, as a share of what the best one has: 0 to 1.
    #[must_use]
    pub fn strengths(&self, query: &Query) -> Vec<(SourceNumber, f64)> {
        let mut best: FxHashMap<SourceNumber, Vec<f64>> = FxHashMap::default();
        for hit in self.search(query) {
            for source in &self.sources[hit.passage] {
                let scores = best.entry(*source).or_default();
                if scores.len() < SPEAKERS {
                    scores.push(hit.score);
                }
            }
        }
        let sums: FxHashMap<SourceNumber, f64> =
            best.into_iter().map(|(source, scores)| (source, scores.iter().sum())).collect();
        let greatest = sums.values().copied().fold(0.0, f64::max);
        let mut sources: Vec<SourceNumber> = self.sources.iter().flatten().copied().collect();
        sources.sort_unstable();
        sources.dedup();
        let share = |source: SourceNumber| {
            let sum = sums.get(&source).copied().unwrap_or(0.0);
            if greatest > 0.0 { sum / greatest } else { 0.0 }
        };
        sources.into_iter().map(|source| (source, share(source))).collect()
    }

    /// The sources that are about something else: they say less than a quarter of what the best source says. If none says anything,
    /// nobody can tell.
    #[must_use]
    pub fn off_topic(&self, query: &Query) -> Vec<SourceNumber> {
        let strengths = self.strengths(query);
        if strengths.iter().all(|(_, share)| *share <= 0.0) {
            return Vec::new();
        }
        strengths.into_iter().filter(|(_, share)| *share < ON_TOPIC).map(|(source, _)| source).collect()
    }

    /// The sources of a passage.
    pub(crate) fn sources(&self, passage: usize) -> &[SourceNumber] {
        self.sources.get(passage).map(Vec::as_slice).unwrap_or_default()
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Shared {
    all: usize,
    own: usize,
    rare: bool,
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn as_f64(count: usize) -> f64 {
    count as f64
}
