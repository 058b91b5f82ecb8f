//! An article as structured data: one graph whose nodes refer to each other.
//!
//! It has every property that Google requires or recommends for its types, and its questions have exactly the
//! text of the page.

mod problems;

use domain::articles::document::{Article, ArticleImage};
use domain::images::SourceType;
use serde_json::{Map, Value, json};

use crate::address::absolute;
use crate::facts::{Author, AuthorKind, PublicationFacts, Site};
use crate::flow::words;
use crate::layout::{FAQ, Layout};
use crate::phrases::machine_time;
use crate::plain::trimmed;
use crate::sections::reading_minutes;
pub use problems::problems;

/// The graph of an article.
#[must_use]
pub fn json_ld(article: &Article, facts: &PublicationFacts) -> Value {
    graph_of(&Layout::of(article), facts)
}

pub(crate) fn graph_of(layout: &Layout<'_>, facts: &PublicationFacts) -> Value {
    let graph = Graph { layout, facts, images: images(layout, facts) };
    let mut nodes = vec![graph.posting(), graph.page()];
    nodes.extend(graph.faq());
    nodes.push(graph.breadcrumbs());
    nodes.extend(graph.images.iter().map(|image| graph.image(image)));
    nodes.push(website(&facts.site));
    nodes.push(organization(&facts.site));
    in_context(&nodes)
}

/// The graph of the list of articles.
pub(crate) fn index_graph(site: &Site, url: &str, name: &str) -> Value {
    let page = json!({
        "@type": "CollectionPage",
        "@id": url,
        "url": url,
        "name": name,
        "inLanguage": site.language.as_str(),
        "isPartOf": website_id(site),
        "publisher": organization_id(site),
    });
    in_context(&[page, website(site), organization(site)])
}

fn in_context(nodes: &[Value]) -> Value {
    json!({ "@context": "https://schema.org", "@graph": nodes })
}

fn reference(id: &str) -> Value {
    json!({ "@id": id })
}

fn website_id(site: &Site) -> Value {
    reference(&site.at("/#website"))
}

fn organization_id(site: &Site) -> Value {
    reference(&site.at("/#organization"))
}

fn website(site: &Site) -> Value {
    json!({
        "@type": "WebSite",
        "@id": site.at("/#website"),
        "url": site.at("/"),
        "name": trimmed(&site.name),
        "inLanguage": site.language.as_str(),
        "publisher": organization_id(site),
    })
}

fn organization(site: &Site) -> Value {
    let publisher = &site.publisher;
    let mut node = json!({
        "@type": "Organization",
        "@id": site.at("/#organization"),
        "name": trimmed(&publisher.name),
        "url": publisher.url,
        "logo": {
            "@type": "ImageObject",
            "@id": site.at("/#logo"),
            "url": publisher.logo.url,
            "contentUrl": publisher.logo.url,
            "width": publisher.logo.width,
            "height": publisher.logo.height,
            "caption": trimmed(&publisher.name),
        },
    });
    if !publisher.same_as.is_empty() {
        node["sameAs"] = json!(publisher.same_as);
    }
    node
}

/// An image with its absolute URL.
struct Pictured<'a> {
    image: &'a ArticleImage,
    id: String,
    url: String,
}

fn images<'a>(layout: &Layout<'a>, facts: &PublicationFacts) -> Vec<Pictured<'a>> {
    let shown =
        layout.images().into_iter().filter_map(|image| Some((image, absolute(&image.url, &facts.url)?)));
    let numbered = shown.enumerate().map(|(index, (image, url))| Pictured {
        image,
        id: format!("{}#image-{}", facts.url, index + 1),
        url,
    });
    numbered.collect()
}

struct Graph<'a> {
    layout: &'a Layout<'a>,
    facts: &'a PublicationFacts,
    images: Vec<Pictured<'a>>,
}

