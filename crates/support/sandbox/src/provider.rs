//! The providers that have stand-ins. A new provider needs one file and one line here.

use crate::asked::Asked;
use crate::faults::Failure;
use crate::reply::Reply;
use crate::world::World;
use crate::{dataforseo, images, indexing, keywords, payments, serp, suggest, text, vitals, web};

/// The only credential that stand-ins accept.
pub(crate) const CREDENTIAL: &str = "sandbox";

/// A stand-in of one provider: its paths, its formats, its errors.
pub(crate) trait StandIn: Sync {
    /// Whether the credentials are the sandbox's. Providers without credentials admit all requests.
    fn admits(&self, _asked: &Asked) -> bool {
        true
    }

    /// The response without faults, including the provider's refusal of bad requests.
    fn answer(&self, world: &World, asked: &Asked) -> Reply;

    /// The provider's response to a failure.
    fn failure(&self, asked: &Asked, failure: Failure) -> Reply;
}

macro_rules! providers {
    ($($(#[$documentation:meta])* $provider:ident $name:literal $stand_in:expr;)*) => {
        /// A provider that the sandbox stands in for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Provider {
            $($(#[$documentation])* $provider,)*
        }

        impl Provider {
            /// All providers with stand-ins.
            pub const ALL: &'static [Self] = &[$(Self::$provider),*];

            /// The first segment of its paths, and its name in fault words.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$provider => $name,)*
                }
            }

            pub(crate) fn stand_in(self) -> &'static dyn StandIn {
                match self {
                    $(Self::$provider => &$stand_in,)*
                }
            }
        }
    };
}

providers! {
    /// Every page of the sandbox web. It has no path of its own: requests use another host.
    Page "page" web::Pages;
    /// `SerpApi`.
    SerpApi "serpapi" serp::serpapi::SerpApi;
    Serper "serper" serp::serper::Serper;
    /// DataForSEO, for results and for keywords.
    DataForSeo "dataforseo" dataforseo::DataForSeo;
    Brave "brave" serp::brave::Brave;
    /// The search API of a `SearXNG` instance.
    SearXng "searxng" serp::searxng::SearXng;
    /// The results page of a search engine for clients without scripts.
    Web "web" serp::web::WebEngine;
    /// Google's and `YouTube`'s completions.
    GoogleSuggest "google-suggest" suggest::google::GoogleSuggest;
    BingSuggest "bing-suggest" suggest::bing::BingSuggest;
    /// `DuckDuckGo`'s completions.
    DuckDuckGoSuggest "duckduckgo-suggest" suggest::duckduckgo::DuckDuckGoSuggest;
    AmazonSuggest "amazon-suggest" suggest::amazon::AmazonSuggest;
    /// The Google Ads API.
    GoogleAds "google-ads" keywords::google_ads::GoogleAds;
    GoogleOauth "google-oauth" keywords::google_oauth::GoogleOauth;
    /// `OpenAI`'s chat and images, and all providers with the same format.
    OpenAi "openai" text::openai::OpenAi;
    Anthropic "anthropic" text::anthropic::Anthropic;
    /// Google Gemini's text and images.
    Gemini "gemini" text::gemini::Gemini;
    Ollama "ollama" text::ollama::Ollama;
    Stability "stability" images::stability::Stability;
    /// AUTOMATIC1111's web interface.
    Automatic1111 "a1111" images::a1111::Automatic1111;
    /// `ComfyUI`'s image workflows.
    ComfyUi "comfyui" images::comfyui::ComfyUi;
    /// `PageSpeed` Insights.
    PageSpeed "pagespeed" vitals::pagespeed::PageSpeed;
    /// The Chrome UX Report.
    Crux "crux" vitals::crux::Crux;
    GoogleIndexing "google-indexing" indexing::google_indexing::GoogleIndexing;
    IndexNow "indexnow" indexing::indexnow::IndexNow;
    SearchConsole "search-console" indexing::search_console::SearchConsole;
    /// Payments with Stripe Checkout.
    Stripe "stripe" payments::stripe::Stripe;
    PayOs "payos" payments::payos::PayOs;
}

impl Provider {
    /// The provider whose paths begin with the segment `step`. Pages have none.
    pub(crate) fn at(step: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|provider| *provider != Self::Page && provider.name() == step)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use axum::response::IntoResponse;
    use bytes::Bytes;
    use http::header::CONTENT_TYPE;
    use http::{HeaderMap, HeaderName, HeaderValue, Method};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn names_are_unique_and_fit_into_paths_and_fault_words() {
        let names: HashSet<&str> = Provider::ALL.iter().map(|provider| provider.name()).collect();
        assert_eq!(names.len(), Provider::ALL.len());
        let plain = |name: &str| name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        assert!(names.into_iter().all(plain));
    }

