//! Arranging the notes of the tests, compared with parsing the same texts as Markdown as the floor.
//!
//! `cargo bench -p composer` also prints the ratio of the total to the floor.

#![expect(clippy::print_stdout, reason = "the ratio is what it is for")]
#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]
#![expect(clippy::format_collect, reason = "texts of tests are short")]

#[path = "../tests/sets/mod.rs"]
#[expect(dead_code, reason = "tests use the rest")]
mod sets;

use std::time::{Duration, Instant};

use composer::arrange;
use divan::{Bencher, black_box};
use pulldown_cmark::{Options, Parser};
use sets::Set;

fn main() {
    let sets = Set::all();
    let bytes: usize = sets.iter().flat_map(|set| &set.texts).map(String::len).sum();
    let floor = fastest(|| sets.iter().map(parse).sum::<usize>());
    let whole = fastest(|| sets.iter().map(arranged).sum::<usize>());
    let ratio = whole.as_secs_f64() / floor.as_secs_f64();
    println!(
        "{} sets, {} KB: parsed in {floor:.1?}, arranged in {whole:.1?}, {ratio:.1} times the floor",
        sets.len(),
        bytes / 1024
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

fn parse(set: &Set) -> usize {
    set.texts.iter().map(|text| Parser::new_ext(text, Options::ENABLE_TABLES).count()).sum()
}

fn arranged(set: &Set) -> usize {
    set.with(|notes| arrange(notes).unwrap().article.sections.len())
}

#[divan::bench(args = Set::NAMES)]
fn notes(bencher: Bencher<'_, '_>, name: &str) {
    let set = Set::named(name);
    bencher.bench(|| arranged(black_box(&set)));
}

/// The largest request that is allowed: ten texts of 100,000 characters.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn largest_request(bencher: Bencher<'_, '_>) {
    let set = Set::largest();
    bencher.bench(|| arranged(black_box(&set)));
}
