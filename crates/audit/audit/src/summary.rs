//! The facts about the page in the report.

use std::collections::BTreeMap;

use url::Url;

use crate::check::{Category, Severity};
use crate::checks::directives::{self, Directive};
use crate::checks::link_answers::{self, Verdict};
use crate::document::{Document, Target};
use crate::facts::{Answer, Facts, Sitemaps};
use crate::report::{
    HeadingSeen, HtmlSummary, ImagesSummary, IndexabilitySummary, Issue, LinkSeen, LinksSummary,
    SecuritySummary, Summary, Verdicts,
};
use crate::structured;

/// The maximum number of headings.
const MOST_HEADINGS: usize = 200;
const MOST_LINKS: usize = 100;
/// Headers that protect users.
const PROTECTING: [&str; 6] = [
    "strict-transport-security",
    "content-security-policy",
    "x-content-type-options",
    "x-frame-options",
    "referrer-policy",
    "permissions-policy",
];
/// Crawlers of answer engines, by their product tokens.
const AI_CRAWLERS: [&str; 8] = [
    "GPTBot",
    "OAI-SearchBot",
    "ChatGPT-User",
    "ClaudeBot",
    "Claude-SearchBot",
    "PerplexityBot",
    "Google-Extended",
    "Applebot-Extended",
];

/// The facts about the page.
#[must_use]
pub fn of(facts: &Facts<'_>, verdicts: &Verdicts) -> Summary {
    Summary {
        html: html(facts),
        headings: headings(facts.document),
        images: images(facts),
        links: links(facts),
        structured_data: structured::summary(facts),
        indexability: indexability(facts, verdicts),
        security: security(facts),
    }
}

fn html(facts: &Facts<'_>) -> HtmlSummary {
    let document = facts.document;
    HtmlSummary {
        title: document.titles.first().map(|title| title.text.clone()),
        description: document.metas_named("description").next().map(|(_, content)| content.to_owned()),
        lang: document.lang().map(str::to_owned),
        canonical: canonical(document),
        bytes: facts.answer.bytes,
        truncated: facts.answer.truncated,
        elements: document.elements,
        words: document.text.word_count(),
        rendered_words: facts.browser.known().map(|rendered| rendered.document.text.word_count()),
    }
}

fn canonical(document: &Document) -> Option<String> {
    document.links_with_rel("canonical").find_map(|link| link.url.as_ref().map(Url::to_string))
}

fn headings(document: &Document) -> Vec<HeadingSeen> {
    let shown = document.headings.iter().take(MOST_HEADINGS);
    shown
        .map(|heading| HeadingSeen {
            level: heading.level,
            text: heading.text.trim().to_owned(),
            line: document.evidence(heading.node).line,
        })
        .collect()
}

fn images(facts: &Facts<'_>) -> ImagesSummary {
    let pictures = &facts.document.pictures;
    let broken = pictures.iter().filter_map(|picture| {
        let url = picture.url.as_ref()?;
        let answer = facts.surroundings.answer(url)?.known()?;
        (answer.status >= 400).then(|| url.to_string())
    });
    ImagesSummary {
        total: pictures.len(),
        without_alt: pictures.iter().filter(|picture| picture.alt.is_none() && !picture.decorative).count(),
        without_dimensions: pictures.iter().filter(|picture| !picture.has_dimensions).count(),
        lazy: pictures.iter().filter(|picture| picture.lazy).count(),
        broken: broken.take(MOST_LINKS).collect(),
    }
}

fn links(facts: &Facts<'_>) -> LinksSummary {
    let anchors = &facts.document.anchors;
    let mut summary = LinksSummary {
        internal: anchors.iter().filter(|anchor| matches!(anchor.target, Target::Internal(_))).count(),
        external: anchors.iter().filter(|anchor| matches!(anchor.target, Target::External(_))).count(),
        nofollow: anchors.iter().filter(|anchor| anchor.has_rel("nofollow")).count(),
        unchecked: facts.surroundings.unchecked_links,
        ..LinksSummary::default()
    };
    for link in link_answers::asked(facts).unwrap_or_default() {
        let answered = link.anchor.url().zip(link.probe.known());
        let Some((url, answer)) = answered.filter(|_| link.verdict() != Verdict::Unsure) else {
            summary.unchecked += 1;
            continue;
        };
        summary.checked += 1;
        if link.verdict() == Verdict::Broken {
            push(&mut summary.broken, followed(url, answer));
        } else if !answer.redirects.is_empty() {
            push(&mut summary.redirects, followed(url, answer));
        }
    }
    summary
}

