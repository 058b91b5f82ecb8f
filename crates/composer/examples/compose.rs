//! Composes an article from a set of texts and prints it as Markdown, with its figures.
//!
//! `cargo run -p composer --example compose -- cast-iron-care 1500`; with `own` behind it, supplied texts may be kept word by word.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "an example talks and fails by panicking")]

#[path = "../tests/support/material.rs"]
mod material;

use std::collections::BTreeMap;
use std::fmt::Write;

use composer::{Borrowing, Composed, Voice, compose};
use domain::articles::document::{Block, Span, Text};
use editorial::gates::{GateContext, measure};
use material::Material;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "cast-iron-care".to_owned());
    let words = arguments.next().map_or(1_500, |words| words.parse().unwrap());
    let material = material::named(&name, words);
    let own = arguments.next().is_some_and(|word| word == "own");
    let borrowing = if own { Borrowing::OwnTexts } else { Borrowing::Nobody };
    let voice = Voice { borrowing, ..Voice::default() };
    let composed = compose(&material.research, &material.order, &voice).unwrap();
    println!("{}", markdown(&composed));
    figures(&composed, &material);
}

fn markdown(composed: &Composed) -> String {
    let article = &composed.article;
    let mut out = format!("# {}\n\n", article.title);
    out.push_str(&blocks(&article.introduction));
    for (level, section) in article.flattened() {
        write!(out, "{} {}\n\n{}", "#".repeat(level.into()), section.heading, blocks(&section.blocks))
            .unwrap();
    }
    if let Some(faq) = &article.faq {
        write!(out, "## {}\n\n", faq.heading).unwrap();
        for item in &faq.items {
            write!(out, "### {}\n\n{}\n\n", item.question, text(&item.answer)).unwrap();
        }
    }
    out
}

fn blocks(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Paragraph(words) => out.push_str(&text(words)),
            Block::List { ordered, items } => {
                let mark = if *ordered { "1. " } else { "- " };
                let lines: Vec<String> = items.iter().map(|item| format!("{mark}{}", text(item))).collect();
                out.push_str(&lines.join("\n"));
            }
            Block::Table { caption, columns, rows } => {
                writeln!(out, "[{}]", caption.as_deref().unwrap_or_default()).unwrap();
                for row in std::iter::once(columns).chain(rows) {
                    let cells: Vec<String> = row.iter().map(text).collect();
                    writeln!(out, "| {} |", cells.join(" | ")).unwrap();
                }
            }
            Block::Quote { text: words, source } => {
                write!(out, "> {} ({})", text(words), source.0).unwrap();
            }
        }
        out.push_str("\n\n");
    }
    out
}

fn text(spans: &Text) -> String {
    let show = |span: &Span| match span {
        Span::Plain(words) => words.clone(),
        Span::Strong(words) => format!("**{words}**"),
        Span::Emphasis(words) => format!("*{words}*"),
        Span::Link { text, url } => format!("[{text}]({url})"),
        Span::Citation(number) => format!("[{}]", number.0),
    };
    spans.iter().map(show).collect()
}

fn figures(composed: &Composed, material: &Material) {
    let article = &composed.article;
    println!("---\nTitles: {:#?}", composed.titles);
    println!("Description: {} ({})", article.meta_description, article.meta_description.chars().count());
    println!("Words: {}, missing: {}", composed.words, composed.missing_words);
    let context = GateContext {
        order: &material.order,
        research: &material.research,
        internal_links: &[],
        own_articles: &[],
        json_ld_problems: &[],
    };
    let quality = measure(article, &context);
    println!("Score: {}", quality.score);
    for gate in &quality.gates {
        let mark = if gate.passed { "kept" } else { "BROKEN" };
        println!("{mark:>8} {} {:.3?} ({})", gate.name, gate.value, gate.threshold);
        for finding in gate.findings.iter().filter(|_| !gate.passed).take(4) {
            println!("             {} {:?}", finding.problem, finding.excerpt);
        }
    }
    let mut reasons: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for left in &composed.unused_evidence {
        reasons.entry(format!("{:?}", left.reason)).or_default().push(left.evidence);
    }
    for (reason, evidence) in reasons {
        println!("{reason}: {}", evidence.len());
        for number in evidence {
            let found = material.research.evidence.iter().find(|known| known.number == number);
            println!("    {number} {}", found.map_or("", |known| known.text.as_str()));
        }
    }
}
