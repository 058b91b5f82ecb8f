use seo::dom::Dom;
use url::Url;

use crate::model::{StructuredData, Value};
use crate::reader;

fn read(html: &str) -> StructuredData {
    reader::read(&Dom::parse(html), &Url::parse("https://example.com/page").unwrap())
}

fn text(data: &StructuredData, item: usize, name: &str) -> String {
    match &data.items()[item].values(name)[0].value {
        Value::Text(text) => text.clone(),
        other => panic!("{other:?} is no text"),
    }
}

#[test]
fn elements_have_their_values_in_different_places() {
    let data = read(
        "<base href='https://cdn.example/x/'><div itemscope itemtype='https://schema.org/Thing' itemid='#me'>\
         <meta itemprop=a content=' A '><img itemprop=b src=b.png><a itemprop=c href=/c>no</a><a itemprop=d>yes</a>\
         <time itemprop=e datetime=2026>no</time><time itemprop=f>2025</time><data itemprop=g value=7>seven</data>\
         <object itemprop=h data=h></object><span itemprop=i content=I>no</span><p itemprop='j k'>  J\n <b>K</b><script>no()</script></p></div>",
    );
    let values: Vec<_> =
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"].map(|name| text(&data, 0, name)).into();
    assert_eq!(
        values,
        [
            "A",
            "https://cdn.example/x/b.png",
            "https://cdn.example/c",
            "yes",
            "2026",
            "2025",
            "7",
            "https://cdn.example/x/h",
            "I",
            "J K",
            "J K"
        ]
    );
    assert_eq!(data.items()[0].id.as_deref(), Some("https://cdn.example/x/#me"));
}

#[test]
fn items_hang_from_items() {
    let data = read(
        "<div itemscope itemtype='http://schema.org/Article'><h1 itemprop=headline>H</h1>\
         <p itemprop='author' itemscope itemtype='https://schema.org/Person'><b itemprop=name>Ada</b></p>\
         <p itemscope itemtype='https://schema.org/Organization'><b itemprop=name>Acme</b></p><i itemprop=keywords>k</i></div>",
    );
    assert_eq!(data.roots().len(), 2);
    let names: Vec<_> = data.items()[0].properties.iter().map(|property| property.name.as_str()).collect();
    assert_eq!(names, ["headline", "author", "keywords"]);
    assert!(matches!(data.items()[0].values("author")[0].value, Value::Item(_)));
    assert_eq!(text(&data, 2, "name"), "Acme");
}

#[test]
fn properties_may_stand_elsewhere() {
    let data = read(
        "<p id=before>By <b itemprop=publisher itemscope itemtype='https://schema.org/Organization'><i itemprop=name>Acme</i></b></p>\
         <div itemscope itemtype='https://schema.org/Article' itemref='before after missing'><h1 itemprop=headline>H</h1></div>\
         <p id=after itemprop=description>About <b>it</b></p>",
    );
    assert_eq!(data.roots().len(), 1);
    let article = data.item(data.roots()[0]);
    assert_eq!(article.types, ["Article"]);
    assert!(matches!(article.values("publisher")[0].value, Value::Item(_)));
    assert_eq!(article.values("description")[0].value, Value::Text("About it".to_owned()));
}

#[test]
fn other_vocabularies_are_passed_over() {
    let data = read(
        "<div itemscope itemtype='https://example.com/Thing'><b itemprop=x>y</b>\
         <p itemprop=z itemscope itemtype='https://schema.org/Person'><b itemprop=name>Ada</b></p></div><b itemprop=lost>z</b>",
    );
    assert_eq!(data.items().len(), 1);
    assert_eq!((data.roots().len(), data.items()[0].types.as_slice()), (1, &["Person".to_owned()][..]));
}
