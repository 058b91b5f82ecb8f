//! Replies of models: good, careless and hostile.

use domain::articles::document::{Block, CalloutKind, Span};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use editorial::replies::{Marks, ReplyError, labels, opening, outline, questions, section};
use editorial::spans::plain;
use proptest::prelude::*;
use serde_json::json;

use crate::planning::{plan, proposal};
use crate::samples::{english, order};

#[test]
fn sections_are_read_part_by_part() {
    let sample = english();
    let plan =
        plan(&proposal(), &order("cold brew coffee", Language::ENGLISH, 1_700), &sample.research).unwrap();
    let planned = &plan.sections[2];
    let number = planned.evidence[0].0;
    let reply = json!({ "parts": [
        { "section": "3", "blocks": [{ "kind": "paragraph", "text": format!("It **takes** time [E{number}].\n\n## Hidden\n- one\n- two") }] },
        { "section": "3.2", "blocks": [{ "kind": "steps", "items": ["1. Stir", " ", "Wait [E999]"] }] },
        { "section": "nonsense", "blocks": [
            { "kind": "table", "text": "Figures", "columns": ["Jar", "Size"], "rows": [["Small", "1 litre", "extra"], ["Large"], ["", ""]] },
            { "kind": "table", "columns": ["Lonely"], "rows": [["cell"]] },
            { "kind": "unknown", "text": "Words." },
        ] },
    ] });
    let wrapped = format!("Here it is:\n```json\n{reply}\n```");
    let section =
        section(&wrapped, planned, &Marks::of_sections(std::slice::from_ref(planned), &sample.research, &[]))
            .unwrap();
    assert_eq!(section.heading, "Steeping time and ratio");
    let words = |block: &Block| match block {
        Block::Paragraph(text) | Block::Quote { text, .. } | Block::Callout { text, .. } => plain(text),
        Block::List { items, .. } => items.iter().map(plain).collect::<Vec<_>>().join("|"),
        Block::Table { rows, .. } => rows.iter().flatten().map(plain).collect::<Vec<_>>().join("|"),
        Block::Code { text, .. } => text.clone(),
    };
    let own: Vec<String> = section.blocks.iter().map(words).collect();
    assert_eq!(own, ["It takes time.", "Hidden", "one|two"]);
    assert!(
        matches!(&section.blocks[0], Block::Paragraph(text) if text.iter().any(|span| matches!(span, Span::Citation(_))))
    );
    assert_eq!(section.children.len(), 1, "a part without text is left out");
    let below: Vec<String> = section.children[0].blocks.iter().map(words).collect();
    assert_eq!(below, ["Stir|Wait", "Small|1 litre|Large|", "Words."]);
}

#[test]
fn only_true_quotations_are_quotations() {
    let sample = english();
    let plan =
        plan(&proposal(), &order("cold brew coffee", Language::ENGLISH, 1_700), &sample.research).unwrap();
    let marks = Marks::all(&sample.research, &[]);
    let reply = json!({ "parts": [{ "section": "1", "blocks": [
        { "kind": "quote", "text": "“Stored in a closed bottle, cold brew lasted 10 days.” [E4]" },
        { "kind": "quote", "text": "Cold brew lasts for 99 years. [E4]" },
    ] }] });
    let section = section(&reply.to_string(), &plan.sections[0], &marks).unwrap();
    assert!(
        matches!(&section.blocks[0], Block::Quote { source: SourceNumber(2), .. }),
        "{:?}",
        section.blocks
    );
    assert!(matches!(&section.blocks[1], Block::Paragraph(_)));
}

