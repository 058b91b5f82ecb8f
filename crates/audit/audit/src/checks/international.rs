//! Checks of versions in other languages.

use rustc_hash::{FxHashMap, FxHashSet};
use seo::dom::NodeId;
use url::Url;

use super::link_header;
use super::same_address::{is_full, is_same_address, is_unsure};
use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity};
use crate::document::Document;
use crate::facts::{Answer, AnswerContent, Facts, Probe};
use crate::language_tags::{check_hreflang, language_of};

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "hreflang.invalid_code",
        category: Category::International,
        severity: Severity::High,
        expects: "hreflang names languages and countries by valid codes",
        fix: "Write a language of ISO 639-1 and, if need be, a country of ISO 3166-1 after a hyphen: en, en-GB, pt-BR, or x-default.",
        needs: Needs::Markup,
        run: invalid_code,
    },
    Check {
        id: "hreflang.relative",
        category: Category::International,
        severity: Severity::High,
        expects: "Versions in other languages are named by full addresses",
        fix: "Write the addresses of all versions in full, beginning with https://.",
        needs: Needs::Markup,
        run: relative,
    },
    Check {
        id: "hreflang.no_self",
        category: Category::International,
        severity: Severity::Medium,
        expects: "The page names itself among its versions",
        fix: "Add a link with rel=\"alternate\" and the page's own language and address; every version lists all of them, itself \
              included.",
        needs: Needs::Markup,
        run: no_self,
    },
    Check {
        id: "hreflang.no_xdefault",
        category: Category::International,
        severity: Severity::Low,
        expects: "One version is for everybody else",
        fix: "Add a link with hreflang=\"x-default\" to the version, or the choice of languages, for readers of all other languages.",
        needs: Needs::Markup,
        run: no_default,
    },
    Check {
        id: "hreflang.duplicate_lang",
        category: Category::International,
        severity: Severity::High,
        expects: "Every language has one version",
        fix: "Keep one address for each language and country; distinguish versions in one language by country (en-GB, en-US).",
        needs: Needs::Markup,
        run: duplicate_language,
    },
    Check {
        id: "hreflang.lang_mismatch",
        category: Category::International,
        severity: Severity::Medium,
        expects: "hreflang and lang name the same language for the page",
        fix: "Correct whichever is wrong: lang of the <html> element, or hreflang of the link to this page.",
        needs: Needs::Markup,
        run: language_mismatch,
    },
    Check {
        id: "hreflang.no_return",
        category: Category::International,
        severity: Severity::High,
        expects: "Versions in other languages name this page in turn",
        fix: "Add this page to the hreflang links of those versions; search engines ignore links that are not returned.",
        needs: Needs::Fetches,
        run: no_return,
    },
    Check {
        id: "hreflang.to_4xx",
        category: Category::International,
        severity: Severity::High,
        expects: "Versions in other languages are there",
        fix: "Correct the addresses, or remove the hreflang links of versions that are gone.",
        needs: Needs::Fetches,
        run: to_error,
    },
    Check {
        id: "hreflang.to_redirect",
        category: Category::International,
        severity: Severity::High,
        expects: "hreflang leads straight to the other versions",
        fix: "Name the final addresses in the hreflang links.",
        needs: Needs::Fetches,
        run: to_redirect,
    },
    Check {
        id: "hreflang.to_noindex",
        category: Category::International,
        severity: Severity::High,
        expects: "Versions in other languages may be indexed",
        fix: "Remove noindex from those versions, or the hreflang links to them.",
        needs: Needs::Fetches,
        run: to_noindex,
    },
];

/// A link to a version of the page.
struct Alternate<'a> {
    code: &'a str,
    href: &'a str,
    url: Option<Url>,
    place: Place,
}

#[derive(Clone, Copy)]
enum Place {
    Element(NodeId),
    Header,
}

impl Alternate<'_> {
    fn is_default(&self) -> bool {
        self.code.eq_ignore_ascii_case("x-default")
    }

    fn evidence(&self, document: &Document) -> Evidence {
        match self.place {
            Place::Element(node) => document.evidence(node),
            Place::Header => Evidence::of_text(format!(
                "link: <{}>; rel=\"alternate\"; hreflang=\"{}\"",
                self.href, self.code
            )),
        }
    }
}

