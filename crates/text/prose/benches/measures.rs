//! All measures over an article of 5,000 words with ten sources, compared with plain tokenisation of the same
//! article as the floor.
//!
//! `cargo bench -p prose` also prints the ratio of the total to the floor.

#![expect(clippy::print_stdout, reason = "the ratio is what it is for")]

use std::time::{Duration, Instant};

use divan::{Bencher, black_box};
use domain::locale::Language;
use prose::copying::Library;
use prose::fingerprint::Fingerprint;
use prose::{Reading, diversity, purity, quantities, readability, repetition};

const SOURCES: u64 = 10;
const SOURCE_WORDS: usize = 2_000;
const ARTICLE_WORDS: usize = 5_000;

fn main() {
    let (article, sources) = (text(ARTICLE_WORDS, 0), sources());
    let floor = fastest(|| seo::words::split(&seo::words::normalise(&article)).count());
    let whole = fastest(|| measure(&article, &sources));
    let ratio = whole.as_secs_f64() / floor.as_secs_f64();
    println!(
        "{ARTICLE_WORDS} words: tokenisation alone {floor:.1?}, every measure {whole:.1?}, {ratio:.1} times the floor"
    );
    divan::main();
}

fn fastest<T>(work: impl Fn() -> T) -> Duration {
    let time = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..20).map(|_| time()).min().unwrap_or_default()
}

/// Sentences of 5 to 24 words from a vocabulary with few frequent words.
fn text(words: usize, seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let common = ["the", "of", "and", "a", "to", "in", "is", "it", "for", "with", "that", "on"];
    let stems = [
        "coffee", "water", "grind", "brew", "filter", "taste", "night", "strong", "simple", "balance",
        "method", "quality",
    ];
    let mut text = String::new();
    let mut left = 5;
    for _ in 0..words {
        let word = match next(100) {
            0..45 => common[usize::try_from(next(12)).unwrap_or(0)].to_owned(),
            45..98 => format!(
                "{}{}",
                stems[usize::try_from(next(12)).unwrap_or(0)],
                ["", "s", "ing", "ed"][usize::try_from(next(4)).unwrap_or(0)]
            ),
            _ => format!("{} hours", next(40)),
        };
        text.push_str(&word);
        left -= 1;
        if left == 0 {
            text.push_str(". The ");
            left = 5 + next(20);
        } else {
            text.push(' ');
        }
    }
    text
}

fn sources() -> Vec<String> {
    (1..=SOURCES).map(|seed| text(SOURCE_WORDS, seed)).collect()
}

fn read(sources: &[String]) -> Vec<Reading> {
    sources.iter().map(|source| Reading::of(source, Language::ENGLISH)).collect()
}

fn measure(article: &str, sources: &[String]) -> f64 {
    let reading = Reading::of(article, Language::ENGLISH);
    let sources_read = read(sources);
    let measured = reading
        .sentences()
        .flat_map(|sentence| quantities::in_sentence(sentence.text(), Language::ENGLISH))
        .count();
    let counts = measured
        + purity::foreign_sentences(&reading).map_or(0, |all| all.len())
        + repetition::near_duplicates(&reading).len()
        + repetition::equal_starts(&reading, |_, _| true).len();
    f64::from(u32::try_from(counts).unwrap_or(0))
        + readability::reading_ease(&reading).unwrap_or(0.0)
        + readability::variation(&reading).unwrap_or(0.0)
        + diversity::mtld(&reading).unwrap_or(0.0)
        + repetition::repeated_grams(&reading, 4)
        + Library::new(&sources_read).compare(&reading).all
        + f64::from(Fingerprint::of(&reading).distance(&Fingerprint::default()))
}

#[divan::bench]
fn tokenise_the_article(bencher: Bencher<'_, '_>) {
    let article = text(ARTICLE_WORDS, 0);
    bencher.bench(|| seo::words::split(&seo::words::normalise(&article)).count());
}

#[divan::bench]
fn read_the_article(bencher: Bencher<'_, '_>) {
    let article = text(ARTICLE_WORDS, 0);
    bencher.bench(|| Reading::of(&article, Language::ENGLISH));
}

#[divan::bench]
fn compare_with_ten_sources(bencher: Bencher<'_, '_>) {
    let (article, sources) = (Reading::of(&text(ARTICLE_WORDS, 0), Language::ENGLISH), read(&sources()));
    bencher.bench(|| Library::new(&sources).compare(&article));
}

#[divan::bench]
fn tell_the_language_of_each_sentence(bencher: Bencher<'_, '_>) {
    let article = Reading::of(&text(ARTICLE_WORDS, 0), Language::ENGLISH);
    bencher.bench(|| purity::foreign_sentences(&article));
}

#[divan::bench]
fn find_near_duplicates(bencher: Bencher<'_, '_>) {
    let article = Reading::of(&text(ARTICLE_WORDS, 0), Language::ENGLISH);
    bencher.bench(|| repetition::near_duplicates(&article));
}

#[divan::bench]
fn read_the_quantities_of_ten_sources(bencher: Bencher<'_, '_>) {
    let sources = read(&sources());
    bencher.bench(|| {
        let sentences = sources.iter().flat_map(Reading::sentences);
        sentences.map(|it| quantities::in_sentence(it.text(), Language::ENGLISH).len()).sum::<usize>()
    });
}

#[divan::bench]
fn judge_the_style(bencher: Bencher<'_, '_>) {
    let article = Reading::of(&text(ARTICLE_WORDS, 0), Language::ENGLISH);
    bencher.bench(|| {
        (readability::reading_ease(&article), readability::variation(&article), diversity::mtld(&article))
    });
}

#[divan::bench]
fn read_ten_sources(bencher: Bencher<'_, '_>) {
    let sources = sources();
    bencher.bench(|| read(&sources));
}

#[divan::bench]
fn fingerprint(bencher: Bencher<'_, '_>) {
    let article = Reading::of(&text(ARTICLE_WORDS, 0), Language::ENGLISH);
    bencher.bench(|| Fingerprint::of(&article));
}

#[divan::bench]
fn measure_everything(bencher: Bencher<'_, '_>) {
    let (article, sources) = (text(ARTICLE_WORDS, 0), sources());
    bencher.bench(|| measure(&article, &sources));
}
