use domain::Timestamp;
use domain::articles::document::{ArticleImage, CalloutKind, Faq, ImageRole, Section, Span, Text};
use domain::articles::research::{Source, SourceNumber};
use domain::images::{ImageId, SourceType};
use domain::locale::Language;

use super::*;

fn plain(words: &str) -> Text {
    vec![Span::Plain(words.to_owned())]
}

fn source(number: u32, url: Option<&str>) -> Source {
    Source {
        number: SourceNumber(number),
        url: url.map(str::to_owned),
        title: format!("Page {number}"),
        publisher: None,
        published_at: None,
        read_at: Timestamp::UNIX_EPOCH,
        sha256: "0".repeat(64),
    }
}

fn article() -> Article {
    let cited = |words: &str| [Span::Plain(words.to_owned()), Span::Citation(SourceNumber(7))];
    let blocks = vec![
        Block::Paragraph([cited("One."), cited(" Two * two.")].concat()),
        Block::List { ordered: true, items: vec![plain("Grind"), vec![Span::Code("a[0]".to_owned())]] },
        Block::Table {
            caption: Some("Sizes".to_owned()),
            columns: vec![plain("Jar"), plain("Grams")],
            rows: vec![vec![plain("a|b"), Text::new()]],
        },
        Block::Quote { text: plain("Wait a night."), source: SourceNumber(7) },
        Block::Callout { kind: CalloutKind::Warning, text: plain("Hot: mind it.") },
        Block::Code { language: Some("sh".to_owned()), text: "run # it\n\nnow".to_owned() },
        Block::Paragraph(vec![
            Span::Strong("Strong".to_owned()),
            Span::Plain(" and ".to_owned()),
            Span::Link { text: "linked".to_owned(), url: "https://shop.example/a".to_owned() },
            Span::Plain(".".to_owned()),
        ]),
    ];
    let section =
        Section { id: SectionId::top(1), heading: "Water & *heat*".to_owned(), blocks, children: Vec::new() };
    Article {
        title: "Tea".to_owned(),
        introduction: vec![Block::Paragraph(plain("Begin."))],
        sections: vec![section],
        faq: Some(Faq {
            heading: "Questions".to_owned(),
            items: vec![FaqItem { question: "Why wait?".to_owned(), answer: cited("Because.").to_vec() }],
        }),
        images: vec![ArticleImage {
            id: ImageId::generate(),
            role: ImageRole::Section(SectionId::top(1)),
            url: "https://media.example/a.webp".to_owned(),
            alt: "A jar".to_owned(),
            caption: Some("A jar of tea".to_owned()),
            width: 10,
            height: 10,
            media_type: "image/webp".to_owned(),
            source_type: SourceType::default(),
            depicts: Vec::new(),
            charged: true,
            variants: Vec::new(),
        }],
        sources: vec![source(7, Some("https://example.org/tea")), source(9, None)],
        ..Article::empty(Language::VIETNAMESE)
    }
}

fn read(markdown: &str) -> Result<Vec<Block>, MarkdownProblem> {
    read_blocks(&Article { sections: Vec::new(), ..article() }, None, markdown)
}

#[test]
fn what_is_shown_for_editing_is_read_back_as_it_was() {
    let article = article();
    let parts = editable(&article);
    let ids: Vec<&str> = parts.iter().map(|part| part.id.as_str()).collect();
    assert_eq!(ids, [INTRODUCTION, "1", FAQ]);
    assert!(parts[1].markdown.starts_with("One.[1] Two \\* two.[1]\n"), "{}", parts[1].markdown);
    assert_eq!(read(&parts[1].markdown).unwrap(), article.sections[0].blocks);
    assert_eq!(read(&parts[0].markdown).unwrap(), article.introduction);
    assert_eq!(read_questions(&article, &parts[2].markdown).unwrap(), article.faq.clone().unwrap().items);
}

#[test]
fn published_markdown_keeps_the_citations_that_it_hides() {
    let article = article();
    let published = &crate::sections(&article)[0].markdown;
    assert!(published.starts_with("One. Two") && published.contains("![A jar]"), "{published}");
    let id = SectionId::top(1);
    assert_eq!(read_blocks(&article, Some(&id), published).unwrap(), article.sections[0].blocks);
    let changed = published.replace("Grind", "Grind coarse");
    let blocks = read_blocks(&article, Some(&id), &changed).unwrap();
    assert_eq!(blocks[0], article.sections[0].blocks[0]);
    assert_eq!(blocks[1].texts()[0], &plain("Grind coarse"));
}

#[test]
fn people_may_write_as_they_are_used_to() {
    let blocks = read("Two\nlines [2] and *more*.\n* a\n* b\n\n  c\n\n> **tip**: Wait.\n>\n> Long.").unwrap();
    assert_eq!(
        blocks,
        [
            Block::Paragraph(vec![
                Span::Plain("Two lines".to_owned()),
                Span::Citation(SourceNumber(9)),
                Span::Plain(" and ".to_owned()),
                Span::Emphasis("more".to_owned()),
                Span::Plain(".".to_owned()),
            ]),
            Block::List { ordered: false, items: vec![plain("a"), plain("b c")] },
            Block::Callout { kind: CalloutKind::Tip, text: plain("Wait. Long.") },
        ]
    );
    assert_eq!(read(" \n").unwrap(), []);
    assert_eq!(read("[sic] [99] [").unwrap(), [Block::Paragraph(plain("[sic] [99] ["))]);
    let questions = read_questions(&article(), "## A?\nB.\n\nC.\n# D?\nE.").unwrap();
    assert_eq!(questions[0].answer, plain("B. C."));
    assert_eq!(questions[1].question, "D?");
}

#[test]
fn what_an_article_cannot_hold_is_refused_with_its_line() {
    for (markdown, line, words) in [
        ("a\n\n## b", 3, "headings"),
        ("a <b>c</b>", 1, "HTML"),
        ("<div>\na\n</div>", 1, "HTML"),
        ("- a\n  - b", 2, "lists within lists"),
        ("![a](https://example.org/b.png)", 1, "images"),
        ("\n[a](javascript:b)", 2, "address"),
        ("a [[9]](https://example.org/tea)", 1, "no source"),
        ("> said by nobody", 1, "source"),
        ("- a\n\n  ```\n  b\n  ```", 3, "code"),
    ] {
        let problem = read(markdown).unwrap_err();
        assert!(problem.problem.contains(words), "{markdown}: {problem}");
        assert_eq!(problem.line, line, "{markdown}: {problem}");
    }
    for (markdown, words) in [("a", "question"), ("# a?", "no answer"), ("# a?\n- b", "paragraphs")] {
        let problem = read_questions(&article(), markdown).unwrap_err();
        assert!(problem.problem.contains(words), "{markdown}: {problem}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(?s)(\\PC|[-*`#>|\\[\\]()1!\n ]){0,200}") {
        if let Ok(blocks) = read(&text) {
            let article = Article { introduction: blocks, ..article() };
            let shown = editable(&article).remove(0).markdown;
            proptest::prop_assert!(read_blocks(&article, None, &shown).is_ok(), "{shown}");
        }
    }
}
