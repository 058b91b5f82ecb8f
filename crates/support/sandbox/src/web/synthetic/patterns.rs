//! Fills patterns with a subject.

use std::fmt::Write;

use super::super::page::Kind;
use crate::seed::Seed;

/// Texts with gaps: `{s}` is the subject, `{n}` a number, `{m}` a larger one.
pub(super) struct Patterns {
    pub(super) language: &'static str,
    /// The first sentence of every page.
    pub(super) notice: &'static str,
    pub(super) guide_titles: &'static [&'static str],
    pub(super) comparison_titles: &'static [&'static str],
    pub(super) shop_titles: &'static [&'static str],
    pub(super) forum_titles: &'static [&'static str],
    pub(super) news_titles: &'static [&'static str],
    pub(super) institution_titles: &'static [&'static str],
    pub(super) descriptions: &'static [&'static str],
    pub(super) sections: &'static [Section],
    pub(super) table: &'static str,
    pub(super) offer: &'static str,
    pub(super) replies_heading: &'static str,
    pub(super) replies: &'static [&'static str],
    pub(super) authors: &'static [&'static str],
    pub(super) questions: &'static [(&'static str, Option<&'static str>)],
    pub(super) related: &'static [&'static str],
}

/// A part of a text: its possible headings, and its sentences.
pub(super) struct Section {
    pub(super) headings: &'static [&'static str],
    pub(super) sentences: &'static [&'static str],
}

/// Beginnings of invented host names.
pub(super) const FIRST_NAMES: [&str; 16] = [
    "amber", "birch", "cedar", "copper", "fern", "harbour", "lantern", "maple", "meadow", "north", "olive",
    "quarry", "river", "slate", "thistle", "willow",
];

/// The end of an invented host name, by kind of page.
pub(super) fn last_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Guide => "notes",
        Kind::Comparison => "compared",
        Kind::Shop | Kind::Practice => "store",
        Kind::Forum => "board",
        Kind::News => "herald",
        Kind::Institution => "institute",
    }
}

/// Writes about one subject. The same seed produces the same text.
pub(super) struct Writer {
    subject: String,
    choices: fastrand::Rng,
}

impl Writer {
    pub(super) fn new(subject: String, seed: Seed) -> Self {
        Self { subject, choices: seed.generator() }
    }

    pub(super) fn number(&mut self, low: u64, high: u64) -> u64 {
        self.choices.u64(low..=high)
    }

    pub(super) fn choose(&mut self, options: &[&'static str]) -> &'static str {
        let index = self.choices.usize(0..options.len().max(1));
        options.get(index).copied().unwrap_or_default()
    }

    /// The pattern with its gaps filled.
    pub(super) fn fill(&mut self, pattern: &str) -> String {
        let low = self.number(2, 9);
        let high = low + self.number(1, 12);
        pattern
            .replace("{s}", &self.subject)
            .replace("{n}", &low.to_string())
            .replace("{m}", &high.to_string())
    }

    /// The same with a capital first letter.
    pub(super) fn fill_capital(&mut self, pattern: &str) -> String {
        let filled = self.fill(pattern);
        let mut letters = filled.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    pub(super) fn title(&mut self, patterns: &Patterns, kind: Kind) -> String {
        let titles = match kind {
            Kind::Guide => patterns.guide_titles,
            Kind::Comparison => patterns.comparison_titles,
            Kind::Shop | Kind::Practice => patterns.shop_titles,
            Kind::Forum => patterns.forum_titles,
            Kind::News => patterns.news_titles,
            Kind::Institution => patterns.institution_titles,
        };
        let title = self.choose(titles);
        self.fill_capital(title)
    }

    pub(super) fn description(&mut self, patterns: &Patterns, kind: Kind) -> String {
        let index =
            if matches!(kind, Kind::Shop | Kind::Practice) { 0 } else { 1 + self.choices.usize(0..2) };
        let pattern = patterns.descriptions.get(index).copied().unwrap_or_default();
        self.fill_capital(pattern)
    }

    /// The whole text. Its first sentence states that it is synthetic.
    pub(super) fn markdown(&mut self, patterns: &Patterns, kind: Kind, title: &str) -> String {
        let mut text = format!("# {title}\n\n{}\n\n", self.fill_capital(patterns.notice));
        match kind {
            Kind::Guide | Kind::Institution => self.sections(patterns, 5, &mut text),
            Kind::News => self.sections(patterns, 3, &mut text),
            Kind::Comparison => {
                text.push_str(&self.fill(patterns.table));
                self.sections(patterns, 3, &mut text);
            }
            Kind::Shop | Kind::Practice => {
                text.push_str(&self.fill(patterns.offer));
                self.sections(patterns, 2, &mut text);
            }
            Kind::Forum => self.thread(patterns, &mut text),
        }
        text
    }

    fn sections(&mut self, patterns: &Patterns, count: usize, text: &mut String) {
        let mut order: Vec<&Section> = patterns.sections.iter().collect();
        self.choices.shuffle(&mut order);
        for section in order.into_iter().take(count) {
            let heading = self.choose(section.headings);
            let sentences: Vec<String> =
                section.sentences.iter().map(|sentence| self.fill_capital(sentence)).collect();
            // Writing to a string can't fail.
            let _ = write!(text, "## {}\n\n{}\n\n", self.fill_capital(heading), sentences.join(" "));
        }
    }

    fn thread(&mut self, patterns: &Patterns, text: &mut String) {
        let mut replies = patterns.replies.to_vec();
        self.choices.shuffle(&mut replies);
        for (index, reply) in replies.into_iter().enumerate() {
            let member = FIRST_NAMES[self.choices.usize(0..FIRST_NAMES.len())];
            let number = self.number(10, 99);
            let _ = write!(text, "**{member}{number}:** {}\n\n", self.fill_capital(reply));
            if index == 0 {
                let _ = write!(text, "## {}\n\n", patterns.replies_heading);
            }
        }
    }
}
