//! Checks of what the crawlers of answer engines may read and what they receive.

use url::Position;

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Seen, Severity};
use crate::document::Document;
use crate::facts::{CrawlerView, Facts, PlainAnswer, Probe};
use crate::robots::Rule;

use super::ai_crawlers::{CRAWLERS, Crawler, Purpose};
use super::figures::{listed, percent, share};
use super::rendered_text;

/// If a crawler gets less than this share of the words, in percent, it is sent a different page.
const LEAST_SHARE: usize = 50;
/// Pages with fewer words are too short to compare.
const FEWEST_WORDS: usize = 100;
/// The shortest useful llms.txt, in characters.
const SHORTEST_LLMS_TXT: usize = 50;
/// The share of text that needs scripts from which the page is reported, in percent.
const MOST_MISSED: usize = 50;
/// Pages with more tokens fill the context windows of small models.
const HEAVIEST: usize = 50_000;
/// A heavy page with less text than this, in percent, is mostly overhead.
const LEAST_TEXT: usize = 5;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "ai.bots_blocked",
        category: Category::AiSearch,
        severity: Severity::Medium,
        expects: "Crawlers of answer engines may fetch the page",
        fix: "Allow the crawlers for search and for users in robots.txt, each by its name; \
              keep blocking those for training if the text should not teach models.",
        needs: Needs::Fetches,
        run: bots_blocked,
    },
    Check {
        id: "ai.ua_differs",
        category: Category::AiSearch,
        severity: Severity::High,
        expects: "Crawlers get the same page as readers",
        fix: "Let server, firewall and bot protection treat known crawlers like readers; recognise real ones by their published IP addresses.",
        needs: Needs::Fetches,
        run: ua_differs,
    },
    Check {
        id: "ai.llms_txt",
        category: Category::AiSearch,
        severity: Severity::Low,
        expects: "The site has an llms.txt with a heading and links",
        fix: "Put a Markdown file at /llms.txt: “# ” and the name of the site, a sentence about it, and a list of links to the most important pages.",
        needs: Needs::Fetches,
        run: llms_txt,
    },
    Check {
        id: "ai.content_without_js",
        category: Category::AiSearch,
        severity: Severity::Medium,
        expects: "Heading and main text can be read without running scripts",
        fix: "Render title, main heading and text on the server; most crawlers of answer engines read the HTML as it is sent.",
        needs: Needs::Browser,
        run: content_without_js,
    },
    Check {
        id: "ai.token_weight",
        category: Category::AiSearch,
        severity: Severity::Low,
        expects: "The HTML is not much heavier than its text",
        fix: "Move inline scripts, styles and data into files, and simplify nested markup, so that programs that read the HTML reach the text.",
        needs: Needs::Markup,
        run: token_weight,
    },
];

fn bots_blocked(facts: &Facts<'_>) -> Outcome {
    let answer = match &facts.surroundings.robots {
        Probe::Known(answer) => answer,
        Probe::Unknown(reason) => return Outcome::skipped(reason.as_str()),
    };
    match answer.status {
        200..=299 => {}
        400..=499 => return Outcome::Passed,
        status => return Outcome::skipped(format!("robots.txt answers {status}")),
    }
    let path = &facts.answer.url[Position::BeforePath..Position::AfterQuery];
    let blocked: Vec<(&Crawler, Option<&Rule>)> = CRAWLERS
        .iter()
        .map(|crawler| (crawler, answer.robots.verdict(crawler.token, path)))
        .filter(|(_, verdict)| !verdict.allowed)
        .map(|(crawler, verdict)| (crawler, verdict.rule))
        .collect();
    let outcome =
        Outcome::of_each(&blocked, |(crawler, rule)| show(crawler, *rule), |_| blocked_message(&blocked));
    let by_choice = blocked.iter().all(|(crawler, _)| crawler.purpose == Purpose::Training);
    match outcome {
        Outcome::Found(finding) if by_choice => {
            Outcome::Found(finding.severe(Severity::Info).seen(Seen::Robots))
        }
        Outcome::Found(finding) => Outcome::Found(finding.seen(Seen::Robots)),
        outcome => outcome,
    }
}

