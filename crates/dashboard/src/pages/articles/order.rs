//! The form that orders an article, with its price.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::locale::Language;
use domain::prices::{ArticleSize, CharactersPerWord, Estimate as Price};
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::faults::{self, Faults};
use super::shapes::{self, Estimate, Ordered};
use super::texts::Texts;
use crate::answer::page_with;
use crate::api_client::{ApiClient, Refusal, once};
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// About what a dollar is worth, as prices are told.
const DONG_PER_DOLLAR: i64 = 25_000;
const CREDITS_PER_DOLLAR: i64 = 100_000;
const USUAL_WORDS: &str = "2000";
const USUAL_IMAGES: &str = "1";
const TONES: [&str; 6] = ["professional", "casual", "friendly", "authoritative", "persuasive", "witty"];

/// What was typed.
#[derive(Default)]
struct Draft {
    keyword: String,
    words: String,
    images: String,
    language: String,
    country: String,
    tone: String,
    publish: String,
    plan_first: bool,
    title: String,
    audience: String,
    instructions: String,
    keywords: String,
    sources: String,
    own_texts: String,
    links: String,
    webhook: String,
    ceiling: String,
}

/// A choice of the form.
struct Choice {
    name: &'static str,
    text: &'static str,
    /// Tenths of a credit for a word, where that depends on the choice.
    tenths_per_word: i64,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "articles_new.html")]
struct OrderTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    draft: &'a Draft,
    languages: Vec<Choice>,
    tones: Vec<Choice>,
    faults: Faults,
    refused: Option<&'static str>,
    lacks_credits: bool,
    price: Option<ShownPrice>,
    once: String,
    dong_per_dollar: i64,
    credits_per_dollar: i64,
}

/// A price as the form shows it.
struct ShownPrice {
    credits: i64,
    text: i64,
    pictures: i64,
    dong: i64,
}

/// What the form may begin with.
#[derive(Deserialize)]
pub(crate) struct Beginning {
    keyword: Option<String>,
}

impl Draft {
    fn empty(language: Language, keyword: Option<String>) -> Self {
        Self {
            keyword: keyword.unwrap_or_default(),
            words: USUAL_WORDS.to_owned(),
            images: USUAL_IMAGES.to_owned(),
            language: language.to_string(),
            tone: "professional".to_owned(),
            publish: "auto".to_owned(),
            ..Self::default()
        }
    }

    fn typed(form: &Form) -> Self {
        let text = |name: &str| form.text(name).to_owned();
        Self {
            keyword: text("focusKeyword"),
            words: text("targetWordCount"),
            images: text("imageOption"),
            language: text("language"),
            country: text("country"),
            tone: text("tone"),
            publish: text("publish"),
            plan_first: form.text("mode") == "outline",
            title: text("title"),
            audience: text("audience"),
            instructions: text("instructions"),
            keywords: text("keywords"),
            sources: text("sources"),
            own_texts: text("ownTexts"),
            links: text("internalLinks"),
            webhook: text("webhookUrl"),
            ceiling: text("maxCredits"),
        }
    }

    /// The fields that decide the price.
    fn price_question(&self) -> Value {
        let mut question = json!({"endpoint": "articles/generate", "language": self.language});
        for (name, text) in [("targetWordCount", &self.words), ("imageOption", &self.images)] {
            if let Ok(number) = text.parse::<u32>() {
                question[name] = json!(number);
            }
        }
        question
    }

