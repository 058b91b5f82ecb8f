//! Checks of how securely the page reaches its readers.

use seo::dom::NodeId;
use url::Url;

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity};
use crate::checks::addresses::is_local;
use crate::checks::figures::counted;
use crate::checks::policy;
use crate::document::{Document, LinkTag};
use crate::facts::{Facts, Probe};

/// Certificates that renew automatically are renewed earlier than this.
const SHORTEST_CERTIFICATE_DAYS: i32 = 21;
/// From this number of days on, renewal is urgent.
const URGENT_CERTIFICATE_DAYS: i32 = 7;
/// Relations of `<link>` whose target can change the page.
const ACTIVE_RELATIONS: [&str; 4] = ["stylesheet", "modulepreload", "preload", "manifest"];
/// Relations of `<link>` whose target is only shown.
const PASSIVE_RELATIONS: [&str; 3] = ["icon", "apple-touch-icon", "mask-icon"];

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "sec.not_https",
        category: Category::Security,
        severity: Severity::Critical,
        expects: "The page is encrypted (HTTPS)",
        fix: "Get a certificate (free from Let's Encrypt), serve the site over https: and redirect http: to it with 301.",
        needs: Needs::Answer,
        run: not_https,
    },
    Check {
        id: "sec.http_no_redirect",
        category: Category::Security,
        severity: Severity::High,
        expects: "Plain HTTP leads to the encrypted page",
        fix: "Redirect every http: address with 301 to the same address with https:.",
        needs: Needs::Fetches,
        run: http_no_redirect,
    },
    Check {
        id: "sec.cert_expiring",
        category: Category::Security,
        severity: Severity::Medium,
        expects: "The certificate holds for at least three more weeks",
        fix: "Renew the certificate, and have it renewed by itself a month before it ends.",
        needs: Needs::Answer,
        run: certificate_expiring,
    },
    Check {
        id: "sec.mixed_content",
        category: Category::Security,
        severity: Severity::High,
        expects: "Everything that an encrypted page loads is encrypted",
        fix: "Change http: to https: in these addresses; browsers refuse such scripts and styles and may refuse such images.",
        needs: Needs::Markup,
        run: mixed_content,
    },
    Check {
        id: "sec.form_insecure",
        category: Category::Security,
        severity: Severity::High,
        expects: "Forms are sent encrypted",
        fix: "Serve the page and the form's target over https:.",
        needs: Needs::Markup,
        run: form_insecure,
    },
];

fn is_encrypted(facts: &Facts<'_>) -> bool {
    facts.answer.url.scheme() == "https"
}

fn not_https(facts: &Facts<'_>) -> Outcome {
    if facts.answer.response.is_none() {
        return Outcome::skipped("the HTML was handed in");
    }
    if is_local(&facts.answer.url) {
        return Outcome::skipped("the page is on a local machine");
    }
    let finding = (!is_encrypted(facts)).then(|| {
        Finding::new("The page is sent over plain HTTP; browsers call it not secure, and anyone on the way can read and change it.")
            .at(Evidence::of_url(facts.answer.url.as_str()))
    });
    Outcome::of(finding)
}

fn http_no_redirect(facts: &Facts<'_>) -> Outcome {
    if !is_encrypted(facts) {
        return Outcome::skipped("the page is not encrypted");
    }
    let answer = match &facts.surroundings.plain_http {
        Probe::Known(answer) => answer,
        Probe::Unknown(reason) => return Outcome::skipped(reason),
    };
    // An error response shows no unencrypted page.
    let shows_page = answer.url.scheme() == "http" && answer.status < 400;
    let finding = shows_page.then(|| {
        let message =
            format!("{} answers with status {} and does not lead to https:.", answer.url, answer.status);
        Finding::new(message).at(Evidence::of_url(answer.url.as_str()))
    });
    Outcome::of(finding)
}

fn certificate_expiring(facts: &Facts<'_>) -> Outcome {
    let Some(response) = &facts.answer.response else { return Outcome::skipped("the HTML was handed in") };
    let Some(ends) = response.certificate_ends else {
        return Outcome::skipped("the page came without a certificate");
    };
    let days = facts.today.until(ends).map_or(i32::MAX, |span| span.get_days());
    if days > SHORTEST_CERTIFICATE_DAYS {
        return Outcome::Passed;
    }
    let message = match days {
        ..0 => format!("The certificate ended on {ends}; browsers warn of the page."),
        0 => "The certificate ends today; then browsers warn of the page.".to_owned(),
        1 => "The certificate ends tomorrow; then browsers warn of the page.".to_owned(),
        _ => format!("The certificate ends in {days} days, on {ends}; then browsers warn of the page."),
    };
    let severity = if days <= URGENT_CERTIFICATE_DAYS { Severity::High } else { Severity::Medium };
    Outcome::Found(Finding::new(message).severe(severity))
}

