//! Writing a brief, compared with reading its ten pages as the floor. Reading is necessary in any case.
//!
//! `cargo bench -p briefs` also prints the ratio of the brief to the floor.

#![expect(clippy::print_stdout, reason = "the ratio is what it is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use briefs::{BriefInput, write};
use domain::search::{OrganicResult, SerpPage};
use seo::page::Page;
use url::Url;

fn main() {
    let html = html();
    let input = input(read(&html));
    let (floor, whole) = fastest_in_turns(|| read(&html), || write(&input));
    let ratio = whole.as_secs_f64() / floor.as_secs_f64();
    println!("Ten pages read in {floor:.1?}, their brief written in {whole:.1?}, {ratio:.2} times the floor");
    divan::main();
}

/// Returns the shortest time of each function. The two run alternately, so that both see the same noise.
fn fastest_in_turns<F, W>(floor: impl Fn() -> F, whole: impl Fn() -> W) -> (Duration, Duration) {
    fn time<T>(work: impl Fn() -> T) -> Duration {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    }
    let rounds = (0..20).map(|_| (time(&floor), time(&whole)));
    rounds.fold((Duration::MAX, Duration::MAX), |best, round| (best.0.min(round.0), best.1.min(round.1)))
}

/// Ten pages of about 1,800 words.
fn html() -> Vec<String> {
    let section = |page: usize, number: usize| {
        let sentence = format!(
            "The filter number {number} of pump {page} lets {number} litres of water through in {page} minutes. "
        );
        let entry = format!(
            "<dl><dt>valve_{number}</dt><dd>Opens the valve of the pump. The default is {number}.</dd></dl>"
        );
        format!("<h2>How filter {number} of the pump works</h2><p>{}</p>{entry}", sentence.repeat(9))
    };
    (0..10)
        .map(|page| (0..12).map(|number| section(page, number)).collect::<String>())
        .map(|body| {
            format!(
                "<html><head><title>Water pump filters</title></head><body><main>{body}</main></body></html>"
            )
        })
        .collect()
}

fn read(html: &[String]) -> Vec<(u32, Page)> {
    let pages = (1..).zip(html).filter_map(|(position, html)| {
        let url = Url::parse(&format!("https://site{position}.example/")).ok()?;
        Some((position, Page::read(html, &url)))
    });
    pages.collect()
}

#[divan::bench]
fn floor_reading_the_pages(bencher: divan::Bencher<'_, '_>) {
    let html = html();
    bencher.bench(|| read(black_box(&html)));
}

#[divan::bench]
fn writing_the_brief(bencher: divan::Bencher<'_, '_>) {
    let input = input(read(&html()));
    bencher.bench(|| write(black_box(&input)));
}

fn input(pages: Vec<(u32, Page)>) -> BriefInput {
    let result = |position: u32| OrganicResult {
        position,
        title: "Water pump filters".to_owned(),
        url: format!("https://site{position}.example/"),
        snippet: None,
        date: None,
    };
    let serp = SerpPage { results: (1..=10).map(result).collect(), ..SerpPage::default() };
    BriefInput {
        keyword: "how to clean a water pump filter".to_owned(),
        serp: Some(serp),
        pages,
        ..BriefInput::default()
    }
}
