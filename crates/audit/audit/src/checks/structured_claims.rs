//! Checks of structured data against the rest of the page: its claims, its URLs, and whether it is visible to
//! crawlers.

use std::cell::LazyCell;

use structured_data::{Claim, ClaimKind};

use crate::check::{Category, Check, Finding, Needs, Outcome, Severity};
use crate::facts::{Facts, Probe};
use crate::gist;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "sd.none",
        category: Category::StructuredData,
        severity: Severity::Low,
        expects: "The page has structured data",
        fix: "Add a JSON-LD block that says what the page is about: an Article, a Product, a LocalBusiness, with BreadcrumbList and Organization.",
        needs: Needs::Markup,
        run: none,
    },
    Check {
        id: "sd.content_mismatch",
        category: Category::StructuredData,
        severity: Severity::Medium,
        expects: "Readers find on the page what structured data claims",
        fix: "Show on the page what the data says, or remove it from the data; hidden claims can lead to a manual action.",
        needs: Needs::Markup,
        run: content_mismatch,
    },
    Check {
        id: "sd.noindex_conflict",
        category: Category::StructuredData,
        severity: Severity::High,
        expects: "A page with data for rich results may be indexed",
        fix: "Remove noindex if the page is meant to be found; otherwise the structured data does nothing.",
        needs: Needs::Answer,
        run: noindex_conflict,
    },
    Check {
        id: "sd.image_unreachable",
        category: Category::StructuredData,
        severity: Severity::Medium,
        expects: "Images that structured data names can be fetched",
        fix: "Give addresses of images that answer with an image and that robots.txt does not block.",
        needs: Needs::Fetches,
        run: image_unreachable,
    },
    Check {
        id: "sd.js_injected_only",
        category: Category::StructuredData,
        severity: Severity::Low,
        expects: "Structured data is in the HTML as it is sent",
        fix: "Send the data with the HTML: crawlers that run no scripts, and most answer engines', never see it otherwise.",
        needs: Needs::Browser,
        run: js_injected_only,
    },
];

fn none(facts: &Facts<'_>) -> Outcome {
    let report = facts.document.structured_report(facts.today);
    let declares = !facts.document.structured_data.is_empty() || !report.problems.is_empty();
    Outcome::of(
        (!declares).then(|| Finding::new("The page has no JSON-LD, microdata or RDFa of schema.org.")),
    )
}

fn content_mismatch(facts: &Facts<'_>) -> Outcome {
    let claims = &facts.document.structured_report(facts.today).claims;
    if claims.is_empty() {
        return Outcome::Passed;
    }
    let text = facts.document.text.all();
    let shown = LazyCell::new(|| comparable(text));
    let titles: String = facts.document.titles.iter().map(|title| comparable(&title.text)).collect();
    // Most claims occur word for word on the page, which is the fastest test.
    let missing = claims.iter().filter(|claim| {
        !text.contains(&claim.text) && !titles.contains(&comparable(&claim.text)) && !is_shown(claim, &shown)
    });
    Outcome::of_each(
        missing,
        |claim| {
            facts.document.evidence_in_data(claim.place).detailed(format!("{}: {}", claim.path, claim.text))
        },
        |count| match count {
            1 => "Structured data says something that the page does not show.".to_owned(),
            _ => format!("Structured data says {count} things that the page does not show."),
        },
    )
}

/// Whether users can find a claim in the text.
fn is_shown(claim: &Claim, shown: &str) -> bool {
    let claimed = comparable(&claim.text);
    if claimed.is_empty() {
        return true;
    }
    match claim.kind {
        // Answers are often split into other paragraphs or shortened in the data, so their beginning is
        // enough.
        ClaimKind::Answer => shown.contains(beginning(&claimed)),
        ClaimKind::Name | ClaimKind::Question => shown.contains(&claimed),
        ClaimKind::Rating | ClaimKind::RatingCount | ClaimKind::Price => {
            let digits: String = claimed.chars().filter(char::is_ascii_digit).collect();
            let whole = digits.trim_end_matches('0');
            shown.contains(&claimed) || whole.is_empty() || plain_digits(shown).contains(whole)
        }
    }
}

/// The first words of a text.
fn beginning(text: &str) -> &str {
    let end = text.match_indices(' ').nth(7).map_or(text.len(), |(index, _)| index);
    &text[..end]
}

/// Letters and digits in lower case, with single spaces between words: quotes, dashes and spaces differ
/// between data and page.
fn comparable(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut ends_word = false;
    for character in text.chars() {
        let lower = LOWER.get(character as usize).copied().unwrap_or_default();
        if lower == 0 && (character.is_ascii() || !character.is_alphanumeric()) {
            ends_word = true;
            continue;
        }
        if std::mem::take(&mut ends_word) && !plain.is_empty() {
            plain.push(' ');
        }
        if lower == 0 {
            plain.extend(character.to_lowercase());
        } else {
            plain.push(char::from(lower));
        }
    }
    plain
}

/// The lower case of ASCII letters and digits, and zero for all other characters.
static LOWER: [u8; 128] = {
    let mut lower = [0; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            lower[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    lower
};

fn plain_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn noindex_conflict(facts: &Facts<'_>) -> Outcome {
    let report = facts.document.structured_report(facts.today);
    let featured = report.items.iter().find(|item| !item.features.is_empty());
    let Some(item) = featured else { return Outcome::Passed };
    let headers =
        facts.answer.response.as_ref().map(|response| response.headers.as_slice()).unwrap_or_default();
    let finding = gist::is_noindex(facts.document, headers).then(|| {
        let kind = item.types.first().map_or("data", String::as_str);
        Finding::new(format!("The page declares a {kind} for search results, and asks not to be in them."))
            .at(facts.document.evidence_in_data(item.place))
    });
    Outcome::of(finding)
}

fn image_unreachable(facts: &Facts<'_>) -> Outcome {
    let images = &facts.document.structured_report(facts.today).images;
    let answers = images.iter().filter_map(|image| Some((image, facts.surroundings.answer(&image.url)?)));
    let failing = answers.filter_map(|(image, answer)| match answer {
        Probe::Known(answer) if answer.media_type.starts_with("text/") && answer.status < 400 => {
            Some((image, format!("answers with {} instead of a picture", answer.media_type)))
        }
        Probe::Known(answer) => Some((image, answer.failure()?)),
        Probe::Unknown(_) => None,
    });
    Outcome::of_each(
        failing,
        |(image, why)| facts.document.evidence_in_data(image.place).about(image.url.as_str()).detailed(why),
        |count| match count {
            1 => "A picture that structured data names can't be fetched.".to_owned(),
            _ => format!("{count} pictures that structured data names can't be fetched."),
        },
    )
}

fn js_injected_only(facts: &Facts<'_>) -> Outcome {
    let rendered = match facts.browser {
        Probe::Known(rendered) => &rendered.document,
        Probe::Unknown(reason) => return Outcome::skipped(reason),
    };
    let injected = facts.document.structured_data.is_empty() && !rendered.structured_data.is_empty();
    let finding = injected.then(|| {
        let first =
            rendered.structured_data.roots().first().map(|id| rendered.structured_data.item(*id).place);
        let finding = Finding::new("Structured data is there only after scripts ran.");
        first.map_or(finding.clone(), |place| finding.at(rendered.evidence_in_data(place)))
    });
    Outcome::of(finding)
}
