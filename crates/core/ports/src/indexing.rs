//! Telling search engines that a page is new, has changed or is gone.
//!
//! Whoever sends notices from an outbox decides by the failure's kind. `Refused`, `Unsuitable`, `Declined` and `NotSetUp` will
//! not pass by waiting. All others may; `retry_after` says how long to wait at least, up to the next day for a quota.

use url::Url;

/// What search engines are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexingNotice {
    /// The page.
    pub url: Url,
    /// What happened to it.
    pub kind: NoticeKind,
    /// The sitemap of the site that it belongs to.
    pub sitemap_url: Url,
}

/// What happened to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// It is new or has changed.
    Updated,
    /// It is gone.
    Deleted,
}

/// A notice that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexingReceipt {
    /// The status that says so.
    pub http_status: u16,
}
