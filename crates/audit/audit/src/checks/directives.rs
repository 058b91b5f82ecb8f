//! The directives for crawlers in `<meta name="robots">` and in the `x-robots-tag` header.

use jiff::civil::{Date, date};
use seo::dom::NodeId;

use crate::check::{Evidence, Finding, Seen};
use crate::document::Document;
use crate::facts::{Facts, PageAnswer};

/// Search engine crawlers that read directives of their own.
const CRAWLERS: [&str; 13] = [
    "googlebot",
    "googlebot-news",
    "bingbot",
    "msnbot",
    "slurp",
    "duckduckbot",
    "yandex",
    "yandexbot",
    "baiduspider",
    "applebot",
    "petalbot",
    "seznambot",
    "yeti",
];
/// The directives that checks use. `all` and `none` are read as the directives that they stand for.
const PLAIN: [&str; 8] =
    ["index", "noindex", "follow", "nofollow", "archive", "noarchive", "nosnippet", "noimageindex"];
/// Directives with a value after a colon.
const VALUED: [&str; 4] = ["max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"];
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A directive for crawlers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Directive<'a> {
    /// The crawler that it applies to; `None` if it applies to all.
    pub(crate) crawler: Option<&'static str>,
    /// The directive, such as `noindex`.
    pub(crate) name: &'static str,
    /// The text after the colon.
    pub(crate) value: &'a str,
    /// The element that declares it; `None` for a header.
    pub(crate) node: Option<NodeId>,
    /// The whole content of the element or header.
    written: &'a str,
}

impl Directive<'_> {
    /// Whether it is the directive `name` and applies to all crawlers.
    pub(crate) fn is_general(&self, name: &str) -> bool {
        self.crawler.is_none() && self.name == name
    }

    /// Whether it is the directive `name` and applies to Google's crawler.
    pub(crate) fn binds_google(&self, name: &str) -> bool {
        self.name == name && self.crawler.is_none_or(|crawler| crawler == "googlebot")
    }

    /// The evidence for its place.
    pub(crate) fn evidence(&self, document: &Document) -> Evidence {
        match self.node {
            Some(node) => document.evidence(node),
            None => Evidence::of_text(format!("x-robots-tag: {}", self.written)),
        }
    }
}

/// The directives of a page's `<meta>` elements.
pub(crate) fn in_markup(document: &Document) -> Vec<Directive<'_>> {
    let mut found = Vec::new();
    for meta in &document.metas {
        let Some(name) = meta.name.as_deref() else { continue };
        let crawler = known(&CRAWLERS, name);
        if crawler.is_some() || name == "robots" {
            let reader = Reader { written: &meta.content, node: Some(meta.node) };
            reader.read(crawler, &mut found);
        }
    }
    found
}

/// The directives of a response's headers.
pub(crate) fn in_headers(answer: &PageAnswer) -> Vec<Directive<'_>> {
    in_tags(answer.headers("x-robots-tag"))
}

/// The directives of `x-robots-tag` headers.
pub(crate) fn in_tags<'a>(tags: impl Iterator<Item = &'a str>) -> Vec<Directive<'a>> {
    let mut found = Vec::new();
    for written in tags {
        Reader { written, node: None }.read(None, &mut found);
    }
    found
}

/// The directives of the page and of its headers.
pub(crate) fn everywhere<'a>(facts: &Facts<'a>) -> Vec<Directive<'a>> {
    let mut found = in_markup(facts.document);
    found.extend(in_headers(facts.answer));
    found
}

/// The first directive that keeps the page out of Google's index.
pub(crate) fn noindex<'a>(facts: &Facts<'a>) -> Option<Directive<'a>> {
    everywhere(facts).into_iter().find(|directive| directive.binds_google("noindex"))
}

/// A finding about some directives, of which there is at least one.
pub(crate) fn finding(facts: &Facts<'_>, directives: &[Directive<'_>], message: String) -> Finding {
    let shown = directives.iter().take(Finding::MOST_EVIDENCE);
    let evidence = shown.map(|directive| directive.evidence(facts.document)).collect();
    let in_markup = directives.iter().any(|directive| directive.node.is_some());
    let finding = Finding { count: directives.len(), evidence, ..Finding::new(message) };
    finding.seen(if in_markup { Seen::Raw } else { Seen::Header })
}

