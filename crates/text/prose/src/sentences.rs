//! Sentence boundaries.
//!
//! A sentence ends at the end of its line. Points in numbers, abbreviations, initials and numbered items end
//! no sentence; closing quotes and brackets belong to the sentence before them. Thai and Lao have no full
//! stops: there a space after a long enough clause ends it.

mod abbreviations;

use std::ops::Range;

use domain::locale::Language;
use seo::words::{Spacing, has_list, is_function_word, spacing};

use abbreviations::{Abbreviation, abbreviation};

/// The number of Thai or Lao letters from which a space ends a sentence: about ten words.
const CLAUSE: usize = 40;
/// The most bytes before a point that are searched for its word.
const LONGEST_WORD: usize = 64;

/// The sentences of a text, trimmed, in order.
#[must_use]
pub fn split(text: &str, language: Language) -> Vec<&str> {
    ranges(text, language).into_iter().map(|range| &text[range]).collect()
}

/// Where the sentences of a text stand, in bytes. They neither overlap nor begin or end with space.
#[must_use]
pub fn ranges(text: &str, language: Language) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut at, mut letters) = (0, 0, 0_usize);
    while let Some(sign) = text[at..].chars().next() {
        let after = at + sign.len_utf8();
        let (ends, end) = match sign {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => (true, after),
            '。' | '！' | '？' | '｡' | '।' | '॥' | '။' | '។' | '።' | '։' => {
                (true, closed(text, after))
            }
            '.' | '!' | '?' | '…' | '؟' | '۔' => {
                let end = closed(text, after);
                (ends_at_mark(text, start, at, end, language), end)
            }
            ' ' if letters >= CLAUSE => (text[after..].starts_with(is_running), after),
            _ => (false, after),
        };
        letters += usize::from(is_running(sign));
        at = end;
        if ends {
            push(text, start..end, &mut found);
            (start, letters) = (end, 0);
        }
    }
    push(text, start..text.len(), &mut found);
    found
}

fn push(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let sentence = &text[range.clone()];
    let start = range.start + (sentence.len() - sentence.trim_start().len());
    let end = start + sentence.trim().len();
    if start < end {
        found.push(start..end);
    }
}

fn is_running(sign: char) -> bool {
    spacing(sign.encode_utf8(&mut [0; 4])) == Spacing::Running
}

/// The position after marks, closing quotes and brackets.
fn closed(text: &str, after: usize) -> usize {
    let rest = text[after..].trim_start_matches(|sign| {
        matches!(
            sign,
            '.' | '!'
                | '?'
                | '…'
                | '。'
                | '！'
                | '？'
                | '"'
                | '\''
                | '”'
                | '’'
                | '»'
                | ')'
                | ']'
                | '」'
                | '』'
                | '）'
        )
    });
    text.len() - rest.len()
}

/// Whether the mark at `at` ends the sentence, which then reaches up to `end`.
fn ends_at_mark(text: &str, start: usize, at: usize, end: usize, language: Language) -> bool {
    let rest = &text[end..];
    let point = text[at..].starts_with('.');
    let Some(next) = rest.chars().next() else { return true };
    if !next.is_whitespace() {
        return !point && spacing(rest) == Spacing::Ideographic;
    }
    let opening = |sign: char| {
        (sign.is_whitespace() && sign != '\n')
            || matches!(sign, '"' | '\'' | '“' | '‘' | '«' | '(' | '[' | '¿' | '¡')
    };
    let following = rest.trim_start_matches(opening);
    if following.starts_with(char::is_lowercase) && !starts_with_identifier(following) {
        return false;
    }
    let single_point = point && !text[at + 1..].starts_with('.');
    !(single_point && continues(&text[start..at], following, language))
}

/// Whether a text begins with a name such as `pg_dump`, which stays in lower case.
fn starts_with_identifier(text: &str) -> bool {
    text.split(char::is_whitespace).next().is_some_and(|word| word.contains('_'))
}

/// Whether a word has points like `e.g` and `Ph.D`, unlike `7.4` and `postgresql.conf`.
fn is_pointed(word: &str) -> bool {
    let short = |part: &str| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic);
    word.contains('.') && word.split('.').all(short)
}

/// Whether a point after `before` belongs only to its last word.
fn continues(before: &str, following: &str, language: Language) -> bool {
    let word = last_word(before);
    let starts_with_digit = following.starts_with(|sign: char| sign.is_ascii_digit());
    if !word.is_empty() && word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return before.trim() == word || (word.len() <= 2 && writes_ordinals_with_points(language));
    }
    // `20.000 đ.` is a price, `đ. Lê Lợi` a street.
    let is_price = word == "đ"
        && before[..before.len() - word.len()].trim_end().ends_with(|sign: char| sign.is_ascii_digit());
    if is_price {
        return false;
    }
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    match abbreviation(word, language) {
        Some(Abbreviation::NeverLast) => true,
        Some(Abbreviation::BeforeDigits) => starts_with_digit,
        Some(Abbreviation::MayBeLast) => !starts_sentence(following, language),
        None => (initial || is_pointed(word)) && !starts_sentence(following, language),
    }
}

