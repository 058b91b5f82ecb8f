//! Checks of what the page makes a browser load, and what that costs.

use std::cmp::Reverse;

use domain::rendering::{FontFace, Rendering};
use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity};
use crate::checks::figures::{counted, size};
use crate::document::is_same_site;
use crate::facts::{Facts, Probe};

/// The size from which Lighthouse reports a page, in bytes.
const HEAVY: u64 = 2667 * 1024;
/// Pages of this size are heavier than half of all pages, in bytes.
const VERY_HEAVY: u64 = 4000 * 1024;
/// Less unused code is not worth the work, in transferred bytes.
const MOST_UNUSED: u64 = 20 * 1024;
/// The usual number of other sites.
const USUAL_SITES: usize = 8;
/// Below this, a large share of third-party bytes does not matter.
const FOREIGN_BYTES: u64 = 500_000;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "perf.total_bytes",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "The page loads at most 2.7 MB",
        fix: "Start with the largest files: smaller images in AVIF or WebP, less script, films only when they are played.",
        needs: Needs::Browser,
        run: total_bytes,
    },
    Check {
        id: "perf.unused_css_js",
        category: Category::Performance,
        severity: Severity::Low,
        expects: "The page uses most of the code that it loads",
        fix: "Split these files by page or feature, load parts when they are needed, and remove rules and libraries that nothing uses.",
        needs: Needs::Browser,
        run: unused_code,
    },
    Check {
        id: "perf.font_display",
        category: Category::Performance,
        severity: Severity::Low,
        expects: "Text can be read while its font loads",
        fix: "Add font-display: swap (or optional) to the @font-face rules; for Google Fonts add &display=swap to the address.",
        needs: Needs::Browser,
        run: font_display,
    },
    Check {
        id: "perf.third_party",
        category: Category::Performance,
        severity: Severity::Low,
        expects: "The page loads little from other sites",
        fix: "Remove services that you no longer use, load the others after a click or when the page is idle, and keep fonts and libraries on your own host.",
        needs: Needs::Browser,
        run: third_party,
    },
    Check {
        id: "perf.console_errors",
        category: Category::Performance,
        severity: Severity::Low,
        expects: "The page loads without errors in the browser's console",
        fix: "Open the page with the browser's developer tools and correct the errors; each can mean that a part of the page does not work.",
        needs: Needs::Browser,
        run: console_errors,
    },
];

/// Judges the page load in the browser.
fn judge<'a>(facts: &Facts<'a>, judge: impl FnOnce(&'a Rendering) -> Outcome) -> Outcome {
    match facts.browser {
        Probe::Known(rendered) => judge(&rendered.rendering),
        Probe::Unknown(reason) => Outcome::skipped(reason),
    }
}

fn total_bytes(facts: &Facts<'_>) -> Outcome {
    judge(facts, |rendering| {
        let total: u64 = rendering.requests.iter().map(|request| request.transfer_bytes).sum();
        if total <= HEAVY {
            return Outcome::Passed;
        }
        let mut largest: Vec<_> = rendering.requests.iter().collect();
        largest.sort_by_key(|request| Reverse(request.transfer_bytes));
        let shown = largest.into_iter().take(Finding::MOST_EVIDENCE);
        let evidence =
            shown.map(|request| Evidence::of_url(&request.url).detailed(size(request.transfer_bytes)));
        let message = format!(
            "The page loads {} in {}; up to {} is good.",
            size(total),
            counted(rendering.requests.len(), "file", "files"),
            size(HEAVY)
        );
        let severity = if total > VERY_HEAVY { Severity::High } else { Severity::Medium };
        Outcome::Found(Finding { evidence: evidence.collect(), ..Finding::new(message) }.severe(severity))
    })
}

