//! Checks of the author and the dates of a page.

use jiff::SignedDuration;
use jiff::civil::Date;
use seo::dom::NodeId;

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Severity};
use crate::document::{DateOf, Document, PageKind, StatedDate, day};
use crate::facts::Facts;

use super::article::{self, NO_ARTICLE};

/// Dates that differ by less may be one moment in two time zones.
const SAME_DAY: SignedDuration = SignedDuration::from_hours(24);
/// The longest byline, in bytes.
const LONGEST_BYLINE: usize = 120;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "content.dates_disagree",
        category: Category::Content,
        severity: Severity::Medium,
        expects: "The dates that the page states agree",
        fix: "Let the visible date, the article: metadata and the structured data say the same, from one source, \
              with the day of the last change never before the day of publication.",
        needs: Needs::Markup,
        run: dates_disagree,
    },
    Check {
        id: "content.author_missing",
        category: Category::Content,
        severity: Severity::Low,
        expects: "An article names its author",
        fix: "Show the author's name at the article, link it to a page about them, and repeat it as author in the structured data.",
        needs: Needs::Markup,
        run: author_missing,
    },
];

/// Two contradictory statements, in words and with their places.
struct Contradiction {
    message: String,
    places: Vec<NodeId>,
}

fn dates_disagree(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let dates = &document.publication().dates;
    let of = |wanted: DateOf| dates.iter().filter(move |date| date.of == wanted);
    let first = of(DateOf::Publication).min_by_key(|date| date.date);
    let last = of(DateOf::Publication).max_by_key(|date| date.date);
    let changed = of(DateOf::Change).max_by_key(|date| date.date);
    let found: Vec<Contradiction> = [
        dates.iter().max_by_key(|date| date.date).and_then(|date| in_future(date, facts.today)),
        first.zip(last).and_then(|(first, last)| published_twice(first, last)),
        first.zip(changed).and_then(|(first, changed)| changed_before(first, changed)),
        first.and_then(|first| shown_otherwise(document, dates, first)),
    ]
    .into_iter()
    .flatten()
    .collect();
    if found.is_empty() {
        return Outcome::Passed;
    }
    let message = found.iter().map(|found| found.message.as_str()).collect::<Vec<_>>().join(" ");
    let evidence =
        found.iter().flat_map(|found| &found.places).map(|node| document.evidence(*node)).collect();
    Outcome::Found(Finding { count: found.len(), evidence, ..Finding::new(message) })
}

fn in_future(date: &StatedDate, today: Date) -> Option<Contradiction> {
    (date.date.duration_since(today) > SAME_DAY).then(|| Contradiction {
        message: format!("{} is {}, but today is {today}.", date.source, date.date),
        places: vec![date.node],
    })
}

fn published_twice(first: &StatedDate, last: &StatedDate) -> Option<Contradiction> {
    (last.date.duration_since(first.date) > SAME_DAY).then(|| Contradiction {
        message: format!(
            "The page was published on {} ({}) and on {} ({}).",
            first.date, first.source, last.date, last.source
        ),
        places: vec![first.node, last.node],
    })
}

fn changed_before(published: &StatedDate, changed: &StatedDate) -> Option<Contradiction> {
    (published.date.duration_since(changed.date) > SAME_DAY).then(|| Contradiction {
        message: format!(
            "The last change ({} {}) lies before the publication ({} {}).",
            changed.source, changed.date, published.source, published.date
        ),
        places: vec![changed.node, published.node],
    })
}

/// Finds that the page shows publication dates of which none equals a stated one. Lists of other articles
/// show their dates too, so one equal date is enough.
fn shown_otherwise(document: &Document, stated: &[StatedDate], first: &StatedDate) -> Option<Contradiction> {
    let is_same = |one: Date, other: Date| one.duration_since(other).abs() <= SAME_DAY;
    let mut shown = document
        .times
        .iter()
        .filter(|(node, _)| says_published(document, *node))
        .filter_map(|(node, text)| Some((*node, day(text)?)))
        .peekable();
    let (node, date) = *shown.peek()?;
    let fits = shown.any(|(_, shown)| stated.iter().any(|stated| is_same(stated.date, shown)));
    (!fits).then(|| Contradiction {
        message: format!(
            "Readers see {date} as the day of publication, but {} is {}.",
            first.source, first.date
        ),
        places: vec![node, first.node],
    })
}

