//! `a` and `an` before words that a rule put in.

use crate::sentence::Token;

/// Lets every article agree with the word after it, where one of both is new.
pub(crate) fn settle(tokens: &mut [Token]) {
    for index in 1..tokens.len() {
        let (before, after) = tokens.split_at_mut(index);
        let (Some(article), Some(word)) = (before.last_mut(), after.first()) else { continue };
        if article.is_any(&["a", "an"]) && article.is_common() && (article.locked || word.locked) {
            let right = if begins_with_vowel_sound(&word.lower) { "an" } else { "a" };
            if article.text != right {
                right.clone_into(&mut article.text);
                right.clone_into(&mut article.lower);
            }
        }
    }
}

/// By its letters, with the usual exceptions.
pub(crate) fn begins_with_vowel_sound(word: &str) -> bool {
    const SILENT: &[&str] = &["hour", "honest", "honour", "heir"];
    const CONSONANT: &[&str] = &["uni", "use", "usua", "uti", "eu", "one", "once", "ur", "ubi"];
    const VOWEL: &[&str] = &["unin", "unim", "unid", "uns", "8", "11", "18"];
    if SILENT.iter().chain(VOWEL).any(|start| word.starts_with(start)) {
        return true;
    }
    if CONSONANT.iter().any(|start| word.starts_with(start))
        && !word.starts_with("urg")
        && !word.starts_with("urb")
    {
        return false;
    }
    word.starts_with(['a', 'e', 'i', 'o', 'u'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_decide() {
        for word in ["apple", "hour", "unusual", "uninvited", "8-hour", "urban", "extra"] {
            assert!(begins_with_vowel_sound(word), "{word}");
        }
        for word in ["useful", "unique", "one-off", "house", "european", "user", "large"] {
            assert!(!begins_with_vowel_sound(word), "{word}");
        }
    }
}
