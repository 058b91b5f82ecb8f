//! Checks of crawling: robots.txt, sitemaps, variants of the URL.

use rustc_hash::FxHashSet;
use seo::dom::NodeId;
use url::{Position, Url};

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Seen, Severity};
use crate::checks::addresses::{is_same_page, without_fragment};
use crate::checks::directives;
use crate::checks::figures::counted;
use crate::facts::{Answer, AnswerContent, Facts, Probe, RobotsAnswer, SitemapFile, Sitemaps};
use crate::robots;

/// The maximum number of a page's files that are compared with robots.txt, since both can be long.
const MOST_ASSETS: usize = 500;
/// Statuses with which servers refuse audits although they allow search engines.
const GUARDED: [u16; 3] = [401, 403, 429];

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "robots.missing",
        category: Category::Crawlability,
        severity: Severity::Low,
        expects: "The site has a robots.txt",
        fix: "Put a robots.txt at the root of the host; \"User-agent: *\" with an empty \"Disallow:\" and a Sitemap line is enough.",
        needs: Needs::Fetches,
        run: missing,
    },
    Check {
        id: "robots.5xx",
        category: Category::Crawlability,
        severity: Severity::Critical,
        expects: "robots.txt answers without a server error",
        fix: "Let the server answer /robots.txt with the file and status 200, or with 404 if there is none.",
        needs: Needs::Fetches,
        run: server_error,
    },
    Check {
        id: "robots.syntax",
        category: Category::Crawlability,
        severity: Severity::Medium,
        expects: "Every line of robots.txt can be understood",
        fix: "Correct or remove the lines; each is a known word, a colon and a value, and rules follow a User-agent line.",
        needs: Needs::Fetches,
        run: syntax,
    },
    Check {
        id: "robots.too_big",
        category: Category::Crawlability,
        severity: Severity::Medium,
        expects: "robots.txt has at most 500 KiB",
        fix: "Join rules by wildcards and shorter paths until the file has less than 500 KiB; what is beyond is not read.",
        needs: Needs::Fetches,
        run: too_big,
    },
    Check {
        id: "robots.blocks_assets",
        category: Category::Crawlability,
        severity: Severity::High,
        expects: "Googlebot may fetch what the page needs to be shown",
        fix: "Allow style sheets, scripts and images in robots.txt, as in \"Allow: /assets/\"; without them Google sees a broken page.",
        needs: Needs::Fetches,
        run: blocks_assets,
    },
    Check {
        id: "robots.no_sitemap",
        category: Category::Crawlability,
        severity: Severity::Low,
        expects: "robots.txt names a sitemap",
        fix: "Add a line \"Sitemap: https://www.example.com/sitemap.xml\" with the full address of your sitemap.",
        needs: Needs::Fetches,
        run: no_sitemap_line,
    },
    Check {
        id: "sitemap.missing",
        category: Category::Crawlability,
        severity: Severity::Medium,
        expects: "The site has a sitemap",
        fix: "Publish a sitemap.xml with the addresses that should be found, and name it in robots.txt.",
        needs: Needs::Fetches,
        run: no_sitemap,
    },
    Check {
        id: "sitemap.invalid",
        category: Category::Crawlability,
        severity: Severity::High,
        expects: "The sitemaps can be read",
        fix: "Let every sitemap that robots.txt names answer with status 200 and valid XML (urlset or sitemapindex), or remove its line.",
        needs: Needs::Fetches,
        run: invalid_sitemap,
    },
    Check {
        id: "sitemap.page_absent",
        category: Category::Crawlability,
        severity: Severity::Low,
        expects: "A sitemap lists the page",
        fix: "Add the page's canonical address to the sitemap.",
        needs: Needs::Fetches,
        run: page_absent,
    },
    Check {
        id: "crawl.url_variants",
        category: Category::Crawlability,
        severity: Severity::Medium,
        expects: "Variants of the address lead to the page",
        fix: "Redirect the variants (www, slash at the end) with 301 to one address, or let all of them name it as canonical.",
        needs: Needs::Fetches,
        run: url_variants,
    },
];

