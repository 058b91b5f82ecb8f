//! Parses and applies robots.txt (RFC 9309): groups of rules per crawler, the longest matching rule wins, and
//! `allow` wins a tie.

use std::borrow::Cow;
use std::fmt::Write as _;

/// How much of a file is read, in bytes, as by search engines.
pub const LONGEST: usize = 500 * 1024;
/// The maximum number of reported problems.
const MOST_PROBLEMS: usize = 50;
/// The longest pattern. Longer ones match nothing.
const LONGEST_PATTERN: usize = 2048;
/// Lines that some crawlers support although the standard does not define them.
const KNOWN_EXTENSIONS: [&str; 8] = [
    "crawl-delay",
    "host",
    "clean-param",
    "request-rate",
    "visit-time",
    "noindex",
    "content-signal",
    "llms-txt",
];

/// The content of a robots.txt.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Robots {
    groups: Vec<Group>,
    /// The URLs of sitemaps as written.
    pub sitemaps: Vec<String>,
    /// The lines that are invalid.
    pub problems: Vec<LineProblem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Group {
    /// The product tokens in lower case.
    agents: Vec<String>,
    rules: Vec<Rule>,
}

/// A rule of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Whether it allows access.
    pub allow: bool,
    /// The pattern of the paths.
    pub pattern: String,
    /// The line number, from 1.
    pub line: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineProblem {
    /// The line number, from 1.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// What is wrong with it.
    pub problem: &'static str,
}

/// The result of the rules for a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict<'a> {
    /// Whether the path may be requested.
    pub allowed: bool,
    /// The rule that decides; without one, everything is allowed.
    pub rule: Option<&'a Rule>,
}

impl Robots {
    /// Parses a file. Invalid lines are listed and skipped.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(LONGEST)];
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Reader::default();
        for (index, line) in text.split(['\n', '\r']).enumerate() {
            reader.line(index + 1, line);
        }
        reader.robots
    }

    /// What the rules say to the crawler with this product token about a path (with its query).
    #[must_use]
    pub fn verdict(&self, agent: &str, path: &str) -> Verdict<'_> {
        let agent = agent.to_ascii_lowercase();
        let own = |group: &&Group| group.agents.contains(&agent);
        let anyone = |group: &&Group| group.agents.iter().any(|known| known == "*");
        let has_own = self.groups.iter().any(|group| own(&group));
        let groups = self.groups.iter().filter(|group| if has_own { own(group) } else { anyone(group) });
        let path = normalised(path);
        let matching = groups.flat_map(|group| &group.rules).filter(|rule| matches(&rule.pattern, &path));
        let rule = matching.max_by_key(|rule| (rule.pattern.len(), rule.allow));
        Verdict { allowed: rule.is_none_or(|rule| rule.allow), rule }
    }

    /// Whether some group names the crawler.
    #[must_use]
    pub fn names(&self, agent: &str) -> bool {
        let agent = agent.to_ascii_lowercase();
        self.groups.iter().any(|group| group.agents.contains(&agent))
    }
}

#[derive(Default)]
struct Reader {
    robots: Robots,
    /// Whether the last line was a `user-agent`, so that another one joins its group.
    naming: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let content = line.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            return;
        }
        let Some((key, value)) = content.split_once(':') else {
            return self.problem(number, content, "it has no colon");
        };
        let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
        match key.as_str() {
            "user-agent" | "useragent" => self.agent(number, content, value),
            "allow" | "disallow" => self.rule(number, content, key == "allow", value),
            "sitemap" => self.robots.sitemaps.push(value.to_owned()),
            known if KNOWN_EXTENSIONS.contains(&known) => {}
            _ => self.problem(number, content, "no crawler knows this word"),
        }
    }

    fn agent(&mut self, number: usize, content: &str, value: &str) {
        if value.is_empty() {
            return self.problem(number, content, "it names no crawler");
        }
        if !self.naming {
            self.robots.groups.push(Group::default());
        }
        self.naming = true;
        let token = value.split(['/', ' ']).next().unwrap_or_default().to_ascii_lowercase();
        if let Some(group) = self.robots.groups.last_mut() {
            group.agents.push(token);
        }
    }

    fn rule(&mut self, number: usize, content: &str, allow: bool, value: &str) {
        self.naming = false;
        let Some(group) = self.robots.groups.last_mut() else {
            return self.problem(number, content, "it stands before any user-agent");
        };
        if value.is_empty() {
            return;
        }
        let pattern = normalised(value);
        if !pattern.starts_with(['/', '*', '$']) {
            return self.problem(number, content, "the path does not begin with a slash");
        }
        group.rules.push(Rule { allow, pattern: pattern.into_owned(), line: number });
    }

    fn problem(&mut self, line: usize, text: &str, problem: &'static str) {
        if self.robots.problems.len() < MOST_PROBLEMS {
            let text = text[..text.floor_char_boundary(200)].to_owned();
            self.robots.problems.push(LineProblem { line, text, problem });
        }
    }
}

