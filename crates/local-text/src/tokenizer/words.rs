//! Cuts text into words before they are cut into pieces, in the way the model's texts were cut: each digit alone; contractions;
//! letters, or signs, with one space before them; blanks.

const CONTRACTIONS: [&str; 7] = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"];

/// Merging takes the square of a word's length, so no word may be longer. None in any language is.
const LONGEST: usize = 256;

/// The words, which together are the text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let length = word_length(rest);
        let (word, after) = rest.split_at_checked(length).filter(|(word, _)| !word.is_empty())?;
        rest = after;
        Some(word)
    })
}

fn word_length(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    if first.is_numeric() {
        return first.len_utf8();
    }
    if let Some(contraction) = CONTRACTIONS.iter().find(|contraction| text.starts_with(**contraction)) {
        return contraction.len();
    }
    let space = usize::from(first == ' ');
    let after_space = &text[space..];
    let letters = run(after_space, is_letter);
    if letters > 0 {
        return space + letters;
    }
    let signs = run(after_space, is_sign);
    if signs > 0 {
        return space + signs;
    }
    blanks_length(text)
}

/// The last blank before a word belongs to the word if it is a space, or else stands alone; but digits take no space.
fn blanks_length(text: &str) -> usize {
    let all = run(text, char::is_whitespace);
    let followed = text[all..].chars().next().is_some_and(|next| !next.is_numeric());
    let last = text[..all].chars().next_back().map_or(0, char::len_utf8);
    if followed && all > last { all - last } else { all }
}

fn run(text: &str, belongs: fn(char) -> bool) -> usize {
    let end = text.char_indices().find(|&(at, character)| !belongs(character) || at >= LONGEST);
    end.map_or(text.len(), |(at, _)| at)
}

fn is_letter(character: char) -> bool {
    character.is_alphabetic() && !character.is_numeric()
}

fn is_sign(character: char) -> bool {
    !character.is_whitespace() && !character.is_alphabetic() && !character.is_numeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        words(text).collect()
    }

    #[test]
    fn letters_and_signs_take_a_space_with_them() {
        assert_eq!(
            cut("The cat's ok, it isn't?"),
            ["The", " cat", "'s", " ok", ",", " it", " isn", "'t", "?"]
        );
    }

    #[test]
    fn digits_stand_alone_and_take_none() {
        assert_eq!(cut("in 2024, x2"), ["in", " ", "2", "0", "2", "4", ",", " x", "2"]);
        assert_eq!(cut("a  7"), ["a", "  ", "7"]);
    }

    #[test]
    fn of_several_blanks_the_last_goes_with_the_word() {
        assert_eq!(cut("a   b"), ["a", "  ", " b"]);
        assert_eq!(cut("a\n\nb"), ["a", "\n", "\n", "b"]);
        assert_eq!(cut("a \n"), ["a", " \n"]);
    }

    #[test]
    fn endless_words_are_cut() {
        let longest = cut(&"é".repeat(5000)).iter().map(|word| word.len()).max();
        assert_eq!(longest, Some(LONGEST));
    }
}
