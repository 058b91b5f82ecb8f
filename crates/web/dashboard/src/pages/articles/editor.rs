//! The editor of an article: all fields that people can change, a preview, and saving.

mod shapes;
mod texts;
pub(crate) mod versions;

use askama::Template;
use askama::filters::Safe;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api_path;
use super::faults::{self, Faults};
use super::show::embedded;
use crate::answer::page_with;
use crate::api_client::{ApiClient, Listing, Refusal, read};
use crate::failure::PageError;
use crate::form::Form;
use crate::form_about::FormAbout;
use crate::frame::{Frame, Section};
use crate::redirects::{self, with_query};
use crate::state::Dashboard;
use crate::visit::SignedIn;
use shapes::{Own, Part, Picture, Preview, Version};
pub(crate) use texts::Texts;

/// A form about an article.
type ArticleForm = FormAbout<String>;

/// Short fields, by their names in the form and in the API.
const LINES: [&str; 5] = ["title", "slug", "metaTitle", "metaDescription", "excerpt"];

/// A typed part of the body.
struct TypedPart {
    id: String,
    name: String,
    heading: Option<String>,
    markdown: String,
    rows: usize,
}

/// The typed fields of an image.
struct TypedImage {
    id: String,
    url: String,
    alt: String,
    caption: String,
    replacement: String,
}

struct Typed {
    version: u32,
    lines: [String; 5],
    parts: Vec<TypedPart>,
    images: Vec<TypedImage>,
}

/// The result of sending the form.
#[derive(Default)]
struct Told {
    faults: Faults,
    refused: Option<&'static str>,
    /// Whether another person saved a newer version in the meantime.
    newer: bool,
    preview: Option<String>,
}

#[derive(Template)]
#[template(path = "articles_edit.html")]
struct EditTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    id: &'a str,
    name: &'a str,
    language: &'a str,
    typed: &'a Typed,
    sources: &'a [shapes::Source],
    own: &'a [Own],
    told: &'a Told,
    previews: bool,
    preview: Safe<String>,
}

impl EditTemplate<'_> {
    fn fault(&self, name: &str, id: &str) -> Option<&str> {
        self.told.faults.of(&format!("{name}-{id}"))
    }

    fn line(&self, name: &str) -> &str {
        LINES.iter().zip(&self.typed.lines).find(|(known, _)| **known == name).map_or("", |(_, line)| line)
    }
}

#[derive(Default, Deserialize)]
pub(crate) struct QueryParams {
    done: Option<String>,
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let article = article(&dashboard, &visit, &id).await?;
    let version = version(&dashboard, &visit, &id, article.version()?).await?;
    let words = Texts::of(visit.language);
    let notice = match params.done.as_deref() {
        Some("saved") => Some(words.done_saved),
        Some("same") => Some(words.done_same),
        _ => None,
    };
    let typed = Typed::of(&version, words);
    editor_page((&dashboard, &visit), (&id, &article), (&typed, &Told::default()), notice).await
}

/// Previews or saves the typed fields.
pub(crate) async fn send(sent: ArticleForm) -> Result<Response, PageError> {
    let article = article(&sent.dashboard, &sent.visit, &sent.id).await?;
    let number = sent.form.text("version").parse().map_err(|_| PageError::BadForm)?;
    let base = version(&sent.dashboard, &sent.visit, &sent.id, number).await?;
    let words = Texts::of(sent.visit.language);
    let typed = Typed::read(&sent.form, &base, words);
    let change = Change::between(&base, &typed);
    let told = match sent.form.text("do") {
        "preview" => match &change.body {
            None => Told { preview: Some(article.html()?.to_owned()), ..Told::default() },
            Some(body) => match sent.client().post(&api_path(&sent.id, "/preview")?, body).await? {
                Ok(told) => Told { preview: Some(read::<Preview>(told)?.html), ..Told::default() },
                Err(refusal) => change.describe(refusal, &sent.visit, words),
            },
        },
        then => {
            let Some(mut body) = change.body.clone() else { return Ok(back(&sent.id, "same")) };
            // People who confirm to overwrite a newer version send no version number.
            if then != "overwrite" {
                body["version"] = json!(number);
            }
            match sent.client().patch(&api_path(&sent.id, "")?, &body).await? {
                Ok(_) => return Ok(back(&sent.id, "saved")),
                Err(refusal) => change.describe(refusal, &sent.visit, words),
            }
        }
    };
    editor_page((&sent.dashboard, &sent.visit), (&sent.id, &article), (&typed, &told), None).await
}

/// Previews one part as HTML, for the pane beside its field.
pub(crate) async fn preview(sent: ArticleForm) -> Result<Response, PageError> {
    let (part, markdown) = (sent.form.text("part"), sent.form.raw("markdown"));
    let body = json!({"sections": [{"id": part, "markdown": markdown}]});
    let outcome = sent.client().post(&api_path(&sent.id, "/preview")?, &body).await?;
    Ok(match outcome {
        Ok(told) => {
            let shown: Preview = read(told)?;
            let part = shown.sections.iter().find(|shown| shown.id == part);
            embedded(part.map_or("", |part| &part.html)).into_response()
        }
        Err(refusal) if refusal.status == StatusCode::NOT_FOUND => return Err(PageError::NotFound),
        Err(refusal) => {
            let fault = refusal.fields.into_iter().next().map_or(refusal.message, |(_, fault)| fault);
            (StatusCode::UNPROCESSABLE_ENTITY, fault).into_response()
        }
    })
}

