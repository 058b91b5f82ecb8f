//! Collects what the data declares and users should find on the page.

use seo::dom::Dom;

use super::{Check, Visit};
use crate::limits::MAX_CLAIMS;
use crate::model::Value;
use crate::report::{Claim, ClaimKind};

/// The types that a page can be about, and the property that names them.
const NAMED: [(&str, &str); 11] = [
    ("Article", "headline"),
    ("Product", "name"),
    ("Recipe", "name"),
    ("Event", "name"),
    ("JobPosting", "title"),
    ("LocalBusiness", "name"),
    ("VideoObject", "name"),
    ("Course", "name"),
    ("SoftwareApplication", "name"),
    ("Book", "name"),
    ("Movie", "name"),
];

/// The claims of other types.
const SAID: [(&str, &str, ClaimKind); 9] = [
    ("Question", "name", ClaimKind::Question),
    ("Answer", "text", ClaimKind::Answer),
    ("Rating", "ratingValue", ClaimKind::Rating),
    ("AggregateRating", "ratingCount", ClaimKind::RatingCount),
    ("AggregateRating", "reviewCount", ClaimKind::RatingCount),
    ("Offer", "price", ClaimKind::Price),
    ("AggregateOffer", "lowPrice", ClaimKind::Price),
    ("AggregateOffer", "highPrice", ClaimKind::Price),
    ("PriceSpecification", "price", ClaimKind::Price),
];

impl<'a> Check<'a> {
    pub(super) fn claims(&mut self, visit: Visit<'a>) {
        if self.graph.is_main(visit.id) {
            let named = NAMED.into_iter().find(|(kind, _)| self.graph.is_a(visit.id, kind));
            if let Some((_, property)) = named {
                self.claim(visit, property, ClaimKind::Name);
            }
        }
        for (kind, property, claim) in SAID {
            if self.graph.is_a(visit.id, kind) {
                self.claim(visit, property, claim);
            }
        }
    }

    fn claim(&mut self, visit: Visit<'a>, property: &str, kind: ClaimKind) {
        for value in visit.item.values(property) {
            let text = match &value.value {
                Value::Text(text) => plain(text),
                Value::Number(number) => number.to_string(),
                _ => continue,
            };
            if !text.is_empty() && self.claims.len() < MAX_CLAIMS {
                let path = self.trail.path(visit.trail, property);
                self.claims.push(Claim { kind, text, path, place: value.place });
            }
        }
    }
}

/// The text without the markup that answers may hold.
fn plain(text: &str) -> String {
    if text.contains(['<', '&']) {
        let dom = Dom::parse(text);
        return dom.text_content(dom.document());
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
