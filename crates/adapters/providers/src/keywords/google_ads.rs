//! Google Ads: the keyword planner itself, through `POST /{version}/customers/{customer}:generateKeywordIdeas`.

mod errors;
mod ideas;
mod languages;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::keywords::{IdeaSeed, IdeasQuery, KeywordIdea};
use ports::{Engine, EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;
use url::Url;

use self::errors::Refusal;
use self::ideas::Ideas;
use super::MOST_IDEAS;
use crate::google::access::{AccessTokens, Grant};
use crate::http::{Provider, ProviderClient};
use crate::link::{Policy, Quota};
use crate::locale::geo_target;
use crate::settings::{BaseUrl, SANDBOX_CREDENTIAL, SetupError, hidden, required, sandbox_credential};

const NAME: &str = "google_ads";
const MOST_SEEDS: usize = 20;
const MOST_PAGES: usize = 3;

/// Settings below `keywords.google_ads`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The account that queries: ten digits, with or without dashes.
    pub customer_id: Option<String>,
    /// The manager account of that account, if any.
    pub login_customer_id: Option<String>,
    /// The id of the OAuth client.
    pub client_id: Option<String>,
    /// The secret of the OAuth client.
    #[serde(serialize_with = "hidden")]
    pub client_secret: Option<SecretString>,
    /// The refresh token of a user who may use the account.
    #[serde(serialize_with = "hidden")]
    pub refresh_token: Option<SecretString>,
    /// The developer token, which only older projects need.
    #[serde(serialize_with = "hidden")]
    pub developer_token: Option<SecretString>,
    /// The account's currency, three letters. The API does not return it.
    pub currency: Option<String>,
    /// How many requests the planner allows each second.
    pub requests_per_second: NonZeroU32,
    /// The version of the API; each is supported for about a year.
    pub version: String,
    /// The base URL of the API.
    pub base_url: BaseUrl,
    /// The URL that issues access tokens.
    pub oauth_base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            customer_id: None,
            login_customer_id: None,
            client_id: None,
            client_secret: None,
            refresh_token: None,
            developer_token: None,
            currency: None,
            requests_per_second: NonZeroU32::MIN,
            version: "v26".to_owned(),
            base_url: BaseUrl::of_provider("https://googleads.googleapis.com"),
            oauth_base_url: BaseUrl::of_provider("https://oauth2.googleapis.com"),
        }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            customer_id: Some("1234567890".to_owned()),
            client_id: Some(SANDBOX_CREDENTIAL.to_owned()),
            client_secret: Some(sandbox_credential()),
            refresh_token: Some(sandbox_credential()),
            currency: Some("USD".to_owned()),
            requests_per_second: NonZeroU32::MIN.saturating_add(999),
            base_url: BaseUrl::in_sandbox(base, "google-ads"),
            oauth_base_url: BaseUrl::in_sandbox(base, "google-oauth"),
            ..Self::default()
        }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<IdeasQuery, Vec<KeywordIdea>>>, SetupError> {
    let missing = |setting| SetupError::Missing { engine: NAME, setting };
    let customer = settings.customer_id.as_ref().ok_or(missing("keywords.google_ads.customer_id"))?;
    let customer = account_number(customer, "keywords.google_ads.customer_id")?;
    let manager = settings.login_customer_id.as_ref();
    let manager =
        manager.map(|id| account_number(id, "keywords.google_ads.login_customer_id")).transpose()?;
    check_version(&settings.version)?;
    let access = access(settings, client)?;
    let secrets = settings.developer_token.iter().cloned().collect();
    Ok(Arc::new(GoogleAds {
        provider: Provider::new(NAME, client, secrets),
        address: settings
            .base_url
            .at(&format!("/{}/customers/{customer}:generateKeywordIdeas", settings.version)),
        manager,
        developer_token: settings.developer_token.clone(),
        currency: settings.currency.as_deref().map(currency).transpose()?,
        access,
        spacing: Quota::per_second(settings.requests_per_second).every,
    }))
}

fn access(settings: &Settings, client: &ProviderClient) -> Result<AccessTokens, SetupError> {
    let missing = SetupError::Missing { engine: NAME, setting: "keywords.google_ads.client_id" };
    let client_id = settings.client_id.clone().filter(|id| !id.trim().is_empty()).ok_or(missing)?;
    let secret = |value, setting| required(value, NAME, setting);
    let client_secret = secret(settings.client_secret.as_ref(), "keywords.google_ads.client_secret")?;
    let refresh_token = secret(settings.refresh_token.as_ref(), "keywords.google_ads.refresh_token")?;
    let provider = Provider::new(NAME, client, vec![client_secret.clone(), refresh_token.clone()]);
    let grant = Grant::Consent { client_id, client_secret, refresh_token };
    Ok(AccessTokens::new(provider, settings.oauth_base_url.at("/token"), grant))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    let quota = Some(Quota::per_second(settings.requests_per_second));
    Policy { attempt_limit: Duration::from_secs(15), quota, ..Policy::default() }
}

