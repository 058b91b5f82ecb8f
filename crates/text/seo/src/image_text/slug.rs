//! File names: letters, digits and hyphens, which all systems support.

use domain::locale::Language;

use crate::words;

/// Other software cuts longer names.
const MAX_CHARACTERS: usize = 60;
/// Shorter names have no meaning.
const MIN_CHARACTERS: usize = 3;
/// The name if no letter of the text has an ASCII equivalent.
const NAMELESS: &str = "image";

/// The name of a file, without its extension: the text in `a` to `z`, digits and hyphens.
#[must_use]
pub fn file_name(text: &str, language: Language) -> String {
    let normalised = words::normalise(text);
    let all: Vec<&str> = words::split(&normalised).collect();
    let telling = all.iter().copied().filter(|word| !words::is_function_word(word, language));
    let slug = Some(slug(telling)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| slug_of_all(&all));
    match slug.len() {
        0 => NAMELESS.to_owned(),
        1..MIN_CHARACTERS => format!("{slug}-{NAMELESS}"),
        _ => slug,
    }
}

fn slug_of_all(words: &[&str]) -> String {
    slug(words.iter().copied())
}

fn slug<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut slug = String::new();
    for part in words.flat_map(parts) {
        if slug.is_empty() {
            slug.extend(part.chars().take(MAX_CHARACTERS));
        } else if slug.len() + 1 + part.len() <= MAX_CHARACTERS {
            slug.push('-');
            slug.push_str(&part);
        } else {
            break;
        }
    }
    slug
}

/// A word in ASCII; several words if other characters separate its letters.
fn parts(word: &str) -> Vec<String> {
    let spelt: String = word.chars().filter(|letter| *letter != '\'').map(spelling).collect();
    let folded = words::fold_diacritics(&spelt);
    let parts = folded.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(str::to_ascii_lowercase).collect()
}

/// The ASCII form of letters that do not decompose into a letter and a mark.
fn spelling(letter: char) -> String {
    let spelt = match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'þ' => "th",
        'ð' => "d",
        'ı' => "i",
        'ħ' => "h",
        other => return other.to_string(),
    };
    spelt.to_owned()
}
