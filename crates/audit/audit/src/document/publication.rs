//! Reads the type, author and dates that a page declares in metadata and JSON-LD.

use jiff::civil::Date;
use seo::dom::NodeId;
use serde_json::{Map, Value};

use super::Document;

/// The maximum number of JSON-LD objects that are examined.
const MOST_THINGS: usize = 500;
/// The maximum number of dates.
const MOST_DATES: usize = 50;
/// A page that declares more articles than this is a list of articles, not an article.
const MOST_ARTICLES: usize = 3;

/// What a page declares about itself.
#[derive(Debug)]
pub struct Publication {
    /// The declared type of the page.
    pub kind: PageKind,
    /// Whether metadata or JSON-LD name an author.
    pub names_author: bool,
    /// The declared dates of publication and change.
    pub dates: Vec<StatedDate>,
}

/// The type that a page declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// The page is an article.
    Article,
    /// The page is something else, such as a product.
    Other,
    /// The page declares no type.
    Unsaid,
}

#[derive(Debug, Clone, Copy)]
pub struct StatedDate {
    /// The node that declares it.
    pub node: NodeId,
    /// The event that the date is of.
    pub of: DateOf,
    pub date: Date,
    /// The name of the property: `datePublished`, `article:published_time`.
    pub source: &'static str,
}

/// The event that a date is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOf {
    Publication,
    Change,
}

/// Names of `<meta>` elements that state dates.
const DATE_METAS: [(&str, DateOf); 5] = [
    ("article:published_time", DateOf::Publication),
    ("datepublished", DateOf::Publication),
    ("article:modified_time", DateOf::Change),
    ("og:updated_time", DateOf::Change),
    ("datemodified", DateOf::Change),
];

/// Types of pages that are not articles, whatever else they declare.
const OTHER_KINDS: [&str; 12] = [
    "CheckoutPage",
    "CollectionPage",
    "ContactPage",
    "Event",
    "JobPosting",
    "MobileApplication",
    "Product",
    "ProfilePage",
    "Recipe",
    "SearchResultsPage",
    "SoftwareApplication",
    "WebApplication",
];

pub(super) fn of(document: &Document) -> Publication {
    let mut found = Publication { kind: PageKind::Unsaid, names_author: false, dates: Vec::new() };
    found.metas(document);
    let (mut articles, mut others) = (0, false);
    for script in document.scripts.iter().filter(|script| !script.is_code) {
        let is_linked_data =
            document.attribute(script.node, "type").is_some_and(|kind| kind.contains("ld+json"));
        if !is_linked_data {
            continue;
        }
        let Ok(data) = serde_json::from_str::<Value>(script.text.trim()) else { continue };
        for thing in things(&data) {
            others |= types(thing).any(|name| OTHER_KINDS.contains(&name));
            if types(thing).any(is_article) {
                articles += 1;
                found.article(script.node, thing);
            }
        }
    }
    found.dates.truncate(if articles > MOST_ARTICLES { 0 } else { MOST_DATES });
    if others || articles > MOST_ARTICLES {
        found.kind = PageKind::Other;
    } else if articles > 0 {
        found.kind = PageKind::Article;
    }
    found
}

impl Publication {
    fn metas(&mut self, document: &Document) {
        for meta in &document.metas {
            let Some(name) = meta.name.as_deref() else { continue };
            match name {
                "og:type" if meta.content.eq_ignore_ascii_case("article") => self.kind = PageKind::Article,
                "og:type" if meta.content.starts_with("product") => self.kind = PageKind::Other,
                "author" | "article:author" | "dc.creator" | "parsely-author" if !meta.content.is_empty() => {
                    self.names_author = true;
                }
                _ => {}
            }
            let stated = DATE_METAS.iter().find(|(known, _)| *known == name);
            if let (Some((source, of)), Some(date)) = (stated, day(&meta.content)) {
                self.dates.push(StatedDate { node: meta.node, of: *of, date, source });
            }
        }
    }

    fn article(&mut self, node: NodeId, thing: &Map<String, Value>) {
        self.names_author |= thing.get("author").is_some_and(|author| !is_empty(author));
        for (source, of) in [("datePublished", DateOf::Publication), ("dateModified", DateOf::Change)] {
            if let Some(date) = thing.get(source).and_then(Value::as_str).and_then(day) {
                self.dates.push(StatedDate { node, of, date, source });
            }
        }
    }
}

/// The day at the start of an ISO 8601 text.
pub(crate) fn day(text: &str) -> Option<Date> {
    let date: Date = text.trim().get(..10)?.parse().ok()?;
    (1990..=2200).contains(&date.year()).then_some(date)
}

fn is_article(name: &str) -> bool {
    name.ends_with("Article") || matches!(name, "BlogPosting" | "LiveBlogPosting" | "Report")
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_empty),
        Value::Object(thing) => thing.get("name").is_some_and(is_empty),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The objects that a page is about: those at the top level, in `@graph`, and their main entities.
fn things(data: &Value) -> Vec<&Map<String, Value>> {
    let mut found = Vec::new();
    let mut open = vec![data];
    while let Some(value) = open.pop()
        && found.len() < MOST_THINGS
    {
        match value {
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(thing) => {
                found.push(thing);
                open.extend(["@graph", "mainEntity"].iter().filter_map(|name| thing.get(*name)));
            }
            _ => {}
        }
    }
    found
}

fn types(thing: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let stated = match thing.get("@type") {
        Some(Value::Array(items)) => items.as_slice(),
        Some(other) => std::slice::from_ref(other),
        None => &[],
    };
    let names = stated.iter().filter_map(Value::as_str);
    names.map(|name| name.rsplit(['/', '#', ':']).next().unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn publication(html: &str) -> (PageKind, bool, usize) {
        let document = Document::read(html.to_owned(), &Url::parse("https://example.com/a").unwrap());
        let publication = document.publication();
        (publication.kind, publication.names_author, publication.dates.len())
    }

    #[test]
    fn kinds_authors_and_dates_are_read() {
        let article = r#"<script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"@type":["Article","x"],
            "author":[{"name":"An"}],"datePublished":"2024-05-01T10:00:00+07:00","dateModified":"soon"}]}</script>"#;
        assert_eq!(publication(article), (PageKind::Article, true, 1));
        let meta = r#"<meta property="og:type" content="article"><meta property="article:published_time" content="2024-05-01">"#;
        assert_eq!(publication(meta), (PageKind::Article, false, 1));
        assert_eq!(publication("<p>Text"), (PageKind::Unsaid, false, 0));
    }

    #[test]
    fn shops_and_lists_are_no_articles() {
        let shop = r#"<meta property="og:type" content="article"><script type="application/ld+json">{"@type":"Product"}</script>"#;
        assert_eq!(publication(shop).0, PageKind::Other);
        let post = r#"{"@type":"BlogPosting","author":"","datePublished":"2024-05-01"}"#;
        let list = format!("<script type='application/ld+json'>[{post},{post},{post},{post}]</script>");
        assert_eq!(publication(&list), (PageKind::Other, false, 0));
        assert_eq!(publication("<script type='application/ld+json'>{broken</script>").0, PageKind::Unsaid);
    }
}
