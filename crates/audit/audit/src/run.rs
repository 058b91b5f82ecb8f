//! Runs all checks over the facts of a page.

use std::cmp::Reverse;

use domain::locale::Language;
use sha2::{Digest, Sha256};
use url::Url;

use crate::check::{Check, Finding, Needs, Outcome, Seen};
use crate::facts::Facts;
use crate::report::{Issue, PassedCheck, SkippedCheck, Verdicts};
use crate::{loss, registry, score, vitals_score};

/// Why checks are skipped if the redirects end at no page.
pub const NO_PAGE: &str = "there is no page: the redirects do not come to an end";

#[must_use]
pub fn run(facts: &Facts<'_>) -> Verdicts {
    let mut verdicts = Verdicts {
        score: 0,
        scores: std::collections::BTreeMap::new(),
        issues: Vec::new(),
        passed: Vec::new(),
        skipped: Vec::new(),
    };
    for check in registry::all() {
        let (id, category) = (check.id.to_owned(), check.category);
        match look(check, facts) {
            Looked::Passed => {
                verdicts.passed.push(PassedCheck { id, category, message: check.expects.to_owned() });
            }
            Looked::Skipped(reason) => verdicts.skipped.push(SkippedCheck { id, category, reason }),
            Looked::Found(finding, seen) => {
                verdicts.issues.push(issue(check, finding, seen, &facts.answer.url));
            }
        }
    }
    verdicts.issues.sort_by_key(|issue| Reverse(issue.severity));
    let performance = vitals_score::performance(facts).map(|(score, _)| score);
    verdicts.scores = score::by_category(&verdicts, performance);
    verdicts.score = score::overall(&verdicts);
    verdicts
}

enum Looked {
    Passed,
    Skipped(String),
    Found(Finding, Vec<Seen>),
}

/// Runs a check on the page as sent and, for markup, also on the page as rendered.
fn look(check: &Check, facts: &Facts<'_>) -> Looked {
    if facts.answer.leads_nowhere() && !check.id.starts_with("redirect.") {
        return Looked::Skipped(NO_PAGE.to_owned());
    }
    let first = (check.run)(facts);
    if check.needs != Needs::Markup {
        return match first {
            Outcome::Passed => Looked::Passed,
            Outcome::Skipped(reason) => Looked::Skipped(reason),
            Outcome::Found(finding) => {
                let seen = finding.seen.unwrap_or(natural(check.needs));
                Looked::Found(finding, vec![seen])
            }
        };
    }
    let second =
        facts.browser.known().map(|rendered| (check.run)(&Facts { document: &rendered.document, ..*facts }));
    match (first, second) {
        (Outcome::Found(finding), Some(Outcome::Found(_))) => {
            Looked::Found(finding, vec![Seen::Raw, Seen::Rendered])
        }
        (Outcome::Found(finding), _) => Looked::Found(finding, vec![Seen::Raw]),
        (_, Some(Outcome::Found(finding))) => Looked::Found(finding, vec![Seen::Rendered]),
        (Outcome::Skipped(reason), None | Some(Outcome::Skipped(_))) => Looked::Skipped(reason),
        _ => Looked::Passed,
    }
}

/// Where checks of this kind usually look.
const fn natural(needs: Needs) -> Seen {
    match needs {
        Needs::Markup => Seen::Raw,
        Needs::Answer => Seen::Header,
        Needs::Fetches => Seen::Network,
        Needs::Browser => Seen::Rendered,
    }
}

fn issue(check: &Check, finding: Finding, seen: Vec<Seen>, page: &Url) -> Issue {
    let severity = finding.severity.unwrap_or(check.severity);
    Issue {
        id: check.id.to_owned(),
        category: check.category,
        severity,
        message: finding.message,
        impact: loss::of_issue(check.id, check.category, severity, Language::ENGLISH).to_owned(),
        how_to_fix: check.fix.to_owned(),
        seen,
        count: finding.count,
        selector: finding.evidence.first().and_then(|evidence| evidence.selector.clone()),
        evidence: finding.evidence,
        fingerprint: fingerprint(check.id, page),
    }
}

/// A fingerprint that depends only on the check and the page's URL.
fn fingerprint(id: &str, page: &Url) -> String {
    let mut plain = page.clone();
    plain.set_fragment(None);
    let digest = Sha256::new().chain_update(id).chain_update([0]).chain_update(plain.as_str()).finalize();
    let start = digest.first_chunk().copied().map_or(0, u64::from_be_bytes);
    format!("{start:016x}")
}
