//! The first page of results for one query, before a provider formats it.

use domain::search::SerpFeature;

use super::price::Price;
use super::{Day, Kind, Page, Topic};
use crate::faults::FaultWord;

/// Ten results with the blocks beside them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ResultsPage {
    pub(crate) language: String,
    pub(crate) results: Vec<WebResult>,
    pub(crate) questions: Vec<Question>,
    pub(crate) related_searches: Vec<String>,
    pub(crate) features: Vec<SerpFeature>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WebResult {
    pub(crate) position: usize,
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) host: String,
    pub(crate) path: String,
    pub(crate) site_name: String,
    pub(crate) snippet: String,
    pub(crate) published: Day,
    pub(crate) kind: Kind,
    /// The first price of a shop's page.
    pub(crate) price: Option<Price>,
}

/// A "people also ask" question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) question: String,
    /// The answer and its source.
    pub(crate) answer: Option<(String, WebResult)>,
}

impl WebResult {
    pub(crate) fn of(position: usize, page: &Page) -> Self {
        Self {
            position,
            title: page.title.clone(),
            url: page.url(),
            host: page.host.clone(),
            path: page.path.clone(),
            site_name: page.site_name(),
            snippet: page.description.clone(),
            published: page.published,
            kind: page.kind,
            price: Price::first_in(&page.markdown),
        }
    }

    /// The URL as a results page shows it: `https://shop.example › shoes`.
    pub(crate) fn breadcrumb(&self) -> String {
        let steps = self.path.split('/').filter(|step| !step.is_empty());
        steps.fold(format!("https://{}", self.host), |line, step| format!("{line} › {step}"))
    }
}

impl ResultsPage {
    pub(crate) fn of_topic(topic: &Topic) -> Self {
        let results: Vec<WebResult> =
            topic.pages().iter().zip(1..).map(|(page, position)| WebResult::of(position, page)).collect();
        let questions = topic
            .questions
            .iter()
            .map(|entry| Question {
                question: entry.question.clone(),
                answer: entry.answer.as_ref().and_then(|(answer, index)| {
                    results.get(*index).map(|result| (answer.clone(), result.clone()))
                }),
            })
            .collect();
        Self {
            language: topic.language.clone(),
            questions,
            related_searches: topic.related_searches.clone(),
            features: topic.features.clone(),
            results,
        }
    }

    /// Puts the faults meant for pages into the URLs, so that the requests of the pages contain them.
    pub(crate) fn carry_faults(&mut self, words: &[FaultWord]) {
        for result in &mut self.results {
            let faults: Vec<String> =
                words.iter().filter_map(|word| word.for_result(result.position)).collect();
            if !faults.is_empty() {
                result.url = format!("{}?{}", result.url, faults.join("&"));
            }
        }
    }
}
