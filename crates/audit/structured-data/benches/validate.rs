//! Benchmarks reading and checking a page's structured data against the minimum cost of parsing its JSON.
#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use divan::Bencher;
use jiff::civil::date;
use seo::dom::Dom;
use structured_data::{Subject, check, read};
use url::Url;

const ARTICLE: &str = include_str!("../tests/pages/published.article.html");
const PRODUCT: &str = include_str!("../tests/pages/clean.product.html");

fn main() {
    for (name, html) in [("article", ARTICLE), ("product", PRODUCT)] {
        print_ratio(name, html);
    }
    divan::main();
}

fn script(html: &str) -> &str {
    let (_, rest) = html.split_once("ld+json\">").unwrap();
    rest.split_once("</script>").unwrap().0
}

fn validate(dom: &Dom, page: &Url) -> usize {
    let subject = Subject { url: page, canonical: None, today: date(2026, 11, 16) };
    check(&read(dom, page), &subject).problems.len()
}

fn page() -> Url {
    Url::parse("https://notes.example/p/cold-brew-coffee-at-home").unwrap()
}

/// The fastest of many runs.
fn fastest(mut run: impl FnMut()) -> Duration {
    let runs = (0..2000).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn print_ratio(name: &str, html: &str) {
    let (dom, page) = (Dom::parse(html), page());
    let json = script(html);
    let start = Instant::now();
    validate(&dom, &page);
    let first = start.elapsed();
    let floor = fastest(|| drop(black_box(serde_json::from_str::<serde_json::Value>(black_box(json)))));
    let ours = fastest(|| {
        black_box(validate(black_box(&dom), &page));
    });
    println!(
        "{name}: {} bytes of JSON-LD; serde_json {floor:?}, read and check {ours:?}, ratio {:.1}; first call {first:?}",
        json.len(),
        ours.as_secs_f64() / floor.as_secs_f64()
    );
}

#[divan::bench(args = ["article", "product"])]
fn read_and_check(bencher: Bencher<'_, '_>, name: &str) {
    let dom = Dom::parse(if name == "article" { ARTICLE } else { PRODUCT });
    let page = page();
    bencher.bench(|| validate(&dom, &page));
}

#[divan::bench(args = ["article", "product"])]
fn json_alone(bencher: Bencher<'_, '_>, name: &str) {
    let json = script(if name == "article" { ARTICLE } else { PRODUCT });
    bencher.bench(|| serde_json::from_str::<serde_json::Value>(json).unwrap());
}

/// The cost of the walk for pages without structured data.
#[divan::bench]
fn large_page_without_data(bencher: Bencher<'_, '_>) {
    let link = "<li class=entry><a href='/a/b/c' class='link plain' title='A title'>Some words</a></li>";
    let dom = Dom::parse(&link.repeat(18_000));
    let page = page();
    bencher.bench(|| read(&dom, &page).items().len());
}

/// The cost of the walk alone.
#[divan::bench]
fn large_page_walk(bencher: Bencher<'_, '_>) {
    let link = "<li class=entry><a href='/a/b/c' class='link plain' title='A title'>Some words</a></li>";
    let dom = Dom::parse(&link.repeat(18_000));
    bencher.bench(|| dom.walk(dom.document()).count());
}
