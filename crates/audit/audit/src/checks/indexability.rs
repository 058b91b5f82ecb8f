//! Checks of whether search engines may show the page.

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Seen, Severity};
use crate::checks::directives::{self, Directive};
use crate::facts::{Facts, Probe, RobotsAnswer};
use crate::robots::Verdict;

/// Directives that restrict how a page is shown.
const RESTRICTIVE: [&str; 4] = ["noindex", "nofollow", "nosnippet", "noimageindex"];
/// Directives that contradict each other.
const OPPOSITES: [(&str, &str); 3] = [("index", "noindex"), ("follow", "nofollow"), ("archive", "noarchive")];

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "idx.status_4xx_5xx",
        category: Category::Indexability,
        severity: Severity::Critical,
        expects: "The page answers with success",
        fix: "Let the server answer this address with status 200, or redirect it with 301 to the page that took its place.",
        needs: Needs::Answer,
        run: status,
    },
    Check {
        id: "idx.noindex_meta",
        category: Category::Indexability,
        severity: Severity::Critical,
        expects: "No robots meta element keeps the page out of results",
        fix: "Remove noindex (or none) from the robots meta element if people should find this page; leave it if the page is hidden on purpose.",
        needs: Needs::Markup,
        run: noindex_meta,
    },
    Check {
        id: "idx.noindex_header",
        category: Category::Indexability,
        severity: Severity::Critical,
        expects: "No x-robots-tag header keeps the page out of results",
        fix: "Remove noindex (or none) from the x-robots-tag header in the server's configuration if people should find this page; leave it if the page is hidden on purpose.",
        needs: Needs::Answer,
        run: noindex_header,
    },
    Check {
        id: "idx.bot_specific",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "All search engines get the same directives",
        fix: "Remove the directive that names a single crawler, or give the same one to all crawlers with <meta name=\"robots\">.",
        needs: Needs::Answer,
        run: bot_specific,
    },
    Check {
        id: "idx.nofollow_page",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "Crawlers may follow the links of the page",
        fix: "Remove nofollow from the page's robots directives, and put rel=\"nofollow\" on the single links that you do not vouch for.",
        needs: Needs::Answer,
        run: nofollow_page,
    },
    Check {
        id: "idx.conflicting_directives",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "The robots directives do not contradict each other",
        fix: "Decide what crawlers should do, say it in one place, and remove the other directive.",
        needs: Needs::Answer,
        run: conflicting,
    },
    Check {
        id: "idx.blocked_by_robots",
        category: Category::Indexability,
        severity: Severity::Critical,
        expects: "robots.txt lets search engines fetch the page",
        fix: "Remove or narrow the Disallow line, or add a longer Allow line for this path; to keep a page out of results use noindex instead.",
        needs: Needs::Fetches,
        run: blocked_by_robots,
    },
    Check {
        id: "idx.noindex_and_disallowed",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "A page with noindex can be fetched, so that crawlers see it",
        fix: "Allow the path in robots.txt until the page has left the results; crawlers can't obey a noindex that they may not read.",
        needs: Needs::Fetches,
        run: noindex_and_disallowed,
    },
    Check {
        id: "idx.nosnippet",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "Results may show a text from the page",
        fix: "Remove nosnippet, and mark only what must not be quoted with the attribute data-nosnippet.",
        needs: Needs::Answer,
        run: nosnippet,
    },
    Check {
        id: "idx.max_snippet_0",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "Results may quote more than nothing from the page",
        fix: "Remove max-snippet:0 or set max-snippet:-1, which leaves the length to the search engine.",
        needs: Needs::Answer,
        run: max_snippet_0,
    },
    Check {
        id: "idx.noimageindex",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "The images of the page may be found",
        fix: "Remove noimageindex from the robots directives if the images should be found in image search.",
        needs: Needs::Answer,
        run: noimageindex,
    },
    Check {
        id: "idx.unavailable_after",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "The page has no date after which it leaves the results",
        fix: "Remove unavailable_after, or set it to the day on which the page really ends, as in 2030-01-31.",
        needs: Needs::Answer,
        run: unavailable_after,
    },
    Check {
        id: "idx.render_changes_directive",
        category: Category::Indexability,
        severity: Severity::High,
        expects: "Scripts do not change the directives for crawlers",
        fix: "Send the final robots directives with the HTML. A crawler that reads noindex there does not run the scripts that would remove it.",
        needs: Needs::Browser,
        run: render_changes_directive,
    },
];

fn status(facts: &Facts<'_>) -> Outcome {
    let Some(response) = &facts.answer.response else { return Outcome::skipped("the HTML was handed in") };
    let status = response.status;
    let consequence = match status {
        404 | 410 => "search engines take it for removed",
        401 | 403 => "crawlers are refused as we were",
        429 => "crawlers are told to come less often",
        500.. => "crawlers come less often, and drop the page if it goes on",
        _ => "search engines don't index it",
    };
    let finding = (status >= 400).then(|| {
        Finding::new(format!("The page answers with status {status}; {consequence}."))
            .at(Evidence::of_url(facts.answer.url.as_str()).detailed(format!("status {status}")))
    });
    Outcome::of(finding)
}

