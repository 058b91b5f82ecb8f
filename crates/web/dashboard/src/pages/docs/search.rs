//! Finds sections of guides, calls, events and error codes by their words.

use askama::Template;
use askama::filters::Safe;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::locale::Language;
use serde::Deserialize;

use super::{DocsNav, ExplainedError, REFERENCE_PATH, Reference, guides};
use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::public_site::{Reader, marked_english};
use crate::state::Dashboard;
use crate::texts::texts;

/// Longer queries are cut.
const MOST_CHARACTERS: usize = 100;
const MOST_RESULTS: usize = 30;
/// Characters of an excerpt around the first match.
const EXCERPT: usize = 160;

texts! {
    Texts {
        title: "Search the documentation", "Tìm trong tài liệu";
        nothing: "Nothing was found. Try other words, or the name of a field, a call or an error code.", "Không tìm thấy gì. Hãy thử từ khác, hoặc tên của trường, lệnh gọi hay mã lỗi.";
        found: "Results", "Kết quả";
        guide: "Guide", "Hướng dẫn";
        call: "API reference", "Tham chiếu API";
        event: "Event", "Sự kiện";
        error: "Error code", "Mã lỗi";
    }
}

/// The query parameters of the search.
#[derive(Deserialize)]
pub(crate) struct QueryParams {
    #[serde(default)]
    q: String,
}

/// A searchable entry of the documentation.
struct Entry {
    kind: &'static str,
    name: String,
    url: String,
    text: String,
}

/// A found entry with an excerpt.
struct SearchResult {
    kind: &'static str,
    name: String,
    url: String,
    excerpt: String,
}

#[derive(Template)]
#[template(path = "docs_search.html")]
struct SearchPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    nav: DocsNav,
    results: Vec<SearchResult>,
    marked_english: Safe<&'static str>,
}

/// Shows the results of a search.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Query(params): Query<QueryParams>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let language = stranger.language;
    let words = Texts::of(language);
    let query: String = params.q.trim().chars().take(MOST_CHARACTERS).collect();
    let mut nav = DocsNav::new(&dashboard.reference, "/docs/search", language);
    let frame = Frame { site_prefix: nav.prefix, ..stranger.frame(words.title).at(Section::Reference) };
    let entries = entries(&dashboard.reference, &dashboard.errors, nav.prefix, language);
    let results = found(entries, &query);
    nav.query = query;
    let marked_english = marked_english(language);
    page(&frame, &SearchPage { frame: &frame, words, nav, results, marked_english })
}

fn entries(reference: &Reference, errors: &[ExplainedError], prefix: &str, language: Language) -> Vec<Entry> {
    let words = Texts::of(language);
    let mut entries = Vec::new();
    for (guide, section) in guides::sections() {
        let (name, anchor) = match section.anchor.as_str() {
            "" => (guide.name(language).to_owned(), String::new()),
            anchor => (format!("{}: {}", guide.name(language), section.heading), format!("#{anchor}")),
        };
        let url = format!("{prefix}{}{anchor}", guide.path());
        // Text comes before code.
        let text = format!("{} {}", section.text, section.code);
        entries.push(Entry { kind: words.guide, name, url, text });
    }
    for group in reference.groups(language) {
        let page = format!("{prefix}{REFERENCE_PATH}/{}", group.tag);
        entries.extend(group.calls.iter().map(|call| Entry {
            kind: words.call,
            name: format!("{} {}", call.method, call.path),
            url: format!("{page}#{}", call.operation),
            text: format!("{}. {}", call.title, call.plain).replace('`', ""),
        }));
        entries.extend(group.events.iter().map(|event| Entry {
            kind: words.event,
            name: event.name.clone(),
            url: format!("{page}#{}", event.anchor),
            text: event.plain.replace('`', ""),
        }));
    }
    entries.extend(errors.iter().map(|error| Entry {
        kind: words.error,
        name: error.name.to_owned(),
        url: format!("{prefix}/docs/errors#{}", error.name),
        text: format!("{} {}", error.meaning, error.remedy).replace('`', ""),
    }));
    entries
}

/// Entries that contain all words of the query. Those with more of the words in their titles come first.
fn found(entries: Vec<Entry>, query: &str) -> Vec<SearchResult> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut fitting: Vec<(usize, Entry)> = entries
        .into_iter()
        .filter_map(|entry| {
            let (name, text) = (entry.name.to_lowercase(), entry.text.to_lowercase());
            let fits = words.iter().all(|word| name.contains(word) || text.contains(word));
            let named = words.iter().filter(|word| name.contains(**word)).count();
            fits.then_some((named, entry))
        })
        .collect();
    fitting.sort_by_key(|(named, _)| std::cmp::Reverse(*named));
    let shown = fitting.into_iter().take(MOST_RESULTS);
    shown
        .map(|(_, entry)| SearchResult {
            excerpt: excerpt(&entry.text, words[0]),
            kind: entry.kind,
            name: entry.name,
            url: entry.url,
        })
        .collect()
}

/// The text around the first match of a word.
fn excerpt(text: &str, word: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    let place = text.to_lowercase().find(word).map_or(0, |at| text.to_lowercase()[..at].chars().count());
    let start = place.saturating_sub(EXCERPT / 3).min(signs.len());
    // Words are not cut in two.
    let start = if start == 0 {
        0
    } else {
        signs[start..].iter().position(|sign| sign.is_whitespace()).map_or(start, |space| start + space + 1)
    };
    let end = (start + EXCERPT).min(signs.len());
    let mut shown: String = signs[start..end].iter().collect();
    if start > 0 {
        shown.insert(0, '…');
    }
    if end < signs.len() {
        shown.push('…');
    }
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, text: &str) -> Entry {
        Entry { kind: "Guide", name: name.to_owned(), url: String::new(), text: text.to_owned() }
    }

    #[test]
    fn all_words_must_be_there_and_names_count_more() {
        let entries = || {
            vec![
                entry("Credits", "Retry after a timeout."),
                entry("Retry", "Wait, then send it again after a pause."),
                entry("Other", "Nothing."),
            ]
        };
        let names = |query: &str| -> Vec<String> {
            found(entries(), query).into_iter().map(|result| result.name).collect()
        };
        assert_eq!(names("retry AFTER"), ["Retry", "Credits"]);
        assert_eq!(names("timeout"), ["Credits"]);
        assert!(names("timeout pause").is_empty());
        assert!(names("  ").is_empty());
    }

    #[test]
    fn excerpts_show_the_word_and_never_cut_signs() {
        let text = format!("{} chìa khoá idempotency {}", "từ ".repeat(100), "sau ".repeat(100));
        let shown = excerpt(&text, "idempotency");
        assert!(shown.contains("idempotency") && shown.starts_with('…') && shown.ends_with('…'), "{shown}");
    }

    #[test]
    fn guides_calls_and_errors_are_found() {
        let reference = Reference::new(&super::super::reference::tests_document(), "https://seo.example.com");
        let errors = [ExplainedError {
            name: "rate_limited",
            status: 429,
            meaning: "Too many requests.",
            remedy: "Wait.",
            retryable: true,
        }];
        let all = || entries(&reference, &errors, "", Language::ENGLISH);
        let first = |query: &str| found(all(), query).remove(0).url;
        assert_eq!(first("rate_limited"), "/docs/errors#rate_limited");
        assert_eq!(first("/v1/things thingId"), "/docs/reference/articles#makeThing");
        assert!(first("quick start").starts_with("/docs/guides/quick-start"));
    }
}
