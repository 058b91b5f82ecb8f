//! A content brief: to read, print and download, with the questions whose answers become the article.

pub(crate) mod interview;
mod shapes;
mod texts;
mod view;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::articles::ArticleId;
use domain::articles::answers::LONGEST_ANSWER;
use domain::locale::Language;
use http::StatusCode;
use serde::Deserialize;

use super::downloads;
use super::texts::Texts;
use crate::answer::{page_with, printable};
use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::form_about::known;
use crate::frame::{Frame, Section};
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;
use interview::TypedAnswers;
use shapes::Brief;
pub(super) use shapes::BriefArticle;
use texts::BriefTexts;
use view::{Citation, FactView, QuestionGroup, SectionView};

#[derive(Deserialize)]
pub(crate) struct QueryParams {
    done: Option<String>,
}

/// The name of a query type.
pub(crate) fn query_type(name: &str, language: Language) -> &'static str {
    BriefTexts::of(language).query_type(name)
}

/// The path of the page of a brief.
pub(super) fn place_of(id: impl std::fmt::Display) -> String {
    format!("/dashboard/briefs/{id}")
}

#[derive(Template)]
#[template(path = "brief.html")]
struct BriefTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    texts: &'static BriefTexts,
    article: &'a BriefArticle,
    brief: &'a Brief,
    sections: Vec<SectionView<'a>>,
    facts: Vec<FactView<'a>>,
    sources: Vec<Citation<'a>>,
    groups: Vec<QuestionGroup<'a>>,
    answered: usize,
    questions: usize,
    longest_answer: usize,
    /// Why the answers were not saved, or why no article was requested.
    refused: Option<&'a str>,
    /// Whether an answer was rejected.
    has_faults: bool,
}

/// How the page is shown.
struct BriefPage {
    status: StatusCode,
    notice: Option<&'static str>,
    /// Answers that were typed but not saved.
    typed: Option<TypedAnswers>,
}

impl BriefPage {
    async fn show(
        self,
        dashboard: &Dashboard,
        visit: &SignedIn,
        id: ArticleId,
    ) -> Result<Response, PageError> {
        let article = read(dashboard, visit, id).await?;
        // An unfinished brief, or an article, has another page.
        let Some(brief) = &article.brief else {
            return Ok(redirects::see(&format!("/dashboard/articles/{id}")));
        };
        let frame = visit.frame(dashboard, Section::Articles, &brief.keyword).await?.telling(self.notice);
        let groups = brief.question_groups(self.typed.as_ref());
        let all = || groups.iter().flat_map(|group| &group.questions);
        let template = BriefTemplate {
            frame: &frame,
            words: Texts::of(visit.language),
            texts: BriefTexts::of(visit.language),
            article: &article,
            brief,
            sections: brief.section_views(),
            facts: brief.fact_views(),
            sources: brief.all_citations(),
            answered: brief.answers.len(),
            questions: all().count(),
            longest_answer: LONGEST_ANSWER,
            refused: self.typed.as_ref().and_then(|typed| typed.refused.as_deref()),
            has_faults: all().any(|question| question.fault.is_some()),
            groups,
        };
        page_with(self.status, &frame, &template)
    }
}

async fn read(dashboard: &Dashboard, visit: &SignedIn, id: ArticleId) -> Result<BriefArticle, PageError> {
    ApiClient::new(dashboard, visit).get(&format!("/v1/articles/{id}/status")).await
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let saved = params.done.as_deref() == Some("saved");
    let notice = saved.then_some(BriefTexts::of(visit.language).saved);
    BriefPage { status: StatusCode::OK, notice, typed: None }.show(&dashboard, &visit, known(&id)?).await
}

/// The brief as a page to print.
pub(crate) async fn print(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let brief = read(&dashboard, &visit, known(&id)?).await?.brief.ok_or(PageError::NotFound)?;
    Ok(printable(brief.html))
}

