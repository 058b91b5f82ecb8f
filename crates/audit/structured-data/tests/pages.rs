//! Tests with pages that have problems.
//!
//! Each page of `pages/` begins with a comment that lists all its problems as rule and path, after lines
//! `url` and `canonical` if needed. Every rule has a page that breaks it and one that does not.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use jiff::civil::date;
use seo::dom::Dom;
use structured_data::{ClaimKind, ItemId, Report, Rule, StructuredData, Subject, Value, check, read};
use url::Url;

struct Page {
    name: String,
    html: String,
    url: Url,
    canonical: Option<Url>,
    expected: Vec<String>,
}

impl Page {
    fn load(path: &Path) -> Self {
        let html = fs::read_to_string(path).unwrap();
        let (head, _) = html.strip_prefix("<!--\n").unwrap().split_once("-->").unwrap();
        let mut page = Self {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            url: Url::parse("https://example.com/page").unwrap(),
            canonical: None,
            expected: Vec::new(),
            html: String::new(),
        };
        for line in head.lines() {
            match line.split_once(' ') {
                Some(("url", address)) => page.url = Url::parse(address).unwrap(),
                Some(("canonical", address)) => page.canonical = Some(Url::parse(address).unwrap()),
                _ => page.expected.push(line.to_owned()),
            }
        }
        page.html = html;
        page
    }

    fn named(name: &str) -> Self {
        Self::load(&folder().join(format!("{name}.html")))
    }

    fn check(&self) -> (StructuredData, Report) {
        let data = read(&Dom::parse(&self.html), &self.url);
        let subject =
            Subject { url: &self.url, canonical: self.canonical.as_ref(), today: date(2026, 11, 16) };
        let report = check(&data, &subject);
        (data, report)
    }
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pages"))
}

fn pages() -> Vec<Page> {
    let mut pages: Vec<_> =
        fs::read_dir(folder()).unwrap().map(|entry| Page::load(&entry.unwrap().path())).collect();
    pages.sort_by(|one, other| one.name.cmp(&other.name));
    pages.retain(|page| !page.name.starts_with("same."));
    pages
}

