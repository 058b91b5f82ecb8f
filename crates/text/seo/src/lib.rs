//! Pure algorithms over pages and queries: the content of a page, search intent, and what ranking pages have
//! in common and lack. Nothing here does I/O or reads the clock.

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