/// `Found` if all crawlers get the directive `name` from these directives.
fn describe<'a>(
    facts: &Facts<'a>,
    directives: Vec<Directive<'a>>,
    is_meant: impl Fn(&Directive<'a>) -> bool,
    message: &str,
) -> Outcome {
    let meant: Vec<_> = directives.into_iter().filter(|directive| is_meant(directive)).collect();
    let finding = (!meant.is_empty()).then(|| directives::finding(facts, &meant, message.to_owned()));
    Outcome::of(finding)
}

fn noindex_meta(facts: &Facts<'_>) -> Outcome {
    let noindex = directives::in_markup(facts.document).into_iter();
    Outcome::of_each(
        noindex.filter(|directive| directive.is_general("noindex")),
        |directive| directive.evidence(facts.document),
        |_| "A robots meta element says noindex: search engines leave the page out.".to_owned(),
    )
}

fn noindex_header(facts: &Facts<'_>) -> Outcome {
    if facts.answer.response.is_none() {
        return Outcome::skipped("the HTML was handed in");
    }
    let message = "The x-robots-tag header says noindex: search engines leave the page out.";
    let noindex = |directive: &Directive<'_>| directive.is_general("noindex");
    describe(facts, directives::in_headers(facts.answer), noindex, message)
}

fn nofollow_page(facts: &Facts<'_>) -> Outcome {
    let message = "The page says nofollow: crawlers follow none of its links, internal ones included.";
    let nofollow = |directive: &Directive<'_>| directive.is_general("nofollow");
    describe(facts, directives::everywhere(facts), nofollow, message)
}

fn nosnippet(facts: &Facts<'_>) -> Outcome {
    let message = "The page says nosnippet: results show no text of it, and AI answers do not quote it.";
    let nosnippet = |directive: &Directive<'_>| directive.is_general("nosnippet");
    describe(facts, directives::everywhere(facts), nosnippet, message)
}

fn max_snippet_0(facts: &Facts<'_>) -> Outcome {
    let message = "The page says max-snippet:0, which is as much as nosnippet: results show no text of it.";
    let zero =
        |directive: &Directive<'_>| directive.is_general("max-snippet") && directive.value.parse() == Ok(0);
    describe(facts, directives::everywhere(facts), zero, message)
}

fn noimageindex(facts: &Facts<'_>) -> Outcome {
    let message = "The page says noimageindex: its pictures are left out of image search.";
    let noimageindex = |directive: &Directive<'_>| directive.is_general("noimageindex");
    describe(facts, directives::everywhere(facts), noimageindex, message)
}

fn unavailable_after(facts: &Facts<'_>) -> Outcome {
    let mut given = directives::everywhere(facts).into_iter();
    let Some(directive) = given.find(|directive| directive.binds_google("unavailable_after")) else {
        return Outcome::Passed;
    };
    let written = directive.value;
    let (message, severity) = match directives::day(written) {
        None => {
            let message = format!("unavailable_after says {written:?}, which is no date that crawlers read.");
            (message, Severity::Medium)
        }
        Some(day) if day < facts.today => {
            let message = format!("The page asked to leave the results after {day}, which is past.");
            (message, Severity::Critical)
        }
        Some(day) => (format!("The page leaves the results after {day}."), Severity::Medium),
    };
    Outcome::Found(directives::finding(facts, &[directive], message).severe(severity))
}

fn bot_specific(facts: &Facts<'_>) -> Outcome {
    let all = directives::everywhere(facts);
    let is_general = |name: &str| all.iter().any(|directive| directive.is_general(name));
    let general: Vec<&str> = RESTRICTIVE.into_iter().filter(|name| is_general(name)).collect();
    let differs = |directive: &&Directive<'_>| {
        directive.crawler.is_some()
            && if RESTRICTIVE.contains(&directive.name) {
                !general.contains(&directive.name)
            } else {
                OPPOSITES.iter().any(|(may, not)| *may == directive.name && general.contains(not))
            }
    };
    let found: Vec<Directive<'_>> = all.iter().filter(differs).cloned().collect();
    let Some(first) = found.first() else { return Outcome::Passed };
    let crawler = first.crawler.unwrap_or_default();
    let message = if RESTRICTIVE.contains(&first.name) {
        format!("Only {crawler} is told {}; other crawlers are not.", first.name)
    } else {
        let name = first.name;
        format!(
            "The crawler {crawler} is told {name}, all crawlers are told no{name}; it obeys the stricter one."
        )
    };
    // A page that is only excluded from Google News can still be found.
    let hides = found
        .iter()
        .any(|directive| directive.name == "noindex" && directive.crawler != Some("googlebot-news"));
    let severity = if hides { Severity::High } else { Severity::Medium };
    Outcome::Found(directives::finding(facts, &found, message).severe(severity))
}