#[test]
fn code_and_call_outs_are_read() {
    let sample = english();
    let plan =
        plan(&proposal(), &order("cold brew coffee", Language::ENGLISH, 1_700), &sample.research).unwrap();
    let marks = Marks::all(&sample.research, &[]);
    let blocks = |blocks: serde_json::Value| {
        let reply = json!({ "parts": [{ "section": "1", "blocks": blocks }] });
        section(&reply.to_string(), &plan.sections[0], &marks).unwrap().blocks
    };
    let said = |words: &str| Span::Plain(words.to_owned());
    let callout = |kind, text| Block::Callout { kind, text };
    let code =
        |language: &str, text: &str| Block::Code { language: Some(language.into()), text: text.into() };
    let cited = vec![said("Wait."), Span::Citation(SourceNumber(1))];
    assert_eq!(
        blocks(json!([
            { "kind": "code", "language": "sh", "text": "brew --hours 12\n  | filter [E1]" },
            { "kind": "code", "language": "sh", "text": " " },
            { "kind": "tip", "text": "**Tip:** **Wait.** [E1]" },
            { "kind": "warning", "text": "Cảnh báo: Wait. [E1]" },
            { "kind": "note", "text": "" },
            { "kind": "note", "text": "Do this: `wait`." },
            { "kind": "paragraph", "text": "Run this:\n```SH\nwait\n\n  12\n```\nThen stir." },
        ])),
        [
            code("sh", "brew --hours 12\n  | filter [E1]"),
            callout(CalloutKind::Tip, vec![Span::Strong("Wait.".into()), Span::Citation(SourceNumber(1))]),
            callout(CalloutKind::Warning, cited),
            callout(CalloutKind::Note, vec![said("Do this: "), Span::Code("wait".into()), said(".")]),
            Block::Paragraph(vec![said("Run this:")]),
            code("sh", "wait\n\n  12"),
            Block::Paragraph(vec![said("Then stir.")]),
        ]
    );
    let long = blocks(json!([{ "kind": "note", "text": "Too long. ".repeat(100) }]));
    assert!(matches!(long[..], [Block::Paragraph(_)]), "{long:?}");
}

#[test]
fn edges_are_read() {
    let sample = english();
    let marks = Marks::all(&sample.research, &[]);
    let reply =
        json!({ "introduction": ["One.", ""], "conclusion_heading": "## What now", "conclusion": ["Two."] });
    let edges = opening(&reply.to_string(), &marks).unwrap();
    assert_eq!(
        (edges.introduction.len(), edges.conclusion_heading.as_str(), edges.conclusion.len()),
        (1, "What now", 1)
    );
    let reply = json!({ "heading": "Questions", "items": [{ "question": "Why?", "answer": "Because [E1]." }, { "question": "What?", "answer": " " }] });
    let faq = questions(&reply.to_string(), &marks).unwrap();
    assert_eq!(faq.items.len(), 1);
    let reply = json!({ "title": "**A** title", "meta_title": "M", "meta_description": "D\u{200b} [E1]", "excerpt": "E", "other": 1 });
    let lines = labels(&reply.to_string()).unwrap();
    assert_eq!((lines.title.as_str(), lines.meta_description.as_str()), ("A title", "D"));
}

#[test]
fn what_cannot_be_used_is_refused() {
    for broken in ["I cannot do that.", "} {", "{\"sections\": [", "{\"title\": \"x\", }"] {
        assert!(matches!(outline(broken), Err(ReplyError::NotJson(_))), "{broken}");
    }
    assert_eq!(outline("{}"), Err(ReplyError::Empty));
    assert_eq!(outline(&" ".repeat(600 * 1024)), Err(ReplyError::TooLong));
    assert!(matches!(outline("{\"sections\": 3}"), Err(ReplyError::Form(_))));
    let deep = format!("{{\"sections\":[{}{}]}}", "{\"children\":[".repeat(500), "]}".repeat(500));
    assert!(matches!(outline(&deep), Err(ReplyError::NotJson(_))), "deeper than JSON is read");
    assert_eq!(labels("{\"title\": \"x\"}"), Err(ReplyError::Empty));
}

#[test]
fn an_outline_is_read_within_bounds() {
    let sections: Vec<_> = (0..100)
        .map(|number| json!({ "heading": format!("Part {number}"), "points": ["p"], "children": [] }))
        .collect();
    let reply = json!({ "title": "T", "sections": sections, "questions": ["Q?"] });
    let proposal = outline(&reply.to_string()).unwrap();
    assert_eq!((proposal.sections.len(), proposal.sections[0].heading.as_str()), (40, "Part 0"));
}

proptest! {
    #[test]
    fn any_answer_is_read_or_refused(reply: String, text in "\\PC{0,60}") {
        let sample = english();
        let plan = plan(&proposal(), &order("cold brew coffee", Language::ENGLISH, 1_700), &sample.research).unwrap();
        let marks = Marks::all(&sample.research, &[]);
        let _ = (outline(&reply), labels(&reply), questions(&reply, &marks), opening(&reply, &marks));
        let form = json!({ "parts": [{ "section": text, "blocks": [{ "kind": "quote", "text": text, "items": [text] }] }] });
        let _ = section(&form.to_string(), &plan.sections[0], &marks);
    }
}
