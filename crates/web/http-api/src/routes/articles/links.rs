//! The pages of the customer's site that an article may link to.

use std::fmt;

use domain::articles::order::{InternalLink, InternalLinks};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::request::{LONGEST_LINE, most};
use crate::validation::Problems;

const MOST_LINKS: usize = 200;

/// Pages, or the URL of a sitemap.
#[derive(Debug)]
pub(crate) enum LinksRequest {
    Pages(Vec<LinkRequest>),
    Sitemap(String),
}

/// A page that may be linked to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LinkRequest {
    /// The URL of the page.
    #[schema(format = "uri", max_length = 2048)]
    url: String,
    /// The title of the page.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    title: Option<String>,
}

impl Default for LinksRequest {
    fn default() -> Self {
        Self::Pages(Vec::new())
    }
}

impl LinksRequest {
    pub(super) fn check(&self, problems: &mut Problems) -> Option<InternalLinks> {
        let pages = match self {
            Self::Sitemap(address) => {
                let url = problems.url("internalLinks", Some(address))?;
                return Some(InternalLinks::Sitemap(url.into()));
            }
            Self::Pages(pages) => pages,
        };
        most(problems, "internalLinks", pages.len(), MOST_LINKS);
        let mut links = Vec::new();
        for (index, link) in pages.iter().enumerate().take(MOST_LINKS) {
            let field = format!("internalLinks[{index}]");
            let title = link.title.as_deref();
            let title = title.map(|title| problems.text(&format!("{field}.title"), title, LONGEST_LINE));
            let url = problems.url(&format!("{field}.url"), Some(&link.url));
            links.extend(url.map(|url| InternalLink { url: url.into(), title }));
        }
        (!links.is_empty()).then_some(InternalLinks::Allowed(links))
    }
}

impl<'de> Deserialize<'de> for LinksRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Either)
    }
}

/// Distinguishes the two forms, so that errors name the right field.
struct Either;

impl<'de> Visitor<'de> for Either {
    type Value = LinksRequest;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of pages or the URL of a sitemap")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, pages: A) -> Result<LinksRequest, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(pages)).map(LinksRequest::Pages)
    }

    fn visit_str<E: Error>(self, address: &str) -> Result<LinksRequest, E> {
        Ok(LinksRequest::Sitemap(address.to_owned()))
    }
}

impl PartialSchema for LinksRequest {
    fn schema() -> RefOr<Schema> {
        let pages =
            ArrayBuilder::new().items(Ref::from_schema_name(LinkRequest::name())).max_items(Some(MOST_LINKS));
        let sitemap = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::Custom("uri".to_owned())))
            .max_length(Some(2_048));
        let description = "A list of pages, or the URL of a sitemap.";
        OneOfBuilder::new().description(Some(description)).item(pages).item(sitemap).into()
    }
}

impl ToSchema for LinksRequest {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((LinkRequest::name().into_owned(), LinkRequest::schema()));
    }
}
