//! Questions that facts answer, formed from their own words: what something is, why it is so, what to do if, and whether one may.

use std::collections::BTreeSet;

use super::asked::is_whole;
use crate::corpus::Corpus;
use crate::facts::{Content, Fact, FactKind, Unit};
use crate::lexicon::Lexicon;
use crate::text::{count, ended, first_word, has, lowered, padded};
use crate::topics::action_of_heading;
use crate::wording::Acts;

/// How a question is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Build {
    /// Asks for what a statement says.
    Turned,
    /// Asks how to do what a heading names.
    How,
    /// Asks whether one may do what the text warns of.
    May,
    /// Asks what to do in a case.
    Do,
    /// Asks what a case leads to.
    Case,
}

impl Build {
    const fn act(self) -> Option<&'static str> {
        match self {
            Self::Turned => None,
            Self::How => Some("ask_how"),
            Self::May => Some("ask_may"),
            Self::Do => Some("ask_do"),
            Self::Case => Some("ask_case"),
        }
    }
}

/// A question that could be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) build: Build,
    /// The question, or what its pattern is filled with.
    words: String,
    /// The unit that begins the answer.
    pub(super) unit: usize,
    /// Whether the answer must use up what stands below its heading.
    pub(super) whole: bool,
}

impl Candidate {
    /// The question in words that the article has not used yet.
    pub(super) fn question(&self, acts: &Acts) -> Option<String> {
        match self.build.act() {
            None => Some(self.words.clone()),
            Some(act) => acts.peek(act).map(|pattern| pattern.replace("{x}", &self.words)),
        }
    }

    /// The words are used now.
    pub(super) fn use_up(&self, acts: &mut Acts) {
        if let Some(act) = self.build.act() {
            acts.next(act);
        }
    }
}

/// All questions that can be formed: of units that stand nowhere else first, then by how sure the build is.
pub(super) fn candidates(units: &[Unit], spare: &BTreeSet<usize>, corpus: &Corpus<'_>) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (index, unit) in units.iter().enumerate().filter(|(_, unit)| !unit.needs_question()) {
        let Content::Prose(facts) = &unit.content else { continue };
        let first_below = index == 0 || units[index - 1].heading != unit.heading;
        if let Some(action) = unit
            .heading
            .as_deref()
            .filter(|_| first_below)
            .and_then(|heading| action_of_heading(heading, corpus))
        {
            found.push(Candidate { build: Build::How, words: action, unit: index, whole: true });
        }
        let Some(fact) = facts.first().filter(|fact| !fact.leans && !fact.fragment) else { continue };
        // A passage that loses its first sentence to a question has lost what the rest of it follows from.
        let whole = first_below && unit.heading.is_some() && !spare.contains(&index);
        found.extend(of_fact(fact, index, corpus).map(|candidate| Candidate { whole, ..candidate }));
    }
    let likely = |candidate: &Candidate| corpus.vocabulary.keyword_share(&candidate.words) > 0.0;
    found.sort_by_key(|candidate| {
        (!spare.contains(&candidate.unit), !likely(candidate), candidate.build, candidate.unit)
    });
    found
}

fn of_fact(fact: &Fact, unit: usize, corpus: &Corpus<'_>) -> impl Iterator<Item = Candidate> {
    let lexicon = corpus.lexicon;
    let turned = rewording::question_from(&fact.text, lexicon.language)
        .filter(|found| defines(fact, lexicon) || !asks_what(&found.question))
        .map(|found| (Build::Turned, found.question));
    let warned = warned_of(&fact.text, lexicon).map(|action| (Build::May, action));
    // A case of the reader's or of the article's thing; what else may be the case only its passage tells.
    let case = case(&fact.text, lexicon).filter(|(_, words)| {
        !lexicon.is_english() || has(&padded(words), "you") || corpus.vocabulary.keyword_share(words) > 0.0
    });
    let stands = |words: &str| is_whole(&format!("Is {}?", words.trim_end_matches('?')), corpus);
    let found: Vec<(Build, String)> = [turned, warned, case]
        .into_iter()
        .flatten()
        .filter(|(_, words)| stands(words) && !words.contains(|sign: char| sign.is_ascii_digit()))
        .collect();
    found.into_iter().map(move |(build, words)| Candidate { build, words, unit, whole: false })
}

