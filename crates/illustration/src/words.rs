//! Prompts and phrases as words, in the one form in which they are compared.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// No prompt is read further than this.
const MOST_WORDS: usize = 400;

/// The words of a text: lower case, composed accents, no punctuation. Apostrophes vanish, so that `mother's` is one word.
pub(crate) fn split(text: &str) -> Vec<String> {
    let composed: String = text.nfc().filter(|letter| !matches!(letter, '\'' | '’')).collect();
    let words = composed.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.take(MOST_WORDS).map(str::to_lowercase).collect()
}

/// A phrase in the form in which it is looked up.
pub(crate) fn phrase(text: &str) -> String {
    split(text).join(" ")
}

/// The same without accents, as Vietnamese is often typed.
pub(crate) fn without_accents(text: &str) -> String {
    let bare = text.nfd().filter(|letter| !is_combining_mark(*letter));
    bare.map(|letter| if letter == 'đ' { 'd' } else { letter }).collect()
}

/// What an English word may be a form of, most likely first: plurals and the forms of verbs.
pub(crate) fn english_stems(word: &str) -> Vec<String> {
    const ENDINGS: [(&str, &str); 10] = [
        ("ies", "y"),
        ("ves", "f"),
        ("ves", "fe"),
        ("es", ""),
        ("s", ""),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("ed", "e"),
        ("ly", ""),
    ];
    let mut stems = vec![word.to_owned()];
    for (ending, instead) in ENDINGS {
        let Some(base) = word.strip_suffix(ending).filter(|base| base.chars().count() > 2) else { continue };
        stems.push(format!("{base}{instead}"));
        if let Some(single) = undoubled(base).filter(|_| instead.is_empty()) {
            stems.push(single.to_owned());
        }
    }
    stems
}

/// `runn` was `run`.
fn undoubled(base: &str) -> Option<&str> {
    let (rest, last) = base.split_at_checked(base.len().checked_sub(1)?)?;
    (rest.ends_with(last) && !matches!(last, "l" | "s" | "e")).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_in_one_form() {
        assert_eq!(split("  Mother’s Day: E-mail & CÀ PHÊ!"), ["mothers", "day", "e", "mail", "cà", "phê"]);
        assert_eq!(phrase("ca\u{300} phe\u{302}"), "cà phê");
        assert_eq!(without_accents("đường phố"), "duong pho");
    }

    #[test]
    fn forms_lead_to_their_stems() {
        for (form, stem) in [
            ("berries", "berry"),
            ("knives", "knife"),
            ("running", "run"),
            ("baked", "bake"),
            ("boxes", "box"),
        ] {
            assert!(english_stems(form).iter().any(|found| found == stem), "{form}");
        }
        assert_eq!(english_stems("gas"), ["gas"]);
    }
}
