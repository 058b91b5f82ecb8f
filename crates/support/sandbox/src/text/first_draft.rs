//! First drafts: a whole article in Markdown, built from the stand-in's outline, sections and opening.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::assignment::PlanLine;

/// The number of words per main section, and the limits for the number of main sections.
const WORDS_PER_SECTION: usize = 350;
const SECTIONS: (usize, usize) = (4, 12);
/// The shares of the parts of an article, in hundredths.
const INTRODUCTION: usize = 7;
const CONCLUSION: usize = 6;
/// The share of a section with subsections that is its own text, in hundredths, and the fewest words of a
/// subsection.
const OWN: usize = 16;
const LEAST: [usize; 2] = [62, 32];

/// An article of this number of words, with the headings of an outline if there is one.
pub(super) fn first_draft(
    words: usize,
    plan: &[PlanLine],
    outline: impl Fn(usize) -> Value,
    section: impl Fn(&[PlanLine]) -> Value,
    opening: impl Fn(usize, usize) -> Value,
) -> Value {
    let count = (words / WORDS_PER_SECTION).clamp(SECTIONS.0, SECTIONS.1);
    let outline = outline(count);
    let body = words * (100 - INTRODUCTION - CONCLUSION) / 100;
    let proposed = outline["sections"].as_array().map_or(&[][..], Vec::as_slice);
    let opening = opening(words * INTRODUCTION / 100, words * CONCLUSION / 100);
    let mut article = paragraphs(&opening["introduction"]);
    if plan.is_empty() {
        let mut left = body;
        for (index, proposal) in proposed.iter().enumerate() {
            // Later sections compensate for a section that is too long or too short.
            let each = left / (proposed.len() - index);
            let before = counted(&article);
            add_section(&mut article, &lines(proposal, &(index + 1).to_string(), each, &LEAST), &section);
            left = left.saturating_sub(counted(&article) - before);
        }
    } else {
        plan.chunk_by(|_, next| next.number.contains('.'))
            .for_each(|plan| add_section(&mut article, plan, &section));
    }
    let heading = opening["conclusion_heading"].as_str().unwrap_or_default();
    let _ = write!(article, "## {heading}\n\n{}", paragraphs(&opening["conclusion"]));
    json!({ "title": outline["title"], "article": article, "images": [] })
}

fn add_section(article: &mut String, plan: &[PlanLine], section: impl Fn(&[PlanLine]) -> Value) {
    let parts = section(plan)["parts"].clone();
    for (line, part) in plan.iter().zip(parts.as_array().into_iter().flatten()) {
        let level = 2 + line.number.matches('.').count();
        // Writing to a String can't fail.
        let _ = write!(article, "{} {}\n\n", "#".repeat(level), line.heading);
        part["blocks"].as_array().into_iter().flatten().for_each(|block| add(article, block));
    }
}

/// The number of words, without marks of sources and of Markdown.
fn counted(text: &str) -> usize {
    text.split_whitespace()
        .filter(|word| !word.starts_with('[') && word.contains(char::is_alphanumeric))
        .count()
}

/// A proposed section with its subsections that are worth a heading.
fn lines(section: &Value, number: &str, words: usize, least: &[usize]) -> Vec<PlanLine> {
    let heading = section["heading"].as_str().unwrap_or_default().to_owned();
    let below = section["children"].as_array().map_or(&[][..], Vec::as_slice);
    let room = least.first().map_or(0, |least| words * (100 - OWN) / 100 / least).min(below.len());
    let below = if room < 2 { &[][..] } else { &below[..room] };
    let own = if below.is_empty() { words } else { words * OWN / 100 };
    let each = (words - own) / below.len().max(1);
    let mut all = vec![PlanLine { number: number.to_owned(), heading, words: own }];
    for (child, index) in below.iter().zip(1..) {
        all.extend(lines(child, &format!("{number}.{index}"), each, least.get(1..).unwrap_or_default()));
    }
    all
}

fn paragraphs(texts: &Value) -> String {
    let texts = texts.as_array().into_iter().flatten().filter_map(Value::as_str);
    texts.flat_map(|text| [text, "\n\n"]).collect()
}

fn add(article: &mut String, block: &Value) {
    let texts = |name: &str| block[name].as_array().into_iter().flatten().filter_map(Value::as_str);
    let row = |cells: &Value| {
        let cells: Vec<&str> = cells.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    match block["kind"].as_str().unwrap_or_default() {
        "bullets" => texts("items").for_each(|item| {
            let _ = writeln!(article, "- {item}");
        }),
        "steps" => texts("items").zip(1..).for_each(|(item, number)| {
            let _ = writeln!(article, "{number}. {item}");
        }),
        "table" => {
            article.push_str(&row(&block["columns"]));
            article.push_str(&"|---".repeat(texts("columns").count()));
            article.push_str("|\n");
            block["rows"].as_array().into_iter().flatten().for_each(|cells| article.push_str(&row(cells)));
        }
        _ => {
            let _ = writeln!(article, "{}", block["text"].as_str().unwrap_or_default());
        }
    }
    article.push('\n');
}
