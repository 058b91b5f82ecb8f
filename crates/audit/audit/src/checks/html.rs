//! Checks of the document as a whole: doctype, head, ids, size.

use std::fmt::Write as _;

use seo::dom::{Doctype, NodeId};

use crate::check::{Category, Check, Evidence, Finding, Needs, Outcome, Seen, Severity};
use crate::document::{Document, Meta};
use crate::facts::Facts;

/// Larger pages are slow to load, in bytes.
const LARGE: usize = 1_000_000;
/// Search engines read no further than this, in bytes.
const TOO_LARGE: usize = 2_000_000;
/// The size from which an inline script is reported, in bytes.
const LARGE_SCRIPT: usize = 50_000;
/// Pages with more elements are slow to lay out.
const MOST_ELEMENTS: usize = 1500;
/// The maximum number of duplicate ids that are collected.
const MOST_DUPLICATES: usize = 100;

/// Names of `<meta>` elements that work only in the head.
const NAMES_OF_HEAD: [&str; 14] = [
    "application-name",
    "bingbot",
    "color-scheme",
    "description",
    "google-site-verification",
    "googlebot",
    "googlebot-news",
    "keywords",
    "msvalidate.01",
    "referrer",
    "robots",
    "theme-color",
    "viewport",
    "yandex-verification",
];
/// Prefixes of properties that are read when a page is shared. Other properties in the body are `RDFa`.
const SHARED_NAMES: [&str; 4] = ["og:", "twitter:", "article:", "fb:"];

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "html.doctype",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The page begins with a doctype that makes browsers follow the standards",
        fix: "Put <!doctype html> on the first line of the page, before everything else.",
        needs: Needs::Markup,
        run: doctype,
    },
    Check {
        id: "html.head_broken",
        category: Category::Html,
        severity: Severity::High,
        expects: "Nothing ends the head before its end tag",
        fix: "Move the element out of the head, or to its very end: only title, meta, link, script, style, base, template and \
              noscript may stand there.",
        needs: Needs::Markup,
        run: head_broken,
    },
    Check {
        id: "html.meta_in_body",
        category: Category::Html,
        severity: Severity::High,
        expects: "Metadata is in the head",
        fix: "Move these <meta> elements into the head; in the body, search engines and browsers may ignore them.",
        needs: Needs::Markup,
        run: meta_in_body,
    },
    Check {
        id: "html.duplicate_id",
        category: Category::Html,
        severity: Severity::Low,
        expects: "Every id is used only once",
        fix: "Give each element an id of its own, or use a class: links, labels and scripts find only the first of them.",
        needs: Needs::Markup,
        run: duplicate_id,
    },
    Check {
        id: "html.deprecated_tags",
        category: Category::Html,
        severity: Severity::Low,
        expects: "The page uses only elements that HTML still has",
        fix: "Replace these elements with current ones, and do with CSS what they did for the looks.",
        needs: Needs::Markup,
        run: deprecated_tags,
    },
    Check {
        id: "html.size",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The HTML is smaller than 1 MB",
        fix: "Move scripts, styles, images and data inside the HTML into files of their own, and spread long lists over \
              several pages.",
        needs: Needs::Answer,
        run: size,
    },
    Check {
        id: "html.dom_size",
        category: Category::Html,
        severity: Severity::Medium,
        expects: "The page has at most 1500 elements",
        fix: "Leave out wrappers that do nothing, show long lists in parts, and load what is not seen at first only when it is \
              needed.",
        needs: Needs::Markup,
        run: dom_size,
    },
];

fn doctype(facts: &Facts<'_>) -> Outcome {
    let message = match facts.document.doctype() {
        Doctype::Standard => return Outcome::Passed,
        Doctype::Missing => {
            "The page has no doctype, so browsers lay it out by the rules of the 1990s (quirks mode)."
        }
        Doctype::Old => {
            "The doctype is an old one, so browsers lay the page out by older rules (quirks mode)."
        }
    };
    Outcome::Found(Finding::new(message).at(facts.document.evidence_at(0)))
}