/// The versions that the page declares in its markup and its headers.
fn alternates<'a>(facts: &Facts<'a>) -> Vec<Alternate<'a>> {
    let document = facts.document;
    let of_markup = document.links_with_rel("alternate").filter_map(|link| {
        let code = document.attribute(link.node, "hreflang")?.trim();
        // Feeds may declare their language too.
        let is_page =
            document.attribute(link.node, "type").is_none_or(|kind| kind.trim().starts_with("text/html"));
        let href = link.href.as_deref().unwrap_or_default();
        is_page.then(|| Alternate { code, href, url: link.url.clone(), place: Place::Element(link.node) })
    });
    let answer = facts.answer;
    let of_headers = answer.headers("link").flat_map(link_header::links).filter_map(|link| {
        let code = link.parameter("hreflang").filter(|_| link.has_rel("alternate"))?;
        let url = answer.url.join(link.address).ok();
        Some(Alternate { code, href: link.address, url, place: Place::Header })
    });
    of_markup.chain(of_headers).collect()
}

/// The URLs of the page itself.
struct Own<'a> {
    page: &'a Url,
    canonical: Option<&'a Url>,
}

impl<'a> Own<'a> {
    fn of(facts: &Facts<'a>) -> Self {
        let canonical = facts.document.links_with_rel("canonical").find_map(|link| link.url.as_ref());
        Self { page: &facts.answer.url, canonical }
    }

    fn is(&self, url: &Url) -> bool {
        is_same_address(url, self.page)
            || self.canonical.is_some_and(|canonical| is_same_address(url, canonical))
    }
}

fn invalid_code(facts: &Facts<'_>) -> Outcome {
    let alternates = alternates(facts);
    let invalid =
        alternates.iter().filter_map(|alternate| Some((alternate, check_hreflang(alternate.code).err()?)));
    let invalid: Vec<_> = invalid.collect();
    let first =
        invalid.first().map(|(alternate, problem)| format!("hreflang=\"{}\": {problem}", alternate.code));
    let first = first.unwrap_or_default();
    Outcome::of_each(
        invalid,
        |(alternate, problem)| alternate.evidence(facts.document).detailed(problem.to_string()),
        |count| match count {
            1 => format!("A code is not valid, {first}."),
            _ => format!("{count} codes are not valid; the first is {first}."),
        },
    )
}

fn relative(facts: &Facts<'_>) -> Outcome {
    let alternates = alternates(facts);
    let relative = alternates.iter().filter(|alternate| !is_full(alternate.href));
    let first = relative.clone().next().map(|alternate| alternate.href).unwrap_or_default();
    Outcome::of_each(
        relative,
        |alternate| alternate.evidence(facts.document),
        |count| match count {
            1 => format!("The address of one version is not a full one: “{first}”."),
            _ => format!("The addresses of {count} versions are not full ones, such as “{first}”."),
        },
    )
}

fn no_self(facts: &Facts<'_>) -> Outcome {
    let alternates = alternates(facts);
    let Some(first) = alternates.first() else { return Outcome::Passed };
    let own = Own::of(facts);
    if alternates.iter().filter_map(|alternate| alternate.url.as_ref()).any(|url| own.is(url)) {
        return Outcome::Passed;
    }
    let message =
        format!("The page names {}, but not itself ({}).", versions(alternates.len()), facts.answer.url);
    Outcome::Found(Finding::new(message).at(first.evidence(facts.document)))
}

fn versions(count: usize) -> String {
    if count == 1 { "1 version".to_owned() } else { format!("{count} versions") }
}

fn no_default(facts: &Facts<'_>) -> Outcome {
    let alternates = alternates(facts);
    let Some(first) = alternates.first() else { return Outcome::Passed };
    // A single version needs no default.
    if alternates.len() == 1 || alternates.iter().any(Alternate::is_default) {
        return Outcome::Passed;
    }
    let message = format!(
        "The page names {}, but none for all other languages (x-default).",
        versions(alternates.len())
    );
    Outcome::Found(Finding::new(message).at(first.evidence(facts.document)))
}

fn duplicate_language(facts: &Facts<'_>) -> Outcome {
    let alternates = alternates(facts);
    let mut firsts: FxHashMap<String, &Url> = FxHashMap::default();
    let mut again = Vec::new();
    for alternate in &alternates {
        let Some(url) = &alternate.url else { continue };
        match firsts.get(&alternate.code.to_ascii_lowercase()) {
            // A duplicate link, as in markup and header, is harmless.
            Some(first) if is_same_address(first, url) => {}
            Some(first) => again.push((alternate, url, *first)),
            None => drop(firsts.insert(alternate.code.to_ascii_lowercase(), url)),
        }
    }
    let first = again
        .first()
        .map(|(alternate, url, first)| format!("“{}” leads to {first} and to {url}", alternate.code));
    let first = first.unwrap_or_default();
    Outcome::of_each(
        again,
        |(alternate, url, _)| alternate.evidence(facts.document).about(url.as_str()),
        |count| match count {
            1 => format!("A code has two different addresses: {first}."),
            _ => format!("{count} links give a code another address than an earlier one: {first}, for one."),
        },
    )
}

