//! The content brief in API responses.

mod names;
mod parts;

use domain::articles::answers::{BriefAnswer, notes};
use domain::articles::brief::{BriefQuestion, BriefSection, ContentBrief};
use domain::articles::passages::{Passage, PassageId};
use domain::articles::research::SourceNumber;
use serde::Serialize;
use utoipa::ToSchema;

use crate::routes::serp::IntentObject;
use names::{PassageKindName, QueryTypeName, QuestionOriginName, SectionFormName, SectionOriginName};
use parts::{
    ChecklistObject, FactObject, GapObject, KeywordFiguresObject, LinkObject, MissingObject, PageObject,
    SourceObject, TermObject, TitleObject,
};

/// A content brief: what a person needs to write the article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContentBrief)]
pub(super) struct BriefObject {
    /// The keyword that the article targets.
    #[schema(example = "how to repair a bicycle puncture")]
    keyword: String,
    /// What kind of answer searchers expect. It decides the form of the article.
    query_type: QueryTypeName,
    /// Why the query is of that kind.
    query_type_reason: String,
    /// The form of the article, in words.
    form: String,
    intent: IntentObject,
    /// Three titles to choose from.
    titles: Vec<TitleObject>,
    /// A title for results pages.
    meta_title: String,
    /// A description for results pages.
    meta_description: String,
    /// A length to aim at, in words.
    #[schema(example = 1_800)]
    recommended_words: u32,
    /// The median length of the ranking pages.
    median_words: Option<u32>,
    /// What the opening paragraph must do.
    opening: String,
    /// The sections in reading order.
    sections: Vec<BriefSectionObject>,
    /// Figures, defaults and formulas from the pages, grouped by topic.
    facts: Vec<FactObject>,
    /// Terms and names that experts on the topic use.
    terms: Vec<TermObject>,
    /// What ranking pages lack, best opportunity first.
    gaps: Vec<GapObject>,
    /// Questions of searchers that belong to no section.
    questions: Vec<BriefQuestionObject>,
    /// Pages of your site to link to, best fit first.
    internal_links: Vec<LinkObject>,
    /// What to look up, measure, photograph or decide before writing.
    checklist: Vec<ChecklistObject>,
    keyword_figures: KeywordFiguresObject,
    /// The pages that rank, in order.
    pages: Vec<PageObject>,
    /// Everything that was read. Other fields cite a source by its number.
    sources: Vec<SourceObject>,
    /// The passages that sections, questions and facts cite.
    passages: Vec<PassageObject>,
    /// What is missing, and what to configure.
    missing: Vec<MissingObject>,
    /// Your answers to the questions.
    answers: Vec<AnswerObject>,
    /// Your answers as one text, below the headings of their sections. Send it as a text in `sources` to make an article from it.
    notes: Option<String>,
    /// The brief as Markdown.
    markdown: String,
    /// The brief as a printable HTML page.
    html: String,
}

/// A section to write.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefSection)]
struct BriefSectionObject {
    /// The id of the section.
    #[schema(example = "2")]
    id: String,
    /// The heading.
    heading: String,
    /// What the reader gets from it.
    purpose: String,
    form: SectionFormName,
    /// A length to aim at, in words.
    words: u32,
    /// What ranking pages cover here.
    points: Vec<String>,
    /// Questions that it must answer.
    questions: Vec<BriefQuestionObject>,
    /// Ids of passages with evidence for it, best first.
    evidence: Vec<u32>,
    /// Positions of the ranking pages that have such a section.
    covered_by: Vec<u32>,
    origin: SectionOriginName,
}

/// A question that the article must answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefQuestion)]
struct BriefQuestionObject {
    /// The id of the question. Use it to save an answer.
    #[schema(example = "q_5f2a09c3d1")]
    id: String,
    /// The question.
    text: String,
    origin: QuestionOriginName,
    /// Ids of passages that help to answer it, best first.
    evidence: Vec<u32>,
}

