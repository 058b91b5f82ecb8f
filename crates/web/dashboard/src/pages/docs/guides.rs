//! Guides: the Markdown of `docs/guides`, as pages.

mod markdown;

use std::fmt::Write as _;
use std::sync::LazyLock;

use askama::Template;
use askama::filters::Safe;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::locale::Language;

use super::{DocsNav, GUIDE_PATH};
use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::escaping::escaped;
use crate::pages::public_site::{About, Head, Reader, VIETNAMESE, marked_english, surround};
use crate::state::Dashboard;
use crate::texts::texts;

use markdown::{Rendered, render};

/// The start of a code sample in a guide.
const PROGRAM: &str = "<pre tabindex=\"0\"><code class=\"language-";
/// The host in examples, which pages replace by their own.
const EXAMPLE_SERVICE: &str = "https://api.example.com";

texts! {
    Texts {
        contents: "On this page", "Trong trang này";
    }
}

pub(crate) struct Guide {
    pub(crate) slug: &'static str,
    names: (&'static str, &'static str),
    /// The title for search results.
    title: &'static str,
    pub(crate) description: &'static str,
    markdown: &'static str,
}

macro_rules! guide {
    ($slug:literal, $names:expr, $title:literal, $description:literal) => {
        Guide {
            slug: $slug,
            names: $names,
            title: $title,
            description: $description,
            markdown: include_str!(concat!("../../../../../../docs/guides/", $slug, ".md")),
        }
    };
}

/// All guides, in the order in which new readers need them.
pub(crate) static GUIDES: [Guide; 11] = [
    guide!(
        "quick-start",
        ("Quick start", "Khởi động nhanh"),
        "Quick start: your first article in minutes",
        "Create an article with a test key, poll until it is finished and read its text, with curl, Python and TypeScript. Nothing is charged in test mode."
    ),
    guide!(
        "articles",
        ("Articles", "Bài viết"),
        "Articles: request, follow, publish, edit",
        "Request an SEO article, follow its progress, approve its outline, read its quality checks, regenerate a section and publish it to the hosted site."
    ),
    guide!(
        "briefs",
        ("Content briefs", "Dàn ý nội dung"),
        "Content briefs: plan an article from data",
        "Request a content brief for 2,000 credits: search intent, outline with evidence, facts with sources, open questions, and a checklist for the writer."
    ),
    guide!(
        "images",
        ("Images", "Hình ảnh"),
        "Images: generate them without stray text",
        "Generate images in WebP, PNG, JPEG or AVIF, choose size and style, have text artefacts found and removed, and store them until you delete them."
    ),
    guide!(
        "webhooks",
        ("Webhooks", "Webhook"),
        "Webhooks: events, signatures and retries",
        "Receive events such as article.completed on your server, verify their signatures with any Standard Webhooks library, and handle retries safely."
    ),
    guide!(
        "sandbox",
        ("Sandbox and test keys", "Sandbox"),
        "Sandbox: test keys and simulated faults",
        "Test your integration with a key that costs nothing: what the sandbox answers, and the words that make it fail in every way that you have to handle."
    ),
    guide!(
        "credits",
        ("Credits", "Credit"),
        "Credits: prices, reservations, refunds",
        "How calls are billed: prices per call, credits reserved before the work and charged after it, refunds for failures, limits per key and estimates."
    ),
    guide!(
        "errors",
        ("Errors and retries", "Lỗi và gửi lại"),
        "Errors: what to retry, to fix and to report",
        "Read the error object, tell mistakes in a request from temporary failures, retry with backoff and Retry-After, and never pay twice for one call."
    ),
    guide!(
        "idempotency",
        ("Idempotency", "Gửi lại an toàn"),
        "Idempotency: repeat requests without risk",
        "Send an Idempotency-Key with a POST request and repeat it after a timeout: the service returns the first response again and charges nothing more."
    ),
    guide!(
        "pagination",
        ("Pagination", "Phân trang"),
        "Pagination: read long lists with cursors",
        "Lists return a page of items and a nextCursor. Read articles, images, audits and transactions page by page without missing or repeating an item."
    ),
    guide!(
        "rate-limits",
        ("Rate limits", "Giới hạn tốc độ"),
        "Rate limits: headers, bursts and backoff",
        "How many requests a key may send, what the RateLimit headers say, how many charged calls run at once, and what to do when you receive a 429."
    ),
];

static RENDERED: LazyLock<Vec<Rendered>> =
    LazyLock::new(|| GUIDES.iter().map(|guide| render(guide.markdown)).collect());

impl Guide {
    pub(crate) fn path(&self) -> String {
        format!("{GUIDE_PATH}/{}", self.slug)
    }

    pub(crate) fn name(&self, language: Language) -> &'static str {
        if language == Language::VIETNAMESE { self.names.1 } else { self.names.0 }
    }
}

/// Every section of every guide: the guide, its anchor, heading and plain text.
pub(super) fn sections() -> impl Iterator<Item = (&'static Guide, &'static markdown::GuideSection)> {
    let all = GUIDES.iter().zip(RENDERED.iter());
    all.flat_map(|(guide, rendered)| rendered.sections.iter().map(move |section| (guide, section)))
}

