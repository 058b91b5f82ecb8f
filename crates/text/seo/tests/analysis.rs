//! Whole analyses of small results pages, as customers get them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use domain::locale::Language;
use domain::search::{AskedQuestion, OrganicResult, SerpFeature, SerpPage};
use seo::analysis::{AnalysisInput, SerpAnalysis, analyse};
use seo::gaps::GapKind;
use seo::page::Page;
use url::Url;

const GUIDE: &str = include_str!("pages/cold-brew-guide.html");
const MAKERS: &str = include_str!("pages/cold-brew-makers.html");
const SHOP: &str = include_str!("pages/cold-brew-shop.html");
const CA_PHE_PHIN: &str = include_str!("pages/ca-phe-phin.html");
const CHON_PHIN: &str = include_str!("pages/chon-phin.html");

fn page(html: &str, url: &str) -> Page {
    Page::read(html, &Url::parse(url).unwrap())
}

fn result(position: u32, page: &Page) -> OrganicResult {
    OrganicResult {
        position,
        title: page.title.clone().unwrap(),
        url: page.url.clone(),
        snippet: page.description.clone(),
        date: None,
    }
}

fn asked(question: &str, source_url: Option<&str>) -> AskedQuestion {
    AskedQuestion { question: question.to_owned(), answer: None, source_url: source_url.map(str::to_owned) }
}

fn english_pages() -> Vec<(u32, Page)> {
    vec![
        (1, page(GUIDE, "https://pantry.example/cold-brew")),
        (2, page(MAKERS, "https://tests.example/best-cold-brew-makers")),
        (4, page(SHOP, "https://brewhaus.example/products/cold-brew-maker")),
    ]
}

fn english_serp(pages: &[(u32, Page)]) -> SerpPage {
    SerpPage {
        results: pages.iter().map(|(position, page)| result(*position, page)).collect(),
        people_also_ask: vec![
            asked("Can you freeze cold brew?", None),
            asked("What is the best cold brew ratio?", Some("https://pantry.example/cold-brew#ratio")),
        ],
        related_searches: vec!["cold brew in a french press".to_owned(), "cold brew coffee".to_owned()],
        features: vec![SerpFeature::FeaturedSnippet, SerpFeature::PeopleAlsoAsk],
    }
}

fn analyse_english(pages: &[(u32, Page)], own_page: Option<&Page>) -> SerpAnalysis {
    let serp = english_serp(pages);
    analyse(AnalysisInput {
        query: "how to make cold brew coffee",
        language: Language::ENGLISH,
        serp: &serp,
        pages,
        own_page,
    })
}

#[test]
fn an_english_results_page() {
    let pages = english_pages();
    insta::assert_json_snapshot!(analyse_english(&pages, None));
}

#[test]
fn the_pages_of_it() {
    insta::assert_json_snapshot!(english_pages());
}

#[test]
fn a_vietnamese_results_page() {
    let pages = [
        (1, page(CA_PHE_PHIN, "https://quan.example/cach-pha-ca-phe-phin")),
        (2, page(CHON_PHIN, "https://phin.example/chon-phin")),
    ];
    let serp = SerpPage {
        results: pages.iter().map(|(position, page)| result(*position, page)).collect(),
        people_also_ask: vec![
            asked("Cà phê phin để tủ lạnh được bao lâu?", None),
            asked("Tỷ lệ pha cà phê phin là bao nhiêu?", None),
        ],
        related_searches: vec!["cách pha bạc xỉu".to_owned()],
        features: vec![SerpFeature::Videos],
    };
    let analysis = analyse(AnalysisInput {
        query: "cách pha cà phê phin",
        language: Language::VIETNAMESE,
        serp: &serp,
        pages: &pages,
        own_page: None,
    });
    insta::assert_json_snapshot!(analysis);
}

#[test]
fn gaps_are_measured_against_the_customers_page() {
    let pages = english_pages();
    let own = page(
        "<main><h1>Cold brew</h1><h2>Our ratio</h2><p>A ratio of 1:6 of coffee to water.</p>\
         <h2>Freezing cold brew</h2><p>Freeze it in cubes.</p></main>",
        "https://mine.example/",
    );
    let gaps = analyse_english(&pages, Some(&own)).gaps;
    let kind = |topic: &str| gaps.iter().find(|gap| gap.topic.contains(topic)).map(|gap| gap.kind);
    assert_eq!(kind("What grind should you use?"), Some(GapKind::UnansweredQuestion), "{gaps:?}");
    assert_eq!(kind("French press"), Some(GapKind::MissingTopic), "{gaps:?}");
    assert_eq!(kind("How long does cold brew"), Some(GapKind::UnansweredQuestion), "{gaps:?}");
    assert_eq!((kind("ratio"), kind("freeze")), (None, None), "{gaps:?}");
    assert!(gaps.is_sorted_by(|one, other| one.opportunity >= other.opportunity));
}

#[test]
fn without_pages_there_is_only_the_intent() {
    let analysis = analyse(AnalysisInput {
        query: "plumber near me",
        language: Language::ENGLISH,
        serp: &SerpPage::default(),
        pages: &[],
        own_page: None,
    });
    assert_eq!(analysis.intent.primary.as_str(), "local");
    assert!(analysis.gaps.is_empty() && analysis.terms.is_empty() && analysis.questions.is_empty());
    assert_eq!(analysis.competitors.median_word_count, None);
}

#[test]
fn an_analysis_is_the_same_every_time_and_survives_its_cache() {
    let pages = english_pages();
    let analysis = analyse_english(&pages, None);
    assert_eq!(analyse_english(&pages, None), analysis);
    let stored = serde_json::to_string(&analysis).unwrap();
    assert_eq!(serde_json::from_str::<SerpAnalysis>(&stored).unwrap(), analysis);
}
