//! Checks of how the page and its files are delivered.

use domain::rendering::{RequestKind, RequestSeen};
use rustc_hash::{FxHashMap, FxHashSet};
use seo::dom::NodeId;
use url::Url;

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Seen, Severity};
use crate::checks::figures::{counted, size, time};
use crate::document::{Document, LinkTag, Script, is_same_site};
use crate::facts::{Facts, PageAnswer, Response};

/// The limit of a good time to first byte.
const GOOD_FIRST_BYTE_MS: f64 = 800.0;
/// A time to first byte above this is poor.
const POOR_FIRST_BYTE_MS: f64 = 1800.0;
/// A page that fits into one packet does not benefit from compression.
const ONE_PACKET: usize = 1400;
/// In smaller files, the headers cost more than compression saves.
const SMALLEST_FILE: u64 = 4096;
/// The shortest recommended caching time, in seconds: a week.
const SHORTEST_CACHING: u64 = 7 * 24 * 60 * 60;
/// The usual number of a site's own style sheets.
const USUAL_STYLES: usize = 2;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "perf.ttfb",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "The server answers within 0.8 seconds",
        fix: "Keep finished pages in a cache on the server or in a content delivery network, and find out what the server waits for (database, other services).",
        needs: Needs::Answer,
        run: first_byte,
    },
    Check {
        id: "perf.compression",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "Text is sent compressed",
        fix: "Switch on Brotli or gzip for HTML, CSS, JavaScript, JSON and SVG in the server's configuration.",
        needs: Needs::Answer,
        run: compression,
    },
    Check {
        id: "perf.cache_headers",
        category: Category::Performance,
        severity: Severity::Low,
        expects: "Browsers may keep files that seldom change",
        fix: "Send \"cache-control: public, max-age=31536000, immutable\" for files whose name changes with their content, and at least a week for the others.",
        needs: Needs::Fetches,
        run: cache_headers,
    },
    Check {
        id: "perf.http_version",
        category: Category::Performance,
        severity: Severity::Low,
        expects: "The page is sent by HTTP/2 or HTTP/3",
        fix: "Switch on HTTP/2 in the server or put a content delivery network before it; then many files share one connection.",
        needs: Needs::Answer,
        run: http_version,
    },
    Check {
        id: "perf.render_blocking",
        category: Category::Performance,
        severity: Severity::Medium,
        expects: "Little must be loaded before the first paint",
        fix: "Add defer to scripts in the head, serve fonts and styles from your own host, and load styles that are not for the visible part later.",
        needs: Needs::Answer,
        run: render_blocking,
    },
];

fn first_byte(facts: &Facts<'_>) -> Outcome {
    let Some(response) = &facts.answer.response else { return Outcome::skipped("the HTML was handed in") };
    let waited = response.first_byte_ms;
    let severity = if waited > POOR_FIRST_BYTE_MS { Severity::High } else { Severity::Medium };
    let finding = (waited > GOOD_FIRST_BYTE_MS).then(|| {
        let (good, poor) = (time(GOOD_FIRST_BYTE_MS), time(POOR_FIRST_BYTE_MS));
        let message = format!(
            "The first byte came after {}; good is up to {good}, poor is above {poor}.",
            time(waited)
        );
        Finding::new(message).severe(severity)
    });
    Outcome::of(finding)
}

fn compression(facts: &Facts<'_>) -> Outcome {
    let page = facts.answer.response.as_ref().filter(|response| is_uncompressed(facts.answer, response));
    let page = page.map(|response| (facts.answer.url.as_str(), response.wire_bytes));
    let requests = facts.browser.known().map(|rendered| rendered.rendering.requests.as_slice());
    if facts.answer.response.is_none() && requests.is_none() {
        return Outcome::skipped("the HTML was handed in");
    }
    let files = requests.unwrap_or_default().iter().filter(|request| is_uncompressed_file(request));
    let files = files.map(|request| (request.url.as_str(), request.transfer_bytes));
    let wasted = || page.into_iter().chain(files.clone());
    let bytes = wasted().map(|(_, bytes)| bytes).sum();
    let outcome = Outcome::of_each(
        wasted(),
        |(url, bytes)| Evidence::of_url(url).detailed(format!("{} uncompressed", size(bytes))),
        |count| match (page, count) {
            (Some(_), 1) => format!("The page is sent uncompressed, {}.", size(bytes)),
            (None, 1) => format!("A file is sent uncompressed, {}.", size(bytes)),
            _ => format!("{count} files are sent uncompressed, {} together.", size(bytes)),
        },
    );
    match outcome {
        Outcome::Found(finding) if page.is_none() => Outcome::Found(finding.seen(Seen::Rendered)),
        outcome => outcome,
    }
}

