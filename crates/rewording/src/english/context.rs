//! What an English word is where it stands. Doubt means no.

use super::lexicon::{is_adjective, is_adverb, is_in, is_listed_noun, is_plural};
use super::place::Place;
use super::verbs::{self, Form};
use crate::grammar::Class;
use crate::sentence::Token;

/// Whether a token is of a class at its place.
pub(crate) fn is(tokens: &[Token], at: usize, class: Class) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let word = token.lower.as_str();
    match class {
        Class::Number => token.is_number() || (is_in(word, "number") && word != "one"),
        Class::Determiner => is_in(word, "determiner"),
        Class::Object => begins_noun_phrase(tokens, at),
        Class::Article => matches!(word, "a" | "an"),
        Class::Pronoun => is_in(word, "pronoun"),
        Class::Preposition => is_in(word, "preposition"),
        Class::Be => is_in(word, "be"),
        Class::Modal => is_in(word, "modal"),
        Class::Base => verb_here(tokens, at, None) == Some(Form::Base) || is_unknown_base(tokens, at),
        Class::Ing => word.len() > 4 && verbs::readings(word).iter().any(|(_, form)| *form == Form::Ing),
        Class::Participle => {
            matches!(verb_here(tokens, at, None), Some(Form::Participle | Form::PastOrParticiple))
        }
        Class::Finite => is_finite(tokens, at),
        Class::Third => is_third_person(tokens, at) && !matches!(word, "is" | "has" | "does"),
        Class::Plural => is_plural_noun(word) && !is_third_person(tokens, at),
        Class::Noun => is_noun(token),
        Class::Adjective => is_adjective(word),
        Class::Adverb => is_adverb(word),
        _ => false,
    }
}

/// Whether a noun phrase begins here. A lone word before a verb or a link is not sure enough.
fn begins_noun_phrase(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let word = token.lower.as_str();
    let marked = is_in(word, "determiner")
        && !matches!(word, "that" | "which" | "what" | "whose" | "either" | "neither" | "both");
    let described = is_adjective(word)
        && tokens.get(at + 1).is_some_and(|next| is_noun(next) || is_plural_noun(&next.lower));
    let named = (is_noun(token) || is_plural_noun(word)) && !is_finite(tokens, at + 1);
    marked || described || named
}

pub(super) fn is_noun(token: &Token) -> bool {
    let word = token.lower.as_str();
    token.is_word()
        && !token.is_number()
        && (is_listed_noun(word)
            || !((word.len() > 5 && word.ends_with("ing"))
                || super::lexicon::is_closed(word)
                || is_adjective(word)
                || is_adverb(word)
                || is_bare_verb(word)))
}

/// After these, `to` opens an infinitive.
const TAKE_INFINITIVE: &[&str] = &[
    "begin",
    "begins",
    "began",
    "start",
    "starts",
    "started",
    "need",
    "needs",
    "want",
    "wants",
    "try",
    "tries",
    "have",
    "has",
    "tend",
    "tends",
    "help",
    "helps",
    "able",
    "easy",
    "hard",
    "difficult",
    "possible",
    "easier",
    "way",
    "ways",
    "order",
    "you",
    "them",
    "time",
    "important",
    "used",
    "continue",
    "continues",
];

/// A word that no list has, where only a base form can stand: `can photosynthesise`, `begins to ferment`.
fn is_unknown_base(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let word = token.lower.as_str();
    let unknown = token.is_common()
        && token.is_word()
        && !token.is_number()
        && verbs::readings(word).is_empty()
        && !super::lexicon::is_closed(word)
        && !is_adverb(word)
        && !is_listed_noun(word)
        && !is_adjective(word);
    let after_to = at >= 2
        && tokens.get(at - 1).is_some_and(|before| before.is("to"))
        && tokens.get(at - 2).is_some_and(|before| before.is_any(TAKE_INFINITIVE));
    let after_modal = at >= 1
        && tokens.get(at - 1).is_some_and(|before| {
            is_in(&before.lower, "modal") || before.is_any(&["do", "don't", "does", "doesn't"])
        });
    unknown && !is_plural(word) && (after_to || after_modal)
}

/// A verb form that is nothing else.
pub(super) fn is_bare_verb(word: &str) -> bool {
    !is_listed_noun(word)
        && verbs::readings(word)
            .iter()
            .any(|(lemma, form)| !(verbs::is_also_noun(lemma) && matches!(form, Form::Base | Form::Third)))
}

/// A plural that is no form of a verb which has no noun: `takes` is none.
pub(super) fn is_plural_noun(word: &str) -> bool {
    let only_verb = verbs::readings(word)
        .iter()
        .any(|(lemma, form)| *form == Form::Third && !verbs::is_also_noun(lemma) && !is_listed_noun(lemma));
    is_plural(word) && !only_verb
}

fn is_third_person(tokens: &[Token], at: usize) -> bool {
    verb_here(tokens, at, None) == Some(Form::Third)
}

