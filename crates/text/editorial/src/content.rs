//! Checks of an article's content: supported figures and claims, an answer at the beginning, the form that
//! the query requires, answered questions, and sections that match their headings.
//!
//! [`check`] runs the checks and [`score`] combines them. Every check passes, fails or is not measured, and
//! lists the places to repair. Checks of form, such as lengths and readability, are in [`crate::gates`].

mod answer;
mod citations;
mod contradictions;
mod copying;
mod facts;
pub(crate) mod figures;
mod form;
mod matter;
pub(crate) mod numbers;
mod questions;
mod score;
mod sensitive;
mod statements;
mod vocabulary;

use domain::articles::brief::{BriefTerm, ContentBrief, FactGroup, QueryType};
use domain::articles::document::Article;
use domain::articles::passages::Passage;
use domain::articles::quality::Finding;
use domain::articles::research::SourceNumber;

pub use score::{matters, score};
pub use sensitive::{SensitiveTopic, sensitive_topic};
pub(crate) use statements::statements;

use crate::visible::Place;
use statements::Statement;
use vocabulary::{Evidence, KeywordWords};

/// The most findings of one check.
const MOST_FINDINGS: usize = 20;
/// The longest excerpt of a finding, in characters.
const EXCERPT: usize = 300;

/// The input of the checks. The keyword and the language come from the article.
#[derive(Debug, Clone, Copy)]
pub struct ContentInput<'a> {
    pub article: &'a Article,
    /// The type of answer that the query expects, if it is known.
    pub query_type: Option<QueryType>,
    /// The facts of the pages, grouped by subject; empty without a brief.
    pub facts: &'a [FactGroup],
    /// Terms of the topic; empty without a brief.
    pub terms: &'a [BriefTerm],
    /// The passages of at least the cited sources, with the numbers by which the article cites them.
    pub passages: &'a [Passage],
    /// The customer's own texts among the sources. They may be repeated word for word.
    pub own_sources: &'a [SourceNumber],
}

impl<'a> ContentInput<'a> {
    /// The input for an article with the passages of its sources only.
    #[must_use]
    pub const fn new(article: &'a Article, passages: &'a [Passage]) -> Self {
        Self { article, query_type: None, facts: &[], terms: &[], passages, own_sources: &[] }
    }

    /// Adds the query type, facts and terms of a brief.
    #[must_use]
    pub fn with_brief(self, brief: &'a ContentBrief) -> Self {
        Self { query_type: Some(brief.query_type), facts: &brief.facts, terms: &brief.terms, ..self }
    }
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CheckStatus {
    Pass,
    Fail,
    /// Nothing to measure; the detail gives the reason.
    NotMeasured,
}

impl CheckStatus {
    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::NotMeasured => "not_measured",
        }
    }
}

/// One check of an article's content.
#[derive(Debug, Clone, PartialEq)]
pub struct ContentCheck {
    /// The name of the check, such as `figures_supported`.
    pub name: &'static str,
    pub status: CheckStatus,
    pub value: Option<f64>,
    /// The limit in words, such as `>= 0.75`.
    pub limit: String,
    /// The explanation of the result.
    pub detail: String,
    /// Places to repair if the check fails, and places to review if it passes.
    pub findings: Vec<Finding>,
    /// Whether a failure is so small that the check may be wrong: it needs a review by a person, but is not
    /// severe.
    pub is_slight: bool,
}

/// The names of the checks, in the order of [`check`].
pub const CHECKS: [&str; 15] = [
    "figures_supported",
    "citation_support",
    "cited_sections",
    "cited_claims",
    "sensitive_topic",
    "answer_first",
    "form",
    "agreed_figures",
    "faq_answers",
    "heading_matter",
    "contradictions",
    "topic_terms",
    "keyword_stuffing",
    "substance",
    "copying",
];

/// Runs all checks of content.
#[must_use]
pub fn check(input: &ContentInput<'_>) -> Vec<ContentCheck> {
    let subject = Subject::new(*input);
    let mut checks = vec![
        figures::supported(&subject),
        citations::support(&subject),
        citations::sections(&subject),
        citations::claims(&subject),
        citations::sensitive(&subject),
        answer::first(&subject),
        form::form(&subject),
        facts::agreed(&subject),
        questions::answers(&subject),
        matter::headings(&subject),
        contradictions::contradictions(&subject),
        matter::terms(&subject),
        matter::stuffing(&subject),
        matter::substance(&subject),
        copying::copying(&subject),
    ];
    for check in &mut checks {
        check.findings.truncate(MOST_FINDINGS);
    }
    checks
}

/// An article, prepared once for all checks.
struct Subject<'a> {
    input: ContentInput<'a>,
    keyword: KeywordWords,
    statements: Vec<Statement>,
    evidence: Evidence<'a>,
    sensitive: Option<SensitiveTopic>,
}

impl<'a> Subject<'a> {
    fn new(input: ContentInput<'a>) -> Self {
        let article = input.article;
        Self {
            keyword: KeywordWords::new(&article.focus_keyword, article.language),
            statements: statements(article),
            evidence: Evidence::new(input.passages, article.language),
            sensitive: sensitive_topic(&article.focus_keyword, article.language),
            input,
        }
    }

    fn language(&self) -> domain::locale::Language {
        self.input.article.language
    }
}

/// The limit of a check.
#[derive(Debug, Clone, Copy)]
enum Limit {
    AtLeast(f64),
    AtMost(f64),
}

impl Limit {
    fn holds(self, value: f64) -> bool {
        match self {
            Self::AtLeast(least) => value >= least - 1e-9,
            Self::AtMost(most) => value <= most + 1e-9,
        }
    }

    fn text(self) -> String {
        match self {
            Self::AtLeast(least) => format!(">= {least}"),
            Self::AtMost(most) => format!("<= {most}"),
        }
    }
}

fn measured(
    name: &'static str,
    value: f64,
    limit: Limit,
    detail: String,
    findings: Vec<Finding>,
) -> ContentCheck {
    let status = if limit.holds(value) { CheckStatus::Pass } else { CheckStatus::Fail };
    let value = Some((value * 1_000.0).round() / 1_000.0);
    ContentCheck { name, status, value, limit: limit.text(), detail, findings, is_slight: false }
}

fn not_measured(name: &'static str, limit: Limit, why: &str) -> ContentCheck {
    ContentCheck {
        name,
        status: CheckStatus::NotMeasured,
        value: None,
        limit: limit.text(),
        detail: why.to_owned(),
        findings: Vec::new(),
        is_slight: false,
    }
}

/// A place to look at.
fn finding(place: &Place, problem: impl Into<String>, excerpt: &str) -> Finding {
    let excerpt = excerpt.trim();
    Finding {
        place: Some(place.name().to_owned()),
        problem: problem.into(),
        excerpt: (!excerpt.is_empty()).then(|| excerpt.chars().take(EXCERPT).collect()),
    }
}

/// `1 figure`, `2 figures`.
fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