/// A passage of a source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefPassage)]
struct PassageObject {
    /// The id of the passage.
    id: u32,
    /// Numbers of the sources that have it.
    sources: Vec<u32>,
    /// The headings above it, outermost first.
    path: Vec<String>,
    kind: PassageKindName,
    /// The text.
    text: String,
}

/// An answer to a question.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefAnswer)]
struct AnswerObject {
    /// The id of the question.
    question_id: String,
    /// The answer.
    text: String,
}

fn passage_ids(ids: &[PassageId]) -> Vec<u32> {
    ids.iter().map(|id| id.0).collect()
}

fn source_numbers(numbers: impl IntoIterator<Item = SourceNumber>) -> Vec<u32> {
    numbers.into_iter().map(|number| number.0).collect()
}

impl BriefObject {
    pub(super) fn new(brief: &ContentBrief, answers: &[BriefAnswer]) -> Self {
        Self {
            keyword: brief.keyword.clone(),
            query_type: QueryTypeName(brief.query_type),
            query_type_reason: brief.query_type_reason.clone(),
            form: brief.form.clone(),
            intent: IntentObject::from(&brief.intent),
            titles: brief.titles.iter().map(TitleObject::new).collect(),
            meta_title: brief.meta_title.clone(),
            meta_description: brief.meta_description.clone(),
            recommended_words: brief.recommended_words,
            median_words: brief.median_words,
            opening: brief.opening.clone(),
            sections: brief.sections.iter().map(BriefSectionObject::new).collect(),
            facts: brief.facts.iter().map(FactObject::new).collect(),
            terms: brief.terms.iter().map(TermObject::new).collect(),
            gaps: brief.gaps.iter().map(GapObject::new).collect(),
            questions: brief.questions.iter().map(BriefQuestionObject::new).collect(),
            internal_links: brief.internal_links.iter().map(LinkObject::new).collect(),
            checklist: brief.checklist.iter().map(ChecklistObject::new).collect(),
            keyword_figures: KeywordFiguresObject::new(&brief.keyword_figures),
            pages: brief.pages.iter().map(PageObject::new).collect(),
            sources: brief.sources.iter().map(SourceObject::new).collect(),
            passages: brief.passages.iter().map(PassageObject::new).collect(),
            missing: brief.missing.iter().map(MissingObject::new).collect(),
            answers: answers.iter().map(AnswerObject::new).collect(),
            notes: Some(notes(brief, answers)).filter(|notes| !notes.is_empty()),
            markdown: publishing::brief_markdown(brief),
            html: publishing::brief_html(brief),
        }
    }
}

impl BriefSectionObject {
    fn new(section: &BriefSection) -> Self {
        Self {
            id: section.id.to_string(),
            heading: section.heading.clone(),
            purpose: section.purpose.clone(),
            form: SectionFormName(section.form),
            words: section.words,
            points: section.points.clone(),
            questions: section.questions.iter().map(BriefQuestionObject::new).collect(),
            evidence: passage_ids(&section.evidence),
            covered_by: section.covered_by.clone(),
            origin: SectionOriginName(section.origin),
        }
    }
}

impl BriefQuestionObject {
    fn new(question: &BriefQuestion) -> Self {
        Self {
            id: question.id.clone(),
            text: question.text.clone(),
            origin: QuestionOriginName(question.origin),
            evidence: passage_ids(&question.evidence),
        }
    }
}

impl PassageObject {
    fn new(passage: &Passage) -> Self {
        Self {
            id: passage.id.0,
            sources: source_numbers(passage.sources()),
            path: passage.path.clone(),
            kind: PassageKindName(passage.kind),
            text: passage.text.clone(),
        }
    }
}

impl AnswerObject {
    fn new(answer: &BriefAnswer) -> Self {
        Self { question_id: answer.question.clone(), text: answer.text.clone() }
    }
}
