//! Whole articles from supplied texts and from the sandbox's web: grounded, original, without repetition, and honest about their length.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/material.rs"]
mod material;

use std::collections::{BTreeSet, HashSet};

use composer::{Borrowing, CannotCompose, Composed, Phrasing, Voice, compose, sentences};
use domain::articles::document::{Article, Block, Span, Text};
use domain::articles::order::WantedHeading;
use domain::articles::outline::PlannedSection;
use domain::articles::research::{Research, SourceNumber};
use domain::locale::Language;
use material::Material;
use prose::copying::Library;
use prose::quantities::{KnownQuantities, in_sentence};
use prose::{Reading, repetition};

const ALL: [&str; 8] = [
    "cast-iron-care",
    "heat-pump-old-house",
    "hoi-an-tu-tuc",
    "cold-brew-coffee",
    "solar-panel-cost",
    "sourdough-starter",
    "du-lich-da-lat",
    "trong-rau-ban-cong",
];

/// An article of texts that belong to the customer.
fn composed(material: &Material) -> Composed {
    let voice = Voice { borrowing: Borrowing::OwnTexts, ..Voice::default() };
    compose(&material.research, &material.order, &voice).unwrap()
}

/// A set of texts as if the customer had sent them.
fn own(name: &str) -> Material {
    let mut material = material::named(name, 1_500);
    for source in &mut material.research.sources {
        source.url = None;
    }
    material
}

fn words(text: &Text) -> String {
    text.iter().map(Span::words).collect()
}

/// Every text of our own, block by block.
fn texts(article: &Article) -> Vec<&Text> {
    let mut texts: Vec<&Text> = Vec::new();
    for block in article.blocks() {
        match block {
            Block::Paragraph(text) => texts.push(text),
            Block::List { items, .. } => texts.extend(items),
            Block::Table { .. } | Block::Quote { .. } => {}
        }
    }
    texts.extend(article.faq.iter().flat_map(|faq| &faq.items).map(|item| &item.answer));
    texts
}

fn reading(article: &Article) -> Reading {
    let mut reading = Reading::new(article.language);
    for text in texts(article) {
        reading.add(&words(text));
    }
    reading
}

fn source_readings(research: &Research, language: Language) -> Vec<Reading> {
    let read = |number: SourceNumber| {
        let own = research.evidence.iter().filter(|evidence| evidence.source == number);
        let text: Vec<&str> = own.map(|evidence| evidence.text.as_str()).collect();
        Reading::of(&text.join(" "), language)
    };
    research.sources.iter().map(|source| read(source.number)).collect()
}

#[test]
fn articles_are_whole() {
    for name in ALL {
        let material = own(name);
        let article = composed(&material).article;
        let headings: Vec<String> =
            article.flattened().iter().map(|(_, section)| section.heading.to_lowercase()).collect();
        let distinct: HashSet<&String> = headings.iter().collect();
        assert_eq!(distinct.len(), headings.len(), "{name}: {headings:?}");
        assert!(
            article.flattened().iter().all(|(_, section)| !section.blocks.is_empty()),
            "{name} has an empty section"
        );
        let keyword = article.focus_keyword.to_lowercase();
        for text in [&article.title, &article.meta_title, &article.meta_description] {
            assert!(text.to_lowercase().contains(&keyword), "{name}: {text}");
        }
        assert!(article.meta_description.chars().count() <= 160, "{name}: {}", article.meta_description);
        assert!(article.meta_title.chars().count() <= 65, "{name}: {}", article.meta_title);
        assert!(!article.slug.is_empty() && article.slug.is_ascii(), "{name}: {}", article.slug);
        assert!(!article.excerpt.is_empty(), "{name}");
        let cited: BTreeSet<SourceNumber> = texts(&article)
            .into_iter()
            .flatten()
            .filter_map(|span| match span {
                Span::Citation(number) => Some(*number),
                _ => None,
            })
            .collect();
        let listed: BTreeSet<SourceNumber> = article.sources.iter().map(|source| source.number).collect();
        assert!(!cited.is_empty() && cited.is_subset(&listed), "{name}: {cited:?} {listed:?}");
    }
}