fn is_uncompressed(answer: &PageAnswer, response: &Response) -> bool {
    let encoded =
        answer.header("content-encoding").is_some_and(|encoding| !encoding.eq_ignore_ascii_case("identity"));
    // An intermediary may have removed the header; the size still shows compression.
    let smaller = response.wire_bytes < answer.bytes as u64 * 9 / 10;
    answer.bytes > ONE_PACKET && !encoded && !smaller
}

fn is_uncompressed_file(request: &RequestSeen) -> bool {
    let is_text =
        ["javascript", "css", "json", "svg", "xml"].iter().any(|kind| request.mime_type.contains(kind));
    let is_file = request.kind != RequestKind::Document && request.status == Some(200);
    is_file && is_text && request.body_bytes >= SMALLEST_FILE && request.transfer_bytes >= request.body_bytes
}

/// How long a file may be cached, in seconds.
fn caching(header: Option<&str>) -> u64 {
    let mut seconds = 0;
    for part in header.unwrap_or_default().split(',').map(str::trim) {
        if part.eq_ignore_ascii_case("no-store") || part.eq_ignore_ascii_case("no-cache") {
            return 0;
        }
        if let Some((key, value)) = part.split_once('=')
            && key.trim().eq_ignore_ascii_case("max-age")
        {
            seconds = value.trim().trim_matches('"').parse().unwrap_or_default();
        }
    }
    seconds
}

/// The files of the page's own site that seldom change, with their `cache-control`: those that the browser
/// loaded, or else the requested images.
fn static_files<'a>(facts: &Facts<'a>) -> Option<Vec<(&'a str, Option<&'a str>)>> {
    if let Some(rendered) = facts.browser.known() {
        let files = rendered.rendering.requests.iter().filter(|request| {
            is_static(request.kind)
                && request.status == Some(200)
                && Url::parse(&request.url).is_ok_and(|url| is_same_site(&url, &facts.answer.url))
        });
        return Some(files.map(|file| (file.url.as_str(), file.cache_control.as_deref())).collect());
    }
    let mut seen = FxHashSet::default();
    let urls = facts.document.pictures.iter().filter_map(|picture| picture.url.as_ref());
    let urls = urls.filter(|url| is_same_site(url, &facts.answer.url) && seen.insert(*url));
    let answered = urls.filter_map(|url| Some((url, facts.surroundings.answer(url)?.known()?)));
    let files: Vec<_> = answered
        .filter(|(_, answer)| answer.status == 200)
        .map(|(url, answer)| (url.as_str(), answer.cache_control.as_deref()))
        .collect();
    (!files.is_empty()).then_some(files)
}

fn is_static(kind: RequestKind) -> bool {
    matches!(
        kind,
        RequestKind::Stylesheet
            | RequestKind::Script
            | RequestKind::Image
            | RequestKind::Font
            | RequestKind::Media
    )
}

fn cache_headers(facts: &Facts<'_>) -> Outcome {
    let Some(files) = static_files(facts) else {
        return Outcome::skipped("no file of the page was asked for");
    };
    let all = files.len();
    Outcome::of_each(
        files.into_iter().filter(|(_, header)| caching(*header) < SHORTEST_CACHING),
        |(url, header)| {
            let header =
                header.map_or("no cache-control".to_owned(), |header| format!("cache-control: {header}"));
            Evidence::of_url(url).detailed(header)
        },
        |count| match count {
            1 => "A file of the page may be kept for less than a week, or not at all.".to_owned(),
            _ => {
                format!("{count} of {all} files of the page may be kept for less than a week, or not at all.")
            }
        },
    )
}

fn http_version(facts: &Facts<'_>) -> Outcome {
    let Some(response) = &facts.answer.response else { return Outcome::skipped("the HTML was handed in") };
    if facts.answer.url.scheme() != "https" {
        return Outcome::skipped("browsers use HTTP/2 only on encrypted pages");
    }
    let offers_3 = facts.answer.header("alt-svc").is_some_and(|offer| offer.contains("h3"));
    let page = facts.answer.url.as_str();
    let in_browser = facts.browser.known().and_then(|rendered| {
        rendered
            .rendering
            .requests
            .iter()
            .find(|request| request.url == page)
            .map(|request| request.protocol.as_str())
    });
    let is_new = |version: &str| version.starts_with("HTTP/2") || version.starts_with("HTTP/3");
    if is_new(&response.http_version)
        || offers_3
        || in_browser.is_some_and(|name| name.starts_with('h') && !name.starts_with("http"))
    {
        return Outcome::Passed;
    }
    let message = format!(
        "The page is sent by {}, where files wait for each other on a few connections.",
        response.http_version
    );
    Outcome::Found(Finding::new(message))
}

