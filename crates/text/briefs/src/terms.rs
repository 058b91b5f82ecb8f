//! Terms that experts on the topic use: words of the topic, and names.

use domain::articles::brief::{BriefTerm, TermKind};
use domain::locale::Language;
use seo::page::{Block, BlockKind, Page};
use seo::words;

use crate::names;
use crate::write::{Context, SourceText};

/// The most terms besides names.
const MOST: usize = 25;
/// The most terms of one syllable, which have little meaning alone.
const MOST_SYLLABLES: usize = 6;
/// Passages with less relevance to the keyword have words of other topics.
const RELEVANT: f64 = 0.2;

/// Terms and names without duplicates; terms first.
pub(crate) fn find(context: &Context<'_>) -> Vec<BriefTerm> {
    let pages: Vec<Page> = context.sources.iter().map(|source| relevant_part(context, source)).collect();
    let pages: Vec<&Page> = pages.iter().filter(|page| !page.content.is_empty()).collect();
    let names = names::find(context);
    let keyword = words::normalise(&context.keyword.text).into_owned();
    let is_name = |text: &str| names.iter().any(|name| words::normalise(&name.text) == text);
    let found = seo::terms::of_pages(&pages, &context.keyword.text, context.keyword.language);
    let keyword_stems = stems_of(&keyword, context.keyword.language);
    let mut stems: Vec<Vec<String>> = vec![stems_of(&keyword, context.keyword.language)];
    let mut is_new = |term: &str| {
        let own = stems_of(term, context.keyword.language);
        let new = !stems.contains(&own) && !own.iter().all(|stem| keyword_stems.contains(stem));
        stems.push(own);
        new
    };
    let terms = found
        .into_iter()
        .filter(|term| !term.term.contains('_') && !is_name(&term.term) && is_new(&term.term))
        .take(MOST);
    let terms = terms.map(|term| BriefTerm {
        text: context.casing.sentence(&term.term, context.keyword.language),
        kind: TermKind::Term,
        pages: term.pages,
        uses: (term.uses_high > 0).then_some((term.uses_low.max(1), term.uses_high)),
    });
    let mut all: Vec<BriefTerm> = terms.collect();
    if context.keyword.language == Language::VIETNAMESE {
        let longer: Vec<String> =
            all.iter().map(|term| term.text.clone()).filter(|term| term.contains(' ')).collect();
        let is_part = |text: &str| longer.iter().any(|term| term.split(' ').any(|syllable| syllable == text));
        let mut alone = 0;
        all.retain(|term| {
            let single = !term.text.contains(' ');
            alone += usize::from(single && !is_part(&term.text));
            !single || (!is_part(&term.text) && alone <= MOST_SYLLABLES)
        });
    }
    all.extend(names);
    all
}

/// The part of a page that is relevant to the keyword. Words of other chapters are no terms of this topic.
fn relevant_part(all: &Context<'_>, source: &SourceText<'_>) -> Page {
    let passages = all.passages.iter().zip(&all.relevance);
    let relevant = passages.filter(|(passage, relevance)| {
        **relevance >= RELEVANT && passage.sources().any(|number| number == source.number)
    });
    let content: Vec<Block> = relevant
        .flat_map(|(passage, _)| passage.text.lines())
        .map(|line| Block { kind: BlockKind::Paragraph, text: line.to_owned() })
        .collect();
    let word_count = content.iter().map(|block| words::count(&block.text)).sum();
    Page { content, word_count, ..source.page.clone() }
}

/// The stems of a term, so that singular and plural are equal.
fn stems_of(term: &str, language: Language) -> Vec<String> {
    term.split(' ').map(|word| seo::stem(&words::normalise(word), language)).collect()
}
