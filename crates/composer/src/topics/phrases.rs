//! Phrases that sources use: what a topic is called where no heading names it, and what the keyword's thing is called in running text.

use std::collections::BTreeMap;

use seo::words::{is_function_word, normalise, split};

use crate::corpus::Corpus;
use crate::facts::Unit;
use crate::text::{has, padded};

/// The phrases that units use most, the telling ones first.
pub(super) fn of_units<'a>(units: impl Iterator<Item = &'a Unit>, corpus: &Corpus<'_>) -> Vec<String> {
    let mut uses: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for fact in units.flat_map(|unit| unit.facts().collect::<Vec<_>>()) {
        let normal = normalise(&fact.text);
        let words: Vec<&str> = split(&normal).collect();
        for length in 1..=2 {
            for phrase in words.windows(length).filter(|phrase| names(phrase, corpus)) {
                *uses.entry(phrase.iter().map(|word| (*word).to_owned()).collect()).or_insert(0) += 1;
            }
        }
    }
    let mut ranked: Vec<(usize, Vec<String>)> = uses
        .into_iter()
        .filter(|(_, uses)| *uses > 1)
        .map(|(words, uses)| (uses * if words.len() > 1 { 3 } else { 2 }, words))
        .collect();
    ranked.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    ranked.into_iter().map(|(_, words)| written(&words.join(" "), corpus)).collect()
}

/// The phrases of units that are hardly used elsewhere, the most used first.
pub(super) fn telling<'a>(units: impl Iterator<Item = &'a Unit>, corpus: &Corpus<'_>) -> Vec<String> {
    let units: Vec<&Unit> = units.collect();
    let within: Vec<String> =
        units.iter().flat_map(|unit| unit.facts()).map(|fact| padded(&fact.text)).collect();
    let everywhere: Vec<String> =
        corpus.research.evidence.iter().map(|evidence| padded(&evidence.text)).collect();
    let uses = |lines: &[String], phrase: &str| lines.iter().filter(|line| has(line, phrase)).count();
    let mut found = of_units(units.into_iter(), corpus);
    found.retain(|phrase| {
        let phrase = padded(phrase);
        let own = uses(&within, phrase.trim());
        own > 1 && own * 3 >= uses(&everywhere, phrase.trim()) * 2
    });
    found
}

/// Words of measures: `đồng tùy` of `50.000 đồng tùy cỡ` names nothing.
const MEASURES: [&str; 10] = ["đồng", "giờ", "phút", "km", "tháng", "ngày", "năm", "triệu", "tùy", "khoảng"];

fn names(phrase: &[&str], corpus: &Corpus<'_>) -> bool {
    let lexicon = corpus.lexicon;
    let content = |word: &&str| {
        !is_function_word(word, lexicon.language)
            && word.chars().count() > 1
            && !word.starts_with(|sign: char| sign.is_ascii_digit())
    };
    if phrase.iter().any(|word| MEASURES.contains(word)) {
        return false;
    }
    let noun = if lexicon.is_english() {
        phrase.last().is_some_and(|word| corpus.is_noun(word))
    } else {
        phrase.len() > 1
    };
    phrase.iter().all(content) && noun && corpus.vocabulary.keyword_share(&phrase.join(" ")) < 0.5
}

/// A phrase as some sentence writes it after its first word.
fn written(phrase: &str, corpus: &Corpus<'_>) -> String {
    let inside = |text: &str| {
        let start = text.find(' ')?;
        let tail = &text[start..];
        let at = tail.to_lowercase().find(phrase)?;
        tail.get(at..at + phrase.len()).map(str::to_owned)
    };
    corpus
        .research
        .evidence
        .iter()
        .find_map(|evidence| inside(&evidence.text))
        .unwrap_or_else(|| phrase.to_owned())
}

/// What running text calls the thing of the keyword: the part of it that sources use most, with the article that they give it.
pub(crate) fn core_phrase(corpus: &Corpus<'_>) -> String {
    let lines: Vec<String> = corpus.research.evidence.iter().map(|evidence| padded(&evidence.text)).collect();
    let uses = |phrase: &str| lines.iter().filter(|line| has(line, phrase)).count();
    let noun = padded(&corpus.keyword.noun);
    let words: Vec<&str> = noun.split_whitespace().collect();
    let mut best: Option<(usize, String)> = None;
    for length in (1..=words.len()).rev() {
        for part in words.windows(length) {
            let edges = [part[0], part[length - 1]];
            if edges.iter().any(|word| is_function_word(word, corpus.lexicon.language))
                || (length == 1 && words.len() > 1)
            {
                continue;
            }
            let phrase = part.join(" ");
            let count = uses(&phrase);
            let score = count.min(12) * length.min(3);
            if count > 2 && best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, phrase));
            }
        }
    }
    let Some((_, core)) = best else { return corpus.keyword.noun.clone() };
    if !corpus.lexicon.is_english() {
        return surface(&core, corpus);
    }
    // `a cast iron` of `a cast iron skillet` tells nothing about `cast iron`.
    let alone = |form: &str| lines.iter().filter(|line| ends_phrase(line, form, corpus)).count();
    let forms = [core.clone(), format!("{core}s"), format!("a {core}"), format!("an {core}")];
    let bare = forms
        .iter()
        .rev()
        .map(|form| (alone(form), form))
        .filter(|(count, form)| *count > 0 && **form != core);
    let articled = alone(&forms[2]) + alone(&forms[3]);
    let best =
        bare.max_by_key(|(count, _)| *count).filter(|_| articled > 0 || alone(&forms[1]) > alone(&core));
    surface(best.map_or(&core, |(_, form)| form), corpus)
}

/// Whether a phrase stands in a padded line and no other noun goes on from it.
fn ends_phrase(line: &str, phrase: &str, corpus: &Corpus<'_>) -> bool {
    line.match_indices(&format!(" {phrase} ")).any(|(at, found)| {
        let next = line[at + found.len()..].split(' ').next().unwrap_or_default();
        next.is_empty() || is_function_word(next, corpus.lexicon.language) || corpus.lexicon.is_finite(next)
    })
}

/// A phrase with the capitals that the keyword gives it.
fn surface(phrase: &str, corpus: &Corpus<'_>) -> String {
    let full = &corpus.keyword.full;
    full.to_lowercase()
        .find(phrase)
        .and_then(|at| full.get(at..at + phrase.len()))
        .map_or_else(|| phrase.to_owned(), str::to_owned)
}
