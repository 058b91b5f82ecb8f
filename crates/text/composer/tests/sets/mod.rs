//! The sets of notes in `tests/data`.

use std::fs;
use std::path::Path;

use composer::{NoteText, Notes};
use domain::articles::research::SourceNumber;
use domain::locale::Language;

/// Texts with their keyword.
pub(crate) struct Set {
    pub(crate) keyword: String,
    pub(crate) language: Language,
    pub(crate) texts: Vec<String>,
    pub(crate) words: u32,
}

impl Set {
    pub(crate) const NAMES: [&'static str; 6] = [
        "bicycle-puncture",
        "nuoc-mam-cham",
        "cast-iron-care",
        "heat-pump-old-house",
        "hoi-an-tu-tuc",
        "home-composting",
    ];

    pub(crate) fn all() -> Vec<Self> {
        Self::NAMES.into_iter().map(Self::named).collect()
    }

    pub(crate) fn named(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        let read = |file: &str| fs::read_to_string(folder.join(file));
        let set = read("set.txt").unwrap();
        let lines: Vec<(&str, &str)> = set.lines().filter_map(|line| line.split_once(": ")).collect();
        let field = |name: &'static str| lines.iter().filter(move |line| line.0 == name).map(|line| line.1);
        Self {
            keyword: field("keyword").next().unwrap().to_owned(),
            language: field("language").next().unwrap().parse().unwrap(),
            texts: (1..).map_while(|number| read(&format!("{number}.md")).ok()).collect(),
            words: 5_000,
        }
    }

    /// Ten texts of 100,000 characters, made from all sets.
    pub(crate) fn largest() -> Self {
        let sets = Self::all();
        let all: Vec<&String> = sets.iter().flat_map(|set| &set.texts).collect();
        let text = |number: usize| {
            let parts = all.iter().cycle().skip(number).take(60).enumerate();
            let text: String =
                parts.map(|(part, text)| format!("{text}\n\nPart {number} {part}.\n\n")).collect();
            text.chars().take(100_000).collect()
        };
        Self { texts: (0..10).map(text).collect(), ..Self::named("cast-iron-care") }
    }

    /// The first texts only.
    pub(crate) fn first(mut self, count: usize) -> Self {
        self.texts.truncate(count);
        self
    }

    pub(crate) fn with<T>(&self, work: impl FnOnce(&Notes<'_>) -> T) -> T {
        let texts: Vec<NoteText<'_>> = (1..)
            .zip(&self.texts)
            .map(|(number, text)| NoteText { number: SourceNumber(number), title: None, text })
            .collect();
        work(&Notes {
            keyword: &self.keyword,
            language: self.language,
            title: None,
            outline: &[],
            words: self.words,
            texts: &texts,
        })
    }
}