struct GoogleAds {
    provider: Provider,
    address: String,
    manager: Option<String>,
    developer_token: Option<SecretString>,
    currency: Option<String>,
    access: AccessTokens,
    /// The pause between the pages of one query, which the quota does not count.
    spacing: Duration,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a> {
    language: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    geo_target_constants: Vec<String>,
    include_adult_keywords: bool,
    keyword_plan_network: &'static str,
    page_size: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_token: Option<String>,
    #[serde(flatten)]
    seed: Seed<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Seed<'a> {
    KeywordSeed { keywords: &'a [String] },
    UrlSeed { url: &'a str },
}

#[async_trait]
impl Engine<IdeasQuery, Vec<KeywordIdea>> for GoogleAds {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &IdeasQuery) -> Result<Vec<KeywordIdea>, EngineFailure> {
        let mut request = self.request(query)?;
        let mut found = Vec::new();
        for page in 0..MOST_PAGES {
            if page > 0 {
                sleep(self.spacing).await;
            }
            let ideas = self.page(&request).await?;
            let total = ideas.total_size();
            let next = ideas.next_page_token();
            found.extend(ideas.into_ideas(self.currency.as_deref()));
            if next.is_none() || found.len() >= MOST_IDEAS || total.is_some_and(|total| found.len() >= total)
            {
                break;
            }
            request.page_token = next;
        }
        found.truncate(MOST_IDEAS);
        Ok(found)
    }
}

impl GoogleAds {
    fn request<'a>(&self, query: &'a IdeasQuery) -> Result<Request<'a>, EngineFailure> {
        let unsuitable = |reason| self.provider.failure(FailureKind::Unsuitable, reason);
        let language = languages::constant(query.language, query.country)
            .ok_or_else(|| unsuitable("does not know this language"))?;
        let seed = match &query.seed {
            IdeaSeed::Keywords(keywords) if keywords.len() > MOST_SEEDS => {
                return Err(unsuitable("takes 20 keywords at most"));
            }
            IdeaSeed::Keywords(keywords) => Seed::KeywordSeed { keywords },
            IdeaSeed::Url(url) => Seed::UrlSeed { url },
        };
        let place = query.country.map(|country| format!("geoTargetConstants/{}", geo_target(country)));
        Ok(Request {
            language: format!("languageConstants/{language}"),
            geo_target_constants: place.into_iter().collect(),
            include_adult_keywords: false,
            keyword_plan_network: "GOOGLE_SEARCH",
            page_size: MOST_IDEAS,
            page_token: None,
            seed,
        })
    }

    /// Fetches one page. An access token that expired meanwhile is replaced once.
    async fn page(&self, request: &Request<'_>) -> Result<Ideas, EngineFailure> {
        let token = self.access.token().await?;
        match self.attempt(request, &token).await? {
            Err(Refusal::ExpiredAccess) => {}
            outcome => return outcome.map_err(|refusal| refusal.into_failure(&self.provider)),
        }
        self.access.remove(&token).await;
        let token = self.access.token().await?;
        self.attempt(request, &token).await?.map_err(|refusal| refusal.into_failure(&self.provider))
    }

    async fn attempt(
        &self,
        request: &Request<'_>,
        token: &SecretString,
    ) -> Result<Result<Ideas, Refusal>, EngineFailure> {
        let mut call =
            self.provider.post(self.address.clone()).bearer_auth(token.expose_secret()).json(request);
        if let Some(manager) = &self.manager {
            call = call.header("login-customer-id", manager);
        }
        if let Some(developer_token) = &self.developer_token {
            call = call.header("developer-token", developer_token.expose_secret());
        }
        let reply = self.provider.send(call).await?;
        if reply.status.is_success() {
            return self.provider.json(&reply).map(Ok);
        }
        Ok(Err(Refusal::read(&self.provider, &reply)))
    }
}

/// Ten digits; people write them with dashes.
fn account_number(text: &str, setting: &'static str) -> Result<String, SetupError> {
    let digits = text.trim().replace('-', "");
    if digits.len() == 10 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(digits);
    }
    Err(SetupError::Invalid { setting, reason: "must have ten digits, such as 123-456-7890".to_owned() })
}

fn check_version(version: &str) -> Result<(), SetupError> {
    let number = version.strip_prefix('v').unwrap_or_default();
    if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(());
    }
    let setting = "keywords.google_ads.version";
    Err(SetupError::Invalid { setting, reason: "must look like v26".to_owned() })
}

fn currency(text: &str) -> Result<String, SetupError> {
    if text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Ok(text.to_owned());
    }
    let setting = "keywords.google_ads.currency";
    Err(SetupError::Invalid { setting, reason: "must have three capital letters, such as USD".to_owned() })
}