#[test]
fn no_number_is_invented() {
    for name in ALL {
        let material = own(name);
        let article = composed(&material).article;
        let mut known = KnownQuantities::default();
        for evidence in &material.research.evidence {
            known.add(&evidence.text, article.language);
        }
        let reading = reading(&article);
        for sentence in reading.sentences() {
            for quantity in in_sentence(sentence.text(), article.language) {
                assert!(known.supports(&quantity), "{name}: {quantity:?} in {}", sentence.text());
            }
        }
    }
}

#[test]
fn little_is_copied_and_nothing_is_said_twice() {
    for name in ALL {
        let material = material::named(name, 1_500);
        let voice = Voice { phrasing: &Backwards, ..Voice::default() };
        let article = compose(&material.research, &material.order, &voice).unwrap().article;
        let reading = reading(&article);
        let sources = source_readings(&material.research, article.language);
        let copying = Library::new(&sources).compare(&reading);
        assert!(copying.all <= 0.08, "{name} copies {}", copying.all);
        assert!(
            copying.by_source.iter().all(|share| *share <= 0.05),
            "{name} copies {:?}",
            copying.by_source
        );
        assert!(copying.longest.is_none_or(|run| run.words <= 15), "{name} copies {:?}", copying.longest);
        assert_eq!(repetition::near_duplicates(&reading), [], "{name}");
        assert!(repetition::repeated_grams(&reading, 4) <= 0.06, "{name}");
    }
}

#[test]
fn rules_alone_copy_little_or_refuse() {
    for name in ALL {
        let material = material::named(name, 1_500);
        let Ok(composed) = compose(&material.research, &material.order, &Voice::default()) else { continue };
        let sources = source_readings(&material.research, material.order.language);
        let copying = Library::new(&sources).compare(&reading(&composed.article));
        assert!(copying.all <= 0.08, "{name} copies {}", copying.all);
        assert!(copying.longest.is_none_or(|run| run.words <= 15), "{name} copies {:?}", copying.longest);
    }
}

#[test]
fn the_length_is_honest() {
    for name in ["cast-iron-care", "hoi-an-tu-tuc", "sourdough-starter"] {
        let material = material::named(name, 1_500);
        let composed = composed(&material);
        let short = material.order.words.saturating_sub(composed.words);
        let expected = if short * 10 > material.order.words { short } else { 0 };
        assert_eq!(composed.missing_words, expected, "{name}");
        let unused: Vec<u32> = composed.unused_evidence.iter().map(|unused| unused.evidence).collect();
        let distinct: BTreeSet<u32> = unused.iter().copied().collect();
        assert_eq!(distinct.len(), unused.len(), "{name} names evidence twice");
        assert!(
            unused.iter().all(|number| (1..=material.research.evidence.len()).contains(&(*number as usize))),
            "{name}"
        );
    }
}

#[test]
fn the_same_order_gives_the_same_article() {
    let material = material::named("heat-pump-old-house", 1_500);
    assert_eq!(composed(&material).article, composed(&material).article);
}

#[test]
fn articles_on_different_topics_share_few_words_in_a_row() {
    let sequences = |name: &str| {
        let article = composed(&own(name)).article;
        let text: Vec<String> = reading(&article).words().map(str::to_owned).collect();
        text.windows(5).map(<[String]>::to_vec).collect::<HashSet<_>>()
    };
    for (one, other) in [
        ("cast-iron-care", "heat-pump-old-house"),
        ("cold-brew-coffee", "sourdough-starter"),
        ("solar-panel-cost", "heat-pump-old-house"),
        ("hoi-an-tu-tuc", "trong-rau-ban-cong"),
        ("hoi-an-tu-tuc", "du-lich-da-lat"),
    ] {
        let (first, second) = (sequences(one), sequences(other));
        let shared = first.intersection(&second).count();
        assert!(shared * 100 <= first.len().min(second.len()) * 3, "{one} and {other} share {shared}");
    }
}

/// Words from elsewhere: every second word is written backwards, which no source does. Not English, but it keeps all facts that can be
/// compared.
struct Backwards;

impl Phrasing for Backwards {
    fn wordings(&self, sentence: &str) -> Vec<String> {
        let turn = |(index, word): (usize, &str)| {
            let plain = word.len() > 3 && word.chars().all(char::is_lowercase);
            if plain && index % 2 == 1 { word.chars().rev().collect() } else { word.to_owned() }
        };
        vec![sentence.split(' ').enumerate().map(turn).collect::<Vec<String>>().join(" ")]
    }
}