/// Whether a question asks what something is.
fn asks_what(question: &str) -> bool {
    question.ends_with("là gì?") || question.starts_with("What is a") || question.starts_with("What are")
}

/// Whether a fact says what kind of thing something is, and not merely how good it is.
fn defines(fact: &Fact, lexicon: &Lexicon) -> bool {
    let kinds: &[&str] = if lexicon.is_english() {
        &["is a", "is an", "are"]
    } else {
        &["là một", "là loại", "là tên"]
    };
    let line = padded(&fact.text);
    fact.kind == FactKind::Definition && kinds.iter().any(|kind| has(&line, kind))
}

/// `leave the pan to soak` of `Never leave the pan to soak.`
fn warned_of(text: &str, lexicon: &Lexicon) -> Option<String> {
    const WARNINGS: [&str; 4] = ["Never ", "Do not ", "Don't ", "Avoid "];
    const VIETNAMESE: [&str; 4] = ["Không nên ", "Đừng ", "Xin đừng ", "Tránh "];
    let warnings = if lexicon.is_english() { WARNINGS } else { VIETNAMESE };
    let rest = warnings.iter().find_map(|warning| text.strip_prefix(warning))?;
    let action = rest.split([',', ';', ':', '.', '(']).next()?;
    let action = [" because ", " unless ", " until ", " and ", " or ", " vì ", " để ", " và "]
        .iter()
        .fold(action, |action, cut| action.split(cut).next().unwrap_or(action))
        .trim();
    let verb = first_word(action);
    let action = match lexicon.base_of(&verb) {
        Some(base) => format!("{base}{}", action.get(verb.len()..)?),
        None => action.to_owned(),
    };
    let begins = !lexicon.is_english() || lexicon.is_base(&first_word(&action));
    (begins && (2..=9).contains(&count(&action))).then_some(action)
}

/// `one or two rooms stay cool` of `If one or two rooms stay cool, …`, and whether something is to be done then.
fn case(text: &str, lexicon: &Lexicon) -> Option<(Build, String)> {
    let opening = if lexicon.is_english() { "If " } else { "Nếu " };
    let (condition, rest) = text.strip_prefix(opening)?.split_once(", ")?;
    let rest = ended(rest);
    let ordered = if lexicon.is_english() {
        lexicon.is_base(&first_word(&rest))
    } else {
        ["nên ", "hãy ", "cần "].iter().any(|word| rest.to_lowercase().starts_with(word))
    };
    let build = if ordered { Build::Do } else { Build::Case };
    (3..=9).contains(&count(condition)).then(|| (build, lowered_first(condition)))
}

fn lowered_first(text: &str) -> String {
    if text.chars().nth(1).is_some_and(char::is_uppercase) { text.to_owned() } else { lowered(text) }
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn warnings_and_cases_are_asked_for() {
        let english = Lexicon::of(Language::ENGLISH).unwrap();
        assert_eq!(
            warned_of("Never leave the pan to soak, and never put it in the dishwasher.", english).as_deref(),
            Some("leave the pan to soak")
        );
        assert_eq!(
            warned_of("Avoid using steel wool because it scratches.", english).as_deref(),
            Some("use steel wool")
        );
        assert_eq!(warned_of("Nobody leaves the pan to soak.", english), None);
        assert_eq!(
            case("If the film stays sticky, bake the pan again.", english),
            Some((Build::Do, "the film stays sticky".to_owned()))
        );
        assert_eq!(
            case("If the house is damp, walls rot.", english),
            Some((Build::Case, "the house is damp".to_owned()))
        );
        let vietnamese = Lexicon::of(Language::VIETNAMESE).unwrap();
        assert_eq!(
            warned_of("Không nên mặc cả quá mạnh, vì giá đã gồm tiền sửa.", vietnamese).as_deref(),
            Some("mặc cả quá mạnh")
        );
        assert_eq!(
            case("Nếu đi nhóm bốn người, nên thuê xe.", vietnamese),
            Some((Build::Do, "đi nhóm bốn người".to_owned()))
        );
    }
}
