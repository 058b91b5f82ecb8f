//! What the API finds wrong with a request, at the field where it was typed and in the reader's language.

use domain::locale::Language;

/// What is wrong, field by field.
#[derive(Debug, Default)]
pub(super) struct Faults {
    fields: Vec<(String, String)>,
}

impl Faults {
    /// Places what the API says at fields of the form; `place` knows the form's names.
    pub(super) fn placed(
        fields: Vec<(String, String)>,
        language: Language,
        place: impl Fn(&str) -> String,
    ) -> Self {
        let mut faults = Self::default();
        for (field, message) in fields {
            faults.add(&place(&field), told(&message, language));
        }
        faults
    }

    /// The first fault of a field is enough.
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

/// The name of the form's field for one that the API names: `sources[2].url` is typed in `sources`.
pub(super) fn top(field: &str) -> &str {
    field.split(['[', '.']).next().unwrap_or(field)
}

/// The place in a list that a field of the API names.
pub(super) fn index(field: &str) -> Option<usize> {
    field.split_once('[')?.1.split_once(']')?.0.parse().ok()
}

/// The API speaks English; what it says most often is said in Vietnamese too.
fn told(message: &str, language: Language) -> String {
    if language != Language::VIETNAMESE {
        return message.to_owned();
    }
    let between = |text: &str| text.split_once("..").map(|(least, most)| (least.to_owned(), most.to_owned()));
    if message == "must not be empty" {
        return "không được để trống".to_owned();
    }
    if message.starts_with("must be an absolute http") {
        return "phải là địa chỉ http hoặc https đầy đủ, ví dụ https://example.com/page".to_owned();
    }
    if let Some(most) =
        message.strip_prefix("must have at most ").and_then(|rest| rest.strip_suffix(" entries"))
    {
        return format!("tối đa {most} mục");
    }
    let characters = message.strip_prefix("must have ").and_then(|rest| rest.strip_suffix(" characters"));
    if let Some((least, most)) = characters.and_then(between) {
        return format!("phải có từ {least} đến {most} ký tự");
    }
    if let Some((least, most)) = message.strip_prefix("must be ").and_then(between) {
        return format!("phải từ {least} đến {most}");
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
        let vietnamese = |message| told(message, Language::VIETNAMESE);
        assert_eq!(vietnamese("must be 1500..5000"), "phải từ 1500 đến 5000");
        assert_eq!(vietnamese("must have 1..120 characters"), "phải có từ 1 đến 120 ký tự");
        assert_eq!(vietnamese("must have at most 10 entries"), "tối đa 10 mục");
        assert_eq!(vietnamese("something new"), "something new");
        assert_eq!(told("must be 1500..5000", Language::ENGLISH), "must be 1500..5000");
    }
}
