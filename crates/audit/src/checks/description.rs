//! Descriptions.

use super::result_room::Length;
use crate::check::{Category, Check, Finding, Needs, Outcome, Severity};
use crate::document::Meta;
use crate::facts::Facts;

/// Shorter descriptions say too little.
const SHORTEST: usize = 70;
/// Longer descriptions are cut in results.
const LONGEST: usize = 160;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "desc.missing",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The page has a description",
        fix: "Add <meta name=\"description\" content=\"…\"> to the head: what the page offers, in 70 to 160 characters.",
        needs: Needs::Markup,
        run: missing,
    },
    Check {
        id: "desc.multiple",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The page has only one description",
        fix: "Keep one description and remove the others; often a plugin and the template both write one.",
        needs: Needs::Markup,
        run: multiple,
    },
    Check {
        id: "desc.short",
        category: Category::Html,
        severity: Severity::Low,
        expects: "The description has at least 70 characters",
        fix: "Say in one or two sentences what readers find on the page, and why they should open it.",
        needs: Needs::Markup,
        run: short,
    },
    Check {
        id: "desc.long",
        category: Category::Html,
        severity: Severity::Low,
        expects: "The description has at most 160 characters",
        fix: "Put what matters into the first 160 characters and leave out the rest; results cut it off.",
        needs: Needs::Markup,
        run: long,
    },
];

/// The description that counts: the first that says something.
fn description<'a>(facts: &Facts<'a>) -> Option<(&'a Meta, &'a str)> {
    facts.document.metas_named("description").find(|(_, content)| !content.is_empty())
}

fn missing(facts: &Facts<'_>) -> Outcome {
    if description(facts).is_some() {
        return Outcome::Passed;
    }
    let empty = facts.document.metas_named("description").next();
    Outcome::Found(match empty {
        Some((meta, _)) => Finding::new("The description is empty.").at(facts.document.evidence(meta.node)),
        None => Finding::new("The page has no description, so results show whatever text they find."),
    })
}

fn multiple(facts: &Facts<'_>) -> Outcome {
    let further = facts.document.metas_named("description").skip(1);
    Outcome::of_each(
        further,
        |(meta, _)| facts.document.evidence(meta.node),
        |count| format!("The page has {} descriptions.", count + 1),
    )
}

fn short(facts: &Facts<'_>) -> Outcome {
    measure(facts, |length| length.characters < length.limit(SHORTEST), "have room for about")
}

fn long(facts: &Facts<'_>) -> Outcome {
    measure(facts, |length| length.characters > length.limit(LONGEST), "show about")
}

fn measure(facts: &Facts<'_>, is_bad: fn(&Length) -> bool, results: &str) -> Outcome {
    let Some((meta, content)) = description(facts) else {
        return Outcome::skipped("the page has no description");
    };
    let length = Length::of(content);
    Outcome::of(is_bad(&length).then(|| {
        let (characters, room) = (length.characters, length.limit(LONGEST));
        let message = format!("The description has {characters} characters; results {results} {room}.");
        Finding::new(message).at(facts.document.evidence(meta.node))
    }))
}
