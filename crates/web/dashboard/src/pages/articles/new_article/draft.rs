//! The typed fields of the form, and the request made from them.

use domain::locale::Language;
use serde_json::{Map, Value, json};

use super::super::faults::{self, Faults};
use super::texts::FormTexts;
use crate::form::Form;

const USUAL_WORDS: &str = "2000";
const USUAL_IMAGES: &str = "1";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Brief,
    /// An article from notes.
    Notes,
    /// An article written by the model.
    Model,
}

impl Kind {
    /// The kind with this name; for other names, a brief.
    pub(super) fn named(name: &str) -> Self {
        match name {
            "notes" => Self::Notes,
            "model" => Self::Model,
            _ => Self::Brief,
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Brief => "brief",
            Self::Notes => "notes",
            Self::Model => "model",
        }
    }
}

#[derive(Default)]
pub(super) struct Draft {
    pub(super) kind: Kind,
    pub(super) keyword: String,
    pub(super) words: String,
    pub(super) images: String,
    pub(super) language: String,
    pub(super) country: String,
    pub(super) tone: String,
    pub(super) publish: String,
    pub(super) outline_first: bool,
    pub(super) title: String,
    pub(super) audience: String,
    pub(super) instructions: String,
    pub(super) keywords: String,
    pub(super) sources: String,
    pub(super) own_texts: String,
    pub(super) links: String,
    pub(super) webhook: String,
    pub(super) limit: String,
}

impl Draft {
    pub(super) fn empty(language: Language) -> Self {
        Self {
            words: USUAL_WORDS.to_owned(),
            images: USUAL_IMAGES.to_owned(),
            language: language.to_string(),
            tone: "professional".to_owned(),
            publish: "auto".to_owned(),
            ..Self::default()
        }
    }

    pub(super) fn typed(form: &Form) -> Self {
        let text = |name: &str| form.text(name).to_owned();
        Self {
            kind: Kind::named(form.text("make")),
            keyword: text("focusKeyword"),
            words: text("targetWordCount"),
            images: text("imageOption"),
            language: text("language"),
            country: text("country"),
            tone: text("tone"),
            publish: text("publish"),
            outline_first: form.text("mode") == "outline",
            title: text("title"),
            audience: text("audience"),
            instructions: text("instructions"),
            keywords: text("keywords"),
            sources: text("sources"),
            own_texts: text("ownTexts"),
            links: text("internalLinks"),
            webhook: text("webhookUrl"),
            limit: text("maxCredits"),
        }
    }