fn push(list: &mut Vec<LinkSeen>, link: LinkSeen) {
    if list.len() < MOST_LINKS {
        list.push(link);
    }
}

fn followed(url: &Url, answer: &Answer) -> LinkSeen {
    let absence = answer.absence();
    LinkSeen {
        url: url.to_string(),
        status: absence.is_none().then_some(answer.status),
        leads_to: answer.redirects.last().map(|hop| hop.to.to_string()),
        reason: absence.map(|absence| format!("it {}", absence.describe())),
    }
}

fn indexability(facts: &Facts<'_>, verdicts: &Verdicts) -> IndexabilitySummary {
    let robots = facts.surroundings.robots.known();
    let path = path_of(&facts.answer.url);
    let reasons = reasons(facts, verdicts);
    let sitemaps = facts.surroundings.sitemaps.known();
    let found = sitemaps.iter().flat_map(|sitemaps| &sitemaps.files);
    IndexabilitySummary {
        indexable: reasons.is_empty(),
        reasons,
        meta_robots: facts.document.metas_named("robots").next().map(|(_, content)| content.to_owned()),
        x_robots_tag: facts.answer.headers("x-robots-tag").map(str::to_owned).collect(),
        canonical: canonical(facts.document),
        allowed_by_robots: robots.map(|answer| answer.robots.verdict("Googlebot", &path).allowed),
        ai_crawlers: robots
            .map(|answer| {
                let allowed = |name: &str| answer.robots.verdict(name, &path).allowed;
                AI_CRAWLERS.iter().map(|name| ((*name).to_owned(), allowed(name))).collect()
            })
            .unwrap_or_default(),
        sitemaps: found
            .filter(|file| (200..300).contains(&file.status))
            .map(|file| file.url.to_string())
            .collect(),
        in_sitemap: sitemaps.and_then(Sitemaps::listing),
    }
}

/// The ids of the issues that keep the page out of Google's results, worst first.
fn reasons(facts: &Facts<'_>, verdicts: &Verdicts) -> Vec<String> {
    let of_google = noindex_for_google(facts);
    let keeps_out = |issue: &&Issue| match issue.severity {
        Severity::Critical => matches!(issue.category, Category::Indexability | Category::Crawlability),
        _ => of_google == Some(issue.id.as_str()),
    };
    verdicts.issues.iter().filter(keeps_out).map(|issue| issue.id.clone()).collect()
}

/// The id of the issue about a noindex for Google's crawler alone. It is not critical, unlike a noindex for
/// all crawlers, because other search engines still show the page.
fn noindex_for_google(facts: &Facts<'_>) -> Option<&'static str> {
    let is_noindex =
        |directive: &Directive<'_>| directive.crawler.is_some() && directive.binds_google("noindex");
    if directives::everywhere(facts).iter().any(is_noindex) {
        return Some("idx.bot_specific");
    }
    let rendered = directives::in_markup(&facts.browser.known()?.document);
    rendered.iter().any(is_noindex).then_some("idx.render_changes_directive")
}

/// The path with its query, as robots.txt matches it.
fn path_of(url: &Url) -> String {
    url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()))
}

fn security(facts: &Facts<'_>) -> SecuritySummary {
    let headers = PROTECTING.iter().filter_map(|name| {
        let value = facts.answer.header(name)?;
        Some(((*name).to_owned(), value[..value.floor_char_boundary(500)].to_owned()))
    });
    SecuritySummary {
        https: facts.answer.url.scheme() == "https",
        certificate_ends: facts.answer.response.as_ref().and_then(|response| response.certificate_ends),
        headers: headers.collect::<BTreeMap<_, _>>(),
    }
}
