//! Questions that people ask, without duplicates.

use domain::articles::brief::QuestionOrigin;
use domain::locale::Language;
use seo::words;
use sha2::{Digest, Sha256};

use crate::casing::capitalised;
use crate::write::Context;

const MOST: usize = 18;
/// The most questions of one page, and the most search suggestions: autocomplete also returns questions that
/// nobody asks.
const MOST_OF_A_PAGE: usize = 4;
const MOST_SEARCHES: usize = 8;
/// Longer questions are not asked by people.
const LONGEST: u32 = 20;

/// A question that people ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) text: String,
    pub(crate) origin: QuestionOrigin,
}

/// The id of a question, derived from its words.
pub(crate) fn id(text: &str, language: Language) -> String {
    let hash = Sha256::digest(format!("{}\n{}", language.as_str(), sequence(text, language).join(" ")));
    hash.iter().take(5).fold(String::from("q_"), |id, byte| format!("{id}{byte:02x}"))
}

/// The words of a question in order, without function words.
fn sequence(text: &str, language: Language) -> Vec<String> {
    let normal = words::normalise(text);
    // Two forms of "why".
    let normal = normal.replace("tại sao", "vì sao");
    let all: Vec<String> = words::split(&normal).map(|word| seo::stem(word, language)).collect();
    let telling: Vec<String> = all
        .iter()
        .filter(|word| !matches!(word.as_str(), "a" | "an" | "the" | "your" | "my" | "you" | "i"))
        .cloned()
        .collect();
    if telling.is_empty() { all } else { telling }
}

/// Questions about the keyword; those of the results page come first.
pub(crate) fn collect(context: &Context<'_>) -> Vec<Asked> {
    let language = context.keyword.language;
    let input = context.input;
    let mut known: Vec<Vec<String>> = vec![sequence(&context.keyword.text, language)];
    let mut found: Vec<Asked> = Vec::new();
    let mut add = |text: &str, origin: QuestionOrigin| {
        let text = text.trim();
        let words = sequence(text, language);
        if found.len() >= MOST || words::count(text) > LONGEST || words.len() < 2 || known.contains(&words) {
            return;
        }
        known.push(words);
        found.push(Asked { text: asked(text, context), origin });
    };
    let serp = input.serp.iter();
    for question in serp.clone().flat_map(|serp| &serp.people_also_ask) {
        add(&question.question, QuestionOrigin::PeopleAlsoAsk);
    }
    let related = serp.flat_map(|serp| &serp.related_searches);
    let ideas = input.ideas.iter().flat_map(|ideas| &ideas.ideas).map(|idea| &idea.keyword);
    for source in &context.sources {
        for question in seo::questions::in_page(source.page).iter().take(MOST_OF_A_PAGE) {
            add(&question.question, QuestionOrigin::Pages);
        }
    }
    let searches = input.keywords.iter().chain(&input.suggestions).chain(related).chain(ideas);
    let asking = searches.filter(|search| is_question(search, language) && !asks_twice(search, context));
    for search in asking.take(MOST_SEARCHES) {
        add(search, QuestionOrigin::Searches);
    }
    found
}

/// Whether a search adds question words to a keyword that is a question already.
fn asks_twice(search: &str, context: &Context<'_>) -> bool {
    let keyword = &context.keyword;
    let asks = keyword.is_question || keyword.action.is_some();
    asks && words::normalise(search).contains(&*words::normalise(&keyword.text))
}

/// Whether a search is a question. Searchers leave out the question mark.
fn is_question(search: &str, language: Language) -> bool {
    let normal = words::normalise(search);
    let words: Vec<&str> = words::split(&normal).collect();
    let opens = language == Language::ENGLISH
        && words.len() > 3
        && matches!(
            words[0],
            "what"
                | "why"
                | "how"
                | "when"
                | "where"
                | "who"
                | "which"
                | "can"
                | "does"
                | "do"
                | "is"
                | "are"
                | "should"
        );
    opens || seo::questions::is_question(search, language)
}

/// Writes a search as a question.
fn asked(text: &str, context: &Context<'_>) -> String {
    let text = context.casing.sentence(text, context.keyword.language);
    let text = capitalised(text.trim_end_matches(['?', '？', ' ']));
    format!("{text}?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stay_while_words_do() {
        let english = Language::ENGLISH;
        assert_eq!(id("How long does it keep?", english), id("how long does it keep", english));
        assert_ne!(id("How long does it keep?", english), id("How long does it last?", english));
        let vietnamese = Language::VIETNAMESE;
        assert_ne!(
            id("Trà sen pha được mấy nước?", vietnamese),
            id("Pha trà sen được mấy nước?", vietnamese)
        );
    }
}