    fn mode(&self) -> &'static str {
        match self.kind {
            Kind::Brief => "brief",
            Kind::Notes => "notes",
            Kind::Model if self.outline_first => "outline",
            Kind::Model => "full",
        }
    }

    /// The longest possible article from notes, in characters, if there are notes.
    pub(super) fn characters_of_notes(&self) -> Option<i64> {
        let characters = i64::try_from(self.own_texts.chars().count()).ok();
        characters.filter(|characters| self.kind == Kind::Notes && *characters > 0)
    }

    /// The request for an estimate, with the fields that decide the price.
    pub(super) fn price_question(&self) -> Value {
        let mut question =
            json!({"endpoint": "articles/generate", "mode": self.mode(), "language": self.language});
        for (name, text) in [("targetWordCount", &self.words), ("imageOption", &self.images)] {
            if let Ok(number) = text.parse::<u32>() {
                question[name] = json!(number);
            }
        }
        question
    }

    /// The API request. It omits empty fields and those that the form does not show for this kind.
    pub(super) fn request(&self, words: &FormTexts) -> Result<Value, Faults> {
        let mut faults = Faults::default();
        let mut request = Map::new();
        request.insert("focusKeyword".to_owned(), json!(self.keyword));
        request.insert("mode".to_owned(), json!(self.mode()));
        for (name, text) in self.texts().into_iter().filter(|(_, text)| !text.is_empty()) {
            request.insert(name.to_owned(), json!(text));
        }
        for (name, text) in self.numbers().into_iter().filter(|(_, text)| !text.is_empty()) {
            match text.parse::<u32>() {
                Ok(number) => drop(request.insert(name.to_owned(), json!(number))),
                Err(_) => faults.add(name, words.whole_number.to_owned()),
            }
        }
        if self.kind == Kind::Notes && self.own_texts.is_empty() {
            faults.add("ownTexts", words.notes_missing.to_owned());
        }
        request.insert("keywords".to_owned(), json!(lines(&self.keywords)));
        request.insert("sources".to_owned(), Value::Array(self.sources()));
        if self.kind != Kind::Notes {
            request.insert("internalLinks".to_owned(), self.links());
        }
        if faults.any() { Err(faults) } else { Ok(Value::Object(request)) }
    }

    fn texts(&self) -> Vec<(&'static str, &str)> {
        let mut texts =
            vec![("language", self.language.as_str()), ("title", &self.title), ("webhookUrl", &self.webhook)];
        if self.kind != Kind::Notes {
            texts.push(("country", &self.country));
        }
        if self.kind == Kind::Model {
            texts.extend([
                ("tone", self.tone.as_str()),
                ("publish", &self.publish),
                ("audience", &self.audience),
                ("instructions", &self.instructions),
            ]);
        }
        texts
    }

    fn numbers(&self) -> Vec<(&'static str, &str)> {
        let mut numbers = vec![("maxCredits", self.limit.as_str())];
        if self.kind != Kind::Brief {
            numbers.extend([("targetWordCount", self.words.as_str()), ("imageOption", &self.images)]);
        }
        numbers
    }

    /// Pages first, then texts. Errors refer to the position in this list.
    fn sources(&self) -> Vec<Value> {
        let pages = self.pages().into_iter().map(|url| json!({"url": url}));
        let texts = if self.kind == Kind::Brief { Vec::new() } else { own_texts(&self.own_texts) };
        pages.chain(texts).collect()
    }

    /// Articles from notes use no other pages.
    fn pages(&self) -> Vec<&str> {
        if self.kind == Kind::Notes { Vec::new() } else { lines(&self.sources) }
    }

    /// A single URL that looks like a sitemap is sent as one; anything else is a list of pages.
    fn links(&self) -> Value {
        match lines(&self.links).as_slice() {
            [only] if is_sitemap(only) => json!(only),
            pages => pages.iter().map(|url| json!({"url": url})).collect(),
        }
    }

    /// The form field of an API field.
    pub(super) fn place(&self, field: &str) -> String {
        let is_text =
            faults::index(field).map_or(self.kind == Kind::Notes, |index| index >= self.pages().len());
        match faults::top(field) {
            "sources" if is_text => "ownTexts".to_owned(),
            top => top.to_owned(),
        }
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// Texts separated by lines of three dashes. The first line is the title if it is marked as one.
fn own_texts(text: &str) -> Vec<Value> {
    let mut parts = vec![String::new()];
    for line in text.lines() {
        if line.trim() == "---" {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.map(own_text).collect()
}

fn own_text(part: &str) -> Value {
    let (first, rest) = part.split_once('\n').unwrap_or((part, ""));
    let title = first.strip_prefix("# ").map(str::trim).filter(|title| !title.is_empty());
    match title {
        Some(title) if !rest.trim().is_empty() => json!({"title": title, "text": rest.trim()}),
        _ => json!({"text": part}),
    }
}

fn is_sitemap(url: &str) -> bool {
    let path = url.split('?').next().unwrap_or_default();
    path.to_ascii_lowercase().ends_with(".xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> &'static FormTexts {
        FormTexts::of(Language::ENGLISH)
    }

    fn filled(kind: Kind) -> Draft {
        Draft {
            kind,
            keyword: "tea".to_owned(),
            words: "1500".to_owned(),
            outline_first: true,
            title: "All about tea".to_owned(),
            instructions: "Be brief.".to_owned(),
            keywords: " green tea \n\nblack tea".to_owned(),
            sources: "https://a.example/\r\nhttps://b.example/".to_owned(),
            own_texts: "# My notes\nTea is hot.\n---\nTea is also wet.".to_owned(),
            links: "https://me.example/sitemap.xml".to_owned(),
            ..Draft::empty(Language::ENGLISH)
        }
    }

    #[test]
    fn empty_fields_are_left_to_the_api() {
        let draft = Draft { keyword: "tea".to_owned(), kind: Kind::Model, ..Draft::default() };
        let request = draft.request(words()).ok();
        let expected = json!({"focusKeyword": "tea", "mode": "full", "keywords": [], "sources": [], "internalLinks": []});
        assert_eq!(request, Some(expected));
    }

    #[test]
    fn what_is_typed_becomes_a_request() {
        let draft = filled(Kind::Model);
        let request = draft.request(words()).unwrap_or_default();
        assert_eq!((&request["targetWordCount"], &request["mode"]), (&json!(1500), &json!("outline")));
        assert_eq!(request["keywords"], json!(["green tea", "black tea"]));
        let texts =
            [json!({"title": "My notes", "text": "Tea is hot."}), json!({"text": "Tea is also wet."})];
        assert_eq!(
            request["sources"],
            json!([{"url": "https://a.example/"}, {"url": "https://b.example/"}, texts[0], texts[1]])
        );
        assert_eq!(request["internalLinks"], json!("https://me.example/sitemap.xml"));
        assert_eq!(draft.place("sources[1].url"), "sources");
        assert_eq!(draft.place("sources[2].title"), "ownTexts");
        assert_eq!(draft.place("internalLinks[0].url"), "internalLinks");
    }

    #[test]
    fn only_fields_that_the_form_shows_are_sent() {
        let brief = filled(Kind::Brief).request(words()).unwrap_or_default();
        assert_eq!((&brief["mode"], &brief["targetWordCount"]), (&json!("brief"), &Value::Null));
        assert_eq!(brief["sources"], json!([{"url": "https://a.example/"}, {"url": "https://b.example/"}]));
        let draft = filled(Kind::Notes);
        let notes = draft.request(words()).unwrap_or_default();
        assert_eq!((&notes["mode"], &notes["publish"]), (&json!("notes"), &Value::Null));
        assert_eq!(notes["sources"].as_array().map(Vec::len), Some(2));
        assert_eq!(draft.place("sources[0].text"), "ownTexts");
        assert_eq!(draft.place("sources"), "ownTexts");
    }

    #[test]
    fn an_article_from_notes_needs_notes() {
        let draft = Draft { own_texts: String::new(), ..filled(Kind::Notes) };
        assert!(draft.request(words()).is_err_and(|faults| faults.of("ownTexts").is_some()));
    }

    #[test]
    fn numbers_that_are_none_are_faults_of_their_fields() {
        let typed = Draft { words: "many".to_owned(), images: "-1".to_owned(), ..Draft::default() };
        let draft = Draft { kind: Kind::Model, ..typed };
        let faults = draft.request(words()).err().unwrap_or_default();
        assert!(faults.of("targetWordCount").is_some() && faults.of("imageOption").is_some());
        let question = json!({"endpoint": "articles/generate", "mode": "full", "language": ""});
        assert_eq!(draft.price_question(), question);
    }
}
