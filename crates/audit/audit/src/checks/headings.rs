//! Checks of headings.

use rustc_hash::FxHashSet;
use seo::dom::Step;
use seo::words;

use crate::check::{Category, Check, Finding, Needs, Outcome, Severity, shortened};
use crate::document::{Document, Heading};
use crate::facts::Facts;

/// The longest main heading that is easy to read, in characters.
const LONGEST: usize = 70;
/// Texts with more words need subheadings.
const LONG_TEXT: usize = 300;
/// How many nodes of a heading without text are searched for a name.
const MOST_STEPS: usize = 100;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "h1.missing",
        category: Category::Headings,
        severity: Severity::High,
        expects: "The page has a main heading",
        fix: "Make the heading that names the topic of the page its <h1>.",
        needs: Needs::Markup,
        run: main_missing,
    },
    Check {
        id: "h1.multiple",
        category: Category::Headings,
        severity: Severity::Low,
        expects: "The page has one main heading",
        fix: "Keep the <h1> that names the topic of the page, and make the others <h2>; a logo needs no heading.",
        needs: Needs::Markup,
        run: main_multiple,
    },
    Check {
        id: "h1.empty",
        category: Category::Headings,
        severity: Severity::High,
        expects: "The main heading has text",
        fix: "Write the topic of the page into the <h1>, or give the image in it an alt text; remove it if it is not needed.",
        needs: Needs::Markup,
        run: main_empty,
    },
    Check {
        id: "h1.long",
        category: Category::Headings,
        severity: Severity::Low,
        expects: "The main heading has at most 70 characters",
        fix: "Shorten the heading to what the page is about, and put the rest into the first sentence.",
        needs: Needs::Markup,
        run: main_long,
    },
    Check {
        id: "heading.skip",
        category: Category::Headings,
        severity: Severity::Medium,
        expects: "Headings go down one level at a time",
        fix: "Choose levels by the outline (an <h3> is under an <h2>), and sizes with CSS.",
        needs: Needs::Markup,
        run: skip,
    },
    Check {
        id: "heading.empty",
        category: Category::Headings,
        severity: Severity::Medium,
        expects: "Headings have text",
        fix: "Remove empty headings, or write what their section is about; use CSS for space.",
        needs: Needs::Markup,
        run: empty,
    },
    Check {
        id: "heading.none_h2",
        category: Category::Headings,
        severity: Severity::Low,
        expects: "Long texts are divided by headings",
        fix: "Divide the text into sections, each with an <h2> that says what it answers.",
        needs: Needs::Markup,
        run: none_below_main,
    },
    Check {
        id: "heading.duplicate",
        category: Category::Headings,
        severity: Severity::Low,
        expects: "No two sections under one heading have the same heading",
        fix: "Word each heading so that it sets its section apart from the others, or join the sections.",
        needs: Needs::Markup,
        run: duplicate,
    },
];

/// Whether a heading has text or a label.
fn says_something(document: &Document, heading: &Heading) -> bool {
    if !heading.text.trim().is_empty() {
        return true;
    }
    let within = document.dom().walk(heading.node).take(MOST_STEPS);
    within.filter_map(|step| if let Step::Enter(node) = step { document.element(node) } else { None }).any(
        |element| {
            let labelled = ["aria-label", "aria-labelledby"];
            labelled.iter().any(|name| element.attribute(name).is_some_and(|label| !label.trim().is_empty()))
                || (!element.is_html() && element.name() == "title")
        },
    )
}

/// A heading as quoted in messages.
fn quoted(heading: &Heading) -> String {
    format!("<h{}> “{}”", heading.level, shortened(heading.text.trim()))
}

fn mains(document: &Document) -> impl Iterator<Item = &Heading> {
    document.headings.iter().filter(|heading| heading.level == 1)
}

