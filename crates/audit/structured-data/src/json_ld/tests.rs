use seo::dom::Dom;
use url::Url;

use crate::model::{StructuredData, Value};
use crate::problem::Rule;
use crate::reader;

fn read(script: &str) -> StructuredData {
    let dom = Dom::parse(&format!("<script type='application/ld+json'>{script}</script>"));
    reader::read(&dom, &Url::parse("https://example.com/page").unwrap())
}

fn types(data: &StructuredData) -> Vec<String> {
    data.roots().iter().map(|root| data.item(*root).types.join("+")).collect()
}

fn rules(data: &StructuredData) -> Vec<Rule> {
    data.faults.iter().map(|problem| problem.rule).collect()
}

#[test]
fn graphs_lists_and_nested_graphs_are_roots() {
    let data = read(
        r##"[{"@context": "https://schema.org", "@graph": [{"@type": "WebPage", "@id": "#page", "author": {"@type": ["Person", "schema:Patient"]}},
            {"@graph": [{"@type": "https://schema.org/Article"}]}]},
           {"@context": "https://schema.org", "@type": "Event", "@included": [{"type": "Place", "id": "/here"}]}]"##,
    );
    assert_eq!(types(&data), ["WebPage", "Article", "Place", "Event"]);
    assert_eq!(data.items().len(), 5);
    assert_eq!(data.items()[0].id.as_deref(), Some("https://example.com/page#page"));
    assert_eq!(data.items()[1].types, ["Person", "Patient"]);
    assert!(rules(&data).is_empty());
}

#[test]
fn values_have_many_forms() {
    let data = read(
        r##"{"@context": "https://schema.org", "@type": "Article", "name": {"@value": "A", "@language": "en"},
            "keywords": {"@list": ["a", {"@value": 2}]}, "author": {"@id": "#me"}, "wordCount": 12, "about": null, "isAccessibleForFree": true,
            "https://schema.org/headline": "B", "schema:text": "C", "other:thing": "D"}"##,
    );
    let article = &data.items()[0];
    let value = |name: &str| article.values(name)[0].value.clone();
    assert_eq!(value("name"), Value::Text("A".to_owned()));
    assert_eq!(article.values("keywords").len(), 2);
    assert_eq!(value("author"), Value::Reference("https://example.com/page#me".to_owned()));
    assert_eq!(value("wordCount"), Value::Number(12.0));
    assert_eq!(value("about"), Value::Null);
    assert_eq!(value("isAccessibleForFree"), Value::Bool(true));
    assert_eq!(value("headline"), Value::Text("B".to_owned()));
    assert_eq!(value("text"), Value::Text("C".to_owned()));
    assert_eq!(article.properties.len(), 8);
}

#[test]
fn reverse_properties_are_turned_round() {
    let data = read(
        r#"{"@context": "https://schema.org", "@type": "Book", "name": "B", "@reverse": {"itemReviewed": {"@type": "Review", "name": "R"}}}"#,
    );
    assert_eq!(types(&data), ["Review", "Book"]);
    let review = data.item(data.roots()[0]);
    assert_eq!(review.values("itemReviewed")[0].value, Value::Item(data.roots()[1]));
}

#[test]
fn places_are_bytes_of_the_script() {
    let script = r#"
 {"@context": "https://schema.org", "@type": "Thing", "name": "é", "url": "u"}"#;
    let data = read(script);
    let item = &data.items()[0];
    let at = |offset: Option<u32>| &script[offset.unwrap() as usize..];
    assert!(at(item.place.offset_in_text).starts_with("{\"@context"));
    assert!(at(item.type_place.offset_in_text).starts_with("\"Thing\""));
    assert!(at(item.properties[1].place.offset_in_text).starts_with("\"url\": "));
    assert!(at(item.values("url")[0].place.offset_in_text).starts_with("\"u\"}"));
}

#[test]
fn other_vocabularies_are_passed_over() {
    let data = read(
        r#"{"@context": "https://www.w3.org/ns/activitystreams", "type": "Note", "content": "x",
            "schema:about": {"@context": "https://schema.org", "@type": "Person"}}"#,
    );
    assert_eq!(types(&data), ["Person"]);
    assert!(rules(&data).is_empty());
    assert!(read(r#"{"@context": {"@vocab": "https://example.com/"}, "@type": "Any", "x": 1}"#).is_empty());
}

#[test]
fn what_is_no_json_ld_is_a_fault() {
    assert_eq!(rules(&read("")), [Rule::Syntax]);
    assert_eq!(rules(&read("\"text\"")), [Rule::Syntax]);
    assert_eq!(rules(&read(r#"{"@type": "Thing"}"#)), [Rule::ContextMissing]);
    assert_eq!(rules(&read(r#"{"@context": "schema.org", "@type": "Thing"}"#)), [Rule::ContextMissing]);
    let data = read(r#"{"@context": "https://schema.org", "@type": "Thing", "@Id": "x", "@name": "n"}"#);
    assert_eq!(rules(&data), [Rule::PropertyUnknown, Rule::PropertyUnknown]);
    assert_eq!(data.faults[0].fix.as_deref(), Some("Write @id."));
}

#[test]
fn the_last_of_equal_keys_counts() {
    let data = read(r#"{"@context": "https://schema.org", "@type": "Person", "name": "A", "name": "B"}"#);
    assert_eq!(rules(&data), [Rule::DuplicateKey]);
    assert_eq!(data.items()[0].values("name").len(), 1);
    assert_eq!(data.items()[0].values("name")[0].value, Value::Text("B".to_owned()));
}

#[test]
fn hostile_scripts_are_bounded() {
    let many = format!(
        r#"{{"@context":"https://schema.org","@graph":[{}{{"@type":"Thing"}}]}}"#,
        r#"{"@type":"Thing"},"#.repeat(5000)
    );
    let data = read(&many);
    assert_eq!((data.items().len(), data.left_out_items()), (2000, 3001));
    let wide: Vec<_> = (0..5000).map(|number| format!("\"p{number}\":1,")).collect();
    let wide = wide.concat();
    let data = read(&format!(r#"{{"@context":"https://schema.org",{wide}"@type":"Thing"}}"#));
    assert_eq!(data.items()[0].properties.len(), 200);
}
