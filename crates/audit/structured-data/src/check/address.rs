//! Finds main items that declare to be on another page.
//!
//! Only clear cases are reported: the pages must differ by more than scheme, `www.`, a trailing slash and the
//! fragment, and the item must be the only one of its kind.

use url::Url;

use super::{Check, Visit, Words};
use crate::model::{ItemId, Place, PropertyValue, Value};
use crate::problem::Rule;

/// The types of which a page about one thing has one item.
const MAIN: [&str; 8] =
    ["WebPage", "Article", "Recipe", "Product", "JobPosting", "Event", "SoftwareApplication", "Course"];
/// The types among them whose items are on the page itself. Others may have a URL of their own elsewhere.
const LOCAL: [&str; 3] = ["WebPage", "Article", "Recipe"];

impl<'a> Check<'a> {
    pub(super) fn addresses(&mut self) {
        for kind in MAIN {
            let mut of_kind = self.graph.data.roots.iter().filter(|root| self.graph.is_a(**root, kind));
            if let (Some(root), None) = (of_kind.next(), of_kind.next()) {
                self.address(*root, kind);
            }
        }
    }

    fn address(&mut self, root: ItemId, kind: &str) {
        let item = self.graph.item(root);
        let mut named: Vec<(&str, &str, Place)> = Vec::new();
        // The front page shows items that have pages of their own.
        let is_front = kind != "WebPage" && self.subject.url.path() == "/";
        let is_local = LOCAL.contains(&kind) && !is_front;
        for name in ["mainEntityOfPage"].into_iter().chain(is_local.then_some("url")) {
            for value in item.values(name) {
                named.extend(self.page_of(value).map(|page| (name, page, value.place)));
            }
        }
        if kind == "WebPage" {
            named.extend(item.id.as_deref().map(|id| ("@id", id, item.place)));
        }
        let other = named.into_iter().find(|(_, page, _)| self.is_another_page(page));
        let Some((name, page, place)) = other else { return };
        let trail = self.trail.root(item.types.first().map_or("", String::as_str));
        let visit = Visit { id: root, item, root, trail, via: None };
        let here = self.subject.canonical.unwrap_or(self.subject.url).to_string();
        self.note(visit, Rule::UrlMismatch, place, name, || {
            Words::new(format!("{name} names another page: {page}."))
                .fixed_by(format!("Write the address of this page: {here}"))
        });
    }

    /// The page that a value names.
    fn page_of(&self, value: &'a PropertyValue) -> Option<&'a str> {
        match &value.value {
            Value::Text(page) | Value::Reference(page) => Some(page),
            Value::Item(item) => {
                let item = self.graph.item(*item);
                item.id.as_deref().or_else(|| match item.values("url").first()?.value {
                    Value::Text(ref page) => Some(page.as_str()),
                    _ => None,
                })
            }
            Value::Number(_) | Value::Bool(_) | Value::Null => None,
        }
    }

    fn is_another_page(&self, page: &str) -> bool {
        let Some(named) = self.subject.url.join(page.trim()).ok().filter(Url::has_host) else { return false };
        // `true` and other words are not meant as URLs, though they could be relative ones.
        let is_address = page.contains('/') || page.starts_with(['#', '?']);
        // If the declared URL has no query, it is the same page, requested with tracking parameters.
        let ignores_query = named.query().is_none();
        let differs = |here: &Url| comparable(&named, ignores_query) != comparable(here, ignores_query);
        is_address && differs(self.subject.url) && self.subject.canonical.is_none_or(differs)
    }
}

fn comparable(address: &Url, ignores_query: bool) -> (String, String, String) {
    let host = address.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let path = address.path().trim_end_matches('/');
    let query = if ignores_query { "" } else { address.query().unwrap_or_default() };
    (host.to_owned(), path.to_owned(), query.to_owned())
}
