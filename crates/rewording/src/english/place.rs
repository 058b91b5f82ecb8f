//! Whether a word that may be a verb is one where it stands.

use super::context::{is_bare_verb, is_noun, is_plural_noun};
use super::lexicon::{is_adjective, is_in, is_listed_noun};
use super::verbs::{self, Form};
use crate::sentence::Token;

/// A word with what stands beside it.
pub(super) struct Place<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) at: usize,
    /// The word before, past adverbs.
    pub(super) before: Option<&'a Token>,
    pub(super) after: Option<&'a Token>,
}

impl Place<'_> {
    pub(super) fn follows_noun_marker(&self) -> bool {
        self.before.is_some_and(|before| {
            let word = before.lower.as_str();
            (is_in(word, "determiner")
                && !matches!(
                    word,
                    "this" | "that" | "which" | "all" | "both" | "each" | "some" | "many" | "most" | "few"
                ))
                || is_in(word, "possessive")
                || (is_in(word, "preposition") && word != "to")
                || is_adjective(word)
                || before.is_number()
                || word.ends_with("'s")
        })
    }

    pub(super) fn follows_auxiliary(&self) -> bool {
        self.before.is_some_and(|before| {
            is_in(&before.lower, "be")
                || is_in(&before.lower, "have")
                || before.is_any(&["get", "gets", "got"])
        })
    }

    /// What follows can only be the object of a verb.
    fn precedes_object(&self) -> bool {
        self.after.is_some_and(|after| {
            let word = after.lower.as_str();
            is_in(word, "determiner") && !matches!(word, "that" | "what" | "which" | "both" | "either")
                || matches!(word, "you" | "it" | "them" | "us" | "me" | "him")
        })
    }

    pub(super) fn holds_base(&self, lemma: &str) -> Option<Form> {
        let ambiguous = verbs::is_also_noun(lemma)
            || verbs::is_also_adjective(lemma)
            || is_adjective(lemma)
            || is_listed_noun(lemma);
        let object = !ambiguous || self.precedes_object();
        let sure = match self.before.map(|before| before.lower.as_str()) {
            None => self.begins_clause() && object,
            Some("to") => !ambiguous || self.to_is_infinitive(),
            Some("i" | "you" | "we" | "they" | "please" | "let's") => true,
            Some("help" | "helps" | "helped" | "helping") => object,
            Some("and" | "or") => !ambiguous && self.precedes_object(),
            Some("them" | "us" | "people") if self.follows_help() => true,
            Some("who" | "that" | "which") => object || self.is_first_verb(),
            Some(word) if is_in(word, "modal") || is_in(word, "do") => true,
            Some(word) => is_plural_noun(word) && (object || (self.is_first_verb() && !is_adjective(lemma))),
        };
        sure.then_some(Form::Base)
    }

    /// `to use the pan`, not `to use of force`; `need to plan`, not `due to water`.
    fn to_is_infinitive(&self) -> bool {
        let before_to = self.at.checked_sub(2).and_then(|index| self.tokens.get(index));
        let prepositional = before_to.is_some_and(|token| {
            token.is_any(&[
                "due",
                "thanks",
                "according",
                "prior",
                "close",
                "next",
                "leads",
                "lead",
                "led",
                "access",
                "exposure",
                "damage",
                "addition",
                "similar",
                "related",
                "contributes",
                "contribute",
                "adds",
                "add",
                "compared",
                "from",
                "relation",
                "up",
                "down",
                "back",
                "resistant",
                "sensitive",
            ])
        });
        !prepositional && !self.after.is_some_and(|after| after.is_any(&["of", "and", "or"]))
    }

    /// `helps them sleep`.
    fn follows_help(&self) -> bool {
        let helper = self.at.checked_sub(2).and_then(|index| self.tokens.get(index));
        helper.is_some_and(|token| token.is_any(&["help", "helps", "helping", "let", "lets"]))
    }

    /// A plural stands before, an object after, and no verb before in its clause: `tests catch errors`.
    fn is_first_verb(&self) -> bool {
        let object = self.after.is_some_and(|after| {
            is_noun(after)
                || is_adjective(&after.lower)
                || after.is_number()
                || after.is_any(&["on", "up", "to", "for"])
        });
        object && self.clause_is_verbless()
    }

    /// No verb stands before in its clause, but a subject does.
    fn clause_is_verbless(&self) -> bool {
        const OPENERS: &[&str] =
            &["that", "which", "who", "because", "if", "when", "but", "while", "although", "and"];
        let clause = self.tokens.get(..self.at).unwrap_or_default();
        let start = clause.iter().rposition(|token| !token.is_word() || token.is_any(OPENERS));
        let subject = clause.get(start.map_or(0, |start| start + 1)..).unwrap_or_default();
        let verbless = subject.iter().all(|token| {
            let word = token.lower.as_str();
            let auxiliary = ["be", "modal", "have", "do"].iter().any(|class| is_in(word, class));
            !(auxiliary || word == "to" || (is_bare_verb(word) && !word.ends_with("ed")))
        });
        verbless && (!subject.is_empty() || clause.last().is_some_and(|last| last.is_any(OPENERS)))
    }

    /// Nothing stands before it, or a mark, so that it may be an order.
    fn begins_clause(&self) -> bool {
        !self
            .after
            .is_none_or(|after| after.is_any(&["of", "is", "are", "was", "were", "can", "has", "and", "or"]))
            && (self.at == 0 || self.tokens.get(self.at - 1).is_some_and(|mark| mark.text == ","))
    }

    pub(super) fn holds_third(&self, lemma: &str) -> Option<Form> {
        if self.follows_noun_marker() || self.before.is_none() {
            return None;
        }
        let ambiguous = verbs::is_also_noun(lemma) || is_listed_noun(lemma);
        let follows_subject = self
            .before
            .is_some_and(|before| before.is_any(&["it", "he", "she", "that", "which", "who", "this"]));
        let sure = if ambiguous {
            (follows_subject && !self.after.is_some_and(|after| is_in(&after.lower, "be")))
                || self.stands_between_nouns()
                || (self.precedes_object()
                    && !self.before.is_some_and(|before| is_plural_noun(&before.lower)))
        } else {
            !self.before.is_some_and(|before| is_in(&before.lower, "be") || is_in(&before.lower, "modal"))
        };
        sure.then_some(Form::Third)
    }

    /// `the soil holds water`: a noun before, a noun after, and no other verb in the clause.
    fn stands_between_nouns(&self) -> bool {
        let named =
            |token: &Token| is_noun(token) || is_adjective(&token.lower) || is_plural_noun(&token.lower);
        let object = self.after.is_some_and(|after| {
            (verbs::readings(&after.lower).is_empty() && named(after))
                || is_adjective(&after.lower)
                || after.is_number()
                || after.is_any(&["water", "about", "around", "roughly", "over", "up", "between"])
        });
        let clause_ends =
            |token: &Token| !token.is_word() || is_in(&token.lower, "subordinator") || token.is("and");
        let rest = self.tokens.get(self.at + 1..).unwrap_or_default();
        let other_verb = rest.iter().take_while(|token| !clause_ends(token)).any(|token| {
            is_in(&token.lower, "be")
                || is_in(&token.lower, "modal")
                || is_in(&token.lower, "have")
                || Self::is_sure_third(token)
        });
        object
            && !other_verb
            && self.before.is_some_and(|before| is_noun(before) && !is_plural_noun(&before.lower))
            && self.clause_is_verbless()
    }

    fn is_sure_third(token: &Token) -> bool {
        verbs::readings(&token.lower)
            .iter()
            .any(|(lemma, form)| *form == Form::Third && !verbs::is_also_noun(lemma))
    }

    pub(super) fn past_or_participle(&self) -> Option<Form> {
        if self.follows_auxiliary() {
            return Some(Form::Participle);
        }
        if self.follows_noun_marker() || self.before.is_none() {
            return None;
        }
        // `oil used for frying`: a participle after its noun looks like a past.
        Some(Form::PastOrParticiple)
    }
}
