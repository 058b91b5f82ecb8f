//! English: its words, its phrases, and the moves that its sentences allow.

mod adverbials;
pub(crate) mod articles;
mod clauses;
pub(crate) mod combine;
pub(crate) mod context;
mod copula;
pub(crate) mod lexicon;
mod lists;
pub(crate) mod local;
mod pairs;
mod place;
mod predicates;
pub(crate) mod questions;
mod shape;
pub(crate) mod verbs;
mod voice;

use std::sync::LazyLock;

use crate::grammar::Move;
use crate::phrases::Phrases;

/// Words and phrases that may stand for each other.
pub(crate) static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::read(&[
        include_str!("../data/en/function_phrases.tsv"),
        include_str!("../data/en/verb_phrases.tsv"),
        include_str!("../data/en/content_phrases.tsv"),
    ])
});

/// Changes of the build of a sentence, those that read best first.
pub(crate) const MOVES: &[Move] = &[
    Move { name: "clause to the end", safety: 0.97, apply: clauses::subordinate_to_end },
    Move { name: "clause to the front", safety: 0.96, apply: clauses::subordinate_to_front },
    Move { name: "purpose to the end", safety: 0.97, apply: clauses::purpose_to_end },
    Move { name: "purpose to the front", safety: 0.97, apply: clauses::purpose_to_front },
    Move { name: "means to the end", safety: 0.97, apply: clauses::means_to_end },
    Move { name: "means to the front", safety: 0.96, apply: clauses::means_to_front },
    Move { name: "attribution to the end", safety: 0.98, apply: adverbials::attribution_to_end },
    Move { name: "attribution to the front", safety: 0.98, apply: adverbials::attribution_to_front },
    Move { name: "time or place to the end", safety: 0.95, apply: adverbials::time_to_end },
    Move { name: "time to the front", safety: 0.96, apply: adverbials::time_to_front },
    Move { name: "scene to the front", safety: 0.95, apply: adverbials::scene_to_front },
    Move { name: "adverb to the front", safety: 0.96, apply: adverbials::adverb_to_front },
    Move { name: "adverb to the verb", safety: 0.96, apply: adverbials::adverb_to_verb },
    Move { name: "equation turned", safety: 0.96, apply: copula::turned },
    Move { name: "judgement turned", safety: 0.96, apply: copula::judgement_turned },
    Move { name: "duration turned", safety: 0.96, apply: copula::duration_turned },
    Move { name: "existence turned", safety: 0.95, apply: copula::existence_turned },
    Move { name: "passive to active", safety: 0.96, apply: voice::to_active },
    Move { name: "active to passive", safety: 0.95, apply: voice::to_passive },
    Move { name: "spoken to the reader", safety: 0.96, apply: voice::to_reader },
    Move { name: "addition to the end", safety: 0.97, apply: adverbials::also_to_end },
    Move { name: "predicates exchanged", safety: 0.97, apply: predicates::exchanged },
    Move { name: "predicates reordered", safety: 0.97, apply: predicates::listed },
    Move { name: "list reordered", safety: 0.97, apply: lists::reordered },
    Move { name: "pair exchanged", safety: 0.97, apply: lists::pair_exchanged },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_tables_is_read() {
        assert_eq!(PHRASES.unread, Vec::<String>::new());
    }
}
