//! The form for a content brief, an article from notes or an article by the model, with the price.

mod draft;
mod setup;
mod texts;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::articles::order::Tone;
use domain::credits::Credits;
use domain::locale::Language;
use domain::prices::{ArticleSize, CharactersPerWord, Estimate as Price, PER_BRIEF};
use http::StatusCode;
use serde::Deserialize;

use super::api_path;
use super::brief::BriefArticle;
use super::faults::Faults;
use super::shapes::{self, Created, Estimate};
use super::texts::Texts;
use crate::answer::page_with;
use crate::api_client::{ApiClient, Refusal, once};
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::places::{self, NamedCode};
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;
use draft::{Draft, Kind};
use setup::SetupOption;
use texts::FormTexts;

const NO_ENGINE: &str = "provider_not_configured";

/// An option of a field.
struct Choice {
    name: String,
    text: String,
    /// Tenths of a credit per word, for options that decide the price.
    tenths_per_word: i64,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "articles_new.html")]
struct FormTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    form: &'static FormTexts,
    draft: &'a Draft,
    /// The name of the model, if there is one.
    model: Option<String>,
    setup: Vec<SetupOption>,
    shows_setup: bool,
    /// The brief that the form was filled in from.
    brief: Option<Prefilled>,
    languages: Vec<Choice>,
    countries: Vec<Choice>,
    tones: Vec<Choice>,
    faults: Faults,
    refused: Option<&'static str>,
    lacks_credits: bool,
    price: Option<ShownPrice>,
    brief_price: i64,
    once: String,
    vnd_per_usd: i64,
    credits_per_usd: i64,
}

/// A price as the form shows it.
struct ShownPrice {
    credits: i64,
    text: i64,
    images: i64,
    dong: i64,
}

/// Values that the form is filled in with.
#[derive(Deserialize)]
pub(crate) struct QueryParams {
    make: Option<String>,
    keyword: Option<String>,
    title: Option<String>,
    notes: Option<String>,
    /// The id of a brief that provides keyword, title and answers.
    brief: Option<String>,
}

/// The brief that the form was filled in from.
struct Prefilled {
    id: String,
    name: String,
}

impl Prefilled {
    /// Fills in fields that the query parameters do not set.
    fn fill(article: BriefArticle, draft: &mut Draft) -> Result<Self, PageError> {
        let brief = article.brief.ok_or(PageError::NotFound)?;
        let fill = |field: &mut String, text: &str| {
            if field.is_empty() {
                text.clone_into(field);
            }
        };
        fill(&mut draft.keyword, &brief.keyword);
        fill(&mut draft.title, brief.titles.first().map_or("", |title| title.text.as_str()));
        fill(&mut draft.own_texts, brief.notes.as_deref().unwrap_or_default());
        draft.language.clone_from(&article.summary.language);
        Ok(Self { id: article.summary.article_id, name: brief.keyword })
    }
}

/// Every language, with its price per word.
fn languages(chosen: &str, reader: Language) -> Vec<Choice> {
    const WORDS: u32 = 1_000;
    let tenths = |code: &str| {
        let characters_per_word = CharactersPerWord::for_language(code);
        let characters =
            Price::article(ArticleSize { words: WORDS, images: 0, characters_per_word }).characters;
        characters.as_i64() * 10 / i64::from(WORDS)
    };
    let choice = |one: NamedCode| Choice {
        name: one.code.to_owned(),
        text: one.name.to_owned(),
        tenths_per_word: tenths(one.code),
        chosen: one.code == chosen,
    };
    places::languages(reader).into_iter().map(choice).collect()
}

fn countries(chosen: &str, reader: Language) -> Vec<Choice> {
    let choice = |one: NamedCode| Choice {
        name: one.code.to_owned(),
        text: one.name.to_owned(),
        tenths_per_word: 0,
        chosen: one.code.eq_ignore_ascii_case(chosen),
    };
    places::countries(reader).into_iter().map(choice).collect()
}

