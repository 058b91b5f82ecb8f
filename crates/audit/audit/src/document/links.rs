//! The links of a page.

use seo::dom::NodeId;
use url::Url;

/// An `<a>` or `<area>` element.
#[derive(Debug, Clone)]
pub struct Anchor {
    /// The node of the link.
    pub node: NodeId,
    /// The target of the link.
    pub target: Target,
    /// Its text and the `alt` of images in it; else its `aria-label` or `title`.
    pub text: String,
    /// The relations in lower case.
    pub rel: Vec<String>,
    /// Whether it is in a menu, header, footer or aside.
    pub in_furniture: bool,
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// There is no `href`.
    Missing,
    /// A place on the same page, by the name in the fragment (decoded); empty for the top.
    Fragment(String),
    /// A page of the same site (same registrable domain).
    Internal(Url),
    /// A page of another site.
    External(Url),
    /// Another scheme, such as `mailto:` or `tel:`.
    Other(String),
    /// A `javascript:` URL.
    Script,
    Malformed,
}

impl Anchor {
    /// The URL of the page that it leads to.
    #[must_use]
    pub fn url(&self) -> Option<&Url> {
        match &self.target {
            Target::Internal(url) | Target::External(url) => Some(url),
            _ => None,
        }
    }

    /// Whether it has this relation (in lower case).
    #[must_use]
    pub fn has_rel(&self, relation: &str) -> bool {
        self.rel.iter().any(|known| known == relation)
    }
}

/// Whether two URLs belong to one site: they share a registrable domain, or the host if there is none.
#[must_use]
pub fn is_same_site(one: &Url, other: &Url) -> bool {
    match (one.domain(), other.domain()) {
        (Some(one), Some(other)) => {
            one == other || psl::domain_str(one).is_some_and(|domain| psl::domain_str(other) == Some(domain))
        }
        _ => one.host() == other.host(),
    }
}
