//! Reading and analysing ten pages of 100 KB, compared with bare parsing of the same pages as the floor.
//!
//! `cargo bench -p seo` also prints the ratio of the total to the floor.

#![expect(clippy::print_stdout, reason = "the ratio is what it is for")]

mod floor;

use std::fmt::Write as _;

use divan::{Bencher, black_box};
use domain::locale::Language;
use domain::search::SerpPage;
use floor::words::Words;
use floor::{parse_only, rounds};
use seo::analysis::{AnalysisInput, SerpAnalysis, analyse};
use seo::page::Page;
use url::Url;

fn main() {
    let pages = synthetic_pages();
    let size: usize = pages.iter().map(String::len).sum();
    let rounds = rounds(
        &pages,
        [&|pages| pages.iter().for_each(|html| parse_only(html)), &|pages| {
            drop(black_box(read_and_analyse(&pages)));
        }],
    );
    let [floor, whole] = rounds.medians();
    let ratio = rounds.ratio();
    println!(
        "{} KB: parsing alone {floor:.1?}, reading and analysing {whole:.1?}, {ratio:.2} times the floor",
        size / 1024
    );
    divan::main();
}

#[divan::bench]
fn parse_ten_pages(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(synthetic_pages).bench_refs(|pages| pages.iter().for_each(|html| parse_only(html)));
}

#[divan::bench]
fn read_ten_pages(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(synthetic_pages).bench_refs(|pages| read_all(pages));
}

#[divan::bench]
fn read_and_analyse_ten_pages(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(synthetic_pages).bench_refs(|pages| read_and_analyse(pages));
}

fn read_all(pages: &[String]) -> Vec<(u32, Page)> {
    let Ok(url) = Url::parse("https://example.com/") else { return Vec::new() };
    (1..).zip(pages.iter().map(|html| Page::read(html, &url))).collect()
}

fn read_and_analyse(pages: &[String]) -> SerpAnalysis {
    let pages = read_all(pages);
    let serp = SerpPage::default();
    analyse(AnalysisInput {
        query: "cold brew coffee",
        language: Language::ENGLISH,
        serp: &serp,
        pages: &pages,
        own_page: None,
    })
}

/// Articles with menus, links, scripts and classes.
fn synthetic_pages() -> Vec<String> {
    (0..10).map(synthetic_page).collect()
}

fn synthetic_page(seed: u32) -> String {
    let mut words = Words::new(seed);
    let mut page = String::from(
        "<!doctype html><html lang=en><head><title>Cold brew coffee</title></head><body><nav><ul>",
    );
    for item in 0..40 {
        let _ = write!(
            page,
            "<li class=\"menu-item item-{item}\"><a href=\"/section/{item}\">Section {item}</a></li>"
        );
    }
    page.push_str("</ul></nav><main><article>");
    while page.len() < 100 * 1024 {
        let _ = write!(page, "<h2 id=\"s{}\">The {} of cold brew</h2>", words.random(1000), words.next(1));
        for _ in 0..4 {
            let _ = write!(
                page,
                "<p class=\"text body-copy\">{} and <a href=\"/more\">more about it</a>, or <strong>cold brew coffee</strong>.</p>",
                words.next(60)
            );
        }
        page.push_str("<div class=\"figure wide\"><img src=\"/i.jpg\" alt=\"\"><span>Caption</span></div>");
    }
    page.push_str("</article></main><footer>Footer</footer></body></html>");
    page
}
