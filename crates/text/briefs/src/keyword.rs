//! Parses a keyword: its query type, and the words in it that name the topic.

mod patterns;

use domain::articles::brief::QueryType;
use domain::locale::Language;
use domain::search::{Intent, OrganicResult, SearchIntent};
use prose::passages::Query;
use seo::words;

use crate::as_f64;
use crate::texts::Texts;
use patterns::{Found, find};

/// The share of results that must be of one type if the words of the query show no type.
const MAJORITY: f64 = 0.3;
/// The least number of results of that type.
const FEWEST: usize = 3;

/// The weight of the verb of an action relative to the topic.
const VERB: f64 = 0.25;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Keyword {
    /// The keyword with single spaces, without a question mark.
    pub(crate) text: String,
    pub(crate) language: Language,
    pub(crate) query_type: QueryType,
    /// Why the keyword has that type.
    pub(crate) reason: String,
    /// The action, such as `configure postgresql autovacuum`. Only for procedures that are named by a verb.
    pub(crate) action: Option<String>,
    /// The topic without question words and without article: `roth ira`.
    pub(crate) topic: String,
    /// The two sides of a comparison.
    pub(crate) sides: Option<(String, String)>,
    /// Whether the keyword is a question by itself.
    pub(crate) is_question: bool,
}

/// The type of a query, judged by its words alone; `None` if they show no type.
#[must_use]
pub fn query_type(query: &str, language: Language) -> Option<QueryType> {
    find(&spaced(query), language).map(|found| found.query_type)
}

/// The topic of a keyword, without question words: `roth ira` in `what is a roth ira`.
#[must_use]
pub fn topic(keyword: &str, language: Language) -> String {
    let text = spaced(keyword);
    let found = find(&text, language).filter(|found| found.query_type != QueryType::Comparison);
    let topic = found.map(|found| without_article(&found.parts.join(" "), language));
    topic.filter(|topic| !topic.is_empty()).unwrap_or(text)
}

impl Keyword {
    pub(crate) fn read(
        keyword: &str,
        language: Language,
        intent: &SearchIntent,
        results: &[OrganicResult],
    ) -> Self {
        let text = spaced(keyword);
        let texts = Texts::of(language);
        let asks = asks(&text, language);
        if let Some(Found { query_type, parts, cue, is_action }) = find(&text, language) {
            let whole = parts.join(" ");
            let sides = match parts.as_slice() {
                [one, other] if query_type == QueryType::Comparison => {
                    Some((without_article(one, language), without_article(other, language)))
                }
                _ => None,
            };
            let topic = if sides.is_some() { text.clone() } else { without_article(&whole, language) };
            let topic = if topic.is_empty() { text.clone() } else { topic };
            return Self {
                action: (is_action && !whole.is_empty()).then_some(whole),
                reason: texts.because_of_words(&cue),
                is_question: asks,
                query_type,
                text,
                language,
                topic,
                sides,
            };
        }
        let (query_type, reason) = if asks {
            (QueryType::Definition, texts.because_it_asks.to_owned())
        } else if intent.primary == Intent::Local {
            (QueryType::Local, texts.because_of_place.to_owned())
        } else {
            by_results(results, language).map_or_else(
                || (QueryType::Definition, texts.because_nothing_else.to_owned()),
                |(query_type, count)| (query_type, texts.because_of_results(count, results.len())),
            )
        };
        let topic = without_article(&text, language);
        Self { topic, query_type, reason, text, language, action: None, sides: None, is_question: asks }
    }

    /// The words that name the topic, for queries over passages.
    pub(crate) fn head(&self) -> String {
        self.core().0
    }

    /// Returns the words that name the topic, and the verb before them. The verb names the action; pages need
    /// not be about it.
    fn core(&self) -> (String, String) {
        if let Some((one, other)) = &self.sides {
            return (format!("{one} {other}"), String::new());
        }
        let Some(action) = &self.action else { return (self.topic.clone(), String::new()) };
        match action.split_once(' ') {
            Some((verb, thing)) if self.language == Language::ENGLISH => (thing.to_owned(), verb.to_owned()),
            _ => (action.clone(), String::new()),
        }
    }

    /// A query for passages about the keyword.
    pub(crate) fn query(&self) -> Query {
        let (thing, verb) = self.core();
        Query::new(&thing, self.language).with(&verb, VERB)
    }
}

/// The type that most of the results have, if enough of them agree.
fn by_results(results: &[OrganicResult], language: Language) -> Option<(QueryType, usize)> {
    let types: Vec<QueryType> =
        results.iter().filter_map(|result| query_type(&result.title, language)).collect();
    let count = |query_type: QueryType| types.iter().filter(|other| **other == query_type).count();
    let (query_type, most) = QueryType::ALL
        .into_iter()
        .map(|query_type| (query_type, count(query_type)))
        .max_by(|one, other| one.1.cmp(&other.1).then(other.0.cmp(&one.0)))?;
    (most >= FEWEST && as_f64(most) >= MAJORITY * as_f64(results.len())).then_some((query_type, most))
}

/// Returns the keyword with single spaces, without a question mark at its end.
fn spaced(keyword: &str) -> String {
    let text = keyword.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = text.trim_end_matches(['?', '？', '!', '.', ' ']);
    if bare.is_empty() { text } else { bare.to_owned() }
}

fn asks(text: &str, language: Language) -> bool {
    let normal = words::normalise(text);
    let first = words::split(&normal).next();
    let opens = language == Language::ENGLISH
        && words::count(text) > 2
        && first.is_some_and(|first| ENGLISH_OPENERS.contains(&first));
    opens || seo::questions::is_question(text, language)
}

const ENGLISH_OPENERS: [&str; 24] = [
    "what", "why", "how", "when", "where", "who", "which", "whose", "is", "are", "was", "were", "do", "does",
    "did", "can", "could", "should", "will", "would", "has", "have", "what's", "am",
];

fn without_article(text: &str, language: Language) -> String {
    let articles: &[&str] = match language {
        Language::ENGLISH => &["a", "an", "the", "my", "your"],
        Language::VIETNAMESE => &["một", "cái", "những", "các"],
        _ => &[],
    };
    match text.split_once(' ') {
        Some((first, rest)) if articles.contains(&&*words::normalise(first)) => rest.to_owned(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