#[test]
fn pages_have_exactly_the_problems_that_they_list() {
    let mut wrong = Vec::new();
    for page in pages() {
        let (_, report) = page.check();
        let mut found: Vec<_> = report
            .problems
            .iter()
            .map(|problem| format!("{} {}", problem.rule.as_str(), problem.path).trim_end().to_owned())
            .collect();
        let mut expected = page.expected.clone();
        found.sort();
        expected.sort();
        if found != expected {
            let messages: Vec<_> = report
                .problems
                .iter()
                .map(|problem| format!("{} {}: {}", problem.rule.as_str(), problem.path, problem.message))
                .collect();
            wrong.push(format!("{}:\n  {}\n  expected {expected:?}\n", page.name, messages.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.concat());
}

#[test]
fn every_rule_fires_on_a_page_and_is_silent_on_another() {
    let names: BTreeSet<String> = pages().into_iter().map(|page| page.name).collect();
    for rule in Rule::ALL {
        let id = rule.as_str();
        let name = id.strip_prefix("sd.").unwrap();
        let fires = Page::named(&format!("{name}.fires"));
        assert!(fires.check().1.problems.iter().any(|problem| problem.rule == rule), "{id} does not fire");
        assert!(names.contains(&format!("{name}.silent")), "{id} has no page on which it is silent");
        let silent = Page::named(&format!("{name}.silent"));
        assert!(silent.check().1.problems.iter().all(|problem| problem.rule != rule), "{id} is not silent");
    }
}

#[test]
fn every_problem_is_told_in_words_and_has_a_place() {
    for page in pages() {
        let (data, report) = page.check();
        for problem in &report.problems {
            assert!(problem.message.ends_with(['.', '?']), "{}: {}", page.name, problem.message);
            assert!(problem.fix.is_some(), "{}: {} has no fix", page.name, problem.message);
            assert!(problem.item.is_none_or(|item| data.roots().contains(&item)), "{}", page.name);
        }
    }
}

/// An item and its nested items as text, so that formats can be compared.
fn outline(data: &StructuredData, id: ItemId) -> String {
    let item = data.item(id);
    let mut lines: Vec<String> = item
        .properties
        .iter()
        .map(|property| {
            let values: Vec<_> = property
                .values
                .iter()
                .map(|value| match &value.value {
                    Value::Text(text) | Value::Reference(text) => text.clone(),
                    Value::Number(number) => number.to_string(),
                    Value::Bool(flag) => flag.to_string(),
                    Value::Item(item) => outline(data, *item),
                    Value::Null => "null".to_owned(),
                })
                .collect();
            format!("{}: {}", property.name, values.join(" | "))
        })
        .collect();
    lines.sort();
    format!("{} {} {{ {} }}", item.types.join("+"), item.id.as_deref().unwrap_or("-"), lines.join("; "))
}

#[test]
fn all_formats_say_the_same() {
    let outlines: Vec<_> = ["same.json_ld", "same.microdata", "same.rdfa"]
        .map(|name| {
            let (data, _) = Page::named(name).check();
            assert_eq!(data.roots().len(), 1, "{name}");
            outline(&data, data.roots()[0])
        })
        .into();
    assert!(outlines[0].contains("author: Person - { name: Mary Stone"), "{}", outlines[0]);
    assert_eq!(outlines[0], outlines[1]);
    assert_eq!(outlines[0], outlines[2]);
}

#[test]
fn all_formats_have_the_same_problems() {
    let problems = ["same.json_ld", "same.microdata", "same.rdfa"].map(|name| {
        let (_, report) = Page::named(name).check();
        let mut problems: Vec<_> = report
            .problems
            .into_iter()
            .map(|problem| (problem.rule, problem.path, problem.message))
            .collect();
        problems.sort();
        problems
    });
    assert!(!problems[0].is_empty());
    assert_eq!(problems[0], problems[1]);
    assert_eq!(problems[0], problems[2]);
}

#[test]
fn claims_images_types_and_features_are_told() {
    let (_, report) = Page::named("clean.product").check();
    let claim =
        |kind| report.claims.iter().filter(move |claim| claim.kind == kind).map(|claim| claim.text.as_str());
    assert_eq!(claim(ClaimKind::Name).collect::<Vec<_>>(), ["Iron pot"]);
    assert_eq!(claim(ClaimKind::Price).collect::<Vec<_>>(), ["119.99"]);
    assert_eq!(claim(ClaimKind::Rating).collect::<Vec<_>>(), ["4.4", "4"]);
    assert_eq!(claim(ClaimKind::RatingCount).collect::<Vec<_>>(), ["89"]);
    assert_eq!(report.images[0].url.as_str(), "https://example.com/pot-1.jpg");
    assert_eq!(report.images[0].path, "Product > image");
    let features: Vec<_> = report.items[0].features.iter().map(|feature| feature.name).collect();
    assert!(
        features.contains(&"Merchant listing")
            && report.items[0].features.iter().all(|feature| feature.is_complete)
    );
    assert_eq!((report.items[0].errors, report.items[0].warnings), (0, 0));
    assert_eq!(report.types[0], ("Product".to_owned(), 1));

    let (_, report) = Page::named("clean.article").check();
    let answers: Vec<_> = report.claims.iter().filter(|claim| claim.kind == ClaimKind::Answer).collect();
    assert_eq!(answers[0].text, "Three days, in a bag.");
    assert_eq!(answers[0].path, "FAQPage > mainEntity > acceptedAnswer > text");
    let (_, report) = Page::named("required_missing.fires").check();
    assert!(report.items[0].features.iter().any(|feature| feature.name == "Recipe" && !feature.is_complete));
    assert_eq!(report.items[0].errors, 3);
}