impl Graph<'_> {
    fn id(&self, part: &str) -> String {
        format!("{}#{part}", self.facts.url)
    }

    fn language(&self) -> &str {
        self.layout.article.language.as_str()
    }

    fn posting(&self) -> Value {
        let (article, facts) = (self.layout.article, self.facts);
        let minutes = reading_minutes(facts.words, article.language);
        let mut node = json!({
            "@type": "BlogPosting",
            "@id": self.id("article"),
            "url": facts.url,
            "mainEntityOfPage": reference(&facts.url),
            "isPartOf": reference(&facts.url),
            "headline": trimmed(&article.title),
            "description": trimmed(&article.meta_description),
            "abstract": trimmed(&article.excerpt),
            "inLanguage": self.language(),
            "datePublished": machine_time(facts.published_at),
            "dateModified": machine_time(facts.modified_at),
            "author": self.author(),
            "publisher": organization_id(&facts.site),
            "keywords": self.keywords(),
            "wordCount": facts.words,
            "timeRequired": format!("PT{minutes}M"),
            "isAccessibleForFree": true,
        });
        if let Some(first) = self.images.first() {
            node["image"] = self.images.iter().map(|image| reference(&image.id)).collect();
            node["thumbnailUrl"] = json!(first.url);
        }
        let citations = self.citations();
        if !citations.is_empty() {
            node["citation"] = citations.into();
        }
        node
    }

    fn author(&self) -> Value {
        let author = &self.facts.author;
        if *author == Author::publisher_of(&self.facts.site) {
            // Validators require the name and URL of an author beside the article, not only the reference.
            return json!({
                "@type": "Organization",
                "@id": self.facts.site.at("/#organization"),
                "name": trimmed(&author.name),
                "url": author.url,
            });
        }
        let kind = match author.kind {
            AuthorKind::Person => "Person",
            AuthorKind::Organization => "Organization",
        };
        json!({ "@type": kind, "@id": format!("{}#author", author.url), "name": trimmed(&author.name), "url": author.url })
    }

    fn keywords(&self) -> Vec<String> {
        let article = self.layout.article;
        let mut keywords: Vec<String> = Vec::with_capacity(1 + article.keywords.len());
        for keyword in std::iter::once(&article.focus_keyword).chain(&article.keywords) {
            let keyword = trimmed(keyword);
            if !keyword.is_empty() && !keywords.iter().any(|known| *known == keyword) {
                keywords.push(keyword.into_owned());
            }
        }
        keywords
    }

    fn citations(&self) -> Vec<Value> {
        let cited = self.layout.sources.iter().map(|listed| {
            let mut node = Map::new();
            node.insert("@type".to_owned(), json!("CreativeWork"));
            node.insert("name".to_owned(), json!(trimmed(&listed.source.title)));
            if let Some(address) = &listed.address {
                node.insert("url".to_owned(), json!(address));
            }
            if let Some(publisher) = &listed.source.publisher {
                let publisher = json!({ "@type": "Organization", "name": trimmed(publisher) });
                node.insert("publisher".to_owned(), publisher);
            }
            if let Some(time) = listed.source.published_at {
                node.insert("datePublished".to_owned(), json!(machine_time(time)));
            }
            Value::Object(node)
        });
        cited.collect()
    }

    fn page(&self) -> Value {
        let (article, facts) = (self.layout.article, self.facts);
        let mut node = json!({
            "@type": "WebPage",
            "@id": facts.url,
            "url": facts.url,
            "name": trimmed(&article.meta_title),
            "description": trimmed(&article.meta_description),
            "inLanguage": self.language(),
            "isPartOf": website_id(&facts.site),
            "breadcrumb": reference(&self.id("breadcrumb")),
            "datePublished": machine_time(facts.published_at),
            "dateModified": machine_time(facts.modified_at),
        });
        if let Some(first) = self.images.first() {
            node["primaryImageOfPage"] = reference(&first.id);
        }
        node
    }

    fn faq(&self) -> Option<Value> {
        self.layout.faq_heading()?;
        let questions = self.layout.questions.iter().map(|question| {
            let anchor = self.id(&question.anchor);
            json!({
                "@type": "Question",
                "@id": anchor,
                "url": anchor,
                "name": trimmed(&question.item.question),
                "acceptedAnswer": { "@type": "Answer", "text": words(&question.item.answer) },
            })
        });
        Some(json!({
            "@type": "FAQPage",
            "@id": self.id(FAQ),
            "url": self.id(FAQ),
            "name": self.layout.faq_heading().map(trimmed),
            "inLanguage": self.language(),
            "isPartOf": reference(&self.facts.url),
            "mainEntity": questions.collect::<Vec<_>>(),
        }))
    }

    /// The last entry is the page itself and has no link.
    fn breadcrumbs(&self) -> Value {
        let site = &self.facts.site;
        json!({
            "@type": "BreadcrumbList",
            "@id": self.id("breadcrumb"),
            "itemListElement": [
                { "@type": "ListItem", "position": 1, "name": trimmed(&site.name), "item": site.index_url() },
                { "@type": "ListItem", "position": 2, "name": trimmed(&self.layout.article.title) },
            ],
        })
    }

    fn image(&self, pictured: &Pictured<'_>) -> Value {
        let image = pictured.image;
        let publisher = &self.facts.site.publisher;
        json!({
            "@type": "ImageObject",
            "@id": pictured.id,
            "url": pictured.url,
            "contentUrl": pictured.url,
            "width": image.width,
            "height": image.height,
            "encodingFormat": image.media_type,
            "name": trimmed(&image.alt),
            "caption": trimmed(image.caption.as_deref().unwrap_or(&image.alt)),
            "inLanguage": self.language(),
            "creator": organization_id(&self.facts.site),
            "creditText": trimmed(&publisher.name),
            "digitalSourceType": digital_source_type(image.source_type),
        })
    }
}

fn digital_source_type(source: SourceType) -> &'static str {
    match source {
        SourceType::TrainedAlgorithmicMedia => "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
        SourceType::AlgorithmicMedia => "https://schema.org/AlgorithmicMediaDigitalSource",
    }
}
