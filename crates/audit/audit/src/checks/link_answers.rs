//! Checks of links by the responses of their URLs.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use url::{Position, Url};

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity};
use crate::document::{Anchor, Target};
use crate::facts::{Absence, Answer, Facts, Probe};

use super::figures::counted;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "link.broken_internal",
        category: Category::Links,
        severity: Severity::High,
        expects: "Links to pages of the same site work",
        fix: "Correct the address, remove the link, or redirect the old address to the page that took its place.",
        needs: Needs::Fetches,
        run: broken_internal,
    },
    Check {
        id: "link.broken_external",
        category: Category::Links,
        severity: Severity::Medium,
        expects: "Links to other sites work",
        fix: "Link to where the page has moved, to another source or to an archived copy, or remove the link.",
        needs: Needs::Fetches,
        run: broken_external,
    },
    Check {
        id: "link.unverified",
        category: Category::Links,
        severity: Severity::Low,
        expects: "The targets of all links could be checked",
        fix: "Open these links by hand: their servers turn away programs or did not answer in time, which says nothing about readers.",
        needs: Needs::Fetches,
        run: unverified,
    },
    Check {
        id: "link.redirect",
        category: Category::Links,
        severity: Severity::Medium,
        expects: "Links lead to their pages without a redirect",
        fix: "Link to the address where the page is now.",
        needs: Needs::Fetches,
        run: redirect,
    },
    Check {
        id: "link.redirect_chain",
        category: Category::Links,
        severity: Severity::Medium,
        expects: "No link leads through several redirects",
        fix: "Link to the last address of the chain, and let the first redirect lead there at once.",
        needs: Needs::Fetches,
        run: redirect_chain,
    },
    Check {
        id: "link.redirect_loop",
        category: Category::Links,
        severity: Severity::High,
        expects: "No link leads into redirects that never end",
        fix: "Correct the rules that redirect in a circle, most often those for https, www and the slash at the end.",
        needs: Needs::Fetches,
        run: redirect_loop,
    },
];

/// A link whose URL was requested.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) anchor: &'a Anchor,
    pub(crate) probe: &'a Probe<Answer>,
}

/// What a link's response means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Works,
    Broken,
    Unsure,
    Loops,
}

impl Asked<'_> {
    fn is_internal(&self) -> bool {
        matches!(self.anchor.target, Target::Internal(_))
    }

    pub(crate) fn verdict(&self) -> Verdict {
        let Some(answer) = self.probe.known() else { return Verdict::Unsure };
        match answer.status {
            200..=299 | 304 => Verdict::Works,
            300..=399 => Verdict::Loops,
            // Not signed in, forbidden, too early, too many requests, blocked for legal reasons, and
            // LinkedIn's refusal of programs.
            401 | 403 | 405..=408 | 425 | 429 | 451 | 999 => Verdict::Unsure,
            // On other sites some firewalls refuse programs with this status; here it is the page's own
            // server.
            503 if !self.is_internal() => Verdict::Unsure,
            _ => Verdict::Broken,
        }
    }

    fn says(&self) -> String {
        match self.probe {
            Probe::Unknown(reason) => reason.clone(),
            Probe::Known(answer) => match answer.absence() {
                Some(absence) => format!("it {}", absence.describe()),
                None if self.verdict() == Verdict::Loops => way(answer),
                None if answer.redirects.is_empty() => format!("it answers {}", answer.status),
                None => format!("it leads to {}, which answers {}", answer.url, answer.status),
            },
        }
    }

    /// The status in a word or two, for counting.
    fn status(&self) -> String {
        let Some(answer) = self.probe.known() else { return "no answer".to_owned() };
        match answer.absence() {
            None => answer.status.to_string(),
            Some(Absence::NoSuchHost) => "no such host".to_owned(),
            Some(Absence::NoConnection) => "no connection".to_owned(),
        }
    }

    fn evidence(&self, facts: &Facts<'_>, detail: String) -> Evidence {
        let address = self.anchor.url().map(Url::as_str).unwrap_or_default();
        facts.document.evidence(self.anchor.node).about(address).detailed(detail)
    }
}

/// The links whose URLs were requested, each URL once; `None` if there are links but none was requested.
pub(crate) fn asked<'a>(facts: &Facts<'a>) -> Option<Vec<Asked<'a>>> {
    if facts.surroundings.answers.is_empty() {
        return facts.document.anchors.iter().all(|anchor| anchor.url().is_none()).then(Vec::new);
    }
    let mut seen = FxHashSet::default();
    let mut asked = Vec::new();
    for anchor in &facts.document.anchors {
        let Some(url) = anchor.url() else { continue };
        if seen.insert(&url[..Position::AfterQuery])
            && let Some(probe) = facts.surroundings.answer(url)
        {
            asked.push(Asked { anchor, probe });
        }
    }
    (!asked.is_empty() || seen.is_empty()).then_some(asked)
}

