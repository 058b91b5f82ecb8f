//! Checks of images as servers send them and browsers show them.

use domain::rendering::ImageSeen;
use domain::search::Device;
use rustc_hash::FxHashSet;
use seo::dom::{NodeId, Step};
use url::Url;

use crate::check::{Category, Check, Evidence, Needs, Outcome, Severity};
use crate::document::{Document, Picture};
use crate::facts::{Answer, Facts, Probe};

use super::figures::{counted, size};

/// The largest acceptable image file, in bytes.
const LARGEST: u64 = 200 * 1024;
/// Smaller files benefit little from a newer format, in bytes.
const WORTH_CONVERTING: u64 = 20 * 1024;
/// Fewer unneeded pixels cost little.
const MOST_WASTED: f64 = 300_000.0;
/// Smaller images are icons, in square CSS pixels.
const SMALLEST_SEEN: f64 = 10_000.0;
/// How many nodes of a `<picture>` are examined.
const LONGEST_PICTURE: usize = 40;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "img.broken",
        category: Category::Images,
        severity: Severity::High,
        expects: "Every image can be loaded",
        fix: "Correct the address, put the file back, or remove the image.",
        needs: Needs::Fetches,
        run: broken,
    },
    Check {
        id: "img.oversize_bytes",
        category: Category::Images,
        severity: Severity::Medium,
        expects: "No image is larger than 200 KB",
        fix: "Scale the image to the size it is shown in and save it as WebP or AVIF with a quality of about 75.",
        needs: Needs::Fetches,
        run: oversize_bytes,
    },
    Check {
        id: "img.legacy_format",
        category: Category::Images,
        severity: Severity::Low,
        expects: "Images are sent in a modern format",
        fix: "Offer WebP or AVIF, with <picture> and <source type> or by what the browser accepts; use a video instead of an animated GIF.",
        needs: Needs::Fetches,
        run: legacy_format,
    },
    Check {
        id: "img.oversize_pixels",
        category: Category::Images,
        severity: Severity::Medium,
        expects: "Images have about as many pixels as they are shown with",
        fix: "Scale the file down, or offer several sizes with srcset and say in sizes how wide the image is shown.",
        needs: Needs::Browser,
        run: oversize_pixels,
    },
    Check {
        id: "img.lazy_above_fold",
        category: Category::Images,
        severity: Severity::Medium,
        expects: "Images that are seen first are loaded at once",
        fix: "Remove loading=\"lazy\" from images at the top of the page, and give the largest fetchpriority=\"high\".",
        needs: Needs::Browser,
        run: lazy_above_fold,
    },
];

/// Judges the responses of the images whose URLs were requested, each URL once.
fn judged<'a>(facts: &Facts<'a>, judge: impl FnOnce(Vec<(&'a Picture, &'a Answer)>) -> Outcome) -> Outcome {
    let mut seen = FxHashSet::default();
    let mut reason = "the pictures were not asked for";
    let mut answered = Vec::new();
    for picture in &facts.document.pictures {
        let Some(url) = picture.url.as_ref().filter(|url| seen.insert(*url)) else { continue };
        match facts.surroundings.answer(url) {
            Some(Probe::Known(answer)) => answered.push((picture, answer)),
            Some(Probe::Unknown(why)) => reason = why,
            None => {}
        }
    }
    if answered.is_empty() && !seen.is_empty() { Outcome::skipped(reason) } else { judge(answered) }
}

fn show(document: &Document, picture: &Picture, detail: String) -> Evidence {
    let address = picture.url.as_ref().map(Url::as_str).unwrap_or_default();
    document.evidence(picture.node).about(address).detailed(detail)
}

fn broken(facts: &Facts<'_>) -> Outcome {
    judged(facts, |answered| {
        let broken = answered.into_iter().filter_map(|(picture, answer)| Some((picture, fault(answer)?)));
        Outcome::of_each(
            broken,
            |(picture, fault)| show(facts.document, picture, fault),
            |count| format!("{} not load.", counted(count, "picture does", "pictures do")),
        )
    })
}

/// What is wrong with an image's response. Servers that require authentication or limit the rate may still
/// send it to users.
fn fault(answer: &Answer) -> Option<String> {
    if let Some(absence) = answer.absence() {
        return Some(format!("it {}", absence.describe()));
    }
    match answer.status {
        401 | 403 | 408 | 425 | 429 | 999 => None,
        300..400 => Some("its redirects go in a circle".to_owned()),
        400.. => Some(format!("it answers {}", answer.status)),
        _ if answer.media_type == "text/html" => Some("it answers with a page of HTML".to_owned()),
        _ if answer.bytes == Some(0) => Some("the file is empty".to_owned()),
        _ => None,
    }
}

