//! Errors that the API finds in a request, assigned to fields and in the reader's language.

use domain::locale::Language;

/// The errors by field.
#[derive(Debug, Default)]
pub(super) struct Faults {
    fields: Vec<(String, String)>,
}

impl Faults {
    /// Assigns the errors of the API to fields of the form; `place` maps the field names.
    pub(super) fn placed(
        fields: Vec<(String, String)>,
        language: Language,
        place: impl Fn(&str) -> String,
    ) -> Self {
        let mut faults = Self::default();
        for (field, message) in fields {
            faults.add(&place(&field), describe(&message, language));
        }
        faults
    }

    /// Adds an error, unless the field already has one.
    pub(super) fn add(&mut self, field: &str, message: String) {
        if self.of(field).is_none() {
            self.fields.push((field.to_owned(), message));
        }
    }

    pub(super) fn of(&self, field: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == field).map(|(_, message)| message.as_str())
    }

    pub(super) const fn any(&self) -> bool {
        !self.fields.is_empty()
    }

    pub(super) fn all(&self) -> &[(String, String)] {
        &self.fields
    }
}

/// The form field of an API field: `sources[2].url` is typed in `sources`.
pub(super) fn top(field: &str) -> &str {
    field.split(['[', '.']).next().unwrap_or(field)
}

/// The list index in the name of an API field.
pub(super) fn index(field: &str) -> Option<usize> {
    field.split_once('[')?.1.split_once(']')?.0.parse().ok()
}

/// The API's messages are in English. The most frequent ones are translated to Vietnamese.
fn describe(message: &str, language: Language) -> String {
    if language != Language::VIETNAMESE {
        return message.to_owned();
    }
    // Vietnamese uses points as thousands separators.
    let text = message.trim_end_matches('.').replace(',', ".");
    if text == "Must not be empty" {
        return "Không được để trống.".to_owned();
    }
    if text.starts_with("Must be an absolute http") {
        return "Phải là URL http hoặc https đầy đủ, ví dụ https://example.com/page.".to_owned();
    }
    if let Some(most) = text.strip_prefix("Must have at most ").and_then(|rest| rest.strip_suffix(" items")) {
        return format!("Tối đa {most} mục.");
    }
    let characters = text.strip_prefix("Must have ").and_then(|rest| rest.strip_suffix(" characters"));
    if let Some((least, most)) = characters.and_then(|range| range.split_once(" to ")) {
        return format!("Phải có từ {least} đến {most} ký tự.");
    }
    if let Some((least, most)) =
        text.strip_prefix("Must be between ").and_then(|range| range.split_once(" and "))
    {
        return format!("Phải từ {least} đến {most}.");
    }
    message.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_lists_stand_where_they_were_typed() {
        assert_eq!((top("sources[2].url"), index("sources[2].url")), ("sources", Some(2)));
        assert_eq!((top("focusKeyword"), index("focusKeyword")), ("focusKeyword", None));
    }

    #[test]
    fn what_the_api_says_is_said_in_the_readers_language() {
        let vietnamese = |message| describe(message, Language::VIETNAMESE);
        assert_eq!(vietnamese("Must be between 1,500 and 5,000."), "Phải từ 1.500 đến 5.000.");
        assert_eq!(vietnamese("Must have 1 to 120 characters."), "Phải có từ 1 đến 120 ký tự.");
        assert_eq!(vietnamese("Must have at most 10 items."), "Tối đa 10 mục.");
        assert_eq!(vietnamese("Something new, here."), "Something new, here.");
        assert_eq!(describe("Must not be empty.", Language::ENGLISH), "Must not be empty.");
    }
}
