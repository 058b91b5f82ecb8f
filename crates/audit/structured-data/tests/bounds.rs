//! For any page, reading and checking ends soon, uses little memory and never panics.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use jiff::civil::date;
use proptest::prelude::*;
use seo::dom::Dom;
use structured_data::{Report, StructuredData, Subject, check, read};
use url::Url;

/// Far more than each of these takes without optimisation on a busy machine.
const SOON: Duration = Duration::from_mins(1);

fn page() -> Url {
    Url::parse("https://example.com/page").unwrap()
}

fn checked(html: &str) -> (StructuredData, Report) {
    let (dom, page) = (Dom::parse(html), page());
    let start = Instant::now();
    let data = read(&dom, &page);
    let report = check(&data, &Subject { url: &page, canonical: None, today: date(2026, 11, 16) });
    assert!(start.elapsed() < SOON, "took {:?}", start.elapsed());
    (data, report)
}

fn script(json: &str) -> String {
    format!("<script type=application/ld+json>{json}</script>")
}

#[test]
fn problems_are_counted_beyond_a_number() {
    let things = vec![r#"{"@type": "Persn", "nam": 1, "zzz": 2}"#; 1000].join(",");
    let (_, report) =
        checked(&script(&format!(r#"{{"@context": "https://schema.org", "@graph": [{things}]}}"#)));
    assert_eq!((report.problems.len(), report.left_out), (500, 2500));
    assert_eq!(report.items.len(), 1000);
}

#[test]
fn references_that_multiply_end() {
    let offers = vec![r##"{"@id": "#o"}"##; 900].join(",");
    let product = format!(
        r##"{{"@type": "Product", "@id": "#p", "name": "P", "offers": [{offers}], "isRelatedTo": {{"@id": "#p"}}}}"##
    );
    let products = vec![product; 120].join(",");
    let json = format!(
        r##"{{"@context": "https://schema.org", "@graph": [{products}, {{"@type": "Offer", "@id": "#o", "itemOffered": {{"@id": "#p"}}}}]}}"##
    );
    let (data, _) = checked(&script(&json));
    assert_eq!(data.items().len(), 121);
}

#[test]
fn items_that_refer_to_each_other_end() {
    let (data, report) = checked(
        "<div itemscope itemtype='https://schema.org/Person' itemref='b' id=a itemprop=knows>\
         <span itemprop=name>A</span></div>\
         <div itemscope itemtype='https://schema.org/Person' itemref='a b' id=b itemprop=knows>\
         <span itemprop=name>B</span></div>",
    );
    assert_eq!(data.items().len(), 2);
    assert!(report.problems.len() < 10);
    let many: Vec<_> = (0..2500)
        .map(|number| {
            format!("<p itemscope itemtype='https://schema.org/Person' itemref='x{}'></p>", number % 7)
        })
        .collect();
    let shared: Vec<_> = (0..7)
        .map(|number| format!("<div id=x{number}>{}</div>", "<i itemprop=name>n</i>".repeat(2000)))
        .collect();
    let (data, _) = checked(&format!("{}{}", many.concat(), shared.concat()));
    assert_eq!((data.items().len(), data.left_out_items()), (2000, 500));
}

#[test]
fn deep_and_wide_markup_is_bounded() {
    let deep = "<div itemprop=about itemscope itemtype='https://schema.org/Thing'><span itemprop=name>x "
        .repeat(600);
    let (data, _) = checked(&format!("<div itemscope itemtype='https://schema.org/Article'>{deep}"));
    assert!(data.items().len() < 600);
    let nested = "<b itemprop=description>word ".repeat(500);
    let (data, _) = checked(&format!("<div itemscope itemtype='https://schema.org/Thing'>{nested}"));
    assert_eq!(data.items()[0].values("description").len(), 500);
    let rdfa = "<p about='#a' property=name>x</p>".repeat(20_000);
    let (data, _) = checked(&format!("<div vocab='https://schema.org/'>{rdfa}</div>"));
    assert!(data.items().len() <= 1);
    let long = "é".repeat(300_000);
    let (data, _) = checked(&script(&format!(
        r#"{{"@context": "https://schema.org", "@type": "{long}", "name": "{long}", "{long}": 1}}"#
    )));
    assert!(data.items()[0].types[0].len() <= 2000);
}

#[test]
fn many_texts_that_need_suggestions_end() {
    let things: Vec<_> = (0..2000).map(|number| format!(r#"{{"@type": "Artcle{number}"}}"#)).collect();
    checked(&script(&format!(r#"{{"@context": "https://schema.org", "@graph": [{}]}}"#, things.join(","))));
}

fn attribute() -> impl Strategy<Value = String> {
    let names = [
        "itemscope",
        "itemprop",
        "itemtype",
        "itemid",
        "itemref",
        "id",
        "vocab",
        "typeof",
        "property",
        "resource",
        "about",
        "prefix",
        "content",
        "href",
        "datetime",
    ];
    let values = [
        "",
        "a",
        "#a",
        "name author",
        "https://schema.org/Person",
        "Person",
        "schema:Person",
        "https://schema.org/",
        "s: https://schema.org/",
        "s:name",
        "_:b",
        "é",
        "2026-13-01",
        "offers review",
    ];
    (prop::sample::select(names.to_vec()), prop::sample::select(values.to_vec()))
        .prop_map(|(name, value)| format!(" {name}=\"{value}\""))
}

fn markup() -> impl Strategy<Value = String> {
    let element = (
        prop::sample::select(vec!["div", "a", "meta", "time", "img", "link"]),
        prop::collection::vec(attribute(), 0..5),
    );
    let opened = element.prop_map(|(name, attributes)| format!("<{name}{}>text", attributes.concat()));
    prop::collection::vec(prop_oneof![4 => opened, 2 => Just("</div>".to_owned())], 0..30)
        .prop_map(|parts| parts.concat())
}

fn json_ld() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "@id",
        "@type",
        "@graph",
        "@value",
        "@list",
        "@reverse",
        "@context",
        "name",
        "author",
        "offers",
        "price",
        "itemReviewed",
        "startDate",
        "image",
        "availability",
        "review",
        "s:name",
        "@odd",
        "itemListElement",
        "mainEntity",
        "url",
        "ratingValue",
    ]);
    let leaf = prop::sample::select(vec![
        "null",
        "true",
        "1",
        "-0.5",
        "\"\"",
        "\"#a\"",
        "\"Person\"",
        "\"Product\"",
        "\"Review\"",
        "\"Event\"",
        "\"BreadcrumbList\"",
        "\"https://schema.org\"",
        "\"2026-11-16\"",
        "\"PT1H\"",
        "\"é\"",
        "\"AggregateRating\"",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((key.clone(), inner), 0..6).prop_map(|members| {
                let members: Vec<_> =
                    members.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn any_markup_is_read(html in markup()) {
        let (data, report) = checked(&html);
        prop_assert_eq!(report.items.len(), data.roots().len());
    }

    #[test]
    fn any_json_ld_is_read(json in json_ld(), with_context in any::<bool>()) {
        let json = if with_context { format!(r#"{{"@context":"https://schema.org","@graph":{json}}}"#) } else { json };
        let (data, report) = checked(&script(&json));
        prop_assert_eq!(report.items.len(), data.roots().len());
        for problem in &report.problems {
            prop_assert!(problem.place.offset_in_text.is_some_and(|offset| (offset as usize) <= json.len()));
        }
    }
}