/// The brief as a Markdown file.
pub(crate) async fn markdown(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let brief = read(&dashboard, &visit, known(&id)?).await?.brief.ok_or(PageError::NotFound)?;
    Ok(downloads::brief_markdown(&brief.keyword, brief.markdown))
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::{Value, json};

    use super::super::shapes::read;
    use super::*;
    use crate::language::Theme;

    const HOSTILE: &str = "</textarea><rwx onload=\"x\">{{7*7}}";

    /// A brief as in API responses.
    pub(in super::super) fn sample() -> Value {
        let question = |id: &str, text: &str, evidence: &[u32]| json!({"id": id, "text": text, "origin": "form", "evidence": evidence});
        let section = json!({
            "id": "1", "heading": "Nước", "purpose": "Chọn nước.", "form": "prose", "words": 200, "points": ["Nhiệt độ"],
            "questions": [question("q_1", "Nước nóng bao nhiêu độ?", &[7])], "evidence": [7], "coveredBy": [1], "origin": "pages",
        });
        let brief = json!({
            "keyword": "pha trà", "queryType": "how_to", "queryTypeReason": "Có chữ cách.", "form": "Các bước.",
            "intent": {"primary": "informational", "confidence": 0.9, "secondary": [], "signals": [{"intent": "informational", "source": "query", "evidence": "cách", "weight": 1.0}]},
            "titles": [{"text": "Cách pha trà ngon", "angle": "đơn giản"}], "metaTitle": "Cách pha trà", "metaDescription": "Pha trà.",
            "recommendedWords": 1800, "medianWords": null, "opening": "Nói ngay cách làm.", "sections": [section],
            "facts": [{"about": "nhiệt độ", "kind": "figure", "agreement": "differ", "values": [{"value": "80 °C", "sentence": "Nước 80 °C.", "passage": 7, "sources": [1]}]}],
            "terms": [{"text": "ấm tử sa", "kind": "term", "pages": 3, "usesFrom": 1, "usesTo": 4}],
            "gaps": [{"topic": "nước mềm", "reason": "thin_coverage", "coverage": 0.1, "coveredBy": [], "opportunity": 0.5, "section": "1"}],
            "questions": [question("q_2", "Pha mấy lần?", &[])],
            "internalLinks": [{"url": "https://me.example/tra", "title": null, "section": "1", "shared": ["trà"]}],
            "checklist": [{"kind": "measure", "text": "Đo nhiệt độ nước."}],
            "keywordFigures": {"provider": null, "monthlySearches": 900, "related": [{"keyword": "pha trà sen", "monthlySearches": null}]},
            "pages": [{"position": 1, "title": "Trà", "url": "javascript:alert(1)", "source": 1, "words": 900, "headings": [{"level": 2, "text": "Nước"}], "leftOut": null}],
            "sources": [{"number": 1, "title": "Trang trà", "url": "javascript:alert(1)", "origin": "search", "position": 1, "published": null}],
            "passages": [{"id": 7, "sources": [1], "path": [], "kind": "paragraph", "text": HOSTILE}],
            "missing": [{"part": "search_results", "reason": "not_configured", "message": "No search engine.", "settings": ["serp.engines"]}],
            "answers": [{"questionId": "q_1", "text": "Nước sôi."}], "notes": "## Nước\n\nNước sôi.", "markdown": "# pha trà", "html": "<html></html>",
        });
        json!({
            "articleId": "art_1", "mode": "brief", "status": "completed", "stage": "publishing", "progress": 100,
            "focusKeyword": "pha trà", "title": "Cách pha trà ngon", "language": "vi", "createdAt": "2026-11-17T08:00:00.000Z",
            "brief": brief, "warnings": [],
            "billing": {"rate": "2,000 credits per brief", "reservedCredits": 2000, "chargedCredits": 2000, "refundedCredits": 0, "breakdown": []},
        })
    }

    fn rendered(language: Language, typed: Option<&TypedAnswers>) -> String {
        let article: BriefArticle = read(sample()).unwrap();
        let brief = article.brief.as_ref().unwrap();
        let frame = Frame::public(language, Theme::Auto, "");
        let template = BriefTemplate {
            frame: &frame,
            words: Texts::of(language),
            texts: BriefTexts::of(language),
            article: &article,
            brief,
            sections: brief.section_views(),
            facts: brief.fact_views(),
            sources: brief.all_citations(),
            groups: brief.question_groups(typed),
            answered: 1,
            questions: 2,
            longest_answer: LONGEST_ANSWER,
            refused: None,
            has_faults: false,
        };
        template.render().unwrap()
    }

    #[test]
    fn saved_answers_stand_in_the_form_until_others_are_typed() {
        let html = rendered(Language::ENGLISH, None);
        assert!(html.contains(">Nước sôi.</textarea>"), "{html}");
        let html = rendered(Language::ENGLISH, Some(&interview::tests::typed(&[("q_2", "Ba lần.")])));
        assert!(!html.contains(">Nước sôi.</textarea>") && html.contains(">Ba lần.</textarea>"), "{html}");
    }

    #[test]
    fn what_pages_of_others_say_stays_text() {
        for language in [Language::ENGLISH, Language::VIETNAMESE] {
            let html = rendered(language, Some(&interview::tests::typed(&[("q_1", HOSTILE)])));
            assert!(!html.contains("<rwx") && !html.contains("href=\"javascript:"), "{html}");
            assert!(html.matches("&#60;rwx").count() >= 3, "{html}");
        }
    }

    #[test]
    fn links_lead_to_the_web_only() {
        assert_eq!(shapes::web_url("https://a.example/"), Some("https://a.example/"));
        assert_eq!(shapes::web_url("HTTP://a.example/"), Some("HTTP://a.example/"));
        for url in ["javascript:alert(1)", "//a.example", "é", "http"] {
            assert_eq!(shapes::web_url(url), None, "{url}");
        }
    }
}