    /// The order as the API takes it; empty fields are left out.
    fn order(&self, words: &Texts) -> Result<Value, Faults> {
        let mut faults = Faults::default();
        let mut order = Map::new();
        order.insert("focusKeyword".to_owned(), json!(self.keyword));
        order.insert("mode".to_owned(), json!(if self.plan_first { "outline" } else { "full" }));
        let texts = [
            ("language", &self.language),
            ("country", &self.country),
            ("tone", &self.tone),
            ("publish", &self.publish),
            ("title", &self.title),
            ("audience", &self.audience),
            ("instructions", &self.instructions),
            ("webhookUrl", &self.webhook),
        ];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            order.insert(name.to_owned(), json!(text));
        }
        let numbers =
            [("targetWordCount", &self.words), ("imageOption", &self.images), ("maxCredits", &self.ceiling)];
        for (name, text) in numbers.into_iter().filter(|(_, text)| !text.is_empty()) {
            match text.parse::<u32>() {
                Ok(number) => drop(order.insert(name.to_owned(), json!(number))),
                Err(_) => faults.add(name, words.whole_number.to_owned()),
            }
        }
        order.insert("keywords".to_owned(), json!(lines(&self.keywords)));
        order.insert("sources".to_owned(), Value::Array(self.sources()));
        order.insert("internalLinks".to_owned(), self.links());
        if faults.any() { Err(faults) } else { Ok(Value::Object(order)) }
    }

    /// Pages first, then texts; faults are told by their place in this list.
    fn sources(&self) -> Vec<Value> {
        let pages = lines(&self.sources).into_iter().map(|url| json!({"url": url}));
        pages.chain(own_texts(&self.own_texts)).collect()
    }

    /// One address that looks like a sitemap is one; anything else is a list of pages.
    fn links(&self) -> Value {
        match lines(&self.links).as_slice() {
            [only] if is_sitemap(only) => json!(only),
            pages => pages.iter().map(|url| json!({"url": url})).collect(),
        }
    }

    /// Where a field of the API is typed.
    fn place(&self, field: &str) -> String {
        let is_text = faults::index(field).is_some_and(|index| index >= lines(&self.sources).len());
        match faults::top(field) {
            "sources" if is_text => "ownTexts".to_owned(),
            top => top.to_owned(),
        }
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// Texts between lines of three dashes, each with a title if its first line is marked as one.
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

fn languages(chosen: &str) -> Vec<Choice> {
    const WORDS: u32 = 1_000;
    let tenths = |code| {
        let characters_per_word = CharactersPerWord::for_language(code);
        let characters =
            Price::article(ArticleSize { words: WORDS, images: 0, characters_per_word }).characters;
        characters.as_i64() * 10 / i64::from(WORDS)
    };
    let choice = |(name, text)| Choice { name, text, tenths_per_word: tenths(name), chosen: name == chosen };
    [("en", "English"), ("vi", "Tiếng Việt")].into_iter().map(choice).collect()
}

fn tones(words: &Texts, chosen: &str) -> Vec<Choice> {
    let text = |name| match name {
        "casual" => words.casual,
        "friendly" => words.friendly,
        "authoritative" => words.authoritative,
        "persuasive" => words.persuasive,
        "witty" => words.witty,
        _ => words.professional,
    };
    let choice = |name| Choice { name, text: text(name), tenths_per_word: 0, chosen: name == chosen };
    TONES.into_iter().map(choice).collect()
}

impl ShownPrice {
    fn new(estimate: &Estimate) -> Self {
        let of = |name: &str| {
            estimate.breakdown.iter().find(|line| line.item == name).map_or(0, |line| line.credits)
        };
        let credits = estimate.estimated_credits;
        let dong = credits * DONG_PER_DOLLAR / CREDITS_PER_DOLLAR;
        Self { credits, text: of("characters"), pictures: of("images"), dong }
    }
}

/// The form.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(beginning): Query<Beginning>,
) -> Result<Response, PageError> {
    let draft = Draft::empty(visit.language, beginning.keyword);
    form_page(&dashboard, &visit, StatusCode::OK, &draft, Ok(())).await
}

/// Orders the article, or shows the form again with another price.
pub(crate) async fn submit(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let draft = Draft::typed(&form);
    if form.text("step") == "price" {
        return form_page(&dashboard, &visit, StatusCode::OK, &draft, Ok(())).await;
    }
    let order = match draft.order(Texts::of(visit.language)) {
        Ok(order) => order,
        Err(faults) => {
            let refused = Err(Refused { faults, code: None });
            return form_page(&dashboard, &visit, StatusCode::UNPROCESSABLE_ENTITY, &draft, refused).await;
        }
    };
    let client = ApiClient::new(&dashboard, &visit);
    match client.post_once("/v1/articles/generate", &order, form.text("once")).await? {
        Ok(told) => {
            let ordered: Ordered = shapes::read(told)?;
            Ok(redirects::see(&format!("/dashboard/articles/{}", ordered.article_id)))
        }
        // The first of two clicks is still being answered; its article is on top of the list.
        Err(refusal) if refusal.is_under_way() => Ok(redirects::see("/dashboard/articles")),
        Err(Refusal { status, code, fields, .. }) => {
            let faults = Faults::placed(fields, visit.language, |field| draft.place(field));
            let refused = Err(Refused { faults, code: Some(code) });
            form_page(&dashboard, &visit, status, &draft, refused).await
        }
    }
}