/// A resource that the page loads.
struct Loaded<'a> {
    node: NodeId,
    address: &'a str,
    /// Whether it can change the page, and is not only displayed.
    active: bool,
}

fn loaded(document: &Document) -> impl Iterator<Item = Loaded<'_>> {
    let scripts = document.scripts.iter().filter_map(|script| {
        Some(Loaded { node: script.node, address: script.url.as_ref()?.as_str(), active: true })
    });
    let links = document.link_tags.iter().filter_map(|link| {
        let active = link_loads(link)?;
        Some(Loaded { node: link.node, address: link.url.as_ref()?.as_str(), active })
    });
    let embeds = document.embeds.iter().map(|embed| {
        let name = document.element(embed.node).map_or("", |element| element.name());
        let active = matches!(name, "iframe" | "embed" | "object");
        Loaded { node: embed.node, address: embed.url.as_str(), active }
    });
    let pictures = document.pictures.iter().flat_map(|picture| {
        let sizes = picture.has_sizes.then(|| document.attribute(picture.node, "srcset")).flatten();
        let sizes = sizes.unwrap_or_default().split_ascii_whitespace();
        let addresses = picture.url.as_ref().map(Url::as_str).into_iter().chain(sizes);
        addresses.map(|address| Loaded { node: picture.node, address, active: false })
    });
    scripts.chain(links).chain(embeds).chain(pictures)
}

/// Whether a `<link>` loads its target, and if so, whether that can change the page.
fn link_loads(link: &LinkTag) -> Option<bool> {
    if ACTIVE_RELATIONS.iter().any(|relation| link.has_rel(relation)) {
        return Some(true);
    }
    PASSIVE_RELATIONS.iter().any(|relation| link.has_rel(relation)).then_some(false)
}

fn is_plain(address: &str) -> bool {
    let scheme = address.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http://"));
    scheme && !Url::parse(address).is_ok_and(|url| is_local(&url))
}

fn mixed_content(facts: &Facts<'_>) -> Outcome {
    // With this policy browsers use https: whatever the page declares.
    if !is_encrypted(facts) || policy::has(facts, "upgrade-insecure-requests") {
        return Outcome::Passed;
    }
    let mut active: Vec<Loaded<'_>> = Vec::new();
    let mut passive: Vec<Loaded<'_>> = Vec::new();
    for loaded in loaded(facts.document).filter(|loaded| is_plain(loaded.address)) {
        if loaded.active { active.push(loaded) } else { passive.push(loaded) }
    }
    let (changing, shown) = (active.len(), passive.len());
    let outcome = Outcome::of_each(
        active.into_iter().chain(passive),
        |loaded| facts.document.evidence(loaded.node).about(loaded.address),
        |_| match (changing, shown) {
            (0, _) => format!(
                "The encrypted page loads {} over plain HTTP.",
                counted(shown, "picture or other medium", "pictures or other media")
            ),
            (_, 0) => format!(
                "The encrypted page loads {} over plain HTTP; browsers block them.",
                counted(changing, "script, style or frame", "scripts, styles or frames")
            ),
            _ => format!(
                "The encrypted page loads {} and {} over plain HTTP; browsers block the former.",
                counted(changing, "script, style or frame", "scripts, styles or frames"),
                counted(shown, "picture or other medium", "pictures or other media")
            ),
        },
    );
    match outcome {
        Outcome::Found(finding) if changing == 0 => Outcome::Found(finding.severe(Severity::Medium)),
        outcome => outcome,
    }
}

fn form_insecure(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let is_open = !is_encrypted(facts) && !is_local(&facts.answer.url);
    let insecure = document.forms.iter().filter_map(|form| {
        let action = document.attribute(form.node, "action").unwrap_or_default();
        let plain = is_encrypted(facts)
            && document.resolve(action).is_some_and(|url| url.scheme() == "http" && !is_local(&url));
        let problem = match (plain, is_open && form.password) {
            (true, _) => "what is entered is sent unencrypted",
            (_, true) => "a password is asked for on an unencrypted page",
            _ => return None,
        };
        Some((form, problem))
    });
    let mut insecure = insecure.peekable();
    let first = insecure.peek().map_or("", |(_, problem)| *problem);
    Outcome::of_each(
        insecure,
        |(form, problem)| document.evidence(form.node).detailed(problem),
        |count| match count {
            1 => format!("A form is not safe: {first}."),
            _ => format!("{count} forms are not safe: {first}."),
        },
    )
}