fn show(crawler: &Crawler, rule: Option<&Rule>) -> Evidence {
    let detail = format!("{} of {}, for {}", crawler.token, crawler.owner, crawler.purpose.as_str());
    let evidence = rule.map_or_else(Evidence::default, |rule| {
        let line = u32::try_from(rule.line).ok();
        Evidence { line, ..Evidence::of_text(format!("Disallow: {}", rule.pattern)) }
    });
    evidence.detailed(detail)
}

fn blocked_message(blocked: &[(&Crawler, Option<&Rule>)]) -> String {
    let names = |purpose: Purpose| -> Vec<String> {
        let of_purpose = blocked.iter().filter(|(crawler, _)| crawler.purpose == purpose);
        of_purpose.map(|(crawler, _)| crawler.token.to_owned()).collect()
    };
    let parts: Vec<String> = [Purpose::Search, Purpose::UserFetch, Purpose::Training]
        .into_iter()
        .map(|purpose| (purpose, names(purpose)))
        .filter(|(_, names)| !names.is_empty())
        .map(|(purpose, names)| format!("for {}: {}", purpose.as_str(), listed(&names, 3)))
        .collect();
    let meaning = if names(Purpose::Search).is_empty() && names(Purpose::UserFetch).is_empty() {
        "This keeps the text out of models, not out of answers"
    } else {
        "Answers that these engines give can't cite the page"
    };
    format!("robots.txt keeps crawlers from this page ({}). {meaning}.", parts.join("; "))
}

fn ua_differs(facts: &Facts<'_>) -> Outcome {
    let view = match &facts.surroundings.as_crawler {
        Probe::Known(view) => view,
        Probe::Unknown(reason) => return Outcome::skipped(reason.as_str()),
    };
    let Some(response) = &facts.answer.response else {
        return Outcome::skipped("the HTML was handed in, so there is nothing to compare with");
    };
    let fine = |status: u16| (200..300).contains(&status);
    if fine(response.status) && !fine(view.status) {
        return Outcome::Found(refused(view, response.status));
    }
    Outcome::of(otherwise(facts, view))
}

/// The finding that a crawler is refused the page.
fn refused(view: &CrawlerView, status: u16) -> Finding {
    let said = format!(
        "Visitors get the status {status}, but a crawler that calls itself {} gets {}",
        view.agent, view.status
    );
    // Our request does not come from an IP address of the engine. A strict firewall refuses exactly such
    // requests.
    if matches!(view.status, 401 | 403 | 429 | 503) {
        let doubt = "unless the firewall only turns away impostors, the page can't be read";
        return Finding::new(format!("{said}; {doubt}.")).severe(Severity::Medium);
    }
    Finding::new(format!("{said}."))
}

/// The finding that a crawler is sent different content.
fn otherwise(facts: &Facts<'_>, view: &CrawlerView) -> Option<Finding> {
    if view.noindex && !is_noindex(facts) {
        return Some(Finding::new(format!(
            "The page asks {} not to index it, and says nothing of that to visitors.",
            view.agent
        )));
    }
    let words = facts.document.text.word_count();
    let less = words >= FEWEST_WORDS && view.words * 100 < words * LEAST_SHARE;
    less.then(|| {
        Finding::new(format!(
            "Visitors get {words} words, but a crawler that calls itself {} gets {}.",
            view.agent, view.words
        ))
    })
}

fn is_noindex(facts: &Facts<'_>) -> bool {
    let metas = ["robots", "googlebot"].into_iter().flat_map(|name| facts.document.metas_named(name));
    let mut stated = metas.map(|(_, content)| content).chain(facts.answer.headers("x-robots-tag"));
    stated.any(|content| {
        let content = content.to_ascii_lowercase();
        content.contains("noindex") || content.contains("none")
    })
}

fn llms_txt(facts: &Facts<'_>) -> Outcome {
    let answer = match &facts.surroundings.llms_txt {
        Probe::Known(answer) => answer,
        Probe::Unknown(reason) => return Outcome::skipped(reason.as_str()),
    };
    let Some(problem) = llms_txt_problem(answer) else { return Outcome::Passed };
    Outcome::Found(Finding::new(problem).at(Evidence::of_url(answer.url.as_str())))
}