fn tones(words: &FormTexts, chosen: &str) -> Vec<Choice> {
    let text = |tone| match tone {
        Tone::Professional => words.professional,
        Tone::Casual => words.casual,
        Tone::Friendly => words.friendly,
        Tone::Authoritative => words.authoritative,
        Tone::Persuasive => words.persuasive,
        Tone::Witty => words.witty,
    };
    let choice = |tone: Tone| Choice {
        name: tone.as_str().to_owned(),
        text: text(tone).to_owned(),
        tenths_per_word: 0,
        chosen: tone.as_str() == chosen,
    };
    Tone::ALL.map(choice).into()
}

impl ShownPrice {
    /// The estimated price. An article from notes is charged for no more characters than the notes have, if
    /// there are any yet.
    fn new(estimate: &Estimate, notes: Option<i64>) -> Self {
        let of = |name: &str| {
            estimate.breakdown.iter().find(|line| line.item == name).map_or(0, |line| line.credits)
        };
        let text = of("characters").min(notes.unwrap_or(i64::MAX));
        let credits = estimate.estimated_credits - of("characters") + text;
        let dong = credits * Credits::VND_PER_USD / Credits::PER_USD;
        Self { credits, text, images: of("images"), dong }
    }
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let mut draft = Draft {
        kind: params.make.as_deref().map(Kind::named).unwrap_or_default(),
        keyword: params.keyword.unwrap_or_default(),
        title: params.title.unwrap_or_default(),
        own_texts: params.notes.unwrap_or_default(),
        ..Draft::empty(visit.language)
    };
    let brief = match params.brief {
        Some(id) => {
            let path = api_path(&id, "/status")?;
            let article: BriefArticle = ApiClient::new(&dashboard, &visit).get(&path).await?;
            Some(Prefilled::fill(article, &mut draft)?)
        }
        None => None,
    };
    FormPage { status: StatusCode::OK, brief, refused: None }.show(&dashboard, &visit, draft).await
}

/// Requests the article, or shows the form again with the new price.
pub(crate) async fn submit(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let draft = Draft::typed(&form);
    let again = |status, refused| FormPage { status, brief: None, refused };
    if form.text("step") == "price" {
        return again(StatusCode::OK, None).show(&dashboard, &visit, draft).await;
    }
    let request = match draft.request(FormTexts::of(visit.language)) {
        Ok(request) => request,
        Err(faults) => {
            let refused = Some(Refused { faults, code: None });
            return again(StatusCode::UNPROCESSABLE_ENTITY, refused).show(&dashboard, &visit, draft).await;
        }
    };
    let client = ApiClient::new(&dashboard, &visit);
    match client.post_once("/v1/articles/generate", &request, form.text("once")).await? {
        Ok(reply) => {
            let created: Created = shapes::read(reply)?;
            Ok(redirects::see(&format!("/dashboard/articles/{}", created.article_id)))
        }
        // The first of two clicks is still being processed. Its article is on top of the list.
        Err(refusal) if refusal.is_under_way() => Ok(redirects::see("/dashboard/articles")),
        Err(Refusal { status, code, fields, .. }) => {
            let faults = Faults::placed(fields, visit.language, |field| draft.place(field));
            again(status, Some(Refused { faults, code: Some(code) })).show(&dashboard, &visit, draft).await
        }
    }
}

/// Why a request was rejected.
struct Refused {
    faults: Faults,
    /// The error code of the API, if it was called.
    code: Option<String>,
}

/// How the form is shown.
struct FormPage {
    status: StatusCode,
    brief: Option<Prefilled>,
    refused: Option<Refused>,
}

