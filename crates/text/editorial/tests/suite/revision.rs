//! Revisions: which changes are accepted, which are refused, and what no change may do.

use std::collections::BTreeSet;

use domain::articles::document::{Article, Block, Section, Span, Text};
use domain::articles::outline::SectionId;
use domain::articles::passages::{Passage, PassageId, PassageKind};
use domain::articles::research::SourceNumber;
use editorial::manuscript::manuscript;
use editorial::prompts::revision_form;
use editorial::replies::{Marks, ReplyError, revision};
use editorial::revision::{Applied, Edit, EditReason, Refusal, Revision, Rewrite, apply};
use editorial::words;
use proptest::prelude::*;
use serde_json::json;

use crate::manuscript::autovacuum;
use crate::samples;

fn edit(id: &str, reason: EditReason, text: &str) -> Edit {
    Edit { id: id.to_owned(), reason, text: text.to_owned() }
}

/// The content of the two pages.
fn passages() -> Vec<Passage> {
    let passage = |(number, text): (u32, &str)| Passage {
        id: PassageId(number),
        source: SourceNumber(number),
        also_in: Vec::new(),
        title: String::new(),
        path: Vec::new(),
        kind: PassageKind::Paragraph,
        text: text.to_owned(),
        order: 0,
    };
    let first = "The factor is 0.2, the threshold 50, the delay 2 ms, and 30 workers are the most.";
    [(1, first), (2, "The threshold is 50.")].map(passage).to_vec()
}

fn edited(article: &Article, edits: Vec<Edit>, passages: &[Passage]) -> Applied {
    apply(article, &Revision { edits, rewrites: Vec::new() }, passages)
}

fn applied(list: &[(&str, &str)]) -> Applied {
    let list = list.iter().map(|(id, text)| edit(id, EditReason::Style, text)).collect();
    edited(&autovacuum(), list, &passages())
}

fn refusal(id: &str, text: &str) -> Option<Refusal> {
    applied(&[(id, text)]).refused.pop().map(|(_, refusal)| refusal)
}

