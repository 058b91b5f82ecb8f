//! Articles whose words resemble markup.

use domain::Timestamp;
use domain::articles::document::{
    Article, ArticleImage, Block, CalloutKind, Faq, FaqItem, ImageRole, Section, Span, Text,
};
use domain::articles::outline::SectionId;
use domain::articles::research::{Source, SourceNumber};
use domain::images::{ImageId, SourceType};
use domain::locale::Language;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::{option, sample};

use crate::samples;

/// Words, marks of Markdown and HTML, and characters that are lost easily.
fn words() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zA-Zđếà0-9]{1,8}",
        3 => "[-*_`\\[\\](){}<>&#!|~+.:;='\"/\\\\ ]{1,4}",
        1 => "[ \n\t\u{a0}]{1,3}",
        1 => prop_oneof![
            Just("&amp;".to_owned()), Just("&#60;b>".to_owned()), Just("</article>".to_owned()),
            Just("<script>".to_owned()), Just("![a](http://b)".to_owned()), Just("](x)".to_owned()),
            Just("1. ".to_owned()), Just("- ".to_owned()), Just("***".to_owned()), Just("|---|".to_owned()),
            Just("[x]: y".to_owned()), Just("http://a.b/_c_".to_owned()), Just("-->".to_owned()),
        ],
        1 => any::<char>().prop_map(String::from),
    ];
    vec(piece, 1..6).prop_map(|pieces| pieces.concat())
}

/// Words with at least one letter, as headings have.
fn heading() -> impl Strategy<Value = String> {
    (words(), "[a-z]{1,6}").prop_map(|(words, letters)| words + &letters)
}

fn address() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "https://[a-z]{1,6}\\.example/[a-z()&;,|_*%\\[\\] ?=]{0,12}",
        1 => Just("javascript:alert(1)".to_owned()),
        1 => Just("https://a.example/?x&copy;y".to_owned()),
    ]
}

fn number() -> impl Strategy<Value = SourceNumber> {
    (0_u32..5).prop_map(SourceNumber)
}

fn span() -> impl Strategy<Value = Span> {
    prop_oneof![
        4 => words().prop_map(Span::Plain),
        1 => words().prop_map(Span::Strong),
        1 => words().prop_map(Span::Emphasis),
        1 => words().prop_map(Span::Code),
        1 => (words(), address()).prop_map(|(text, url)| Span::Link { text, url }),
        1 => number().prop_map(Span::Citation),
    ]
}

fn text() -> impl Strategy<Value = Text> {
    vec(span(), 0..5)
}

fn block() -> impl Strategy<Value = Block> {
    let table = (1_usize..4).prop_flat_map(|width| {
        let row = || vec(text(), width);
        (option::of(words()), row(), vec(row(), 0..3)).prop_map(|(caption, columns, rows)| Block::Table {
            caption,
            columns,
            rows,
        })
    });
    prop_oneof![
        3 => text().prop_map(Block::Paragraph),
        2 => (any::<bool>(), vec(text(), 0..4)).prop_map(|(ordered, items)| Block::List { ordered, items }),
        1 => table,
        2 => (text(), number()).prop_map(|(text, source)| Block::Quote { text, source }),
        2 => (sample::select(&CalloutKind::ALL), text()).prop_map(|(kind, text)| Block::Callout { kind, text }),
        1 => (option::of(words()), vec(words(), 0..4)).prop_map(|(language, lines)| Block::Code { language, text: lines.join("\n") }),
    ]
}

fn section(id: SectionId, depth: u32) -> BoxedStrategy<Section> {
    let children = if depth == 0 { Just(vec![]).boxed() } else { sections(Some(&id), depth - 1, 0..2) };
    (heading(), vec(block(), 0..3), children)
        .prop_map(move |(heading, blocks, children)| Section { id: id.clone(), heading, blocks, children })
        .boxed()
}

fn sections(
    parent: Option<&SectionId>,
    depth: u32,
    count: std::ops::Range<usize>,
) -> BoxedStrategy<Vec<Section>> {
    let parent = parent.cloned();
    let place = move |index| parent.as_ref().map_or_else(|| SectionId::top(index), |id| id.child(index));
    count
        .prop_flat_map(move |count| (1..=count).map(|index| section(place(index), depth)).collect::<Vec<_>>())
        .boxed()
}

fn source() -> impl Strategy<Value = Source> {
    (number(), option::of(address()), heading(), option::of(heading()), any::<bool>()).prop_map(
        |(number, url, title, publisher, dated)| Source {
            number,
            url,
            title,
            publisher,
            published_at: dated.then_some(Timestamp::UNIX_EPOCH),
            read_at: Timestamp::UNIX_EPOCH,
            sha256: "0".repeat(64),
        },
    )
}

fn image() -> impl Strategy<Value = ArticleImage> {
    let role = prop_oneof![
        Just(ImageRole::Hero),
        (1_usize..4).prop_map(|index| ImageRole::Section(SectionId::top(index))),
    ];
    let id: ImageId = samples::english().images[0].id;
    (role, address(), words(), option::of(heading()), vec((address(), 1_u32..2_000), 0..3)).prop_map(
        move |(role, url, alt, caption, variants)| ArticleImage {
            id,
            role,
            url,
            alt,
            caption,
            width: 1_536,
            height: 1_024,
            media_type: "image/webp".to_owned(),
            source_type: SourceType::AlgorithmicMedia,
            depicts: Vec::new(),
            charged: true,
            variants,
        },
    )
}

fn faq() -> impl Strategy<Value = Faq> {
    let item = (heading(), text()).prop_map(|(question, answer)| FaqItem { question, answer });
    (heading(), vec(item, 0..3)).prop_map(|(heading, items)| Faq { heading, items })
}

pub(crate) fn article() -> impl Strategy<Value = Article> {
    let language = prop_oneof![Just(Language::ENGLISH), Just(Language::VIETNAMESE)];
    let edges = (language, heading(), heading(), words(), option::of(faq()));
    let body = (vec(block(), 0..3), sections(None, 2, 0..4), vec(image(), 0..3), vec(source(), 0..4));
    (edges, body).prop_map(
        |((language, title, meta_title, excerpt, faq), (introduction, sections, images, sources))| Article {
            language,
            title,
            meta_title,
            meta_description: excerpt.clone(),
            excerpt,
            introduction,
            sections,
            faq,
            images,
            sources,
            ..samples::english()
        },
    )
}
