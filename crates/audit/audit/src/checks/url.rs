//! Checks of the URL itself.

use percent_encoding::percent_decode_str;
use url::Url;

use super::addresses::parameters;
use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity};
use crate::facts::Facts;

/// The longest URL that is easy to read and to share, in characters.
const LONGEST: usize = 115;
/// More parameters give one page many URLs.
const MOST_PARAMETERS: usize = 2;
/// Names of parameters that hold a session, whatever their value.
const SESSIONS: [&str; 9] = [
    "aspsessionid",
    "cfid",
    "cftoken",
    "jsessionid",
    "oscsid",
    "phpsessid",
    "session_id",
    "sessionid",
    "zenid",
];
/// Names of parameters that hold a session only if the value looks like one.
const PERHAPS_SESSIONS: [&str; 3] = ["s", "session", "sid"];
/// The shortest value of a session.
const SHORTEST_SESSION: usize = 16;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "url.long",
        category: Category::Url,
        severity: Severity::Low,
        expects: "The address has at most 115 characters",
        fix: "Shorten the address to the words that name the topic, and redirect the old one with status 301.",
        needs: Needs::Answer,
        run: long,
    },
    Check {
        id: "url.underscore",
        category: Category::Url,
        severity: Severity::Low,
        expects: "Words in the address are joined by hyphens",
        fix: "Use hyphens instead of underscores in new addresses; search engines read words joined by underscores as one.",
        needs: Needs::Answer,
        run: underscore,
    },
    Check {
        id: "url.uppercase",
        category: Category::Url,
        severity: Severity::Low,
        expects: "The address is in lower case",
        fix: "Write addresses in lower case and redirect the others with status 301; servers treat each spelling as a page of its \
              own.",
        needs: Needs::Answer,
        run: uppercase,
    },
    Check {
        id: "url.non_ascii",
        category: Category::Url,
        severity: Severity::Low,
        expects: "The path has only plain letters, digits and hyphens",
        fix: "Use plain letters (pho instead of phở) in new addresses: others turn into long codes when the address is copied.",
        needs: Needs::Answer,
        run: non_ascii,
    },
    Check {
        id: "url.spaces",
        category: Category::Url,
        severity: Severity::Medium,
        expects: "The address has no spaces",
        fix: "Put hyphens in place of the spaces, and redirect the old address with status 301; links with spaces break easily.",
        needs: Needs::Answer,
        run: spaces,
    },
    Check {
        id: "url.double_slash",
        category: Category::Url,
        severity: Severity::Medium,
        expects: "No two slashes follow each other in the path",
        fix: "Correct the link or template that joins the parts of the address, and redirect to the address with one slash.",
        needs: Needs::Answer,
        run: double_slash,
    },
    Check {
        id: "url.params",
        category: Category::Url,
        severity: Severity::Low,
        expects: "The address has at most two parameters",
        fix: "Give pages that should be found a path of their own, and name it as canonical on all variants with parameters.",
        needs: Needs::Answer,
        run: too_many_parameters,
    },
    Check {
        id: "url.session_id",
        category: Category::Url,
        severity: Severity::Medium,
        expects: "The address holds no session",
        fix: "Keep sessions in cookies: in addresses they make a new page for every reader, and let others use the session.",
        needs: Needs::Answer,
        run: session_id,
    },
    Check {
        id: "url.repeated_path",
        category: Category::Url,
        severity: Severity::Medium,
        expects: "No part of the path repeats itself",
        fix: "Look for relative links that should begin with a slash, and redirect the wrong address to the right one.",
        needs: Needs::Answer,
        run: repeated_path,
    },
];

/// A finding about the URL.
fn found(url: &Url, message: String) -> Outcome {
    Outcome::Found(Finding::new(message).at(Evidence::of_url(url.as_str())))
}

/// A text as browsers show it.
fn shown(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
}

fn long(facts: &Facts<'_>) -> Outcome {
    let url = &facts.answer.url;
    let mut plain = url.clone();
    plain.set_fragment(None);
    // Campaign parameters lengthen a URL, but the shared URL is the one without them.
    let kept = parameters(url);
    if kept.len() < url.query_pairs().count() {
        plain.query_pairs_mut().clear().extend_pairs(kept);
    }
    let characters = shown(plain.as_str()).chars().count();
    if characters <= LONGEST {
        return Outcome::Passed;
    }
    found(
        url,
        format!("The address has {characters} characters; up to {LONGEST} can be read and shared with ease."),
    )
}

fn underscore(facts: &Facts<'_>) -> Outcome {
    let url = &facts.answer.url;
    match url.path().matches('_').count() {
        0 => Outcome::Passed,
        1 => found(url, format!("The path has an underscore: {}", shown(url.path()))),
        count => found(url, format!("The path has {count} underscores: {}", shown(url.path()))),
    }
}

fn uppercase(facts: &Facts<'_>) -> Outcome {
    let url = &facts.answer.url;
    let path = shown(url.path());
    // A path that could not be decoded still holds codes such as %C3.
    if path.contains('%') || !path.contains(char::is_uppercase) {
        return Outcome::Passed;
    }
    found(url, format!("The path has capital letters: {path}"))
}

