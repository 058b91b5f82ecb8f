//! Cutting and ranking, compared with reading the same pages, which is necessary in any case.

use std::hint::black_box;

use domain::articles::research::SourceNumber;
use domain::locale::Language;
use prose::passages::{Index, Query};
use seo::page::Page;
use url::Url;

fn main() {
    divan::main();
}

/// Ten pages of about 1,600 words.
fn pages() -> Vec<String> {
    let section = |page: usize, number: usize| {
        let sentence = format!(
            "The worker {number} of page {page} reads tables and writes {number} rows in {page} minutes. "
        );
        format!(
            "<h2>Part {number} of the tables</h2><p>{}</p><dl><dt>option_{number}</dt><dd>Sets the limit. The default is {number}.</dd></dl>",
            sentence.repeat(9)
        )
    };
    (0..10)
        .map(|page| (0..12).map(|number| section(page, number)).collect::<String>())
        .map(|body| {
            format!("<html><head><title>Tables</title></head><body><main>{body}</main></body></html>")
        })
        .collect()
}

fn read(html: &[String]) -> Vec<Page> {
    let url = Url::parse("https://example.com/").unwrap_or_else(|_| unreachable!());
    html.iter().map(|html| Page::read(html, &url)).collect()
}

#[divan::bench]
fn floor_reading_the_pages(bencher: divan::Bencher<'_, '_>) {
    let html = pages();
    bencher.bench(|| read(black_box(&html)));
}

#[divan::bench]
fn cutting_and_indexing(bencher: divan::Bencher<'_, '_>) {
    let pages = read(&pages());
    bencher.bench(|| {
        let sources = (1..).map(SourceNumber).zip(black_box(&pages));
        let passages = prose::passages::gather(sources, Language::ENGLISH);
        Index::of(&passages, Language::ENGLISH)
    });
}

#[divan::bench]
fn ranking_for_one_question(bencher: divan::Bencher<'_, '_>) {
    let pages = read(&pages());
    let passages = prose::passages::gather((1..).map(SourceNumber).zip(&pages), Language::ENGLISH);
    let index = Index::of(&passages, Language::ENGLISH);
    let query = Query::new("Which limit do workers have by default?", Language::ENGLISH).with("tables", 0.4);
    bencher.bench(|| index.fitting(black_box(&query)));
}