/// Why an order was not taken.
struct Refused {
    faults: Faults,
    /// What the API says, if it was asked.
    code: Option<String>,
}

async fn form_page(
    dashboard: &Dashboard,
    visit: &SignedIn,
    status: StatusCode,
    draft: &Draft,
    outcome: Result<(), Refused>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let client = ApiClient::new(dashboard, visit);
    let estimate = client.post("/v1/estimate", &draft.price_question()).await?.ok();
    let price = estimate.map(shapes::read::<Estimate>).transpose()?.as_ref().map(ShownPrice::new);
    let (faults, code) =
        outcome.err().map_or_else(Default::default, |refused| (refused.faults, refused.code));
    let frame = visit.frame(dashboard, Section::Articles, words.new).await?;
    let template = OrderTemplate {
        frame: &frame,
        words,
        draft,
        languages: languages(&draft.language),
        tones: tones(words, &draft.tone),
        refused: code.as_deref().filter(|_| !faults.any()).map(|code| words.refusal(code)),
        lacks_credits: code.as_deref() == Some("insufficient_credits"),
        faults,
        price,
        once: once()?,
        dong_per_dollar: DONG_PER_DOLLAR,
        credits_per_dollar: CREDITS_PER_DOLLAR,
    };
    page_with(status, &frame, &template)
}

fn is_sitemap(address: &str) -> bool {
    let path = address.split('?').next().unwrap_or_default();
    path.to_ascii_lowercase().ends_with(".xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> &'static Texts {
        Texts::of(Language::ENGLISH)
    }

    #[test]
    fn empty_fields_are_left_to_the_api() {
        let draft = Draft { keyword: "tea".to_owned(), ..Draft::default() };
        let order = draft.order(words()).ok();
        assert_eq!(
            order,
            Some(
                json!({"focusKeyword": "tea", "mode": "full", "keywords": [], "sources": [], "internalLinks": []})
            )
        );
    }

    #[test]
    fn what_is_typed_becomes_an_order() {
        let draft = Draft {
            words: "1500".to_owned(),
            plan_first: true,
            keywords: " green tea \n\nblack tea".to_owned(),
            sources: "https://a.example/\r\nhttps://b.example/".to_owned(),
            own_texts: "# My notes\nTea is hot.\n---\nTea is also wet.".to_owned(),
            links: "https://me.example/sitemap.xml".to_owned(),
            ..Draft::empty(Language::ENGLISH, Some("tea".to_owned()))
        };
        let order = draft.order(words()).unwrap_or_default();
        assert_eq!((&order["targetWordCount"], &order["mode"]), (&json!(1500), &json!("outline")));
        assert_eq!(order["keywords"], json!(["green tea", "black tea"]));
        let texts =
            [json!({"title": "My notes", "text": "Tea is hot."}), json!({"text": "Tea is also wet."})];
        assert_eq!(
            order["sources"],
            json!([{"url": "https://a.example/"}, {"url": "https://b.example/"}, texts[0], texts[1]])
        );
        assert_eq!(order["internalLinks"], json!("https://me.example/sitemap.xml"));
        assert_eq!(draft.place("sources[1].url"), "sources");
        assert_eq!(draft.place("sources[2].title"), "ownTexts");
        assert_eq!(draft.place("internalLinks[0].url"), "internalLinks");
    }

    #[test]
    fn numbers_that_are_none_are_faults_of_their_fields() {
        let draft = Draft { words: "many".to_owned(), images: "-1".to_owned(), ..Draft::default() };
        let faults = draft.order(words()).err().unwrap_or_default();
        assert!(faults.of("targetWordCount").is_some() && faults.of("imageOption").is_some());
        assert_eq!(draft.price_question(), json!({"endpoint": "articles/generate", "language": ""}));
    }

    #[test]
    fn credits_for_a_word_are_those_of_the_estimate() {
        let tenths: Vec<i64> = languages("vi").into_iter().map(|choice| choice.tenths_per_word).collect();
        assert_eq!(tenths, [60, 48]);
    }
}
