//! Checks of the viewport, the icon and other metadata.

use rustc_hash::FxHashMap;
use seo::dom::NodeId;
use url::Url;

use super::html::is_in_noscript;
use super::same_address::is_same_address;
use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity};
use crate::document::{Document, LinkTag, Meta, is_same_site};
use crate::facts::{Facts, Probe};

/// Users must be able to zoom to at least this factor.
const LEAST_ZOOM: f64 = 2.0;
/// A page that reloads after more than 20 hours disturbs no one, in seconds.
const HARMLESS_DELAY: f64 = 72_000.0;

/// Names of `<meta>` elements of which only one can take effect. Descriptions have their own check.
const SINGLE_NAMES: [&str; 17] = [
    "apple-mobile-web-app-capable",
    "apple-mobile-web-app-title",
    "application-name",
    "color-scheme",
    "format-detection",
    "keywords",
    "og:description",
    "og:site_name",
    "og:title",
    "og:type",
    "og:url",
    "referrer",
    "theme-color",
    "twitter:card",
    "twitter:description",
    "twitter:title",
    "viewport",
];
const ICONS: [&str; 3] = ["icon", "apple-touch-icon", "apple-touch-icon-precomposed"];

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "viewport.missing",
        category: Category::Html,
        severity: Severity::High,
        expects: "The page adapts to the width of the screen",
        fix: "Add <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"> to the head.",
        needs: Needs::Markup,
        run: viewport_missing,
    },
    Check {
        id: "viewport.zoom_blocked",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "Readers can zoom in",
        fix: "Remove user-scalable and maximum-scale from the viewport; people with weak sight need to zoom.",
        needs: Needs::Markup,
        run: zoom_blocked,
    },
    Check {
        id: "favicon.missing",
        category: Category::Html,
        severity: Severity::Low,
        expects: "The site has an icon",
        fix: "Put a square icon of at least 48 by 48 pixels on the server and name it with <link rel=\"icon\" href=\"/favicon.ico\">; \
              results and tabs show it.",
        needs: Needs::Fetches,
        run: favicon_missing,
    },
    Check {
        id: "meta.refresh",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The page does not reload or leave by itself",
        fix: "Remove the <meta http-equiv=\"refresh\">: redirect on the server with status 301, and load news with a script.",
        needs: Needs::Markup,
        run: refresh,
    },
    Check {
        id: "meta.base_href",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "No <base> leads the page's links astray",
        fix: "Remove the <base> and write links from the root (/guide) or in full; if it has to stay, keep one, at the start of the \
              head, with this site's address.",
        needs: Needs::Markup,
        run: base_href,
    },
    Check {
        id: "meta.duplicate_names",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "No metadata is given twice",
        fix: "Keep one <meta> element of each name and remove the others; which of them counts is left to chance.",
        needs: Needs::Markup,
        run: duplicate_names,
    },
];

/// The settings of the viewport, names in lower case. Browsers use the last one.
fn viewport(document: &Document) -> Option<(&Meta, FxHashMap<String, String>)> {
    let (meta, content) = document.metas_named("viewport").last()?;
    Some((meta, read_viewport(content)))
}