/// The response of robots.txt, or the outcome if there is none.
fn robots_answer<'a>(facts: &Facts<'a>) -> Result<&'a RobotsAnswer, Outcome> {
    match &facts.surroundings.robots {
        Probe::Known(answer) => Ok(answer),
        Probe::Unknown(reason) => Err(Outcome::skipped(reason)),
    }
}

/// Judges robots.txt if the server returned it.
fn judge_robots(facts: &Facts<'_>, judge: impl Fn(&RobotsAnswer) -> Outcome) -> Outcome {
    let outcome = match robots_answer(facts) {
        Ok(answer) if answer.status >= 300 => {
            Outcome::skipped(format!("robots.txt answers with status {}", answer.status))
        }
        Ok(answer) => judge(answer),
        Err(outcome) => outcome,
    };
    match outcome {
        Outcome::Found(finding) => Outcome::Found(finding.seen(Seen::Robots)),
        other => other,
    }
}

/// Whether Google treats the status as a server error, as it does "too many requests".
fn is_server_error(status: u16) -> bool {
    status >= 500 || status == 429
}

/// `Found` if robots.txt is returned with a bad status.
fn of_status(facts: &Facts<'_>, is_bad: impl Fn(u16) -> bool, message: impl Fn(u16) -> String) -> Outcome {
    let answer = match robots_answer(facts) {
        Ok(answer) => answer,
        Err(outcome) => return outcome,
    };
    let finding = is_bad(answer.status).then(|| {
        let evidence = Evidence::of_url(answer.url.as_str()).detailed(format!("status {}", answer.status));
        Finding::new(message(answer.status)).at(evidence).seen(Seen::Robots)
    });
    Outcome::of(finding)
}

fn missing(facts: &Facts<'_>) -> Outcome {
    of_status(
        facts,
        |status| (400..500).contains(&status) && !is_server_error(status),
        |status| format!("robots.txt answers with status {status}; crawlers then fetch everything."),
    )
}

fn server_error(facts: &Facts<'_>) -> Outcome {
    of_status(facts, is_server_error, |status| {
        format!("robots.txt answers with status {status}; Google then stops fetching the whole site.")
    })
}

fn syntax(facts: &Facts<'_>) -> Outcome {
    judge_robots(facts, |answer| {
        let robots = &answer.robots;
        if robots.problems.first().is_some_and(|problem| problem.text.starts_with('<')) {
            let message = "robots.txt is an HTML page, not a list of rules.";
            return Outcome::Found(Finding::new(message).at(Evidence::of_url(answer.url.as_str())));
        }
        let lines = robots.problems.iter().map(|problem| {
            let line = u32::try_from(problem.line).ok();
            Evidence { line, ..Evidence::of_text(&problem.text).detailed(problem.problem) }
        });
        let is_relative = |address: &&String| Url::parse(address).is_err();
        let sitemaps = robots.sitemaps.iter().filter(is_relative).map(|address| {
            Evidence::of_text(format!("Sitemap: {address}")).detailed("the address is not written in full")
        });
        Outcome::of_each(
            lines.chain(sitemaps),
            |evidence| evidence.about(answer.url.as_str()),
            |count| match count {
                1 => "A line of robots.txt can't be understood.".to_owned(),
                _ => format!("{count} lines of robots.txt can't be understood."),
            },
        )
    })
}

fn too_big(facts: &Facts<'_>) -> Outcome {
    judge_robots(facts, |answer| {
        let finding = (answer.bytes > robots::LONGEST).then(|| {
            let size = answer.bytes.div_ceil(1024);
            let message = format!("robots.txt has {size} KiB; crawlers read the first 500 KiB.");
            Finding::new(message).at(Evidence::of_url(answer.url.as_str()))
        });
        Outcome::of(finding)
    })
}

