//! One sentence as words and marks, and back.
//!
//! The first word is kept as it would stand within a sentence, if that can be told; writing puts the capital back.

use crate::grammar::Tongue;

/// A word or a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) lower: String,
    /// No space stands before it.
    pub(crate) glued: bool,
    /// It is quoted, or was put here by a rule: no rule touches it.
    pub(crate) locked: bool,
    /// Began the sentence with a capital, and may or may not have one elsewhere.
    pub(crate) case_unknown: bool,
}

impl Token {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            lower: text.to_lowercase().replace('’', "'"),
            glued: matches!(text, "," | ";" | ":" | "." | ")" | "]" | "”" | "!" | "?"),
            locked: false,
            case_unknown: false,
        }
    }

    /// A token that a rule puts in.
    pub(crate) fn made(text: &str) -> Self {
        Self { locked: true, ..Self::new(text) }
    }

    pub(crate) fn is(&self, word: &str) -> bool {
        self.lower == word
    }

    pub(crate) fn is_any(&self, words: &[&str]) -> bool {
        words.contains(&self.lower.as_str())
    }

    pub(crate) fn is_word(&self) -> bool {
        self.text.chars().any(char::is_alphanumeric)
    }

    /// Written as common words are: no capital.
    pub(crate) fn is_common(&self) -> bool {
        self.case_unknown || !self.text.chars().any(char::is_uppercase)
    }

    pub(crate) fn is_number(&self) -> bool {
        self.text
            .trim_start_matches(['$', '€', '£', '¥', '~'])
            .starts_with(|letter: char| letter.is_ascii_digit())
    }
}

/// Tokens made of the words of a phrase.
pub(crate) fn made(phrase: &str) -> Vec<Token> {
    phrase.split(' ').filter(|word| !word.is_empty()).map(Token::made).collect()
}

/// A sentence that rules can work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) tokens: Vec<Token>,
    /// The mark at its end.
    pub(crate) end: String,
}

impl Sentence {
    /// Reads one sentence. `None` for what is none: several lines or sentences, a title, data, nothing.
    pub(crate) fn read(text: &str, tongue: Tongue, most_words: usize) -> Option<Self> {
        let text = text.trim();
        if text.len() > most_words * 40
            || text.contains(['\n', '\r', '\t', '{', '}', '|', '<', '>', '`', '\\'])
        {
            return None;
        }
        let mut tokens: Vec<Token> = Vec::new();
        for chunk in text.split_whitespace() {
            read_chunk(chunk, &mut tokens);
        }
        let end = take_end(&mut tokens);
        let words = tokens.iter().filter(|token| token.is_word()).count();
        if words < 3 || words > most_words || holds_several(&tokens) || is_title(&tokens) {
            return None;
        }
        lock_quotes(&mut tokens)?;
        settle_case(&mut tokens, tongue);
        Some(Self { tokens, end })
    }

    /// Whether it has marks that clauses can't be moved across.
    pub(crate) fn is_plain(&self) -> bool {
        self.end != "?"
            && !self.tokens.iter().any(|token| {
                token.locked
                    || matches!(
                        token.text.as_str(),
                        "(" | ")" | "[" | "]" | ";" | ":" | "—" | "–" | "-" | "…"
                    )
            })
    }

    pub(crate) fn write(&self) -> String {
        write(&self.tokens, &self.end)
    }
}

/// The tokens as text, with a capital at the start and the mark at the end.
pub(crate) fn write(tokens: &[Token], end: &str) -> String {
    let mut text = String::new();
    let mut capital = true;
    for token in tokens {
        if !text.is_empty() && !token.glued {
            text.push(' ');
        }
        if capital && token.is_word() {
            text.push_str(&capitalised(&token.text));
            capital = false;
        } else {
            text.push_str(&token.text);
        }
    }
    text.push_str(end);
    text
}

/// Names such as `iPhone` keep their small letter.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if !word.chars().skip(1).any(char::is_uppercase) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => word.to_owned(),
    }
}

const OPENING: &[char] = &['(', '[', '"', '“', '‘', '«', '\''];
const CLOSING: &[char] = &[',', ';', ':', ')', ']', '"', '”', '’', '»', '.', '!', '?', '…', '\''];

