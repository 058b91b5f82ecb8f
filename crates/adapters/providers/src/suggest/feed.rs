//! What all feeds share.

use std::num::NonZeroU32;
use std::time::Duration;

use domain::keywords::Completion;
use ports::{EngineFailure, FailureKind};
use reqwest::{RequestBuilder, StatusCode};

use crate::http::{Provider, Reply};
use crate::link::{Policy, Quota};
use crate::markup::plain;

const MOST_COMPLETIONS: usize = 30;

/// What providers accept without blocking, as far as is known.
pub(super) const POLITE_RATE: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);
/// One call may expand its query into as many phrases, one per letter of an alphabet; they are sent together.
const EXPANSION: u32 = 30;
/// A sandbox accepts more.
pub(super) const SANDBOX_RATE: NonZeroU32 = NonZeroU32::MIN.saturating_add(9_999);

/// Defines the settings that all feeds share; only the URLs of the provider and of its stand-in differ.
macro_rules! feed_settings {
    ($(#[$doc:meta])* $provider:literal, $stand_in:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, serde::Deserialize, serde::Serialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Settings {
            /// How many requests the feed gets each second.
            pub requests_per_second: std::num::NonZeroU32,
            /// The URL of the feed.
            pub base_url: crate::settings::BaseUrl,
        }

        impl Default for Settings {
            fn default() -> Self {
                let base_url = crate::settings::BaseUrl::of_provider($provider);
                Self { requests_per_second: crate::suggest::feed::POLITE_RATE, base_url }
            }
        }

        impl Settings {
            pub(crate) fn sandbox(base: &url::Url) -> Self {
                let base_url = crate::settings::BaseUrl::in_sandbox(base, $stand_in);
                Self { requests_per_second: crate::suggest::feed::SANDBOX_RATE, base_url }
            }
        }

        pub(crate) fn policy(settings: &Settings) -> crate::link::Policy {
            crate::suggest::feed::policy(settings.requests_per_second)
        }
    };
}
pub(super) use feed_settings;

/// The policy of a feed with at most this rate.
pub(super) fn policy(requests_per_second: NonZeroU32) -> Policy {
    Policy {
        attempt_limit: Duration::from_secs(2),
        retries: 0,
        concurrency: 64,
        quota: Some(Quota { burst: EXPANSION, ..Quota::per_second(requests_per_second) }),
        ..Policy::default()
    }
}

/// Fetches a feed. A refusal is a block: there is no account that could be refused.
pub(super) async fn fetch(provider: &Provider, request: RequestBuilder) -> Result<Reply, EngineFailure> {
    let reply = provider.send(request).await?;
    match reply.status {
        status if status.is_success() => Ok(reply),
        StatusCode::FORBIDDEN => {
            Err(EngineFailure { kind: FailureKind::Blocked, ..provider.status_failure(&reply, None) })
        }
        _ => Err(provider.status_failure(&reply, None)),
    }
}

/// The failure of a reply that holds no suggestions.
pub(super) fn blocked(provider: &Provider) -> EngineFailure {
    provider.failure(FailureKind::Blocked, "answered with something else than suggestions")
}

/// A completion without score.
pub(super) fn phrase(keyword: impl Into<String>) -> Completion {
    Completion { keyword: keyword.into(), score: None, navigational: false }
}

/// Completions as plain text: without markup, blanks and duplicates.
pub(super) fn tidied(completions: impl IntoIterator<Item = Completion>) -> Vec<Completion> {
    let mut tidied: Vec<Completion> = Vec::new();
    for completion in completions {
        let keyword = plain(&completion.keyword);
        if keyword.is_empty() || tidied.iter().any(|known| known.keyword == keyword) {
            continue;
        }
        tidied.push(Completion { keyword, ..completion });
        if tidied.len() == MOST_COMPLETIONS {
            break;
        }
    }
    tidied
}