fn back(id: &str, done: &str) -> Response {
    let place = if done == "saved" { format!("/dashboard/articles/{id}") } else { place_of(id) };
    redirects::see(&with_query(&place, &[("done", done)]))
}

fn place_of(id: &str) -> String {
    format!("/dashboard/articles/{id}/edit")
}

async fn article(dashboard: &Dashboard, visit: &SignedIn, id: &str) -> Result<shapes::Article, PageError> {
    ApiClient::new(dashboard, visit).get(&api_path(id, "/status")?).await
}

async fn version(
    dashboard: &Dashboard,
    visit: &SignedIn,
    id: &str,
    number: u32,
) -> Result<Version, PageError> {
    ApiClient::new(dashboard, visit).get(&api_path(id, &format!("/versions/{number}"))?).await
}

async fn editor_page(
    (dashboard, visit): (&Dashboard, &SignedIn),
    (id, article): (&str, &shapes::Article),
    (typed, told): (&Typed, &Told),
    notice: Option<&'static str>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let client = ApiClient::new(dashboard, visit);
    let own: Listing<Own> = client.get("/v1/images?limit=50").await?;
    let frame = visit.frame(dashboard, Section::Articles, words.heading).await?.telling(notice);
    let template = EditTemplate {
        frame: &frame,
        words,
        id,
        name: article.name(),
        language: &article.language,
        typed,
        sources: article.sources(),
        own: &own.data,
        told,
        // The HTML is from our own renderer, which escapes all text and allows no other markup; see
        // `crates/text/publishing`.
        previews: told.preview.is_some(),
        preview: Safe(told.preview.as_deref().map(embedded).unwrap_or_default()),
    };
    let fails = told.refused.is_some() || told.faults.any();
    let status = if fails { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page_with(status, &frame, &template)
}

impl Typed {
    fn of(version: &Version, words: &Texts) -> Self {
        Self {
            version: version.number,
            lines: version.lines().map(str::to_owned),
            parts: version
                .sections
                .iter()
                .map(|part| TypedPart::new(part, part.heading.clone(), part.markdown.clone(), words))
                .collect(),
            images: version.images.iter().map(TypedImage::of).collect(),
        }
    }

    /// Reads the form. Missing fields keep their values of the base version.
    fn read(form: &Form, base: &Version, words: &Texts) -> Self {
        let said = |name: String, before: &str| {
            if form.is_set(&name) { form.raw(&name).replace("\r\n", "\n") } else { before.to_owned() }
        };
        let mut lines = base.lines().map(str::to_owned);
        for (name, line) in LINES.iter().zip(&mut lines) {
            said((*name).to_owned(), line).trim().clone_into(line);
        }
        let part = |part: &Part| {
            let heading = part.heading.as_deref();
            let heading = heading.map(|heading| said(format!("heading-{}", part.id), heading));
            TypedPart::new(part, heading, said(format!("markdown-{}", part.id), &part.markdown), words)
        };
        let image = |image: &Picture| {
            let before = TypedImage::of(image);
            let said = |name: &str, before: &str| said(format!("{name}-{}", image.image_id), before);
            TypedImage {
                alt: said("alt", &before.alt),
                caption: said("caption", &before.caption),
                replacement: said("replacement", ""),
                ..before
            }
        };
        Self {
            version: base.number,
            lines,
            parts: base.sections.iter().map(part).collect(),
            images: base.images.iter().map(image).collect(),
        }
    }
}

impl TypedPart {
    /// Sets the rows of the field to the number of lines of the text, within limits.
    fn new(part: &Part, heading: Option<String>, markdown: String, words: &Texts) -> Self {
        const CHARACTERS_OF_A_LINE: usize = 70;
        let lines = markdown.lines().map(|line| line.chars().count() / CHARACTERS_OF_A_LINE + 1);
        let rows = lines.sum::<usize>().clamp(4, 24);
        let name = match &part.heading {
            Some(heading) => heading.clone(),
            None => words.introduction.to_owned(),
        };
        Self { id: part.id.clone(), name, heading, markdown, rows }
    }
}

impl TypedImage {
    fn of(image: &Picture) -> Self {
        Self {
            id: image.image_id.clone(),
            url: image.url.clone(),
            alt: image.alt.clone(),
            caption: image.caption.clone().unwrap_or_default(),
            replacement: String::new(),
        }
    }
}

/// The differences between the typed fields and a version, as an API request.
struct Change {
    body: Option<Value>,
    /// Ids of parts and images in the order of the request, to assign errors to fields.
    parts: Vec<String>,
    images: Vec<String>,
}

impl Change {
    fn between(base: &Version, typed: &Typed) -> Self {
        let mut body = Map::new();
        for ((name, before), line) in LINES.iter().zip(base.lines()).zip(&typed.lines) {
            if before != line {
                body.insert((*name).to_owned(), json!(line));
            }
        }
        let (mut parts, mut sections) = (Vec::new(), Vec::new());
        for (before, part) in base.sections.iter().zip(&typed.parts) {
            let mut change = Map::new();
            if before.heading != part.heading {
                change.insert("heading".to_owned(), json!(part.heading));
            }
            if before.markdown.trim() != part.markdown.trim() {
                change.insert("markdown".to_owned(), json!(part.markdown));
            }
            if !change.is_empty() {
                change.insert("id".to_owned(), json!(part.id));
                parts.push(part.id.clone());
                sections.push(Value::Object(change));
            }
        }
        let (mut images, mut pictures) = (Vec::new(), Vec::new());
        for (before, image) in base.images.iter().zip(&typed.images) {
            let mut change = Map::new();
            if before.alt != image.alt {
                change.insert("alt".to_owned(), json!(image.alt));
            }
            if before.caption.as_deref().unwrap_or_default() != image.caption.trim() {
                change.insert("caption".to_owned(), json!(image.caption.trim()));
            }
            if !image.replacement.is_empty() {
                change.insert("replacement".to_owned(), json!(image.replacement));
            }
            if !change.is_empty() {
                change.insert("imageId".to_owned(), json!(image.id));
                images.push(image.id.clone());
                pictures.push(Value::Object(change));
            }
        }
        for (name, list) in [("sections", sections), ("images", pictures)] {
            if !list.is_empty() {
                body.insert(name.to_owned(), Value::Array(list));
            }
        }
        Self { body: (!body.is_empty()).then_some(Value::Object(body)), parts, images }
    }

    /// Assigns the errors of the API to the fields of the form.
    fn describe(&self, refusal: Refusal, visit: &SignedIn, words: &'static Texts) -> Told {
        let newer = refusal.code == "conflict" && refusal.message.contains("version");
        let refused = match refusal.code.as_str() {
            "conflict" if newer => words.newer,
            "conflict" if refusal.message.contains("Another article") => words.taken,
            "conflict" => words.slug_hint,
            "not_cancellable" => words.busy,
            _ => words.not_saved,
        };
        let faults = Faults::placed(refusal.fields, visit.language, |field| self.place(field));
        Told { faults, refused: Some(refused), newer, preview: None }
    }

    fn place(&self, field: &str) -> String {
        let list = match faults::top(field) {
            "sections" => &self.parts,
            "images" => &self.images,
            line => return line.to_owned(),
        };
        let id = faults::index(field).and_then(|index| list.get(index));
        let name = field.rsplit('.').next().unwrap_or_default();
        id.map_or_else(|| faults::top(field).to_owned(), |id| format!("{name}-{id}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Version {
        let told = json!({
            "version": 2, "createdAt": "2026-11-17T08:00:00.000Z", "createdBy": null, "changes": [], "restoredFrom": null,
            "title": "Tea", "slug": "tea", "metaTitle": "Tea", "metaDescription": "All about tea.", "excerpt": "Tea.",
            "sections": [
                {"id": "introduction", "heading": null, "level": 1, "markdown": "Begin.\n"},
                {"id": "2.1", "heading": "Water", "level": 3, "markdown": "Hot.\n"},
            ],
            "images": [{"imageId": "img_1", "url": "https://media.example/a.webp", "alt": "A cup", "caption": null}],
            "comparedWith": 1, "differences": [],
        });
        read(told).unwrap()
    }

    #[test]
    fn only_what_was_changed_is_sent() {
        let words = Texts::of(domain::locale::Language::ENGLISH);
        let mut typed = Typed::of(&base(), words);
        assert!(Change::between(&base(), &typed).body.is_none());
        "Begin.".clone_into(&mut typed.parts[0].markdown);
        "Cold.".clone_into(&mut typed.parts[1].markdown);
        "Green tea".clone_into(&mut typed.lines[0]);
        "In a cup".clone_into(&mut typed.images[0].caption);
        let change = Change::between(&base(), &typed);
        let expected = json!({
            "title": "Green tea", "sections": [{"id": "2.1", "markdown": "Cold."}],
            "images": [{"imageId": "img_1", "caption": "In a cup"}],
        });
        assert_eq!(change.body, Some(expected));
        assert_eq!(change.place("sections[0].markdown"), "markdown-2.1");
        assert_eq!(change.place("images[0].alt"), "alt-img_1");
        assert_eq!(change.place("slug"), "slug");
    }

    #[test]
    fn changed_fields_have_names_in_words() {
        let words = Texts::of(domain::locale::Language::ENGLISH);
        let names = ["title", "sections.2.1", "sections.faq", "images.img_1"].map(|name| words.field(name));
        assert_eq!(names, ["Title", "Section 2.1", "FAQ", "Image"]);
    }
}