fn unused_code(facts: &Facts<'_>) -> Outcome {
    judge(facts, |rendering| {
        let requests: FxHashMap<&str, _> =
            rendering.requests.iter().map(|request| (request.url.as_str(), request)).collect();
        // Unused code costs its transferred size, so its size is scaled by the compression ratio.
        let on_wire = |url: &str, bytes: u64| match requests.get(url) {
            Some(request) if request.body_bytes > 0 && request.transfer_bytes < request.body_bytes => {
                let share =
                    u128::from(bytes) * u128::from(request.transfer_bytes) / u128::from(request.body_bytes);
                u64::try_from(share).unwrap_or(bytes)
            }
            _ => bytes,
        };
        let mut unused: Vec<_> = rendering
            .coverage
            .iter()
            .map(|code| (code, on_wire(&code.url, code.unused_bytes)))
            .filter(|(_, wasted)| *wasted > MOST_UNUSED)
            .collect();
        unused.sort_by_key(|(_, wasted)| Reverse(*wasted));
        let sum = unused.iter().map(|(_, wasted)| wasted).sum();
        Outcome::of_each(
            unused,
            |(code, wasted)| {
                let share = code.unused_bytes * 100 / code.bytes.max(1);
                Evidence::of_url(&code.url)
                    .detailed(format!("{} unused, {share} % of the file", size(wasted)))
            },
            |count| {
                let files = counted(count, "style sheet or script", "style sheets and scripts");
                format!("The page does not use {} of {files} that it loads.", size(sum))
            },
        )
    })
}

fn font_display(facts: &Facts<'_>) -> Outcome {
    judge(facts, |rendering| {
        let mut seen = FxHashSet::default();
        let hiding = rendering.font_faces.iter().filter(|face| hides_text(face));
        Outcome::of_each(
            hiding.filter(|face| seen.insert(face.family.as_str())),
            |face| {
                Evidence::of_text(format!("font-family: {}", face.family))
                    .detailed(format!("font-display: {}", face.display))
            },
            |count| {
                let fonts = counted(count, "font hides its text", "fonts hide their text");
                format!("{fonts} while loading, for up to 3 s.")
            },
        )
    })
}

fn hides_text(face: &FontFace) -> bool {
    let family = face.family.to_ascii_lowercase();
    // Icons from such fonts would appear as stray letters in another font.
    let is_icons = ["icon", "awesome", "symbol", "glyph"].iter().any(|word| family.contains(word));
    face.loaded && matches!(face.display.as_str(), "auto" | "block") && !is_icons
}

fn third_party(facts: &Facts<'_>) -> Outcome {
    judge(facts, |rendering| {
        let mut total = 0;
        let mut sites: FxHashMap<String, (usize, u64)> = FxHashMap::default();
        for request in rendering.requests.iter().filter(|request| request.status.is_some()) {
            total += request.transfer_bytes;
            let Ok(url) = Url::parse(&request.url) else { continue };
            let Some(host) = url.host_str().filter(|_| !is_same_site(&url, &facts.answer.url)) else {
                continue;
            };
            let site = sites.entry(psl::domain_str(host).unwrap_or(host).to_owned()).or_default();
            site.0 += 1;
            site.1 += request.transfer_bytes;
        }
        let foreign: u64 = sites.values().map(|(_, bytes)| bytes).sum();
        let is_heavy = foreign > FOREIGN_BYTES && foreign > total / 2;
        if sites.len() <= USUAL_SITES && !is_heavy {
            return Outcome::Passed;
        }
        let mut sites: Vec<_> = sites.into_iter().collect();
        sites.sort_by(|one, other| (other.1.1, &one.0).cmp(&(one.1.1, &other.0)));
        Outcome::of_each(
            sites,
            |(site, (requests, bytes))| {
                Evidence::of_text(site).detailed(format!(
                    "{}, {}",
                    size(bytes),
                    counted(requests, "file", "files")
                ))
            },
            |count| {
                let share = foreign * 100 / total.max(1);
                let sites = counted(count, "other site", "other sites");
                format!("The page loads {} from {sites}, {share} % of all that it loads.", size(foreign))
            },
        )
    })
}

fn console_errors(facts: &Facts<'_>) -> Outcome {
    judge(facts, |rendering| {
        // Browsers begin their own error texts like this. Others come from the audit, as for URLs that it
        // must not request.
        let refused: FxHashSet<&str> = rendering
            .requests
            .iter()
            .filter(|request| request.failure.as_deref().is_some_and(|failure| !failure.starts_with("net::")))
            .map(|request| request.url.as_str())
            .collect();
        let errors = rendering.console_errors.iter().filter(|error| {
            let url = error.url.as_deref().unwrap_or_default();
            !refused.contains(url) && !url.ends_with("/favicon.ico")
        });
        let mut errors = errors.peekable();
        let first = errors.peek().map(|error| crate::check::shortened(&error.text)).unwrap_or_default();
        Outcome::of_each(
            errors,
            |error| Evidence { url: error.url.clone(), line: error.line, ..Evidence::of_text(&error.text) },
            |count| format!("The console shows {}: {first}", counted(count, "error", "errors, the first")),
        )
    })
}
