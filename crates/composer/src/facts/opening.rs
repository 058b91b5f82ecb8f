//! How a source ties a sentence to the one before it: the connective is taken off and remembered as a relation.

use super::screen;
use crate::lexicon::Lexicon;
use crate::text::capitalised;

/// How a sentence goes on from the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    Contrast,
    Result,
    Addition,
    Example,
    Sequence,
    Clarification,
    Emphasis,
}

impl Relation {
    const ALL: [Self; 7] = [
        Self::Contrast,
        Self::Result,
        Self::Addition,
        Self::Example,
        Self::Sequence,
        Self::Clarification,
        Self::Emphasis,
    ];

    /// The act that realises it.
    pub(crate) const fn act(self) -> &'static str {
        match self {
            Self::Contrast => "contrast",
            Self::Result => "result",
            Self::Addition => "addition",
            Self::Example => "example",
            Self::Sequence => "sequence",
            Self::Clarification => "clarification",
            Self::Emphasis => "emphasis",
        }
    }

    /// Whether the sentence makes sense without the one before.
    const fn stands_alone(self) -> bool {
        matches!(self, Self::Addition | Self::Emphasis | Self::Contrast)
    }
}

/// A sentence without its connective.
pub(super) struct Opening {
    pub(super) text: String,
    pub(super) relation: Option<Relation>,
    pub(super) leans: bool,
}

/// Connectives that need no comma after them.
const WITHOUT_COMMA: [&str; 16] = [
    "but",
    "and",
    "so",
    "then",
    "thus",
    "hence",
    "therefore",
    "nhưng",
    "vì vậy",
    "vì thế",
    "do đó",
    "thế nhưng",
    "tuy nhiên",
    "sau đó",
    "ngoài ra",
    "nhờ đó",
];
/// What such a connective is not, if this follows.
const NOT_BEFORE: [&str; 6] = ["far", "long", "much", "many", "that", "called"];

pub(super) fn read(text: &str, lexicon: &Lexicon) -> Opening {
    let stripped = Relation::ALL.into_iter().find_map(|relation| {
        let phrases = lexicon.openers.rows(relation.act());
        phrases
            .iter()
            .filter_map(|phrase| rest_after(text, phrase))
            .min_by_key(|rest| rest.len())
            .map(|rest| (relation, rest))
    });
    let Some((relation, rest)) = stripped else {
        return Opening { text: text.to_owned(), relation: None, leans: screen::leans(text, lexicon) };
    };
    let text = capitalised(rest);
    let leans = screen::leans(&text, lexicon) || !relation.stands_alone();
    Opening { text, relation: Some(relation), leans }
}

fn rest_after<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let head = text.get(..phrase.len())?;
    if head.to_lowercase() != phrase {
        return None;
    }
    let rest = &text[phrase.len()..];
    if let Some(rest) = rest.strip_prefix(", ") {
        return Some(rest);
    }
    let rest = rest.strip_prefix(' ')?;
    let next = rest.split_whitespace().next().unwrap_or_default();
    (WITHOUT_COMMA.contains(&phrase) && !NOT_BEFORE.contains(&next)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn connectives_become_relations() {
        let english = Lexicon::of(Language::ENGLISH).unwrap();
        let read_text = |text| {
            let opening = read(text, english);
            (opening.text, opening.relation, opening.leans)
        };
        assert_eq!(
            read_text("However, rust is rare."),
            ("Rust is rare.".to_owned(), Some(Relation::Contrast), false)
        );
        assert_eq!(
            read_text("Then wipe the pan."),
            ("Wipe the pan.".to_owned(), Some(Relation::Sequence), true)
        );
        assert_eq!(read_text("So far nobody knows.").1, None);
        assert!(read_text("But it rusts.").2);
        let vietnamese = Lexicon::of(Language::VIETNAMESE).unwrap();
        assert_eq!(read("Tuy nhiên, giá cao hơn.", vietnamese).text, "Giá cao hơn.");
    }
}
