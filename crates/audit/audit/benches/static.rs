//! Benchmarks the static part of an audit (reading the page and running all checks that need neither requests
//! nor a browser) against parsing alone, on a page of 1.6 MB with 6,000 links and on an article of 18 KB.
//!
//! `cargo bench -p audit` also prints the ratio of the whole to parsing alone.

#![expect(clippy::print_stdout, reason = "the ratio is what it is for")]

#[path = "../../../text/seo/benches/floor/mod.rs"]
mod floor;

use std::fmt::Write as _;

use audit::facts::{Facts, PageAnswer, Probe, Surroundings};
use audit::report::Verdicts;
use audit::{Document, run};
use divan::{Bencher, black_box};
use domain::search::Device;
use floor::words::Words;
use floor::{parse_only, rounds};
use jiff::civil::date;
use url::Url;

/// The service uses the same allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const LARGE: Shape = Shape { sections: 600, links: 6_000, bytes: 1_600_000 };
const ARTICLE: Shape = Shape { sections: 8, links: 60, bytes: 18_000 };

fn main() {
    for shape in [LARGE, ARTICLE] {
        let page = shape.page();
        let rounds = rounds(
            &page,
            [&|page| parse_only(&page), &|page| drop(black_box(read(page))), &|page| {
                drop(black_box(audit(page)));
            }],
        );
        let [floor, read, whole] = rounds.medians();
        let ratio = rounds.ratio();
        println!(
            "{} KB, {} links: parsing alone {floor:.1?}, reading {read:.1?}, reading and checking {whole:.1?}, {ratio:.2} times the floor",
            page.len() / 1000,
            shape.links
        );
    }
    divan::main();
}

#[divan::bench(args = [LARGE, ARTICLE])]
fn parse_alone(bencher: Bencher<'_, '_>, shape: Shape) {
    let page = shape.page();
    bencher.bench(|| parse_only(&page));
}

#[divan::bench(args = [LARGE, ARTICLE])]
fn read_page(bencher: Bencher<'_, '_>, shape: Shape) {
    let page = shape.page();
    bencher.with_inputs(|| page.clone()).bench_values(read);
}

#[divan::bench(args = [LARGE, ARTICLE])]
fn read_and_check(bencher: Bencher<'_, '_>, shape: Shape) {
    let page = shape.page();
    bencher.with_inputs(|| page.clone()).bench_values(audit);
}

fn address() -> Option<Url> {
    Url::parse("https://www.example.com/guides/cold-brew").ok()
}

fn read(page: String) -> Option<Document> {
    Some(Document::read(page, &address()?))
}

fn audit(page: String) -> Option<Verdicts> {
    let url = address()?;
    let bytes = page.len();
    let document = read(page)?;
    let answer = PageAnswer {
        requested: url.clone(),
        url,
        redirects: Vec::new(),
        response: None,
        bytes,
        truncated: false,
    };
    Some(run::run(&Facts {
        answer: &answer,
        document: &document,
        surroundings: &Surroundings::unknown("nothing is fetched here"),
        browser: &Probe::Unknown("there is no browser here".to_owned()),
        field: None,
        device: Device::Mobile,
        today: date(2026, 11, 16),
    }))
}

/// The size of a page. Links, headings and words are spread evenly over it.
#[derive(Clone, Copy)]
struct Shape {
    sections: usize,
    links: usize,
    bytes: usize,
}

impl std::fmt::Display for Shape {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{} KB", self.bytes / 1000)
    }
}

impl Shape {
    fn page(self) -> String {
        let mut page = String::from(HEAD);
        let mut words = Words::new(1);
        let room = (self.bytes - HEAD.len()) / self.sections;
        for section in 0..self.sections {
            let end = page.len() + room;
            let _ = writeln!(page, "<h2 id=\"part-{section}\">Part {section}: {}</h2>", words.next(4));
            let _ = writeln!(
                page,
                "<figure><img src=\"/pictures/{section}.jpg\" alt=\"{}\" width=\"800\" height=\"450\" loading=\"lazy\"></figure>",
                words.next(5)
            );
            for link in 0..self.links / self.sections {
                let _ = writeln!(
                    page,
                    "<p>{} <a href=\"/guides/{section}/{link}?from=list\">{}</a> {}.</p>",
                    words.next(9),
                    words.next(3),
                    words.next(6)
                );
            }
            while page.len() + 80 < end {
                let _ = writeln!(page, "<p class=\"copy\">{}.</p>", words.next(11));
            }
        }
        page.push_str("</article></main></body></html>");
        page
    }
}

const HEAD: &str = r#"<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Cold Brew Coffee: Ratio, Steeping Time and Storage</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="How to make cold brew coffee that is smooth and strong: the ratio, the time, and how long it keeps in the fridge.">
<link rel="canonical" href="https://www.example.com/guides/cold-brew">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Article", "headline": "Cold Brew Coffee",
"image": "https://www.example.com/pictures/0.jpg", "datePublished": "2026-05-01", "author": {"@type": "Person", "name": "Ann Lee", "url": "https://www.example.com/ann"}}</script>
</head><body><main><article><h1>Cold Brew Coffee</h1>
"#;
