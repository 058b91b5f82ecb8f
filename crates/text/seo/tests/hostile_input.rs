//! Any input is read without a panic, and hostile input within limits.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use domain::locale::Language;
use domain::search::SerpPage;
use proptest::prelude::*;
use seo::analysis::{AnalysisInput, analyse};
use seo::encoding::decode;
use seo::intent::{Evidence, classify};
use seo::page::Page;
use seo::words;
use url::Url;

fn read(html: &str) -> Page {
    Page::read(html, &Url::parse("https://example.com/").unwrap())
}

fn language() -> impl Strategy<Value = Language> {
    prop::sample::select(Language::all().collect::<Vec<_>>())
}

/// Pieces of markup in any order, because random text seldom contains tags.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("<p>".to_owned()),
        Just("</p>".to_owned()),
        Just("<table><tr><td>".to_owned()),
        Just("</table>".to_owned()),
        Just("<b><i>".to_owned()),
        Just("</b>".to_owned()),
        Just("<h2>".to_owned()),
        Just("</h2>".to_owned()),
        Just("<template>".to_owned()),
        Just("<svg><title>".to_owned()),
        Just("<button class='nav'>".to_owned()),
        Just("<body lang=vi class=x>".to_owned()),
        Just("<script type=application/ld+json>{\"@type\":\"Question\",\"name\":".to_owned()),
        Just("</script>".to_owned()),
        Just("<!--".to_owned()),
        Just("<a href='".to_owned()),
        "\\PC{0,12}",
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn bytes_become_text(bytes in prop::collection::vec(any::<u8>(), 0..2000), header in prop::option::of("\\PC{0,40}")) {
        let _ = decode(&bytes, header.as_deref());
    }

    #[test]
    fn markup_becomes_a_page(html in markup()) {
        let page = read(&html);
        let stored = serde_json::to_string(&page).unwrap();
        prop_assert_eq!(serde_json::from_str::<Page>(&stored).unwrap(), page);
    }

    #[test]
    fn texts_have_words(text in "\\PC{0,300}") {
        let normal = words::normalise(&text);
        prop_assert!(words::split(&normal).all(|word| !word.is_empty() && word.len() <= 64));
        let _ = (words::count(&text), words::fold_diacritics(&text));
    }

    #[test]
    fn normalised_text_stays_as_it_is(text in "[a-zA-Zàáảãạăâđêôơư ]{0,60}") {
        let once = words::normalise(&text).into_owned();
        prop_assert_eq!(words::normalise(&once), once.as_str());
    }

    #[test]
    fn every_query_has_an_intent(query in "\\PC{0,80}", language in language()) {
        let judged = classify(&query, language, &Evidence::default());
        prop_assert!((0.2..=1.0).contains(&judged.confidence));
        prop_assert!(!judged.secondary.contains(&judged.primary) && judged.signals.len() <= 8);
    }

    #[test]
    fn any_pages_can_be_analysed(query in "\\PC{0,40}", pages in prop::collection::vec(markup(), 0..4)) {
        let pages: Vec<(u32, Page)> = (1..).zip(pages.iter().map(|html| read(html))).collect();
        let own_page = pages.first().map(|(_, page)| page);
        let serp = SerpPage { related_searches: vec![query.clone()], ..SerpPage::default() };
        let input = AnalysisInput { query: &query, language: Language::ENGLISH, serp: &serp, pages: &pages, own_page };
        let analysis = analyse(input);
        prop_assert!(analysis.gaps.len() <= 20 && analysis.terms.len() <= 40);
    }
}

#[test]
fn nesting_bombs_are_read() {
    let page = read(&format!("{}deep", "<div><b>".repeat(100_000)));
    assert_eq!(page.word_count, 1);
}

#[test]
fn a_megabyte_of_attributes_is_read() {
    let soup = (0..120_000).map(|number| format!(" a{number}=b")).collect::<Vec<_>>().concat();
    assert!(soup.len() > 1_000_000);
    assert!(read(&format!("<p{soup}>text</p>")).content.iter().any(|block| block.text.ends_with("text")));
}

#[test]
fn endless_words_and_headings_are_bounded() {
    let page = read(&format!("<main><h2>{}</h2><p>{}</p></main>", "x".repeat(500_000), "y".repeat(500_000)));
    assert!(page.headings[0].text.len() <= 300);
    let pages = [(1, page)];
    let serp = SerpPage::default();
    let input =
        AnalysisInput { query: "x", language: Language::ENGLISH, serp: &serp, pages: &pages, own_page: None };
    assert!(analyse(input).terms.is_empty());
}

#[test]
fn pages_of_headings_only_are_analysed() {
    let pages: Vec<(u32, Page)> = (1..=3)
        .map(|position| (position, read(&"<h2>brew why</h2><p>brew tea why".repeat(40_000))))
        .collect();
    let serp = SerpPage::default();
    let input = AnalysisInput {
        query: "coffee",
        language: Language::ENGLISH,
        serp: &serp,
        pages: &pages,
        own_page: None,
    };
    assert!(!analyse(input).terms.is_empty());
}