/// Style sheets, scripts and images of the page's own host, each once.
fn assets<'a>(facts: &Facts<'a>) -> impl Iterator<Item = (NodeId, &'a Url)> {
    let document = facts.document;
    let origin = facts.answer.url.origin();
    let styles =
        document.links_with_rel("stylesheet").filter_map(|link| Some((link.node, link.url.as_ref()?)));
    let scripts = document.scripts.iter().filter(|script| script.is_code);
    let scripts = scripts.filter_map(|script| Some((script.node, script.url.as_ref()?)));
    let pictures = document.pictures.iter().filter_map(|picture| Some((picture.node, picture.url.as_ref()?)));
    let mut seen = FxHashSet::default();
    styles
        .chain(scripts)
        .chain(pictures)
        .filter(move |(_, url)| url.origin() == origin && seen.insert(*url))
        .take(MOST_ASSETS)
}

fn blocks_assets(facts: &Facts<'_>) -> Outcome {
    judge_robots(facts, |answer| {
        let blocked = assets(facts).filter_map(|(node, url)| {
            let path = &url[Position::BeforePath..Position::AfterQuery];
            let rule = answer.robots.verdict("Googlebot", path).rule.filter(|rule| !rule.allow)?;
            Some((node, url, rule))
        });
        Outcome::of_each(
            blocked,
            |(node, url, rule)| {
                let detail = format!("line {} of robots.txt: Disallow: {}", rule.line, rule.pattern);
                facts.document.evidence(node).about(url.as_str()).detailed(detail)
            },
            |count| match count {
                1 => "robots.txt forbids Googlebot a file that the page needs.".to_owned(),
                _ => format!("robots.txt forbids Googlebot {count} files that the page needs."),
            },
        )
    })
}

fn no_sitemap_line(facts: &Facts<'_>) -> Outcome {
    judge_robots(facts, |answer| {
        let finding =
            answer.robots.sitemaps.is_empty().then(|| {
                Finding::new("robots.txt names no sitemap.").at(Evidence::of_url(answer.url.as_str()))
            });
        Outcome::of(finding)
    })
}

fn sitemaps<'a>(facts: &Facts<'a>) -> Result<&'a Sitemaps, Outcome> {
    match &facts.surroundings.sitemaps {
        Probe::Known(sitemaps) => Ok(sitemaps),
        Probe::Unknown(reason) => Err(Outcome::skipped(reason)),
    }
}

fn is_sent(file: &SitemapFile) -> bool {
    (200..300).contains(&file.status)
}

fn no_sitemap(facts: &Facts<'_>) -> Outcome {
    let sitemaps = match sitemaps(facts) {
        Ok(sitemaps) => sitemaps,
        Err(outcome) => return outcome,
    };
    // A declared sitemap that can't be read is not missing but broken.
    if sitemaps.files.iter().any(|file| is_sent(file) || file.declared) {
        return Outcome::Passed;
    }
    if !sitemaps.files.is_empty() && sitemaps.files.iter().all(|file| file.status == 0) {
        return Outcome::skipped("no sitemap answered");
    }
    let message = match sitemaps.files.first() {
        Some(file) => {
            format!("robots.txt names no sitemap, and {} answers with status {}.", file.url, file.status)
        }
        None => "The site has no sitemap: robots.txt names none, and there is none at the usual address."
            .to_owned(),
    };
    let evidence = sitemaps
        .files
        .iter()
        .take(Finding::MOST_EVIDENCE)
        .map(|file| Evidence::of_url(file.url.as_str()).detailed(format!("status {}", file.status)));
    Outcome::Found(Finding { evidence: evidence.collect(), ..Finding::new(message) })
}

/// What is wrong with a sitemap.
fn sitemap_problem(file: &SitemapFile) -> Option<String> {
    if let Some(problem) = &file.problem {
        return Some(problem.clone());
    }
    match file.status {
        _ if is_sent(file) || !file.declared => None,
        0 => Some("it does not answer".to_owned()),
        status => Some(format!("it answers with status {status}")),
    }
}

