//! The small web behind the stand-ins: hand-written topics of ten pages each, and pages made from patterns
//! for everything else. All of it is synthetic, and every page states so in its `generator`.

mod content;
mod day;
mod html;
mod json_ld;
mod notebook;
mod page;
mod price;
mod results;
mod site;
mod synthetic;
mod topic;

use content::Content;

pub(crate) use content::ContentProblem;
pub(crate) use day::Day;
pub(crate) use html::escape;
pub(crate) use notebook::{Notebook, Passage, Piece};
pub(crate) use page::{Kind, Page};
pub(crate) use price::Price;
pub(crate) use results::{Question, ResultsPage, WebResult};
pub(crate) use site::{Pages, Site};
pub(crate) use synthetic::guessed_language;
pub(crate) use topic::{PlannedKeyword, Season, Topic};

use crate::faults;
use crate::folding::{content_words, likeness, normalised};

/// The similarity that a query needs to a phrase of a topic.
const ENOUGH_LIKENESS: f64 = 0.6;

#[derive(Debug)]
pub(crate) struct Web {
    topics: Vec<Topic>,
}

impl Web {
    /// Reads the embedded topics, without those that have problems.
    pub(crate) fn load() -> (Self, Vec<ContentProblem>) {
        let Content { topics, problems } = Content::load();
        (Self { topics }, problems)
    }

    pub(crate) fn topics(&self) -> &[Topic] {
        &self.topics
    }

    /// The topic of a query: the one with exactly this phrase, else the most similar one.
    pub(crate) fn topic_of(&self, query: &str) -> Option<&Topic> {
        let line = normalised(query);
        if line.is_empty() {
            return None;
        }
        let known = |main_only| self.topics.iter().find(|topic| topic.knows(&line, main_only));
        known(true).or_else(|| known(false)).or_else(|| self.nearest(query))
    }

    fn nearest(&self, query: &str) -> Option<&Topic> {
        let words = content_words(query);
        let mut best: Option<(&Topic, f64)> = None;
        for topic in self.topics.iter().filter(|topic| topic.can_be_about(&words)) {
            let near = topic.phrases().map(|phrase| likeness(&words, &phrase.words)).fold(0.0, f64::max);
            if near >= ENOUGH_LIKENESS && best.is_none_or(|(_, nearest)| near > nearest) {
                best = Some((topic, near));
            }
        }
        best.map(|(topic, _)| topic)
    }

    /// The first page of results for a query. Fault words do not count; those for pages are passed on to the
    /// pages.
    pub(crate) fn search(&self, query: &str, language: Option<&str>) -> ResultsPage {
        let asked = faults::without_words(query);
        let mut results = match self.topic_of(&asked) {
            Some(topic) => ResultsPage::of_topic(topic),
            None => synthetic::results(&asked, language.unwrap_or("en")),
        };
        results.carry_faults(&faults::words_in(query));
        results
    }

    /// The site of a host.
    pub(crate) fn site<'a>(&'a self, host: &'a str) -> Site<'a> {
        let pages = self.topics.iter().flat_map(Topic::pages).filter(|page| page.host == host).collect();
        Site::new(host, pages)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn web() -> Web {
        Web::load().0
    }

    #[test]
    fn a_topic_is_found_by_its_query_its_aliases_and_its_suggestions() {
        let web = web();
        for topic in web.topics() {
            for phrase in &topic.main_phrases {
                let found = web.topic_of(&phrase.text).map(|found| found.slug.as_str());
                assert_eq!(found, Some(topic.slug.as_str()), "{}", phrase.text);
            }
        }
        let found = |query| web.topic_of(query).map(|topic| topic.slug.as_str());
        assert_eq!(found("How to make COLD-BREW coffee?"), Some("cold-brew-coffee"));
        assert_eq!(found("why is my cold brew bitter"), Some("cold-brew-coffee"));
        assert_eq!(found("how to brew cold brew coffee cheaply"), Some("cold-brew-coffee"));
        assert_eq!(found("giay chay bo"), Some("giay-chay-bo"));
    }

    #[test]
    fn every_topic_is_whole() {
        let (web, problems) = Web::load();
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, Vec::<String>::new());
        assert!(web.topics().len() >= 12, "{}", web.topics().len());
        let mut addresses = HashSet::new();
        for topic in web.topics() {
            let hosts: HashSet<&str> = topic.pages().iter().map(|page| page.host.as_str()).collect();
            assert_eq!(hosts.len(), 10, "{} has ten pages on ten hosts", topic.slug);
            let kinds: HashSet<Kind> = topic.pages().iter().map(|page| page.kind).collect();
            assert!(kinds.len() >= 6, "{} has every kind of page", topic.slug);
            let unanswered = topic.questions.iter().filter(|question| question.answer.is_none()).count();
            assert_eq!((topic.questions.len(), unanswered), (5, 1), "{}", topic.slug);
            assert!(topic.suggestions.len() >= 40 && topic.keywords.len() >= 25, "{}", topic.slug);
            for page in topic.pages() {
                assert!(addresses.insert(page.url()), "{} stands twice", page.url());
                assert!(page.markdown.starts_with("# "), "{} begins with its heading", page.url());
                assert!(page.published < Day { year: 2026, month: 11, number: 1 }, "{}", page.url());
            }
        }
    }

    #[test]
    fn titles_for_other_queries_do_not_say_a_word_of_them_again() {
        for topic in web().topics() {
            for name in ["title", "meta-title"] {
                let label = content_words(&topic.notebook.label(name, Some("")));
                for phrase in topic.phrases().filter(|phrase| !topic.is_about(&phrase.line)) {
                    let again: Vec<&String> =
                        label.iter().filter(|word| phrase.words.contains(word)).collect();
                    assert!(again.is_empty(), "{}: {}: {again:?}", topic.slug, phrase.text);
                }
            }
        }
    }

    #[test]
    fn other_queries_have_no_topic() {
        let web = web();
        for query in [
            "",
            "?!",
            "quantum entanglement",
            "the",
            "coffee table legs",
            "日本語",
            "cách làm nước mắm chấm",
            "du lịch đà nẵng",
        ] {
            assert!(web.topic_of(query).is_none(), "{query}");
        }
    }

    #[test]
    fn fault_words_do_not_change_what_is_found() {
        let web = web();
        let plain = web.search("cold brew coffee", None);
        let faulty = web.search("cold brew sandbox-fault:serper=500 coffee sandbox-fault:latency-3", None);
        assert_eq!(plain, faulty);
    }

    #[test]
    fn page_faults_go_on_to_the_pages() {
        let results = web().search("cold brew coffee sandbox-fault:page-2=503", None);
        assert!(results.results[1].url.ends_with("?sandbox-fault:page=503"), "{}", results.results[1].url);
        assert!(!results.results[0].url.contains('?'));
    }
}