fn shown(article: &Article) -> Vec<String> {
    manuscript(article).lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn edits_replace_and_delete_sentences() {
    let result = applied(&[
        ("intro/1", "Autovacuum removes **dead** rows, and `ANALYZE` data with them."),
        ("1/2", "By default the scale factor is **0.2** [S1], and the threshold is 50 rows [S2]."),
        ("1/4", "{1/4} Large tables bloat first."),
        ("1.1/2", "Delay | 2 ms \\| a round [S1]"),
        ("2/2", ""),
        ("faq/1", "Yes."),
    ]);
    assert_eq!(result.refused, []);
    assert_eq!(result.taken.len(), 6);
    let (before, after) = (shown(&autovacuum()), shown(&result.article));
    let changed: Vec<&String> = after.iter().filter(|line| !before.contains(line)).collect();
    assert_eq!(
        changed,
        [
            "{intro/1} Autovacuum removes **dead** rows, and `ANALYZE` data with them. {intro/2} It runs 3 workers by default [S1].",
            "{1/1} A table is due above `threshold + scale_factor * rows` [S2]. {1/2} By default the scale factor is **0.2** [S1], and the threshold is 50 rows [S2]. {1/3} See [L1: our checklist] too.",
            "> tip: {1/4} Large tables bloat first. {1/5} Lower the factor for them alone.",
            "{1.1/2} | Delay | 2 ms \\| a round [S1] |",
            "1. {2/1} Find the big tables.",
            "2. {2/2} Lower the factor.",
            "3. {2/3} Watch the log.",
            "{2/4} Change one setting at a time. {2/5} Then wait a day.",
            "{faq/1} Yes. {faq/2} Bloat then grows without limit [S2].",
        ]
    );
}

#[test]
fn ids_must_be_known_and_used_once() {
    assert_eq!(refusal("9/1", "Anything."), Some(Refusal::UnknownId));
    assert_eq!(refusal("1.1/3", "A quotation has no id."), Some(Refusal::UnknownId));
    let result = applied(&[("2/6", "Then wait."), ("2/6", "Then sleep.")]);
    assert_eq!(result.taken.len(), 1);
    assert_eq!(result.refused, [("2/6".to_owned(), Refusal::EditedTwice)]);
}

#[test]
fn citations_and_links_stay() {
    let source = SourceNumber;
    assert_eq!(refusal("1/1", "A table is due."), Some(Refusal::DropsCitation(source(2))));
    assert_eq!(refusal("1/1", "A table is due [S1]."), None, "another claim may have another source");
    for unknown in ["[S3]", "[E1]", "[P4]", "[2]"] {
        let refused = refusal("2/4", &format!("Watch the log {unknown}."));
        assert_eq!(refused, Some(Refusal::UnknownSource(unknown.to_owned())));
    }
    assert_eq!(refusal("2/4", "Watch the log [S1]."), None);
    assert_eq!(refusal("2/4", "Watch `log[S9]` too."), None, "code cites nothing");
    assert_eq!(refusal("1/3", "See our checklist too."), Some(Refusal::DropsLink));
    assert_eq!(refusal("1/3", ""), Some(Refusal::DropsLink));
    assert_eq!(refusal("1/3", "Read [L1: the checklist] too."), None);
}

#[test]
fn figures_need_a_source_and_stay() {
    let figure = |written: &str| Some(Refusal::UnsupportedFigure(written.to_owned()));
    assert_eq!(refusal("1/2", "The scale factor is 0.3 [S1]."), figure("0.3"));
    assert_eq!(refusal("2/4", "Watch 30 logs [S2]."), figure("30"), "the other source gives it");
    assert_eq!(refusal("2/4", "Watch 30 logs [S1]."), None);
    assert_eq!(refusal("2/4", "Watch 4,000 logs."), figure("4,000"), "no source gives it");
    assert_eq!(refusal("2/6", "Then wait two days."), None, "an everyday quantity");
    assert_eq!(refusal("1/2", "The scale factor is low [S1]."), None, "an editor may leave one out");
}

#[test]
fn a_citation_may_move_to_a_later_edit() {
    let moved = [("intro/2", ""), ("intro/1", "Autovacuum runs 30 workers [S1].")];
    assert_eq!(applied(&moved).refused, []);
    assert_eq!(applied(&moved[..1]).refused, [("intro/2".to_owned(), Refusal::OnlyCitation)]);
}

#[test]
fn changes_belong_to_places() {
    let rewrite = |section: &str| Rewrite { section: section.to_owned(), blocks: Vec::new() };
    let edits = ["intro/1", "2.1/3", "faq/2", "2/1"].map(|id| edit(id, EditReason::Style, ""));
    let revision = Revision { edits: edits.to_vec(), rewrites: vec![rewrite("3.2"), rewrite("intro")] };
    assert_eq!(revision.places(), ["3", "intro", "2", "faq"]);
    let some = revision.only(&["2", "3"]);
    assert_eq!((some.edits.len(), some.rewrites.len()), (2, 1));
}

#[test]
fn rewrites_replace_the_text_below_a_heading() {
    let marks = Marks::default();
    let reply = json!({ "problems": ["The steps are missing."], "edits": [
        { "id": "2/1", "reason": "style", "text": "Find them." },
        { "id": "1/4", "reason": "style", "text": "Large tables bloat first." },
    ], "rewrites": [
        { "section": "2", "blocks": [{ "kind": "steps", "items": ["Find the tables.", "Lower the factor."] }] },
        { "section": "2", "blocks": [{ "kind": "paragraph", "text": "Once more." }] },
        { "section": "7", "blocks": [{ "kind": "paragraph", "text": "Nowhere." }] },
        { "section": "1.1", "blocks": [] },
    ] });
    let article = autovacuum();
    let result = apply(&article, &revision(&reply.to_string(), &marks).unwrap(), &passages());
    assert_eq!(result.rewritten, ["2"]);
    let refused = [
        ("2", Refusal::EditedTwice),
        ("7", Refusal::UnknownId),
        ("1.1", Refusal::EmptiesSection),
        ("2/1", Refusal::Rewritten),
    ];
    assert_eq!(result.refused, refused.map(|(id, refusal)| (id.to_owned(), refusal)));
    assert_eq!(result.taken.len(), 1);
    let text = manuscript(&result.article);
    assert!(text.contains("1. {2/1} Find the tables.\n2. {2/2} Lower the factor."), "{text}");
    assert!(text.contains("Large tables bloat first."), "{text}");
    assert_eq!(result.article.sections[1].children, article.sections[1].children);
    let opening = Rewrite { section: "intro".to_owned(), blocks: article.sections[0].blocks.clone() };
    let result = apply(&article, &Revision { edits: vec![], rewrites: vec![opening] }, &passages());
    assert_eq!(result.article.introduction, article.sections[0].blocks);
}

/// New paragraphs below headings.
fn rewritten(article: &Article, rewrites: &[(&str, &str)]) -> Applied {
    let rewrite = |(section, text): &(&str, &str)| Rewrite {
        section: (*section).to_owned(),
        blocks: vec![Block::Paragraph(samples::marked(text))],
    };
    let rewrites = rewrites.iter().map(rewrite).collect();
    apply(article, &Revision { edits: vec![], rewrites }, &passages())
}

fn rewrite_refusal(section: &str, text: &str) -> Option<Refusal> {
    rewritten(&autovacuum(), &[(section, text)]).refused.pop().map(|(_, refusal)| refusal)
}

#[test]
fn a_rewrite_keeps_sources() {
    assert_eq!(rewrite_refusal("1", "A table is due above a threshold."), Some(Refusal::DropsCitations));
    assert_eq!(rewrite_refusal("2", "Find the big tables first."), None, "nothing was cited there");
    assert_eq!(rewrite_refusal("1", "A table is due above a threshold[1]."), None, "the FAQ cites the other");

    let mut article = autovacuum();
    article.faq = None;
    let only_first = ("1", "A table is due above a threshold[1].");
    let result = rewritten(&article, &[only_first]);
    assert_eq!(result.refused, [("1".to_owned(), Refusal::DropsSource(SourceNumber(2)))]);
    assert_eq!((result.article, result.rewritten), (article.clone(), Vec::<String>::new()));
    let moved = rewritten(&article, &[only_first, ("2", "Lower the factor of big tables first[2].")]);
    assert_eq!((moved.refused, moved.rewritten), (vec![], vec!["1".to_owned(), "2".to_owned()]));
    // An edit may not remove the last mark of a source that a rewrite leaves out.
    let blocks = vec![Block::Paragraph(samples::marked("A table is due above a threshold[1]."))];
    let revision = Revision {
        edits: vec![edit("faq/2", EditReason::Style, "")],
        rewrites: vec![Rewrite { section: "1".to_owned(), blocks }],
    };
    let refused = apply(&autovacuum(), &revision, &passages()).refused;
    assert_eq!(refused, [("faq/2".to_owned(), Refusal::OnlyCitation)]);
}

#[test]
fn a_rewrite_has_figures_that_its_sources_give() {
    let figure = |written: &str| Some(Refusal::UnsupportedFigure(written.to_owned()));
    assert_eq!(rewrite_refusal("1", "The scale factor is 0.3[1]."), figure("0.3"));
    assert_eq!(rewrite_refusal("1", "The scale factor is 0.2. The delay is 2 ms[1]."), None);
    assert_eq!(
        rewrite_refusal("1", "Up to 30 workers run. Bloat grows[2]. The rest is in the manual[1]."),
        None
    );
    assert_eq!(rewrite_refusal("1", "Up to 30 workers run[2]."), figure("30"), "the other source gives it");
    assert_eq!(rewrite_refusal("2", "Sort by size. Then wait two days."), None, "an everyday quantity");
    assert_eq!(rewrite_refusal("2", "A larger server costs $4,000."), figure("$4,000"));
}

#[test]
fn nothing_is_emptied() {
    let gone = |list: &[&str]| {
        let list: Vec<(&str, &str)> = list.iter().map(|id| (*id, "")).collect();
        applied(&list).refused
    };
    assert_eq!(gone(&["intro/1"]), []);
    assert_eq!(gone(&["intro/2"]), [("intro/2".to_owned(), Refusal::OnlyCitation)]);
    assert_eq!(gone(&["faq/3"]), [("faq/3".to_owned(), Refusal::EmptiesSection)]);
    let all = ["2/1", "2/2", "2/3", "2/4", "2/5", "2/6"];
    let kinds = [Refusal::TooMuchDeleted, Refusal::EmptiesSection];
    assert!(gone(&all).iter().all(|(_, refusal)| kinds.contains(refusal)));
    assert!((1..all.len()).contains(&gone(&all).len()));
    // Without the quotation, only rows of the table cite sources in their section.
    let mut article = autovacuum();
    article.sections[0].children[0].blocks.pop();
    let rows = vec![edit("1.1/1", EditReason::Repetition, ""), edit("1.1/2", EditReason::Repetition, "")];
    let refused = edited(&article, rows, &[]).refused;
    assert_eq!(refused, [("1.1/2".to_owned(), Refusal::EmptiesSection)]);
}

#[test]
fn a_text_is_one_sentence_without_markup() {
    for text in [
        "Watch.\nThe log.",
        "# Watch",
        "- Watch",
        "1. Watch",
        "Watch <b>it</b>.",
        "Watch [it](https://evil.example).",
        "Watch https://evil.example now.",
        "| Watch |",
        "[S1]",
    ] {
        assert_eq!(refusal("2/4", text), Some(Refusal::Markup), "{text}");
    }
    assert_eq!(refusal("2/4", "Watch `<b>` where a < b."), None);
    assert_eq!(refusal("2/4", "Watch `f(**all)` at `http://localhost/`."), None);
    assert_eq!(refusal("2/4", "Watch the log."), Some(Refusal::Unchanged));
    assert_eq!(refusal("2/4", &"Watch it. ".repeat(40)), Some(Refusal::TooLong));
    assert_eq!(refusal("1.1/1", "3 [S1]"), Some(Refusal::Cells(1, 2)));
    assert!(matches!(refusal("2/4", "As an AI language model, I watch."), Some(Refusal::Artefact(_))));
}

#[test]
fn every_sentence_of_a_manuscript_is_read_back_unchanged() {
    for article in [autovacuum(), samples::english().article, samples::vietnamese().article] {
        let text = manuscript(&article);
        let mut sentences = Vec::new();
        for line in text.lines() {
            for part in line.split('{').skip(1) {
                let (id, words) = part.split_once("} ").unwrap();
                sentences.push(edit(id, EditReason::Style, words));
            }
        }
        let count = sentences.len();
        let result = edited(&article, sentences, &[]);
        assert!(
            result.refused.iter().all(|(_, refusal)| *refusal == Refusal::Unchanged),
            "{:?}",
            result.refused
        );
        assert_eq!((result.refused.len(), result.article), (count, article));
    }
}

#[test]
fn replies_are_read() {
    let reply = json!({ "edits": [
        { "id": " {2/4} ", "reason": "unmet_point", "text": " Watch. " },
        { "id": "x", "reason": "mood", "text": "" },
    ] });
    let expected = [edit("2/4", EditReason::UnmetPoint, "Watch."), edit("x", EditReason::Style, "")];
    let edits = |reply: &str| revision(reply, &Marks::default()).map(|revision| revision.edits);
    assert_eq!(edits(&format!("Here:\n{reply}")).unwrap(), expected);
    assert_eq!(edits("{\"edits\": []}").unwrap(), []);
    assert!(matches!(edits("{}"), Err(ReplyError::Form(_))));
    assert!(
        matches!(edits("{\"edits\": [{\"id\": \"2/4\"}]}"), Err(ReplyError::Form(_))),
        "no text is no deletion"
    );
    let form = revision_form();
    let edit = &form["properties"]["edits"]["items"];
    assert_eq!(edit["required"], json!(["id", "reason", "text"]));
    assert_eq!(edit["properties"].as_object().unwrap().keys().collect::<Vec<_>>(), ["id", "reason", "text"]);
    assert_eq!(edit["properties"]["reason"]["enum"].as_array().unwrap().len(), EditReason::ALL.len());
}

fn citations(text: &Text) -> impl Iterator<Item = SourceNumber> {
    text.iter().filter_map(|span| match span {
        Span::Citation(number) => Some(*number),
        _ => None,
    })
}

fn cited(blocks: &[Block]) -> BTreeSet<SourceNumber> {
    let mut found: BTreeSet<_> = blocks.iter().flat_map(Block::texts).flat_map(citations).collect();
    for block in blocks {
        if let Block::Quote { source, .. } = block {
            found.insert(*source);
        }
    }
    found
}

fn all_cited(article: &Article) -> BTreeSet<SourceNumber> {
    let blocks: Vec<Block> = article.blocks().cloned().collect();
    let answers = article.faq.iter().flat_map(|faq| &faq.items).flat_map(|item| citations(&item.answer));
    cited(&blocks).into_iter().chain(answers).collect()
}

fn code(article: &Article) -> Vec<&Block> {
    article.blocks().filter(|block| matches!(block, Block::Code { .. } | Block::Quote { .. })).collect()
}

fn has_words(section: &Section) -> bool {
    section.blocks.iter().flat_map(Block::texts).flatten().any(|span| !span.words().trim().is_empty())
}

fn any_edit(article: &Article) -> impl Strategy<Value = Edit> + use<> {
    let text = manuscript(article);
    let ids = text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0.to_owned()));
    let ids: Vec<String> = ids.chain(["9/9".to_owned()]).collect();
    let shown: Vec<String> = text
        .split('{')
        .skip(1)
        .filter_map(|part| Some(part.split_once('}')?.1.to_owned()))
        .chain(["Wait.".to_owned()])
        .collect();
    let words = prop_oneof![
        4 => Just(String::new()),
        2 => prop::sample::select(shown),
        4 => "(Wait|Sort it|`a. B`|\\*\\*now\\*\\*|\\[S1\\]|\\[S2\\]|\\[L1: x\\]|3|0\\.2|50|, | |\\|){0,9}\\.?",
        1 => "\\PC{0,30}",
    ];
    let reason = prop::sample::select(&EditReason::ALL);
    (prop::sample::select(ids), reason, words).prop_map(|(id, reason, text)| Edit { id, reason, text })
}