fn says_published(document: &Document, node: NodeId) -> bool {
    let Some(element) = document.element(node) else { return false };
    let is_class = |name: &str| matches!(name, "published" | "entry-date" | "post-date" | "dt-published");
    element.attribute("itemprop") == Some("datePublished")
        || element.attribute("pubdate").is_some()
        || element.attribute("class").is_some_and(|class| class.split_ascii_whitespace().any(is_class))
}

fn author_missing(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    // A page that does not declare to be an article may need no author: a manual, an encyclopedia.
    if document.publication().kind != PageKind::Article || !article::is_article(facts) {
        return Outcome::skipped(NO_ARTICLE);
    }
    if document.publication().names_author || links_author(document) || shows_author(document) {
        return Outcome::Passed;
    }
    let heading = document.headings.iter().find(|heading| heading.level == 1);
    let evidence: Vec<Evidence> =
        heading.map(|heading| document.evidence(heading.node)).into_iter().collect();
    let message = "The article names no author: neither in its text, nor in metadata or structured data.";
    Outcome::Found(Finding { evidence, ..Finding::new(message) })
}

fn links_author(document: &Document) -> bool {
    const PATHS: [&str; 4] = ["/author/", "/authors/", "/tac-gia/", "/writers/"];
    document.links_with_rel("author").next().is_some()
        || document.anchors.iter().any(|anchor| {
            anchor.has_rel("author")
                || anchor.url().is_some_and(|url| PATHS.iter().any(|path| url.path().contains(path)))
                || is_byline(document, anchor.node)
        })
}

fn shows_author(document: &Document) -> bool {
    document.text.blocks.iter().any(|block| {
        let text = document.text.of(block);
        text.len() <= LONGEST_BYLINE
            && (begins_as_byline(text)
                || is_byline(document, block.node)
                || document.dom().parent(block.node).is_some_and(|parent| is_byline(document, parent)))
    })
}

/// Whether an element is marked up as an author's name.
fn is_byline(document: &Document, node: NodeId) -> bool {
    let Some(element) = document.element(node) else { return false };
    let named = ["class", "id", "itemprop", "data-testid"].iter().filter_map(|name| element.attribute(name));
    named.map(str::to_ascii_lowercase).any(|value| value.contains("author") || value.contains("byline"))
}

/// Words before an author's name, in lower case.
const BEFORE_NAMES: [&str; 15] = [
    "by",
    "written by",
    "posted by",
    "author",
    "words by",
    "tác giả",
    "viết bởi",
    "bài viết bởi",
    "người viết",
    "đăng bởi",
    "von",
    "par",
    "por",
    "escrito por",
    "oleh",
];

fn begins_as_byline(text: &str) -> bool {
    let lower = text.to_lowercase();
    BEFORE_NAMES.iter().any(|words| {
        let Some(rest) = lower.strip_prefix(words) else { return false };
        let apart = rest.starts_with([' ', ':', '\u{a0}']);
        // Lower case does not change the number of characters of these words, and names begin with a capital.
        let name = text.chars().skip(words.chars().count()).find(|letter| letter.is_alphabetic());
        apart && name.is_some_and(char::is_uppercase)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bylines_name_somebody() {
        for line in
            ["By Jane Doe", "Written by: Jane Doe", "Tác giả: Nguyễn Văn A", "Von Max Muster | 3. Mai"]
        {
            assert!(begins_as_byline(line), "{line}");
        }
        for line in ["By the way, it rained", "Bye Jane", "Authority", "by hand", "Viết bởi"] {
            assert!(!begins_as_byline(line), "{line}");
        }
    }
}