fn main_missing(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    if mains(document).next().is_some() {
        return Outcome::Passed;
    }
    Outcome::Found(match document.headings.iter().find(|heading| says_something(document, heading)) {
        Some(first) => Finding::new(format!("The page has no <h1>; its first heading is {}.", quoted(first)))
            .at(document.evidence(first.node)),
        None => Finding::new("The page has no heading at all, and so no <h1>."),
    })
}

fn main_multiple(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let told = mains(document).filter(|heading| says_something(document, heading));
    Outcome::of_each(
        told.skip(1),
        |heading| document.evidence(heading.node),
        |count| format!("The page has {} main headings (<h1>).", count + 1),
    )
}

fn main_empty(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    Outcome::of_each(
        mains(document).filter(|heading| !says_something(document, heading)),
        |heading| document.evidence(heading.node),
        |count| match count {
            1 => "The main heading (<h1>) is empty.".to_owned(),
            _ => format!("{count} main headings (<h1>) are empty."),
        },
    )
}

fn main_long(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let length = |heading: &Heading| heading.text.trim().chars().count();
    let long: Vec<&Heading> = mains(document).filter(|heading| length(heading) > LONGEST).collect();
    let longest = long.iter().map(|heading| length(heading)).max().unwrap_or_default();
    Outcome::of_each(
        long,
        |heading| document.evidence(heading.node),
        |_| format!("The main heading has {longest} characters; up to {LONGEST} are taken in at a glance."),
    )
}

fn skip(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let told: Vec<&Heading> =
        document.headings.iter().filter(|heading| says_something(document, heading)).collect();
    let skips: Vec<(&Heading, &Heading)> = told
        .windows(2)
        .filter_map(|pair| (pair[1].level > pair[0].level + 1).then_some((pair[0], pair[1])))
        .collect();
    let first =
        skips.first().map(|(above, below)| format!("{} follows an <h{}>", quoted(below), above.level));
    let first = first.unwrap_or_default();
    Outcome::of_each(
        skips,
        |(above, below)| document.evidence(below.node).detailed(format!("follows {}", quoted(above))),
        |count| match count {
            1 => format!("A heading skips a level: {first}."),
            _ => format!("{count} headings skip a level: {first}, for one."),
        },
    )
}

fn empty(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let below = document.headings.iter().filter(|heading| heading.level > 1);
    Outcome::of_each(
        below.filter(|heading| !says_something(document, heading)),
        |heading| document.evidence(heading.node),
        |count| match count {
            1 => "A heading is empty.".to_owned(),
            _ => format!("{count} headings are empty."),
        },
    )
}

fn none_below_main(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    if document.headings.iter().any(|heading| heading.level == 2 && says_something(document, heading)) {
        return Outcome::Passed;
    }
    let count = document.text.word_count();
    if count <= LONG_TEXT {
        return Outcome::Passed;
    }
    Outcome::Found(Finding::new(format!(
        "The text has {count} words, but no heading of the second level (<h2>)."
    )))
}

fn duplicate(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let repeated = repeated(&document.headings);
    let first = repeated.first().map(|heading| quoted(heading)).unwrap_or_default();
    Outcome::of_each(
        repeated,
        |heading| document.evidence(heading.node),
        |count| match count {
            1 => format!("The heading {first} stands twice in the same section."),
            _ => format!("{count} headings repeat one of the same section, such as {first}."),
        },
    )
}

/// Headings that repeat under the same parent heading. Under different parents they may: “Ingredients” of two
/// recipes.
fn repeated(headings: &[Heading]) -> Vec<&Heading> {
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut seen: FxHashSet<(Option<usize>, u8, String)> = FxHashSet::default();
    let mut repeated = Vec::new();
    for (index, heading) in headings.iter().enumerate() {
        while open.last().is_some_and(|(level, _)| *level >= heading.level) {
            open.pop();
        }
        let parent = open.last().map(|(_, index)| *index);
        open.push((heading.level, index));
        let text = words::normalise(heading.text.trim()).into_owned();
        if !text.is_empty() && !seen.insert((parent, heading.level, text)) {
            repeated.push(heading);
        }
    }
    repeated
}
