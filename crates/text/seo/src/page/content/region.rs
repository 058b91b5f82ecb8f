//! Chooses the main content of a page.

use super::{Candidate, Place};
use crate::dom::Element;

/// Words in classes and ids of boilerplate.
const FURNITURE: [&str; 42] = [
    "ad",
    "ads",
    "advert",
    "advertisement",
    "author",
    "banner",
    "breadcrumb",
    "breadcrumbs",
    "byline",
    "cart",
    "comment",
    "comments",
    "consent",
    "cookie",
    "cookies",
    "disqus",
    "footer",
    "login",
    "masthead",
    "menu",
    "modal",
    "nav",
    "navbar",
    "navigation",
    "newsletter",
    "pager",
    "pagination",
    "popup",
    "promo",
    "recommended",
    "related",
    "share",
    "sharing",
    "sidebar",
    "signup",
    "social",
    "sponsored",
    "subscribe",
    "tags",
    "toolbar",
    "topbar",
    "widget",
];

/// Words that change the meaning of the others: `has-sidebar`, `comments-open`, `sidebar-content`.
const HARMLESS: [&str; 14] = [
    "article", "body", "content", "entry", "has", "layout", "main", "no", "open", "page", "post", "text",
    "with", "without",
];

/// Whether an element's class or id suggests boilerplate.
pub(super) fn hints_at_furniture(element: &Element<'_>) -> bool {
    let names = [element.attribute("class"), element.attribute("id")];
    names.into_iter().flatten().flat_map(str::split_ascii_whitespace).take(16).any(|name| {
        let mut hint = false;
        for word in name.split(['-', '_']) {
            if HARMLESS.iter().any(|harmless| word.eq_ignore_ascii_case(harmless)) {
                return false;
            }
            hint = hint || FURNITURE.iter().any(|furniture| word.eq_ignore_ascii_case(furniture));
        }
        hint
    })
}

/// A part of the page, from narrow to wide.
#[derive(Debug, Clone, Copy)]
pub(super) enum Region {
    Article(u32),
    Main,
    Body,
    BodyWithHinted,
    Everything,
}

impl Region {
    pub(super) fn holds(self, place: Place) -> bool {
        let plain = !place.furniture && !place.hinted;
        match self {
            Self::Article(number) => plain && place.article == number,
            Self::Main => plain && place.main,
            Self::Body => plain,
            Self::BodyWithHinted => !place.furniture,
            Self::Everything => true,
        }
    }

    /// The share of the page's plain text that this part must contain to be chosen, as a divisor.
    fn enough(self) -> usize {
        match self {
            Self::Article(_) => 2,
            Self::Main => 3,
            Self::Body => 4,
            Self::BodyWithHinted | Self::Everything => 10,
        }
    }
}

/// The narrowest part that contains a good share of the page.
pub(super) fn chosen_region(candidates: &[Candidate]) -> Region {
    let weight = |region: Region| -> usize {
        candidates.iter().filter(|one| region.holds(one.place)).map(Candidate::weight).sum()
    };
    let body = weight(Region::Body);
    let wider = weight(Region::BodyWithHinted);
    let everything = weight(Region::Everything);
    let steps = [
        (longest_article(candidates), body.max(wider / 2)),
        (Region::Main, body.max(wider / 2)),
        (Region::Body, wider),
        (Region::BodyWithHinted, everything),
    ];
    let good = steps.into_iter().find(|(region, whole)| {
        let weight = weight(*region);
        weight > 0 && weight * region.enough() >= *whole
    });
    good.map_or(Region::Everything, |(region, _)| region)
}

fn longest_article(candidates: &[Candidate]) -> Region {
    let mut weights: Vec<usize> = Vec::new();
    for candidate in candidates.iter().filter(|one| one.place.article > 0) {
        let index = candidate.place.article as usize;
        weights.resize(weights.len().max(index + 1), 0);
        weights[index] += candidate.weight();
    }
    let longest = weights.iter().enumerate().max_by_key(|(_, weight)| **weight).map_or(0, |(index, _)| index);
    Region::Article(u32::try_from(longest).unwrap_or(u32::MAX))
}
