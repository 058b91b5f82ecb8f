//! Bing's feed: `GET /osjson.aspx`. The format for its web page is read, too.

use std::sync::Arc;

use async_trait::async_trait;
use domain::keywords::{Completion, SuggestQuery};
use ports::{Engine, EngineFailure};
use serde::Deserialize;

use super::feed::feed_settings;
use super::{feed, opensearch};
use crate::http::{Provider, ProviderClient, Reply};
use crate::locale::{country_or_usual, language_tag};
use crate::settings::SetupError;
use crate::wire::list;

feed_settings! {
    /// Settings below `suggest.bing`.
    "https://api.bing.com", "bing-suggest"
}

#[expect(clippy::unnecessary_wraps, reason = "every engine connects in the same way")]
pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SuggestQuery, Vec<Completion>>>, SetupError> {
    let provider = Provider::new("bing", client, Vec::new());
    Ok(Arc::new(Bing { provider, address: settings.base_url.at("/osjson.aspx") }))
}

struct Bing {
    provider: Provider,
    address: String,
}

/// The format for the web page.
#[derive(Debug, Deserialize)]
struct PageForm {
    #[serde(deserialize_with = "list")]
    s: Option<Vec<Suggestion>>,
}

#[derive(Debug, Deserialize)]
struct Suggestion {
    q: String,
}

#[async_trait]
impl Engine<SuggestQuery, Vec<Completion>> for Bing {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &SuggestQuery) -> Result<Vec<Completion>, EngineFailure> {
        let market = match country_or_usual(query.country, query.language) {
            Some(country) => ("market", language_tag(query.language, Some(country))),
            None => ("language", query.language.to_string()),
        };
        let parameters = [("query", query.text.clone()), market];
        let request = self.provider.get(self.address.clone()).query(&parameters);
        self.completions(&feed::fetch(&self.provider, request).await?)
    }
}

impl Bing {
    fn completions(&self, reply: &Reply) -> Result<Vec<Completion>, EngineFailure> {
        if let Ok(PageForm { s: Some(suggestions) }) = self.provider.json(reply) {
            let phrases =
                suggestions.into_iter().map(|suggestion| feed::phrase(without_markers(&suggestion.q)));
            return Ok(feed::tidied(phrases));
        }
        let array = opensearch::array(&self.provider, reply)?;
        let phrases = opensearch::phrases(&self.provider, &array)?;
        Ok(feed::tidied(phrases.map(|(_, phrase)| feed::phrase(without_markers(phrase)))))
    }
}

/// Two private-use code points enclose the typed text.
fn without_markers(phrase: &str) -> String {
    phrase.replace(['\u{e000}', '\u{e001}'], "")
}
