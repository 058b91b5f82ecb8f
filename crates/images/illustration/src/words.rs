//! Prompts and phrases as words, in the form in which they are compared.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The most words of a prompt that are read.
const MOST_WORDS: usize = 400;

/// A word of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// In lower case, with composed accents. Apostrophes are removed, so `mother's` is `mothers`.
    pub(crate) text: String,
    /// Whether it starts with a capital letter.
    pub(crate) capital: bool,
    /// Whether it ends with `'s`.
    pub(crate) possessive: bool,
}

/// The words of a text, clause by clause. Punctuation ends a clause, and so does a dash between spaces; a hyphen separates words.
pub(crate) fn clauses(text: &str) -> Vec<Vec<Word>> {
    let composed: String = text.nfc().map(|letter| if letter == '’' { '\'' } else { letter }).collect();
    let mut left = MOST_WORDS;
    let mut clauses = Vec::new();
    for clause in composed.replace(" - ", ",").split(ends_a_clause) {
        let words = clause.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
        let words: Vec<Word> = words.filter_map(word).take(left).collect();
        left -= words.len();
        clauses.extend(Some(words).filter(|words| !words.is_empty()));
    }
    clauses
}

fn ends_a_clause(letter: char) -> bool {
    ",;:.!?()[]{}|\"“”–—…\n".contains(letter)
}

fn word(raw: &str) -> Option<Word> {
    let bare: String = raw.chars().filter(|letter| *letter != '\'').collect();
    let capital = bare.chars().next()?.is_uppercase();
    let possessive = raw.ends_with("'s") || raw.ends_with("s'");
    Some(Word { text: bare.to_lowercase(), capital, possessive })
}

/// The words of a text without its punctuation.
pub(crate) fn split(text: &str) -> Vec<String> {
    clauses(text).into_iter().flatten().map(|word| word.text).collect()
}

/// The form in which a phrase is looked up.
pub(crate) fn phrase(text: &str) -> String {
    split(text).join(" ")
}

/// The text without accents, as Vietnamese is often typed.
pub(crate) fn without_accents(text: &str) -> String {
    let bare = text.nfd().filter(|letter| !is_combining_mark(*letter));
    bare.map(|letter| if letter == 'đ' { 'd' } else { letter }).collect()
}

/// An English word as it is, and its singular if it is a plural. Forms of verbs count as other words.
pub(crate) fn singulars(word: &str) -> Vec<String> {
    const ENDINGS: [(&str, &str); 5] = [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")];
    const IRREGULAR: [(&str, &str); 6] = [
        ("mice", "mouse"),
        ("teeth", "tooth"),
        ("geese", "goose"),
        ("oxen", "ox"),
        ("leaves", "leaf"),
        ("dice", "die"),
    ];
    let mut forms = vec![word.to_owned()];
    forms.extend(IRREGULAR.iter().filter(|(plural, _)| *plural == word).map(|(_, one)| (*one).to_owned()));
    for (ending, instead) in ENDINGS {
        let is_plural = |base: &&str| base.chars().count() > 2 && (ending != "s" || !base.ends_with('s'));
        forms.extend(word.strip_suffix(ending).filter(is_plural).map(|base| format!("{base}{instead}")));
    }
    forms
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
    fn punctuation_and_dashes_end_clauses() {
        let texts: Vec<String> = clauses("A T-shirt, the dog's bone - 4 photos (8k)")
            .iter()
            .map(|clause| clause.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(texts, ["a t shirt", "the dogs bone", "4 photos", "8k"]);
        let words = clauses("the Dog's bone");
        assert!(words[0][1].possessive && words[0][1].capital && !words[0][2].possessive);
    }

    #[test]
    fn plurals_lead_to_the_singular_and_verbs_do_not() {
        for (form, one) in [
            ("berries", "berry"),
            ("knives", "knife"),
            ("boxes", "box"),
            ("cups", "cup"),
            ("mice", "mouse"),
            ("buses", "bus"),
        ] {
            assert!(singulars(form).iter().any(|found| found == one), "{form}");
        }
        for (form, stem) in [("tired", "tire"), ("running", "run"), ("glass", "glas"), ("gas", "ga")] {
            assert!(!singulars(form).iter().any(|found| found == stem), "{form}");
        }
    }
}