#[test]
fn words_from_elsewhere_lengthen_the_article() {
    let material = material::named("cast-iron-care", 1_500);
    let plain =
        compose(&material.research, &material.order, &Voice::default()).map_or(0, |composed| composed.words);
    let phrased =
        compose(&material.research, &material.order, &Voice { phrasing: &Backwards, ..Voice::default() })
            .unwrap();
    assert!(phrased.words > plain, "{} {plain}", phrased.words);
    assert!(sentences(&material.research, &material.order).len() > 50);
}

#[test]
fn texts_of_the_customer_carry_the_wanted_length() {
    for name in ["cast-iron-care", "heat-pump-old-house", "hoi-an-tu-tuc"] {
        let material = material::named(name, 1_500);
        let composed = composed(&material);
        assert!((1_100..=1_650).contains(&composed.words), "{name} has {}", composed.words);
        let top = composed.article.sections.len();
        assert!((5..=13).contains(&top), "{name} has {top} sections");
        assert!(composed.article.faq.is_some_and(|faq| faq.items.len() > 1), "{name}");
    }
}

#[test]
fn headings_of_the_customer_are_kept() {
    let mut material = material::named("heat-pump-old-house", 1_500);
    let heading = |text: &str| WantedHeading { heading: text.to_owned(), children: Vec::new() };
    material.order.outline = vec![
        WantedHeading { children: vec![heading("Radiators")], ..heading("Insulation of the house") },
        heading("Cost of electricity and gas"),
        heading("Zebras"),
    ];
    let composed = composed(&material);
    let flattened = composed.article.flattened();
    let headings: Vec<&str> = flattened.iter().map(|(_, section)| section.heading.as_str()).collect();
    assert!(
        headings.starts_with(&["Insulation of the house", "Radiators", "Cost of electricity and gas"]),
        "{headings:?}"
    );
    assert_eq!(composed.unfilled_headings, ["Zebras"]);
}

/// A plan as the customer would send it back.
fn as_wanted(sections: &[PlannedSection]) -> Vec<WantedHeading> {
    let wanted = |section: &PlannedSection| WantedHeading {
        heading: section.heading.clone(),
        children: as_wanted(&section.children),
    };
    sections.iter().map(wanted).collect()
}

#[test]
fn a_plan_in_another_order_is_followed() {
    let mut material = own("cast-iron-care");
    let first = composed(&material);
    let mut plan = as_wanted(&first.outline.sections);
    plan.reverse();
    material.order.outline.clone_from(&plan);
    let second = composed(&material);
    assert_eq!(second.unfilled_headings, Vec::<String>::new());
    assert_eq!(as_wanted(&second.outline.sections), plan);
    let ending = second.conclusion.unwrap();
    assert_eq!(second.article.sections.last().unwrap().id, ending);
    assert!(second.outline.sections.iter().all(|section| section.id != ending));
}

#[test]
fn an_article_ends_with_the_last_words_of_an_essay() {
    for (name, last) in [
        ("home-composting", "a bin, a fork and a few minutes"),
        ("hoi-an-tu-tuc", "giữ im lặng sau 22 giờ"),
        ("cast-iron-care", "lasts three to five years"),
    ] {
        let article = composed(&own(name)).article;
        let ending = article.sections.last().unwrap().blocks.last();
        let Some(Block::Paragraph(text)) = ending else { panic!("{name}: {ending:?}") };
        assert!(words(text).contains(last), "{name}: {}", words(text));
    }
}

#[test]
fn a_plan_with_a_fourth_level_is_followed() {
    let mut material = own("cast-iron-care");
    let mut plan = as_wanted(&composed(&material).outline.sections);
    let (mut second, mut third) = (plan.remove(1), plan.remove(1));
    third.children.clear();
    second.children = vec![third];
    plan[0].children = vec![second];
    material.order.outline.clone_from(&plan);
    let composed = composed(&material);
    assert_eq!(as_wanted(&composed.outline.sections), plan);
    let lowest = composed.article.flattened().into_iter().find(|(level, _)| *level == 4).unwrap().1;
    assert!(lowest.id.to_string().ends_with(".1.1") && !lowest.blocks.is_empty(), "{lowest:?}");
}