fn conflicting(facts: &Facts<'_>) -> Outcome {
    let all = directives::everywhere(facts);
    for (may, not) in OPPOSITES {
        let says = |name: &str, crawler| {
            all.iter().find(|directive| directive.name == name && directive.crawler == crawler)
        };
        // There are few crawlers, but a page can hold any number of directives.
        let crawlers: std::collections::BTreeSet<_> =
            all.iter().filter(|directive| directive.name == may).map(|directive| directive.crawler).collect();
        for crawler in crawlers {
            if let (Some(allows), Some(forbids)) = (says(may, crawler), says(not, crawler)) {
                let pair = [allows.clone(), forbids.clone()];
                let message = format!(
                    "{} says {may}, {} says {not}; crawlers obey the stricter one.",
                    place(allows),
                    place(forbids).to_lowercase()
                );
                return Outcome::Found(Finding { count: 1, ..directives::finding(facts, &pair, message) });
            }
        }
    }
    Outcome::Passed
}

fn place(directive: &Directive<'_>) -> &'static str {
    if directive.node.is_some() { "The page" } else { "The x-robots-tag header" }
}

/// The content of robots.txt, or why it is unknown.
fn robots<'a>(facts: &Facts<'a>) -> Result<&'a RobotsAnswer, Outcome> {
    match &facts.surroundings.robots {
        Probe::Unknown(reason) => Err(Outcome::skipped(reason)),
        Probe::Known(answer) if answer.status >= 500 => {
            Err(Outcome::skipped(format!("robots.txt answers with status {}", answer.status)))
        }
        Probe::Known(answer) => Ok(answer),
    }
}

fn verdict<'a>(facts: &Facts<'_>, robots: &'a RobotsAnswer, crawler: &str) -> Verdict<'a> {
    robots.robots.verdict(crawler, &facts.answer.url[url::Position::BeforePath..url::Position::AfterQuery])
}

/// The line of robots.txt that forbids.
fn line(robots: &RobotsAnswer, verdict: Verdict<'_>) -> Evidence {
    let Some(rule) = verdict.rule else { return Evidence::of_url(robots.url.as_str()) };
    let line = u32::try_from(rule.line).ok();
    let text = Evidence::of_text(format!("Disallow: {}", rule.pattern));
    Evidence { line, ..text }.about(robots.url.as_str())
}

fn blocked_by_robots(facts: &Facts<'_>) -> Outcome {
    let robots = match robots(facts) {
        Ok(robots) => robots,
        Err(outcome) => return outcome,
    };
    for (crawler, severity) in [("Googlebot", Severity::Critical), ("Bingbot", Severity::High)] {
        let verdict = verdict(facts, robots, crawler);
        if !verdict.allowed {
            let rule = verdict.rule.map_or("", |rule| rule.pattern.as_str());
            let message = format!("robots.txt forbids {crawler} to fetch the page, by \"Disallow: {rule}\".");
            let finding = Finding::new(message).at(line(robots, verdict));
            return Outcome::Found(finding.severe(severity).seen(Seen::Robots));
        }
    }
    Outcome::Passed
}

fn noindex_and_disallowed(facts: &Facts<'_>) -> Outcome {
    let robots = match robots(facts) {
        Ok(robots) => robots,
        Err(outcome) => return outcome,
    };
    let verdict = verdict(facts, robots, "Googlebot");
    let Some(noindex) = directives::noindex(facts).filter(|_| !verdict.allowed) else {
        return Outcome::Passed;
    };
    let message = "The page says noindex, but robots.txt forbids Googlebot to fetch it, so it is never read and the address can stay in results.";
    let evidence = vec![noindex.evidence(facts.document), line(robots, verdict)];
    Outcome::Found(Finding { evidence, ..Finding::new(message) }.seen(Seen::Robots))
}

fn render_changes_directive(facts: &Facts<'_>) -> Outcome {
    let rendered = match facts.browser {
        Probe::Known(rendered) => rendered,
        Probe::Unknown(reason) => return Outcome::skipped(reason),
    };
    let before = directives::in_markup(facts.document);
    let after = directives::in_markup(&rendered.document);
    for name in ["noindex", "nofollow"] {
        let find = |directives: &[Directive<'_>]| {
            directives.iter().position(|directive| directive.binds_google(name))
        };
        let (message, evidence) = match (find(&before), find(&after)) {
            (None, Some(index)) => (
                format!("Scripts add {name}: crawlers that run them obey it, others don't."),
                after[index].evidence(&rendered.document),
            ),
            (Some(index), None) => (
                format!("Scripts remove {name}, but crawlers obey the HTML as it is sent."),
                before[index].evidence(facts.document),
            ),
            _ => continue,
        };
        let severity = if name == "noindex" { Severity::High } else { Severity::Medium };
        return Outcome::Found(Finding::new(message).at(evidence).severe(severity));
    }
    Outcome::Passed
}
