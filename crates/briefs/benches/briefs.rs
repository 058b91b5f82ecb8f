//! Writing a brief against reading its pages, which has to happen anyway.

use std::hint::black_box;

use briefs::{BriefInput, write};
use domain::search::{OrganicResult, SerpPage};
use seo::page::Page;
use url::Url;

fn main() {
    divan::main();
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
    let pages = read(&html());
    let result = |position: u32| OrganicResult {
        position,
        title: "Water pump filters".to_owned(),
        url: format!("https://site{position}.example/"),
        snippet: None,
        date: None,
    };
    let serp = SerpPage { results: (1..=10).map(result).collect(), ..SerpPage::default() };
    let input = BriefInput {
        keyword: "how to clean a water pump filter".to_owned(),
        serp: Some(serp),
        pages,
        ..BriefInput::default()
    };
    bencher.bench(|| write(black_box(&input)));
}
