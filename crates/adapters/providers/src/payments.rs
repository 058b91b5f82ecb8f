//! Payment providers, one file each. A purchase names its provider, so they are no chain.

pub mod payos;
pub mod stripe;

mod signature;

use std::sync::Arc;
use std::time::Duration;

use ports::{EngineFailure, FailureKind, PaymentProvider};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::http::{Provider, ProviderClient};
use crate::settings::SetupError;

/// A configured provider, or the name of the missing setting.
pub type Connected = Result<Arc<dyn PaymentProvider>, &'static [&'static str]>;

/// The time limit of one attempt: the buyer waits in front of a page.
const ATTEMPT_LIMIT: Duration = Duration::from_secs(8);
/// The longest name that is accepted from a provider.
const LONGEST_NAME: usize = 2_000;
/// The longest URL that is accepted from a provider.
const LONGEST_ADDRESS: usize = 4_000;

/// Settings below `payments`.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct PaymentSettings {
    pub stripe: stripe::Settings,
    pub payos: payos::Settings,
}

impl PaymentSettings {
    /// Settings of the stand-ins below the base URL of a sandbox, whose messages are signed with `secret`.
    #[must_use]
    pub fn sandbox(base: &Url, secret: &SecretString) -> Self {
        Self {
            stripe: stripe::Settings::sandbox(base, secret),
            payos: payos::Settings::sandbox(base, secret),
        }
    }

    /// Connects Stripe. Incomplete settings are an error.
    pub fn connect_stripe(&self, client: &ProviderClient) -> Result<Connected, SetupError> {
        stripe::connect(&self.stripe, client)
    }

    /// Connects payOS. Incomplete settings are an error.
    pub fn connect_payos(&self, client: &ProviderClient) -> Result<Connected, SetupError> {
        payos::connect(&self.payos, client)
    }
}

/// A URL to which buyers can be sent.
fn page_address(provider: &Provider, address: &str) -> Result<String, EngineFailure> {
    let usable = address.len() <= LONGEST_ADDRESS
        && Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    if usable {
        return Ok(address.to_owned());
    }
    Err(provider.failure(FailureKind::Broken, "named no address at which to pay"))
}

/// A name that a provider gave to something.
fn name(provider: &Provider, name: &str) -> Result<String, EngineFailure> {
    let usable =
        !name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(|byte| byte.is_ascii_graphic());
    if usable {
        return Ok(name.to_owned());
    }
    Err(provider.failure(FailureKind::Broken, "named something in a way that can't be kept"))
}
