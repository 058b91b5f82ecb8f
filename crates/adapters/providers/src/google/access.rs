//! Access tokens: exchanged for a consent or a signature, cached until shortly before they expire, and
//! requested one at a time.

use std::borrow::Cow;
use std::time::Duration;

use ports::{EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::service_account::ServiceAccount;
use crate::http::Provider;

/// A token that expires while a request is on its way is useless.
const MARGIN: Duration = Duration::from_mins(1);

/// What a token is exchanged for.
pub(crate) enum Grant {
    /// The consent of a user.
    Consent { client_id: String, client_secret: SecretString, refresh_token: SecretString },
    /// The signature of a service account.
    Signature(Box<ServiceAccount>),
}

pub(crate) struct AccessTokens {
    provider: Provider,
    address: String,
    grant: Grant,
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
    /// Tokens from `address`. The provider's secrets are those of the grant.
    pub(crate) fn new(provider: Provider, address: String, grant: Grant) -> Self {
        Self { provider, address, grant, held: Mutex::new(None) }
    }

    /// A token that is valid for a while. Callers that need one during an exchange wait for it.
    pub(crate) async fn token(&self) -> Result<SecretString, EngineFailure> {
        let mut held = self.held.lock().await;
        if let Some(held) = held.as_ref().filter(|held| Instant::now() < held.until) {
            return Ok(held.token.clone());
        }
        let granted = self.exchange().await?;
        let lasts = Duration::from_secs(granted.expires_in.min(86_400)).saturating_sub(MARGIN);
        *held = Some(Held { token: granted.access_token.clone(), until: Instant::now() + lasts });
        Ok(granted.access_token)
    }

    /// Removes a token that was refused, unless it has been replaced meanwhile.
    pub(crate) async fn remove(&self, refused: &SecretString) {
        let mut held = self.held.lock().await;
        if held.as_ref().is_some_and(|held| held.token.expose_secret() == refused.expose_secret()) {
            *held = None;
        }
    }

    async fn exchange(&self) -> Result<Granted, EngineFailure> {
        let form = self.form()?;
        let reply = self.provider.send(self.provider.post(self.address.clone()).form(&form)).await?;
        if reply.status.is_success() {
            return self.provider.json(&reply);
        }
        let denied: Denied = self.provider.json(&reply).unwrap_or_default();
        let words = format!("{} {}", denied.error, denied.error_description);
        let failure = self.provider.status_failure(&reply, Some(&words));
        match denied.error.as_str() {
            // The consent has ended or the client is unknown: an operator must act.
            "invalid_grant" | "invalid_client" | "unauthorized_client" => {
                Err(EngineFailure { kind: FailureKind::Refused, ..failure })
            }
            _ => Err(failure),
        }
    }

    fn form(&self) -> Result<Vec<(&'static str, Cow<'_, str>)>, EngineFailure> {
        Ok(match &self.grant {
            Grant::Consent { client_id, client_secret, refresh_token } => vec![
                ("grant_type", "refresh_token".into()),
                ("client_id", client_id.into()),
                ("client_secret", client_secret.expose_secret().into()),
                ("refresh_token", refresh_token.expose_secret().into()),
            ],
            Grant::Signature(account) => {
                let unsigned = |_| self.provider.failure(FailureKind::Refused, "has a key that can't sign");
                vec![
                    ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer".into()),
                    ("assertion", account.assertion().map_err(unsigned)?.into()),
                ]
            }
        })
    }
}