fn language_mismatch(facts: &Facts<'_>) -> Outcome {
    let Some(lang) = facts.document.lang().filter(|lang| !lang.trim().is_empty()) else {
        return Outcome::skipped("the page declares no language");
    };
    let alternates = alternates(facts);
    let own = |alternate: &&Alternate<'_>| {
        !alternate.is_default()
            && alternate.url.as_ref().is_some_and(|url| is_same_address(url, &facts.answer.url))
    };
    let Some(first) = alternates.iter().find(own) else { return Outcome::Passed };
    let declared = language_of(lang);
    if alternates.iter().filter(own).any(|alternate| language_of(alternate.code) == declared) {
        return Outcome::Passed;
    }
    let message = format!("The page is lang=\"{lang}\", but its own link says hreflang=\"{}\".", first.code);
    Outcome::Found(Finding::new(message).at(first.evidence(facts.document)))
}

/// Judges the responses of the other versions. `problem` returns what is wrong with one, and `message` gets
/// the number of problems and the first of them.
fn judge(
    facts: &Facts<'_>,
    problem: impl Fn(&Answer) -> Option<String>,
    message: impl FnOnce(usize, &str) -> String,
) -> Outcome {
    let alternates = alternates(facts);
    let own = Own::of(facts);
    let mut seen = FxHashSet::default();
    let others = alternates.iter().filter_map(|alternate| Some((alternate, alternate.url.as_ref()?)));
    let others: Vec<_> = others.filter(|(_, url)| !own.is(url) && seen.insert((*url).clone())).collect();
    if others.is_empty() {
        return Outcome::Passed;
    }
    let probes = others
        .iter()
        .filter_map(|(alternate, url)| Some((*alternate, *url, facts.surroundings.answer(url)?)));
    let (mut known, mut reason, mut bad) =
        (0, "the other versions were not asked for".to_owned(), Vec::new());
    for (alternate, url, probe) in probes {
        match probe {
            Probe::Unknown(why) => reason.clone_from(why),
            Probe::Known(answer) if is_unsure(answer.status) => {
                reason = format!("{url} answers us with status {}", answer.status);
            }
            Probe::Known(answer) => {
                known += 1;
                bad.extend(problem(answer).map(|problem| (alternate, url, problem)));
            }
        }
    }
    if known == 0 {
        return Outcome::skipped(reason);
    }
    let first = bad.first().map(|(alternate, url, problem)| format!("{url} ({}) {problem}", alternate.code));
    let first = first.unwrap_or_default();
    Outcome::of_each(
        bad,
        |(alternate, url, problem)| alternate.evidence(facts.document).about(url.as_str()).detailed(problem),
        |count| message(count, &first),
    )
}

fn no_return(facts: &Facts<'_>) -> Outcome {
    let own = Own::of(facts);
    judge(
        facts,
        |answer| match &answer.content {
            AnswerContent::Page(gist) if answer.status < 400 && answer.redirects.is_empty() => {
                let returned = gist.alternates.iter().any(|(_, url)| own.is(url));
                let problem = if gist.alternates.is_empty() {
                    "names no versions at all".to_owned()
                } else {
                    format!("names {}, but not this page", versions(gist.alternates.len()))
                };
                (!returned).then_some(problem)
            }
            _ => None,
        },
        |count, first| match count {
            1 => format!("One version does not name this page in turn: {first}."),
            _ => format!("{count} versions do not name this page in turn: {first}, for one."),
        },
    )
}

fn to_error(facts: &Facts<'_>) -> Outcome {
    judge(facts, Answer::failure, |count, first| match count {
        1 => format!("One version is not there: {first}."),
        _ => format!("{count} versions are not there: {first}, for one."),
    })
}

fn to_redirect(facts: &Facts<'_>) -> Outcome {
    judge(
        facts,
        |answer| {
            let redirected = !answer.redirects.is_empty() && answer.status < 400;
            redirected.then(|| format!("leads on to {}", answer.url))
        },
        |count, first| match count {
            1 => format!("One version is named by an address that redirects: {first}."),
            _ => format!("{count} versions are named by addresses that redirect: {first}, for one."),
        },
    )
}

fn to_noindex(facts: &Facts<'_>) -> Outcome {
    judge(
        facts,
        |answer| match &answer.content {
            AnswerContent::Page(gist) if gist.noindex && answer.status < 400 => {
                Some("asks not to be indexed".to_owned())
            }
            _ => None,
        },
        |count, first| match count {
            1 => format!("One version may not be indexed: {first}."),
            _ => format!("{count} versions may not be indexed: {first}, for one."),
        },
    )
}
