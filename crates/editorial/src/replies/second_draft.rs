//! Second drafts: whole articles whose sections come in reading order, each with its level.

use domain::articles::document::Section;
use domain::articles::outline::SectionId;
use serde::Deserialize;

use super::{
    MOST_ENTRIES, Marks, Opening, ReplyError, blocks, has_text, labels, line, questions, read, wire,
};
use crate::second_draft::SecondDraft;

/// The levels of headings.
const TOP: u64 = 2;
const DEEPEST: u64 = 4;

#[derive(Debug, Deserialize)]
struct Wire {
    introduction: Vec<wire::Block>,
    sections: Vec<WireSection>,
    #[serde(default)]
    conclusion_heading: String,
    #[serde(default)]
    conclusion: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct WireSection {
    #[serde(default)]
    pub(super) level: serde_json::Value,
    #[serde(default)]
    pub(super) heading: String,
    #[serde(default)]
    pub(super) blocks: Vec<wire::Block>,
}

/// Reads a second draft. One without any text says that the first can stay as it is.
pub fn second_draft(reply: &str, marks: &Marks<'_>) -> Result<Option<SecondDraft>, ReplyError> {
    let wire: Wire = read(reply)?;
    if wire.introduction.is_empty() && wire.sections.is_empty() {
        return Ok(None);
    }
    let introduction = blocks::blocks(wire.introduction, marks);
    let conclusion = blocks::paragraphs(&wire.conclusion, marks);
    let sections = tree(wire.sections, marks);
    let lacks = |part: &str| Err(ReplyError::Form(format!("the second draft has no {part}")));
    if introduction.is_empty() {
        return lacks("introduction");
    }
    if sections.is_empty() {
        return lacks("sections");
    }
    if conclusion.is_empty() {
        return lacks("conclusion");
    }
    if let Some(empty) = sections.iter().find(|section| !has_text(section)) {
        return Err(ReplyError::Form(format!("the section “{}” has no text", empty.heading)));
    }
    let opening = Opening { introduction, conclusion_heading: line(&wire.conclusion_heading), conclusion };
    Ok(Some(SecondDraft { opening, sections, faq: questions(reply, marks).ok(), labels: labels(reply).ok() }))
}

/// Puts every section below the last one of the level above. A text without a heading belongs to the section before it.
pub(super) fn tree(written: Vec<WireSection>, marks: &Marks<'_>) -> Vec<Section> {
    let mut tops: Vec<Section> = Vec::new();
    for section in written.into_iter().take(MOST_ENTRIES) {
        let level = section.level.as_u64().unwrap_or(TOP).clamp(TOP, DEEPEST);
        let (heading, blocks) = (line(&section.heading), blocks::blocks(section.blocks, marks));
        let Some(last) = tops.last_mut().filter(|_| level > TOP || heading.is_empty()) else {
            tops.push(Section { id: SectionId::top(tops.len() + 1), heading, blocks, children: Vec::new() });
            continue;
        };
        let is_deeper = level == DEEPEST || heading.is_empty();
        let parent = match last.children.len().checked_sub(1).filter(|_| is_deeper) {
            Some(at) => &mut last.children[at],
            None => last,
        };
        if heading.is_empty() {
            parent.blocks.extend(blocks);
        } else {
            let id = parent.id.child(parent.children.len() + 1);
            parent.children.push(Section { id, heading, blocks, children: Vec::new() });
        }
    }
    tops
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn part(level: u64, heading: &str) -> Value {
        let block = json!({ "kind": "paragraph", "text": format!("About {heading}.") });
        json!({ "level": level, "heading": heading, "blocks": [block] })
    }

    fn reply(sections: &[Value]) -> String {
        let introduction = json!([{ "kind": "code", "text": "git rebase main", "language": "sh" }]);
        json!({ "introduction": introduction, "sections": sections, "conclusion": ["Begin."] }).to_string()
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
    fn sections_stand_below_the_last_of_the_level_above() {
        let written = [
            part(3, "one"),
            part(3, "below"),
            part(4, "deep"),
            part(2, "two"),
            part(4, "high"),
            part(9, "deeper"),
        ];
        let draft = second_draft(&reply(&written), &Marks::default()).unwrap().unwrap();
        let expected = ["1 one", "1.1 below", "1.1.1 deep", "2 two", "2.1 high", "2.1.1 deeper"];
        assert_eq!(ids(&draft.sections), expected);
        assert!(draft.faq.is_none() && draft.labels.is_none());
    }

    #[test]
    fn a_text_without_a_heading_belongs_to_the_section_before() {
        let draft = second_draft(&reply(&[part(2, "one"), part(2, "")]), &Marks::default()).unwrap().unwrap();
        assert_eq!((ids(&draft.sections), draft.sections[0].blocks.len()), (vec!["1 one".to_owned()], 2));
    }

    #[test]
    fn nothing_at_all_means_that_the_first_stays_and_half_a_draft_is_an_error() {
        assert_eq!(second_draft(r#"{"introduction": [], "sections": []}"#, &Marks::default()), Ok(None));
        for lacking in ["introduction", "sections", "conclusion"] {
            let mut whole: Value = serde_json::from_str(&reply(&[part(2, "one")])).unwrap();
            whole[lacking] = json!([]);
            let error = second_draft(&whole.to_string(), &Marks::default()).unwrap_err();
            assert!(error.to_string().contains(lacking), "{error}");
        }
    }
}
