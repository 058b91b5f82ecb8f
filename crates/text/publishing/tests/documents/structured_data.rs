//! The graph meets its guarantees, and the check finds broken ones.

use domain::articles::document::Article;
use domain::images::SourceType;
use publishing::{article_page, json_ld, problems};
use serde_json::{Value, json};

use crate::samples;

fn graph() -> Value {
    let article = samples::english();
    json_ld(&article, &samples::facts(&article))
}

fn node<'a>(graph: &'a mut Value, kind: &str) -> &'a mut Value {
    graph["@graph"].as_array_mut().unwrap().iter_mut().find(|node| node["@type"] == kind).unwrap()
}

#[test]
fn samples_have_no_problems() {
    for article in [samples::english(), samples::vietnamese()] {
        assert_eq!(problems(&json_ld(&article, &samples::facts(&article))), [""; 0]);
    }
}

#[test]
fn an_article_without_pictures_questions_and_sources_has_none_either() {
    let mut article = samples::english();
    article.images.clear();
    article.sources.clear();
    article.faq = None;
    assert_eq!(problems(&json_ld(&article, &samples::facts(&article))), [""; 0]);
}

#[test]
fn broken_promises_are_named() {
    let broken = [
        ("BlogPosting", "/headline", json!(" "), "BlogPosting has no headline"),
        ("BlogPosting", "/author/url", json!(""), "BlogPosting has no author.url"),
        ("BlogPosting", "/datePublished", json!("yesterday"), "datePublished is no time"),
        ("FAQPage", "/mainEntity/0/acceptedAnswer/text", json!(""), "Question has no acceptedAnswer.text"),
        ("ImageObject", "/contentUrl", json!("/a.webp"), "contentUrl is no full address"),
        ("BreadcrumbList", "/itemListElement/0/item", json!(""), "ListItem 1 has no item"),
        ("BreadcrumbList", "/itemListElement/1/position", json!(1), "ListItem 2 has another position"),
        ("WebSite", "/@id", json!("https://other.example/"), "is referred to and not defined"),
        ("WebPage", "/@type", json!("WebPgae"), "WebPgae is a type that we do not use"),
        ("WebPage", "/@id", json!("https://notes.example/#website"), "is defined twice"),
    ];
    for (kind, property, value, expected) in broken {
        let mut graph = graph();
        *node(&mut graph, kind).pointer_mut(property).unwrap() = value;
        let found = problems(&graph);
        assert!(found.iter().any(|problem| problem.contains(expected)), "{expected}: {found:?}");
    }
    assert!(problems(&json!({})).contains(&"@context is not https://schema.org".to_owned()));
}

#[test]
fn the_page_carries_the_same_graph() {
    let article = samples::english();
    let facts = samples::facts(&article);
    let page = article_page(&article, &facts);
    let (_, rest) = page.split_once("<script type=\"application/ld+json\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    assert_eq!(serde_json::from_str::<Value>(data).unwrap(), json_ld(&article, &facts));
}

#[test]
fn pictures_say_how_they_came_about() {
    let mut article = samples::english();
    let facts = samples::facts(&article);
    let told = |article: &Article| {
        let graph = json_ld(article, &facts).to_string();
        graph.matches("\"https://schema.org/TrainedAlgorithmicMediaDigitalSource\"").count()
    };
    assert_eq!(told(&article), 0);
    article.images[0].source_type = SourceType::TrainedAlgorithmicMedia;
    assert_eq!(told(&article), 1);
}
