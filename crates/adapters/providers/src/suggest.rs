//! Autocomplete feeds, one file each. Their providers document none of them, so everything that is not a list
//! of suggestions counts as a block.

pub mod amazon;
pub mod bing;
pub mod duckduckgo;
pub mod google;
pub mod youtube;

mod feed;
mod opensearch;
