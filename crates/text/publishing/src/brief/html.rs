//! A brief as a printable page: the Markdown document with a style. It needs no script and includes its
//! style.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use domain::articles::brief::ContentBrief;
use pulldown_cmark::{Event, Options, Parser, html};
use sha2::{Digest as _, Sha256};

use super::labels::Labels;
use super::markdown::brief_markdown;
use crate::markup::Markup;
use crate::phrases::direction;
use crate::plain::trimmed;

const STYLE: &str = include_str!("style.css");

/// The value of `Content-Security-Policy` for the page: its own style and nothing else.
#[must_use]
pub fn brief_content_security_policy() -> String {
    let style = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// The brief as a whole page.
#[must_use]
pub fn brief_html(brief: &ContentBrief) -> String {
    let labels = Labels::of(brief.language);
    let language = labels.language;
    let mut page = Markup::with_capacity(64 * 1024);
    page.markup("<!DOCTYPE html>\n");
    page.open("html", &[("lang", language.as_str()), ("dir", direction(language))]);
    page.markup("\n<head>\n<meta charset=\"utf-8\">\n");
    page.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.markup("<meta name=\"robots\" content=\"noindex\">\n");
    page.element_line("title", &[], &format!("{}: {}", labels.brief, trimmed(&brief.keyword)));
    page.markup("<style>");
    page.markup(STYLE);
    page.markup("</style>\n</head>\n<body>\n<main>\n");
    page.markup(&rendered(&brief_markdown(brief)));
    page.markup("</main>\n</body>\n</html>\n");
    page.finish()
}

/// The document as HTML. Tags in it are escaped, because they are words of pages.
fn rendered(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS);
    let events = events.map(|event| match event {
        Event::Html(words) | Event::InlineHtml(words) => Event::Text(words),
        Event::TaskListMarker(_) => Event::Text("☐ ".into()),
        other => other,
    });
    let mut text = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut text, events);
    text
}
