use seo::dom::Dom;
use url::Url;

use crate::model::{StructuredData, Value};
use crate::reader;

fn read(html: &str) -> StructuredData {
    reader::read(&Dom::parse(html), &Url::parse("https://example.com/page").unwrap())
}

#[test]
fn open_graph_and_words_without_vocabulary_are_not_ours() {
    let data = read(
        "<html prefix='og: http://ogp.me/ns#'><meta property='og:title' content=T><p typeof=Person property=name>Ada</p>\
         <div vocab='http://xmlns.com/foaf/0.1/'><p typeof=Person><b property=name>Bob</b></p></div>",
    );
    assert!(data.is_empty());
}

#[test]
fn prefixes_name_the_vocabulary() {
    let data = read(
        "<div prefix='s: http://schema.org/'><p typeof='s:Person'><b property='s:name'>Ada</b><b property=other>x</b></p></div>\
         <p typeof='schema:Person'><b property='schema:name'>Bob</b></p>",
    );
    assert_eq!(data.roots().len(), 2);
    for item in data.items() {
        assert_eq!(item.types, ["Person"]);
        assert_eq!(item.properties.len(), 1);
    }
}

#[test]
fn resources_are_identifiers_and_references() {
    let data = read(
        "<div vocab='https://schema.org/'><div typeof=Article resource='#a'><a property=author resource='#ada'>Ada</a>\
         <span property=headline>The <b>headline</b></span></div>\
         <div resource='#ada' typeof=Person><b property=name>Ada</b></div><div about='#a'><i property=keywords>k</i></div></div>",
    );
    assert_eq!(data.roots().len(), 2);
    let article = data.item(data.roots()[0]);
    assert_eq!(article.id.as_deref(), Some("https://example.com/page#a"));
    assert_eq!(
        article.values("author")[0].value,
        Value::Reference("https://example.com/page#ada".to_owned())
    );
    assert_eq!(article.values("headline")[0].value, Value::Text("The headline".to_owned()));
    assert_eq!(article.values("keywords")[0].value, Value::Text("k".to_owned()));
}
