//! Articles in Markdown, the format of both drafts.

use domain::articles::document::{Block, Section};
use domain::articles::outline::SectionId;

use super::markdown::{self, Part};
use super::{MOST_ENTRIES, Marks, ReplyError, blocks, line, wire};

/// The levels of headings.
const TOP: u8 = 2;
const DEEPEST: u8 = 4;
/// The fewest main sections, the last included.
const LEAST_SECTIONS: usize = 3;

/// The Markdown of a writer.
#[derive(Debug)]
pub(super) struct ArticleText {
    /// The heading of the first level; empty if there is none.
    pub(super) title: String,
    /// The text before the first heading of a section.
    pub(super) introduction: Vec<Block>,
    /// The sections of the second level; the conclusion is the last.
    pub(super) sections: Vec<Section>,
}

/// Parses an article. Headings with nothing below them are left out.
pub(super) fn article(text: &str, marks: &Marks<'_>) -> Result<ArticleText, ReplyError> {
    let mut parts = markdown::parts(text);
    let mut title = String::new();
    // Some writers repeat the title in the text.
    if let Some(first) = parts.iter_mut().find(|part| part.level == 1) {
        title = line(&first.heading);
        first.level = 0;
    }
    let lead = parts.iter().take_while(|part| part.level <= 1).count();
    let introduction: Vec<wire::Block> = parts.drain(..lead).flat_map(|part| part.blocks).collect();
    let introduction = blocks::blocks(introduction, marks);
    let is_empty = |at: usize, part: &Part| {
        part.blocks.is_empty() && parts.get(at + 1).is_none_or(|next| next.level <= part.level)
    };
    let empty: Vec<bool> = parts.iter().enumerate().map(|(at, part)| is_empty(at, part)).collect();
    let filled = parts.into_iter().zip(empty).filter_map(|(part, empty)| (!empty).then_some(part));
    let sections = tree(filled, marks);
    let lacks = |part: &str| Err(ReplyError::Form(format!("the article has no {part}")));
    if introduction.is_empty() {
        return lacks("text before its first heading");
    }
    if sections.len() < LEAST_SECTIONS {
        return lacks("main sections below `##`, or too few of them");
    }
    Ok(ArticleText { title, introduction, sections })
}

/// Nests every section below the last one of the level above.
fn tree(parts: impl Iterator<Item = Part>, marks: &Marks<'_>) -> Vec<Section> {
    let mut tops: Vec<Section> = Vec::new();
    for part in parts.take(MOST_ENTRIES) {
        let level = part.level.clamp(TOP, DEEPEST);
        let (heading, blocks) = (line(&part.heading), blocks::blocks(part.blocks, marks));
        let Some(last) = tops.last_mut().filter(|_| level > TOP) else {
            tops.push(Section { id: SectionId::top(tops.len() + 1), heading, blocks, children: Vec::new() });
            continue;
        };
        let parent = match last.children.len().checked_sub(1).filter(|_| level == DEEPEST) {
            Some(at) => &mut last.children[at],
            None => last,
        };
        let id = parent.id.child(parent.children.len() + 1);
        parent.children.push(Section { id, heading, blocks, children: Vec::new() });
    }
    tops
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARTICLE: &str = "# Tea at home\n\nSteep it for three minutes [S1].\n\n```sh\nkettle --on\n```\n\n## Water\nSoft water\nis best.\n\n\
        ### Heat\n| Tea | °C |\n|---|---|\n| green | 80 |\n\n## Steps\n1. Boil.\n2. Wait\n   a minute.\n\n## Start today\nBoil it.\n";

    fn read(text: &str) -> Result<ArticleText, ReplyError> {
        article(text, &Marks::default())
    }

    fn ids(sections: &[Section]) -> Vec<String> {
        sections
            .iter()
            .flat_map(|section| {
                std::iter::once(format!("{} {}", section.id, section.heading)).chain(ids(&section.children))
            })
            .collect()
    }

    #[test]
    fn an_article_in_markdown_is_read() {
        let text = read(ARTICLE).unwrap();
        assert_eq!((text.title.as_str(), text.introduction.len()), ("Tea at home", 2));
        assert_eq!(ids(&text.sections), ["1 Water", "1.1 Heat", "2 Steps", "3 Start today"]);
        let Block::Table { rows, .. } = &text.sections[0].children[0].blocks[0] else { panic!("a table") };
        assert_eq!(rows.len(), 1);
        let Block::List { ordered: true, items } = &text.sections[1].blocks[0] else { panic!("steps") };
        assert_eq!(items[1][0].words(), "Wait a minute.");
    }

    #[test]
    fn sections_stand_below_the_last_of_the_level_above() {
        let headings =
            ["### one", "### below", "#### deep", "## two", "#### high", "###### deeper", "## three"];
        let text = read(&format!("Steep it.\n{}\nText.", headings.join("\nText.\n"))).unwrap();
        let expected = ["1 one", "1.1 below", "1.1.1 deep", "2 two", "2.1 high", "2.1.1 deeper", "3 three"];
        assert_eq!(ids(&text.sections), expected);
    }

    #[test]
    fn what_is_no_article_is_refused_with_the_reason() {
        for (text, lacks) in [
            ("## Water\nSoft.\n## Steps\nBoil.\n## Start\nNow.", "text before its first heading"),
            ("Steep it.\n\n## Water\nSoft.", "main sections"),
            ("", "text before its first heading"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(lacks), "{text}: {error}");
        }
    }

    #[test]
    fn a_heading_without_text_is_left_out() {
        let text = read("Steep it.\n## Empty\n## Water\nSoft.\n## Steps\nBoil.\n## Start\nNow.").unwrap();
        assert_eq!(ids(&text.sections), ["1 Water", "2 Steps", "3 Start"]);
    }
}