/// A resource that must be loaded before the first paint.
struct Blocker<'a> {
    url: &'a str,
    node: Option<NodeId>,
    is_script: bool,
    /// Its cost, if a browser measured it.
    cost: Option<String>,
}

fn render_blocking(facts: &Facts<'_>) -> Outcome {
    let rendered = facts.browser.known();
    let blockers: Vec<Blocker<'_>> = match rendered {
        Some(rendered) => seen_blockers(facts.document, &rendered.rendering.requests),
        None => static_blockers(facts.document).collect(),
    };
    let host = facts.answer.url.host_str();
    let is_own_style = |blocker: &Blocker<'_>| {
        !blocker.is_script && Url::parse(blocker.url).is_ok_and(|url| url.host_str() == host)
    };
    // Every page needs a style sheet or two.
    let forgiven = blockers.iter().filter(|blocker| is_own_style(blocker)).count() <= USUAL_STYLES;
    let counted_in = |blocker: &&Blocker<'_>| !(forgiven && is_own_style(blocker));
    let scripts = blockers.iter().filter(|blocker| blocker.is_script).count();
    let outcome = Outcome::of_each(
        blockers.iter().filter(counted_in),
        |blocker| {
            let place = blocker.node.map_or_else(Evidence::default, |node| facts.document.evidence(node));
            Evidence { detail: blocker.cost.clone(), ..place.about(blocker.url) }
        },
        |count| {
            let styles = counted(count - scripts, "style sheet", "style sheets");
            let what = match (scripts, count - scripts) {
                (0, _) => styles,
                (_, 0) => counted(scripts, "script", "scripts"),
                _ => format!("{} and {styles}", counted(scripts, "script", "scripts")),
            };
            format!("The first paint waits for {what}.")
        },
    );
    match outcome {
        Outcome::Found(finding) if rendered.is_some() => Outcome::Found(finding.seen(Seen::Rendered)),
        Outcome::Found(finding) => Outcome::Found(finding.seen(Seen::Raw)),
        outcome => outcome,
    }
}

/// The blockers that the HTML alone reveals.
fn static_blockers(document: &Document) -> impl Iterator<Item = Blocker<'_>> {
    let scripts = document.scripts.iter().filter(|script| script_blocks(document, script));
    let scripts = scripts.filter_map(|script| Some((script.node, script.url.as_ref()?, true)));
    let styles = document.link_tags.iter().filter(|link| style_blocks(document, link));
    let styles = styles.filter_map(|link| Some((link.node, link.url.as_ref()?, false)));
    scripts.chain(styles).map(|(node, url, is_script)| Blocker {
        url: url.as_str(),
        node: Some(node),
        is_script,
        cost: None,
    })
}

fn script_blocks(document: &Document, script: &Script) -> bool {
    // Current browsers skip `nomodule`.
    let is_for_old = document.attribute(script.node, "nomodule").is_some();
    !script.in_body && script.is_code && !script.deferred && !is_for_old
}

fn style_blocks(document: &Document, link: &LinkTag) -> bool {
    let media = document.attribute(link.node, "media").unwrap_or_default().trim().to_ascii_lowercase();
    link.has_rel("stylesheet")
        && !link.has_rel("alternate")
        && !link.in_body
        && document.attribute(link.node, "disabled").is_none()
        && matches!(media.as_str(), "" | "all" | "screen")
}

/// The blockers of the page load in a browser.
fn seen_blockers<'a>(document: &'a Document, requests: &'a [RequestSeen]) -> Vec<Blocker<'a>> {
    let elements: FxHashMap<&str, NodeId> =
        static_blockers(document).filter_map(|blocker| Some((blocker.url, blocker.node?))).collect();
    let blocking = requests.iter().filter(|request| request.render_blocking);
    let blocking = blocking.map(|request| Blocker {
        url: &request.url,
        node: elements.get(request.url.as_str()).copied(),
        is_script: request.kind == RequestKind::Script,
        cost: request
            .end_ms
            .map(|end| format!("{}, loaded after {}", size(request.transfer_bytes), time(end))),
    });
    blocking.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caching_is_read() {
        assert_eq!(caching(None), 0);
        assert_eq!(caching(Some("public, max-age=31536000, immutable")), 31_536_000);
        assert_eq!(caching(Some("max-age=600, No-Store")), 0);
        assert_eq!(caching(Some("s-maxage=600")), 0);
        assert_eq!(caching(Some("Max-Age = \"60\"")), 60);
    }
}