/// What ends the head before its end tag.
struct HeadBreak {
    offset: u32,
    what: String,
    in_noscript: bool,
}

fn head_break(document: &Document) -> Option<HeadBreak> {
    let offset = document.dom().broken_head()?;
    let (before, rest) = document.source().split_at_checked(offset as usize)?;
    let name: String = rest
        .trim_start()
        .strip_prefix('<')
        .unwrap_or_default()
        .chars()
        .take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-')
        .collect();
    let what = if name.is_empty() { "Text".to_owned() } else { format!("<{}>", name.to_ascii_lowercase()) };
    let before = before.to_ascii_lowercase();
    let in_noscript = before.rfind("<noscript").is_some_and(|start| !before[start..].contains("</noscript"));
    Some(HeadBreak { offset, what, in_noscript })
}

fn head_broken(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let Some(HeadBreak { offset, what, in_noscript }) = head_break(document) else { return Outcome::Passed };
    let readers = if in_noscript { " for everybody who runs no scripts" } else { "" };
    let place = if in_noscript { "in a <noscript> of the head" } else { "in the head" };
    let lost = document.metas.iter().filter(|meta| meta.in_body && belongs_in_head(document, meta)).count()
        + document.titles.iter().filter(|title| title.in_body).count()
        + document.links_with_rel("canonical").filter(|link| link.in_body).count();
    let message = match lost {
        0 => format!(
            "{what} stands {place} and ends it{readers}; whatever follows counts as part of the body."
        ),
        1 => format!("{what} stands {place} and ends it{readers}; 1 tag of the head falls into the body."),
        _ => {
            format!("{what} stands {place} and ends it{readers}; {lost} tags of the head fall into the body.")
        }
    };
    let finding = Finding::new(message).at(document.evidence_at(offset));
    Outcome::Found(if in_noscript { finding.severe(Severity::Medium) } else { finding })
}

fn meta_in_body(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let strays = document.metas.iter().filter(|meta| meta.in_body && belongs_in_head(document, meta));
    let first = strays.clone().next().map(label).unwrap_or_default();
    let outcome = Outcome::of_each(
        strays,
        |meta| document.evidence(meta.node),
        |count| match count {
            1 => format!("The <meta> element {first} stands in the body."),
            _ => format!("{count} <meta> elements stand in the body; the first is {first}."),
        },
    );
    match outcome {
        Outcome::Found(finding) if head_break(document).is_some_and(|found| found.in_noscript) => {
            Outcome::Found(finding.severe(Severity::Medium))
        }
        other => other,
    }
}

fn label(meta: &Meta) -> String {
    let name = meta.name.as_ref().or(meta.http_equiv.as_ref());
    name.map_or("charset".to_owned(), |name| format!("“{name}”"))
}

/// Whether a `<meta>` works only in the head; microdata and `RDFa` may be anywhere.
fn belongs_in_head(document: &Document, meta: &Meta) -> bool {
    let is_of_head = meta.charset.is_some()
        || meta.http_equiv.is_some()
        || meta.name.as_deref().is_some_and(|name| {
            NAMES_OF_HEAD.contains(&name) || SHARED_NAMES.iter().any(|start| name.starts_with(start))
        });
    is_of_head && !meta.itemprop && !is_in_noscript(document, meta.node)
}

/// Whether a node is inside a `<noscript>`, which browsers with scripts ignore.
pub(super) fn is_in_noscript(document: &Document, node: NodeId) -> bool {
    let parents = std::iter::successors(Some(node), |node| document.dom().parent(*node));
    parents.filter_map(|node| document.element(node)).any(|element| element.name() == "noscript")
}

fn duplicate_id(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let id = |node: NodeId| document.attribute(node, "id").unwrap_or_default();
    let first = document.duplicate_ids.first().map(|node| id(*node)).unwrap_or_default();
    Outcome::of_each(
        &document.duplicate_ids,
        |node| document.evidence(*node).detailed(format!("id=\"{}\" again", id(*node))),
        |count| match count {
            1 => format!("One element has the id “{first}”, which another one has already."),
            MOST_DUPLICATES.. => {
                format!(
                    "At least {count} elements have an id that another one has already, such as “{first}”."
                )
            }
            _ => format!("{count} elements have an id that another one has already, such as “{first}”."),
        },
    )
}

