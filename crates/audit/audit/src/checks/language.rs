//! Checks of the language: declared, well-formed, and correct.

use domain::locale::Language;
use seo::dom::NodeId;
use seo::page::language::{guess, is_known};

use crate::check::{Category, Check, Finding, Needs, Outcome, Severity};
use crate::document::Document;
use crate::facts::Facts;
use crate::language_tags::{self, language_of};

/// The language of shorter texts can't be detected reliably, in bytes.
const ENOUGH: usize = 400;
/// More text does not improve the detection, in bytes.
const SAMPLE: usize = 4000;
/// This much text is enough to confirm the declared language, in bytes.
const QUICK_SAMPLE: usize = 1000;

/// Languages too similar to be told apart by detection.
const CLOSE: [&[&str]; 7] = [
    &["bs", "hr", "sr", "sh"],
    &["no", "da", "sv"],
    &["id", "ms", "jv"],
    &["hi", "mr", "ne"],
    &["cs", "sk"],
    &["bg", "mk"],
    &["nl", "af"],
];

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "html.lang_missing",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The page says in which language it is",
        fix: "Add the language to the <html> element, such as <html lang=\"en\">; screen readers, translators and search engines \
              go by it.",
        needs: Needs::Markup,
        run: missing,
    },
    Check {
        id: "html.lang_invalid",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The language of the page is written as a valid code",
        fix: "Write the language as a code of BCP 47: a language, and a country only if it matters, such as en, en-GB or zh-Hant.",
        needs: Needs::Markup,
        run: invalid,
    },
    Check {
        id: "html.lang_mismatch",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The text is in the language that the page declares",
        fix: "Set lang of the <html> element to the language of the text, and mark passages in other languages with a lang of \
              their own.",
        needs: Needs::Markup,
        run: mismatch,
    },
];

/// The declared language, if there is any.
fn declared(document: &Document) -> Option<&str> {
    document.lang().map(str::trim).filter(|lang| !lang.is_empty())
}

fn missing(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    if declared(document).is_some() {
        return Outcome::Passed;
    }
    let xml = document.root.and_then(|root| document.attribute(root, "xml:lang"));
    let message = match (document.lang(), xml) {
        (Some(_), _) => "The lang attribute of the <html> element is empty.".to_owned(),
        (None, Some(xml)) => {
            format!("The <html> element has xml:lang=\"{xml}\" but no lang, and browsers read only lang.")
        }
        (None, None) => "The <html> element does not say in which language the page is.".to_owned(),
    };
    let finding = Finding::new(message);
    Outcome::Found(match document.root {
        Some(root) => finding.at(document.evidence(root)),
        None => finding,
    })
}

fn invalid(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let (Some(root), Some(lang)) = (document.root, declared(document)) else {
        return Outcome::skipped("the page declares no language");
    };
    let problem = language_tags::check(lang).err();
    Outcome::of(problem.map(|problem| {
        Finding::new(format!("lang=\"{lang}\" is no valid language code: {problem}."))
            .at(document.evidence(root))
    }))
}

fn mismatch(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let (Some(root), Some(lang)) = (document.root, declared(document)) else {
        return Outcome::skipped("the page declares no language");
    };
    let declared = language_of(lang);
    if !declared.parse::<Language>().is_ok_and(is_known) {
        return Outcome::skipped(format!("texts in “{lang}” are not recognised"));
    }
    let sample = sample(document);
    if sample.len() < ENOUGH {
        return Outcome::skipped("there is too little text to tell its language");
    }
    if let Some((found, _)) = guess(&sample[..sample.floor_char_boundary(QUICK_SAMPLE)])
        && is_one(found, &declared)
    {
        return Outcome::Passed;
    }
    let Some(found) = language_of_text(&sample) else {
        return Outcome::skipped("the language of the text is in doubt");
    };
    if is_one(found, &declared) {
        return Outcome::Passed;
    }
    let message =
        format!("The page declares lang=\"{lang}\", but its text is in another language ({found}).");
    Outcome::Found(Finding::new(message).at(document.evidence(root)))
}

/// The language of a text, if both of its halves clearly have the same one.
fn language_of_text(sample: &str) -> Option<Language> {
    let (one, other) = sample.split_at(sample.floor_char_boundary(sample.len() / 2));
    match (guess(one), guess(other)) {
        (Some((one, true)), Some((other, true))) if one == other => Some(one),
        _ => None,
    }
}

/// Text of the main part that has no language of its own.
fn sample(document: &Document) -> String {
    let mut sample = String::new();
    for block in document.text.main_blocks() {
        if sample.len() >= SAMPLE {
            break;
        }
        if !has_own_language(document, block.node) {
            let text = document.text.of(block);
            sample.push_str(&text[..text.floor_char_boundary(SAMPLE)]);
            sample.push('\n');
        }
    }
    sample
}

/// Whether an element around the text, below the root, declares its language.
fn has_own_language(document: &Document, node: NodeId) -> bool {
    let around = std::iter::successors(Some(node), |node| document.dom().parent(*node));
    around
        .take_while(|node| Some(*node) != document.root)
        .any(|node| document.attribute(node, "lang").is_some())
}

/// Whether the detected language is the declared one, or too close to tell.
fn is_one(found: Language, declared: &str) -> bool {
    let found = language_of(found.as_str());
    found == declared
        || CLOSE.iter().any(|group| group.contains(&found.as_str()) && group.contains(&declared))
}
