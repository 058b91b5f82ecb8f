//! Checks of the redirects that lead to the page.

use rustc_hash::FxHashSet;
use url::Url;

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity};
use crate::checks::addresses::without_fragment;
use crate::document::{Document, Meta, Script};
use crate::facts::{Facts, Hop};

/// From this number of hops on, some crawlers give up for the day.
const MANY_HOPS: usize = 5;
/// The longest script that is examined for a redirect, in bytes. Longer scripts do more than redirect.
const LONGEST_SCRIPT: usize = 2000;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "redirect.chain",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "At most one redirect leads to the page",
        fix: "Let the first address redirect straight to the last one, and link to the last one.",
        needs: Needs::Answer,
        run: chain,
    },
    Check {
        id: "redirect.loop",
        category: Category::Indexability,
        severity: Severity::Critical,
        expects: "The redirects come to an end",
        fix: "Find the two rules that redirect to each other (often http to https, www, or the slash at the end) and remove one of them.",
        needs: Needs::Answer,
        run: circle,
    },
    Check {
        id: "redirect.temporary",
        category: Category::Indexability,
        severity: Severity::Low,
        expects: "Redirects to the page are permanent",
        fix: "Answer with 301 or 308 if the page has moved permanently, so that search engines show the new address.",
        needs: Needs::Answer,
        run: temporary,
    },
    Check {
        id: "redirect.meta_js",
        category: Category::Indexability,
        severity: Severity::Medium,
        expects: "The page does not redirect by markup or script",
        fix: "Redirect on the server with status 301 or 308; crawlers follow that at once and for sure.",
        needs: Needs::Markup,
        run: by_page,
    },
];

fn shown(hop: &Hop) -> Evidence {
    Evidence::of_url(hop.from.as_str()).detailed(format!("{} to {}", hop.status, hop.to))
}

/// The URL that occurs twice, if the redirects form a loop.
fn visited_twice(hops: &[Hop]) -> Option<&Url> {
    let mut visited = FxHashSet::default();
    visited.extend(hops.first().map(|hop| &hop.from));
    hops.iter().map(|hop| &hop.to).find(|to| !visited.insert(*to))
}

fn chain(facts: &Facts<'_>) -> Outcome {
    let hops = &facts.answer.redirects;
    if visited_twice(hops).is_some() || facts.answer.leads_nowhere() {
        return Outcome::skipped("the redirects do not come to an end");
    }
    if hops.len() < 2 {
        return Outcome::Passed;
    }
    let outcome = Outcome::of_each(hops, shown, |count| {
        format!("{count} redirects, one after the other, lead from {} to the page.", facts.answer.requested)
    });
    match outcome {
        Outcome::Found(finding) if hops.len() >= MANY_HOPS => Outcome::Found(finding.severe(Severity::High)),
        outcome => outcome,
    }
}

fn circle(facts: &Facts<'_>) -> Outcome {
    let hops = &facts.answer.redirects;
    let (again, leads_nowhere) = (visited_twice(hops), facts.answer.leads_nowhere());
    if again.is_none() && !leads_nowhere {
        return Outcome::Passed;
    }
    let outcome = Outcome::of_each(hops, shown, |count| match again {
        Some(again) => {
            format!("After {count} redirects {again} is asked for again: the redirects run in a circle.")
        }
        None => format!("After {count} redirects there is still no page."),
    });
    match outcome {
        // Some servers set a cookie, or warm a cache, and then return the page at the same URL.
        Outcome::Found(finding) if !leads_nowhere => Outcome::Found(finding.severe(Severity::Medium)),
        outcome => outcome,
    }
}

fn temporary(facts: &Facts<'_>) -> Outcome {
    let temporary = facts.answer.redirects.iter().filter(|hop| matches!(hop.status, 302 | 303 | 307));
    Outcome::of_each(temporary.filter(|hop| !chooses_language(hop)), shown, |count| match count {
        1 => "A redirect to the page is temporary; search engines may go on showing the old address."
            .to_owned(),
        _ => format!(
            "{count} redirects to the page are temporary; search engines may go on showing the old addresses."
        ),
    })
}

/// Whether a start page redirects to the version in the user's language, which is rightly temporary.
fn chooses_language(hop: &Hop) -> bool {
    let path = hop.to.path().trim_matches('/');
    let (language, region) =
        path.split_once(['-', '_']).map_or((path, ""), |(language, region)| (language, region));
    let is_code = |code: &str| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    hop.from.path() == "/" && is_code(language) && (region.is_empty() || is_code(region))
}

