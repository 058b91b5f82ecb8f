//! Texts for an image, made from its prompt: a text alternative and a file name.
//!
//! Prompts contain instructions for the image model: "a photo of", "8k", "no text". Readers and search
//! engines get only what is visible.

mod clauses;
mod phrases;
mod slug;

use domain::locale::Language;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use clauses::described;
use phrases::Phrases;

pub use slug::file_name;

/// Screen readers cut longer texts.
pub const MAX_ALT_CHARACTERS: usize = 125;

/// A text alternative from a prompt: a sentence without a full stop, never empty.
#[must_use]
pub fn alt_text(prompt: &str, language: Language) -> String {
    let phrases = Phrases::of(language);
    let plain = without_syntax(prompt);
    let candidates = [described(&plain, phrases), plain, nameless(language).to_owned()];
    let texts = candidates.iter().map(|candidate| sentence(candidate, phrases));
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
}

/// The text alternative for a prompt without words.
fn nameless(language: Language) -> &'static str {
    if language == Language::VIETNAMESE { "Hình ảnh" } else { "Image" }
}

/// The prompt without syntax for image models: flags at the end, weights, brackets, tags.
fn without_syntax(prompt: &str) -> String {
    let composed: String =
        prompt.nfc().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let mut plain = String::with_capacity(composed.len());
    for word in composed.split_whitespace() {
        let is_flag = word.starts_with("--") && word.len() > 2;
        if is_flag && !plain.is_empty() {
            break;
        }
        let is_tag = word.starts_with('<') && word.contains('>');
        let word = word.trim_matches(['(', ')', '[', ']', '{', '}', '"', '“', '”', '*', '#', '_', '`']);
        if is_flag || is_tag || word.is_empty() {
            continue;
        }
        plain.push_str(without_weight(word).trim_end_matches([')', ']', '}']));
        plain.push(' ');
    }
    plain.truncate(plain.trim_end().len());
    plain
}

/// `castle:1.3` and `castle:1.3),` are weighted words.
fn without_weight(word: &str) -> &str {
    match word.rsplit_once(':') {
        Some((weighted, weight)) if !weighted.is_empty() && is_weight(weight) => weighted,
        _ => word,
    }
}

fn is_weight(text: &str) -> bool {
    let number = text.trim_end_matches([')', ']', '}', ',']);
    number.contains('.') && number.parse::<f32>().is_ok()
}

/// The text as a sentence: short enough, with a capital, and without loose words at its ends.
fn sentence(text: &str, phrases: &Phrases) -> String {
    let mut kept = trimmed(text);
    if kept.chars().count() > MAX_ALT_CHARACTERS {
        kept = without_loose_end(trimmed(beginning(kept)), phrases);
    }
    let shouted = kept.contains(' ') && kept.to_lowercase() != kept && kept.to_uppercase() == kept;
    let kept = if shouted { kept.to_lowercase() } else { kept.to_owned() };
    let mut letters = kept.chars();
    match letters.next() {
        // One letter may become two, as in `ß`, so the length may change.
        Some(first) if first.to_uppercase().count() == 1 => first.to_uppercase().chain(letters).collect(),
        _ => kept,
    }
}

fn trimmed(text: &str) -> &str {
    let starts =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '$' | '€' | '£' | '₫' | '¿' | '¡');
    let ends = |letter: char| letter.is_alphanumeric() || matches!(letter, '%' | '°' | '$' | '€' | '£' | '₫');
    let text = text.trim_start_matches(|letter: char| !starts(letter) && !is_mark(letter));
    text.trim_end_matches(|letter: char| !ends(letter) && !is_mark(letter))
}

/// Combining marks of the previous letter, as in Thai and Hindi.
fn is_mark(letter: char) -> bool {
    unicode_normalization::char::is_combining_mark(letter)
}

/// As many whole words as fit; if a single word is too long, as many letters.
fn beginning(text: &str) -> &str {
    let fits = |end: &usize| text[..*end].chars().count() <= MAX_ALT_CHARACTERS;
    let words = text.split_word_bound_indices().map(|(start, word)| start + word.len());
    let letters = text.grapheme_indices(true).map(|(start, letter)| start + letter.len());
    let end = words.take_while(fits).last().or_else(|| letters.take_while(fits).last());
    &text[..end.unwrap_or_default()]
}

/// The text without words like `with the` at its end, whose object was cut off.
fn without_loose_end<'a>(text: &'a str, phrases: &Phrases) -> &'a str {
    let mut kept = text;
    while let Some((before, last)) = kept.rsplit_once(' ')
        && phrases.is_loose(last)
    {
        kept = trimmed(before);
    }
    kept
}

#[cfg(test)]
mod tests;
