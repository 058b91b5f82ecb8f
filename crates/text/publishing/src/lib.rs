//! Documents of an article: HTML, Markdown, structured data, hosted pages, sitemap and feed.
//!
//! All documents are made from [`domain::articles::document::Article`] and a few facts about its publication,
//! without I/O. Words are escaped where they are written, and URLs are checked where they are linked, so no
//! text of an article can become markup.

mod address;
mod assets;
mod brief;
mod characters;
mod editing;
mod facts;
mod feed;
mod flow;
mod folding;
mod html;
mod json_ld;
mod layout;
mod markdown;
mod markup;
mod pages;
mod phrases;
mod plain;
mod robots;
mod sections;
mod sitemap;
mod slug;

pub use assets::{ASSETS, Asset};
pub use brief::{brief_content_security_policy, brief_html, brief_markdown};
pub use characters::{billable_characters, billable_characters_of};
pub use editing::{
    EditableSection, FAQ, INTRODUCTION, MarkdownProblem, editable, read_blocks, read_questions,
};
pub use facts::{Author, AuthorKind, Listed, Logo, PublicationFacts, Publisher, Site};
pub use feed::{FEED_LENGTH, feed};
pub use html::html;
pub use json_ld::{json_ld, problems};
pub use markdown::markdown;
pub use pages::{
    INDEX_LENGTH, Paging, article_file, article_page, content_security_policy, index_page, not_found_page,
};
pub use robots::robots;
pub use sections::{SectionNode, reading_minutes, sections};
pub use sitemap::{SITEMAP_LENGTH, SitemapEntry, sitemap, sitemap_index, sitemap_of_pages};
pub use slug::{slug, test_slug};