fn last_word(before: &str) -> &str {
    let from = before.floor_char_boundary(before.len().saturating_sub(LONGEST_WORD));
    let tail = &before[from..];
    tail.rsplit(|sign: char| sign.is_whitespace() || matches!(sign, '(' | '[' | '"' | '“' | '‘' | '/'))
        .next()
        .unwrap_or(tail)
}

/// Whether a text begins like a sentence: with a word that is no name. If the language has no word list, any
/// beginning counts.
fn starts_sentence(text: &str, language: Language) -> bool {
    let word = text.split(|sign: char| !sign.is_alphanumeric() && sign != '\'').next().unwrap_or_default();
    !has_list(language) || is_function_word(&word.to_lowercase(), language)
}

fn writes_ordinals_with_points(language: Language) -> bool {
    matches!(
        language.as_str(),
        "de" | "cs"
            | "sk"
            | "da"
            | "no"
            | "nb"
            | "fi"
            | "hu"
            | "hr"
            | "sl"
            | "sr"
            | "bs"
            | "et"
            | "lv"
            | "pl"
            | "is"
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(language: &str, text: &str, expected: &[&str]) {
        assert_eq!(split(text, language.parse().unwrap()), expected, "{text}");
    }

    #[test]
    fn english_sentences() {
        check("en", "One. Two! Three?", &["One.", "Two!", "Three?"]);
        check("en", "It weighs 3.5 kg. Dr. Smith agrees.", &["It weighs 3.5 kg.", "Dr. Smith agrees."]);
        check("en", "Use salt, e.g. Himalayan salt. Stir.", &["Use salt, e.g. Himalayan salt.", "Stir."]);
        check("en", "It opens at 5 p.m. The bar is full.", &["It opens at 5 p.m.", "The bar is full."]);
        check("en", "He lives in the U.S. Senate district.", &["He lives in the U.S. Senate district."]);
        check(
            "en",
            "It takes 7.4. Ask first. Edit a.conf. Run it.",
            &["It takes 7.4.", "Ask first.", "Edit a.conf.", "Run it."],
        );
        check("en", "Reads go on. pg_dump only reads.", &["Reads go on.", "pg_dump only reads."]);
        check("vi", "Giá 20.000 đ. Nước rẻ. Ở đ. Lê Lợi.", &["Giá 20.000 đ.", "Nước rẻ.", "Ở đ. Lê Lợi."]);
        check("en", "Buy oats, rice, etc. Then cook.", &["Buy oats, rice, etc.", "Then cook."]);
        check("en", "See J. Smith and No. 5. No. It ends.", &["See J. Smith and No. 5.", "No.", "It ends."]);
        check(
            "en",
            "\"Stop!\" he said. \"Go.\" They went.",
            &["\"Stop!\" he said.", "\"Go.\"", "They went."],
        );
        check(
            "en",
            "(It works.) Really... it does. Wait... What?",
            &["(It works.)", "Really... it does.", "Wait...", "What?"],
        );
        check("en", "1. Grind the beans.\n2. Wait\n\nEnd", &["1. Grind the beans.", "2. Wait", "End"]);
        check("en", "Visit example.com or v1.2. Done.", &["Visit example.com or v1.2.", "Done."]);
    }

    #[test]
    fn sentences_of_other_languages() {
        check(
            "vi",
            "Ông sống ở TP. Hồ Chí Minh. Giá 1.200 đồng, v.v. Rất rẻ!",
            &["Ông sống ở TP. Hồ Chí Minh.", "Giá 1.200 đồng, v.v.", "Rất rẻ!"],
        );
        check("de", "Am 3. Oktober ist z. B. frei. Gut so.", &["Am 3. Oktober ist z. B. frei.", "Gut so."]);
        check("zh", "咖啡很好。“真的吗？”他说。", &["咖啡很好。", "“真的吗？”", "他说。"]);
        check("ja", "本当？はい。", &["本当？", "はい。"]);
        check("hi", "यह अच्छा है। धन्यवाद।", &["यह अच्छा है।", "धन्यवाद।"]);
        let clause = "กาแฟสกัดเย็นต้องใช้เวลานานกว่ากาแฟทั่วไปมากเพราะน้ำเย็น";
        check("th", &format!("{clause} {clause}"), &[clause, clause]);
    }

    proptest! {
        #[test]
        fn nothing_but_space_is_lost(text in "[A-Za-zà-ỹ0-9.!?…\"() \n。咖啡กาแฟ-]{0,200}", vietnamese: bool) {
            let language = if vietnamese { Language::VIETNAMESE } else { Language::ENGLISH };
            let bare = |text: &str| text.chars().filter(|sign| !sign.is_whitespace()).collect::<String>();
            prop_assert_eq!(bare(&split(&text, language).concat()), bare(&text));
        }

        #[test]
        fn any_text_is_split(text: String) {
            let found = ranges(&text, Language::ENGLISH);
            prop_assert!(found.iter().all(|range| !text[range.clone()].trim().is_empty()));
            prop_assert!(found.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }
}