fn invalid_sitemap(facts: &Facts<'_>) -> Outcome {
    let sitemaps = match sitemaps(facts) {
        Ok(sitemaps) => sitemaps,
        Err(outcome) => return outcome,
    };
    let mut wrong = sitemaps.files.iter().filter_map(|file| Some((file, sitemap_problem(file)?))).peekable();
    let guarded = sitemaps
        .files
        .iter()
        .filter(|file| sitemap_problem(file).is_some())
        .all(|file| GUARDED.contains(&file.status));
    let first = wrong.peek().map(|(file, problem)| format!("{}: {problem}", file.url)).unwrap_or_default();
    let outcome = Outcome::of_each(
        wrong,
        |(file, problem)| Evidence::of_url(file.url.as_str()).detailed(problem),
        |count| match count {
            1 => format!("A sitemap can't be read. {first}."),
            _ => format!("{count} sitemaps can't be read. {first}."),
        },
    );
    match outcome {
        // The server may show them only to crawlers that it recognises.
        Outcome::Found(finding) if guarded => Outcome::Found(finding.severe(Severity::Low)),
        outcome => outcome,
    }
}

fn page_absent(facts: &Facts<'_>) -> Outcome {
    let sitemaps = match sitemaps(facts) {
        Ok(sitemaps) => sitemaps,
        Err(outcome) => return outcome,
    };
    if sitemaps.lists_page {
        return Outcome::Passed;
    }
    if !sitemaps.files.iter().any(is_sent) {
        return Outcome::skipped("there is no sitemap");
    }
    if sitemaps.listing().is_none() {
        return Outcome::skipped("the sitemaps were not read to the end");
    }
    if is_rightly_unlisted(facts) {
        return Outcome::Passed;
    }
    let entries: usize = sitemaps.files.iter().map(|file| file.entries).sum();
    let message = match entries {
        1 => "The only address in the sitemaps is not that of this page.".to_owned(),
        _ => format!("None of the {entries} addresses in the sitemaps is that of this page."),
    };
    let files = sitemaps.files.iter().filter(|file| is_sent(file)).take(Finding::MOST_EVIDENCE);
    let evidence = files.map(|file| {
        Evidence::of_url(file.url.as_str()).detailed(counted(file.entries, "address", "addresses"))
    });
    Outcome::Found(Finding { evidence: evidence.collect(), ..Finding::new(message) })
}

/// Pages that must not be indexed, or that another canonical URL replaces, don't belong in a sitemap.
fn is_rightly_unlisted(facts: &Facts<'_>) -> bool {
    let failed = facts.answer.response.as_ref().is_some_and(|response| response.status >= 400);
    failed
        || directives::noindex(facts).is_some()
        || *canonical(facts) != *without_fragment(&facts.answer.url)
}

/// The canonical URL of the page, or else its own.
fn canonical<'a>(facts: &Facts<'a>) -> std::borrow::Cow<'a, Url> {
    let named = facts.document.links_with_rel("canonical").find_map(|link| link.url.as_ref());
    without_fragment(named.unwrap_or(&facts.answer.url))
}

fn url_variants(facts: &Facts<'_>) -> Outcome {
    let variants = &facts.surroundings.variants;
    let known = variants.iter().filter_map(|(url, probe)| Some((url, probe.known()?)));
    if let (None, Some((_, Probe::Unknown(reason)))) = (known.clone().next(), variants.first()) {
        return Outcome::skipped(reason);
    }
    let canonical = canonical(facts);
    let copies = known.filter(|(_, answer)| is_copy(answer, &facts.answer.url, &canonical));
    Outcome::of_each(
        copies,
        |(url, answer)| Evidence::of_url(url.as_str()).detailed(format!("status {}", answer.status)),
        |count| match count {
            1 => "A variant of the address shows the page too, without leading to it.".to_owned(),
            _ => format!("{count} variants of the address show the page too, without leading to it."),
        },
    )
}

/// Whether a response is a copy of the page at another URL that does not declare the canonical URL.
fn is_copy(answer: &Answer, page: &Url, canonical: &Url) -> bool {
    // A variant that redirects to a different page is not a copy of this one.
    let stays = answer.url != *page && answer.url != *canonical && is_same_page(&answer.url, page);
    let AnswerContent::Page(gist) = &answer.content else { return false };
    let leads_on = gist.canonical.as_ref().is_some_and(|named| named == page || named == canonical);
    (200..300).contains(&answer.status) && stays && !leads_on && !gist.noindex
}
