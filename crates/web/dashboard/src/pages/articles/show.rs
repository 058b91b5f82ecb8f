//! The page of one article: in progress, waiting for approval, completed, or failed.

use std::fmt::Write as _;

use askama::Template;
use askama::filters::Safe;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use http::StatusCode;
use serde::Deserialize;

use super::brief::place_of;
use super::faults::Faults;
use super::gates::GateGroups;
use super::shapes::{Article, Engine, Planned, Publication, Section as Part, Summary, Unused, Written};
use super::texts::Texts;
use super::{Badge, api_path};
use crate::answer::page_with;
use crate::api_client::{ApiClient, once};
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::redirects::{self, with_query};
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// The prefix that separates the anchors of an article from those of the page around it.
const ANCHOR: &str = "text-";
const STAGES: [&str; 7] = ["queued", "research", "outline", "writing", "images", "quality", "publishing"];
const STAGES_OF_NOTES: [&str; 6] = ["queued", "research", "outline", "images", "quality", "publishing"];
const STAGES_OF_BRIEF: [&str; 3] = ["queued", "research", "publishing"];

#[derive(Default, Deserialize)]
pub(crate) struct QueryParams {
    done: Option<String>,
    refused: Option<String>,
}

/// Typed fields of a form that were rejected.
pub(super) enum Rejected {
    /// The headings of the outline.
    Outline { text: String, faults: Faults },
    /// Title and metadata: title, `metaTitle`, `metaDescription`.
    Labels { labels: [String; 3], faults: Faults },
}

/// A stage of the work on an article.
struct StageRow {
    name: &'static str,
    text: &'static str,
    state: &'static str,
}

/// A heading with its anchor and level.
struct Heading {
    anchor: String,
    text: String,
    deeper: bool,
}

#[derive(Template)]
#[template(path = "articles_progress.html")]
struct ProgressTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    article: &'a Article,
    refused: Option<&'static str>,
    stages: Vec<StageRow>,
    outline: Vec<(&'a str, bool)>,
}

#[derive(Template)]
#[template(path = "articles_outline.html")]
struct OutlineTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    article: &'a Article,
    refused: Option<&'static str>,
    outline_title: &'a str,
    questions: &'a [String],
    /// The changes in the proposed outline, in English.
    changes: &'a [String],
    /// The original outline, to detect whether it was edited.
    planned: String,
    headings: String,
    faults: Faults,
}

#[derive(Template)]
#[template(path = "articles_ended.html")]
struct EndedTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    article: &'a Article,
    badge: Badge,
    stages: Vec<StageRow>,
    again: String,
}

#[derive(Template)]
#[template(path = "articles_read.html")]
struct ReadTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    article: &'a Article,
    written: &'a Written,
    badge: Badge,
    refused: Option<&'static str>,
    html: Safe<String>,
    headings: Vec<Heading>,
    gates: GateGroups,
    /// The URL of the published article.
    page_url: Option<&'a str>,
    engines: Vec<(&'a Engine, &'static str)>,
    rewritable: &'a [Part],
    /// Passages that the article leaves out, each with the reason.
    unused: Vec<(&'a Unused, &'static str)>,
    title: String,
    meta_title: String,
    meta_description: String,
    faults: Faults,
    once: String,
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    article_page(&dashboard, &visit, &id, &params, None).await
}

/// Shows the article again with the typed fields and their errors.
pub(super) async fn show_rejected(
    dashboard: &Dashboard,
    visit: &SignedIn,
    id: &str,
    rejected: Rejected,
) -> Result<Response, PageError> {
    article_page(dashboard, visit, id, &QueryParams::default(), Some(rejected)).await
}

async fn article_page(
    dashboard: &Dashboard,
    visit: &SignedIn,
    id: &str,
    params: &QueryParams,
    rejected: Option<Rejected>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let article: Article = ApiClient::new(dashboard, visit).get(&api_path(id, "/status")?).await?;
    if article.brief.is_some() {
        return Ok(redirects::see(&place_of(id)));
    }
    let notice = params.done.as_deref().and_then(|done| notice(done, words));
    let name = article.summary.name();
    let frame = visit.frame(dashboard, Section::Articles, name).await?.telling(notice);
    let refused = params.refused.as_deref().map(|code| words.refusal(code));
    let view = View { frame: &frame, words, article: &article, refused };
    match (article.summary.status.as_str(), article.summary.stage.as_str(), &article.written) {
        ("processing", "approval", _) => view.outline(rejected),
        ("processing", _, _) => view.progress(),
        (_, _, Some(written)) => view.read(written, rejected),
        _ => view.ended(),
    }
}

/// The data that all pages of an article need.
struct View<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    article: &'a Article,
    refused: Option<&'static str>,
}

