//! Checks of how the page looks when it is shared.

use rustc_hash::FxHashSet;
use url::Url;

use super::same_address::{is_full, is_same_address, is_unsure};
use crate::check::{Category, Check, Finding, Needs, Outcome, Severity, shortened};
use crate::document::{Document, Meta};
use crate::facts::{Answer, AnswerContent, Facts, Probe};

/// The properties that every shared page needs.
const REQUIRED: [&str; 4] = ["og:title", "og:type", "og:image", "og:url"];
/// The names of the shared image.
const IMAGES: [&str; 5] =
    ["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"];
/// The size at which networks show a large image.
const WIDTH: u32 = 1200;
/// See [`WIDTH`].
const HEIGHT: u32 = 630;
const CARDS: [&str; 4] = ["summary", "summary_large_image", "app", "player"];

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "og.missing_required",
        category: Category::Social,
        severity: Severity::Medium,
        expects: "The page has og:title, og:type, og:image and og:url",
        fix: "Add the missing ones to the head, such as <meta property=\"og:title\" content=\"…\">; without them, networks guess how \
              a shared link looks.",
        needs: Needs::Markup,
        run: missing_required,
    },
    Check {
        id: "og.desc_missing",
        category: Category::Social,
        severity: Severity::Low,
        expects: "The page has a text for shared links",
        fix: "Add <meta property=\"og:description\" content=\"…\"> with one or two sentences that make people open the link.",
        needs: Needs::Markup,
        run: description_missing,
    },
    Check {
        id: "og.url_mismatch",
        category: Category::Social,
        severity: Severity::Medium,
        expects: "og:url is the canonical address of the page",
        fix: "Set og:url to the canonical address, in full; networks count likes and shares by it, and show that page.",
        needs: Needs::Markup,
        run: url_mismatch,
    },
    Check {
        id: "og.image_relative",
        category: Category::Social,
        severity: Severity::Medium,
        expects: "Images for shared links have full addresses",
        fix: "Write the image's address in full, beginning with https://.",
        needs: Needs::Markup,
        run: image_relative,
    },
    Check {
        id: "og.image_broken",
        category: Category::Social,
        severity: Severity::High,
        expects: "Images for shared links can be loaded",
        fix: "Correct the address, or put the image there as JPEG, PNG, GIF or WebP; until then, shared links show none.",
        needs: Needs::Fetches,
        run: image_broken,
    },
    Check {
        id: "og.image_small",
        category: Category::Social,
        severity: Severity::Low,
        expects: "The image for shared links has at least 1200 by 630 pixels",
        fix: "Offer an image of 1200 by 630 pixels or more; smaller ones are shown as a thumbnail or blurred.",
        needs: Needs::Fetches,
        run: image_small,
    },
    Check {
        id: "twitter.card_missing",
        category: Category::Social,
        severity: Severity::Low,
        expects: "The page says which card X shows",
        fix: "Add <meta name=\"twitter:card\" content=\"summary_large_image\">; title, text and image are taken from og: if need be.",
        needs: Needs::Markup,
        run: card_missing,
    },
    Check {
        id: "twitter.card_invalid",
        category: Category::Social,
        severity: Severity::Medium,
        expects: "The card for X is one that there is",
        fix: "Set twitter:card to summary, summary_large_image, app or player.",
        needs: Needs::Markup,
        run: card_invalid,
    },
];

/// The metadata elements of this name that are not empty. One element may have two names: `name` for X,
/// `property` for the others.
fn named<'a>(document: &'a Document, name: &'a str) -> impl Iterator<Item = (&'a Meta, &'a str)> {
    let metas = document.metas.iter().filter(move |meta| {
        meta.is_named(name)
            || document
                .attribute(meta.node, "property")
                .is_some_and(|property| property.trim().eq_ignore_ascii_case(name))
    });
    metas.map(|meta| (meta, meta.content.as_str())).filter(|(_, content)| !content.is_empty())
}

fn has(document: &Document, name: &str) -> bool {
    named(document, name).next().is_some()
}

fn missing_required(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let is_there = |name: &str| match name {
        "og:image" => IMAGES[..3].iter().any(|name| has(document, name)),
        _ => has(document, name),
    };
    let missing: Vec<&str> = REQUIRED.into_iter().filter(|name| !is_there(name)).collect();
    let message = match missing.as_slice() {
        [] => return Outcome::Passed,
        all if all.len() == REQUIRED.len() => {
            "The page has no Open Graph data: og:title, og:type, og:image and og:url are missing.".to_owned()
        }
        [one] => format!("The page has no {one}."),
        [some @ .., last] => format!("The page has no {} and no {last}.", some.join(", no ")),
    };
    Outcome::Found(Finding { count: missing.len(), ..Finding::new(message) })
}

fn description_missing(facts: &Facts<'_>) -> Outcome {
    if has(facts.document, "og:description") {
        return Outcome::Passed;
    }
    let message = match facts.document.metas_named("description").find(|(_, content)| !content.is_empty()) {
        Some(_) => {
            "The page has no og:description; networks may take its description for search results, or none."
        }
        None => "The page has neither og:description nor another description, so shared links show no text.",
    };
    Outcome::Found(Finding::new(message))
}

