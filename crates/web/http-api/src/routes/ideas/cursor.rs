//! The cursor of a page of ideas. A cursor is tied to its query and to the list that is being paged through,
//! so that pages of different lists are never mixed.

use application::find_keyword_ideas::PageStart;
use domain::Timestamp;
use domain::keywords::{IdeaSeed, IdeasQuery};
use sha2::{Digest, Sha256};

/// The cursor of a page.
pub(super) fn write(start: PageStart, query: &IdeasQuery) -> String {
    let made_at = start.made_at.map_or(0, Timestamp::as_microsecond);
    format!("idea_{}_{made_at}_{}", start.offset, mark(query))
}

/// Where a page begins; `None` if `text` is not a cursor of this query.
pub(super) fn read(text: &str, query: &IdeasQuery) -> Option<PageStart> {
    let mut parts = text.strip_prefix("idea_")?.splitn(3, '_');
    let (offset, made_at, known) = (parts.next()?, parts.next()?, parts.next()?);
    let made_at = match made_at.parse().ok()? {
        0 => None,
        microseconds => Some(Timestamp::from_microsecond(microseconds).ok()?),
    };
    let start = PageStart { offset: offset.parse().ok()?, made_at };
    (known == mark(query) && text == write(start, query)).then_some(start)
}

fn mark(query: &IdeasQuery) -> String {
    let (kind, seeds) = match &query.seed {
        IdeaSeed::Keywords(keywords) => ("keywords", keywords.join("\n")),
        IdeaSeed::Url(url) => ("url", url.clone()),
    };
    let country = query.country.map(|country| country.lower()).unwrap_or_default();
    let digest = Sha256::digest(format!("{kind}\n{country}\n{}\n{seeds}", query.language));
    digest.iter().take(6).fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
