//! Checks of the headers with which a server makes browsers protect readers.

use std::borrow::Cow;

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity};
use crate::checks::{cookies, policy};
use crate::facts::Facts;

/// The shortest useful duration: half a year.
const SHORTEST_HSTS_SECONDS: u64 = 180 * 24 * 60 * 60;
/// Top-level domains whose sites browsers always open encrypted.
const ENCRYPTED_DOMAINS: [&str; 16] = [
    "app",
    "bank",
    "boo",
    "channel",
    "dad",
    "day",
    "dev",
    "esq",
    "foo",
    "ing",
    "insurance",
    "meme",
    "mov",
    "new",
    "page",
    "zip",
];
/// The referrer policies that browsers support.
const REFERRER_POLICIES: [&str; 8] = [
    "no-referrer",
    "no-referrer-when-downgrade",
    "origin",
    "origin-when-cross-origin",
    "same-origin",
    "strict-origin",
    "strict-origin-when-cross-origin",
    "unsafe-url",
];

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "sec.hsts",
        category: Category::Security,
        severity: Severity::Low,
        expects: "Browsers use only HTTPS",
        fix: "Send \"strict-transport-security: max-age=31536000; includeSubDomains\" once all of the site works over https:.",
        needs: Needs::Answer,
        run: hsts,
    },
    Check {
        id: "sec.csp",
        category: Category::Security,
        severity: Severity::Low,
        expects: "A content security policy says which scripts may run",
        fix: "Send a content-security-policy header whose script-src names the hosts you use, and a nonce or hash for scripts in the page; try it first with content-security-policy-report-only.",
        needs: Needs::Answer,
        run: csp,
    },
    Check {
        id: "sec.xcto",
        category: Category::Security,
        severity: Severity::Low,
        expects: "Browsers do not guess media types",
        fix: "Send \"x-content-type-options: nosniff\" with every answer.",
        needs: Needs::Answer,
        run: content_type_options,
    },
    Check {
        id: "sec.xfo",
        category: Category::Security,
        severity: Severity::Low,
        expects: "Other sites can't frame the page unasked",
        fix: "Send \"content-security-policy: frame-ancestors 'self'\" or \"x-frame-options: SAMEORIGIN\"; name the sites that may frame the page if there are any.",
        needs: Needs::Answer,
        run: frame_options,
    },
    Check {
        id: "sec.referrer_policy",
        category: Category::Security,
        severity: Severity::Low,
        expects: "A referrer policy limits what other sites learn about where readers come from",
        fix: "Send \"referrer-policy: strict-origin-when-cross-origin\".",
        needs: Needs::Answer,
        run: referrer_policy,
    },
    Check {
        id: "sec.cookie_flags",
        category: Category::Security,
        severity: Severity::Low,
        expects: "Cookies are protected",
        fix: "Add Secure and SameSite=Lax to every cookie, and HttpOnly to those that no script needs to read.",
        needs: Needs::Answer,
        run: cookie_flags,
    },
];

/// The outcome if there are no headers because the HTML was submitted.
fn handed_in(facts: &Facts<'_>) -> Option<Outcome> {
    facts.answer.response.is_none().then(|| Outcome::skipped("the HTML was handed in"))
}

/// A finding about a header that is present.
fn about(name: &str, value: &str, message: String) -> Outcome {
    Outcome::Found(Finding::new(message).at(Evidence::of_text(format!("{name}: {value}"))))
}

fn hsts(facts: &Facts<'_>) -> Outcome {
    if let Some(outcome) = handed_in(facts) {
        return outcome;
    }
    if facts.answer.url.scheme() != "https" {
        return Outcome::skipped("the page is not encrypted");
    }
    let name = "strict-transport-security";
    let Some(value) = facts.answer.header(name) else {
        let domain = facts.answer.url.domain().and_then(|host| host.rsplit('.').next()).unwrap_or_default();
        if ENCRYPTED_DOMAINS.contains(&domain) {
            return Outcome::Passed;
        }
        return Outcome::Found(Finding::new(
            "There is no strict-transport-security header; a first visit over http: can be intercepted.",
        ));
    };
    match max_age(value) {
        None => about(
            name,
            value,
            "The strict-transport-security header has no max-age, so it is ignored.".into(),
        ),
        Some(0) => about(
            name,
            value,
            "The strict-transport-security header has max-age=0, which switches it off.".into(),
        ),
        Some(seconds) if seconds < SHORTEST_HSTS_SECONDS => {
            let term = match seconds / (24 * 60 * 60) {
                0 => "less than a day".to_owned(),
                1 => "a day".to_owned(),
                days => format!("{days} days"),
            };
            let message =
                format!("The strict-transport-security header holds for {term}; half a year is the least.");
            about(name, value, message)
        }
        Some(_) => Outcome::Passed,
    }
}

fn max_age(header: &str) -> Option<u64> {
    header.split(';').find_map(|part| {
        let (key, value) = part.split_once('=')?;
        let is_age = key.trim().eq_ignore_ascii_case("max-age");
        is_age.then(|| value.trim().trim_matches('"').parse().ok()).flatten()
    })
}

