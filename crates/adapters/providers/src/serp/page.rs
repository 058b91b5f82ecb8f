//! Builds a results page from a provider's reply. It keeps the guarantees of [`SerpPage`], whatever the
//! provider sends.

use std::collections::BTreeSet;

use domain::search::{AskedQuestion, OrganicResult, SerpFeature, SerpPage, TOP_RESULTS};
use url::Url;

use crate::markup::{plain, plain_or_none};

const MOST_QUESTIONS: usize = 20;
const MOST_RELATED: usize = 20;
const LONGEST_ADDRESS: usize = 4_096;

/// A page that is being built.
#[derive(Debug, Default)]
pub(super) struct Draft {
    page: SerpPage,
    features: BTreeSet<SerpFeature>,
}

/// One result in the form of a provider.
#[derive(Debug, Default)]
pub(super) struct Found<'a> {
    pub(super) title: Option<&'a str>,
    pub(super) url: Option<&'a str>,
    pub(super) snippet: Option<&'a str>,
    pub(super) date: Option<&'a str>,
}

impl Draft {
    /// Adds an organic result, unless it has no URL or the page is full.
    pub(super) fn result(&mut self, found: &Found<'_>) {
        let Some(url) = found.url.and_then(web_address) else { return };
        let Ok(position) = u32::try_from(self.page.results.len() + 1) else { return };
        if self.page.results.len() < TOP_RESULTS {
            self.page.results.push(OrganicResult {
                position,
                title: plain_or_none(found.title).unwrap_or_else(|| url.clone()),
                url,
                snippet: plain_or_none(found.snippet),
                date: plain_or_none(found.date),
            });
        }
    }

    /// Adds a question that people also ask.
    pub(super) fn question(&mut self, question: &str, answer: Option<&str>, source: Option<&str>) {
        let question = plain(question);
        if question.is_empty() || self.page.people_also_ask.len() == MOST_QUESTIONS {
            return;
        }
        self.features.insert(SerpFeature::PeopleAlsoAsk);
        let (answer, source_url) = (plain_or_none(answer), source.and_then(web_address));
        self.page.people_also_ask.push(AskedQuestion { question, answer, source_url });
    }

    /// Adds a related search.
    pub(super) fn related(&mut self, search: &str) {
        let search = plain(search);
        let searches = &mut self.page.related_searches;
        if !search.is_empty() && searches.len() < MOST_RELATED && !searches.contains(&search) {
            searches.push(search);
        }
    }

    /// Records another feature of the page.
    pub(super) fn feature(&mut self, feature: SerpFeature, is_there: bool) {
        if is_there {
            self.features.insert(feature);
        }
    }

    pub(super) fn finish(self) -> SerpPage {
        SerpPage { features: self.features.into_iter().collect(), ..self.page }
    }
}

/// The URL, if it is absolute and of the web.
fn web_address(text: &str) -> Option<String> {
    let text = text.trim();
    let is_clean = text.len() <= LONGEST_ADDRESS
        && !text.chars().any(|letter| letter.is_whitespace() || letter.is_control());
    let url = Url::parse(text).ok().filter(|_| is_clean)?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_are_results_and_ten_are_enough() {
        let mut draft = Draft::default();
        for url in ["/search?q=x", "javascript:alert(1)", "ftp://a.example/", "https://a.example/\n/b", ""] {
            draft.result(&Found { title: Some("no"), url: Some(url), ..Found::default() });
        }
        for number in 1..=12 {
            let url = format!("https://site{number}.example/");
            draft.result(&Found { title: Some(" <b>A</b> "), url: Some(&url), ..Found::default() });
        }
        let page = draft.finish();
        assert_eq!(
            page.results.iter().map(|result| result.position).collect::<Vec<_>>(),
            (1..=10).collect::<Vec<_>>()
        );
        assert!(page.results.iter().all(|result| result.title == "A"));
    }

    #[test]
    fn features_come_in_order_and_once() {
        let mut draft = Draft::default();
        draft.feature(SerpFeature::Videos, true);
        draft.feature(SerpFeature::AiOverview, true);
        draft.feature(SerpFeature::Videos, true);
        draft.feature(SerpFeature::Images, false);
        draft.question("Why?", None, Some("not an address"));
        let page = draft.finish();
        assert_eq!(page.features, [SerpFeature::AiOverview, SerpFeature::PeopleAlsoAsk, SerpFeature::Videos]);
        assert_eq!(page.people_also_ask[0].source_url, None);
    }
}
