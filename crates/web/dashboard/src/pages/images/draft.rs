//! The typed fields of the form for a new image.

use domain::images::{ImageFormat, ImageSize, ImageStyle};
use serde_json::{Map, Value, json};

use super::Texts;
use crate::faults::Faults;
use crate::form::Form;

/// The typed fields and their errors.
pub(super) struct Draft {
    pub(super) prompt: String,
    pub(super) size: String,
    pub(super) style: String,
    pub(super) format: String,
    pub(super) quality: String,
    pub(super) alt: String,
    pub(super) seed: String,
    pub(super) language: String,
    pub(super) allow_text: bool,
    pub(super) responsive: bool,
    pub(super) faults: Faults,
}

impl Draft {
    pub(super) fn empty() -> Self {
        Self {
            prompt: String::new(),
            size: ImageSize::default().as_str().to_owned(),
            style: ImageStyle::default().as_str().to_owned(),
            format: ImageFormat::default().as_str().to_owned(),
            quality: String::new(),
            alt: String::new(),
            seed: String::new(),
            language: String::new(),
            allow_text: false,
            responsive: false,
            faults: Faults::default(),
        }
    }

    pub(super) fn read(form: &Form) -> Self {
        let text = |name: &str| form.text(name).to_owned();
        Self {
            prompt: text("prompt"),
            size: text("size"),
            style: text("style"),
            format: text("format"),
            quality: text("quality"),
            alt: text("alt"),
            seed: text("seed"),
            language: text("language"),
            allow_text: form.is_set("allowText"),
            responsive: form.is_set("responsive"),
            faults: Faults::default(),
        }
    }

    /// Whether an optional field differs from its default.
    pub(super) const fn has_more(&self) -> bool {
        let is_empty = self.quality.is_empty()
            && self.alt.is_empty()
            && self.seed.is_empty()
            && self.language.is_empty();
        !is_empty || self.allow_text || self.responsive
    }

    /// The API request; empty fields are left out.
    pub(super) fn request(&self, words: &Texts) -> Result<Value, Faults> {
        let mut body = Map::new();
        let mut faults = Faults::default();
        body.insert("prompt".to_owned(), json!(self.prompt));
        body.insert("allowText".to_owned(), json!(self.allow_text));
        body.insert("responsive".to_owned(), json!(self.responsive));
        let texts = [
            ("size", &self.size),
            ("style", &self.style),
            ("format", &self.format),
            ("alt", &self.alt),
            ("language", &self.language),
        ];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            body.insert(name.to_owned(), json!(text));
        }
        for (name, text) in [("quality", &self.quality), ("seed", &self.seed)] {
            match text.parse::<u32>() {
                Ok(number) => drop(body.insert(name.to_owned(), json!(number))),
                Err(_) if text.is_empty() => {}
                Err(_) => faults.add(name, words.number_fault),
            }
        }
        if faults.any() { Err(faults) } else { Ok(Value::Object(body)) }
    }
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn a_draft_becomes_the_request_that_the_api_knows() {
        let draft = Draft { prompt: "tea".to_owned(), seed: "7".to_owned(), ..Draft::empty() };
        let expected = json!({
            "prompt": "tea", "allowText": false, "responsive": false, "size": "1536x1024",
            "style": "illustration", "format": "webp", "seed": 7,
        });
        assert_eq!(draft.request(Texts::of(Language::ENGLISH)).unwrap(), expected);
        assert!(draft.has_more() && !Draft::empty().has_more());
    }

    #[test]
    fn what_should_be_a_number_and_is_none_is_named() {
        let draft = Draft { quality: "fine".to_owned(), seed: "-1".to_owned(), ..Draft::empty() };
        let faults = draft.request(Texts::of(Language::ENGLISH)).unwrap_err();
        let named: Vec<&str> = faults.fields().iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(named, ["quality", "seed"]);
    }
}