fn llms_txt_problem(answer: &PlainAnswer) -> Option<String> {
    if !(200..300).contains(&answer.status) {
        return Some(format!("There is no llms.txt; its address answers {}.", answer.status));
    }
    let text = answer.text.trim_start_matches('\u{feff}').trim();
    let start = text[..text.floor_char_boundary(100)].to_ascii_lowercase();
    if answer.media_type == "text/html" || start.starts_with("<!doctype") || start.starts_with("<html") {
        return Some("There is no llms.txt; its address answers with a page of HTML.".to_owned());
    }
    let characters = text.chars().count();
    if characters < SHORTEST_LLMS_TXT {
        return Some(format!("llms.txt has {characters} characters; that says nothing."));
    }
    let mut lacks = Vec::new();
    if !text.lines().any(|line| line.starts_with("# ")) {
        lacks.push("no heading (a line that begins with “# ”)");
    }
    if !text.split("](").skip(1).any(|rest| rest.contains(')')) {
        lacks.push("no links in Markdown, such as [Guide](https://…)");
    }
    (!lacks.is_empty()).then(|| format!("llms.txt has {}.", lacks.join(" and ")))
}

fn content_without_js(facts: &Facts<'_>) -> Outcome {
    let rendered = match facts.browser {
        Probe::Known(rendered) => rendered,
        Probe::Unknown(reason) => return Outcome::skipped(reason.as_str()),
    };
    let (raw, shown) = (facts.document, &rendered.document);
    let compared = rendered_text::compare(raw, shown);
    let share = percent(compared.missing, compared.shown);
    let mut missed = Vec::new();
    if has_title(shown) && !has_title(raw) {
        missed.push("the title".to_owned());
    }
    if has_main_heading(shown) && !has_main_heading(raw) {
        missed.push("the main heading".to_owned());
    }
    if compared.shown >= FEWEST_WORDS / 2 && share >= MOST_MISSED {
        missed.push(format!("{share} % of the text"));
    }
    if missed.is_empty() {
        return Outcome::Passed;
    }
    let message = format!(
        "Crawlers that run no scripts, as those of most answer engines, miss {}.",
        missed.join(" and ")
    );
    let evidence = compared.examples.iter().map(|node| shown.evidence(*node)).collect();
    Outcome::Found(Finding { count: missed.len(), evidence, ..Finding::new(message) })
}

fn has_title(document: &Document) -> bool {
    document.titles.iter().any(|title| !title.text.is_empty())
}

fn has_main_heading(document: &Document) -> bool {
    document.headings.iter().any(|heading| heading.level == 1 && !heading.text.is_empty())
}

fn token_weight(facts: &Facts<'_>) -> Outcome {
    let source = facts.document.source();
    // A text never has more tokens than this, so most pages need no counting.
    if source.len() * 3 / 8 < HEAVIEST {
        return Outcome::Passed;
    }
    let html = tokens(source);
    let text = tokens(facts.document.text.all());
    if html < HEAVIEST || percent(text, html) >= LEAST_TEXT {
        return Outcome::Passed;
    }
    let (share, html, text) = (share(text, html), html.div_ceil(1000), text.div_ceil(1000));
    Outcome::Found(Finding::new(format!(
        "The HTML takes about {html},000 tokens, its text at most {text},000 ({share}); models that read the HTML cut it off."
    )))
}

/// An estimate of the tokens of a text: an ASCII character counts a quarter, any other character three
/// quarters.
fn tokens(text: &str) -> usize {
    // Only the first byte of a character counts. Sums of 64 bytes fit into a byte, so many bytes can be added
    // at once.
    let quarters = |byte: &u8| u8::from(byte.is_ascii()) + 3 * u8::from(*byte >= 0xC0);
    let sums = text.as_bytes().chunks(64).map(|bytes| bytes.iter().map(quarters).sum::<u8>());
    sums.map(usize::from).sum::<usize>() / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_estimated() {
        assert_eq!(tokens("cold brew is made"), 4);
        assert_eq!(tokens("日本語の"), 3);
        assert_eq!(tokens(""), 0);
    }

    #[test]
    fn names_of_crawlers_stand_once() {
        let names: std::collections::BTreeSet<&str> = CRAWLERS.iter().map(|crawler| crawler.token).collect();
        assert_eq!(names.len(), CRAWLERS.len());
    }
}
