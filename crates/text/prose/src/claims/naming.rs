//! Words around a figure that name its subject.

use std::ops::Range;

use domain::locale::Language;
use rustc_hash::FxHashSet;
use seo::words::{is_function_word, is_generic, normalise, split};

use crate::figures::Figure;

/// Groups of words that exclude each other.
#[rustfmt::skip]
const SIDES: [&str; 22] = [
    "front|rear,back", "summer|winter", "hot,warm|cold,cool", "minimum,least|maximum,most", "new,young|old,used", "small|large,big",
    "first|second|third", "morning|evening", "day|night", "before|after", "air|ground", "soft|hard", "north|south|east|west", "road|mountain,city",
    "trước|sau", "hè|đông", "nóng,ấm|lạnh,nguội", "lớn|nhỏ", "mới|cũ", "sáng|trưa|tối,đêm", "bắc|nam|đông|tây",
    "lần đầu,lần một,lần 1|lần hai,lần 2|lần ba,lần 3",
];

/// Vietnamese syllables that mean measuring, but not of what.
const MEASURING: [&str; 12] =
    ["mất", "tốn", "giá", "hết", "nặng", "dài", "rộng", "sâu", "dày", "lâu", "đạt", "chứa"];

/// How many equal words before two figures make them figures for one thing. Three words, such as `leave it
/// for`, stand before figures for anything.
const LEAD_WORDS: usize = 4;
/// The most words of a base.
const MOST_BASE_WORDS: usize = 3;

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

/// The base of a figure: the words after `of the`, up to the next function word.
pub(super) fn base(after: &str, language: Language) -> Vec<String> {
    let normal = normalise(after);
    let mut words = split(&normal).skip_while(|word| word.is_empty());
    let of = if language == Language::VIETNAMESE { ["của", "trên"] } else { ["of", "off"] };
    if !words.next().is_some_and(|word| of.contains(&word)) {
        return Vec::new();
    }
    let named = words.skip_while(|word| is_function_word(word, language));
    let named = named.take_while(|word| !is_function_word(word, language));
    named.take(MOST_BASE_WORDS).map(|word| seo::stem(word, language)).collect()
}

/// The words directly before a figure in its clause. Two of them must name something.
pub(super) fn lead(before: &str, language: Language) -> Option<Vec<String>> {
    let normal = normalise(before.trim_end().rsplit('\n').next()?);
    let words: Vec<&str> = split(&normal).collect();
    let last = &words[words.len().checked_sub(LEAD_WORDS)?..];
    let naming = last.iter().filter(|word| !is_function_word(word, language) && !is_generic(word, language));
    (naming.count() > 1).then(|| last.iter().map(|word| (*word).to_owned()).collect())
}

/// The Vietnamese syllables of a text that name something.
pub(super) fn syllables(text: &str, language: Language) -> Vec<String> {
    runs_of(text, language).concat()
}

/// The Vietnamese syllables that stand alone between function words. Another text may write them beside
/// others: `phơi` in `phải phơi ở chỗ mát` and `phơi lưới lọc`.
pub(super) fn lone_syllables(text: &str, language: Language) -> Vec<String> {
    runs_of(text, language).into_iter().filter(|run| run.len() == 1).flatten().collect()
}

fn runs_of(text: &str, language: Language) -> Vec<Vec<String>> {
    if language != Language::VIETNAMESE {
        return Vec::new();
    }
    let normal = normalise(text);
    let naming =
        |run: Vec<&str>| run.into_iter().filter(|it| !is_generic(it, language)).map(str::to_owned).collect();
    runs(&normal).map(naming).collect()
}

/// Whether a figure is only a rate: `a day`, `một người`.
pub(super) fn is_rate(sentence: &str, figure: &Figure) -> bool {
    let words = normalise(&sentence[figure.range.clone()]);
    ["a ", "an ", "one ", "một ", "1 "].iter().any(|one| words.trim_start().starts_with(one))
}

/// Whether a figure is a frequency: `every two years`, `once a week`, `3 tháng một lần`.
pub(super) fn repeats(sentence: &str, figure: &Range<usize>) -> bool {
    let before = normalise(&sentence[..figure.start]);
    let every =
        split(&before).last().is_some_and(|word| ["every", "each", "per", "mỗi", "cứ"].contains(&word));
    let normal = normalise(&sentence[figure.start..]);
    let mut words = split(&normal);
    let once = words.next().is_some_and(|word| ["once", "twice", "mỗi"].contains(&word));
    let after = normalise(&sentence[figure.end..]);
    let after = after.trim_start();
    every || once || ["một lần", "1 lần"].iter().any(|once| after.starts_with(once))
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