fn known(names: &[&'static str], name: &str) -> Option<&'static str> {
    names.iter().find(|known| known.eq_ignore_ascii_case(name)).copied()
}

/// Parses the content of one element or header.
#[derive(Clone, Copy)]
struct Reader<'a> {
    written: &'a str,
    node: Option<NodeId>,
}

impl<'a> Reader<'a> {
    fn read(self, mut crawler: Option<&'static str>, found: &mut Vec<Directive<'a>>) {
        let mut rest = self.written;
        // Once a header names a crawler of no search engine, what follows does not count.
        let mut foreign = false;
        while !rest.is_empty() {
            let end = end_of_part(rest);
            let mut part = rest[..end].trim();
            rest = rest.get(end + 1..).unwrap_or_default();
            if self.node.is_none()
                && let Some((name, told)) = part.split_once(':')
                && known(&VALUED, name.trim()).is_none()
            {
                crawler = known(&CRAWLERS, name.trim());
                foreign = crawler.is_none();
                part = told.trim();
            }
            if !foreign {
                self.part(part, crawler, found);
            }
        }
    }

    fn part(self, part: &'a str, crawler: Option<&'static str>, found: &mut Vec<Directive<'a>>) {
        let mut push = |name, value| {
            found.push(Directive { crawler, name, value, node: self.node, written: self.written });
        };
        if let Some((name, value)) = part.split_once(':') {
            if let Some(name) = known(&VALUED, name.trim()) {
                push(name, value.trim());
            }
            return;
        }
        for word in part.split([' ', ';']).map(str::trim) {
            if word.eq_ignore_ascii_case("none") {
                push("noindex", "");
                push("nofollow", "");
            } else if word.eq_ignore_ascii_case("all") {
                push("index", "");
                push("follow", "");
            } else if let Some(name) = known(&PLAIN, word) {
                push(name, "");
            }
        }
    }
}

/// Where the first of several directives ends. A comma after the name of a weekday belongs to the date.
fn end_of_part(rest: &str) -> usize {
    let end = rest.find(',').unwrap_or(rest.len());
    let is_cut_date = rest[..end]
        .to_ascii_lowercase()
        .rsplit_once("unavailable_after:")
        .is_some_and(|(_, value)| !value.contains(|character: char| character.is_ascii_digit()));
    if !is_cut_date || end == rest.len() {
        return end;
    }
    rest[end + 1..].find(',').map_or(rest.len(), |further| end + 1 + further)
}

/// The day of a date in the format of RFC 822, RFC 850 or ISO 8601.
pub(crate) fn day(written: &str) -> Option<Date> {
    if let Some(Ok(day)) = written.trim().get(..10).map(str::parse) {
        return Some(day);
    }
    let words: Vec<&str> =
        written.split([' ', ',', '-', '/', '\t']).filter(|word| !word.is_empty()).collect();
    let month_at = words.iter().position(|word| month(word).is_some())?;
    let month = month(words[month_at])?;
    // "25 Jun 2010", or "Jun 25 2010".
    let before = month_at.checked_sub(1).and_then(|index| words[index].parse::<i8>().ok());
    let (day, year) = match before {
        Some(day) => (day, words.get(month_at + 1)?),
        None => (words.get(month_at + 1)?.parse().ok()?, words.get(month_at + 2)?),
    };
    let year: i16 = year.parse().ok()?;
    let year = if year < 100 { year + 2000 } else { year };
    (1900..=9999).contains(&year).then_some(())?;
    Date::new(year, month, day).ok().filter(|day| *day >= date(1900, 1, 1))
}

/// The month with this name, which may be abbreviated to three letters.
fn month(word: &str) -> Option<i8> {
    let word = word.to_ascii_lowercase();
    let index = MONTHS.iter().position(|month| word.len() >= 3 && month.starts_with(&word))?;
    i8::try_from(index + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(written: &str) -> Vec<(Option<&'static str>, &'static str, &str)> {
        let mut found = Vec::new();
        Reader { written, node: None }.read(None, &mut found);
        found.into_iter().map(|directive| (directive.crawler, directive.name, directive.value)).collect()
    }

    #[test]
    fn headers_can_name_a_crawler() {
        assert_eq!(header("noindex, NoFollow"), [(None, "noindex", ""), (None, "nofollow", "")]);
        let google = Some("googlebot");
        assert_eq!(
            header("Googlebot: noindex, nofollow"),
            [(google, "noindex", ""), (google, "nofollow", "")]
        );
        assert_eq!(
            header("max-snippet: 20, bingbot: none"),
            [
                (None, "max-snippet", "20"),
                (Some("bingbot"), "noindex", ""),
                (Some("bingbot"), "nofollow", "")
            ]
        );
        assert_eq!(header("gptbot: noindex, nofollow"), []);
    }

    #[test]
    fn a_comma_in_a_date_ends_nothing() {
        let found = header("unavailable_after: Friday, 25-Jun-27 15:00:00 PST, nosnippet");
        let date = "Friday, 25-Jun-27 15:00:00 PST";
        assert_eq!(found, [(None, "unavailable_after", date), (None, "nosnippet", "")]);
        let found = header("googlebot: unavailable_after: 2027-01-31, noindex");
        let google = Some("googlebot");
        assert_eq!(found, [(google, "unavailable_after", "2027-01-31"), (google, "noindex", "")]);
    }

    #[test]
    fn dates_are_read_in_all_usual_forms() {
        let expected = Some(date(2027, 6, 25));
        for written in [
            "2027-06-25",
            "2027-06-25T15:00:00+02:00",
            "25 Jun 2027 15:00:00 PST",
            "Fri, 25 Jun 2027 15:00:00 GMT",
            "Friday, 25-Jun-27 15:00:00 UTC",
            "25-June-2027",
            "June 25, 2027",
        ] {
            assert_eq!(day(written), expected, "{written}");
        }
        for written in ["", "soon", "99 Jun 2027", "Jun", "maybe 1 2027", "12345678-Jun-1"] {
            assert_eq!(day(written), None, "{written}");
        }
    }
}
