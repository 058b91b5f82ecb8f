//! Brings an article to its length: which sections to write again after the first wave, and which sentences to leave out at last.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::articles::document::{Article, Span};
use domain::articles::outline::SectionId;
use domain::articles::research::Research;
use domain::locale::Language;

use crate::sentence_edit::{Spot, retain_sentences};
use crate::visible::{PassageKind, words};

/// How far off the wanted length an article may end, in hundredths.
const TOLERANCE: u32 = 5;
/// Nobody is off by more than this; what is came from a broken answer.
const BIAS: std::ops::RangeInclusive<f64> = 0.5..=2.0;
/// How far a section may be stretched or shrunk beside its budget, in hundredths.
const STRETCH: (u32, u32) = (50, 160);

/// Shorter sentences, in words, give rhythm and save nothing.
const WORTH_LEAVING: u32 = 6;

/// A section as it was planned and written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenSection {
    /// Its place.
    pub section: SectionId,
    /// The words that were asked for.
    pub planned: u32,
    /// The words that came.
    pub written: u32,
}

/// A section to write again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// Its place.
    pub section: SectionId,
    /// The words to ask for, the writer's bias taken off.
    pub target: u32,
}

/// How many words a writer gives for each that is asked for: the median over its sections.
#[must_use]
pub fn bias(sections: &[WrittenSection]) -> f64 {
    let usable = sections.iter().filter(|section| section.planned > 0 && section.written > 0);
    let mut ratios: Vec<f64> =
        usable.map(|section| f64::from(section.written) / f64::from(section.planned)).collect();
    ratios.sort_by(f64::total_cmp);
    let Some(upper) = ratios.get(ratios.len() / 2) else { return 1.0 };
    let lower = ratios[(ratios.len() - 1) / 2];
    f64::midpoint(lower, *upper).clamp(*BIAS.start(), *BIAS.end())
}

/// The third of the sections that is furthest off, with what to ask for so that the whole comes out right; none if it is right enough.
#[must_use]
pub fn rewrites(sections: &[WrittenSection]) -> Vec<Rewrite> {
    let planned: u32 = sections.iter().map(|section| section.planned).sum();
    let written: u32 = sections.iter().map(|section| section.written).sum();
    if written.abs_diff(planned) * 100 <= planned * TOLERANCE {
        return Vec::new();
    }
    let missing = i64::from(planned) - i64::from(written);
    let lack = |section: &WrittenSection| {
        (i64::from(section.planned) - i64::from(section.written)) * missing.signum()
    };
    let mut worst: Vec<&WrittenSection> = sections.iter().filter(|section| section.planned > 0).collect();
    worst.sort_by_key(|section| std::cmp::Reverse(lack(section)));
    worst.truncate(sections.len().div_ceil(3));
    let share_of: i64 = worst.iter().map(|section| i64::from(section.planned)).sum();
    let bias = bias(sections);
    worst
        .iter()
        .map(|section| {
            let part = missing * i64::from(section.planned) / share_of.max(1);
            let wanted = within(i64::from(section.written) + part, section.planned);
            Rewrite { section: section.section.clone(), target: whole(f64::from(wanted) / bias) }
        })
        .collect()
}

