//! What cleaning removes, and what it keeps.

use domain::articles::document::{Article, Block, Span};
use domain::articles::order::InternalLink;
use domain::articles::research::SourceNumber;
use editorial::cleaning::{Reason, clean, clean_section};
use editorial::gates::{GateContext, measure};
use editorial::visible_text;
use proptest::prelude::*;

use crate::samples::{Sample, english, marked};

fn spoiled() -> Sample {
    let mut sample = english();
    let blocks = &mut sample.article.sections[1].blocks;
    blocks.push(Block::Paragraph(marked(
        "A fine remark stands here. It saves 37 percent.[1] As an AI language model, I like it.",
    )));
    blocks.push(Block::Paragraph(marked(
        "Serve it over ice, with milk, or with a slice of orange. Visit https://spam.example now.",
    )));
    blocks
        .push(Block::List { ordered: false, items: vec![marked("Costs 9 euros."), marked("Costs little.")] });
    blocks.push(Block::Table {
        caption: None,
        columns: vec![marked("Jar"), marked("Size")],
        rows: vec![vec![marked("Small"), marked("3 litres")], vec![marked("Large"), marked("enough")]],
    });
    let link = |url: &str| Span::Link { text: "jars".into(), url: url.into() };
    blocks.push(Block::Paragraph(vec![
        link("https://shop.example/jars"),
        Span::Plain(" or ".into()),
        link("https://evil.example/"),
    ]));
    sample
}

#[test]
fn bad_sentences_go_and_good_ones_stay() {
    let mut sample = spoiled();
    let links = [InternalLink { url: "https://shop.example/jars".into(), title: None }];
    let original = sample.clone();
    let context = GateContext { internal_links: &links, ..original.context() };
    let changes = clean(&mut sample.article, &context);
    let reasons: Vec<Reason> = changes.iter().map(|change| change.reason).collect();
    for (reason, count) in [(Reason::Artefact, 1), (Reason::Address, 1), (Reason::Link, 1)] {
        assert_eq!(
            reasons.iter().filter(|known| **known == reason).count(),
            count,
            "{reason:?} in {changes:#?}"
        );
    }
    let text = visible_text(&sample.article);
    assert!(
        text.contains("A fine remark stands here.")
            && text.contains("Costs little.")
            && text.contains("jars or jars")
    );
    for gone in ["AI language", "spam.example"] {
        assert!(!text.contains(gone), "{gone}");
    }
    let quality = measure(&sample.article, &context);
    for name in ["foreign_links", "artefacts"] {
        assert!(quality.gates.iter().any(|gate| gate.name == name && gate.passed), "{name}");
    }
}

#[test]
fn a_good_article_is_left_alone() {
    let mut sample = english();
    let original = sample.clone();
    assert_eq!(clean(&mut sample.article, &original.context()), []);
    assert_eq!(sample.article, original.article);
}

#[test]
fn cleaning_one_section_changes_no_other() {
    let mut sample = english();
    let (first, later) = (&sample.article.sections[0].id.clone(), &sample.article.sections[2].blocks);
    let repeated = later.iter().find(|block| matches!(block, Block::Paragraph(_))).unwrap().clone();
    let new = "A new remark stands here, and it cites another page.[9] As an AI language model, I like it.";
    sample.article.sections[0].blocks = vec![repeated, Block::Paragraph(marked(new))];
    let mut source = sample.article.sources[0].clone();
    source.number = SourceNumber(9);
    sample.research.sources.insert(0, source);
    // Too long, but a customer may have requested it.
    sample.article.meta_title = "Cold Brew Coffee ".repeat(6);
    let before = sample.clone();
    let changes = clean_section(&mut sample.article, first, &before.context());
    assert!(changes.iter().any(|change| change.reason == Reason::Duplicate), "{changes:?}");
    let text = visible_text(&Article {
        sections: vec![sample.article.sections[0].clone()],
        ..Article::empty(sample.article.language)
    });
    assert!(text.contains("A new remark") && !text.contains("language model"), "{text}");
    let numbers = |article: &Article| article.sources.iter().map(|source| source.number).collect::<Vec<_>>();
    assert_eq!(numbers(&sample.article), [numbers(&before.article), vec![SourceNumber(9)]].concat());
    let rest = |mut article: Article| {
        article.sections.remove(0);
        article.sources.clear();
        article
    };
    assert_eq!(rest(sample.article), rest(before.article));
}

#[test]
fn lines_for_results_pages_are_made_to_fit() {
    let mut sample = english();
    let original = sample.clone();
    sample.article.meta_title = format!("Cold Brew Coffee at Home: {}", "Ratio, Time and Storage ".repeat(4));
    sample.article.meta_description = "Cold brew coffee needs patience and a jar, little more. ".repeat(5);
    let changes = clean(&mut sample.article, &original.context());
    assert_eq!(changes.len(), 2, "{changes:?}");
    assert_eq!(sample.article.meta_title, sample.article.title, "the title itself fits");
    assert_eq!(sample.article.meta_description.chars().count(), 111);
    sample.article.title = sample.article.title.repeat(3);
    sample.article.meta_title = "Cold Brew Coffee ".repeat(10);
    sample.article.meta_description = "word, ".repeat(60);
    clean(&mut sample.article, &original.context());
    assert!(
        sample.article.meta_title.starts_with("Cold Brew Coffee Cold")
            && sample.article.meta_title.len() < 80
    );
    assert!(
        sample.article.meta_description.ends_with("word…")
            && sample.article.meta_description.chars().count() <= 160
    );
    sample.article.meta_description.clear();
    clean(&mut sample.article, &original.context());
    assert!(
        sample.article.meta_description.starts_with("Cold brew coffee rewards"),
        "{}",
        sample.article.meta_description
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn cleaning_twice_changes_nothing_more(text in "[A-Za-z0-9%.!? \\[\\]*éà]{0,120}") {
        let mut sample = english();
        let original = sample.clone();
        sample.article.sections[0].blocks.push(Block::Paragraph(vec![Span::Plain(text)]));
        clean(&mut sample.article, &original.context());
        let once = sample.article.clone();
        prop_assert_eq!(clean(&mut sample.article, &original.context()), []);
        prop_assert_eq!(sample.article, once);
    }
}