/// Whether a token is surely the finite verb of a clause.
pub(crate) fn is_finite(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let word = token.lower.as_str();
    if is_in(word, "modal")
        || matches!(
            word,
            "is" | "are"
                | "was"
                | "were"
                | "am"
                | "has"
                | "had"
                | "does"
                | "did"
                | "isn't"
                | "aren't"
                | "don't"
                | "doesn't"
                | "didn't"
                | "wasn't"
                | "weren't"
                | "hasn't"
                | "haven't"
        )
    {
        return true;
    }
    if word == "have" || word == "do" {
        return !previous_word(tokens, at)
            .is_some_and(|before| before.is("to") || is_in(&before.lower, "modal"));
    }
    let before = previous_word(tokens, at);
    match verb_here(tokens, at, None) {
        Some(Form::Third) => true,
        Some(Form::Past) => before.is_some_and(|before| {
            before.is_any(&["it", "he", "she", "they", "we", "i", "you", "who", "which"])
        }),
        Some(Form::Base) => before.is_some_and(|before| {
            is_in(&before.lower, "subject")
                || is_plural_noun(&before.lower)
                || before.is_any(&["that", "which"])
        }),
        _ => false,
    }
}

/// The form in which a verb stands, if it stands here as a verb.
pub(crate) fn verb_form(tokens: &[Token], at: usize, lemma: &str) -> Option<Form> {
    verb_here(tokens, at, Some(lemma))
}

fn verb_here(tokens: &[Token], at: usize, lemma: Option<&str>) -> Option<Form> {
    let token = tokens.get(at).filter(|token| token.is_common())?;
    let readings = verbs::readings(&token.lower);
    let (found, form) = readings.iter().find(|(found, _)| lemma.is_none_or(|lemma| *found == lemma))?;
    if lemma.is_none() && readings.iter().any(|(other, _)| other != found) {
        return None;
    }
    // `put` and `cut` look the same in the past: only places that admit no past tell.
    let timeless =
        readings.iter().any(|(other, form)| other == found && *form != Form::Base && *form != Form::Third);
    if *form == Form::Base
        && timeless
        && previous_word(tokens, at).is_some_and(|before| {
            !before.is("to") && !is_in(&before.lower, "modal") && !is_in(&before.lower, "do")
        })
    {
        return None;
    }
    let place = Place { tokens, at, before: previous_word(tokens, at), after: tokens.get(at + 1) };
    match form {
        Form::Base => place.holds_base(found),
        Form::Third => place.holds_third(found),
        Form::Past => (!place.follows_noun_marker()).then_some(Form::Past),
        Form::Participle => place.follows_auxiliary().then_some(Form::Participle),
        Form::PastOrParticiple => place.past_or_participle(),
        Form::Ing => {
            (!place.before.is_some_and(|before| before.is_any(&["a", "an", "the"]))).then_some(Form::Ing)
        }
    }
}

/// The word before, past adverbs, unless a mark stands between.
fn previous_word(tokens: &[Token], at: usize) -> Option<&Token> {
    let mut index = at;
    while let Some(before) = index.checked_sub(1).and_then(|before| tokens.get(before)) {
        index -= 1;
        if !before.is_word() {
            return None;
        }
        if !is_adverb(&before.lower) || before.is_any(&["not", "there", "here"]) && index == 0 {
            return Some(before);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::Tongue;
    use crate::sentence::Sentence;

    fn form(text: &str, word: &str) -> Option<Form> {
        let sentence = Sentence::read(text, Tongue::English, 70)?;
        let at = sentence.tokens.iter().position(|token| token.lower == word)?;
        verb_here(&sentence.tokens, at, None)
    }

    #[test]
    fn verbs_are_told_from_nouns() {
        assert_eq!(form("You can use a brush.", "use"), Some(Form::Base));
        assert_eq!(form("The use of force is rare.", "use"), None);
        assert_eq!(form("The plant needs the sun.", "needs"), Some(Form::Third));
        assert_eq!(form("Its needs are few.", "needs"), None);
        assert_eq!(form("Use a soft brush.", "use"), Some(Form::Base));
        assert_eq!(form("Water costs are high.", "costs"), None);
        assert_eq!(form("The oil is used for frying.", "used"), Some(Form::Participle));
        assert_eq!(form("A used car is cheap.", "used"), None);
        assert_eq!(form("Damage due to water is common.", "water"), None);
    }

    #[test]
    fn finite_verbs_are_found() {
        for (text, word) in
            [("The soil holds water.", "holds"), ("You can go home.", "can"), ("They grow in shade.", "grow")]
        {
            let sentence = Sentence::read(text, Tongue::English, 70);
            let found = sentence.is_some_and(|sentence| {
                sentence
                    .tokens
                    .iter()
                    .position(|token| token.lower == word)
                    .is_some_and(|at| is_finite(&sentence.tokens, at))
            });
            assert!(found, "{text}");
        }
    }
}
