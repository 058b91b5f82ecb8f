//! Checks of the canonical URL: which of several URLs search engines should show.

use url::{Host, Url};

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Seen, Severity};
use crate::checks::addresses::{is_local, is_same_page, is_same_path, parameters, without_fragment};
use crate::checks::{directives, link_header};
use crate::document::{Document, LinkTag, is_same_site};
use crate::facts::{Answer, AnswerContent, Facts, PageAnswer, Probe};

/// Parameters of the further pages of a list.
const PAGINATION: [&str; 6] = ["page", "p", "paged", "pg", "start", "offset"];
/// Statuses with which servers refuse audits although they allow search engines.
const GUARDED: [u16; 4] = [401, 403, 429, 999];

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "canon.missing",
        category: Category::Indexability,
        severity: Severity::Low,
        expects: "The page names its canonical address",
        fix: "Add <link rel=\"canonical\" href=\"...\"> with the page's own full address to the head, so that copies with parameters count for it.",
        needs: Needs::Answer,
        run: missing,
    },
    Check {
        id: "canon.multiple",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "The page names one canonical address",
        fix: "Keep one canonical link and remove the others; search engines ignore all of them if they differ.",
        needs: Needs::Markup,
        run: multiple,
    },
    Check {
        id: "canon.relative",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "The canonical address is written in full",
        fix: "Write the canonical address with scheme and host, as in https://www.example.com/page.",
        needs: Needs::Markup,
        run: relative,
    },
    Check {
        id: "canon.invalid",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "The canonical address is one that search engines can open",
        fix: "Put the page's full public http or https address into the canonical link.",
        needs: Needs::Markup,
        run: invalid,
    },
    Check {
        id: "canon.fragment",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "The canonical address has no fragment",
        fix: "Remove the # and what follows it from the canonical address; search engines index pages, not places on them.",
        needs: Needs::Markup,
        run: fragment,
    },
    Check {
        id: "canon.in_body",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "The canonical link is in the head",
        fix: "Move the canonical link into the head, before any element that ends the head early; in the body it is ignored.",
        needs: Needs::Markup,
        run: in_body,
    },
    Check {
        id: "canon.header_mismatch",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "The link header and the page name the same canonical address",
        fix: "Name the same address in the link header and in the page, or remove the header.",
        needs: Needs::Answer,
        run: header_mismatch,
    },
    Check {
        id: "canon.other_page",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "The canonical address is that of the page itself",
        fix: "If this page should be found, name its own address; if it is a copy of the other page, leave it as it is.",
        needs: Needs::Markup,
        run: other_page,
    },
    Check {
        id: "canon.cross_domain",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "The canonical address is on the page's own site",
        fix: "Name the page's own address, unless the other site published this text first and should be found instead.",
        needs: Needs::Markup,
        run: cross_domain,
    },
    Check {
        id: "canon.http_https",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "The canonical address of an encrypted page is encrypted too",
        fix: "Change http: to https: in the canonical address.",
        needs: Needs::Markup,
        run: http_https,
    },
    Check {
        id: "canon.to_4xx",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "The canonical address can be opened",
        fix: "Name an address that answers with status 200, usually the page's own.",
        needs: Needs::Fetches,
        run: to_4xx,
    },
    Check {
        id: "canon.to_redirect",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "The canonical address answers itself and does not redirect",
        fix: "Name the address at which the redirect ends.",
        needs: Needs::Fetches,
        run: to_redirect,
    },
    Check {
        id: "canon.to_noindex",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "The canonical page may be indexed",
        fix: "Remove noindex from the canonical page, or name a page that may be indexed.",
        needs: Needs::Fetches,
        run: to_noindex,
    },
    Check {
        id: "canon.with_noindex",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "A page that names another one as canonical does not say noindex",
        fix: "Remove noindex if this is a copy whose value should go to the canonical page; remove the canonical link if the page should only be hidden.",
        needs: Needs::Answer,
        run: with_noindex,
    },
];

fn elements(document: &Document) -> impl Iterator<Item = &LinkTag> {
    document.links_with_rel("canonical")
}

/// A usable canonical URL, and where it is declared.
struct Declared {
    url: Url,
    evidence: Evidence,
    seen: Option<Seen>,
}

impl Declared {
    fn finding(self, message: String) -> Finding {
        Finding { seen: self.seen, ..Finding::new(message).at(self.evidence) }
    }
}

/// The canonical URL that the page declares, or else the one of its header.
fn declared(facts: &Facts<'_>) -> Option<Declared> {
    let page = &facts.answer.url;
    let in_page = elements(facts.document).find_map(|link| Some((link, link.url.as_ref()?)));
    if let Some((link, url)) = in_page.filter(|(_, url)| problem(url, page).is_none()) {
        let evidence = facts.document.evidence(link.node).about(url.as_str());
        return Some(Declared { url: url.clone(), evidence, seen: None });
    }
    let (written, url) = in_header(facts.answer)?;
    let evidence = Evidence::of_text(format!("link: {written}")).about(url.as_str());
    Some(Declared { url, evidence, seen: Some(Seen::Header) })
}

