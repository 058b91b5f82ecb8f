//! Rewords the sentences of the test corpora and prints how much of each is left.
//!
//! `rewording_figures [read] [FILE LANGUAGE]` also prints every wording if it is told to `read`, and takes another file of sentences.

#![expect(clippy::print_stdout, reason = "the figures are what this program is for")]

use std::collections::HashSet;
use std::time::{Duration, Instant};

use domain::locale::Language;

const ENGLISH: &str = include_str!("../tests/data/english.txt");
const VIETNAMESE: &str = include_str!("../tests/data/vietnamese.txt");

/// What came of all sentences of a language.
#[derive(Default)]
struct Figures {
    sentences: u32,
    worded: u32,
    within_ten: u32,
    within_seven: u32,
    windows: u32,
    changed_windows: u32,
    longest_time: Duration,
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let read = arguments.first().is_some_and(|argument| argument == "read");
    if read {
        arguments.remove(0);
    }
    if let [file, language] = arguments.as_slice() {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        return print_figures(file, &text, language.parse().unwrap_or_default(), read);
    }
    print_figures("English", ENGLISH, Language::ENGLISH, read);
    print_figures("Vietnamese", VIETNAMESE, Language::VIETNAMESE, read);
}

fn print_figures(name: &str, corpus: &str, language: Language, read: bool) {
    let mut figures = Figures::default();
    for sentence in corpus.lines().filter(|line| !line.is_empty()) {
        figures.take(sentence, language, read);
    }
    let share = |part: u32, whole: u32| f64::from(part) * 100.0 / f64::from(whole.max(1));
    println!("{name}: {} sentences", figures.sentences);
    println!("  with a wording            {:5.1} %", share(figures.worded, figures.sentences));
    println!("  longest run at most 10    {:5.1} %", share(figures.within_ten, figures.sentences));
    println!("  longest run at most 7     {:5.1} %", share(figures.within_seven, figures.sentences));
    println!("  changed runs of 8 words   {:5.1} %", share(figures.changed_windows, figures.windows));
    println!("  longest time              {:?}", figures.longest_time);
}

impl Figures {
    fn take(&mut self, sentence: &str, language: Language, read: bool) {
        let begun = Instant::now();
        let wordings = rewording::rewordings(sentence, language, 4);
        self.longest_time = self.longest_time.max(begun.elapsed());
        let best = wordings.iter().min_by_key(|wording| rewording::overlap(sentence, &wording.text));
        let run = best.map_or(usize::MAX, |best| rewording::overlap(sentence, &best.text));
        self.sentences += 1;
        self.worded += u32::from(best.is_some());
        self.within_ten += u32::from(run <= 10);
        self.within_seven += u32::from(run <= 7);
        let (all, changed) = windows(sentence, best.map_or(sentence, |best| &best.text));
        self.windows += all;
        self.changed_windows += changed;
        if read {
            println!("{sentence}");
            for wording in &wordings {
                let run = rewording::overlap(sentence, &wording.text);
                println!("    {run:2} {:.2} {}   {:?}", wording.safety, wording.text, wording.steps);
            }
        }
    }
}

/// How many runs of eight words a sentence has, and how many of them the wording has not.
fn windows(sentence: &str, wording: &str) -> (u32, u32) {
    let words = |text: &str| -> Vec<String> {
        text.split_whitespace()
            .map(|word| word.to_lowercase().trim_matches([',', '.', ';', ':']).to_owned())
            .collect()
    };
    let (words, other) = (words(sentence), words(wording));
    let known: HashSet<&[String]> = other.windows(8).collect();
    let all = words.windows(8);
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    (count(all.len()), count(all.filter(|window| !known.contains(window)).count()))
}
