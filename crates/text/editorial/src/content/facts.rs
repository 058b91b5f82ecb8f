//! Whether the article has the figures on which ranking pages agree.

use std::collections::HashSet;

use domain::articles::brief::{Agreement, FactGroup, FactKind, FactValue, QueryType};
use domain::articles::quality::Finding;

use super::numbers::amounts;
use super::statements::Statement;
use super::vocabulary::{content_words, loose_words};
use super::{ContentCheck, Limit, Subject, counted, measured, not_measured};
use crate::share;

const NAME: &str = "agreed_figures";
const LIMIT: Limit = Limit::AtLeast(0.5);
/// How many sources must give a figure before an article should have it.
const SEVERAL: usize = 3;
/// Fewer facts are not measured.
const FEWEST: usize = 2;
/// The share of a formula's words that must stand together.
const FORMULA: f64 = 0.6;

pub(super) fn agreed(subject: &Subject<'_>) -> ContentCheck {
    let facts: Vec<&FactGroup> = subject
        .input
        .facts
        .iter()
        .filter(|fact| is_expected(subject, fact) && !fact.values.is_empty())
        .collect();
    if facts.len() < FEWEST {
        return not_measured(NAME, LIMIT, "The sources agree on no figures of this topic.");
    }
    let missing: Vec<&&FactGroup> = facts.iter().filter(|fact| !is_told(subject, fact)).collect();
    let findings = missing.iter().map(|fact| {
        let value = fact.values.first().map(|value| value.value.as_str()).unwrap_or_default();
        Finding {
            place: None,
            problem: format!("the article does not say: {}: {value}", fact.about),
            excerpt: fact.values.first().map(|value| value.sentence.clone()),
        }
    });
    let findings = findings.collect();
    let told = facts.len() - missing.len();
    let detail = format!(
        "The article has {told} of {} that the sources agree on or give as defaults.",
        counted(facts.len(), "figure", "figures")
    );
    measured(NAME, share(told, facts.len()), LIMIT, detail, findings)
}

/// Whether the article should have a fact: several sources agree, or it is a default or formula of the topic
/// itself.
fn is_expected(subject: &Subject<'_>, fact: &FactGroup) -> bool {
    let of_keyword = || {
        let about = content_words(&fact.about.replace('_', " "), subject.language());
        let heads: HashSet<&String> = subject.keyword.heads.iter().collect();
        about.iter().any(|word| heads.contains(word) || subject.keyword.words.contains(word))
    };
    match (fact.agreement, fact.kind) {
        // Manuals repeat each other's defaults, even unrelated ones.
        (Agreement::Agree | Agreement::Single, FactKind::Default | FactKind::Formula) => {
            subject.input.query_type != Some(QueryType::Comparison) && of_keyword()
        }
        (Agreement::Agree, FactKind::Figure) => {
            fact.values.iter().any(|value| value.sources.len() >= SEVERAL)
        }
        _ => false,
    }
}

fn is_told(subject: &Subject<'_>, fact: &FactGroup) -> bool {
    fact.values.iter().any(|value| match fact.kind {
        FactKind::Formula => has_formula(subject, value),
        _ => has_value(subject, fact, value),
    })
}

/// Whether most words of a formula stand together.
fn has_formula(subject: &Subject<'_>, value: &FactValue) -> bool {
    let words = content_words(&value.value.replace('_', " "), subject.language());
    subject.statements.iter().any(|statement| {
        let known = content_words(&statement.text.replace('_', " "), subject.language());
        share(words.intersection(&known).count(), words.len()) >= FORMULA
    })
}

/// Whether a value stands in a statement about its subject. The previous statement of the same block may name
/// the subject.
fn has_value(subject: &Subject<'_>, fact: &FactGroup, value: &FactValue) -> bool {
    let language = subject.language();
    let about = loose_words(&fact.about, language);
    let numbers = amounts(&value.value, language);
    let words = content_words(&value.value, language);
    for (at, statement) in subject.statements.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &subject.statements[before]);
        let before = before.filter(|before| before.block == statement.block).map(Statement::words_with_topic);
        let here = statement.words_with_topic();
        let says = |word: &String| here.contains(word) || before.is_some_and(|words| words.contains(word));
        if !about.is_empty() && !about.iter().any(says) {
            continue;
        }
        let has = if numbers.is_empty() {
            !words.is_empty() && words.iter().all(says)
        } else {
            numbers.iter().any(|number| statement.known().supports(number))
        };
        if has {
            return true;
        }
    }
    false
}
