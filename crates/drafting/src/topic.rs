//! What a keyword asks for, and the forms in which it stands in headings and sentences.

mod forms;
mod questions;

use crate::grammar::{Number, capitalised, number, plural};
use forms::{Forms, comparison, cost, how_to, noun, place, problem};
use questions::question;

/// What kind of query a keyword is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    HowTo,
    WhatIs,
    Best,
    Cost,
    Comparison,
    Problem,
    Place,
    Question,
    Plain,
}

impl Kind {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 9] = [
        Self::HowTo,
        Self::WhatIs,
        Self::Best,
        Self::Cost,
        Self::Comparison,
        Self::Problem,
        Self::Place,
        Self::Question,
        Self::Plain,
    ];

    /// The name in the lists.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::HowTo => "how_to",
            Self::WhatIs => "what_is",
            Self::Best => "best",
            Self::Cost => "cost",
            Self::Comparison => "comparison",
            Self::Problem => "problem",
            Self::Place => "place",
            Self::Question => "question",
            Self::Plain => "plain",
        }
    }
}

/// A keyword that was understood.
#[derive(Debug, Clone)]
pub(crate) struct Topic {
    pub(crate) kind: Kind,
    /// The keyword, names with capitals.
    pub(crate) keyword: String,
    forms: Forms,
}

/// Words that a plain keyword may end with without being about them.
const SUFFIXES: &[&str] = &["ideas", "tips", "guide", "basics", "tricks", "advice", "tutorial", "explained"];

/// Where somebody looks for a thing, which is no part of its name.
const PLACES_TO_LOOK: &[&str] =
    &[" near me", " nearby", " near by", " close to me", " around me", " in my area", " online"];

impl Topic {
    /// Understands a keyword.
    pub(crate) fn of(keyword: &str) -> Self {
        let words: Vec<&str> = keyword.split_whitespace().collect();
        let lower = words.join(" ").to_lowercase().trim_end_matches('?').to_owned();
        let after = |beginnings: &[&str]| {
            beginnings
                .iter()
                .find_map(|beginning| lower.strip_prefix(beginning))
                .map(|rest| rest.trim().to_owned())
        };
        let (kind, forms) = if let Some(forms) = comparison(&lower) {
            (Kind::Comparison, forms)
        } else if let Some(forms) = cost(&lower) {
            (Kind::Cost, forms)
        } else if let Some(rest) = after(&["how to ", "how do you ", "how do i ", "how can i ", "ways to "]) {
            (Kind::HowTo, how_to(&rest))
        } else if let Some(forms) = place(&lower) {
            (Kind::Place, forms)
        } else if let Some(rest) =
            after(&["what is ", "what are ", "what's ", "meaning of ", "definition of "])
        {
            (Kind::WhatIs, noun(without_circumstances(&rest)))
        } else if let Some(rest) = after(&["best ", "top ", "the best ", "good "]) {
            (Kind::Best, noun(without_circumstances(&rest)))
        } else if let Some(forms) = problem(&lower) {
            (Kind::Problem, forms)
        } else if let Some(forms) = question(&lower) {
            (Kind::Question, forms)
        } else {
            (Kind::Plain, plain(&lower))
        };
        let keyword = forms.named(&lower);
        Self { kind, keyword, forms }
    }

    /// A wording with the topic's words in it; nothing if it needs words that the topic does not have.
    pub(crate) fn fill(&self, pattern: &str) -> Option<String> {
        self.filled(pattern, false)
    }

    /// The same with the shortest words that still name the topic.
    pub(crate) fn fill_short(&self, pattern: &str) -> Option<String> {
        self.filled(pattern, true)
    }

    fn filled(&self, pattern: &str, short: bool) -> Option<String> {
        let mut text = String::with_capacity(pattern.len() + 32);
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, behind) = after.split_once('}')?;
            text.push_str(before);
            text.push_str(&self.slot(slot, short)?);
            rest = behind;
        }
        text.push_str(rest);
        Some(capitalised(&text))
    }

    fn slot(&self, slot: &str, short: bool) -> Option<String> {
        let forms = &self.forms;
        let chosen = |full: &Option<String>, brief: &Option<String>| {
            if short { brief.clone().or_else(|| full.clone()) } else { full.clone() }
        };
        match slot {
            "k" => Some(self.keyword.clone()),
            "K" => Some(capitalised(&self.keyword)),
            "s" => Some(if short { forms.short_subject() } else { forms.subject.clone() }),
            "n" => Some(if short { forms.head.clone() } else { forms.noun.clone() }),
            "ns" => Some(plural(if short { &forms.head } else { &forms.noun })),
            "t" => forms.short_doing.clone().or_else(|| Some(forms.short_subject())),
            "o" => self.is_thing().then(|| forms.short_subject()),
            "h" => Some(forms.head.clone()),
            "is" => Some(if number(&forms.noun) == Number::Many { "are" } else { "is" }.to_owned()),
            "do" => forms.action.clone(),
            "doing" => chosen(&forms.doing, &forms.short_doing),
            "a" => forms.first.clone(),
            "b" => forms.second.clone(),
            "p" => forms.complaint.clone(),
            "c" => forms.price_word.clone(),
            "tips" => forms.collection.clone(),
            _ => None,
        }
    }

    /// Whether the topic can be touched, as far as its words tell.
    fn is_thing(&self) -> bool {
        let named = !self.forms.names.is_empty() || self.kind == Kind::Comparison;
        !named && (number(&self.forms.head) != Number::Mass || !self.forms.head.ends_with("ing"))
    }

    /// Words that speak of the topic without naming it.
    pub(crate) const fn family(&self) -> &'static str {
        match self.kind {
            Kind::Place => "city town visit visitor travel trip street restaurant local tourist hotel",
            Kind::Cost => "budget money price cost expense",
            Kind::Comparison => "choice option difference",
            _ => "",
        }
    }

    /// What separates the keyword from what follows it in a title.
    pub(crate) const fn mark(&self) -> char {
        if matches!(self.kind, Kind::Question) { '?' } else { ':' }
    }

    /// The noun phrase that the article is about.
    pub(crate) fn subject(&self) -> &str {
        &self.forms.subject
    }
}

fn plain(lower: &str) -> Forms {
    let stripped = SUFFIXES.iter().find_map(|suffix| lower.strip_suffix(suffix)?.strip_suffix(' '));
    let mut forms = noun(without_circumstances(stripped.unwrap_or(lower)));
    forms.collection = stripped.and_then(|_| {
        let many = lower.ends_with("ideas") || lower.ends_with("tips") || lower.ends_with("tricks");
        many.then(|| lower.to_owned())
    });
    forms
}

/// A noun phrase without what somebody wants with it, where, and for whom.
fn without_circumstances(phrase: &str) -> &str {
    let thing = phrase.split_once(" for ").map_or(phrase, |(thing, _)| thing);
    let thing = PLACES_TO_LOOK.iter().find_map(|place| thing.strip_suffix(place)).unwrap_or(thing);
    thing.strip_prefix("buy ").unwrap_or(thing)
}

#[cfg(test)]
mod tests;
