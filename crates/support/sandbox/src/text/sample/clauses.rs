//! Sentences without content. No two sentences of an article have two parts in common.

use super::wording::{FRAGMENTS, Wording};
use crate::seed::Seed;

/// The number of clauses reserved for each part of an article.
const EACH_PART: usize = 52;
/// The number of parts of an article with clauses of their own; rewritten text uses the clauses after them.
const PARTS: usize = 15;
/// The number of start positions for rewritten texts.
const AGAIN: u64 = 11;
/// The minimum number of words of a paragraph, and how many more it may have.
const PARAGRAPH: (usize, usize) = (45, 20);
/// At the end of a text, fewer words than this extend the last paragraph or are left out.
const REST: usize = 20;
const LEFT_OUT: usize = 12;

/// Builds sentences, one after another.
pub(super) struct Clauses<'a> {
    wording: &'a Wording,
    predicates: [usize; FRAGMENTS],
    endings: [usize; FRAGMENTS],
    /// The index of the next clause.
    next: usize,
    choices: fastrand::Rng,
}

/// A subject, a predicate and an ending.
pub(super) type Clause = [&'static str; 3];

impl<'a> Clauses<'a> {
    /// The clauses of one part of an article: the introduction is part 0. `again` is the text to be
    /// rewritten, if any.
    pub(super) fn of_part(wording: &'a Wording, query: &str, part: usize, again: Option<&str>) -> Self {
        // The order is the same for the whole article, so that its parts share no clause.
        let mut shuffled = Seed::of(&["sample", query]).generator();
        let mut order = || {
            let mut order: [usize; FRAGMENTS] = std::array::from_fn(|index| index);
            shuffled.shuffle(&mut order);
            order
        };
        let (predicates, endings) = (order(), order());
        let of = |part: usize| {
            let choices = Seed::of(&["part", query, &part.to_string()]).generator();
            Self { wording, predicates, endings, next: part * EACH_PART, choices }
        };
        let Some(text) = again else { return of(part % PARTS) };
        let first = Seed::of(&["again", text]).between(0, AGAIN - 1);
        let mut places =
            (first..AGAIN).chain(0..first).map(|place| PARTS + usize::try_from(place).unwrap_or(0));
        // A position whose clauses are in the text would produce the same text again.
        let stands = |place: usize| text.contains(&of(place).clause()[1..].join(" "));
        of(places.find(|place| !stands(*place)).unwrap_or(PARTS))
    }

    /// Returns the next clause. Because the number of fragments is prime, any two of its three parts
    /// determine the clause.
    pub(super) fn clause(&mut self) -> Clause {
        let (column, row) = (self.next % FRAGMENTS, self.next / FRAGMENTS);
        self.next += 1;
        [
            self.wording.subjects[column],
            self.wording.predicates[self.predicates[(column + row) % FRAGMENTS]],
            self.wording.endings[self.endings[(column + 2 * row) % FRAGMENTS]],
        ]
    }

    pub(super) fn sentence(&mut self) -> String {
        capital(&format!("{}.", self.clause().join(" ")))
    }

    /// A sentence of half a clause, one clause or two, as `room` allows.
    fn any_sentence(&mut self, room: usize) -> String {
        const LONG: usize = 18;
        const WHOLE: usize = 7;
        let longest = if room >= LONG { 3 } else { 1 + usize::from(room >= WHOLE) };
        match self.choices.usize(0..longest) {
            0 => {
                let [subject, predicate, _] = self.clause();
                capital(&format!("{subject} {predicate}."))
            }
            1 => self.sentence(),
            _ => {
                let joint = self.wording.joints[self.choices.usize(0..self.wording.joints.len())];
                let (first, second) = (self.clause().join(" "), self.clause().join(" "));
                capital(&format!("{first}{joint} {second}."))
            }
        }
    }

    /// About `words` words in paragraphs, the first of which begins with `notice`.
    pub(super) fn paragraphs(&mut self, notice: &str, words: usize) -> Vec<String> {
        let mut paragraphs = Vec::new();
        let mut left = words;
        let mut beginning = notice;
        while left >= LEFT_OUT || !beginning.is_empty() {
            let most = PARAGRAPH.0 + self.choices.usize(0..=PARAGRAPH.1);
            let room = if left < most + REST { left } else { most };
            let paragraph = self.text(beginning, room);
            left = left.saturating_sub(super::count(&paragraph));
            beginning = "";
            paragraphs.push(paragraph);
        }
        paragraphs
    }

    /// About `words` words as one paragraph that begins with `beginning`.
    pub(super) fn text(&mut self, beginning: &str, words: usize) -> String {
        const SHORTEST_SENTENCE: usize = 4;
        let mut text = beginning.to_owned();
        loop {
            let left = words.saturating_sub(super::count(&text));
            if left < SHORTEST_SENTENCE {
                return text;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&self.any_sentence(left));
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