fn non_ascii(facts: &Facts<'_>) -> Outcome {
    let url = &facts.answer.url;
    let path = shown(url.path());
    let count = path.chars().filter(|letter| !letter.is_ascii()).count();
    if count == 0 {
        return Outcome::Passed;
    }
    let letters = if count == 1 { "1 letter".to_owned() } else { format!("{count} letters") };
    let codes = url.path().len() - path.chars().filter(char::is_ascii).count();
    found(
        url,
        format!(
            "The path {path} has {letters} outside plain ASCII, which become {codes} characters when copied."
        ),
    )
}

fn spaces(facts: &Facts<'_>) -> Outcome {
    let url = &facts.answer.url;
    let path = shown(url.path());
    match path.chars().filter(|letter| letter.is_whitespace()).count() {
        0 => Outcome::Passed,
        1 => found(url, format!("The path has a space: {path}")),
        count => found(url, format!("The path has {count} spaces: {path}")),
    }
}

fn double_slash(facts: &Facts<'_>) -> Outcome {
    let url = &facts.answer.url;
    // A URL within the path, as in archives, has two slashes of its own.
    if !url.path().replace("://", "").contains("//") {
        return Outcome::Passed;
    }
    found(url, format!("Two slashes follow each other in the path: {}", shown(url.path())))
}

fn too_many_parameters(facts: &Facts<'_>) -> Outcome {
    let url = &facts.answer.url;
    let parameters = parameters(url);
    let names: Vec<&str> = parameters.iter().map(|(name, _)| name.as_ref()).collect();
    if names.len() <= MOST_PARAMETERS {
        return Outcome::Passed;
    }
    found(url, format!("The address has {} parameters: {}.", names.len(), names.join(", ")))
}

fn session_id(facts: &Facts<'_>) -> Outcome {
    let url = &facts.answer.url;
    let in_path = url.path().to_ascii_lowercase().contains(";jsessionid=").then(|| "jsessionid".to_owned());
    let in_query =
        || url.query_pairs().find(|(name, value)| is_session(name, value)).map(|(name, _)| name.into_owned());
    match in_path.or_else(in_query) {
        Some(name) => found(url, format!("The address holds a session in “{name}”.")),
        None => Outcome::Passed,
    }
}

fn is_session(name: &str, value: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let looks_like_one = value.len() >= SHORTEST_SESSION
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && value.bytes().any(|byte| byte.is_ascii_digit());
    SESSIONS.iter().any(|session| name.starts_with(session))
        || (looks_like_one && PERHAPS_SESSIONS.contains(&&*name))
}

fn repeated_path(facts: &Facts<'_>) -> Outcome {
    let url = &facts.answer.url;
    let parts: Vec<&str> = url.path().split('/').filter(|part| !part.is_empty()).collect();
    let Some((run, times)) = repetition(&parts) else { return Outcome::Passed };
    let repeated = format!("/{}/", run.join("/"));
    let message = format!("{repeated} stands {times} times in a row in the path: {}", shown(url.path()));
    let finding = Finding::new(message).at(Evidence::of_url(url.as_str()));
    // A single repetition may be intended: a project and its main part can share a name.
    Outcome::Found(if times == 2 && run.len() == 1 { finding.severe(Severity::Low) } else { finding })
}

/// Parts of the path that repeat in succession, and how often. Numbers may repeat: 11 November is 11/11.
fn repetition<'a>(parts: &'a [&'a str]) -> Option<(&'a [&'a str], usize)> {
    const LONGEST_RUN: usize = 4;
    const MOST_PARTS: usize = 100;
    let parts = &parts[..parts.len().min(MOST_PARTS)];
    for length in 1..=LONGEST_RUN {
        for start in 0..parts.len() {
            let Some(run) = parts.get(start..start + length) else { break };
            let times = parts[start..].chunks_exact(length).take_while(|chunk| *chunk == run).count();
            let is_number = run.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
            if times > 1 && !is_number {
                return Some((run, times));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_found() {
        let of = |path: &str| {
            let parts: Vec<&str> = path.split('/').collect();
            repetition(&parts).map(|(run, times)| (run.join("/"), times))
        };
        assert_eq!(of("blog/blog/post"), Some(("blog".to_owned(), 2)));
        assert_eq!(of("x/a/b/a/b/a/b"), Some(("a/b".to_owned(), 3)));
        assert_eq!(of("2024/11/11/post"), None);
        assert_eq!(of("serde/latest/serde/de"), None);
        assert_eq!(of(""), None);
    }

    #[test]
    fn sessions_are_told_from_sections() {
        assert!(is_session("PHPSESSID", "x") && is_session("ASPSESSIONIDQQ", "x"));
        assert!(is_session("sid", "a8f5f167f44f4964e6c998de"));
        assert!(
            !is_session("sid", "12")
                && !is_session("s", "coffee-grinder-comparison")
                && !is_session("id", "a8f5f167f44f4964e6c9")
        );
    }
}
