//! Words of any language: splitting, counting and comparing.
//!
//! Texts are compared in NFC and lower case. Diacritics are part of a word; they are removed only to
//! recognise a query that was typed without them.

mod background;
mod function_words;

use std::borrow::Cow;

use memchr::memchr;
use unicode_normalization::{UnicodeNormalization, is_nfc};
use unicode_segmentation::UnicodeSegmentation;

pub use background::is_background;
pub use function_words::{has_list, is_function_word, is_generic};

/// The longest word; longer strings are data.
const MAX_WORD: usize = 64;

/// How a writing system separates words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// Spaces stand between words, or between syllables as in Vietnamese.
    Spaced,
    /// Chinese and Japanese: characters follow each other.
    Ideographic,
    /// Thai, Lao, Khmer and Burmese: letters follow each other.
    Running,
}

/// NFC and lower case, with one kind of apostrophe.
#[must_use]
pub fn normalise(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        };
    }
    let composed: Cow<'_, str> =
        if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) };
    Cow::Owned(composed.to_lowercase().replace('\u{2019}', "'"))
}

/// The words of a normalised text. A word has at least one letter or digit. In scripts without spaces each
/// letter is a word of its own.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    text.unicode_words().filter_map(cleaned)
}

/// A word in compared form, without the English possessive `'s`; `None` if it is no word.
#[must_use]
pub fn cleaned(word: &str) -> Option<&str> {
    let word = word.strip_suffix("'s").unwrap_or(word);
    (!word.is_empty() && word.len() <= MAX_WORD).then_some(word)
}

/// How the script of a word separates words, by its first letter.
#[must_use]
pub fn spacing(word: &str) -> Spacing {
    match word.chars().next().map_or(0, u32::from) {
        0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF => {
            Spacing::Ideographic
        }
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF => Spacing::Running,
        _ => Spacing::Spaced,
    }
}

/// The number of words of a text. Without spaces, two ideographs or kana count as a word, and so do four
/// letters of Thai, Lao, Khmer or Burmese, which is about the length of dictionary words.
#[must_use]
pub fn count(text: &str) -> u32 {
    if text.is_ascii() {
        return count_ascii(text.as_bytes());
    }
    let (mut spaced, mut ideographs, mut letters) = (0_u32, 0_u32, 0_u32);
    for word in text.unicode_words() {
        match spacing(word) {
            Spacing::Spaced => spaced += 1,
            // A run of katakana is one word in the standard.
            Spacing::Ideographic => ideographs += u32::try_from(word.chars().count()).unwrap_or(u32::MAX),
            Spacing::Running => letters += 1,
        }
    }
    spaced + ideographs.div_ceil(2) + letters.div_ceil(4)
}

/// [`count`] for ASCII, which most pages consist of. The rules of the standard (UAX #29) for ASCII: letters,
/// digits and `_` form words; one of `.`, `:` and `'` between letters, and one of `.`, `,`, `;` and `'`
/// between digits, does not end them.
fn count_ascii(text: &[u8]) -> u32 {
    if memchr(b'_', text).is_some() {
        return count_with_underscores(text);
    }
    let last = text.last().is_some_and(u8::is_ascii_alphanumeric);
    u32::from(last) + ends(text) - joints(text)
}

/// The number of word ends: a letter or digit followed by neither.
fn ends(text: &[u8]) -> u32 {
    let next = text.get(1..).unwrap_or_default();
    // Booleans become numbers whose sums of 128 stay below 256, so that many bytes are processed at once.
    let chunks = text.chunks(128).zip(next.chunks(128));
    let sums = chunks.map(|(these, next)| {
        let pairs = these.iter().zip(next);
        let ends = pairs.map(|(this, next)| {
            u8::from(this.is_ascii_alphanumeric()) & u8::from(!next.is_ascii_alphanumeric())
        });
        ends.sum::<u8>()
    });
    sums.map(u32::from).sum()
}

/// The number of marks that join the characters around them to one word.
fn joints(text: &[u8]) -> u32 {
    let [marks, next] = [1, 2].map(|from| text.get(from..).unwrap_or_default());
    let chunks = text.chunks(128).zip(marks.chunks(128)).zip(next.chunks(128));
    let sums = chunks.map(|((before, marks), next)| {
        let triples = before.iter().zip(marks).zip(next);
        triples.map(|((before, mark), next)| joins(*before, *mark, *next)).sum::<u8>()
    });
    sums.map(u32::from).sum()
}

/// [`count_ascii`] with underscores: `_` extends words, but is no word by itself.
fn count_with_underscores(text: &[u8]) -> u32 {
    let (mut words, mut tells) = (0_u32, false);
    for (at, byte) in text.iter().enumerate() {
        let joins = || text.get(at + 1).is_some_and(|next| joins(text[at - 1], *byte, *next) == 1);
        if byte.is_ascii_alphanumeric() {
            tells = true;
        } else if tells && *byte != b'_' && !joins() {
            words += 1;
            tells = false;
        }
    }
    words + u32::from(tells)
}

/// 1 if a mark joins the characters around it to one word, else 0.
fn joins(before: u8, mark: u8, next: u8) -> u8 {
    let of_both = u8::from(mark == b'.') | u8::from(mark == b'\'');
    let of_letters = of_both | u8::from(mark == b':');
    let of_digits = of_both | u8::from(mark == b',') | u8::from(mark == b';');
    let letters = u8::from(before.is_ascii_alphabetic()) & u8::from(next.is_ascii_alphabetic());
    let digits = u8::from(before.is_ascii_digit()) & u8::from(next.is_ascii_digit());
    (of_letters & letters) | (of_digits & digits)
}

/// The text without diacritics: `đ` becomes `d`, `ế` becomes `e`. Only to recognise text that was typed
/// without them.
#[must_use]
pub fn fold_diacritics(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let folded =
        text.nfd().filter(|letter| !matches!(u32::from(*letter), 0x0300..=0x036F)).map(
            |letter| match letter {
                'đ' => 'd',
                'Đ' => 'D',
                other => other,
            },
        );
    Cow::Owned(folded.nfc().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        split(&normalise(text)).map(str::to_owned).collect()
    }

    #[test]
    fn words_are_composed_and_in_lower_case() {
        assert_eq!(words("The Dog’s 2.5 kg—bone!"), ["the", "dog", "2.5", "kg", "bone"]);
        assert_eq!(words("Ca\u{0300} phe\u{0302} SỮA đá"), ["cà", "phê", "sữa", "đá"]);
        assert_eq!(words("… — 🙂"), Vec::<String>::new());
    }

    #[test]
    fn counts_follow_the_script() {
        assert_eq!(count("How to brew coffee at home"), 6);
        assert_eq!(count("cách pha cà phê"), 4);
        assert_eq!(count("日本語の文章"), 3);
        assert_eq!(count("コーヒーの淹れ方"), 4);
        assert_eq!(count("วิธีชงกาแฟ"), 2);
        assert_eq!(count(""), 0);
    }

    #[test]
    fn marks_are_folded() {
        assert_eq!(fold_diacritics("đường Điện Biên Phủ, ếch, mía"), "duong Dien Bien Phu, ech, mia");
        assert_eq!(fold_diacritics("naïve Ünïcode 日本"), "naive Unicode 日本");
    }

    proptest::proptest! {
        #[test]
        fn ascii_is_counted_as_the_standard_says(text in "[a-c0-2_.:,;'\" \n-]{0,24}") {
            let standard = u32::try_from(text.unicode_words().count()).unwrap();
            proptest::prop_assert_eq!(count(&text), standard, "{:?}", text);
        }
    }
}