#[derive(Template)]
#[template(path = "docs_guide.html")]
struct GuidePage<'a> {
    frame: &'a Frame,
    head: &'a Head,
    words: &'static Texts,
    nav: DocsNav,
    heading: &'a str,
    sections: &'a [markdown::GuideSection],
    text: Safe<String>,
    marked_english: Safe<&'static str>,
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Path(slug): Path<String>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let language = stranger.language;
    let place = GUIDES.iter().position(|guide| guide.slug == slug).ok_or(PageError::NotFound)?;
    let (guide, rendered) = (&GUIDES[place], &RENDERED[place]);
    let path = guide.path();
    let about = About {
        path: &path,
        section: Section::Reference,
        title: guide.title,
        heading: guide.name(language),
        description: guide.description,
    };
    let (frame, head) = surround(&dashboard, &stranger, &about);
    let site = escaped(&dashboard.settings.public_url);
    let shown = GuidePage {
        frame: &frame,
        head: &head,
        words: Texts::of(language),
        nav: DocsNav::new(&dashboard.reference, &path, language),
        heading: &rendered.heading,
        sections: &rendered.sections,
        text: Safe(with_copy_buttons(
            &in_language(&rendered.html.replace(EXAMPLE_SERVICE, &site), language),
            &frame,
        )),
        marked_english: marked_english(language),
    };
    page(&frame, &shown)
}

/// Adds copy buttons to code samples, which the script enables.
fn with_copy_buttons(html: &str, frame: &Frame) -> String {
    let mut programs = html.split(PROGRAM);
    let mut shown = programs.next().unwrap_or_default().to_owned();
    for (number, program) in programs.enumerate() {
        let (language, rest) = program.split_once('"').unwrap_or_default();
        let (code, behind) = rest.split_once("</pre>").unwrap_or_default();
        // Writing to a String can't fail.
        let _ = write!(
            shown,
            "<figure class=\"code\"><figcaption>{language} <button class=\"button small copy\" type=\"button\" \
             data-copy=\"code-{number}\" data-copied=\"{}\" hidden>{}<span>{}</span></button></figcaption>\
             <pre tabindex=\"0\"><code id=\"code-{number}\"{code}</pre></figure>{behind}",
            frame.words.copied,
            frame.icon("copy").0,
            frame.words.copy,
        );
    }
    shown
}

/// Makes links to other public pages lead to those in the reader's language.
fn in_language(html: &str, language: Language) -> String {
    if language != Language::VIETNAMESE {
        return html.to_owned();
    }
    ["/docs", "/pricing", "/checks"].iter().fold(html.to_owned(), |html, path| {
        html.replace(&format!("href=\"{path}"), &format!("href=\"{VIETNAMESE}{path}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::public_site::tests::assert_told_well;

    #[test]
    fn every_program_can_be_copied() {
        let frame = Frame::public(Language::ENGLISH, crate::language::Theme::Auto, "");
        for rendered in RENDERED.iter() {
            let programs = rendered.html.matches("<pre").count();
            let html = with_copy_buttons(&rendered.html, &frame);
            assert_eq!(html.matches("<figure class=\"code\">").count(), programs, "{}", rendered.heading);
            assert_eq!(html.matches("</code></pre></figure>").count(), programs, "{}", rendered.heading);
            for number in 0..programs {
                assert_eq!(html.matches(&format!("<code id=\"code-{number}\">")).count(), 1);
            }
        }
    }

    #[test]
    fn links_keep_the_language() {
        let html = r##"<a href="/docs/errors#a">A</a> <a href="/dashboard/keys">B</a> <a href="#c">C</a>"##;
        assert_eq!(in_language(html, Language::ENGLISH), html);
        let vietnamese = html.replace("/docs", "/vi/docs");
        assert_eq!(in_language(html, Language::VIETNAMESE), vietnamese);
    }

    #[test]
    fn results_show_every_guide_well() {
        for guide in &GUIDES {
            assert_told_well(guide.title, guide.description);
        }
    }

    #[test]
    fn every_guide_has_a_heading_and_links_that_lead_somewhere() {
        let (paths, pages) = (super::super::paths(), crate::addresses());
        for (guide, rendered) in GUIDES.iter().zip(RENDERED.iter()) {
            assert!(!rendered.heading.is_empty(), "{}", guide.slug);
            assert!(!rendered.html.contains("<h1"), "{}", guide.slug);
            for link in rendered.html.split("href=\"").skip(1) {
                let link = link.split('"').next().unwrap_or_default();
                if let Some(path) = link.strip_prefix('/').and_then(|_| link.split('#').next()) {
                    let known =
                        paths.iter().chain(&pages).any(|known| known == path) || path == "/openapi.json";
                    assert!(known, "{} links to {link}", guide.slug);
                } else {
                    assert!(
                        link.starts_with('#') || link.starts_with("https://"),
                        "{} links to {link}",
                        guide.slug
                    );
                }
            }
        }
    }
}