fn read_chunk(chunk: &str, tokens: &mut Vec<Token>) {
    let mut glued = false;
    for (index, part) in chunk.split('—').enumerate() {
        if index > 0 {
            tokens.push(Token { glued, ..Token::new("—") });
            glued = true;
        }
        glued |= read_part(part, glued, tokens);
    }
}

fn read_part(part: &str, mut glued: bool, tokens: &mut Vec<Token>) -> bool {
    let body = part.trim_start_matches(OPENING);
    for mark in part[..part.len() - body.len()].chars() {
        tokens.push(Token { glued, ..Token::new(&mark.to_string()) });
        glued = true;
    }
    let core = if is_abbreviation(body) { body } else { body.trim_end_matches(CLOSING) };
    if !core.is_empty() {
        tokens.push(Token { glued, ..Token::new(core) });
        glued = true;
    }
    for mark in body[core.len()..].chars() {
        tokens.push(Token { glued, ..Token::new(&mark.to_string()) });
        glued = true;
    }
    glued
}

fn is_abbreviation(word: &str) -> bool {
    const KNOWN: &[&str] = &[
        "e.g.", "i.e.", "etc.", "vs.", "approx.", "dr.", "mr.", "mrs.", "ms.", "st.", "no.", "u.s.", "u.k.",
        "a.m.", "p.m.",
    ];
    KNOWN.contains(&word.to_lowercase().as_str())
}

fn take_end(tokens: &mut Vec<Token>) -> String {
    let mut end = String::new();
    while tokens.last().is_some_and(|token| matches!(token.text.as_str(), "." | "!" | "?" | "…")) {
        if let Some(mark) = tokens.pop() {
            end.insert_str(0, &mark.text);
        }
    }
    end
}

fn holds_several(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| matches!(token.text.as_str(), "." | "!" | "?" | "…"))
}

fn is_title(tokens: &[Token]) -> bool {
    let words: Vec<&Token> = tokens.iter().filter(|token| token.is_word() && !token.is_number()).collect();
    let capitals = words.iter().filter(|token| token.text.starts_with(char::is_uppercase)).count();
    capitals * 2 > words.len() + 1
}

/// Locks what stands in quotation marks. `None` if a quotation does not end.
fn lock_quotes(tokens: &mut [Token]) -> Option<()> {
    let mut closing: Option<&str> = None;
    for token in tokens.iter_mut() {
        let text = token.text.as_str();
        if let Some(mark) = closing {
            closing = if text == mark { None } else { closing };
            token.locked = true;
        } else {
            closing = closing_mark(text);
            token.locked = closing.is_some();
        }
    }
    closing.is_none().then_some(())
}

fn closing_mark(opening: &str) -> Option<&'static str> {
    match opening {
        "\"" => Some("\""),
        "“" => Some("”"),
        "‘" => Some("’"),
        "«" => Some("»"),
        _ => None,
    }
}

fn settle_case(tokens: &mut [Token], tongue: Tongue) {
    let next_is_capital = tokens.get(1).is_some_and(|next| next.text.starts_with(char::is_uppercase));
    let Some(first) = tokens.first_mut() else { return };
    let capitals = first.text.chars().filter(|letter| letter.is_uppercase()).count();
    if capitals != 1 || !first.text.starts_with(char::is_uppercase) || first.text == "I" {
        return;
    }
    if tongue.is_common_word(&first.lower, next_is_capital) {
        first.text = first.lower.clone();
    } else {
        first.case_unknown = !next_is_capital;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(text: &str) -> Option<String> {
        Sentence::read(text, Tongue::English, 70).map(|sentence| sentence.write())
    }

    #[test]
    fn reading_and_writing_keep_the_text() {
        for text in [
            "Water the plant, then wait (about 2 hours).",
            "The so-called “slow” method—if any—costs $1,200.50 or 12% more!",
            "Does it work?",
            "I don’t think that iPhone users, e.g. mine, care.",
        ] {
            assert_eq!(round(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_is_no_sentence_is_refused() {
        for text in [
            "",
            "Too short.",
            "One here. Another there.",
            "The Ten Best Garden Tools Of This Year",
            "say “this",
            "a\nb c d",
        ] {
            assert_eq!(round(text), None, "{text}");
        }
    }

    #[test]
    fn a_small_first_letter_of_a_name_stays() {
        assert_eq!(round("iPhone users pay more.").as_deref(), Some("iPhone users pay more."));
    }
}