/// The canonical URL of the `link` header, and the header.
fn in_header(answer: &PageAnswer) -> Option<(&str, Url)> {
    answer.headers("link").find_map(|header| {
        let link = link_header::links(header).find(|link| link.has_rel("canonical"))?;
        Some((header, answer.url.join(link.address).ok()?))
    })
}

/// Why a URL can't be canonical.
fn problem(url: &Url, page: &Url) -> Option<&'static str> {
    if !matches!(url.scheme(), "http" | "https") {
        return Some("it is no address of a web page");
    }
    if url.host() == page.host() {
        return None;
    }
    match url.host() {
        _ if is_local(url) => Some("it leads to the reader's own machine"),
        Some(Host::Domain(name)) if !name.trim_end_matches('.').contains('.') => {
            Some("its host is no public name")
        }
        _ => None,
    }
}

fn missing(facts: &Facts<'_>) -> Outcome {
    let after_scripts = facts.browser.known().map(|rendered| &rendered.document);
    let is_named =
        elements(facts.document).chain(after_scripts.into_iter().flat_map(elements)).next().is_some()
            || in_header(facts.answer).is_some();
    if is_named {
        return Outcome::Passed;
    }
    if directives::noindex(facts).is_some() {
        return Outcome::skipped("the page is not to be indexed");
    }
    Outcome::Found(Finding::new("The page names no canonical address.").seen(Seen::Raw))
}

fn multiple(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let Some(first) = elements(document).next() else { return Outcome::Passed };
    let differ = elements(document).any(|link| link.url != first.url);
    let outcome = Outcome::of_each(
        elements(document).skip(1),
        |link| document.evidence(link.node),
        |count| {
            let which = if differ { "that differ" } else { "with the same address" };
            format!("The page has {} canonical links {which}.", count + 1)
        },
    );
    match outcome {
        Outcome::Found(finding) if !differ => Outcome::Found(finding.severe(Severity::Low)),
        outcome => outcome,
    }
}

fn relative(facts: &Facts<'_>) -> Outcome {
    let is_relative = |href: &str| !href.is_empty() && !href.starts_with('#') && Url::parse(href).is_err();
    let relative = elements(facts.document).filter_map(|link| {
        let href = link.href.as_deref().filter(|href| is_relative(href))?;
        Some((link, href, link.url.as_ref()?))
    });
    let mut relative = relative.peekable();
    let Some((_, href, url)) = relative.peek().copied() else { return Outcome::Passed };
    let message = format!(
        "The canonical address {href:?} is not written in full; it is read as {url}, and as something else wherever the page is copied."
    );
    Outcome::of_each(
        relative,
        |(link, _, url)| facts.document.evidence(link.node).about(url.as_str()),
        |_| message,
    )
}

fn invalid(facts: &Facts<'_>) -> Outcome {
    let why = |link: &LinkTag| match (&link.href, &link.url) {
        (None, _) => Some("it has no href"),
        (Some(href), _) if href.is_empty() => Some("its href is empty"),
        (Some(href), _) if href.contains("{{") || href == "undefined" || href == "null" => {
            Some("a template left it unfilled")
        }
        (Some(_), None) => Some("it is no address"),
        (Some(_), Some(url)) => problem(url, &facts.answer.url),
    };
    let mut invalid =
        elements(facts.document).filter_map(|link| why(link).map(|reason| (link, reason))).peekable();
    let first = invalid.peek().map_or("", |(_, reason)| *reason);
    Outcome::of_each(
        invalid,
        |(link, reason)| facts.document.evidence(link.node).detailed(reason),
        |_| format!("The canonical link can't be used: {first}."),
    )
}

fn fragment(facts: &Facts<'_>) -> Outcome {
    let with_fragment = elements(facts.document).filter_map(|link| {
        let url = link.url.as_ref().filter(|url| url.fragment().is_some())?;
        Some((link, url))
    });
    let mut with_fragment = with_fragment.peekable();
    let first = with_fragment.peek().and_then(|(_, url)| url.fragment()).unwrap_or_default();
    let message = format!("The canonical address ends in \"#{first}\", which search engines cut off.");
    Outcome::of_each(
        with_fragment,
        |(link, url)| facts.document.evidence(link.node).about(url.as_str()),
        |_| message,
    )
}

fn in_body(facts: &Facts<'_>) -> Outcome {
    Outcome::of_each(
        elements(facts.document).filter(|link| link.in_body),
        |link| facts.document.evidence(link.node),
        |_| "The canonical link stands in the body, where search engines ignore it.".to_owned(),
    )
}

fn header_mismatch(facts: &Facts<'_>) -> Outcome {
    if facts.answer.response.is_none() {
        return Outcome::skipped("the HTML was handed in");
    }
    let Some((written, header)) = in_header(facts.answer) else { return Outcome::Passed };
    let differs = |link: &&LinkTag| {
        link.url.as_ref().is_some_and(|url| without_fragment(url) != without_fragment(&header))
    };
    let Some(link) = elements(facts.document).find(differs) else { return Outcome::Passed };
    let named = link.url.as_ref().map_or("", Url::as_str);
    let message = format!("The link header names {header} as canonical, the page {named}.");
    let evidence =
        vec![Evidence::of_text(format!("link: {written}")), facts.document.evidence(link.node).about(named)];
    Outcome::Found(Finding { evidence, ..Finding::new(message) })
}

