//! The last part of an article's address.

use seo::words::{fold_diacritics, normalise};

/// The longest slug, in characters.
const LONGEST: usize = 70;

/// A text as part of an address: words in lower case with hyphens between them. Latin letters lose their marks; other scripts stay.
#[must_use]
pub fn slug(text: &str) -> String {
    let normal = normalise(text).replace('\'', "");
    let folded = fold_diacritics(&normal);
    let mut slug = String::new();
    for word in folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let hyphen = usize::from(!slug.is_empty());
        if slug.chars().count() + hyphen + word.chars().count() > LONGEST {
            break;
        }
        if hyphen == 1 {
            slug.push('-');
        }
        slug.push_str(word);
    }
    if slug.is_empty() {
        folded.chars().filter(|letter| letter.is_alphanumeric()).take(LONGEST).collect()
    } else {
        slug
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_short_and_plain() {
        assert_eq!(slug("Cách pha Cà phê phin (ngon!)"), "cach-pha-ca-phe-phin-ngon");
        assert_eq!(
            slug("What's the best coffee grinder under $100?"),
            "whats-the-best-coffee-grinder-under-100"
        );
        assert_eq!(slug("咖啡 入门"), "咖啡-入门");
        assert_eq!(slug("…"), "");
        assert_eq!(slug(&"word ".repeat(40)).len(), 69);
        assert_eq!(slug(&"w".repeat(100)).len(), 70);
    }
}