fn deprecated_tags(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let mut names: Vec<&str> =
        document.deprecated.iter().filter_map(|node| Some(document.element(*node)?.name())).collect();
    names.sort_unstable();
    names.dedup();
    let names = names.iter().map(|name| format!("<{name}>")).collect::<Vec<_>>().join(", ");
    let count = document.deprecated_count;
    let outcome = Outcome::of_each(
        &document.deprecated,
        |node| document.evidence(*node),
        |_| match count {
            1 => format!("One element is of a kind that HTML no longer has: {names}."),
            _ => format!("{count} elements are of kinds that HTML no longer has: {names}."),
        },
    );
    match outcome {
        Outcome::Found(finding) => Outcome::Found(Finding { count, ..finding }),
        other => other,
    }
}

fn size(facts: &Facts<'_>) -> Outcome {
    let bytes = facts.answer.bytes;
    if bytes < LARGE {
        return Outcome::Passed;
    }
    let least = if facts.answer.truncated { "at least " } else { "" };
    let (limit, severity) = if bytes < TOO_LARGE {
        ("up to 1 MB is usual", Severity::Medium)
    } else {
        ("search engines read only the first 2 MB", Severity::High)
    };
    let message = format!("The HTML is {least}{} large; {limit}.", megabytes(bytes));
    let evidence = large_scripts(facts.document);
    Outcome::Found(Finding { evidence, ..Finding::new(message).severe(severity).seen(Seen::Raw) })
}

fn large_scripts(document: &Document) -> Vec<Evidence> {
    let large = document.scripts.iter().filter(|script| script.text.len() >= LARGE_SCRIPT);
    let shown = large.take(Finding::MOST_EVIDENCE);
    shown
        .map(|script| {
            let kilobytes = script.text.len() / 1000;
            document.evidence(script.node).detailed(format!("a script of {kilobytes} KB or more in the HTML"))
        })
        .collect()
}

/// A size in megabytes with one decimal, rounded down.
fn megabytes(bytes: usize) -> String {
    format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000)
}

fn dom_size(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let elements = document.elements;
    if elements <= MOST_ELEMENTS {
        return Outcome::Passed;
    }
    let mut message =
        format!("The page has {elements} elements; more than {MOST_ELEMENTS} make it slow to lay out.");
    let left_out = document.dom().left_out();
    if left_out > 0 {
        let _ =
            write!(message, " {left_out} of them are nested too deep, or too many, to be looked at here.");
    }
    let mut finding = Finding::new(message);
    if let Some((node, children)) = document.widest {
        let detail = format!("holds {children} elements directly, more than any other");
        finding = finding.at(document.evidence(node).detailed(detail));
    }
    Outcome::Found(finding)
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn breaks(head: &str) -> Option<(String, bool)> {
        let page = format!("<!doctype html><html><head>{head}<title>t</title></head><body></body></html>");
        let document = Document::read(page, &Url::parse("https://example.com/").unwrap());
        head_break(&document).map(|found| (found.what, found.in_noscript))
    }

    #[test]
    fn what_breaks_the_head_is_named() {
        assert_eq!(breaks("<DIV>x</DIV>"), Some(("<div>".to_owned(), false)));
        assert_eq!(breaks("<noscript><img src=pixel.gif></noscript>"), Some(("<img>".to_owned(), true)));
        assert_eq!(
            breaks("<noscript><link rel=a></noscript><my-banner>"),
            Some(("<my-banner>".to_owned(), false))
        );
        assert_eq!(breaks("Hello"), Some(("Text".to_owned(), false)));
        assert_eq!(breaks("<noscript><link rel=stylesheet href=a.css></noscript>"), None);
    }

    #[test]
    fn sizes_are_told_in_megabytes() {
        assert_eq!((megabytes(1_000_000), megabytes(2_349_999)), ("1.0 MB".to_owned(), "2.3 MB".to_owned()));
    }
}
