//! The whole way from evidence to an article.

mod copied;
mod draft;
mod levels;
mod measure;
mod quotes;
mod screening;

use std::collections::BTreeSet;

use domain::articles::document::Article;
use domain::articles::order::ArticleOrder;
use domain::articles::outline::{Outline, SectionId};
use domain::articles::research::Research;

use crate::corpus::Corpus;
use crate::discourse::Writer;
use crate::facts::{Fact, Facts, Unit, Unused, UnusedReason};
use crate::lexicon::Lexicon;
use crate::wording::{Candidates, Originals, Tolerance, Voice};

use draft::{Draft, Plan};

/// Fewer words of facts make no article.
const LEAST_WORDS: usize = 250;
/// How often the length is corrected.
const ATTEMPTS: usize = 4;
/// What a sentence may copy, tried until the article copies little enough.
const TOLERANCES: [Tolerance; 8] = [
    Tolerance::new(14, 0.45),
    Tolerance::new(13, 0.32),
    Tolerance::new(12, 0.24),
    Tolerance::new(11, 0.18),
    Tolerance::new(10, 0.13),
    Tolerance::new(9, 0.09),
    Tolerance::new(8, 0.05),
    Tolerance::new(0, 0.0),
];

/// An article and what is to be known about it.
#[derive(Debug, Clone)]
pub struct Composed {
    /// The article, without pictures.
    pub article: Article,
    /// Its plan: what stands where, with the evidence of each section.
    pub outline: Outline,
    /// Which section of the article is its conclusion, which the plan does not have; none if the evidence carries none.
    pub conclusion: Option<SectionId>,
    /// Other titles that would fit, best first; the first is the article's, unless the customer gave one.
    pub titles: Vec<String>,
    /// How many words it has: headings, text, tables, questions and answers.
    pub words: u32,
    /// Evidence that was left out, in its order, with the reason.
    pub unused_evidence: Vec<Unused>,
    /// How many words the evidence did not carry; none if the length is within a tenth of what was wanted.
    pub missing_words: u32,
    /// Headings that the customer wanted and the evidence does not fill.
    pub unfilled_headings: Vec<String>,
}

/// Why there is no article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotCompose {
    /// Only English and Vietnamese can be composed.
    #[error("articles in this language can't be composed from evidence")]
    Language,
    /// There is too little to say, or too little of it can be said in other words.
    #[error("the evidence carries only {words} words")]
    TooLittle {
        /// How many it carries.
        words: u32,
    },
}

/// Composes an article from what research found.
pub fn compose(
    research: &Research,
    order: &ArticleOrder,
    voice: &Voice<'_>,
) -> Result<Composed, CannotCompose> {
    let lexicon = Lexicon::of(order.language).ok_or(CannotCompose::Language)?;
    let corpus = Corpus::of(research, &order.focus_keyword, lexicon);
    let originals = Originals::of(research, voice.borrowing);
    let candidates = Candidates::new(&originals, voice, order.language);
    let gathered = Facts::gather(&corpus);
    let sources = copied::Sources::of(research, voice.borrowing, order.language);
    let mut best: Option<(Draft, Vec<Unused>)> = None;
    for tolerance in TOLERANCES {
        let mut facts = gathered.clone();
        let unsayable = screening::keep_sayable(&mut facts, &candidates, tolerance);
        let quotable: Vec<Fact> =
            unsayable.into_iter().filter(|fact| quotes::is_quotable(fact, &corpus)).collect();
        let words: usize = facts.units.iter().map(Unit::words).sum();
        // What was written before copies too much, or there would be no further attempt.
        if words < LEAST_WORDS {
            return Err(CannotCompose::TooLittle { words: u32::try_from(words).unwrap_or(u32::MAX) });
        }
        let plan = Plan::of(&facts.units, &quotable, order, &corpus);
        let draft = fitting(&plan, order, || Writer::new(&corpus, &candidates, tolerance));
        let original = sources.leave_alone(&draft.article);
        best = Some((draft, facts.unused));
        if original {
            break;
        }
    }
    best.map(|(draft, unused)| finished(draft, unused, order, research))
        .ok_or(CannotCompose::TooLittle { words: 0 })
}

/// The sentences that would have to be said in other words: what [`Phrasing`] may be asked for.
#[must_use]
pub fn sentences(research: &Research, order: &ArticleOrder) -> Vec<String> {
    let Some(lexicon) = Lexicon::of(order.language) else { return Vec::new() };
    let corpus = Corpus::of(research, &order.focus_keyword, lexicon);
    let facts = Facts::gather(&corpus);
    facts.units.iter().flat_map(Unit::facts).map(|fact| fact.text.clone()).collect()
}

/// The draft that comes nearest to the wanted length.
fn fitting<'a>(plan: &Plan<'_>, order: &ArticleOrder, writer: impl Fn() -> Writer<'a>) -> Draft {
    let wanted = order.words as usize;
    let mut budget = plan.body_words(wanted);
    let mut best = plan.write(budget, order, &mut writer());
    for _ in 1..ATTEMPTS {
        let off = wanted.abs_diff(best.words);
        if off * 33 <= wanted {
            break;
        }
        budget = (budget + wanted).saturating_sub(best.words);
        let next = plan.write(budget, order, &mut writer());
        if wanted.abs_diff(next.words) >= off {
            break;
        }
        best = next;
    }
    best
}

fn finished(draft: Draft, mut unused: Vec<Unused>, order: &ArticleOrder, research: &Research) -> Composed {
    let mut known: BTreeSet<u32> = draft.used.clone();
    unused.extend(draft.unused.iter().copied());
    unused.retain(|left| known.insert(left.evidence));
    let surplus =
        research.evidence.iter().map(|evidence| evidence.number).filter(|number| !known.contains(number));
    unused.extend(surplus.map(|evidence| Unused { evidence, reason: UnusedReason::Surplus }));
    unused.sort_by_key(|left| left.evidence);
    let words = u32::try_from(draft.words).unwrap_or(u32::MAX);
    let short = order.words.saturating_sub(words);
    let missing_words = if short * 10 > order.words { short } else { 0 };
    Composed {
        article: draft.article,
        outline: draft.outline,
        conclusion: draft.conclusion,
        titles: draft.titles,
        words,
        unused_evidence: unused,
        missing_words,
        unfilled_headings: draft.unfilled,
    }
}
