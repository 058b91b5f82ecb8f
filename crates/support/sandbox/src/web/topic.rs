//! A topic: its queries, and the ten pages that answer them.

use domain::search::{Intent, SerpFeature};
use serde::Deserialize;

use super::{Kind, Notebook, Page};
use crate::folding::{content_words, normalised};

/// A topic with its pages in the order of the results.
#[derive(Debug)]
pub(crate) struct Topic {
    pub(crate) slug: String,
    pub(crate) language: String,
    pub(crate) features: Vec<SerpFeature>,
    pub(crate) related_searches: Vec<String>,
    /// The phrases that feeds suggest.
    pub(crate) suggestions: Vec<Phrase>,
    pub(crate) questions: Vec<TopicQuestion>,
    pub(crate) keywords: Vec<(Phrase, PlannedKeyword)>,
    /// The model's notebook on it.
    pub(crate) notebook: Notebook,
    pages: Vec<Page>,
    /// The query and the aliases.
    pub(super) main_phrases: Vec<Phrase>,
    /// The questions and the related searches.
    other_phrases: Vec<Phrase>,
    /// Words that nearly all of its phrases share.
    core: Vec<String>,
}

/// A phrase in comparable form.
#[derive(Debug)]
pub(crate) struct Phrase {
    pub(crate) text: String,
    /// The folded text, with single spaces between words.
    pub(crate) line: String,
    /// The folded words that carry meaning.
    pub(crate) words: Vec<String>,
}

/// A question that a results page shows.
#[derive(Debug)]
pub(crate) struct TopicQuestion {
    pub(crate) question: String,
    /// The answer and the index of its page.
    pub(crate) answer: Option<(String, usize)>,
}

/// A keyword with its figures.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlannedKeyword {
    pub(crate) text: String,
    pub(crate) monthly_searches: u64,
    pub(crate) season: Season,
    pub(crate) competition_index: u8,
    pub(crate) low_bid_usd: f64,
    pub(crate) high_bid_usd: f64,
}

/// The distribution of searches over the year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Season {
    Flat,
    Summer,
    Winter,
    Rising,
    Falling,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TopicFile {
    pub(super) language: String,
    query: String,
    aliases: Vec<String>,
    intent: Intent,
    features: Vec<SerpFeature>,
    related_searches: Vec<String>,
    suggestions: Vec<String>,
    people_also_ask: Vec<QuestionEntry>,
    keywords: Vec<PlannedKeyword>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionEntry {
    question: String,
    answer: Option<String>,
    page: Option<String>,
}

/// What is wrong with a topic as a whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TopicProblem {
    #[error("it has {0} pages instead of ten")]
    PageCount(usize),
    #[error("the question {question:?} names the page {page:?}, which does not exist")]
    NoSuchPage { question: String, page: String },
    #[error("the question {0:?} has an answer without a page, or a page without an answer")]
    HalfAnswered(String),
    #[error("the competition index of {0:?} is above 100")]
    CompetitionIndex(String),
}

const PAGES: usize = 10;
/// Of this number of phrases, all but one have each word of the core.
const CORE: usize = 10;

impl Topic {
    /// Builds a topic from its file and its pages by file name, in order.
    pub(super) fn assemble(
        slug: &str,
        file: TopicFile,
        files: Vec<(String, Page)>,
        notebook: Notebook,
    ) -> Result<Self, TopicProblem> {
        if files.len() != PAGES {
            return Err(TopicProblem::PageCount(files.len()));
        }
        if let Some(keyword) = file.keywords.iter().find(|keyword| keyword.competition_index > 100) {
            return Err(TopicProblem::CompetitionIndex(keyword.text.clone()));
        }
        let questions = file
            .people_also_ask
            .into_iter()
            .map(|entry| entry.resolve(&files))
            .collect::<Result<Vec<_>, _>>()?;
        let main = [&file.query].into_iter().chain(&file.aliases);
        let other = file.related_searches.iter().chain(questions.iter().map(|entry| &entry.question));
        let main_phrases = main.map(|text| Phrase::new(text)).collect();
        let other_phrases = other.map(|text| Phrase::new(text)).collect();
        let keywords = file.keywords.into_iter().map(|keyword| (Phrase::new(&keyword.text), keyword));
        let local = file.intent == Intent::Local;
        let mut topic = Self {
            slug: slug.to_owned(),
            language: file.language,
            features: file.features,
            related_searches: file.related_searches,
            suggestions: file.suggestions.iter().map(|text| Phrase::new(text)).collect(),
            questions,
            keywords: keywords.collect(),
            notebook,
            pages: files.into_iter().map(|(_, page)| at_its_place(page, local)).collect(),
            main_phrases,
            other_phrases,
            core: Vec::new(),
        };
        topic.core = topic.core_words();
        Ok(topic)
    }

    fn core_words(&self) -> Vec<String> {
        let has = |word: &&String| self.phrases().filter(|phrase| phrase.words.contains(word)).count();
        let enough = |count: usize| count * CORE >= self.phrases().count() * (CORE - 1);
        let own = self.main_phrases.first().map(|query| query.words.as_slice()).unwrap_or_default();
        own.iter().filter(|word| enough(has(word))).cloned().collect()
    }

    /// Whether a query with these words can be about it: they contain its core.
    pub(super) fn can_be_about(&self, words: &[String]) -> bool {
        self.core.iter().all(|word| words.contains(word))
    }

    /// The pages in the order of the results.
    pub(crate) fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The query that its text was written for.
    pub(crate) fn query(&self) -> &str {
        self.main_phrases.first().map_or("", |query| &query.text)
    }

    /// Whether a normalised line is its own query.
    pub(crate) fn is_about(&self, line: &str) -> bool {
        self.main_phrases.first().is_some_and(|query| query.line == line)
    }

    /// Whether a normalised line is one of its phrases, or one of its main ones.
    pub(crate) fn knows(&self, line: &str, main_only: bool) -> bool {
        let is_line = |phrase: &Phrase| phrase.line == line;
        if main_only { self.main_phrases.iter().any(is_line) } else { self.phrases().any(is_line) }
    }

    /// Every phrase that it answers.
    pub(crate) fn phrases(&self) -> impl Iterator<Item = &Phrase> {
        let keywords = self.keywords.iter().map(|(phrase, _)| phrase);
        self.main_phrases.iter().chain(&self.other_phrases).chain(&self.suggestions).chain(keywords)
    }
}

/// In local topics, a shop page is a place to go to.
fn at_its_place(page: Page, local: bool) -> Page {
    if local && page.kind == Kind::Shop { Page { kind: Kind::Practice, ..page } } else { page }
}

impl Phrase {
    fn new(text: &str) -> Self {
        Self { text: text.to_owned(), line: normalised(text), words: content_words(text) }
    }
}

impl QuestionEntry {
    fn resolve(self, files: &[(String, Page)]) -> Result<TopicQuestion, TopicProblem> {
        let Self { question, answer, page } = self;
        let answer = match (answer, page) {
            (None, None) => None,
            (Some(answer), Some(page)) => {
                let index = files.iter().position(|(name, _)| *name == page);
                let Some(index) = index else { return Err(TopicProblem::NoSuchPage { question, page }) };
                Some((answer, index))
            }
            _ => return Err(TopicProblem::HalfAnswered(question)),
        };
        Ok(TopicQuestion { question, answer })
    }
}
