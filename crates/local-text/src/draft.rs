//! A text that is being written, token by token, and where it ends.

use ports::language_model::{ContinuationEnding, Stop};

/// Words that end with a full stop inside of a sentence.
const ABBREVIATIONS: [&str; 22] = [
    "e.g", "i.e", "vs", "etc", "mr", "mrs", "ms", "dr", "prof", "st", "no", "fig", "inc", "ltd", "co", "jr",
    "sr", "approx", "dept", "est", "cf", "ca",
];

/// A text that is being written.
pub(crate) struct Draft<'a> {
    stop: Stop<'a>,
    text: String,
    /// The beginning of a character whose rest is still to come.
    part: Vec<u8>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(stop: Stop<'a>) -> Self {
        Self { stop, text: String::new(), part: Vec::new() }
    }

    /// Adds a piece. If the text is complete with it, what is too much goes.
    pub(crate) fn add(&mut self, piece: &[u8]) -> Option<ContinuationEnding> {
        self.part.extend_from_slice(piece);
        self.take_characters();
        let stop = self.stop.strings.iter().filter_map(|string| self.text.find(string)).min();
        let sentences = end_of_sentences(&self.text, self.stop.at_sentence_end);
        let (end, ending) = match (stop, sentences) {
            (Some(stop), sentences) if sentences.is_none_or(|end| stop < end) => {
                (stop, ContinuationEnding::StopString)
            }
            (_, Some(end)) => (end, ContinuationEnding::Sentences),
            _ => return None,
        };
        self.text.truncate(end);
        Some(ending)
    }

    /// What is written so far.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Moves whole characters to the text. Bytes that can't become one are dropped.
    fn take_characters(&mut self) {
        while let Err(error) = str::from_utf8(&self.part) {
            let valid = self.part.drain(..error.valid_up_to()).collect::<Vec<_>>();
            self.text.push_str(&String::from_utf8_lossy(&valid));
            let Some(wrong) = error.error_len() else { return };
            self.part.drain(..wrong);
        }
        self.text.push_str(&String::from_utf8_lossy(&self.part));
        self.part.clear();
    }

    /// The last word as it would be with a piece added.
    pub(crate) fn last_word_with(&self, piece: &[u8]) -> String {
        let piece = String::from_utf8_lossy(piece);
        if piece.contains('\n') {
            return "\n".to_owned();
        }
        let last = self.text.rsplit(char::is_whitespace).next().unwrap_or_default();
        let joined = format!("{last}{piece}");
        joined.rsplit(char::is_whitespace).next().unwrap_or_default().to_owned()
    }
}

/// Where the last of so many sentences ends, once it is clear that it does: something that can begin a sentence follows.
fn end_of_sentences(text: &str, count: u32) -> Option<usize> {
    let nth = usize::try_from(count.checked_sub(1)?).ok()?;
    let marks = text.char_indices().filter(|(_, character)| matches!(character, '.' | '!' | '?'));
    marks.filter_map(|(at, mark)| end_of_sentence(text, at, mark)).nth(nth)
}

fn end_of_sentence(text: &str, at: usize, mark: char) -> Option<usize> {
    let rest = &text[at + mark.len_utf8()..];
    let after_quotes = rest.trim_start_matches(['"', '\'', ')', ']', '”', '’']);
    let end = text.len() - after_quotes.len();
    let next = after_quotes.trim_start().chars().next()?;
    let begins = after_quotes.starts_with(char::is_whitespace) && !next.is_lowercase();
    (begins && !(mark == '.' && is_abbreviation(&text[..at]))).then_some(end)
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|character: char| character.is_whitespace() || character == '(').next();
    let word = word.unwrap_or_default();
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    is_initial || ABBREVIATIONS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(stop: Stop<'_>, pieces: &[&str]) -> (String, Option<ContinuationEnding>) {
        let mut draft = Draft::new(stop);
        let ending = pieces.iter().find_map(|piece| draft.add(piece.as_bytes()));
        (draft.text().to_owned(), ending)
    }

    #[test]
    fn sentences_are_counted_when_the_next_begins() {
        let stop = Stop { at_sentence_end: 2, strings: &[] };
        let (text, ending) =
            written(stop, &[" One", ".", " Two", " is", " 2", ".", "5", "!", " Three", " more"]);
        assert_eq!((text.as_str(), ending), (" One. Two is 2.5!", Some(ContinuationEnding::Sentences)));
        assert_eq!(written(stop, &[" One.", " Two."]).1, None);
    }

    #[test]
    fn abbreviations_and_initials_end_no_sentence() {
        for text in
            ["Use e.g. Rust now", "Ask Dr. Who", "J. Smith knows", "a (approx. Five)", "wait... and see"]
        {
            assert_eq!(end_of_sentences(text, 1), None, "{text}");
        }
        assert_eq!(end_of_sentences("He said \"no.\" Then", 1), Some(13));
        assert_eq!(end_of_sentences("So do I. Then", 1), Some(8));
    }

    #[test]
    fn the_first_string_to_stop_at_ends_the_text() {
        let stop = Stop { at_sentence_end: 1, strings: &["##", "\n"] };
        let (text, ending) = written(stop, &[" One two", "\n", "## Three"]);
        assert_eq!((text.as_str(), ending), (" One two", Some(ContinuationEnding::StopString)));
    }

    #[test]
    fn parts_of_characters_wait_for_the_rest() {
        let mut draft = Draft::new(Stop::default());
        let (first, second) = "é".as_bytes().split_at(1);
        assert_eq!((draft.add(first), draft.text()), (None, ""));
        assert_eq!((draft.add(second), draft.text()), (None, "é"));
        assert_eq!((draft.add(b"\xffa\xc3b\xc3"), draft.text()), (None, "éab"));
    }

    #[test]
    fn the_last_word_grows() {
        let mut draft = Draft::new(Stop::default());
        assert_eq!(draft.add(b" the stud"), None);
        assert_eq!(draft.last_word_with(b"ies"), "studies");
        assert_eq!(draft.last_word_with(b" 20"), "20");
        assert_eq!(draft.last_word_with(b"\n\n"), "\n");
    }
}
