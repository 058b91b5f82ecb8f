//! Those who are told that a page is new. They take note and say so.

pub(crate) mod google_indexing;
pub(crate) mod indexnow;
pub(crate) mod search_console;
