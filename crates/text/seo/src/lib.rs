//! Pure algorithms over pages and queries: what a page says, what a searcher wants, what the pages that rank have in common
//! and what they leave out. Nothing here waits for anything or knows the time.

pub mod analysis;
pub mod competitors;
pub mod dom;
pub mod encoding;
pub mod gaps;
mod heading_words;
pub mod image_text;
pub mod intent;
mod numbers;
pub mod page;
pub mod questions;
pub mod result_room;
pub mod sitemap;
pub mod terms;
mod topics;
mod vocabulary;
pub mod words;

pub use heading_words::HeadingWords;
pub use topics::{HeadingTopic, bare as bare_heading, heading_topics, is_furniture, stem, stems};