impl FormPage {
    async fn show(
        self,
        dashboard: &Dashboard,
        visit: &SignedIn,
        mut draft: Draft,
    ) -> Result<Response, PageError> {
        let (words, form) = (Texts::of(visit.language), FormTexts::of(visit.language));
        let client = ApiClient::new(dashboard, visit);
        let model = setup::model(&client).await?;
        let code = self.refused.as_ref().and_then(|refused| refused.code.clone());
        let shows_setup =
            model.is_none() && (draft.kind == Kind::Model || code.as_deref() == Some(NO_ENGINE));
        // The option is not in the form, so it can't be selected.
        if model.is_none() && draft.kind == Kind::Model {
            draft.kind = if draft.own_texts.is_empty() { Kind::Brief } else { Kind::Notes };
        }
        let estimate = client.post("/v1/estimate", &draft.price_question()).await?.ok();
        let estimate = estimate.map(shapes::read::<Estimate>).transpose()?;
        let price = estimate.map(|estimate| ShownPrice::new(&estimate, draft.characters_of_notes()));
        let faults = self.refused.map(|refused| refused.faults).unwrap_or_default();
        let frame = visit.frame(dashboard, Section::Articles, words.new).await?;
        let template = FormTemplate {
            frame: &frame,
            words,
            form,
            draft: &draft,
            setup: if model.is_some() { Vec::new() } else { setup::options(visit.language) },
            model,
            shows_setup,
            brief: self.brief,
            languages: languages(&draft.language, visit.language),
            countries: countries(&draft.country, visit.language),
            tones: tones(form, &draft.tone),
            refused: code.as_deref().filter(|_| !faults.any()).map(|code| words.refusal(code)),
            lacks_credits: code.as_deref() == Some("insufficient_credits"),
            faults,
            price,
            brief_price: PER_BRIEF.as_i64(),
            once: once()?,
            vnd_per_usd: Credits::VND_PER_USD,
            credits_per_usd: Credits::PER_USD,
        };
        page_with(self.status, &frame, &template)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_for_a_word_are_those_of_the_estimate() {
        let choices = languages("vi", Language::ENGLISH);
        let tenths: Vec<i64> = choices.iter().take(2).map(|choice| choice.tenths_per_word).collect();
        assert_eq!(tenths, [60, 48]);
    }

    #[test]
    fn an_article_from_notes_costs_no_more_than_its_notes() {
        let estimate = serde_json::json!({
            "estimatedCredits": 17_000,
            "breakdown": [{"item": "characters", "credits": 12_000}, {"item": "images", "credits": 5_000}],
        });
        let estimate: Estimate = shapes::read(estimate).unwrap();
        let price = |notes| ShownPrice::new(&estimate, notes);
        assert_eq!((price(None).credits, price(None).text), (17_000, 12_000));
        assert_eq!((price(Some(483)).credits, price(Some(483)).text), (5_483, 483));
        assert_eq!(price(Some(20_000)).credits, 17_000);
    }

    #[test]
    fn any_language_and_country_can_be_chosen() {
        let chosen = |choices: Vec<Choice>| {
            choices.into_iter().filter(|choice| choice.chosen).map(|choice| choice.text).collect::<Vec<_>>()
        };
        assert_eq!(chosen(languages("de", Language::VIETNAMESE)), ["Tiếng Đức"]);
        assert_eq!(chosen(countries("vn", Language::ENGLISH)), ["Vietnam"]);
        assert!(chosen(countries("", Language::ENGLISH)).is_empty());
    }

    #[test]
    fn a_brief_fills_in_what_the_address_leaves_open() {
        let article: BriefArticle = shapes::read(super::super::brief::tests::sample()).unwrap();
        let mut draft = Draft { title: "My own title".to_owned(), ..Draft::empty(Language::ENGLISH) };
        let filled = Prefilled::fill(article, &mut draft).ok();
        assert!(filled.is_some());
        assert_eq!((draft.keyword.as_str(), draft.title.as_str()), ("pha trà", "My own title"));
        assert_eq!((draft.own_texts.as_str(), draft.language.as_str()), ("## Nước\n\nNước sôi.", "vi"));
    }
}
