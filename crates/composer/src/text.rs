//! Small questions about words and sentences, and small repairs of them.

use seo::words;

/// The normalised words between spaces, with a space at both ends, so that phrases can be searched whole.
pub(crate) fn padded(text: &str) -> String {
    let normal = words::normalise(text);
    let mut line = String::from(" ");
    for word in words::split(&normal) {
        line.push_str(word);
        line.push(' ');
    }
    line
}

/// Whether a padded text has a phrase.
pub(crate) fn has(padded: &str, phrase: &str) -> bool {
    padded
        .match_indices(phrase)
        .any(|(at, found)| padded[..at].ends_with(' ') && padded[at + found.len()..].starts_with(' '))
}

/// Whether a padded text begins with a phrase.
pub(crate) fn begins(padded: &str, phrase: &str) -> bool {
    padded[1..].strip_prefix(phrase).is_some_and(|rest| rest.starts_with(' '))
}

/// How many words a text has.
pub(crate) fn count(text: &str) -> usize {
    words::count(text) as usize
}

/// The first letter as a capital.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The first letter in lower case.
pub(crate) fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Every word with a capital that is not a small one, as English titles are written.
pub(crate) fn title_case(text: &str) -> String {
    const SMALL: [&str; 22] = [
        "a", "an", "the", "and", "or", "but", "nor", "for", "of", "to", "in", "on", "at", "by", "with",
        "from", "as", "per", "vs", "into", "without", "is",
    ];
    let words: Vec<String> = text
        .split(' ')
        .enumerate()
        .map(
            |(index, word)| {
                if index > 0 && SMALL.contains(&word) { word.to_owned() } else { capitalised(word) }
            },
        )
        .collect();
    words.join(" ")
}

/// The text with a full stop, unless it ends with a mark already.
pub(crate) fn ended(text: &str) -> String {
    let text = text.trim().trim_end_matches([';', ',', ':']).trim_end();
    if text.ends_with(['.', '!', '?', '…']) || text.ends_with(".”") || text.ends_with(".\"") {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// `a, b and c`.
pub(crate) fn enumerated(parts: &[String], and: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        // A part that has an `and` of its own would blur the last one.
        [rest @ .., last] if parts.len() > 2 && parts.iter().any(|part| has(&padded(part), and)) => {
            format!("{}, {and} {last}", rest.join(", "))
        }
        [rest @ .., last] => format!("{} {and} {last}", rest.join(", ")),
    }
}

/// The first word, normalised.
pub(crate) fn first_word(text: &str) -> String {
    let normal = words::normalise(text);
    words::split(&normal).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_whole_words() {
        let line = padded("The Pan, once dry, is stored.");
        assert_eq!(line, " the pan once dry is stored ");
        assert!(has(&line, "once dry") && begins(&line, "the pan"));
        assert!(!has(&line, "store") && !begins(&line, "the pa") && !has(&line, "an"));
    }

    #[test]
    fn sentences_are_repaired() {
        assert_eq!(ended(" It works;"), "It works.");
        assert_eq!(ended("Really?"), "Really?");
        assert_eq!(capitalised("ở đâu"), "Ở đâu");
        assert_eq!(title_case("care of cast iron"), "Care of Cast Iron");
    }

    #[test]
    fn enumerations_are_joined() {
        let parts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(enumerated(&parts(&["a", "b", "c"]), "and"), "a, b and c");
        assert_eq!(enumerated(&parts(&["a", "b and c", "d"]), "and"), "a, b and c, and d");
        assert_eq!(enumerated(&parts(&["a"]), "and"), "a");
    }
}
