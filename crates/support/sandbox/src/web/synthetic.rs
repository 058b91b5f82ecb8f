//! Pages and results made from patterns, for queries without a topic and for URLs without a hand-written
//! page.
//!
//! The content depends only on the URL: `https://HOST/LANGUAGE/KIND/the-words-of-the-query` is always the
//! same page.

mod english;
mod patterns;
mod vietnamese;

use domain::search::SerpFeature;

use self::patterns::{Patterns, Writer};
use super::Day;
use super::page::{Kind, Page};
use super::results::{Question, ResultsPage, WebResult};
use crate::folding;
use crate::seed::Seed;
use crate::subject::subject;

const RESULTS: usize = 10;
const MOST_WORDS: usize = 12;
const LONGEST_WORD: usize = 40;

pub(super) fn results(query: &str, language: &str) -> ResultsPage {
    let patterns = patterns_of(language);
    let words = words_of(query);
    let seed = Seed::of(&["results", patterns.language, &folding::normalised(query)]);
    let mut names = patterns::FIRST_NAMES.to_vec();
    seed.generator().shuffle(&mut names);
    let results: Vec<WebResult> = kinds_for(query)
        .into_iter()
        .zip(names)
        .zip(1..=RESULTS)
        .map(|((kind, name), position)| {
            let host = format!("{name}{}.example", patterns::last_name(kind));
            let path = format!("/{}/{}/{}", patterns.language, segment(kind), words.join("-"));
            WebResult::of(position, &page(&host, &path))
        })
        .collect();
    let mut writer = Writer::new(subject(&words).join(" "), seed);
    ResultsPage {
        language: patterns.language.to_owned(),
        questions: questions(patterns, &results, &mut writer),
        related_searches: patterns.related.iter().map(|pattern| writer.fill(pattern)).collect(),
        features: vec![SerpFeature::PeopleAlsoAsk],
        results,
    }
}

fn questions(patterns: &Patterns, results: &[WebResult], writer: &mut Writer) -> Vec<Question> {
    let pairs = patterns.questions.iter().zip(results);
    pairs
        .map(|((question, answer), result)| Question {
            question: writer.fill_capital(question),
            answer: answer.map(|answer| (writer.fill_capital(answer), result.clone())),
        })
        .collect()
}

/// The page at a URL without a hand-written page.
pub(super) fn page(host: &str, decoded_path: &str) -> Page {
    let steps: Vec<&str> = decoded_path.split('/').filter(|step| !step.is_empty()).collect();
    let seed = Seed::of(&["page", host, decoded_path]);
    let named = |step: &&str| KINDS.iter().find(|(_, name)| name == step).map(|(kind, _)| *kind);
    let kind = steps.iter().find_map(named).unwrap_or_else(|| any_kind(seed));
    let words = words_of(steps.last().copied().unwrap_or_else(|| host.split('.').next().unwrap_or(host)));
    let language = steps.first().copied().filter(|step| *step == "vi" || *step == "en");
    let patterns = patterns_of(language.unwrap_or_else(|| guessed_language(decoded_path)));
    let mut writer = Writer::new(subject(&words).join(" "), seed);
    let year = 2024 + u16::try_from(writer.number(0, 1)).unwrap_or(0);
    let published = Day { year, month: small(writer.number(1, 12)), number: small(writer.number(1, 28)) };
    let title = writer.title(patterns, kind);
    Page {
        host: host.to_owned(),
        path: encoded(&steps, decoded_path.ends_with('/')),
        kind,
        description: writer.description(patterns, kind),
        published,
        author: matches!(kind, Kind::Guide | Kind::Comparison | Kind::News)
            .then(|| writer.choose(patterns.authors).to_owned()),
        language: patterns.language.to_owned(),
        markdown: writer.markdown(patterns, kind, &title),
        title,
    }
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Guide, "guide"),
    (Kind::Comparison, "compare"),
    (Kind::Shop, "shop"),
    (Kind::Forum, "forum"),
    (Kind::News, "news"),
    (Kind::Institution, "advice"),
];

fn segment(kind: Kind) -> &'static str {
    KINDS.iter().find(|(known, _)| *known == kind).map_or("guide", |(_, name)| name)
}

fn any_kind(seed: Seed) -> Kind {
    // Most web pages explain something.
    if seed.between(0, 3) > 0 { Kind::Guide } else { Kind::Institution }
}

