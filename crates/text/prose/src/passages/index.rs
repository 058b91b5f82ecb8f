//! Ranks passages with BM25 over their headings, titles and texts.

use std::collections::{BTreeMap, BTreeSet};

use domain::articles::passages::Passage;
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::as_f64;
use crate::passages::tokens::{Cohesion, Token, TokenKind, tokens};

/// BM25 parameters: how quickly additional uses of a word lose weight, and how much long passages are
/// penalised.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;
/// The weight of a word in the nearest heading relative to one in the text, and the weight of one in higher
/// headings and the title, which also belong to other passages.
const IN_HEADING: f64 = 2.0;
const FURTHER_UP: f64 = 0.5;
/// The factor for a passage whose headings have no word of the topic.
const MENTIONED: f64 = 0.5;
/// A passage fits if its score is at least this share of the best.
const FIT: f64 = 1.0 / 3.0;
/// A heading names a topic if it has this share of the topic's words, and a page is about the topic if its
/// passages have this share on average. A page that matches by a heading must use this share somewhere.
const NAMED: f64 = 0.25;
const SPOKEN_OF: f64 = 0.4;
const USED: f64 = 0.5;
/// A word is rare if at most this share of the passages has it. If there are few passages, the second share
/// and number apply.
const RARE_SHARE: f64 = 0.02;
const RARE_OF_FEW: f64 = 0.1;
const RARE: f64 = 3.0;
const LEAST_RARITY: f64 = 1.0;
/// A pair from this weight on is a word, and so is a syllable between others.
const WORD: f64 = 0.5;
const WORD_ALONE: f64 = 0.75;

/// Passages that can be searched.
#[derive(Debug)]
pub struct Index {
    language: Language,
    /// The passages with a token.
    postings: FxHashMap<String, Vec<Posting>>,
    /// The passages with a token in their headings or title.
    headed: FxHashMap<String, Vec<u32>>,
    /// The weighted lengths of the passages.
    lengths: Vec<f64>,
    average: f64,
    cohesion: Cohesion,
    sources: Vec<Vec<SourceNumber>>,
}

/// A token in a passage.
#[derive(Debug, Clone, Copy)]
struct Posting {
    passage: u32,
    uses: f64,
    /// Whether it stands in the text or the nearest heading.
    near: bool,
}

/// A search query: a line, with context words of lower weight.
#[derive(Debug, Clone)]
pub struct Query {
    language: Language,
    /// Tokens with their weights, each once.
    weights: FxHashMap<Token, f64>,
    /// Tokens of the line itself.
    own: FxHashSet<Token>,
    /// Tokens of the context.
    around: FxHashSet<Token>,
}

/// A passage in the results.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Its index in the indexed passages.
    pub passage: usize,
    /// How well it matches; only comparable within one query.
    pub score: f64,
}

impl Query {
    /// A query for a line, such as a question.
    #[must_use]
    pub fn new(line: &str, language: Language) -> Self {
        let own: FxHashSet<Token> = tokens(line, language).into_iter().collect();
        let weights = own.iter().map(|token| (token.clone(), 1.0)).collect();
        Self { language, weights, own, around: FxHashSet::default() }
    }

    /// Adds context words, such as the heading above the line; `weight` is below 1. Words that the line also
    /// has keep their weight, and a passage that has only context words does not fit.
    #[must_use]
    pub fn with(mut self, text: &str, weight: f64) -> Self {
        for token in tokens(text, self.language) {
            self.around.insert(token.clone());
            let known = self.weights.entry(token).or_insert(weight);
            *known = known.min(weight);
        }
        self
    }
}

