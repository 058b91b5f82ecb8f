//! Whether the article has the form that its query requires.

use domain::articles::brief::QueryType;
use domain::articles::document::{Article, Block, Section};
use seo::words::normalise;

use super::answer::sides;
use super::statements::Kind;
use super::{ContentCheck, Limit, Subject, finding, measured, not_measured};
use crate::spans::plain;
use crate::visible::Place;

const NAME: &str = "form";
const LIMIT: Limit = Limit::AtLeast(1.0);
/// Fewer are no procedure and no list.
const FEWEST: usize = 3;

pub(super) fn form(subject: &Subject<'_>) -> ContentCheck {
    let article = subject.input.article;
    let (kept, has, wants) = match subject.input.query_type {
        Some(QueryType::HowTo) => (
            has_steps(article),
            "The article has numbered steps.",
            "has no numbered steps, which a how-to needs",
        ),
        Some(QueryType::Troubleshooting) => (
            has_steps(article) || has_list(article) || section_count(article) >= FEWEST,
            "The article goes through causes or steps one by one.",
            "goes through no causes or steps one by one",
        ),
        Some(QueryType::Comparison) => (
            has_comparison(subject),
            "The article has a table with both sides.",
            "has no table with both sides, which a comparison needs",
        ),
        Some(QueryType::List) => (
            has_list(article) || section_count(article) > FEWEST,
            "The article lists its entries.",
            "has no list of entries, which the query wants",
        ),
        Some(_) => return not_measured(NAME, LIMIT, "Queries of this type want no particular form."),
        None => return not_measured(NAME, LIMIT, "The type of the query is not known."),
    };
    if kept {
        return measured(NAME, 1.0, LIMIT, has.to_owned(), Vec::new());
    }
    let place =
        article.sections.first().map_or(Place::Introduction, |section| Place::Section(section.id.clone()));
    measured(NAME, 0.0, LIMIT, format!("The article {wants}."), vec![finding(&place, wants, "")])
}

fn has_steps(article: &Article) -> bool {
    let numbered =
        |block: &Block| matches!(block, Block::List { ordered: true, items } if items.len() >= FEWEST);
    let is_step = |heading: &str| {
        let normal = normalise(heading);
        let first = normal.trim_start_matches("step ").trim_start_matches("bước ");
        first.starts_with(|sign: char| sign.is_ascii_digit())
    };
    let headed = article.flattened().iter().filter(|(_, section)| is_step(&section.heading)).count();
    // Steps that each need a command are paragraphs with code, or sections of their own.
    let coded = article.flattened().iter().any(|(_, section)| commands(section) >= FEWEST);
    article.blocks().any(numbered) || headed >= FEWEST || coded
}

/// Blocks of code in a section and in those below it.
fn commands(section: &Section) -> usize {
    let own = section.blocks.iter().filter(|block| matches!(block, Block::Code { .. })).count();
    own + section.children.iter().map(commands).sum::<usize>()
}

fn has_list(article: &Article) -> bool {
    article.blocks().any(|block| match block {
        Block::List { items, .. } => items.len() >= FEWEST,
        Block::Table { rows, .. } => rows.len() >= FEWEST,
        _ => false,
    })
}

/// The number of sections that may be entries: the sections without the last, or the subsections of one of
/// them.
fn section_count(article: &Article) -> usize {
    let below = article.sections.iter().map(|section: &Section| section.children.len()).max().unwrap_or(0);
    below.max(article.sections.len().saturating_sub(1))
}

/// Whether a table names both sides, in its columns or in its rows.
fn has_comparison(subject: &Subject<'_>) -> bool {
    let named = sides(&subject.input.article.focus_keyword, subject.language());
    let tables = subject.input.article.blocks().filter_map(|block| match block {
        Block::Table { columns, rows, caption } if rows.len() > 1 => Some((columns, rows, caption)),
        _ => None,
    });
    let mut texts = tables.map(|(columns, rows, caption)| {
        let cells = columns.iter().chain(rows.iter().flatten()).map(plain);
        cells.chain(caption.clone()).collect::<Vec<_>>().join(" ")
    });
    let has_rows = subject.statements.iter().any(|statement| statement.kind == Kind::Row);
    match named {
        Some((one, other)) => texts.any(|text| one.is_in(&text) && other.is_in(&text)),
        None => has_rows,
    }
}
