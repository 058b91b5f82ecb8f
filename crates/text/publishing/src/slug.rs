//! Names in URLs and anchors: `a` to `z`, digits and hyphens.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

/// Longer names are cut.
const MAX_CHARACTERS: usize = 60;
/// The prefix of test articles. [`slug`] never puts two hyphens in a row, so no live article on a keyword
/// such as `test tubes` can have such a name.
const TEST: &str = "test--";

/// The text in `a` to `z`, digits and hyphens; empty if none of its letters has an ASCII equivalent.
///
/// ```
/// assert_eq!(publishing::slug("Cà phê ủ lạnh: đong thế nào?"), "ca-phe-u-lanh-dong-the-nao");
/// ```
#[must_use]
pub fn slug(text: &str) -> String {
    joined(&folded(text), MAX_CHARACTERS)
}

/// The name of a test article in place of a live one, of the same length at most.
///
/// ```
/// assert_eq!(publishing::test_slug("how-to-make-tea"), "test--how-to-make-tea");
/// ```
#[must_use]
pub fn test_slug(slug: &str) -> String {
    format!("{TEST}{}", joined(slug, MAX_CHARACTERS - TEST.len()))
}

/// As many words of a folded text as fit, joined by hyphens.
fn joined(folded: &str, most: usize) -> String {
    let mut slug = String::with_capacity(folded.len().min(most));
    for word in folded.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if slug.is_empty() {
            slug.push_str(&word[..word.len().min(most)]);
        } else if slug.len() + 1 + word.len() <= most {
            slug.push('-');
            slug.push_str(word);
        } else {
            break;
        }
    }
    slug
}

/// The text in lower case and without diacritics. Apostrophes are removed, so that `dog's` stays one word.
fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase().replace('\'', "");
    }
    let bare = text.nfkd().filter(|letter| !matches!(u32::from(*letter), 0x0300..=0x036F));
    let mut folded = String::with_capacity(text.len());
    for letter in bare.flat_map(char::to_lowercase) {
        match letter {
            'đ' | 'ð' => folded.push('d'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'þ' => folded.push_str("th"),
            'ı' => folded.push('i'),
            'ħ' => folded.push('h'),
            '\'' | '’' => {}
            other if other.is_ascii() => folded.push(other),
            _ => folded.push('-'),
        }
    }
    folded
}

/// Generates anchors that are unique in a document.
#[derive(Debug)]
pub(crate) struct Anchors {
    /// Each anchor with the next number to try for the same name.
    taken: HashMap<String, u32>,
}

impl Anchors {
    pub(crate) fn without(reserved: impl IntoIterator<Item = String>) -> Self {
        Self { taken: reserved.into_iter().map(|anchor| (anchor, 2)).collect() }
    }

    /// An anchor derived from the text; `otherwise` if the text has no ASCII form. It starts with a letter,
    /// as style sheets require.
    pub(crate) fn give(&mut self, text: &str, otherwise: &str) -> String {
        let told = slug(text);
        let base = match told.chars().next() {
            None => otherwise.to_owned(),
            Some(first) if first.is_ascii_digit() => format!("section-{told}"),
            Some(_) => told,
        };
        let mut anchor = base.clone();
        while self.taken.contains_key(&anchor) {
            let number = self.taken.entry(base.clone()).or_insert(2);
            anchor = format!("{base}-{number}");
            *number += 1;
        }
        self.taken.insert(anchor.clone(), 2);
        anchor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_with_marks_are_folded() {
        assert_eq!(slug("Đường đến Hội An — Phần 2"), "duong-den-hoi-an-phan-2");
        assert_eq!(slug("The dog's œuvre & Größe"), "the-dogs-oeuvre-grosse");
        assert_eq!(slug("冷萃咖啡"), "");
    }

    #[test]
    fn long_texts_are_cut_between_words() {
        let slug = slug(&"word ".repeat(40));
        assert!(slug.len() <= MAX_CHARACTERS && slug.ends_with("-word"), "{slug}");
    }

    #[test]
    fn test_articles_have_names_that_no_live_one_can_have() {
        assert_eq!(test_slug(&slug("Tubes")), "test--tubes");
        assert_eq!(slug("test -- tubes"), "test-tubes");
        for keyword in ["word ".repeat(40), "w".repeat(80)] {
            let name = test_slug(&slug(&keyword));
            assert!(name.len() <= MAX_CHARACTERS && name.starts_with("test--w"), "{name}");
        }
    }

    #[test]
    fn anchors_are_unique_and_start_with_a_letter() {
        let mut anchors = Anchors::without(["sources".to_owned()]);
        let given = ["Sources", "Sources", "10 ways", "冷", "冷"].map(|text| anchors.give(text, "section-1"));
        assert_eq!(given, ["sources-2", "sources-3", "section-10-ways", "section-1", "section-1-2"]);
    }
}
