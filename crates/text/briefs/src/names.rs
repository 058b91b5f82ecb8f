//! Names and identifiers that pages use: words with one spelling only.

use std::collections::{BTreeSet, HashMap};

use domain::articles::brief::{BriefTerm, TermKind};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use prose::sentences;
use seo::words;

use crate::as_f64;
use crate::write::Context;

const MOST: usize = 18;
/// Passages with less relevance to the keyword name other things.
const RELEVANT: f64 = 0.25;
/// How often a name that only one source has must occur there.
const FEWEST: u32 = 3;
/// The longest name in words.
const LONGEST: usize = 4;

#[derive(Default)]
struct Uses {
    count: u32,
    sources: BTreeSet<SourceNumber>,
    relevance: f64,
}

/// Names in relevant passages, highest weight first.
pub(crate) fn find(context: &Context<'_>) -> Vec<BriefTerm> {
    let mut uses: HashMap<String, Uses> = HashMap::new();
    let mut small: HashMap<&str, u32> = HashMap::new();
    for (index, passage) in context.passages.iter().enumerate() {
        let relevance = context.relevance[index];
        if relevance < RELEVANT {
            continue;
        }
        for line in crate::prose_lines(&passage.text) {
            for word in line.split(|sign: char| !sign.is_alphanumeric()) {
                if word.starts_with(char::is_lowercase) {
                    *small.entry(word).or_insert(0) += 1;
                }
            }
            for sentence in sentences::split(line, context.keyword.language) {
                for name in in_sentence(sentence, context.keyword.language) {
                    let known = uses.entry(name).or_default();
                    known.count += 1;
                    known.sources.extend(passage.sources());
                    known.relevance = known.relevance.max(relevance);
                }
            }
        }
    }
    // A word that is mostly in lower case is capitalised only because it begins something.
    uses.retain(|name, uses| {
        name.contains([' ', '_']) || small.get(&*name.to_lowercase()).is_none_or(|count| *count < uses.count)
    });
    let several = context.sources.len() > 2;
    let mut names: Vec<(String, Uses)> = uses
        .into_iter()
        .filter(|(_, uses)| uses.sources.len() > 1 || uses.count >= if several { FEWEST } else { 2 })
        .collect();
    let weight =
        |uses: &Uses| as_f64(uses.sources.len()).sqrt() * (1.0 + f64::from(uses.count)).ln() * uses.relevance;
    names.sort_by(|(one, one_uses), (other, other_uses)| {
        weight(other_uses).total_cmp(&weight(one_uses)).then_with(|| one.cmp(other))
    });
    names.truncate(MOST);
    let term = |(text, uses): (String, Uses)| BriefTerm {
        text,
        kind: TermKind::Name,
        pages: u32::try_from(uses.sources.len()).unwrap_or(u32::MAX),
        uses: None,
    };
    names.into_iter().map(term).collect()
}

fn in_sentence(sentence: &str, language: Language) -> Vec<String> {
    let all: Vec<&str> = sentence.split_whitespace().collect();
    let capitals = all.iter().filter(|word| word.starts_with(char::is_uppercase)).count();
    let is_heading = all.len() > 3 && capitals * 2 > all.len();
    let mut names = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for (index, word) in all.iter().enumerate() {
        let bare = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        let bare = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s")).unwrap_or(bare);
        let shape = shape(bare, language);
        let before = index.checked_sub(1).and_then(|before| all.get(before));
        let begins = before.is_none_or(|before| before.ends_with([':', '|', '-', '–', '•']));
        let is_name = match shape {
            Shape::Identifier => true,
            Shape::Capitals => !is_heading,
            Shape::Capitalised => !begins && !is_heading,
            Shape::Plain => false,
        };
        if !is_name {
            end(&mut run, &mut names, language);
            continue;
        }
        if shape == Shape::Identifier {
            end(&mut run, &mut names, language);
            names.push(bare.to_owned());
            continue;
        }
        run.push(bare);
        if word.ends_with([',', '.', ';', ':', ')', '”', '"']) || run.len() == LONGEST {
            end(&mut run, &mut names, language);
        }
    }
    end(&mut run, &mut names, language);
    names
}

fn end(run: &mut Vec<&str>, names: &mut Vec<String>, language: Language) {
    let common = |word: &&str| words::is_background(&words::normalise(word), language);
    if !run.is_empty() && !run.iter().all(common) {
        names.push(run.join(" "));
    }
    run.clear();
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `autovacuum_naptime`, `PostgreSQL`.
    Identifier,
    /// `VACUUM`.
    Capitals,
    Capitalised,
    Plain,
}

fn shape(word: &str, language: Language) -> Shape {
    let letters = word.chars().filter(|sign| sign.is_alphabetic()).count();
    let upper = word.chars().filter(|sign| sign.is_uppercase()).count();
    let joined = word.trim_matches('_').contains('_') && word.chars().all(|sign| sign.is_ascii_graphic());
    if letters < 2 || word.contains(['<', '>', '=', '/']) || word.chars().count() > 48 {
        Shape::Plain
    } else if joined || (upper > 0 && upper < letters && word.chars().skip(1).any(char::is_uppercase)) {
        if word.contains('-') && !joined { Shape::Plain } else { Shape::Identifier }
    } else if upper == letters && letters > 2 {
        Shape::Capitals
    } else if upper == 1
        && word.starts_with(char::is_uppercase)
        && !word.contains('-')
        && !words::is_function_word(&words::normalise(word), language)
    {
        Shape::Capitalised
    } else {
        Shape::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_words() {
        let names = |sentence: &str| in_sentence(sentence, Language::ENGLISH);
        assert_eq!(
            names("The daemon of PostgreSQL runs VACUUM and reads autovacuum_naptime (see NOTE)."),
            ["PostgreSQL", "VACUUM", "autovacuum_naptime"]
        );
        assert_eq!(
            names("The coffee of this roaster is from Buôn Ma Thuột, not from Ethiopia."),
            ["Buôn Ma Thuột", "Ethiopia"]
        );
        assert!(names("It is a plain sentence.").is_empty());
    }
}