fn other_page(facts: &Facts<'_>) -> Outcome {
    let page = &facts.answer.url;
    let Some(declared) = declared(facts) else { return Outcome::Passed };
    if !is_same_site(&declared.url, page) || is_same_page(&declared.url, page) {
        return Outcome::Passed;
    }
    let paginated = parameters(page).iter().any(|(name, _)| PAGINATION.contains(&name.as_ref()));
    let (message, severity) = if !is_same_path(&declared.url, page) {
        let message = format!("The page names another one as canonical: {}.", declared.url);
        (message, Severity::Medium)
    } else if paginated {
        let message = format!(
            "A further page of a list names {} as canonical; what only this page lists is then not found.",
            declared.url
        );
        (message, Severity::Medium)
    } else {
        // Canonical URLs exist to leave out parameters that filter or sort.
        (format!("The canonical address has other parameters: {}.", declared.url), Severity::Low)
    };
    Outcome::Found(declared.finding(message).severe(severity))
}

fn cross_domain(facts: &Facts<'_>) -> Outcome {
    let elsewhere = declared(facts).filter(|declared| !is_same_site(&declared.url, &facts.answer.url));
    Outcome::of(elsewhere.map(|declared| {
        let host = declared.url.host_str().unwrap_or_default();
        let message =
            format!("The canonical address is on another site, {host}; this page gives up its place.");
        declared.finding(message)
    }))
}

fn http_https(facts: &Facts<'_>) -> Outcome {
    let page = &facts.answer.url;
    let plain = declared(facts).filter(|declared| {
        page.scheme() == "https" && declared.url.scheme() == "http" && is_same_site(&declared.url, page)
    });
    Outcome::of(plain.map(|declared| {
        let message = format!("The page is encrypted, but its canonical address is not: {}.", declared.url);
        declared.finding(message)
    }))
}

/// The response of the canonical URL, if it is not the page itself.
fn target<'a>(facts: &Facts<'a>) -> Result<(Declared, &'a Answer), Outcome> {
    let declared = declared(facts).ok_or(Outcome::Passed)?;
    if without_fragment(&declared.url) == without_fragment(&facts.answer.url) {
        return Err(Outcome::Passed);
    }
    match facts.surroundings.answer(&declared.url) {
        None => Err(Outcome::skipped("the canonical address was not asked")),
        Some(Probe::Unknown(reason)) => Err(Outcome::skipped(reason)),
        Some(Probe::Known(answer)) => Ok((declared, answer)),
    }
}

/// `Found` if `judge` reports a problem with the response of the canonical URL.
fn about_target(facts: &Facts<'_>, judge: impl Fn(&Url, &Answer) -> Option<String>) -> Outcome {
    let (declared, answer) = match target(facts) {
        Ok(target) => target,
        Err(outcome) => return outcome,
    };
    if GUARDED.contains(&answer.status) {
        return Outcome::skipped(format!("the canonical address answers us with status {}", answer.status));
    }
    let message = judge(&declared.url, answer);
    Outcome::of(message.map(|message| Finding::new(message).at(declared.evidence)))
}

fn to_4xx(facts: &Facts<'_>) -> Outcome {
    about_target(facts, |url, answer| {
        answer.failure().map(|failure| format!("The canonical address {url} {failure}."))
    })
}

fn to_redirect(facts: &Facts<'_>) -> Outcome {
    about_target(facts, |url, answer| {
        let hop = answer.redirects.first()?;
        let to = if answer.url == facts.answer.url { "this page itself" } else { answer.url.as_str() };
        Some(format!("The canonical address {url} redirects ({}) to {to}.", hop.status))
    })
}

fn to_noindex(facts: &Facts<'_>) -> Outcome {
    about_target(facts, |url, answer| match &answer.content {
        AnswerContent::Page(page) if page.noindex => {
            Some(format!("The canonical page {url} says noindex, so that neither page is shown."))
        }
        _ => None,
    })
}

fn with_noindex(facts: &Facts<'_>) -> Outcome {
    let other = declared(facts).filter(|declared| !is_same_page(&declared.url, &facts.answer.url));
    let (Some(declared), Some(noindex)) = (other, directives::noindex(facts)) else {
        return Outcome::Passed;
    };
    let message = format!(
        "The page says noindex and names {} as canonical; search engines can't tell whether to hide the page or to count it for the other one.",
        declared.url
    );
    let in_page = noindex.node.is_some() || declared.seen.is_none();
    let evidence = vec![noindex.evidence(facts.document), declared.evidence];
    let seen = if in_page { Seen::Raw } else { Seen::Header };
    Outcome::Found(Finding { evidence, ..Finding::new(message) }.seen(seen))
}