fn url_mismatch(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let Some((meta, content)) = named(document, "og:url").next() else {
        return Outcome::skipped("the page has no og:url");
    };
    let evidence = document.evidence(meta.node);
    if !is_full(content) {
        let message = format!("og:url is not a full address: {content}");
        return Outcome::Found(Finding::new(message).at(evidence));
    }
    let canonical = document.links_with_rel("canonical").find_map(|link| link.url.as_ref());
    let (own, what) = match canonical {
        Some(canonical) => (canonical, "the canonical address is"),
        None => (&facts.answer.url, "the page is at"),
    };
    match document.resolve(content) {
        Some(url) if is_same_address(&url, own) => Outcome::Passed,
        _ => Outcome::Found(
            Finding::new(format!("og:url is {content}, but {what} {own}")).at(evidence.about(own.as_str())),
        ),
    }
}

/// The images for shared links, as written.
fn images(document: &Document) -> impl Iterator<Item = (&Meta, &str)> {
    IMAGES.iter().flat_map(|name| named(document, name))
}

fn image_relative(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let mut seen = FxHashSet::default();
    // One element may have two names.
    let relative = images(document).filter(|(meta, content)| !is_full(content) && seen.insert(meta.node));
    let relative: Vec<(&Meta, &str)> = relative.collect();
    let first = relative.first().map(|(_, content)| shortened(content)).unwrap_or_default();
    Outcome::of_each(
        relative,
        |(meta, _)| document.evidence(meta.node),
        |count| match count {
            1 => format!("The address of the picture for shared links is not a full one: {first}"),
            _ => format!(
                "The addresses of {count} pictures for shared links are not full ones, such as {first}"
            ),
        },
    )
}

/// The responses of the shared images that were requested, each once.
fn answers<'a>(facts: &Facts<'a>, names: &'static [&'static str]) -> Vec<(&'a Meta, Url, &'a Probe<Answer>)> {
    let (document, surroundings) = (facts.document, facts.surroundings);
    let mut seen = FxHashSet::default();
    let metas = names.iter().flat_map(|name| named(document, name));
    metas
        .filter_map(|(meta, content)| {
            let url = document.resolve(content)?;
            let answer = surroundings.answer(&url)?;
            seen.insert(url.clone()).then_some((meta, url, answer))
        })
        .collect()
}

fn image_broken(facts: &Facts<'_>) -> Outcome {
    if images(facts.document).next().is_none() {
        return Outcome::skipped("the page names no picture for shared links");
    }
    let answers = answers(facts, &IMAGES);
    let known = answers.iter().filter_map(|(meta, url, probe)| Some((*meta, url, probe.known()?)));
    let known: Vec<(&Meta, &Url, &Answer)> =
        known.filter(|(_, _, answer)| !is_unsure(answer.status)).collect();
    let broken: Vec<(&Meta, &Url, String)> =
        known.iter().filter_map(|(meta, url, answer)| Some((*meta, *url, problem(answer)?))).collect();
    if known.is_empty() {
        return Outcome::skipped(reason(&answers));
    }
    let first = broken.first().map(|(_, url, problem)| format!("{url} {problem}")).unwrap_or_default();
    Outcome::of_each(
        broken,
        |(meta, url, problem)| facts.document.evidence(meta.node).about(url.as_str()).detailed(problem),
        |count| match count {
            1 => format!("The picture for shared links can't be shown: {first}."),
            _ => format!("{count} pictures for shared links can't be shown: {first}, for one."),
        },
    )
}

fn problem(answer: &Answer) -> Option<String> {
    let kind = answer.media_type.as_str();
    if let Some(failure) = answer.failure() {
        return Some(failure);
    }
    if kind == "image/svg+xml" {
        return Some("is an SVG, which networks don't show".to_owned());
    }
    (kind.starts_with("text/") || kind == "application/json").then(|| format!("is no picture, but {kind}"))
}

/// Why there is no data about the images.
fn reason(answers: &[(&Meta, Url, &Probe<Answer>)]) -> String {
    match answers.first() {
        None => "the picture for shared links was not asked for".to_owned(),
        Some((_, _, Probe::Unknown(reason))) => reason.clone(),
        Some((_, url, Probe::Known(answer))) => format!("{url} answers us with status {}", answer.status),
    }
}

fn image_small(facts: &Facts<'_>) -> Outcome {
    if !IMAGES[..3].iter().any(|name| has(facts.document, name)) {
        return Outcome::skipped("the page has no og:image");
    }
    let answers = answers(facts, &["og:image", "og:image:url", "og:image:secure_url"]);
    let mut sizes = answers.iter().filter_map(|(meta, url, probe)| match probe.known()?.content {
        AnswerContent::Picture { width, height } => Some((*meta, url, width, height)),
        _ => None,
    });
    // Social networks show the first image.
    let Some((meta, url, width, height)) = sizes.next() else {
        return Outcome::skipped("the size of the picture for shared links is not known");
    };
    Outcome::of((width < WIDTH || height < HEIGHT).then(|| {
        let message = format!(
            "The picture for shared links has {width} by {height} pixels; networks show it large from {WIDTH} by {HEIGHT}."
        );
        Finding::new(message).at(facts.document.evidence(meta.node).about(url.as_str()))
    }))
}

fn card_missing(facts: &Facts<'_>) -> Outcome {
    if has(facts.document, "twitter:card") {
        return Outcome::Passed;
    }
    Outcome::Found(Finding::new(
        "The page has no twitter:card, so X shows shared links without a large picture.",
    ))
}

fn card_invalid(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let Some((meta, card)) = named(document, "twitter:card").next() else {
        return Outcome::skipped("the page has no twitter:card");
    };
    let known = CARDS.iter().any(|known| known.eq_ignore_ascii_case(card));
    Outcome::of((!known).then(|| {
        let message = format!("twitter:card is “{}”, which is no card that X knows.", shortened(card));
        Finding::new(message).at(document.evidence(meta.node))
    }))
}
