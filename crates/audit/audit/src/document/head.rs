//! Elements that belong in the head.

use seo::dom::{Element, NodeId};
use url::Url;

/// An element with its text.
#[derive(Debug, Clone)]
pub struct TextTag {
    /// The node of the element.
    pub node: NodeId,
    /// Whether it is in the body.
    pub in_body: bool,
    /// Its text, with runs of white space as one space.
    pub text: String,
}

/// A `<meta>` element.
#[derive(Debug, Clone)]
pub struct Meta {
    /// The node of the element.
    pub node: NodeId,
    /// Whether it is in the body.
    pub in_body: bool,
    /// `name` or `property` in lower case.
    pub name: Option<String>,
    /// `http-equiv` in lower case.
    pub http_equiv: Option<String>,
    /// The `charset` attribute.
    pub charset: Option<String>,
    /// Whether it belongs to microdata.
    pub itemprop: bool,
    /// The `content` attribute, trimmed.
    pub content: String,
}

impl Meta {
    pub(super) fn read(node: NodeId, element: &Element<'_>, in_body: bool) -> Self {
        let lower = |name: &str| element.attribute(name).map(|value| value.trim().to_ascii_lowercase());
        Self {
            node,
            in_body,
            name: lower("name").or_else(|| lower("property")),
            http_equiv: lower("http-equiv"),
            charset: element.attribute("charset").map(str::to_owned),
            itemprop: element.attribute("itemprop").is_some(),
            content: element.attribute("content").unwrap_or_default().trim().to_owned(),
        }
    }

    /// Whether it has this name (in lower case).
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name)
    }
}

/// A `<link>` element.
#[derive(Debug, Clone)]
pub struct LinkTag {
    /// The node of the element.
    pub node: NodeId,
    /// Whether it is in the body.
    pub in_body: bool,
    /// The relations in lower case.
    pub rel: Vec<String>,
    /// The `href` attribute as written.
    pub href: Option<String>,
    /// The absolute URL; `None` if it is invalid.
    pub url: Option<Url>,
}

impl LinkTag {
    /// Whether it has this relation (in lower case).
    #[must_use]
    pub fn has_rel(&self, relation: &str) -> bool {
        self.rel.iter().any(|known| known == relation)
    }
}

/// A `<script>` element.
#[derive(Debug, Clone)]
pub struct Script {
    /// The node of the element.
    pub node: NodeId,
    /// Whether it is in the body.
    pub in_body: bool,
    /// The absolute URL of the script.
    pub url: Option<Url>,
    /// Whether it has `async`, `defer` or `type=module`, so that the parser does not wait for it.
    pub deferred: bool,
    /// Whether it is code, not data.
    pub is_code: bool,
    /// The inline text of the script.
    pub text: String,
}

/// Whether a script's `type` means code.
pub(super) fn is_code(kind: Option<&str>) -> bool {
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    kind.is_empty() || kind == "module" || kind.ends_with("javascript") || kind.ends_with("ecmascript")
}
