//! What kind of fact a sentence is, by its cues.

use domain::articles::research::EvidencePlace;
use prose::quantities::Quantity;

use crate::lexicon::Lexicon;
use crate::text::{first_word, has, padded};

/// What kind of fact a sentence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FactKind {
    /// Says what something is.
    Definition,
    /// Gives a number with a unit.
    Number,
    /// One of several steps.
    Step,
    /// Sets two things against each other.
    Comparison,
    /// Speaks for something.
    Advantage,
    /// Speaks against something.
    Disadvantage,
    /// Says why.
    Cause,
    /// Says what to do.
    Recommendation,
    /// Illustrates.
    Example,
    /// Says what not to do.
    Warning,
    /// Tells what was.
    History,
    /// Judges.
    Opinion,
    /// Anything else.
    Statement,
}

/// Cues in the order in which they decide.
const CUES: [(&str, FactKind); 10] = [
    ("opinion", FactKind::Opinion),
    ("warning", FactKind::Warning),
    ("definition", FactKind::Definition),
    ("recommendation", FactKind::Recommendation),
    ("comparison", FactKind::Comparison),
    ("history", FactKind::History),
    ("cause", FactKind::Cause),
    ("example", FactKind::Example),
    ("disadvantage", FactKind::Disadvantage),
    ("advantage", FactKind::Advantage),
];

pub(super) fn of(text: &str, place: EvidencePlace, quantities: &[Quantity], lexicon: &Lexicon) -> FactKind {
    if place == EvidencePlace::Step {
        return FactKind::Step;
    }
    let line = padded(text);
    let cued = CUES.iter().find(|(cue, _)| lexicon.cues.rows(cue).iter().any(|phrase| has(&line, phrase)));
    match cued {
        Some((_, kind)) if *kind != FactKind::Cause || quantities.is_empty() => *kind,
        _ if !quantities.is_empty() => FactKind::Number,
        Some((_, kind)) => *kind,
        None if lexicon.is_english() && lexicon.is_base(&first_word(text)) => FactKind::Recommendation,
        None => FactKind::Statement,
    }
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn cues_tell_the_kind() {
        for (text, expected) in [
            ("A heat pump is a machine that moves heat.", FactKind::Definition),
            ("Never leave the pan to soak.", FactKind::Warning),
            ("You should dry the pan.", FactKind::Recommendation),
            ("Wash the pan with a brush.", FactKind::Recommendation),
            ("Iron costs 20 dollars.", FactKind::Number),
            ("Grapeseed lasts longer than butter.", FactKind::Comparison),
            ("Rust forms because water stays.", FactKind::Cause),
            ("Pans were poured in the 19th century.", FactKind::History),
            ("Iron holds heat.", FactKind::Statement),
        ] {
            let english = Lexicon::of(Language::ENGLISH).unwrap();
            let quantities = prose::quantities::in_sentence(text, Language::ENGLISH);
            assert_eq!(of(text, EvidencePlace::Paragraph, &quantities, english), expected, "{text}");
        }
    }
}
