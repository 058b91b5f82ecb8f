//! The dates of publication and change in a page's markup.

use jiff::civil::Date;

use crate::dom::Element;

/// The dates outside structured data. An explicit date takes precedence over the first `<time>` of the page.
#[derive(Debug, Default)]
pub(super) struct Dates {
    pub(super) published: Option<Date>,
    pub(super) modified: Option<Date>,
    from_time: bool,
}

impl Dates {
    pub(super) fn meta(&mut self, name: &str, content: &str) {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "article:published_time"
            | "datepublished"
            | "date"
            | "dc.date"
            | "dc.date.issued"
            | "pubdate"
                if self.published.is_none() || self.from_time =>
            {
                self.published = date(content).or(self.published);
                self.from_time = false;
            }
            "article:modified_time" | "og:updated_time" | "datemodified" => {
                self.modified = self.modified.or_else(|| date(content));
            }
            _ => {}
        }
    }

    pub(super) fn time(&mut self, element: &Element<'_>) {
        let Some(date) = element.attribute("datetime").and_then(date) else { return };
        match element.attribute("itemprop") {
            Some("dateModified") => self.modified = self.modified.or(Some(date)),
            _ if self.published.is_none() => (self.published, self.from_time) = (Some(date), true),
            _ => {}
        }
    }
}

/// The date at the start of an ISO 8601 text. The time of day and its offset do not matter for the age of a
/// page.
pub(super) fn date(text: &str) -> Option<Date> {
    let text = text.trim();
    let plain = text.get(..10)?;
    let rest = text[10..].chars().next();
    let date: Date = plain.parse().ok()?;
    (rest.is_none_or(|next| !next.is_ascii_digit()) && (1990..=2200).contains(&date.year())).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_with_and_without_time() {
        let expected = Some(jiff::civil::date(2024, 3, 9));
        for text in ["2024-03-09", " 2024-03-09T23:30:00+07:00", "2024-03-09 10:00", "2024-03-09T10:00:00Z"] {
            assert_eq!(date(text), expected, "{text}");
        }
        for text in ["", "9 March 2024", "2024-13-09", "2024-03-091", "0001-01-01", "2024-03-0đ"] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
