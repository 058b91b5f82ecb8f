//! Words around a figure that name its subject.

use domain::locale::Language;
use rustc_hash::FxHashSet;
use seo::words::{is_function_word, is_generic, normalise, split};

use crate::figures::Figure;

/// Groups of words that exclude each other.
#[rustfmt::skip]
const SIDES: [&str; 21] = [
    "front|rear,back", "summer|winter", "hot,warm|cold,cool", "minimum,least|maximum,most", "new,young|old,used", "small|large,big",
    "first|second|third", "morning|evening", "day|night", "before|after", "air|ground", "north|south|east|west", "road|mountain,city",
    "trước|sau", "hè|đông", "nóng,ấm|lạnh,nguội", "lớn|nhỏ", "mới|cũ", "sáng|trưa|tối,đêm", "bắc|nam|đông|tây",
    "lần đầu,lần một,lần 1|lần hai,lần 2|lần ba,lần 3",
];

/// Vietnamese syllables that mean measuring, but not of what.
const MEASURING: [&str; 12] =
    ["mất", "tốn", "giá", "hết", "nặng", "dài", "rộng", "sâu", "dày", "lâu", "đạt", "chứa"];

/// The terms of a text in order: stems of words in languages that write words, pairs of adjacent syllables in
/// Vietnamese, where a single syllable counts only if it stands alone between function words.
#[must_use]
pub fn terms(text: &str, language: Language) -> Vec<String> {
    let normal = normalise(text);
    if language != Language::VIETNAMESE {
        let named = |word: &&str| word.contains(char::is_alphabetic) && !is_generic(word, language);
        return split(&normal).filter(named).map(|word| seo::stem(word, language)).collect();
    }
    let generic = |word: &&str| is_generic(word, language);
    let mut found = Vec::new();
    for run in runs(&normal) {
        let pairs = run.windows(2).filter(|pair| !pair.iter().all(generic));
        found.extend(pairs.map(|pair| pair.join(" ")));
        found.extend(
            run.first().filter(|word| run.len() == 1 && !generic(word)).map(|word| (*word).to_owned()),
        );
    }
    found
}

/// Vietnamese syllables in a row, between function words and signs.
fn runs(normal: &str) -> impl Iterator<Item = Vec<&str>> {
    let breaks = |sign: char| !sign.is_alphanumeric() && !matches!(sign, ' ' | '\'' | '-');
    normal.split(breaks).flat_map(|clause| {
        let syllables: Vec<&str> = split(clause).collect();
        let joins =
            |word: &str| !is_function_word(word, Language::VIETNAMESE) && word.contains(char::is_alphabetic);
        let runs = syllables.split(|word| !joins(word)).filter(|run| !run.is_empty());
        runs.map(<[&str]>::to_vec).collect::<Vec<_>>()
    })
}

/// The first and the last of the Vietnamese syllables before a figure that govern it: one of them is the
/// verb, as in `ủ trong 6 tiếng`.
pub(super) fn anchors(before: &str, language: Language) -> Option<[String; 2]> {
    let normal = normalise(before);
    let run = runs(&normal).last()?;
    let near = [*run.first()?, *run.last()?];
    let measures = |word: &str| is_generic(word, language) || MEASURING.contains(&word);
    let names = language == Language::VIETNAMESE && !near.iter().any(|it| measures(it));
    names.then(|| near.map(str::to_owned))
}

/// The first term of a clause.
pub(super) fn first_term(clause: &str, language: Language) -> Option<String> {
    terms(clause, language).into_iter().next()
}

/// The base of a share: the word after `of the`.
pub(super) fn base(after: &str, language: Language) -> Option<String> {
    let normal = normalise(after);
    let mut words = split(&normal).skip_while(|word| word.is_empty());
    let of = if language == Language::VIETNAMESE { ["của", "trên"] } else { ["of", "off"] };
    words.next().filter(|word| of.contains(word))?;
    words.find(|word| !is_function_word(word, language)).map(|word| seo::stem(word, language))
}

/// Whether a figure is only a rate: `a day`, `một người`.
pub(super) fn is_rate(sentence: &str, figure: &Figure) -> bool {
    let words = normalise(&sentence[figure.range.clone()]);
    ["a ", "an ", "one ", "một ", "1 "].iter().any(|one| words.trim_start().starts_with(one))
}

/// Whether words before a figure make it a frequency: `every two years`.
pub(super) fn repeats(before: &str) -> bool {
    let normal = normalise(before);
    split(&normal).last().is_some_and(|word| ["every", "each", "per", "mỗi", "cứ"].contains(&word))
}

/// The sides of the words of a clause: the group and the side.
pub(super) fn sides(clause: &str) -> Vec<(usize, usize)> {
    let normal = normalise(clause);
    let words: Vec<&str> = split(&normal).collect();
    let known: FxHashSet<&str> = words.iter().copied().collect();
    let said = |side: &str| {
        side.split(',').any(|name| match name.split_once(' ') {
            Some((one, other)) => words.windows(2).any(|pair| pair == [one, other]),
            None => known.contains(name),
        })
    };
    let groups = SIDES.iter().enumerate();
    let sides = groups.flat_map(|(at, group)| group.split('|').enumerate().map(move |it| (at, it.0, it.1)));
    sides.filter(|(_, _, words)| said(words)).map(|(group, side, _)| (group, side)).collect()
}
