//! Terms that writers who know the topic use: words of the topic, and names.

use domain::articles::brief::{BriefTerm, TermKind};
use seo::page::Page;
use seo::words;

use crate::names;
use crate::write::Context;

/// The most terms beside names.
const MOST: usize = 25;

/// Terms and names, each once; terms first.
pub(crate) fn find(context: &Context<'_>) -> Vec<BriefTerm> {
    let pages: Vec<&Page> = context.sources.iter().map(|source| source.page).collect();
    let names = names::find(context);
    let keyword = words::normalise(&context.keyword.text).into_owned();
    let is_name = |text: &str| names.iter().any(|name| words::normalise(&name.text) == text);
    let found = seo::terms::of_pages(&pages, &context.keyword.text, context.keyword.language);
    let terms = found.into_iter().filter(|term| !is_name(&term.term) && term.term != keyword).take(MOST);
    let terms = terms.map(|term| BriefTerm {
        text: context.casing.sentence(&term.term, context.keyword.language),
        kind: TermKind::Term,
        pages: term.pages,
        uses: (term.uses_high > 0).then_some((term.uses_low.max(1), term.uses_high)),
    });
    let mut all: Vec<BriefTerm> = terms.collect();
    all.extend(names);
    all
}
