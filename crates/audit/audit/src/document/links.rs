//! Links in the text.

use seo::dom::NodeId;
use url::Url;

/// An `<a>` or `<area>` element.
#[derive(Debug, Clone)]
pub struct Anchor {
    /// Where.
    pub node: NodeId,
    /// Where it leads.
    pub target: Target,
    /// Its text and the `alt` of images in it; else its `aria-label` or `title`.
    pub text: String,
    /// Relations in lower case.
    pub rel: Vec<String>,
    /// Whether it stands in a menu, header, footer or aside.
    pub in_furniture: bool,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// It has no `href`.
    Missing,
    /// A place on the same page, by the name in the fragment (decoded); empty for the top.
    Fragment(String),
    /// A page of the same site (same registrable domain).
    Internal(Url),
    /// A page elsewhere.
    External(Url),
    /// `mailto:`, `tel:` and the like.
    Other(String),
    /// `javascript:`.
    Script,
    /// Something that can't be an address.
    Malformed,
}

impl Anchor {
    /// The page it leads to.
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

/// Whether two addresses belong to one site: they share a registrable domain, or the host if there is none.
#[must_use]
pub fn is_same_site(one: &Url, other: &Url) -> bool {
    match (one.domain(), other.domain()) {
        (Some(one), Some(other)) => {
            one == other || psl::domain_str(one).is_some_and(|domain| psl::domain_str(other) == Some(domain))
        }
        _ => one.host() == other.host(),
    }
}
