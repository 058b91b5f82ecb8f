//! For any notes: nothing is lost, nothing is duplicated, and steps keep their order.

use std::collections::HashMap;

use composer::{Arranged, NoteText, Notes, arrange};
use domain::articles::document::Block;
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::reading::{self, line};

/// A piece of a text. Every sentence gets a unique word that identifies it.
#[derive(Debug, Clone)]
enum Piece {
    Heading(u8, &'static str),
    Paragraph(Vec<&'static str>),
    Bullets(Vec<&'static str>),
    Steps(Vec<&'static str>),
    Nested(Vec<&'static str>),
    Quote(&'static str),
    Code(&'static str),
    Table(Vec<&'static str>),
    /// The sentence of another text, word for word.
    Same(u8),
}

const SHARED: [&str; 4] = [
    "Samea spread a thin film of glue around the hole and wait until it is dull and dry to the touch.",
    "Sameb the tyre must be checked from the inside for thorns before the tube goes back.",
    "Samec this is the part that most people forget when they are in a hurry on a cold evening.",
    "Samed I wait eight minutes, whatever the label says about the glue.",
];

fn sentence() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("The glue dries in 5 minutes on the tube."),
        Just("Wait 9 minutes until the glue is dry on the tube."),
        Just("I ride my bicycle along the canal."),
        Just("This is why the patch holds."),
        Just("A front wheel costs £14 at the shop."),
        Just("The shop charges £19 for a front wheel."),
        Just("You need:"),
        Just("Inflate the tyre to 80 psi."),
        Just("It never fails."),
        Just("Roughen the rubber with sandpaper."),
        Just("Mix 1:1:1:4 of everything."),
    ]
}

fn heading() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("Patch the tube"),
        Just("Glue"),
        Just("Does it hold?"),
        Just("FAQ"),
        Just("The short version"),
        Just("What I learned"),
        Just("Pressure of the tyre"),
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        3 => (1_u8..5, heading()).prop_map(|(level, words)| Piece::Heading(level, words)),
        5 => vec(sentence(), 1..4).prop_map(Piece::Paragraph),
        2 => vec(sentence(), 1..4).prop_map(Piece::Bullets),
        3 => vec(sentence(), 1..5).prop_map(Piece::Steps),
        1 => vec(sentence(), 2..4).prop_map(Piece::Nested),
        1 => sentence().prop_map(Piece::Quote),
        1 => sentence().prop_map(Piece::Code),
        1 => vec(sentence(), 2..5).prop_map(Piece::Table),
        1 => (0_u8..4).prop_map(Piece::Same),
    ]
}

/// A text, the words that identify its sentences and headings, and those of its lists of steps.
#[derive(Debug, Default)]
struct Written {
    text: String,
    sentences: Vec<String>,
    headings: Vec<String>,
    steps: Vec<Vec<String>>,
}

impl Written {
    fn of(pieces: &[Piece], number: usize) -> Self {
        let mut written = Self::default();
        for piece in pieces {
            written.add(piece, number);
        }
        written
    }

    /// A sentence with a unique word.
    fn known(&mut self, words: &str, number: usize) -> String {
        let name = format!("Q{number}x{}q", self.sentences.len());
        self.sentences.push(name.clone());
        format!("{name} {words}")
    }

    fn add(&mut self, piece: &Piece, number: usize) {
        let block = match piece {
            Piece::Heading(level, words) => {
                let name = format!("H{number}x{}h", self.headings.len());
                self.headings.push(name.clone());
                format!("{} {name} {words}", "#".repeat(usize::from(*level)))
            }
            // The unique word stands second, so that words that refer back stay first.
            Piece::Paragraph(all) => {
                let all: Vec<String> = all.iter().map(|words| self.inner(words, number)).collect();
                all.join(" ")
            }
            Piece::Bullets(all) => {
                all.iter().map(|words| format!("- {}\n", self.known(words, number))).collect()
            }
            Piece::Steps(all) => {
                let from = self.sentences.len();
                let steps =
                    (1..).zip(all).map(|(at, words)| format!("{at}. {}\n", self.known(words, number)));
                let text: String = steps.collect();
                self.steps.push(self.sentences[from..].to_vec());
                text
            }
            Piece::Nested(all) => {
                let inner = all.iter().map(|words| format!("  - {}\n", self.known(words, number)));
                let inner: String = inner.collect();
                format!("- {}\n{inner}", self.known("Outer words", number))
            }
            Piece::Quote(words) => format!("> {}", self.known(words, number)),
            Piece::Code(words) => format!("```\n{}\n```", self.known(words, number)),
            Piece::Table(all) => {
                let cells: Vec<String> = all.iter().map(|words| self.known(words, number)).collect();
                let rows: String = cells[1..].iter().map(|cell| format!("| {cell} |\n")).collect();
                format!("| {} |\n| --- |\n{rows}", cells[0])
            }
            Piece::Same(at) => SHARED[usize::from(*at)].to_owned(),
        };
        self.text.push_str(&block);
        self.text.push_str("\n\n");
    }

    fn inner(&mut self, words: &str, number: usize) -> String {
        let name = format!("q{number}x{}q", self.sentences.len());
        self.sentences.push(name.clone());
        let (first, rest) = words.split_once(' ').unwrap();
        format!("{first} {name} {rest}")
    }
}

fn arranged(texts: &[Written], language: Language, words: u32) -> Option<Arranged> {
    let note = |(number, written): (u32, &'_ Written)| (SourceNumber(number), written.text.clone());
    let owned: Vec<(SourceNumber, String)> = (1..).zip(texts).map(note).collect();
    let texts: Vec<NoteText<'_>> =
        owned.iter().map(|(number, text)| NoteText { number: *number, title: None, text }).collect();
    let notes = Notes { keyword: "patch a tube", language, title: None, outline: &[], words, texts: &texts };
    arrange(&notes).ok()
}

fn count(text: &str, name: &str) -> usize {
    text.matches(name).count()
}

fn check(texts: &[Written], arranged: &Arranged) -> Result<(), TestCaseError> {
    let (article, unused) = (reading::describe(&arranged.article), reading::unused(arranged));
    for name in texts.iter().flat_map(|written| &written.sentences) {
        let found = (count(&article, name), count(&unused, name));
        prop_assert!(found == (1, 0) || found == (0, 1), "{}: {:?}", name, found);
    }
    for name in texts.iter().flat_map(|written| &written.headings) {
        let (shown, left) = (count(&article, name), count(&unused, name));
        prop_assert!(shown + left >= 1 && shown <= 1, "{}: {} {}", name, shown, left);
    }
    let mut given: HashMap<&str, usize> = HashMap::new();
    for (name, text) in
        SHARED.iter().flat_map(|shared| texts.iter().map(move |written| (&shared[..5], &written.text)))
    {
        *given.entry(name).or_default() += count(text, name);
    }
    for (name, given) in given {
        prop_assert_eq!(count(&article, name) + count(&unused, name), given, "{}", name);
    }
    let shown: Vec<String> = reading::blocks(&arranged.article)
        .into_iter()
        .filter_map(|block| match block {
            Block::List { ordered: true, items } => {
                Some(items.iter().map(line).collect::<Vec<_>>().join("\n"))
            }
            _ => None,
        })
        .collect();
    for list in texts.iter().flat_map(|written| &written.steps) {
        let kept: Vec<&String> = list.iter().filter(|step| count(&article, step) > 0).collect();
        let holds = |text: &&String| kept.iter().all(|step| text.contains(step.as_str()));
        let Some(text) = shown.iter().find(holds) else {
            return Err(TestCaseError::fail(format!("{list:?} is torn apart")));
        };
        let places: Vec<usize> = kept.iter().filter_map(|step| text.find(step.as_str())).collect();
        prop_assert!(places.is_sorted(), "{:?}", list);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_is_lost_or_doubled_and_steps_keep_their_order(
        texts in vec(vec(piece(), 1..14), 1..4),
        words in prop_oneof![Just(20_u32), Just(120), Just(5_000)],
        vietnamese in any::<bool>(),
    ) {
        let written: Vec<Written> = texts.iter().enumerate().map(|(at, pieces)| Written::of(pieces, at)).collect();
        let language = if vietnamese { Language::VIETNAMESE } else { Language::ENGLISH };
        if let Some(arranged) = arranged(&written, language, words) {
            check(&written, &arranged)?;
        }
    }

    #[test]
    fn any_text_is_arranged(
        texts in vec("(\\PC|[#>*_`|\\[\\]()!:.,0-9 \n-]){0,200}", 1..4),
        outline in any::<bool>(),
    ) {
        let notes: Vec<NoteText<'_>> = (1..)
            .zip(&texts)
            .map(|(number, text)| NoteText { number: SourceNumber(number), title: None, text })
            .collect();
        let wanted = super::wanted(if outline { &["A", "b c"] } else { &[] });
        let notes = Notes {
            keyword: "a b",
            language: Language::ENGLISH,
            title: None,
            outline: &wanted,
            words: 30,
            texts: &notes,
        };
        if let Ok(arranged) = arrange(&notes) {
            prop_assert!(arranged.article.flattened().iter().all(|(level, _)| (2..=4).contains(level)));
            prop_assert!(!arranged.article.title.is_empty());
        }
    }
}
