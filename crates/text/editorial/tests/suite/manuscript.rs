//! Articles in the form for an editing model.

use domain::articles::document::{Article, Block, CalloutKind, Faq, FaqItem, Section, Span, Text};
use domain::articles::outline::SectionId;
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use editorial::manuscript::manuscript;

use crate::samples::{self, marked, source};

fn section(id: SectionId, heading: &str, blocks: Vec<Block>, children: Vec<Section>) -> Section {
    Section { id, heading: heading.to_owned(), blocks, children }
}

fn paragraph(words: &str) -> Block {
    Block::Paragraph(marked(words))
}

fn cells(row: &[&str]) -> Vec<Text> {
    row.iter().map(|cell| marked(cell)).collect()
}

fn list(items: &[&str]) -> Block {
    Block::List { ordered: true, items: cells(items) }
}

/// An article with every kind of block.
pub(crate) fn autovacuum() -> Article {
    let top = SectionId::top;
    let formula = Block::Paragraph(vec![
        Span::Plain("A table is due above ".into()),
        Span::Code("threshold + scale_factor * rows".into()),
        Span::Citation(SourceNumber(2)),
        Span::Plain(". The scale factor is ".into()),
        Span::Strong("0.2".into()),
        Span::Plain(" by default".into()),
        Span::Citation(SourceNumber(1)),
        Span::Plain(". See ".into()),
        Span::Link { text: "our checklist".into(), url: "https://shop.example/checklist".into() },
        Span::Plain(" too.".into()),
    ]);
    Article {
        title: "How to Configure Autovacuum".into(),
        introduction: vec![paragraph("Autovacuum removes dead rows. It runs 3 workers by default[1].")],
        sections: vec![
            section(
                top(1),
                "When a Table Is Vacuumed",
                vec![
                    formula,
                    Block::Callout {
                        kind: CalloutKind::Tip,
                        text: marked("Big tables bloat first. Lower the factor for them alone."),
                    },
                    Block::Code {
                        language: Some("sql".into()),
                        text: "ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.01);\n".into(),
                    },
                ],
                vec![section(
                    top(1).child(1),
                    "Defaults",
                    vec![
                        Block::Table {
                            caption: Some("Defaults of version 15".into()),
                            columns: cells(&["Parameter", "Default"]),
                            rows: vec![cells(&["Workers", "3[1]"]), cells(&["Delay", "2 ms | per round[1]"])],
                        },
                        Block::Quote { text: marked("The default is three."), source: SourceNumber(1) },
                    ],
                    vec![],
                )],
            ),
            section(
                top(2),
                "What to Do First",
                vec![
                    list(&["Find the big tables. Sort by size.", "Lower the factor.", "Watch the log."]),
                    paragraph("Change one setting at a time. Then wait a day."),
                ],
                vec![],
            ),
        ],
        faq: Some(Faq {
            heading: "Questions".into(),
            items: vec![
                FaqItem {
                    question: "Can I turn it off?".into(),
                    answer: marked("You can. Bloat then grows without limit[2]."),
                },
                FaqItem { question: "How many workers run?".into(), answer: marked("The default is 3[1].") },
            ],
        }),
        sources: vec![source(1), source(2)],
        ..Article::empty(Language::ENGLISH)
    }
}

fn tea() -> Article {
    let mut article = samples::vietnamese().article;
    article.sections.truncate(2);
    article.sections[0].blocks.push(Block::Callout {
        kind: CalloutKind::Warning,
        text: marked("Đừng ép bột quá chặt. Nước sẽ không chảy được."),
    });
    article.sections[1].blocks.push(Block::Table {
        caption: None,
        columns: cells(&["Cỡ phin", "Lượng bột"]),
        rows: vec![cells(&["Vừa", "25 gam[1]"])],
    });
    article.sections[1].blocks.push(Block::Code { language: None, text: "bột:nước = 1:4".into() });
    if let Some(faq) = &mut article.faq {
        faq.items.truncate(2);
    }
    article
}

#[test]
fn an_english_manuscript() {
    insta::assert_snapshot!(manuscript(&autovacuum()));
}

#[test]
fn a_vietnamese_manuscript() {
    insta::assert_snapshot!(manuscript(&tea()));
}

#[test]
fn ids_stay_when_another_section_changes() {
    let article = autovacuum();
    let mut other = article.clone();
    other.sections[0].blocks.clear();
    let last = |article: &Article| {
        let text = manuscript(article);
        let at = text.find("## What to Do First").unwrap();
        text[at..].to_owned()
    };
    let (one, two) = (last(&article), last(&other));
    assert!(
        one.contains("{2/1} Find the big tables. {2/2} Sort by size.") && one.contains("{faq/3}"),
        "{one}"
    );
    // The only link of the article is in the other section.
    assert_eq!(one, two);
}
