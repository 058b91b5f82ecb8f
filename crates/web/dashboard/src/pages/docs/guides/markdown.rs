//! Renders the Markdown of a guide as HTML, with anchors for its headings.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::GUIDE_PATH;

/// A guide rendered as HTML.
pub(super) struct Rendered {
    pub(super) heading: String,
    pub(super) html: String,
    pub(super) sections: Vec<GuideSection>,
}

/// The content below a second-level heading. The first section is the text before all headings and has no
/// anchor.
pub(crate) struct GuideSection {
    pub(crate) anchor: String,
    pub(crate) heading: String,
    /// The text without markup, for the search.
    pub(crate) text: String,
    /// The code samples, for the search.
    pub(crate) code: String,
}

impl GuideSection {
    const fn empty() -> Self {
        Self { anchor: String::new(), heading: String::new(), text: String::new(), code: String::new() }
    }
}

/// Renders one of our own files, so its content is trusted.
pub(super) fn render(markdown: &str) -> Rendered {
    let options = Options::ENABLE_TABLES;
    let mut title = String::new();
    let mut sections = vec![GuideSection::empty()];
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut open: Option<HeadingLevel> = None;
    let mut in_program = false;
    for event in Parser::new_ext(markdown, options) {
        match &event {
            Event::Start(Tag::Heading { level, .. }) => {
                open = Some(*level);
                if *level == HeadingLevel::H2 {
                    sections.push(GuideSection::empty());
                }
            }
            Event::End(TagEnd::Heading(level)) => {
                open = None;
                match level {
                    HeadingLevel::H1 => continue,
                    HeadingLevel::H2 => finish_heading(&mut sections, &mut events),
                    _ => {}
                }
            }
            Event::Start(Tag::CodeBlock(_)) => in_program = true,
            Event::End(TagEnd::CodeBlock) => in_program = false,
            Event::Text(text) | Event::Code(text) => {
                let Some(last) = sections.last_mut() else { continue };
                match open {
                    Some(HeadingLevel::H1) => title.push_str(text),
                    Some(HeadingLevel::H2) => last.heading.push_str(text),
                    _ if in_program => last.code.push_str(text),
                    _ => {
                        last.text.push_str(text);
                        last.text.push(' ');
                    }
                }
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell) | Event::SoftBreak => {
                if let Some(last) = sections.last_mut() {
                    last.text.push(' ');
                }
            }
            _ => {}
        }
        if open != Some(HeadingLevel::H1) {
            events.push(led_to_pages(event));
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    // Wide tables and code scroll on their own, also with the keyboard.
    let text = text
        .replace("<table>", "<div class=\"bare\" tabindex=\"0\"><table class=\"table keep\">")
        .replace("</table>", "</table></div>")
        .replace("<pre>", "<pre tabindex=\"0\">");
    Rendered { heading: title, html: text, sections }
}

/// Adds the anchor to the heading that just ended.
fn finish_heading(sections: &mut [GuideSection], events: &mut [Event<'_>]) {
    let Some((last, others)) = sections.split_last_mut() else { return };
    let base = anchor(&last.heading);
    let taken = others.iter().filter(|other| other.anchor.starts_with(&base)).count();
    last.anchor = if taken == 0 { base } else { format!("{base}-{}", taken + 1) };
    let start = events.iter_mut().rev().find_map(|event| match event {
        Event::Start(Tag::Heading { id, .. }) => Some(id),
        _ => None,
    });
    if let Some(id) = start {
        *id = Some(CowStr::from(last.anchor.clone()));
    }
}

fn anchor(heading: &str) -> String {
    let words = heading.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// Turns links between the files into links between the pages.
fn led_to_pages(event: Event<'_>) -> Event<'_> {
    let Event::Start(Tag::Link { link_type, dest_url, title, id }) = event else { return event };
    let target = match dest_url.split_once(".md") {
        Some((file, anchor)) if !dest_url.contains('/') => {
            CowStr::from(format!("{GUIDE_PATH}/{file}{anchor}"))
        }
        _ => dest_url,
    };
    Event::Start(Tag::Link { link_type, dest_url: target, title, id })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_anchors_and_links_lead_to_pages() {
        let rendered =
            render("# Guide\nFirst.\n\n## Your `key`\nSee [credits](credits.md#prices).\n\n## Your key\n");
        assert_eq!(rendered.heading, "Guide");
        assert!(
            rendered.html.contains("<h2 id=\"your-key\">Your <code>key</code></h2>"),
            "{}",
            rendered.html
        );
        assert!(rendered.html.contains("<h2 id=\"your-key-2\">"), "{}", rendered.html);
        assert!(rendered.html.contains("href=\"/docs/guides/credits#prices\""), "{}", rendered.html);
        let names: Vec<&str> = rendered.sections.iter().map(|section| section.anchor.as_str()).collect();
        assert_eq!(names, ["", "your-key", "your-key-2"]);
        assert_eq!(rendered.sections[0].text.trim(), "First.");
    }
}