/// The kinds of pages that answer a query, by the words that reveal the searcher's intent.
fn kinds_for(query: &str) -> [Kind; RESULTS] {
    use Kind::{Comparison as C, Forum as F, Guide as G, Institution as I, News as N, Shop as S};
    let line = format!(" {} ", folding::normalised(query));
    let says = |cues: &[&str]| cues.iter().any(|cue| line.contains(&format!(" {cue} ")));
    if says(&["buy", "price", "prices", "cheap", "order", "coupon", "mua", "gia", "ban", "dat"]) {
        [S, S, S, C, S, G, S, C, F, N]
    } else if says(&[
        "best",
        "top",
        "vs",
        "review",
        "reviews",
        "alternatives",
        "so sanh",
        "tot nhat",
        "danh gia",
    ]) {
        [C, C, G, C, S, C, F, G, S, N]
    } else {
        [G, G, C, G, I, G, F, C, N, S]
    }
}

fn patterns_of(language: &str) -> &'static Patterns {
    if language.eq_ignore_ascii_case("vi") || language.to_ascii_lowercase().starts_with("vi-") {
        &vietnamese::PATTERNS
    } else {
        &english::PATTERNS
    }
}

/// Vietnamese if it is written with letters that only Vietnamese has.
pub(crate) fn guessed_language(text: &str) -> &'static str {
    let telling =
        |character: char| "đăơưĐĂƠƯ".contains(character) || ('\u{1ea0}'..='\u{1ef9}').contains(&character);
    if text.chars().any(telling) { "vi" } else { "en" }
}

fn words_of(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words: Vec<String> = lower
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().take(LONGEST_WORD).collect())
        .take(MOST_WORDS)
        .collect();
    if words.is_empty() { vec!["anything".to_owned()] } else { words }
}

fn encoded(steps: &[&str], ends_in_slash: bool) -> String {
    let mut path = String::new();
    for step in steps {
        path.push('/');
        path.extend(form_urlencoded::byte_serialize(step.as_bytes()));
    }
    if ends_in_slash || path.is_empty() {
        path.push('/');
    }
    path.replace('+', "%20")
}

fn small(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::asked::percent_decoded;

    #[test]
    fn a_result_leads_to_the_page_it_promises() {
        for (query, language) in [("quantum gardening", "en"), ("học đàn tranh", "vi"), ("日本語", "ja")]
        {
            let results = results(query, language);
            assert_eq!(results.results.len(), RESULTS);
            let hosts: HashSet<&str> = results.results.iter().map(|result| result.host.as_str()).collect();
            assert_eq!(hosts.len(), RESULTS, "ten different hosts");
            for result in &results.results {
                let page = page(&result.host, &percent_decoded(&result.path));
                assert_eq!((&page.title, page.url()), (&result.title, result.url.clone()));
            }
        }
    }

    #[test]
    fn the_language_of_the_request_is_spoken() {
        assert_eq!(results("học đàn tranh", "vi").language, "vi");
        assert_eq!(results("học đàn tranh", "vi-VN").language, "vi");
        assert_eq!(results("zither lessons", "fr").language, "en");
        assert_eq!(page("a.example", "/học-đàn").language, "vi");
    }

    #[test]
    fn words_tell_what_is_wanted() {
        let shops = |query| kinds_for(query).iter().filter(|kind| **kind == Kind::Shop).count();
        assert!(shops("buy quantum garden kit") > shops("what is quantum gardening"));
        assert!(shops("giá đàn tranh") > shops("đàn tranh là gì"));
    }

    #[test]
    fn no_question_stands_inside_another() {
        let found = results("chứng chỉ quỹ là gì", "vi");
        assert_eq!(found.questions[0].question, "Chứng chỉ quỹ là gì?");
        assert_eq!(found.questions[1].question, "Chứng chỉ quỹ giá bao nhiêu?");
        let titles: Vec<&str> = found.results.iter().map(|result| result.title.as_str()).collect();
        assert!(titles.iter().all(|title| !title.contains("là gì")), "{titles:?}");
        let found = results("what is a roth ira", "en");
        assert_eq!(found.questions[0].question, "What is roth ira?");
        assert_eq!(found.related_searches[0], "roth ira for beginners");
        let own = page("my.example", "/blog/how-to-repair-a-bicycle-puncture");
        assert!(own.title.to_lowercase().contains("bicycle puncture"), "{}", own.title);
        assert!(!own.markdown.contains("repair a bicycle"), "{}", own.markdown);
    }

    #[test]
    fn every_page_says_first_that_it_is_synthetic() {
        for path in ["/", "/a", "/vi/shop/x", "/en/forum/y-z", "/en/news/n", "/vi/advice/q", "/en/compare/c"]
        {
            let page = page("somewhere.example", path);
            let first = page.markdown.lines().filter(|line| !line.is_empty()).nth(1).unwrap();
            assert!(first.contains("sandbox"), "{path}: {first}");
            assert!(page.markdown.split_whitespace().count() > 80, "{path}");
        }
    }
}