/// Whether a pattern matches the beginning of a path; `*` matches anything and `$` at the end matches the
/// end.
fn matches(pattern: &str, path: &str) -> bool {
    if pattern.len() > LONGEST_PATTERN {
        return false;
    }
    let (pattern, to_end) = pattern.strip_suffix('$').map_or((pattern, false), |pattern| (pattern, true));
    let mut parts = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() && to_end {
            return rest.ends_with(part);
        }
        let Some(start) = rest.find(part) else { return false };
        rest = &rest[start + part.len()..];
    }
    !to_end || rest.is_empty()
}

/// One spelling for characters that can be literal or percent-encoded.
fn normalised(path: &str) -> Cow<'_, str> {
    if path.is_ascii() && !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let mut plain = String::with_capacity(path.len());
    let bytes = path.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        let code = (bytes[index] == b'%')
            .then(|| path.get(index + 1..index + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok()))
            .flatten();
        let (byte, length) = code.map_or((bytes[index], 1), |code| (code, 3));
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || (length == 1 && byte.is_ascii()) {
            plain.push(char::from(byte));
        } else {
            // Writing to a String can't fail.
            let _ = write!(plain, "%{byte:02X}");
        }
        index += length;
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(text: &str, agent: &str, path: &str) -> bool {
        Robots::parse(text).verdict(agent, path).allowed
    }

    #[test]
    fn the_longest_rule_wins_and_a_tie_allows() {
        let text = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c\n";
        assert!(!allowed(text, "Googlebot", "/a/x"));
        assert!(allowed(text, "Googlebot", "/a/b/c"));
        assert!(allowed(text, "Googlebot", "/c"));
        assert!(allowed(text, "Googlebot", "/other"));
    }

    #[test]
    fn a_group_of_ones_own_replaces_that_of_everyone() {
        let text =
            "user-agent: *\ndisallow: /\n\nUser-agent: GPTBot\nUser-agent: Bingbot/2.0\nDisallow: /private\n";
        assert!(!allowed(text, "Googlebot", "/"));
        assert!(allowed(text, "bingbot", "/"));
        assert!(!allowed(text, "GPTBOT", "/private/x"));
        let again = format!("{text}\nUser-agent: gptbot\nDisallow: /more");
        assert!(!allowed(&again, "GPTBot", "/more") && !allowed(&again, "GPTBot", "/private"));
    }

    #[test]
    fn wildcards_and_ends_are_understood() {
        let text = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /x*y*z\nDisallow: /end$";
        assert!(!allowed(text, "a", "/files/a.pdf") && allowed(text, "a", "/files/a.pdf?x"));
        assert!(!allowed(text, "a", "/x1y2z3") && allowed(text, "a", "/x1z2y"));
        assert!(!allowed(text, "a", "/end") && allowed(text, "a", "/ending"));
    }

    #[test]
    fn spellings_of_one_path_are_one() {
        let text = "User-agent: *\nDisallow: /tìm-kiếm\nDisallow: /%7ejoe\n";
        assert!(!allowed(text, "a", "/t%c3%acm-ki%E1%BA%BFm"));
        assert!(!allowed(text, "a", "/~joe/x"));
    }

    #[test]
    fn what_is_wrong_is_listed() {
        let robots = Robots::parse(
            "\u{feff}Disallow: /x\nUser-agent: *\nDisalow: /y\nnonsense\nDisallow: y\nCrawl-delay: 5\nSitemap: https://a.example/s.xml",
        );
        let lines: Vec<usize> = robots.problems.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [1, 3, 4, 5]);
        assert_eq!(robots.sitemaps, ["https://a.example/s.xml"]);
    }

    #[test]
    fn an_empty_disallow_allows() {
        assert!(allowed("User-agent: *\nDisallow:\n", "a", "/x"));
        assert!(allowed("", "a", "/x"));
    }
}