fn csp(facts: &Facts<'_>) -> Outcome {
    if let Some(outcome) = handed_in(facts) {
        return outcome;
    }
    let find = |name: &str| policy::everywhere(facts).find(|directive| directive.is_named(name));
    let name = "content-security-policy";
    let value = facts.answer.header(name);
    match find("script-src").or_else(|| find("default-src")) {
        Some(scripts) => match policy::weakness(&scripts) {
            Some(weakness) => about(
                name,
                value.unwrap_or("in the page"),
                format!("The content security policy is weak: {weakness}."),
            ),
            None => Outcome::Passed,
        },
        None => Outcome::Found(match (value, facts.answer.header("content-security-policy-report-only")) {
            (Some(value), _) => Finding::new(
                "The content security policy does not say which scripts may run (script-src or default-src).",
            )
            .at(Evidence::of_text(format!("{name}: {value}"))),
            (None, Some(value)) => {
                Finding::new("The content security policy only reports and stops nothing.")
                    .at(Evidence::of_text(format!("{name}-report-only: {value}")))
            }
            (None, None) => {
                Finding::new("There is no content security policy; a script that someone smuggles in runs.")
            }
        }),
    }
}

fn content_type_options(facts: &Facts<'_>) -> Outcome {
    if let Some(outcome) = handed_in(facts) {
        return outcome;
    }
    let name = "x-content-type-options";
    match facts.answer.header(name) {
        None => Outcome::Found(Finding::new(
            "There is no x-content-type-options header; browsers may take a file for something that it is not.",
        )),
        // Two headers are often joined to "nosniff, nosniff".
        Some(value) if value.split(',').any(|part| part.trim().eq_ignore_ascii_case("nosniff")) => {
            Outcome::Passed
        }
        Some(value) => {
            about(name, value, "The x-content-type-options header does not say nosniff.".to_owned())
        }
    }
}

fn frame_options(facts: &Facts<'_>) -> Outcome {
    if let Some(outcome) = handed_in(facts) {
        return outcome;
    }
    // Browsers ignore frame-ancestors in a meta element.
    let ancestors = policy::in_headers(facts).find(|directive| directive.is_named("frame-ancestors"));
    if let Some(ancestors) = ancestors {
        let anyone = ancestors.sources().any(|source| source == "*");
        let message = "frame-ancestors allows every site to frame the page.";
        let policy = facts.answer.header("content-security-policy").unwrap_or_default();
        return if anyone {
            about("content-security-policy", policy, message.to_owned())
        } else {
            Outcome::Passed
        };
    }
    let name = "x-frame-options";
    match facts.answer.header(name) {
        None => Outcome::Found(Finding::new(
            "Neither x-frame-options nor frame-ancestors is set; any site can frame the page and catch clicks.",
        )),
        Some(value) if is_frame_option(value) => Outcome::Passed,
        Some(value) => about(
            name,
            value,
            "Browsers ignore this x-frame-options header; they know DENY and SAMEORIGIN.".to_owned(),
        ),
    }
}

fn is_frame_option(value: &str) -> bool {
    value
        .split(',')
        .all(|part| ["deny", "sameorigin"].iter().any(|known| part.trim().eq_ignore_ascii_case(known)))
}

fn referrer_policy(facts: &Facts<'_>) -> Outcome {
    if let Some(outcome) = handed_in(facts) {
        return outcome;
    }
    let in_page = facts.document.metas_named("referrer").next().map(|(_, content)| content);
    let Some(value) = in_page.or_else(|| facts.answer.header("referrer-policy")) else {
        return Outcome::Found(Finding::new(
            "There is no referrer policy; old browsers tell other sites the whole address of this page.",
        ));
    };
    let lower = value.to_ascii_lowercase();
    // Of several policies, browsers use the last one that they support.
    let known = lower.split(',').map(str::trim).rfind(|policy| REFERRER_POLICIES.contains(policy));
    match known {
        None => about("referrer-policy", value, "The referrer policy is none that browsers know.".to_owned()),
        Some(known @ ("unsafe-url" | "no-referrer-when-downgrade")) => {
            let message =
                format!("The referrer policy {known} tells other sites the whole address of this page.");
            about("referrer-policy", value, message)
        }
        Some(_) => Outcome::Passed,
    }
}

fn cookie_flags(facts: &Facts<'_>) -> Outcome {
    if let Some(outcome) = handed_in(facts) {
        return outcome;
    }
    let encrypted = facts.answer.url.scheme() == "https";
    let unprotected = facts.answer.headers("set-cookie").filter_map(|header| {
        let cookie = cookies::read(header);
        let lacks = cookie.lacks(encrypted);
        (!lacks.is_empty()).then_some((cookie, lacks))
    });
    let mut unprotected = unprotected.peekable();
    let first: Cow<'_, str> = match unprotected.peek() {
        Some((cookie, lacks)) => format!("{} lacks {}", cookie.name, lacks.join(", ")).into(),
        None => "".into(),
    };
    Outcome::of_each(
        unprotected,
        |(cookie, lacks)| {
            // The value may be the key to a user's session.
            let shown = format!("set-cookie: {}=…{}", cookie.name, cookie.attributes);
            Evidence::of_text(shown).detailed(format!("lacks {}", lacks.join(", ")))
        },
        |count| match count {
            1 => format!("A cookie is not fully protected: {first}."),
            _ => format!("{count} cookies are not fully protected: {first}."),
        },
    )
}
