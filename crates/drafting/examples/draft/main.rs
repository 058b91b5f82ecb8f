//! Writes drafts and measures them.
//!
//! `draft "indoor herb garden" 1500` prints one as Markdown, with its gates. `draft table scripts/keywords.txt 1500` prints a row for each
//! English keyword of a file (language, tab, keyword). With `--server URL` in front a llama.cpp server words them, so that models can be
//! compared; else the weights are looked for in `TEST_MODELS`, or `target/models`.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "an example talks and fails by panicking"
)]

mod llama;
#[path = "../../tests/support/whole.rs"]
mod whole;

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use domain::articles::document::{Article, Block, Span, Text};
use domain::articles::order::ArticleOrder;
use domain::articles::quality::Quality;
use domain::articles::research::Research;
use drafting::DraftError;
use editorial::gates::{GateContext, measure};
use local_text::LocalModel;
use ports::language_model::LanguageModel;

use crate::llama::Llama;

const SHOWN: [&str; 8] = [
    "length_error",
    "keyword_density",
    "repeated_4_grams",
    "near_duplicate_sentences",
    "equal_sentence_starts",
    "sentence_length_variation",
    "lexical_diversity",
    "reading_ease",
];

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let server = arguments.next_if(|argument| argument == "--server").and_then(|_| arguments.next());
    let model: Box<dyn LanguageModel> = match server {
        Some(url) => Box::new(Llama::at(&url)),
        None => Box::new(in_process()),
    };
    let keyword = arguments.next().expect("a keyword, or the word table and a file");
    let file = if keyword == "table" { arguments.next() } else { None };
    let words = arguments.next().map_or(1_500, |words| words.parse().unwrap());
    if let Some(file) = file {
        table(&*model, &std::fs::read_to_string(file).unwrap(), words);
    } else {
        let (article, quality, seconds) = draft(&*model, &keyword, words).unwrap();
        println!("{}", markdown(&article));
        gates(&article, &quality, seconds);
    }
}

fn in_process() -> LocalModel {
    let folder =
        std::env::var_os("TEST_MODELS").map_or_else(|| PathBuf::from("target/models"), PathBuf::from);
    LocalModel::load(&folder.join("text.gguf")).unwrap()
}

fn draft(
    model: &dyn LanguageModel,
    keyword: &str,
    words: u32,
) -> Result<(Article, Quality, f64), DraftError> {
    let order = ArticleOrder { words, ..ArticleOrder::new(keyword.to_owned()) };
    let start = Instant::now();
    let article = whole::write(model, &order)?;
    let seconds = start.elapsed().as_secs_f64();
    let context = GateContext {
        order: &order,
        research: &Research::default(),
        internal_links: &[],
        own_articles: &[],
        json_ld_problems: &[],
    };
    let quality = measure(&article, &context);
    Ok((article, quality, seconds))
}

fn table(model: &dyn LanguageModel, keywords: &str, words: u32) {
    println!("| Keyword | seconds | words | score | {} | broken |", SHOWN.join(" | "));
    let (mut count, mut whole, mut total) = (0, 0, 0.0);
    for keyword in keywords.lines().filter_map(|line| line.strip_prefix("en\t")) {
        count += 1;
        match draft(model, keyword, words) {
            Ok((article, quality, seconds)) => {
                row(keyword, &article, &quality, seconds);
                whole += usize::from(quality.failures().next().is_none());
                total += seconds;
            }
            Err(error) => println!("| {keyword} | {error} |"),
        }
    }
    println!("{whole} of {count} keep every gate, {total:.0} s in all");
}

fn row(keyword: &str, article: &Article, quality: &Quality, seconds: f64) {
    let figure = |name: &&str| {
        let gate = quality.gates.iter().find(|gate| gate.name == **name);
        format!("{:.3}", gate.and_then(|gate| gate.value).unwrap_or_default())
    };
    let figures: Vec<String> = SHOWN.iter().map(figure).collect();
    let broken: Vec<&str> = quality.failures().map(|gate| gate.name.as_str()).collect();
    println!(
        "| {keyword} | {seconds:.0} | {} | {} | {} | {} |",
        editorial::words(article),
        quality.score,
        figures.join(" | "),
        broken.join(", ")
    );
}

fn gates(article: &Article, quality: &Quality, seconds: f64) {
    println!("---\n{} words in {seconds:.0} s, score {}", editorial::words(article), quality.score);
    println!("{} ({})", article.meta_title, article.meta_title.chars().count());
    println!("{} ({})", article.meta_description, article.meta_description.chars().count());
    for gate in &quality.gates {
        let mark = if gate.passed { "kept" } else { "BROKEN" };
        println!("{mark:>8} {} {:.3?} ({})", gate.name, gate.value, gate.threshold);
        for finding in gate.findings.iter().filter(|_| !gate.passed).take(4) {
            println!("             {} {:?}", finding.problem, finding.excerpt);
        }
    }
}

fn markdown(article: &Article) -> String {
    let mut out = format!("# {}\n\n{}", article.title, blocks(&article.introduction));
    for (level, section) in article.flattened() {
        let text = blocks(&section.blocks);
        write!(out, "{} {}\n\n{text}", "#".repeat(level.into()), section.heading).unwrap();
    }
    if let Some(faq) = &article.faq {
        write!(out, "## {}\n\n", faq.heading).unwrap();
        for item in &faq.items {
            write!(out, "### {}\n\n{}\n\n", item.question, plain(&item.answer)).unwrap();
        }
    }
    out
}

fn blocks(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        let mark = match block {
            Block::List { ordered: true, .. } => "1. ",
            Block::List { .. } => "- ",
            _ => "",
        };
        let lines: Vec<String> =
            block.texts().into_iter().map(|text| format!("{mark}{}", plain(text))).collect();
        write!(out, "{}\n\n", lines.join("\n")).unwrap();
    }
    out
}

fn plain(text: &Text) -> String {
    text.iter().map(Span::words).collect()
}