impl View<'_> {
    fn progress(&self) -> Result<Response, PageError> {
        let Self { frame, words, article, refused } = *self;
        let written = |id: &str| article.partial_sections.iter().any(|section| section.id == id);
        let sections = article.outline.iter().flat_map(|outline| &outline.sections);
        let outline = sections.map(|section| (section.heading.as_str(), written(&section.id))).collect();
        let stages = stages(words, &article.summary, "now");
        page_with(
            StatusCode::OK,
            frame,
            &ProgressTemplate { frame, words, article, refused, stages, outline },
        )
    }

    fn outline(&self, rejected: Option<Rejected>) -> Result<Response, PageError> {
        let Self { frame, words, article, refused } = *self;
        let outline = article.outline.as_ref();
        let planned = outlined(outline.map_or(&[][..], |outline| outline.sections.as_slice()));
        let (headings, faults, status) = match rejected {
            Some(Rejected::Outline { text, faults }) => (text, faults, StatusCode::UNPROCESSABLE_ENTITY),
            _ => (planned.clone(), Faults::default(), StatusCode::OK),
        };
        let outline_title = outline.map_or("", |outline| outline.title.as_str());
        let questions = outline.map_or(&[][..], |outline| outline.questions.as_slice());
        let changes = outline.map_or(&[][..], |outline| outline.changes.as_slice());
        let template = OutlineTemplate {
            frame,
            words,
            article,
            refused,
            outline_title,
            questions,
            changes,
            planned,
            headings,
            faults,
        };
        page_with(status, frame, &template)
    }

    fn ended(&self) -> Result<Response, PageError> {
        let Self { frame, words, article, .. } = *self;
        let badge = Badge::new(&article.summary, &article.publication, &article.review, words);
        let stages = stages(words, &article.summary, "failed");
        let make = match article.summary.mode.as_str() {
            mode @ ("brief" | "notes") => mode,
            _ => "model",
        };
        let form = [("make", make), ("keyword", article.summary.focus_keyword.as_str())];
        let again = with_query("/dashboard/articles/new", &form);
        page_with(StatusCode::OK, frame, &EndedTemplate { frame, words, article, badge, stages, again })
    }

    fn read(&self, written: &Written, rejected: Option<Rejected>) -> Result<Response, PageError> {
        let Self { frame, words, article, refused } = *self;
        let (labels, faults, status) = if let Some(Rejected::Labels { labels, faults }) = rejected {
            (labels, faults, StatusCode::UNPROCESSABLE_ENTITY)
        } else {
            let labels = [&written.title, &written.meta_title, &written.meta_description].map(Clone::clone);
            (labels, Faults::default(), StatusCode::OK)
        };
        let [title, meta_title, meta_description] = labels;
        let template = ReadTemplate {
            frame,
            words,
            article,
            written,
            badge: Badge::new(&article.summary, &article.publication, &article.review, words),
            refused,
            // The HTML is from our own renderer, which escapes all text and allows no other markup; see
            // `crates/text/publishing`.
            html: Safe(embedded(&written.html)),
            headings: headings(&written.sections),
            gates: GateGroups::new(&written.quality.gates, frame.language),
            page_url: page_url(&article.publication),
            engines: article
                .indexing
                .engines
                .iter()
                .map(|engine| (engine, notified(engine, words)))
                .collect(),
            rewritable: rewritable(written),
            unused: written
                .unused
                .iter()
                .map(|unused| (unused, words.unused_reason(&unused.reason)))
                .collect(),
            title,
            meta_title,
            meta_description,
            faults,
            once: once()?,
        };
        page_with(status, frame, &template)
    }
}

/// The URL of the page, if it is published.
fn page_url(publication: &Publication) -> Option<&str> {
    let url = publication.url.as_deref().filter(|_| publication.status == "published")?;
    (url.starts_with("https://") || url.starts_with("http://")).then_some(url)
}

/// Sections that the model can rewrite. Not included are the conclusion, which is written from all other
/// sections, and the customer's own words.
fn rewritable(written: &Written) -> &[Part] {
    if written.is_from_notes() {
        return &[];
    }
    written.sections.split_last().map_or(&[][..], |(_, rest)| rest)
}

fn notice(done: &str, words: &Texts) -> Option<&'static str> {
    Some(match done {
        "published" => words.done_published,
        "unpublished" => words.done_unpublished,
        "saved" => words.done_saved,
        "reviewed" => words.done_reviewed,
        "section" => words.done_section,
        "cancelled" => words.done_cancelled,
        _ => return None,
    })
}

/// The result of notifying a search engine.
fn notified(engine: &Engine, words: &Texts) -> &'static str {
    match (engine.status.as_str(), engine.change.as_str()) {
        ("accepted", "deleted") => words.notified_deleted,
        ("accepted", _) => words.notified_updated,
        ("pending", _) => words.engine_pending,
        _ => words.engine_failed,
    }
}