#[test]
fn four_to_six_questions_are_answered() {
    for name in ["cast-iron-care", "heat-pump-old-house", "hoi-an-tu-tuc", "home-composting"] {
        let article = composed(&own(name)).article;
        let items = article.faq.map(|faq| faq.items).unwrap_or_default();
        assert!((4..=6).contains(&items.len()), "{name} answers {}", items.len());
        for item in &items {
            let length = seo::words::count(&words(&item.answer));
            assert!(item.question.ends_with('?'), "{name}: {}", item.question);
            assert!((28..=70).contains(&length), "{name}: {} has {length} words", item.question);
        }
    }
}

#[test]
fn what_stands_under_no_heading_finds_its_place() {
    let mut material = own("cast-iron-care");
    material.order.focus_keyword = "cast iron care".to_owned();
    material.research.questions.clear();
    let rust = heading_above(&composed(&material).article, "Rust calls for more force");
    assert!(rust.is_none_or(|heading| heading.contains("Rust")), "a paragraph of its own topic");
    let opening = heading_above(&composed(&own("hoi-an-tu-tuc")).article, "là một đô thị cổ");
    assert_eq!(
        opening.as_deref(),
        Some("Thông tin chung về Hội An"),
        "what leads to all that a text has headings for"
    );
    let case = heading_above(&composed(&own("heat-pump-old-house")).article, "measures 120 square metres");
    assert_eq!(case, None, "what a text tells of its own case");
}

/// The heading of the section in which a text stands.
fn heading_above(article: &Article, text: &str) -> Option<String> {
    let says = |block: &Block| block.texts().into_iter().any(|own| words(own).contains(text));
    article
        .flattened()
        .into_iter()
        .find(|(_, section)| section.blocks.iter().any(says))
        .map(|(_, section)| section.heading.clone())
}

#[test]
fn titles_name_no_doing_without_its_object() {
    let title = composed(&own("home-composting")).article.title;
    assert!(!title.ends_with("Using"), "{title}");
}

#[test]
fn what_cannot_be_composed_is_refused() {
    let mut material = material::named("cast-iron-care", 1_500);
    material.order.language = "de".parse().unwrap();
    let refused = compose(&material.research, &material.order, &Voice::default()).unwrap_err();
    assert_eq!(refused, CannotCompose::Language);
    material.order.language = Language::ENGLISH;
    material.research.evidence.truncate(5);
    let refused = compose(&material.research, &material.order, &Voice::default()).unwrap_err();
    assert!(matches!(refused, CannotCompose::TooLittle { words } if words < 250), "{refused}");
}

mod any_evidence {
    use domain::articles::research::{Evidence, EvidencePlace, Source};
    use proptest::prelude::*;

    use super::*;

    fn places() -> impl Strategy<Value = EvidencePlace> {
        prop_oneof![
            Just(EvidencePlace::Paragraph),
            Just(EvidencePlace::Item),
            Just(EvidencePlace::Step),
            Just(EvidencePlace::Row),
        ]
    }

    fn sentence() -> impl Strategy<Value = String> {
        prop_oneof![
            "[A-Z][a-z]{2,8}( (the|is|a|of|it|12|pans|soap|rust|keeps|because|and|,|;|:|%|€|đồng|phở)){4,14}\\.",
            any::<String>(),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn is_survived(
            found in prop::collection::vec((1_u32..4, places(), prop::option::of("[A-Za-zđ?: ]{0,30}"), sentence()), 0..90),
            keyword in "[a-zà-ỹ ]{0,24}",
            vietnamese: bool,
        ) {
            let mut material = material::named("cast-iron-care", 1_500);
            let blank = Source { title: String::new(), ..material.research.sources[0].clone() };
            material.research.sources = (1..4).map(|number| Source { number: SourceNumber(number), ..blank.clone() }).collect();
            material.research.evidence = (1..)
                .zip(found)
                .map(|(number, (source, place, heading, text))| Evidence { number, source: SourceNumber(source), heading, place, paragraph: 0, text })
                .collect();
            material.order.focus_keyword = keyword;
            material.order.language = if vietnamese { Language::VIETNAMESE } else { Language::ENGLISH };
            if let Ok(composed) = compose(&material.research, &material.order, &Voice::default()) {
                prop_assert!(composed.words > 0);
            }
        }
    }
}