fn oversize_bytes(facts: &Facts<'_>) -> Outcome {
    judged(facts, |answered| {
        let mut large: Vec<_> = answered
            .into_iter()
            .filter(|(_, answer)| fault(answer).is_none())
            .filter_map(|(picture, answer)| Some((picture, answer.bytes.filter(|bytes| *bytes > LARGEST)?)))
            .collect();
        large.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
        let sum: u64 = large.iter().map(|(_, bytes)| bytes).sum();
        Outcome::of_each(
            large,
            |(picture, bytes)| show(facts.document, picture, size(bytes)),
            |count| {
                let pictures = counted(count, "picture is", "pictures are");
                format!("{pictures} larger than 200 KB, {} together.", size(sum))
            },
        )
    })
}

fn legacy_format(facts: &Facts<'_>) -> Outcome {
    judged(facts, |answered| {
        let old = answered.into_iter().filter_map(|(picture, answer)| {
            let bytes = answer.bytes.filter(|bytes| *bytes > WORTH_CONVERTING)?;
            let format = legacy_name(&answer.media_type)?;
            (answer.status == 200 && !offers_modern(facts.document, picture.node))
                .then_some((picture, format, bytes))
        });
        let old: Vec<_> = old.collect();
        let sum: u64 = old.iter().map(|(_, _, bytes)| bytes).sum();
        Outcome::of_each(
            old,
            |(picture, format, bytes)| show(facts.document, picture, format!("{format}, {}", size(bytes))),
            |count| {
                let pictures = counted(count, "picture is", "pictures are");
                format!(
                    "{pictures} sent as JPEG, PNG or GIF ({} in all); WebP or AVIF usually take a third less.",
                    size(sum)
                )
            },
        )
    })
}

fn legacy_name(media_type: &str) -> Option<&'static str> {
    match media_type {
        "image/jpeg" | "image/jpg" | "image/pjpeg" => Some("JPEG"),
        "image/png" => Some("PNG"),
        "image/gif" => Some("GIF"),
        "image/bmp" | "image/x-ms-bmp" => Some("BMP"),
        "image/tiff" => Some("TIFF"),
        _ => None,
    }
}

/// Whether the `<picture>` around an image offers a modern format, so that the file in `src` is only for old
/// browsers.
fn offers_modern(document: &Document, node: NodeId) -> bool {
    let dom = document.dom();
    let around = dom
        .parent(node)
        .filter(|parent| dom.element(*parent).is_some_and(|element| element.name() == "picture"));
    let Some(around) = around else { return false };
    dom.walk(around).take(LONGEST_PICTURE).any(|step| {
        let Step::Enter(child) = step else { return false };
        let is_modern = |kind: &str| kind.contains("webp") || kind.contains("avif") || kind.contains("jxl");
        dom.element(child).is_some_and(|element| {
            element.name() == "source"
                && ["type", "srcset"].iter().filter_map(|name| element.attribute(name)).any(is_modern)
        })
    })
}

fn seen(image: &ImageSeen, detail: String) -> Evidence {
    let selector = Some(image.selector.clone());
    Evidence { selector, ..Evidence::of_text(&image.snippet) }.about(&image.url).detailed(detail)
}

fn oversize_pixels(facts: &Facts<'_>) -> Outcome {
    let rendered = match facts.browser {
        Probe::Known(rendered) => rendered,
        Probe::Unknown(reason) => return Outcome::skipped(reason.as_str()),
    };
    // High-density screens show four pixels per CSS pixel. Phones are measured with such a screen and need at
    // most twice that.
    let most = match facts.device {
        Device::Mobile => 1.75 * 1.75 * 2.0,
        Device::Desktop => 4.0,
    };
    let large = rendered.rendering.images.iter().filter(|image| {
        let shown = image.shown_width * image.shown_height;
        let own = f64::from(image.natural_width) * f64::from(image.natural_height);
        let address = image.url.split(['?', '#']).next().unwrap_or_default();
        let scales = address.to_ascii_lowercase().rsplit_once('.').is_some_and(|(_, ending)| ending == "svg");
        shown >= 1.0 && own > shown * most && own - shown * most > MOST_WASTED && !scales
    });
    Outcome::of_each(
        large,
        |image| {
            let own = format!("{} × {}", image.natural_width, image.natural_height);
            seen(
                image,
                format!("{own} pixels, shown as {:.0} × {:.0}", image.shown_width, image.shown_height),
            )
        },
        |count| {
            format!("{} far more pixels than the page shows.", counted(count, "picture has", "pictures have"))
        },
    )
}

fn lazy_above_fold(facts: &Facts<'_>) -> Outcome {
    let rendered = match facts.browser {
        Probe::Known(rendered) => rendered,
        Probe::Unknown(reason) => return Outcome::skipped(reason.as_str()),
    };
    let late = rendered.rendering.images.iter().filter(|image| {
        image.lazy && image.above_fold && image.shown_width * image.shown_height >= SMALLEST_SEEN
    });
    Outcome::of_each(
        late,
        |image| seen(image, format!("{:.0} × {:.0}", image.shown_width, image.shown_height)),
        |count| {
            let pictures = counted(count, "picture is", "pictures are");
            format!("{pictures} seen without scrolling, but loaded late because of loading=lazy.")
        },
    )
}
