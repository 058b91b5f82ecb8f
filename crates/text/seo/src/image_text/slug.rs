//! Names of files: letters, digits and hyphens, understood everywhere.

use domain::locale::Language;

use crate::words;

/// Longer names are cut by those who show them.
const MAX_CHARACTERS: usize = 60;
/// Shorter names say nothing.
const MIN_CHARACTERS: usize = 3;
/// The name if no letter of the text has a counterpart in ASCII.
const NAMELESS: &str = "image";

/// The name of a file, without its extension: what the text says, in `a` to `z`, digits and hyphens.
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

/// As many words as fit.
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

/// A word in ASCII; several if other signs stand between its letters.
fn parts(word: &str) -> Vec<String> {
    let spelt: String = word.chars().filter(|letter| *letter != '\'').map(spelling).collect();
    let folded = words::fold_diacritics(&spelt);
    let parts = folded.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(str::to_ascii_lowercase).collect()
}

/// Letters that are no letter with a mark.
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
