//! The evidence and figures that a prompt provides for sentences.

use crate::folding::{content_words, fold, likeness};

/// The similarity to the evidence that a sentence needs to be marked with it.
const SAME_MATTER: f64 = 0.34;
/// The same for a sentence whose figures occur in the evidence.
const SAME_FIGURES: f64 = 0.3;
/// The bonus if the figures have the same units. Evidence on 400 ml does not support 400 mg.
const SAME_UNITS: f64 = 0.2;

/// The prompt and its evidence, marks with their texts.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) prompt: &'a str,
    pub(super) evidence: &'a [(String, String)],
}

impl Given<'_> {
    /// The sentence with the mark of its evidence, or without a mark if the prompt has no evidence for it;
    /// `None` if the sentence has figures that the prompt does not contain, and there is no evidence at all.
    pub(super) fn marked(self, sentence: &str) -> Option<String> {
        let words = content_words(sentence);
        let figures: Vec<&str> = figures(sentence).collect();
        let tells =
            |text: &str| figures.iter().all(|figure| self::figures(text).any(|other| other == *figure));
        let measures = measures(sentence);
        let near = |text: &str| {
            let known = self::measures(text);
            let same = !measures.is_empty() && measures.iter().all(|measure| known.contains(measure));
            likeness(&words, &content_words(text)) + if same { SAME_UNITS } else { 0.0 }
        };
        let enough = if figures.is_empty() { SAME_MATTER } else { SAME_FIGURES };
        let telling = self.evidence.iter().filter(|(_, text)| tells(text));
        let best = telling
            .map(|(mark, text)| (mark, near(text)))
            .max_by(|(_, one), (_, other)| one.total_cmp(other));
        match best {
            Some((mark, near)) if near >= enough => Some(with_mark(sentence, mark)),
            _ if figures.is_empty() || !self.evidence.is_empty() || tells(self.prompt) => {
                Some(sentence.to_owned())
            }
            _ => None,
        }
    }
}

pub(super) fn figures(text: &str) -> impl Iterator<Item = &str> {
    let parts =
        text.split(|character: char| !character.is_ascii_digit() && character != '.' && character != ',');
    parts.map(|part| part.trim_matches(['.', ','])).filter(|part| !part.is_empty())
}

/// Figures with the word for what they count.
fn measures(text: &str) -> Vec<(String, String)> {
    const BETWEEN_FIGURES: [&str; 6] = ["to", "and", "or", "den", "va", "hoac"];
    let folded = fold(text);
    let separate = |sign: char| !sign.is_alphanumeric() && sign != '.' && sign != ',';
    let tokens = folded.split(separate).map(|token| token.trim_matches(['.', ',']));
    let tokens: Vec<&str> = tokens.filter(|token| !token.is_empty()).collect();
    let is_figure = |token: &str| token.starts_with(|first: char| first.is_ascii_digit());
    let measure = |(index, token): (usize, &&str)| {
        let end = token.find(char::is_alphabetic).unwrap_or(token.len());
        let (figure, unit) = token.split_at(end);
        let mut behind = tokens.iter().skip(index + 1);
        let next = behind.find(|next| !is_figure(next) && !BETWEEN_FIGURES.contains(*next));
        let unit = if unit.is_empty() { next.copied().unwrap_or_default() } else { unit };
        (figure.trim_matches(['.', ',']).to_owned(), unit.to_owned())
    };
    tokens.iter().enumerate().filter(|(_, token)| is_figure(token)).map(measure).collect()
}

/// The sentence with a mark before its end.
fn with_mark(sentence: &str, mark: &str) -> String {
    let end = sentence.trim_end_matches(['.', '?', '!']).len();
    let (words, stop) = sentence.split_at(end);
    format!("{words} {mark}{stop}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_apart_by_what_they_count() {
        assert_eq!(measures("5–7 phút"), measures("từ 5 đến 7 phút"));
        assert_eq!(measures("400mg a day"), [("400".to_owned(), "mg".to_owned())]);
    }

    #[test]
    fn a_sentence_is_marked_with_evidence_that_says_the_same() {
        let sentence = "Adults should stay below 400 mg of caffeine.";
        let marked = |evidence: &[&str]| {
            let evidence: Vec<(String, String)> = evidence
                .iter()
                .zip(1..)
                .map(|(text, number)| (format!("[E{number}]"), (*text).to_owned()))
                .collect();
            Given { prompt: "", evidence: &evidence }.marked(sentence)
        };
        let water = "I pour 400 ml of water and never count caffeine.";
        let safe = "A safe limit is 400 mg of caffeine a day.";
        let cited = "Adults should stay below 400 mg of caffeine [E2].";
        assert_eq!(marked(&[water, safe]).as_deref(), Some(cited));
        assert_eq!(marked(&[water]).as_deref(), Some(sentence));
        assert_eq!(marked(&[]), None, "nobody gave the figure");
    }
}