fn within(words: i64, planned: u32) -> u32 {
    let (least, most) = (planned * STRETCH.0 / 100, planned * STRETCH.1 / 100);
    u32::try_from(words.max(0)).unwrap_or(u32::MAX).clamp(least, most)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive count of words")]
fn whole(words: f64) -> u32 {
    words.round() as u32
}

/// A sentence that may be left out.
struct Candidate {
    index: usize,
    words: u32,
    salience: f64,
}

/// Leaves out the sentences that say least until the article is at most five hundredths too long, and returns them. It never gets
/// more than five hundredths too short. First sentences, questions, items, rows and cited numbers stay, and so does what the next sentence refers to.
pub fn trim(article: &mut Article, research: &Research, wanted: u32) -> Vec<String> {
    let (least, most) = (wanted - wanted * TOLERANCE / 100, wanted + wanted * TOLERANCE / 100);
    let mut total = words(article);
    if total <= most {
        return Vec::new();
    }
    let mut candidates = candidates(article, research);
    candidates
        .sort_by(|one, other| one.salience.total_cmp(&other.salience).then(one.index.cmp(&other.index)));
    let mut leaving: HashSet<usize> = HashSet::new();
    for candidate in candidates {
        if total <= most {
            break;
        }
        if total.saturating_sub(candidate.words) >= least {
            total -= candidate.words;
            leaving.insert(candidate.index);
        }
    }
    let mut left_out = Vec::new();
    let mut index = 0;
    retain_sentences(article, &mut |spot| {
        let leaves = leaving.contains(&index);
        index += 1;
        if leaves {
            left_out.push(spot.text.to_owned());
        }
        !leaves
    });
    left_out
}

fn candidates(article: &mut Article, research: &Research) -> Vec<Candidate> {
    let language = article.language;
    let weights = weights(&article.focus_keyword, research, language);
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut index = 0;
    retain_sentences(article, &mut |spot| {
        // What is referred to must stay, or the reference hangs in the air; and so must what leads to a question.
        if refers_back(spot.text, language) || asks(spot) {
            candidates.pop_if(|before| before.index + 1 == index);
        }
        if may_leave(spot) {
            let salience = salience(spot, &weights, language);
            candidates.push(Candidate { index, words: seo::words::count(spot.text), salience });
        }
        index += 1;
        true
    });
    candidates
}

fn may_leave(spot: &Spot<'_>) -> bool {
    let cited = spot.spans.iter().any(|span| matches!(span, Span::Citation(_)));
    let number = spot.text.contains(|sign: char| sign.is_ascii_digit());
    let linked = spot.spans.iter().any(|span| matches!(span, Span::Link { .. }));
    let short = seo::words::count(spot.text) < WORTH_LEAVING;
    let stays = spot.first || short || linked || asks(spot) || (cited && number);
    matches!(spot.kind, PassageKind::Paragraph | PassageKind::Answer) && !stays
}

/// Whether a sentence is a question, which belongs to the one before it, or to its answer.
fn asks(spot: &Spot<'_>) -> bool {
    spot.text.trim_end().ends_with('?')
}

/// What words weigh: those of the keyword most, then those that pages on the topic use.
fn weights(keyword: &str, research: &Research, language: Language) -> HashMap<String, f64> {
    let mut weights = HashMap::new();
    for term in &research.terms {
        for stem in seo::stems(&term.text, language) {
            let weight: &mut f64 = weights.entry(stem).or_default();
            *weight = weight.max(term.weight);
        }
    }
    weights.extend(seo::stems(keyword, language).into_iter().map(|stem| (stem, 1.0)));
    weights
}

/// How much a sentence says on the topic for its length.
fn salience(spot: &Spot<'_>, weights: &HashMap<String, f64>, language: Language) -> f64 {
    let stems: BTreeSet<String> = seo::stems(spot.text, language).into_iter().collect();
    let topical: f64 = stems.iter().filter_map(|stem| weights.get(stem)).sum();
    let content = crate::as_f64(stems.len()) * 0.05;
    let cited = if spot.spans.iter().any(|span| matches!(span, Span::Citation(_))) { 1.0 } else { 0.0 };
    let length = f64::from(seo::words::count(spot.text).max(1)).sqrt();
    (topical + content) / length + cited
}

/// Whether a sentence, or its main clause, begins with a word that points to the one before it.
fn refers_back(text: &str, language: Language) -> bool {
    let normal = seo::words::normalise(text);
    match language {
        Language::ENGLISH => {
            let begins = |clause: &str, words: &[&str]| {
                seo::words::split(clause).next().is_some_and(|first| words.contains(&first))
            };
            begins(&normal, &REFERRING)
                || text.split(", ").skip(1).any(|clause| begins(clause, &["it", "they"]))
        }
        Language::VIETNAMESE => VIETNAMESE_REFERRING.iter().any(|beginning| normal.starts_with(beginning)),
        _ => false,
    }
}

#[rustfmt::skip]
const REFERRING: [&str; 29] = [
    "this", "that", "these", "those", "it", "they", "he", "she", "its", "their", "such", "however", "but", "so", "therefore", "thus",
    "instead", "then", "otherwise", "both", "neither", "either", "still", "yet", "also", "similarly",
    "and", "or", "nor",
];
const VIETNAMESE_REFERRING: [&str; 14] = [
    "điều này",
    "điều đó",
    "nó ",
    "chúng ",
    "tuy nhiên",
    "nhưng",
    "vì vậy",
    "vì thế",
    "do đó",
    "như vậy",
    "đó là",
    "đây là",
    "ngược lại",
    "cả hai",
];