impl Index {
    #[must_use]
    pub fn of(passages: &[Passage], language: Language) -> Self {
        let mut postings: FxHashMap<String, Vec<Posting>> = FxHashMap::default();
        let mut headed: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        let mut pairs: FxHashSet<String> = FxHashSet::default();
        let mut lengths = Vec::with_capacity(passages.len());
        let with_one_heading = with_one_heading(passages);
        for (number, passage) in (0_u32..).zip(passages) {
            let mut uses: FxHashMap<String, (f64, bool)> = FxHashMap::default();
            let mut length = 0.0;
            let mut add = |text: &str, weight: f64| {
                for token in tokens(text, language) {
                    length += if token.kind == TokenKind::Pair { 0.0 } else { weight };
                    if token.kind == TokenKind::Pair {
                        pairs.insert(token.text.clone());
                    }
                    let known = uses.entry(token.text).or_insert((0.0, false));
                    known.0 += weight;
                    known.1 |= weight > FURTHER_UP;
                }
            };
            add(&passage.text, 1.0);
            if let Some((nearest, above)) = passage.path.split_last() {
                let heads_the_page = above.is_empty() && with_one_heading.contains(&passage.source);
                add(nearest, if heads_the_page { FURTHER_UP } else { IN_HEADING });
                for heading in above {
                    add(heading, FURTHER_UP);
                }
            }
            add(&passage.title, FURTHER_UP);
            let above = passage.path.iter().chain([&passage.title]).flat_map(|text| tokens(text, language));
            for token in above.map(|token| token.text).collect::<FxHashSet<_>>() {
                headed.entry(token).or_default().push(number);
            }
            for (token, (uses, near)) in uses {
                postings.entry(token).or_default().push(Posting { passage: number, uses, near });
            }
            lengths.push(length);
        }
        let average = lengths.iter().sum::<f64>() / as_f64(lengths.len().max(1));
        let sources = passages.iter().map(|passage| passage.sources().collect()).collect();
        let cohesion =
            Cohesion::of(pairs.iter().map(String::as_str), |token| postings.get(token).map_or(0, Vec::len));
        Self { language, cohesion, postings, headed, lengths, average: average.max(1.0), sources }
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
        for (_, weight, postings) in self.found(query) {
            let rarity = self.rarity(postings.len());
            for Posting { passage, uses, .. } in postings {
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

    /// The tokens of a query that occur in passages, with their weights.
    fn found<'a>(&'a self, query: &'a Query) -> impl Iterator<Item = (&'a Token, f64, &'a Vec<Posting>)> {
        let with = |token: &str| self.postings.get(token).map_or(0, Vec::len);
        query.weights.iter().filter_map(move |(token, weight)| {
            let postings = self.postings.get(&token.text)?;
            Some((token, weight * self.cohesion.weight(&token.text, token.kind, with), postings))
        })
    }

    /// The inverse document frequency of a word, with a minimum: if all pages are about one thing, its name
    /// is everywhere, but still matters.
    fn rarity(&self, passages: usize) -> f64 {
        let (all, with) = (as_f64(self.lengths.len()), as_f64(passages));
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln().max(LEAST_RARITY)
    }

    /// The passages that fit, best first. A passage fits if it scores at least a third of the best, and has
    /// two words of the query, including one of the line itself; one word is enough if it is rare.
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
        let all = as_f64(self.lengths.len());
        let rare = (all * RARE_SHARE).max((all * RARE_OF_FEW).min(RARE));
        let with = |token: &str| self.postings.get(token).map_or(0, Vec::len);
        // A line without words of its own is about its context words.
        let own = if query.own.is_subset(&query.around) { &query.own } else { &(&query.own - &query.around) };
        for (token, _, postings) in self.found(query) {
            // Half a word does not count.
            let is_word = match token.kind {
                TokenKind::Word | TokenKind::Alone => true,
                TokenKind::Syllable => self.cohesion.weight(&token.text, token.kind, with) >= WORD_ALONE,
                TokenKind::Pair => self.cohesion.weight(&token.text, token.kind, with) >= WORD,
            };
            if !is_word {
                continue;
            }
            let is_own = own.contains(token);
            for Posting { passage, near, .. } in postings {
                let known = shared.entry(*passage as usize).or_default();
                known.all += 1;
                // The title of the page is not specific to this passage.
                known.own += usize::from(is_own && *near);
                known.rare |= is_own && *near && as_f64(postings.len()) <= rare;
            }
        }
        shared
    }

    /// The relevance of every passage to a topic, best first: its score times the share of the topic's words
    /// that it has. A passage with the rare word of the topic therefore ranks above one with many uses of a
    /// common word. A passage below a heading with the topic's words counts as relevant, and one that only
    /// mentions them counts less.
    #[must_use]
    pub fn about(&self, topic: &Query) -> Vec<Hit> {
        let shares = self.shares(topic);
        let mut hits = self.search(topic);
        for hit in &mut hits {
            let Share { had, headed } = shares[hit.passage];
            hit.score *= had * (MENTIONED + (1.0 - MENTIONED) * (headed * 2.0).min(1.0));
        }
        hits.sort_unstable_by(|one, other| {
            other.score.total_cmp(&one.score).then(one.passage.cmp(&other.passage))
        });
        hits
    }

    /// The share of a topic's words in every passage.
    fn shares(&self, topic: &Query) -> Vec<Share> {
        let mut shares = vec![Share::default(); self.lengths.len()];
        let mut whole = f64::EPSILON;
        for (token, weight, postings) in self.found(topic) {
            let weight = weight * self.rarity(postings.len());
            whole += weight;
            for Posting { passage, .. } in postings {
                shares[*passage as usize].had += weight;
            }
            for passage in self.headed.get(&token.text).into_iter().flatten() {
                shares[*passage as usize].headed += weight;
            }
        }
        shares
            .into_iter()
            .map(|share| Share { had: share.had / whole, headed: share.headed / whole })
            .collect()
    }

    /// The sources about other topics: neither a heading nor most of their passages name the topic, or the
    /// page never uses half of its words. If this applies to all sources, none is returned.
    #[must_use]
    pub fn off_topic(&self, topic: &Query) -> Vec<SourceNumber> {
        let mut sources: BTreeMap<SourceNumber, Vec<Share>> = BTreeMap::new();
        for (share, passage) in self.shares(topic).into_iter().zip(&self.sources) {
            for source in passage {
                sources.entry(*source).or_default().push(share);
            }
        }
        let used = self.used(topic);
        let is_named = |(source, shares): (&SourceNumber, &Vec<Share>)| {
            let mean = shares.iter().map(|share| share.had).sum::<f64>() / as_f64(shares.len());
            let is_headed = shares.iter().any(|share| share.headed >= NAMED);
            mean >= SPOKEN_OF || is_headed && used.get(source).is_some_and(|used| *used >= USED)
        };
        if !sources.iter().any(is_named) {
            return Vec::new();
        }
        sources.iter().filter(|source| !is_named(*source)).map(|(source, _)| *source).collect()
    }

    /// The share of a topic's words that every source uses.
    fn used(&self, topic: &Query) -> BTreeMap<SourceNumber, f64> {
        let mut used: BTreeMap<SourceNumber, f64> = BTreeMap::new();
        let mut whole = f64::EPSILON;
        for (_, weight, postings) in self.found(topic) {
            let weight = weight * self.rarity(postings.len());
            whole += weight;
            let passages = postings.iter().map(|posting| posting.passage as usize);
            let sources: BTreeSet<SourceNumber> =
                passages.flat_map(|passage| self.sources(passage)).copied().collect();
            for source in sources {
                *used.entry(source).or_default() += weight;
            }
        }
        for share in used.values_mut() {
            *share /= whole;
        }
        used
    }

    /// The sources of a passage.
    pub(crate) fn sources(&self, passage: usize) -> &[SourceNumber] {
        self.sources.get(passage).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The sources with several passages below a single top heading. Such a heading describes the page and not
/// the passages.
fn with_one_heading(passages: &[Passage]) -> FxHashSet<SourceNumber> {
    let mut first: FxHashMap<SourceNumber, Vec<&String>> = FxHashMap::default();
    for passage in passages {
        first.entry(passage.source).or_default().extend(passage.path.first());
    }
    first.retain(|_, headings| headings.len() > 1 && headings.iter().all(|heading| *heading == headings[0]));
    first.into_keys().collect()
}

/// The share of a topic's words in a passage, and in the headings and the title above it.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    had: f64,
    headed: f64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Shared {
    all: usize,
    own: usize,
    rare: bool,
}

#[cfg(test)]
mod tests;
