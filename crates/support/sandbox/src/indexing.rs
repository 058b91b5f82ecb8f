//! Services that are notified of new pages. They record the notifications and return them.

pub(crate) mod google_indexing;
pub(crate) mod indexnow;
pub(crate) mod search_console;
