//! What the engine asks of a language.

use domain::locale::Language;

use crate::english::{self, verbs::Form};
use crate::phrases::Phrases;
use crate::sentence::{Sentence, Token};
use crate::vietnamese;

/// A language that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tongue {
    English,
    Vietnamese,
}

/// What a place in a phrase pattern may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// A number in digits or words.
    Number,
    /// A number in digits.
    Digits,
    /// An article, a demonstrative, a possessive, a quantity.
    Determiner,
    /// What a noun phrase may begin with.
    Object,
    /// `a` or `an`.
    Article,
    /// A personal pronoun.
    Pronoun,
    /// A preposition.
    Preposition,
    /// A verb in the base form.
    Base,
    /// A verb in the -ing form.
    Ing,
    /// A verb in the third person singular.
    Third,
    /// A past participle.
    Participle,
    /// A finite verb of any kind.
    Finite,
    /// A form of `be`.
    Be,
    /// `can`, `will`, `should`.
    Modal,
    /// A plural noun.
    Plural,
    /// A noun in the singular, or an unknown word.
    Noun,
    /// An adjective.
    Adjective,
    /// An adverb.
    Adverb,
    /// A word with a capital.
    Name,
    /// A month.
    Month,
    /// Any word.
    Word,
    /// A mark, or the end.
    Mark,
    /// The start of the sentence.
    Start,
}

impl Class {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "num" => Self::Number,
            "digits" => Self::Digits,
            "det" => Self::Determiner,
            "obj" => Self::Object,
            "a" => Self::Article,
            "pron" => Self::Pronoun,
            "prep" => Self::Preposition,
            "base" => Self::Base,
            "ing" => Self::Ing,
            "third" => Self::Third,
            "part" => Self::Participle,
            "finite" => Self::Finite,
            "be" => Self::Be,
            "modal" => Self::Modal,
            "plural" => Self::Plural,
            "noun" => Self::Noun,
            "adj" => Self::Adjective,
            "adv" => Self::Adverb,
            "name" => Self::Name,
            "month" => Self::Month,
            "word" => Self::Word,
            "mark" => Self::Mark,
            "start" => Self::Start,
            _ => return None,
        })
    }
}

const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A rule that changes the build of a whole sentence.
pub(crate) struct Move {
    pub(crate) name: &'static str,
    pub(crate) safety: f32,
    pub(crate) apply: fn(&Sentence) -> Option<Sentence>,
}

impl Tongue {
    pub(crate) fn of(language: Language) -> Option<Self> {
        match language {
            Language::ENGLISH => Some(Self::English),
            Language::VIETNAMESE => Some(Self::Vietnamese),
            _ => None,
        }
    }

    pub(crate) fn language(self) -> Language {
        match self {
            Self::English => Language::ENGLISH,
            Self::Vietnamese => Language::VIETNAMESE,
        }
    }

    pub(crate) fn phrases(self) -> &'static Phrases {
        match self {
            Self::English => &english::PHRASES,
            Self::Vietnamese => &vietnamese::PHRASES,
        }
    }

    pub(crate) fn moves(self) -> &'static [Move] {
        match self {
            Self::English => english::MOVES,
            Self::Vietnamese => vietnamese::MOVES,
        }
    }

    /// Whether a word that begins a sentence has a small letter elsewhere.
    pub(crate) fn is_common_word(self, lower: &str, next_is_capital: bool) -> bool {
        match self {
            Self::English => english::lexicon::is_common_word(lower),
            Self::Vietnamese => !next_is_capital && vietnamese::is_common_word(lower),
        }
    }

    /// Whether the token at a place is of a class. Before the start and after the end stand marks.
    pub(crate) fn is(self, tokens: &[Token], at: Option<usize>, class: Class) -> bool {
        let Some(index) = at else { return matches!(class, Class::Start | Class::Mark) };
        let Some(token) = tokens.get(index) else { return class == Class::Mark };
        match class {
            Class::Digits => token.is_number(),
            Class::Name => token.text.starts_with(char::is_uppercase) && !token.case_unknown,
            Class::Word => token.is_word(),
            Class::Month => token.is_any(MONTHS) && token.text.starts_with(char::is_uppercase),
            Class::Mark => !token.is_word(),
            Class::Start => false,
            _ => match self {
                Self::English => english::context::is(tokens, index, class),
                Self::Vietnamese => vietnamese::is(token, class),
            },
        }
    }

    /// The form in which a verb stands at a place, if it does.
    pub(crate) fn verb_form(self, tokens: &[Token], at: usize, lemma: &str) -> Option<Form> {
        match self {
            Self::English => english::context::verb_form(tokens, at, lemma),
            Self::Vietnamese => None,
        }
    }

    /// Lets words that a change put side by side agree: `a` and `an`.
    pub(crate) fn tidy(self, tokens: &mut [Token]) {
        if self == Self::English {
            english::articles::settle(tokens);
        }
    }
}
