//! The definition of a check, and its outcome.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::facts::Facts;

/// One thing that can be wrong with a page. All checks are listed in [`crate::registry`].
#[derive(Clone, Copy)]
pub struct Check {
    /// The id that customers see, such as `title.missing`. Never changes.
    pub id: &'static str,
    /// The category of the check.
    pub category: Category,
    /// The severity of its issues, unless a finding has its own.
    pub severity: Severity,
    /// What the check expects, as a fact about a good page: "The page has one title".
    pub expects: &'static str,
    /// How to fix an issue of this check.
    pub fix: &'static str,
    /// What the check examines.
    pub needs: Needs,
    /// The function that runs the check.
    pub run: fn(&Facts<'_>) -> Outcome,
}

/// What a check examines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Needs {
    /// Only the page's markup. Such checks run on the HTML as sent and again on the page as the browser
    /// rendered it.
    Markup,
    /// The response: URL, status, headers, timing.
    Answer,
    /// Responses of other URLs.
    Fetches,
    /// The page as a browser loaded it.
    Browser,
}

/// The category of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AuditCategory)]
pub enum Category {
    /// HTML and metadata.
    Html,
    /// The address.
    Url,
    /// Headings.
    Headings,
    /// Text.
    Content,
    /// Images.
    Images,
    /// Links.
    Links,
    /// Whether and how search engines may show the page.
    Indexability,
    /// Versions in other languages.
    International,
    /// How the page looks when it is shared.
    Social,
    /// JSON-LD, microdata, `RDFa`.
    // Stored reports are read back, and the keys of their scores are in camel case.
    #[serde(alias = "structuredData")]
    StructuredData,
    /// Speed.
    Performance,
    /// Safety.
    Security,
    /// robots.txt, sitemaps, variants of the address.
    Crawlability,
    /// Answer engines and their crawlers.
    #[serde(alias = "aiSearch")]
    AiSearch,
}

impl Category {
    /// The category as a key of a JSON object.
    #[must_use]
    pub const fn camel_case(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Url => "url",
            Self::Headings => "headings",
            Self::Content => "content",
            Self::Images => "images",
            Self::Links => "links",
            Self::Indexability => "indexability",
            Self::International => "international",
            Self::Social => "social",
            Self::StructuredData => "structuredData",
            Self::Performance => "performance",
            Self::Security => "security",
            Self::Crawlability => "crawlability",
            Self::AiSearch => "aiSearch",
        }
    }
}

/// What the page loses. `critical`: The page can't be found or used: search engines can't show it, or browsers warn people against it.
/// `high`: The page loses many readers: it ranks lower, part of it is missing from search results, or people give up on it.
/// `medium`: The page loses some readers: search results show it less often or less well, or it is slower or harder to use.
/// `low`: The page loses little: a detail would make it easier to find, read or share. `info`: The page loses nothing: it is good to know.
// A test compares this with `loss::of_severity`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Small.
    Low,
    /// Costs visibility.
    Medium,
    /// Costs much.
    High,
    /// The page can't be found, or can't be used.
    Critical,
}

/// Where an issue was seen: in the HTML as sent, in the page as the browser rendered it, in the status, headers or time of the response,
/// in robots.txt, or in responses of other URLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = IssueOrigin)]
pub enum Seen {
    /// In the HTML as it was sent.
    Raw,
    /// In the tree that the browser made of it.
    Rendered,
    /// In the answer's headers, status or time.
    Header,
    /// In robots.txt.
    Robots,
    /// In answers of other addresses.
    Network,
}

/// The outcome of a check.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The check found nothing wrong.
    Passed,
    /// The check could not run or does not apply; the text says why.
    Skipped(String),
    /// The check found something wrong.
    Found(Finding),
}

impl Outcome {
    /// `Found` if there is a finding, else `Passed`.
    #[must_use]
    pub fn of(finding: Option<Finding>) -> Self {
        finding.map_or(Self::Passed, Self::Found)
    }