/// Reads `width = device-width; initial-scale=1`: commas, semicolons and spaces all separate settings.
fn read_viewport(content: &str) -> FxHashMap<String, String> {
    let lower = content.to_ascii_lowercase();
    let joined = lower.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    let settings = joined.split([',', ';', ' ', '\t', '\n']).filter_map(|setting| setting.split_once('='));
    settings.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn viewport_missing(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let Some((meta, settings)) = viewport(document) else {
        let message = "The page has no viewport, so phones show it as a desktop page in small print.";
        return Outcome::Found(Finding::new(message));
    };
    let finding = match (settings.get("width").map(String::as_str), settings.get("initial-scale")) {
        (Some("device-width"), _) | (None, Some(_)) => return Outcome::Passed,
        (Some(width), _) => {
            let message =
                format!("The viewport is {width} wide on every screen, instead of as wide as the screen.");
            Finding::new(message).severe(Severity::Medium)
        }
        (None, None) => {
            Finding::new("The viewport says neither width nor initial scale, so phones show a desktop page.")
        }
    };
    Outcome::Found(finding.at(document.evidence(meta.node)))
}

fn zoom_blocked(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let Some((meta, settings)) = viewport(document) else { return Outcome::Passed };
    let scalable = settings.get("user-scalable").map(String::as_str);
    let is_fixed = match scalable {
        Some("no") => true,
        Some(value) => value.parse::<f64>().is_ok_and(|number| number.abs() < 1.0),
        None => false,
    };
    let most = settings.get("maximum-scale").and_then(|value| value.parse::<f64>().ok());
    let message = if is_fixed {
        format!("The viewport forbids zooming with user-scalable={}.", scalable.unwrap_or_default())
    } else if let Some(most) = most.filter(|most| (0.0..LEAST_ZOOM).contains(most)) {
        if most <= 1.0 {
            format!("The viewport forbids zooming with maximum-scale={most}.")
        } else {
            format!(
                "The viewport allows zooming only up to {most} times; readers need at least {LEAST_ZOOM}."
            )
        }
    } else {
        return Outcome::Passed;
    };
    Outcome::Found(Finding::new(message).at(document.evidence(meta.node)))
}

fn favicon_missing(facts: &Facts<'_>) -> Outcome {
    let icons: Vec<&LinkTag> =
        facts.document.link_tags.iter().filter(|link| ICONS.iter().any(|icon| link.has_rel(icon))).collect();
    if icons.is_empty() {
        return usual_favicon(facts);
    }
    // `data:,` is how a page prevents the request for an icon.
    let broken = |link: &&LinkTag| match &link.url {
        None => Some("it has no address".to_owned()),
        Some(url) if url.scheme() == "data" => url.path().ends_with(',').then(|| "it is empty".to_owned()),
        Some(url) => problem_of_icon(facts, url),
    };
    let problems: Vec<(&LinkTag, String)> =
        icons.iter().filter_map(|link| Some((*link, broken(link)?))).collect();
    if problems.len() < icons.len() {
        return Outcome::Passed;
    }
    let first = problems.first().map(|(_, problem)| problem.clone()).unwrap_or_default();
    Outcome::of_each(
        problems,
        |(link, problem)| facts.document.evidence(link.node).detailed(problem),
        |_| format!("The icon that the page names can't be shown: {first}."),
    )
}

/// Checks the icon where browsers look when the page declares none.
fn usual_favicon(facts: &Facts<'_>) -> Outcome {
    let Ok(url) = facts.answer.url.join("/favicon.ico") else {
        return Outcome::skipped("the page has no address");
    };
    match facts.surroundings.answer(&url) {
        None => Outcome::skipped("the page names no icon, and /favicon.ico was not asked for"),
        Some(Probe::Unknown(reason)) => Outcome::skipped(reason.clone()),
        Some(Probe::Known(_)) => Outcome::of(problem_of_icon(facts, &url).map(|problem| {
            let message = format!("The page names no icon, and there is none at /favicon.ico: {problem}.");
            Finding::new(message).at(Evidence::of_url(url.as_str()))
        })),
    }
}

fn problem_of_icon(facts: &Facts<'_>, url: &Url) -> Option<String> {
    let answer = facts.surroundings.answer(url)?.known()?;
    if let Some(failure) = answer.failure() {
        return Some(format!("{url} {failure}"));
    }
    (answer.media_type == "text/html").then(|| format!("{url} answers with a page, not a picture"))
}

fn refresh(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let refreshes = document.metas.iter().filter(|meta| meta.http_equiv.as_deref() == Some("refresh"));
    // In a <noscript> it is a fallback for browsers without scripts.
    let found = refreshes.filter(|meta| !is_in_noscript(document, meta.node)).find_map(|meta| {
        let (delay, target) = read_refresh(&meta.content)?;
        let elsewhere =
            target.and_then(|target| document.resolve(target)).filter(|url| *url != facts.answer.url);
        (elsewhere.is_some() || delay < HARMLESS_DELAY).then_some((meta, delay, elsewhere))
    });
    Outcome::of(found.map(|(meta, delay, elsewhere)| {
        let evidence = document.evidence(meta.node);
        match elsewhere {
            Some(url) if delay == 0.0 => {
                Finding::new(format!("The page sends readers on to {url} at once.")).at(evidence.about(url))
            }
            Some(url) => Finding::new(format!("The page sends readers on to {url} after {delay} seconds."))
                .at(evidence.about(url)),
            None => Finding::new(format!("The page reloads itself after {delay} seconds.")).at(evidence),
        }
    }))
}

/// The delay in seconds and the URL of a refresh: `5; url=/next`. `None` if browsers would ignore it.
fn read_refresh(content: &str) -> Option<(f64, Option<&str>)> {
    let digits =
        content.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(content.len());
    let (delay, rest) = content.split_at(digits);
    let delay = delay.parse().ok()?;
    let target = rest.trim_start().trim_start_matches([';', ',']).trim_start();
    let target = match target.get(..3) {
        Some(start) if start.eq_ignore_ascii_case("url") => {
            target[3..].trim_start().strip_prefix('=').unwrap_or(&target[3..])
        }
        _ => target,
    };
    let target = target.trim().trim_matches(['"', '\'']);
    Some((delay, Some(target).filter(|target| !target.is_empty())))
}

fn base_href(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let with_address =
        document.bases.iter().filter_map(|node| Some((*node, document.attribute(*node, "href")?)));
    let bases: Vec<(NodeId, &str)> = with_address.collect();
    let Some((first, href)) = bases.first().copied() else { return Outcome::Passed };
    if let Some((second, _)) = bases.get(1) {
        let message =
            format!("The page has {} <base> elements with an address; only the first counts.", bases.len());
        return Outcome::Found(Finding::new(message).at(document.evidence(*second)));
    }
    let page = &facts.answer.url;
    let base = page.join(href.trim()).ok().filter(|base| matches!(base.scheme(), "http" | "https"));
    let message = match &base {
        None => format!("<base href=\"{href}\"> is no address that links could start from."),
        Some(base) if !is_same_site(base, page) => {
            format!("<base> makes the page's relative links lead to another site, {base}.")
        }
        Some(base) if base.scheme() == "http" && page.scheme() == "https" => {
            format!("<base> makes the page's relative links lead to {base}, which is not encrypted.")
        }
        Some(base) => return links_to_places(document, href, base, page),
    };
    Outcome::Found(Finding::new(message).at(document.evidence(first)))
}

/// Finds links to places on the page, such as `#top`, that lead away because the base is another page.
fn links_to_places(document: &Document, href: &str, base: &Url, page: &Url) -> Outcome {
    if is_same_address(base, page) {
        return Outcome::Passed;
    }
    let astray = document.anchors.iter().filter(|anchor| {
        document.attribute(anchor.node, "href").is_some_and(|href| href.len() > 1 && href.starts_with('#'))
    });
    Outcome::of_each(
        astray,
        |anchor| document.evidence(anchor.node),
        |count| {
            let links = if count == 1 { "1 link leads".to_owned() } else { format!("{count} links lead") };
            format!("Because of <base href=\"{href}\">, {links} to {base} instead of a place on this page.")
        },
    )
}

fn duplicate_names(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let mut firsts: FxHashMap<(&str, &str), &Meta> = FxHashMap::default();
    let mut repeated: Vec<(&Meta, bool)> = Vec::new();
    let metas = document.metas.iter().filter_map(|meta| Some((meta, meta.name.as_deref()?)));
    for (meta, name) in metas.filter(|(meta, name)| !meta.itemprop && SINGLE_NAMES.contains(name)) {
        // Colours may differ by media, and names by language.
        let apart = ["media", "lang"].into_iter().find_map(|name| document.attribute(meta.node, name));
        match firsts.get(&(name, apart.unwrap_or_default())) {
            Some(first) => repeated.push((meta, first.content != meta.content)),
            None => drop(firsts.insert((name, apart.unwrap_or_default()), meta)),
        }
    }
    let differ = repeated.iter().any(|(_, differs)| *differs);
    let mut names: Vec<&str> = repeated.iter().filter_map(|(meta, _)| meta.name.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    let what = if differ { "with different contents" } else { "with the same content" };
    let message = format!("Metadata is given more than once, {what}: {}.", names.join(", "));
    let outcome = Outcome::of_each(repeated, |(meta, _)| document.evidence(meta.node), |_| message);
    match outcome {
        Outcome::Found(finding) if !differ => Outcome::Found(finding.severe(Severity::Low)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewports_are_read_whatever_separates_their_settings() {
        for content in [
            "width=device-width,initial-scale=1",
            "Width = Device-Width; initial-scale = 1",
            "width=device-width initial-scale=1",
        ] {
            let settings = read_viewport(content);
            assert_eq!(settings.get("width").map(String::as_str), Some("device-width"), "{content}");
            assert_eq!(settings.get("initial-scale").map(String::as_str), Some("1"), "{content}");
        }
    }

    #[test]
    fn refreshes_are_read_as_browsers_do() {
        assert_eq!(read_refresh("5"), Some((5.0, None)));
        assert_eq!(read_refresh("0;url=/next"), Some((0.0, Some("/next"))));
        assert_eq!(read_refresh("0.5 ; URL = '/next'"), Some((0.5, Some("/next"))));
        assert_eq!(read_refresh("3, /next"), Some((3.0, Some("/next"))));
        assert_eq!(read_refresh("soon"), None);
    }
}