/// All stages; the current one is in `state`.
fn stages(words: &Texts, summary: &Summary, state: &'static str) -> Vec<StageRow> {
    let all: &[&'static str] = match summary.mode.as_str() {
        "brief" => &STAGES_OF_BRIEF,
        "notes" => &STAGES_OF_NOTES,
        _ => &STAGES,
    };
    // Waiting for approval belongs to the stage of the outline.
    let present = if summary.stage == "approval" { "outline" } else { summary.stage.as_str() };
    let at = all.iter().position(|stage| *stage == present).unwrap_or(0);
    let row = |(index, name): (usize, &'static str)| StageRow {
        name,
        text: match (summary.mode.as_str(), name) {
            ("brief", "publishing") => words.delivering,
            ("notes", "research") => words.reading,
            _ => words.stage(name),
        },
        state: match index.cmp(&at) {
            std::cmp::Ordering::Less => "done",
            std::cmp::Ordering::Equal => state,
            std::cmp::Ordering::Greater => "waiting",
        },
    };
    all.iter().copied().enumerate().map(row).collect()
}

/// An outline as editable text: one heading per line, with a dash for each level below the first.
fn outlined(sections: &[Planned]) -> String {
    let mut text = String::new();
    add_lines(&mut text, sections, "");
    text
}

fn add_lines(text: &mut String, sections: &[Planned], dashes: &str) {
    for section in sections {
        let space = if dashes.is_empty() { "" } else { " " };
        let _ = writeln!(text, "{dashes}{space}{}", section.heading);
        add_lines(text, &section.children, &format!("{dashes}-"));
    }
}

fn headings(sections: &[Part]) -> Vec<Heading> {
    let heading = |section: &Part, deeper| Heading {
        anchor: format!("{ANCHOR}{}", section.anchor),
        text: section.heading.clone(),
        deeper,
    };
    let mut headings = Vec::new();
    for section in sections {
        headings.push(heading(section, false));
        headings.extend(section.children.iter().map(|child| heading(child, true)));
    }
    headings
}

/// The article's HTML for embedding in a page that has its own title and anchors.
pub(super) fn embedded(html: &str) -> String {
    let without_title = match (html.find("<h1>"), html.find("</h1>")) {
        (Some(start), Some(end)) if start < end => {
            let (before, rest) = html.split_at(start);
            format!("{before}{}", rest.split_once("</h1>").map_or("", |(_, after)| after))
        }
        _ => html.to_owned(),
    };
    let mut pieces = without_title.split('<');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        // Attribute values contain no bare `>`, so this is the whole tag.
        let (tag, words) = piece.split_once('>').unwrap_or((piece, ""));
        let tag = tag
            .replace(" id=\"", &format!(" id=\"{ANCHOR}"))
            .replace(" href=\"#", &format!(" href=\"#{ANCHOR}"))
            .replace(" aria-labelledby=\"", &format!(" aria-labelledby=\"{ANCHOR}"));
        text.push('<');
        text.push_str(&tag);
        text.push('>');
        text.push_str(words);
    }
    text
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::super::shapes;
    use super::*;

    #[test]
    fn an_article_keeps_to_itself_inside_of_a_page() {
        let html = "<article lang=\"en\">\n<h1>Tea &amp; more</h1>\n<p>Write  id=\"x\" here: <a href=\"#main\">see</a> \
            <a href=\"https://a.example/#top\">there</a></p><section id=\"main\"></section></article>";
        let expected = "<article lang=\"en\">\n\n<p>Write  id=\"x\" here: <a href=\"#text-main\">see</a> \
            <a href=\"https://a.example/#top\">there</a></p><section id=\"text-main\"></section></article>";
        assert_eq!(embedded(html), expected);
        assert_eq!(embedded("plain"), "plain");
    }

    #[test]
    fn stages_before_the_present_one_are_done() {
        let states = |mode: &str, stage: &str| {
            let told = serde_json::json!({
                "articleId": "art_1", "mode": mode, "status": "processing", "stage": stage, "progress": 46,
                "focusKeyword": "tea", "title": null, "language": "en", "createdAt": "2026-11-17T08:00:00.000Z",
            });
            let rows = stages(Texts::of(Language::ENGLISH), &shapes::read(told).unwrap(), "now");
            rows.into_iter().map(|row| row.state).collect::<Vec<_>>()
        };
        assert_eq!(
            states("full", "queued"),
            ["now", "waiting", "waiting", "waiting", "waiting", "waiting", "waiting"]
        );
        assert_eq!(
            states("full", "writing"),
            ["done", "done", "done", "now", "waiting", "waiting", "waiting"]
        );
        assert_eq!(
            states("outline", "approval"),
            ["done", "done", "now", "waiting", "waiting", "waiting", "waiting"]
        );
        assert_eq!(states("brief", "research"), ["done", "now", "waiting"]);
        assert_eq!(states("notes", "images"), ["done", "done", "done", "now", "waiting", "waiting"]);
    }

    #[test]
    fn outlines_are_shown_as_they_are_typed() {
        let told = serde_json::json!([
            {"id": "1", "heading": "Kinds", "children": [{"id": "1.1", "heading": "Green", "children": []}]},
            {"id": "2", "heading": "Water", "children": []},
        ]);
        let sections: Vec<Planned> = shapes::read(told).unwrap();
        assert_eq!(outlined(&sections), "Kinds\n- Green\nWater\n");
    }
}