/// Blocks of the article in any order and number.
fn any_article() -> impl Strategy<Value = Article> {
    let known = autovacuum();
    let pool: Vec<Block> = known.blocks().cloned().collect();
    let blocks = || prop::collection::vec(prop::sample::select(pool.clone()), 0..5);
    let sections = prop::collection::vec((blocks(), blocks()), 0..4);
    (blocks(), sections, any::<bool>()).prop_map(move |(introduction, sections, asks)| {
        let section = |(at, (own, below)): (usize, (Vec<Block>, Vec<Block>))| {
            let id = SectionId::top(at + 1);
            let (heading, child) = ("Part".to_owned(), id.child(1));
            let below = Section { id: child, heading: heading.clone(), blocks: below, children: vec![] };
            Section { id, heading, blocks: own, children: vec![below] }
        };
        Article {
            introduction,
            sections: sections.into_iter().enumerate().map(section).collect(),
            faq: known.faq.clone().filter(|_| asks),
            ..known.clone()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_edit_breaks_an_article(
        (article, list) in prop_oneof![2 => any_article(), 1 => Just(samples::english().article), 1 => Just(samples::vietnamese().article)]
            .prop_flat_map(|article| { let edit = any_edit(&article); (Just(article), prop::collection::vec(edit, 0..40)) }),
        informed: bool,
    ) {
        let count = list.len();
        let result = edited(&article, list, &if informed { passages() } else { Vec::new() });
        prop_assert_eq!(result.taken.len() + result.refused.len(), count);
        let after = &result.article;
        if result.taken.is_empty() {
            prop_assert_eq!(after, &article);
        }
        prop_assert_eq!(all_cited(after), all_cited(&article));
        prop_assert_eq!(code(after), code(&article));
        prop_assert!(words(after) >= words(&article) - words(&article) / 5);
        let (old, new) = (article.flattened(), after.flattened());
        prop_assert_eq!(old.len(), new.len());
        for ((_, old), (_, new)) in old.iter().zip(&new) {
            prop_assert_eq!((&old.id, &old.heading), (&new.id, &new.heading));
            prop_assert_eq!(has_words(old), has_words(new));
            prop_assert!(cited(&old.blocks).is_empty() || !cited(&new.blocks).is_empty());
        }
        let questions = |article: &Article| article.faq.as_ref().map(|faq| faq.items.len());
        prop_assert_eq!(questions(after), questions(&article));
        prop_assert_eq!(article.introduction.is_empty(), after.introduction.is_empty());
    }
}

#[test]
fn without_changes_nothing_changes() {
    let article = autovacuum();
    let result = apply(&article, &Revision::default(), &passages());
    assert_eq!(result, Applied { article, taken: vec![], rewritten: vec![], refused: vec![] });
}
