//! Checks of the meta description.

use domain::result_limit;
use domain::result_limits::{DESCRIPTION_LEAST, DESCRIPTION_MOST};
use seo::result_room::Length;

use crate::check::{Category, Check, Finding, Needs, Outcome, Severity};
use crate::document::Meta;
use crate::facts::Facts;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "desc.missing",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The page has a description",
        fix: concat!(
            "Add <meta name=\"description\" content=\"…\"> to the head: what the page offers, in ",
            result_limit!(description_least),
            " to ",
            result_limit!(description_most),
            " characters."
        ),
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
        expects: concat!("The description has at least ", result_limit!(description_least), " characters"),
        fix: "Say in one or two sentences what readers find on the page, and why they should open it.",
        needs: Needs::Markup,
        run: short,
    },
    Check {
        id: "desc.long",
        category: Category::Html,
        severity: Severity::Low,
        expects: concat!("The description has at most ", result_limit!(description_most), " characters"),
        fix: concat!(
            "Put what matters into the first ",
            result_limit!(description_most),
            " characters and leave out the rest; results cut it off."
        ),
        needs: Needs::Markup,
        run: long,
    },
];

/// The description that counts: the first that is not empty.
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
    measure(facts, |length| length.in_latin() < DESCRIPTION_LEAST, "have room for about")
}

fn long(facts: &Facts<'_>) -> Outcome {
    measure(facts, |length| length.in_latin() > DESCRIPTION_MOST, "show about")
}

fn measure(facts: &Facts<'_>, is_bad: fn(&Length) -> bool, results: &str) -> Outcome {
    let Some((meta, content)) = description(facts) else {
        return Outcome::skipped("the page has no description");
    };
    let length = Length::of(content);
    Outcome::of(is_bad(&length).then(|| {
        let (characters, room) = (length.characters, length.limit(DESCRIPTION_MOST));
        let message = format!("The description has {characters} characters; results {results} {room}.");
        Finding::new(message).at(facts.document.evidence(meta.node))
    }))
}
