//! Notices to search engines that a page is new, has changed or is gone.
//!
//! The sender of an outbox decides by the failure's kind. `Refused`, `Unsuitable`, `Declined` and `NotSetUp`
//! do not pass by waiting. All others may; `retry_after` is the minimum wait, up to the next day for a quota.

use url::Url;

/// A notice to search engines about a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexingNotice {
    pub url: Url,
    pub kind: NoticeKind,
    /// The sitemap of the site that it belongs to.
    pub sitemap_url: Url,
}

/// What happened to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// It is new or has changed.
    Updated,
    Deleted,
}

/// The confirmation that an engine accepted a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexingReceipt {
    /// The HTTP status of the engine's response.
    pub http_status: u16,
}
