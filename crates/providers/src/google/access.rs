//! Access tokens: exchanged for the refresh token, kept until shortly before they expire, and asked for by one at a time.

use std::time::Duration;

use ports::{EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::{NAME, Settings};
use crate::http::{Vendor, VendorClient};
use crate::settings::{SetupError, required};

/// A token that expires while a request is on its way is of no use.
const MARGIN: Duration = Duration::from_mins(1);

pub(super) struct AccessTokens {
    vendor: Vendor,
    address: String,
    client_id: String,
    client_secret: SecretString,
    refresh_token: SecretString,
    held: Mutex<Option<Held>>,
}

struct Held {
    token: SecretString,
    until: Instant,
}

#[derive(Deserialize)]
struct Granted {
    access_token: SecretString,
    expires_in: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Denied {
    error: String,
    error_description: String,
}

impl AccessTokens {
    pub(super) fn new(settings: &Settings, client: &VendorClient) -> Result<Self, SetupError> {
        let missing = SetupError::Missing { engine: NAME, setting: "keywords.google_ads.client_id" };
        let client_id = settings.client_id.clone().filter(|id| !id.trim().is_empty()).ok_or(missing)?;
        let secret = |value, setting| required(value, NAME, setting);
        let client_secret = secret(settings.client_secret.as_ref(), "keywords.google_ads.client_secret")?;
        let refresh_token = secret(settings.refresh_token.as_ref(), "keywords.google_ads.refresh_token")?;
        Ok(Self {
            vendor: Vendor::new(NAME, client, vec![client_secret.clone(), refresh_token.clone()]),
            address: settings.oauth_base_url.at("/token"),
            client_id,
            client_secret,
            refresh_token,
            held: Mutex::new(None),
        })
    }

    /// A token that is good for a while. Whoever needs one during an exchange waits for it.
    pub(super) async fn token(&self) -> Result<SecretString, EngineFailure> {
        let mut held = self.held.lock().await;
        if let Some(held) = held.as_ref().filter(|held| Instant::now() < held.until) {
            return Ok(held.token.clone());
        }
        let granted = self.exchange().await?;
        let lasts = Duration::from_secs(granted.expires_in.min(86_400)).saturating_sub(MARGIN);
        *held = Some(Held { token: granted.access_token.clone(), until: Instant::now() + lasts });
        Ok(granted.access_token)
    }

    /// Drops a token that was refused, unless it has been replaced meanwhile.
    pub(super) async fn forget(&self, refused: &SecretString) {
        let mut held = self.held.lock().await;
        if held.as_ref().is_some_and(|held| held.token.expose_secret() == refused.expose_secret()) {
            *held = None;
        }
    }

    async fn exchange(&self) -> Result<Granted, EngineFailure> {
        let form = [
            ("grant_type", "refresh_token"),
            ("client_id", &self.client_id),
            ("client_secret", self.client_secret.expose_secret()),
            ("refresh_token", self.refresh_token.expose_secret()),
        ];
        let reply = self.vendor.send(self.vendor.post(self.address.clone()).form(&form)).await?;
        if reply.status.is_success() {
            return self.vendor.json(&reply);
        }
        let denied: Denied = self.vendor.json(&reply).unwrap_or_default();
        let words = format!("{} {}", denied.error, denied.error_description);
        let failure = self.vendor.status_failure(&reply, Some(&words));
        match denied.error.as_str() {
            // The consent has ended or the client is unknown: an operator must act.
            "invalid_grant" | "invalid_client" | "unauthorized_client" => {
                Err(EngineFailure { kind: FailureKind::Refused, ..failure })
            }
            _ => Err(failure),
        }
    }
}
