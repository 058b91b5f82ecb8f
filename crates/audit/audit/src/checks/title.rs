//! Checks of the title.

use domain::locale::Language;
use domain::result_limit;
use domain::result_limits::{TITLE_LEAST, TITLE_MOST, TITLE_PIXELS};
use rustc_hash::FxHashSet;
use seo::result_room::{Length, pixels, title_fits};
use seo::words::{self, is_function_word};

use crate::check::{Category, Check, Finding, Needs, Outcome, Severity};
use crate::document::{Document, TextTag};
use crate::facts::Facts;
use crate::language_tags::language_of;

/// With fewer words on the page, its topic can't be determined.
const ENOUGH_WORDS: usize = 50;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "title.missing",
        category: Category::Html,
        severity: Severity::Critical,
        expects: "The page has a title",
        fix: concat!(
            "Add one <title> to the head that says in ",
            result_limit!(title_least),
            " to ",
            result_limit!(title_most),
            " characters what this page is about."
        ),
        needs: Needs::Markup,
        run: missing,
    },
    Check {
        id: "title.multiple",
        category: Category::Html,
        severity: Severity::High,
        expects: "The page has only one title",
        fix: "Keep one <title> in the head and remove the others; search engines pick one of them by chance.",
        needs: Needs::Markup,
        run: multiple,
    },
    Check {
        id: "title.short",
        category: Category::Html,
        severity: Severity::Low,
        expects: concat!("The title has at least ", result_limit!(title_least), " characters"),
        fix: "Use the room that results give: name the topic, what sets the page apart, and the site.",
        needs: Needs::Markup,
        run: short,
    },
    Check {
        id: "title.long",
        category: Category::Html,
        severity: Severity::Medium,
        expects: concat!(
            "The title fits into results: at most ",
            result_limit!(title_most),
            " characters and ",
            result_limit!(title_pixels),
            " pixels"
        ),
        fix: "Shorten the title, with the words that people search for at the start; what is cut off at the end is not seen.",
        needs: Needs::Markup,
        run: long,
    },
    Check {
        id: "title.equals_h1",
        category: Category::Html,
        severity: Severity::Low,
        expects: "Title and main heading complement each other",
        fix: "Word the title for people who compare results (with the site's name or what sets the page apart), and the heading \
              for people who have come to the page.",
        needs: Needs::Markup,
        run: equals_h1,
    },
    Check {
        id: "title.irrelevant",
        category: Category::Html,
        severity: Severity::Low,
        expects: "The title speaks of what the page is about",
        fix: "Replace the title with one that names the topic of this page in the words of its headings and text.",
        needs: Needs::Markup,
        run: irrelevant,
    },
];

/// The title that counts: the first that is not empty.
fn title<'a>(facts: &Facts<'a>) -> Option<&'a TextTag> {
    facts.document.titles.iter().find(|title| !title.text.is_empty())
}

fn no_title() -> Outcome {
    Outcome::skipped("the page has no title")
}

fn missing(facts: &Facts<'_>) -> Outcome {
    match (title(facts), facts.document.titles.first()) {
        (Some(_), _) => Outcome::Passed,
        (None, Some(empty)) => {
            Outcome::Found(Finding::new("The title is empty.").at(facts.document.evidence(empty.node)))
        }
        (None, None) => Outcome::Found(Finding::new("The page has no title.")),
    }
}

fn multiple(facts: &Facts<'_>) -> Outcome {
    let further = facts.document.titles.iter().skip(1);
    Outcome::of_each(
        further,
        |title| facts.document.evidence(title.node),
        |count| format!("The page has {} titles.", count + 1),
    )
}

fn short(facts: &Facts<'_>) -> Outcome {
    let Some(title) = title(facts) else { return no_title() };
    let length = Length::of(title.text.trim_end());
    let finding = (length.in_latin() < TITLE_LEAST).then(|| {
        let (characters, room) = (length.characters, length.limit(TITLE_MOST));
        let message = format!("The title has {characters} characters; results have room for {room}.");
        Finding::new(message).at(facts.document.evidence(title.node))
    });
    Outcome::of(finding)
}

fn long(facts: &Facts<'_>) -> Outcome {
    let Some(title) = title(facts) else { return no_title() };
    let text = title.text.trim_end();
    if title_fits(text) {
        return Outcome::Passed;
    }
    let (length, width) = (Length::of(text), pixels(text));
    let (characters, room) = (length.characters, length.limit(TITLE_MOST));
    let message = format!(
        "The title has {characters} characters and is about {width} pixels wide; results show about {room} characters or \
         {TITLE_PIXELS} pixels."
    );
    Outcome::Found(Finding::new(message).at(facts.document.evidence(title.node)))
}

fn equals_h1(facts: &Facts<'_>) -> Outcome {
    let Some(title) = title(facts) else { return no_title() };
    let first = facts.document.headings.iter().find(|heading| heading.level == 1 && !heading.text.is_empty());
    let Some(heading) = first else { return Outcome::skipped("the page has no main heading") };
    let (one, other) = (words::normalise(title.text.trim()), words::normalise(heading.text.trim()));
    Outcome::of((one == other).then(|| {
        let message = format!("Title and main heading are the same: “{}”.", title.text.trim());
        let mut finding = Finding::new(message).at(facts.document.evidence(title.node));
        finding.evidence.push(facts.document.evidence(heading.node));
        finding
    }))
}

fn irrelevant(facts: &Facts<'_>) -> Outcome {
    let Some(title) = title(facts) else { return no_title() };
    let document = facts.document;
    let said = document.text.main_blocks().flat_map(|block| words::split(document.text.of(block)));
    if said.take(ENOUGH_WORDS).count() < ENOUGH_WORDS {
        return Outcome::skipped("there is too little text to compare the title with");
    }
    let language = language_of(document.lang().unwrap_or_default()).parse().unwrap_or_default();
    let normalised = words::normalise(&title.text);
    let topics: FxHashSet<String> = topics(&normalised, language).collect();
    if topics.is_empty() || is_told(document, &topics) {
        return Outcome::Passed;
    }
    let message =
        format!("No word of the title stands in the headings or the text: “{}”.", title.text.trim_end());
    Outcome::Found(Finding::new(message).at(document.evidence(title.node)))
}

/// The words of a normalised text that name a topic, without their endings.
fn topics(normalised: &str, language: Language) -> impl Iterator<Item = String> {
    words::split(normalised).filter(move |word| !is_function_word(word, language)).map(beginning)
}

/// The part that the forms of a word share in most languages.
fn beginning(word: &str) -> String {
    const COMMON: usize = 5;
    word.chars().take(COMMON).collect()
}

/// Whether one of the topics occurs in the headings or the text.
fn is_told(document: &Document, topics: &FxHashSet<String>) -> bool {
    let headings = document.headings.iter().map(|heading| heading.text.as_str());
    let blocks = document.text.main_blocks().map(|block| document.text.of(block));
    headings
        .chain(blocks)
        .any(|text| words::split(&words::normalise(text)).any(|word| topics.contains(&beginning(word))))
}