/// Finds the links that are `wrong`; `message` gets the number of links and their statuses.
fn describe(
    facts: &Facts<'_>,
    wrong: impl Fn(&Asked<'_>) -> bool,
    message: impl FnOnce(usize, &str) -> String,
) -> Outcome {
    let Some(asked) = asked(facts) else { return Outcome::skipped("the links were not asked for") };
    let wrong: Vec<Asked<'_>> = asked.into_iter().filter(wrong).collect();
    let mut statuses: BTreeMap<String, usize> = BTreeMap::new();
    for link in &wrong {
        *statuses.entry(link.status()).or_default() += 1;
    }
    let statuses: Vec<String> =
        statuses.into_iter().map(|(status, count)| format!("{count} × {status}")).collect();
    Outcome::of_each(
        wrong,
        |link| link.evidence(facts, link.says()),
        |count| message(count, &statuses.join(", ")),
    )
}

fn broken_internal(facts: &Facts<'_>) -> Outcome {
    describe(
        facts,
        |link| link.is_internal() && link.verdict() == Verdict::Broken,
        |count, statuses| {
            format!(
                "{} broken ({statuses}).",
                counted(count, "link to a page of this site is", "links to pages of this site are")
            )
        },
    )
}

fn broken_external(facts: &Facts<'_>) -> Outcome {
    describe(
        facts,
        |link| !link.is_internal() && link.verdict() == Verdict::Broken,
        |count, statuses| {
            format!(
                "{} broken ({statuses}).",
                counted(count, "link to another site is", "links to other sites are")
            )
        },
    )
}

fn unverified(facts: &Facts<'_>) -> Outcome {
    let unchecked = facts.surroundings.unchecked_links;
    describe(
        facts,
        |link| link.verdict() == Verdict::Unsure,
        |count, statuses| {
            let links = counted(count, "link", "links");
            let more =
                if unchecked == 0 { String::new() } else { format!(" {unchecked} more were not asked.") };
            format!("{links} could not be checked ({statuses}).{more}")
        },
    )
}

/// Finds working links whose redirects are `wrong`; less severe if all of them lead to other sites.
fn redirected(
    facts: &Facts<'_>,
    wrong: impl Fn(&Answer) -> bool,
    message: impl FnOnce(usize) -> String,
) -> Outcome {
    let Some(asked) = asked(facts) else { return Outcome::skipped("the links were not asked for") };
    let mut links: Vec<(Asked<'_>, &Answer)> = asked
        .into_iter()
        .filter(|link| link.verdict() == Verdict::Works)
        .filter_map(|link| Some((link, link.probe.known().filter(|answer| wrong(answer))?)))
        .collect();
    links.sort_by_key(|(link, _)| !link.is_internal());
    let within = links.iter().any(|(link, _)| link.is_internal());
    let outcome = Outcome::of_each(links, |(link, answer)| link.evidence(facts, way(answer)), message);
    match outcome {
        Outcome::Found(finding) if !within => Outcome::Found(finding.severe(Severity::Low)),
        outcome => outcome,
    }
}

/// The redirects that led to a response.
fn way(answer: &Answer) -> String {
    let hops = answer.redirects.iter().map(|hop| format!("{} → {}", hop.status, hop.to));
    hops.take(Finding::MOST_EVIDENCE).collect::<Vec<_>>().join(" ")
}

/// Whether a redirect is permanent. Links should not be updated for temporary ones, such as those to a login
/// or a language.
fn is_permanent(status: u16) -> bool {
    matches!(status, 301 | 308)
}

fn redirect(facts: &Facts<'_>) -> Outcome {
    redirected(
        facts,
        |answer| matches!(&answer.redirects[..], [hop] if is_permanent(hop.status)),
        |count| {
            let links = counted(count, "link leads", "links lead");
            format!("{links} to an address that has moved for good.")
        },
    )
}

fn redirect_chain(facts: &Facts<'_>) -> Outcome {
    redirected(
        facts,
        |answer| answer.redirects.len() > 1 && answer.redirects.iter().any(|hop| is_permanent(hop.status)),
        |count| {
            let links = counted(count, "link leads", "links lead");
            format!("{links} through several redirects in a row.")
        },
    )
}

fn redirect_loop(facts: &Facts<'_>) -> Outcome {
    describe(
        facts,
        |link| link.verdict() == Verdict::Loops,
        |count, _| {
            let links = counted(count, "link leads", "links lead");
            format!("{links} into redirects that go in a circle.")
        },
    )
}