    /// Valid paths, so that arbitrary requests pass the first check.
    const PATHS: [&str; 35] = [
        "/",
        "/search.json",
        "/search",
        "/v3/serp/google/organic/live/advanced",
        "/v3/keywords_data/google_ads/search_volume/live",
        "/v3/keywords_data/google_ads/keywords_for_keywords/live",
        "/v3/keywords_data/google_ads/keywords_for_site/live",
        "/res/v1/web/search",
        "/autocompleter",
        "/html/",
        "/complete/search",
        "/osjson.aspx",
        "/AS/Suggestions",
        "/ac/",
        "/api/2017/suggestions",
        "/v26/customers/1234567890:generateKeywordIdeas",
        "/v26/customers/1234567890:generateKeywordHistoricalMetrics",
        "/token",
        "/v1/chat/completions",
        "/v1/images/generations",
        "/v1/messages",
        "/v1/models/x:generateContent",
        "/api/tags",
        "/v1/models/x:streamGenerateContent",
        "/v2beta/stable-image/generate/core",
        "/sdapi/v1/txt2img",
        "/prompt",
        "/history/x",
        "/view",
        "/pagespeedonline/v5/runPagespeed",
        "/v1/records:queryRecord",
        "/v3/urlNotifications:publish",
        "/indexnow",
        "/v1/checkout/sessions",
        "/v2/payment-requests",
    ];

    /// A request with `text` as its content, in every place where a provider may read it.
    fn question(path: &str, text: &str, method: Method, as_form: bool) -> Asked {
        let names = [
            "q",
            "query",
            "qry",
            "prefix",
            "url",
            "filename",
            "mode",
            "grant_type",
            "success_url",
            "start",
            "num",
        ];
        let pairs = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(names.map(|name| (name, text)))
            .finish();
        let mut fields: serde_json::Map<String, Value> =
            names.map(|name| (name.to_owned(), json!(text))).into_iter().collect();
        fields.extend([
            ("model".to_owned(), json!("x")),
            ("max_tokens".to_owned(), json!(50)),
            ("prompt".to_owned(), json!(text)),
            ("messages".to_owned(), json!([{ "role": "user", "content": text }])),
            ("contents".to_owned(), json!([{ "parts": [{ "text": text }] }])),
            ("keywordSeed".to_owned(), json!({ "keywords": [text] })),
            ("keywords".to_owned(), json!([text])),
            ("keyword".to_owned(), json!(text)),
            ("target".to_owned(), json!(text)),
            ("width".to_owned(), json!(9)),
            ("location_code".to_owned(), json!(1)),
            ("language_code".to_owned(), json!("vi")),
            ("height".to_owned(), json!(9)),
            ("size".to_owned(), json!("16x16")),
        ]);
        let task = Value::Object(fields);
        let in_list = path.starts_with("/v3/") && !path.contains("urlNotifications");
        let json = if in_list { json!([task]) } else { task };
        let media_type = if as_form { "application/x-www-form-urlencoded" } else { "application/json" };
        let body = if as_form { pairs.clone() } else { json.to_string() };
        let headers = HeaderMap::from_iter([
            (CONTENT_TYPE, HeaderValue::from_static(media_type)),
            (HeaderName::from_static("anthropic-version"), HeaderValue::from_static("2026-10-21")),
        ]);
        Asked::new(method, "host.test".to_owned(), (path, &pairs), headers, Bytes::from(body))
    }

    #[test]
    fn no_question_makes_a_stand_in_panic() {
        let world = World::load();
        let path = prop_oneof![3 => prop::sample::select(PATHS.to_vec()).prop_map(str::to_owned), 1 => "/\\PC{0,30}"];
        let method = prop::sample::select(vec![Method::GET, Method::POST]);
        let cases = ProptestConfig::with_cases(64);
        proptest!(cases, |(path in path, text in "\\PC{0,60}", method in method, as_form in any::<bool>())| {
            let asked = question(&path, &text, method, as_form);
            for provider in Provider::ALL {
                let _ = provider.stand_in().admits(&asked);
                let _ = provider.stand_in().answer(&world, &asked);
            }
        });
    }

    #[test]
    fn every_provider_has_words_for_every_failure() {
        let asked = question("/search", "x", Method::POST, false);
        for provider in Provider::ALL {
            let status =
                |failure| provider.stand_in().failure(&asked, failure).into_response().status().as_u16();
            let throttled =
                provider.stand_in().failure(&asked, Failure::Throttled { retry_after: 7 }).into_response();
            assert_eq!(throttled.headers()["retry-after"], "7", "{provider:?}");
            assert!(status(Failure::Broken) >= 500, "{provider:?}");
            assert!(matches!(status(Failure::Unauthorised), 401 | 403), "{provider:?}");
            let _ = (status(Failure::Unavailable), status(Failure::Blocked), status(Failure::Task(40_101)));
        }
    }

    #[test]
    fn pages_have_no_path_of_their_own() {
        assert_eq!(Provider::at("page"), None);
        assert_eq!(Provider::at("serper"), Some(Provider::Serper));
    }
}
