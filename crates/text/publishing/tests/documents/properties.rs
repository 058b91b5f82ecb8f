//! Properties that hold for any words.

use std::collections::HashSet;

use comrak::Options;
use domain::articles::document::Article;
use proptest::prelude::*;
use publishing::{article_page, billable_characters_of, html, json_ld, markdown, problems};
use seo::dom::{Dom, NodeId, Step};

use crate::expected::{Answers, reading, squeezed};
use crate::{arbitrary, samples};

/// All elements that documents may contain.
const ELEMENTS: &[&str] = &[
    "a",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "cite",
    "code",
    "div",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "head",
    "header",
    "html",
    "img",
    "li",
    "link",
    "main",
    "meta",
    "nav",
    "ol",
    "p",
    "pre",
    "script",
    "section",
    "span",
    "strong",
    "style",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "ul",
];

/// The text of a document without the parts that are not read.
fn shown(html: &str) -> String {
    let dom = Dom::parse(html);
    let mut text = String::new();
    let mut walk = dom.walk(dom.document());
    while let Some(step) = walk.next() {
        let Step::Enter(id) = step else { continue };
        if dom.element(id).is_some_and(|element| element.name() == "nav") {
            walk.skip_children();
        }
        text.push_str(dom.text(id).unwrap_or_default());
    }
    squeezed(&text)
}

fn elements(dom: &Dom) -> impl Iterator<Item = NodeId> {
    dom.walk(dom.document()).filter_map(|step| match step {
        Step::Enter(id) if dom.element(id).is_some() => Some(id),
        Step::Enter(_) | Step::Leave(_) => None,
    })
}

fn rendered(markdown: &str) -> String {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.tasklist = true;
    options.extension.autolink = true;
    options.extension.footnotes = true;
    comrak::markdown_to_html(markdown, &options)
}

fn attributes(dom: &Dom, name: &str) -> Vec<String> {
    let values = elements(dom).filter_map(|id| dom.element(id)?.attribute(name).map(str::to_owned));
    values.collect()
}

fn answers(dom: &Dom, faq: NodeId) -> Vec<String> {
    let paragraphs = dom.walk(faq).filter_map(|step| match step {
        Step::Enter(id) => {
            dom.element(id).filter(|it| it.name() == "p" && it.attribute("class").is_none()).map(|_| id)
        }
        Step::Leave(_) => None,
    });
    paragraphs.map(|id| exact_text(dom, id)).collect()
}

fn exact_text(dom: &Dom, root: NodeId) -> String {
    let texts = dom.walk(root).filter_map(|step| match step {
        Step::Enter(id) => dom.text(id),
        Step::Leave(_) => None,
    });
    texts.collect()
}

fn check_page(article: &Article) {
    let facts = samples::facts(article);
    let dom = Dom::parse(&article_page(article, &facts));
    for id in elements(&dom) {
        let name = dom.element(id).unwrap().name();
        assert!(ELEMENTS.contains(&name), "{name}");
    }
    let ids = attributes(&dom, "id");
    let unique: HashSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    for target in attributes(&dom, "href") {
        match target.strip_prefix('#') {
            Some(anchor) => assert!(ids.iter().any(|id| id == anchor), "{anchor}"),
            None => assert!(target.starts_with("http"), "{target}"),
        }
    }
}

fn check_questions(article: &Article) {
    let graph = json_ld(article, &samples::facts(article));
    let nodes = graph["@graph"].as_array().unwrap();
    let Some(faq) = nodes.iter().find(|node| node["@type"] == "FAQPage") else { return };
    let told: Vec<&str> = faq["mainEntity"]
        .as_array()
        .unwrap()
        .iter()
        .map(|question| question["acceptedAnswer"]["text"].as_str().unwrap())
        .filter(|answer| !answer.is_empty())
        .collect();
    let dom = Dom::parse(&html(article));
    let section = elements(&dom).find(|id| dom.element(*id).unwrap().attribute("id") == Some("faq")).unwrap();
    assert_eq!(answers(&dom, section), told);
}

/// The count of a customer.
fn recounted(markdown: &str) -> u64 {
    let mut count = 0;
    for line in markdown.lines().filter(|line| !line.starts_with("![")) {
        let mut line = line.to_owned();
        let mut from = 0;
        while let Some(at) = line[from..].find("](").map(|at| at + from) {
            let Some(end) = line[at..].find(')') else { break };
            line.replace_range(at + 1..=at + end, "");
            from = at + 1;
        }
        count += line.chars().count() as u64 + 1;
    }
    count
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn markdown_gives_back_the_same_words(article in arbitrary::article()) {
        let markdown = markdown(&article);
        prop_assert_eq!(shown(&rendered(&markdown)), reading(&article, Answers::Inline), "{}", markdown);
    }

    #[test]
    fn html_gives_back_the_same_words(article in arbitrary::article()) {
        prop_assert_eq!(shown(&html(&article)), reading(&article, Answers::Below));
    }

    #[test]
    fn words_never_become_markup(article in arbitrary::article()) {
        check_page(&article);
    }

    #[test]
    fn structured_data_tells_what_the_page_shows(article in arbitrary::article()) {
        let broken = problems(&json_ld(&article, &samples::facts(&article)));
        prop_assert!(broken.iter().all(|problem| problem.starts_with("Question has no") || problem.starts_with("Answer has no")
            || problem.ends_with("no caption")), "{broken:?}");
        check_questions(&article);
    }

    #[test]
    fn customers_count_the_same_characters(article in arbitrary::article()) {
        let markdown = markdown(&article);
        prop_assert_eq!(billable_characters_of(&markdown), recounted(&markdown));
    }
}
