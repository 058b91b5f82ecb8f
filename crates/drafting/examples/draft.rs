//! Writes a draft and prints it as Markdown, with its gates: `cargo run -p drafting --example draft -- "indoor herb garden" 1500`.
//!
//! Without a keyword it writes one of each kind and prints a table. The weights are looked for in `TEST_MODELS`, or `target/models`.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "an example talks and fails by panicking")]

#[path = "../tests/support/whole.rs"]
mod whole;

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use domain::articles::document::{Article, Block, Span, Text};
use domain::articles::order::ArticleOrder;
use domain::articles::quality::Quality;
use domain::articles::research::Research;
use editorial::gates::{GateContext, measure};
use local_text::LocalModel;

const KEYWORDS: [&str; 8] = [
    "how to descale a kettle",
    "what is composting",
    "best hiking backpack for beginners",
    "kitchen renovation cost",
    "gas vs electric stove",
    "why is my sourdough so dense",
    "things to do in lisbon",
    "indoor herb garden",
];
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
    let folder =
        std::env::var_os("TEST_MODELS").map_or_else(|| PathBuf::from("target/models"), PathBuf::from);
    let model = LocalModel::load(&folder.join("text.gguf")).unwrap();
    let mut arguments = std::env::args().skip(1);
    let keyword = arguments.next().filter(|keyword| keyword != "table");
    let words = arguments.next().map_or(1_500, |words| words.parse().unwrap());
    match keyword {
        Some(keyword) => {
            let (article, quality, seconds) = draft(&model, &keyword, words);
            println!("{}", markdown(&article));
            gates(&article, &quality, seconds);
        }
        None => table(&model, words),
    }
}

fn draft(model: &LocalModel, keyword: &str, words: u32) -> (Article, Quality, f64) {
    let order = ArticleOrder { words, ..ArticleOrder::new(keyword.to_owned()) };
    let start = Instant::now();
    let article = whole::write(model, &order).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let context = GateContext {
        order: &order,
        research: &Research::default(),
        internal_links: &[],
        own_articles: &[],
        json_ld_problems: &[],
    };
    let quality = measure(&article, &context);
    (article, quality, seconds)
}

fn table(model: &LocalModel, words: u32) {
    println!("| Keyword | seconds | words | {} | broken |", SHOWN.join(" | "));
    for keyword in KEYWORDS {
        let (article, quality, seconds) = draft(model, keyword, words);
        let figure = |name: &&str| {
            let gate = quality.gates.iter().find(|gate| gate.name == **name);
            format!("{:.3}", gate.and_then(|gate| gate.value).unwrap_or_default())
        };
        let figures: Vec<String> = SHOWN.iter().map(figure).collect();
        let broken: Vec<&str> = quality.failures().map(|gate| gate.name.as_str()).collect();
        let count = editorial::words(&article);
        println!("| {keyword} | {seconds:.0} | {count} | {} | {} |", figures.join(" | "), broken.join(", "));
    }
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