fn by_page(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let here = without_fragment(&facts.answer.url);
    let leaves = |address: &str| {
        let target = document.resolve(address)?;
        (without_fragment(&target) != here).then_some(target)
    };
    let by_meta = document
        .metas
        .iter()
        .filter_map(|meta| Some((meta.node, leaves(refresh_target(document, meta)?)?, "a meta element")));
    let by_script = document
        .scripts
        .iter()
        .filter_map(|script| Some((script.node, leaves(script_target(script)?)?, "a script")));
    let Some((node, target, means)) = by_meta.chain(by_script).next() else { return Outcome::Passed };
    let message = format!("The page sends visitors on to {target} by {means}, not by the server.");
    Outcome::Found(Finding::new(message).at(document.evidence(node).about(target)))
}

/// The URL to which a `<meta http-equiv="refresh">` redirects at once.
fn refresh_target<'a>(document: &Document, meta: &'a Meta) -> Option<&'a str> {
    if meta.http_equiv.as_deref() != Some("refresh") {
        return None;
    }
    // The content of <noscript> is only for browsers without scripts.
    let parent = document.dom().parent(meta.node).and_then(|parent| document.element(parent));
    if parent.is_some_and(|parent| parent.name() == "noscript") {
        return None;
    }
    let (delay, rest) = meta.content.split_once([';', ','])?;
    let is_at_once = delay.trim().parse::<f64>().is_ok_and(|delay| delay == 0.0);
    let rest = rest.trim_start();
    let address = match rest.get(..3) {
        Some(key) if key.eq_ignore_ascii_case("url") => rest[3..].trim_start().strip_prefix('=')?,
        _ => rest,
    };
    let address = address.trim().trim_matches(['"', '\'']);
    (is_at_once && !address.is_empty()).then_some(address)
}

/// The URL to which a script redirects if it does nothing else.
fn script_target(script: &Script) -> Option<&str> {
    if !script.is_code || script.url.is_some() || script.text.len() > LONGEST_SCRIPT {
        return None;
    }
    only_statement(&script.text).and_then(location_change)
}

/// The only statement of a script.
fn only_statement(script: &str) -> Option<&str> {
    let mut statements = script.lines().map(str::trim).filter(|line| {
        !line.is_empty() && !line.starts_with("//") && !line.starts_with("<!--") && !line.starts_with("-->")
    });
    let statement = statements.next().filter(|_| statements.next().is_none())?;
    Some(statement.trim_end_matches([';', ' ']))
}

/// The URL in `location = "..."`, `location.href = "..."`, `location.replace("...")` or
/// `location.assign("...")`.
fn location_change(statement: &str) -> Option<&str> {
    let windows = ["window.", "document.", "self.", "top.", "parent."];
    let mut rest = statement;
    while let Some(shorter) = windows.iter().find_map(|window| rest.strip_prefix(window)) {
        rest = shorter;
    }
    let rest = rest.strip_prefix("location")?.trim_start();
    let call = [".replace", ".assign"].iter().find_map(|call| rest.strip_prefix(call));
    let value = match call {
        Some(arguments) => arguments.trim().strip_prefix('(')?.strip_suffix(')')?,
        None => rest.strip_prefix(".href").unwrap_or(rest).trim_start().strip_prefix('=')?,
    };
    quoted(value.trim())
}

/// The content of a quoted string, if there is nothing else.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\'' | '`'))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.is_empty() && !inner.contains(quote) && !inner.contains("${")).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_only_redirect_are_told() {
        for script in [
            "window.location.href = '/new';",
            "\n  // moved\n  location.replace(\"/new\");\n",
            "<!--\ntop.location='/new'\n-->",
            "document.location.assign( '/new' )",
        ] {
            assert_eq!(only_statement(script).and_then(location_change), Some("/new"), "{script}");
        }
    }

    #[test]
    fn scripts_that_do_more_are_not() {
        for script in [
            "if (top !== self) top.location = self.location;",
            "location.hash = '#top'",
            "location.reload()",
            "window.location.href = target;",
            "var a = 1;\nlocation.href = '/new';",
            "location.href = '/a' + '/b'",
            "function go() { location.href = '/new' }",
        ] {
            assert_eq!(only_statement(script).and_then(location_change), None, "{script}");
        }
    }
}