    /// `Skipped` for this reason.
    #[must_use]
    pub fn skipped(reason: impl Into<String>) -> Self {
        Self::Skipped(reason.into())
    }

    /// `Found` if `items` is not empty. All items are counted, the first ones become evidence, and `message`
    /// gets the number of items.
    #[must_use]
    pub fn of_each<T>(
        items: impl IntoIterator<Item = T>,
        show: impl Fn(T) -> Evidence,
        message: impl FnOnce(usize) -> String,
    ) -> Self {
        let mut items = items.into_iter();
        let evidence: Vec<Evidence> = items.by_ref().take(Finding::MOST_EVIDENCE).map(show).collect();
        let count = evidence.len() + items.count();
        if count == 0 {
            return Self::Passed;
        }
        Self::Found(Finding { count, evidence, ..Finding::new(message(count)) })
    }
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What is wrong, with figures: "The title has 75 characters".
    pub message: String,
    /// The severity, if it differs from that of the check.
    pub severity: Option<Severity>,
    /// Where it was seen, if not where such checks usually look.
    pub seen: Option<Seen>,
    /// How often it occurs.
    pub count: usize,
    /// The places where it occurs, at most [`Self::MOST_EVIDENCE`].
    pub evidence: Vec<Evidence>,
}

impl Finding {
    /// The maximum number of pieces of evidence.
    pub const MOST_EVIDENCE: usize = 20;

    /// A finding about the page as a whole.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), severity: None, seen: None, count: 1, evidence: Vec::new() }
    }

    /// Adds a place where it occurs.
    #[must_use]
    pub fn at(mut self, evidence: Evidence) -> Self {
        self.evidence = vec![evidence];
        self
    }

    /// Overrides the severity of the check.
    #[must_use]
    pub fn severe(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Overrides where it was seen.
    #[must_use]
    pub fn seen(mut self, seen: Seen) -> Self {
        self.seen = Some(seen);
        self
    }
}

/// The place of an issue.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// A CSS selector of the element.
    pub selector: Option<String>,
    /// The line in the source, from 1.
    pub line: Option<u32>,
    /// The column in that line, from 1.
    pub column: Option<u32>,
    /// A part of the source or text.
    pub snippet: Option<String>,
    /// A URL that this is about.
    pub url: Option<String>,
    /// Details.
    pub detail: Option<String>,
}

impl Evidence {
    /// Evidence that is a URL.
    #[must_use]
    pub fn of_url(url: impl Into<String>) -> Self {
        Self { url: Some(url.into()), ..Self::default() }
    }

    /// A piece of text, such as a header or a line of robots.txt.
    #[must_use]
    pub fn of_text(snippet: impl Into<String>) -> Self {
        Self { snippet: Some(shortened(&snippet.into())), ..Self::default() }
    }

    /// Adds what is wrong at this place.
    #[must_use]
    pub fn detailed(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds the URL that the evidence is about.
    #[must_use]
    pub fn about(mut self, url: impl Into<String>) -> Self {
        self.url = Some(url.into());
        self
    }
}

/// The longest snippet, in bytes.
const LONGEST_SNIPPET: usize = 240;

/// Shortens a text for display, with runs of white space as one space.
#[must_use]
pub fn shortened(text: &str) -> String {
    let cut = &text[..text.floor_char_boundary(2 * LONGEST_SNIPPET)];
    let mut plain = cut.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.len() > LONGEST_SNIPPET || cut.len() < text.len() {
        plain.truncate(plain.floor_char_boundary(LONGEST_SNIPPET));
        plain.push('…');
    }
    plain
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_evidence_does_not_know_is_null() {
        let written = serde_json::to_value(Evidence::of_url("https://a.example/")).unwrap();
        let all = json!({
            "selector": null, "line": null, "column": null, "snippet": null,
            "url": "https://a.example/", "detail": null,
        });
        assert_eq!(written, all);
    }
}
