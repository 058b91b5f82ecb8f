//! All documents of an article of 5,000 words, compared with copying as many bytes as the floor.
//!
//! `cargo bench -p publishing` also prints the sizes and the ratio of the total to the floor.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]
#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "../tests/documents/samples.rs"]
#[expect(dead_code, reason = "tests use the rest")]
mod samples;

use std::time::{Duration, Instant};

use divan::{Bencher, black_box};
use domain::articles::document::{Article, Block, Span};
use domain::articles::outline::SectionId;
use publishing::{article_page, billable_characters_of, html, json_ld, markdown, sections};

const WORDS: usize = 5_000;

fn main() {
    let article = long_article();
    let documents = render(&article);
    let bytes: usize = documents.iter().map(String::len).sum();
    let floor = fastest(|| drop(black_box(documents.clone())));
    let whole = fastest(|| drop(black_box(render(&article))));
    let ratio = whole.as_secs_f64() / floor.as_secs_f64();
    println!(
        "{} KB of documents: copied in {floor:.1?}, rendered in {whole:.1?}, {ratio:.1} times the floor",
        bytes / 1024
    );
    divan::main();
}

fn fastest(work: impl Fn()) -> Duration {
    let time = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..50).map(|_| time()).min().unwrap_or_default()
}

/// All documents of an article.
fn render(article: &Article) -> Vec<String> {
    let facts = samples::facts(article);
    let tree = serde_json::to_string(&sections(article)).unwrap();
    let markdown = markdown(article);
    vec![
        billable_characters_of(&markdown).to_string(),
        markdown,
        html(article),
        json_ld(article, &facts).to_string(),
        article_page(article, &facts),
        tree,
    ]
}

/// The sample with its sections repeated until it is long enough.
fn long_article() -> Article {
    let sample = samples::english();
    let mut article = sample.clone();
    while words(&article) < WORDS {
        for section in &sample.sections {
            let mut section = section.clone();
            section.id = SectionId::top(article.sections.len() + 1);
            article.sections.push(section);
        }
    }
    article
}

fn words(article: &Article) -> usize {
    let count =
        |text: &[Span]| text.iter().map(|span| span.words().split_whitespace().count()).sum::<usize>();
    let of_block = |block: &Block| match block {
        Block::Paragraph(text) | Block::Quote { text, .. } | Block::Callout { text, .. } => count(text),
        Block::List { items, .. } => items.iter().map(|item| count(item)).sum(),
        Block::Table { rows, .. } => rows.iter().flatten().map(|cell| count(cell)).sum(),
        Block::Code { .. } => 0,
    };
    article.blocks().map(of_block).sum()
}

#[divan::bench]
fn documents_of_5000_words(bencher: Bencher<'_, '_>) {
    let article = long_article();
    bencher.bench(|| render(&article));
}

#[divan::bench]
fn copying_as_many_bytes(bencher: Bencher<'_, '_>) {
    let documents = render(&long_article());
    bencher.bench(|| documents.clone());
}
