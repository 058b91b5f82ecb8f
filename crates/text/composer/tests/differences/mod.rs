//! Notes on figures that differ between texts.

use domain::locale::Language;

use super::reading::{blocks_under, differences, words};
use super::sets::Set;
use super::{of, texts};

#[test]
fn different_figures_for_one_thing_are_named_with_their_sources() {
    let found = differences(&of(&Set::named("bicycle-puncture")).article);
    let names = |words: &[(&str, u32)]| {
        found.iter().any(|told| {
            words.len() <= told.len()
                && words.iter().all(|(words, source)| {
                    told.iter().any(|(text, by)| text.contains(words) && by.0 == *source)
                })
        })
    };
    assert!(
        names(&[("Wait five minutes", 1), ("two minutes in my kitchen", 3), ("dries in three minutes", 4)]),
        "{found:?}"
    );
    assert!(names(&[("28 mm road tyre to 80 psi", 1), ("85 psi on a 28 mm road tyre", 2)]), "{found:?}");
    assert!(names(&[("loses about 5 psi a week", 1), ("lose one or two psi a week", 3)]), "{found:?}");
    assert!(names(&[("Rear wheel, new tube included | £17", 2), ("£18 for a rear wheel", 3)]), "{found:?}");
    let found = differences(&of(&Set::named("nuoc-mam-cham")).article);
    let all: Vec<String> =
        found.iter().map(|told| told.iter().map(|(text, _)| text.as_str()).collect()).collect();
    let together = |words: &[&str]| all.iter().any(|text| words.iter().all(|word| text.contains(word)));
    assert!(together(&["1:1:1:4", "1:1:1:5", "một đường, một chanh, một mắm, ba nước"]), "{all:?}");
    assert!(together(&["3 ngày", "dùng trong ngày"]), "{all:?}");
    let found = differences(&of(&Set::named("cast-iron-care")).article);
    let bath = found.iter().find(|told| told[0].0.contains("equal parts white vinegar"));
    assert!(bath.is_some_and(|told| told[1].0.contains("half-and-half mixture of vinegar")), "{found:?}");
}

#[test]
fn rows_of_tables_are_compared_with_sentences_and_quoted_as_rows() {
    let told = "# Starter\n\n## Storage\n\nIn the fridge, the starter needs a feed once a week.";
    let table =
        "# Starter\n\n## At a glance\n\n| Job | When |\n|---|---|\n| Feed in the fridge | every 14 days |";
    let set = Set { keyword: "sourdough starter".to_owned(), ..texts(&[told, table]) };
    let found = differences(&of(&set).article);
    let texts: Vec<&str> = found.iter().flatten().map(|(text, _)| text.as_str()).collect();
    assert_eq!(
        texts,
        ["“In the fridge, the starter needs a feed once a week.”", "Feed in the fridge | every 14 days"]
    );
}

#[test]
fn a_note_stands_behind_the_paragraph_with_the_figure() {
    let guide =
        "# Bread\n\n## Rest\n\nLet the dough rest for 40 minutes.\n\nThis makes it soft.\n\nShape the loaf.";
    let other = "# Loaf\n\n## Rest\n\nLet the dough rest for 90 minutes.";
    let told: Vec<String> =
        blocks_under(&of(&texts(&[guide, other])).article, "Rest").iter().map(words).collect();
    let note = told.iter().position(|text| text == "Sources differ:");
    let soft = told.iter().position(|text| text == "This makes it soft.");
    assert_eq!(note, soft.map(|soft| soft + 1), "{told:?}");
}

#[test]
fn a_verb_of_one_syllable_brings_three_sources_together() {
    let notes = ["Ủ 8 tiếng là sữa đông.", "Ủ 10 tiếng rồi cất vào tủ lạnh.", "Đậy nắp rồi ủ trong 6 tiếng."];
    let notes = notes.map(|told| format!("# Sữa chua\n\n## Các bước\n\n{told}"));
    let set = Set {
        keyword: "cách làm sữa chua".to_owned(),
        language: Language::VIETNAMESE,
        ..texts(&[&notes[0], &notes[1], &notes[2]])
    };
    let found = differences(&of(&set).article);
    let mut sources: Vec<u32> = found.iter().flatten().map(|it| it.1.0).collect();
    sources.sort_unstable();
    assert_eq!((found.len(), sources), (1, vec![1, 2, 3]), "{found:?}");
}

#[test]
fn labelled_pairs_of_figures_are_told_apart() {
    let table = include_str!("../../../prose/tests/data/figure_pairs.txt");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let note = |told: &str| {
            let (heading, text) = told.split_once(':').unwrap();
            format!(
                "# {}\n\n## {}\n\n{}",
                fields[2],
                if heading.is_empty() { "1" } else { heading },
                text.trim()
            )
        };
        let set = Set {
            keyword: fields[2].to_owned(),
            language: fields[1].parse().unwrap(),
            ..texts(&[&note(fields[3]), &note(fields[4])])
        };
        assert_eq!(of(&set).disagreements, usize::from(fields[0] == "differ"), "{line}");
    }
}

#[test]
fn figures_for_different_things_are_no_difference() {
    let expected =
        [("heat-pump-old-house", 0), ("home-composting", 0), ("hoi-an-tu-tuc", 0), ("cast-iron-care", 2)];
    for (name, count) in expected {
        let found = differences(&of(&Set::named(name)).article);
        assert_eq!(found.len(), count, "{name}: {found:#?}");
    }
    let one = "# Bread\n\n## Baking\n\nBake the bread for 40 minutes. Cool it for 20 minutes. A small loaf weighs 500 g.";
    let other = "# Loaves\n\n## Kneading\n\nKnead the dough for 10 minutes. A large loaf weighs 1 kg. The oven costs £300.";
    assert_eq!(of(&texts(&[one, other])).disagreements, 0);
}
