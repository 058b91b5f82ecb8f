//! A brief as its page shows it, with ids replaced by what they refer to.

use super::interview::TypedAnswers;
use super::shapes::{Brief, BriefSection, Fact, FactValue, Question, Source, web_url};

/// The source of a statement.
pub(super) struct Citation<'a> {
    pub(super) number: u32,
    pub(super) title: &'a str,
    pub(super) url: Option<&'a str>,
}

/// A passage with its sources.
pub(super) struct Evidence<'a> {
    pub(super) text: &'a str,
    pub(super) citations: Vec<Citation<'a>>,
}

/// A section of the outline.
pub(super) struct SectionView<'a> {
    pub(super) section: &'a BriefSection,
    pub(super) evidence: Vec<Evidence<'a>>,
}

/// A value of a fact.
pub(super) struct ValueView<'a> {
    pub(super) value: &'a FactValue,
    pub(super) citations: Vec<Citation<'a>>,
}

pub(super) struct FactView<'a> {
    pub(super) fact: &'a Fact,
    pub(super) values: Vec<ValueView<'a>>,
}

/// Questions below one heading.
pub(super) struct QuestionGroup<'a> {
    /// The heading of the section; `None` for questions that belong to no section.
    pub(super) heading: Option<&'a str>,
    pub(super) questions: Vec<QuestionView<'a>>,
    pub(super) answered: usize,
    /// Whether the group is shown expanded.
    pub(super) is_open: bool,
}

/// A question to answer.
pub(super) struct QuestionView<'a> {
    pub(super) question: &'a Question,
    /// The passage that helps most with the answer.
    pub(super) hint: Option<Evidence<'a>>,
    /// The typed answer, or else the saved one.
    pub(super) answer: String,
    pub(super) fault: Option<String>,
}

impl Brief {
    fn source(&self, number: u32) -> Option<&Source> {
        self.sources.iter().find(|source| source.number == number)
    }

    fn citations(&self, numbers: &[u32]) -> Vec<Citation<'_>> {
        let found = numbers.iter().filter_map(|number| self.source(*number));
        found.map(Citation::new).collect()
    }

    fn evidence(&self, ids: &[u32]) -> Vec<Evidence<'_>> {
        let found = ids.iter().filter_map(|id| self.passages.iter().find(|passage| passage.id == *id));
        found
            .map(|passage| Evidence { text: &passage.text, citations: self.citations(&passage.sources) })
            .collect()
    }

    pub(super) fn section_views(&self) -> Vec<SectionView<'_>> {
        let sections = self.sections.iter();
        sections.map(|section| SectionView { section, evidence: self.evidence(&section.evidence) }).collect()
    }

    pub(super) fn fact_views(&self) -> Vec<FactView<'_>> {
        let mut views = Vec::new();
        for fact in &self.facts {
            let values = fact.values.iter();
            let values = values.map(|value| ValueView { value, citations: self.citations(&value.sources) });
            views.push(FactView { fact, values: values.collect() });
        }
        views
    }

    /// All pages and texts that were read.
    pub(super) fn all_citations(&self) -> Vec<Citation<'_>> {
        self.sources.iter().map(Citation::new).collect()
    }

    /// Whether something is missing that the operator could configure.
    pub(super) fn lacks_engines(&self) -> bool {
        self.missing.iter().any(|missing| matches!(missing.reason.as_str(), "not_configured" | "unavailable"))
    }

    /// The heading of a section by its id.
    pub(super) fn heading(&self, id: &str) -> Option<&str> {
        let section = self.sections.iter().find(|section| section.id == id);
        section.map(|section| section.heading.as_str())
    }

    /// All questions by section, each with its typed or saved answer.
    pub(super) fn question_groups(&self, typed: Option<&TypedAnswers>) -> Vec<QuestionGroup<'_>> {
        let of_sections =
            self.sections.iter().map(|section| (Some(section.heading.as_str()), &section.questions));
        let mut groups = Vec::new();
        for (heading, questions) in of_sections.chain([(None, &self.questions)]) {
            if !questions.is_empty() {
                let questions = questions.iter().map(|question| self.question_view(question, typed));
                groups.push(QuestionGroup::new(heading, questions.collect()));
            }
        }
        groups
    }

    fn question_view<'a>(&'a self, question: &'a Question, typed: Option<&TypedAnswers>) -> QuestionView<'a> {
        let saved = self.answers.iter().find(|answer| answer.question_id == question.id);
        let answer = match typed {
            Some(typed) => typed.of(&question.id),
            None => saved.map_or("", |answer| answer.text.as_str()),
        };
        QuestionView {
            question,
            hint: self.evidence(&question.evidence).into_iter().next(),
            answer: answer.to_owned(),
            fault: typed.and_then(|typed| typed.fault(&question.id)).map(str::to_owned),
        }
    }
}

impl<'a> QuestionGroup<'a> {
    fn new(heading: Option<&'a str>, questions: Vec<QuestionView<'a>>) -> Self {
        let answered = questions.iter().filter(|question| !question.answer.trim().is_empty()).count();
        let is_open = answered > 0 || questions.iter().any(|question| question.fault.is_some());
        Self { heading, questions, answered, is_open }
    }
}

impl<'a> Citation<'a> {
    fn new(source: &'a Source) -> Self {
        let url = source.url.as_deref().and_then(web_url);
        Self { number: source.number, title: &source.title, url }
    }
}
