//! Calls to Google with a service account that owns the site.

use ports::{EngineFailure, IndexingReceipt};
use reqwest::{RequestBuilder, StatusCode};
use secrecy::{ExposeSecret, SecretString};

use crate::google::access::AccessTokens;
use crate::google::error::GoogleError;
use crate::http::{Provider, Reply};

pub(super) struct GoogleSite {
    pub(super) provider: Provider,
    pub(super) access: AccessTokens,
}

impl GoogleSite {
    /// Calls with an access token. A token that was revoked before it expired is replaced once.
    pub(super) async fn call(
        &self,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<Result<IndexingReceipt, Reply>, EngineFailure> {
        let token = self.access.token().await?;
        let mut reply = self.send(request(), &token).await?;
        if reply.status == StatusCode::UNAUTHORIZED {
            self.access.remove(&token).await;
            reply = self.send(request(), &self.access.token().await?).await?;
        }
        if reply.status.is_success() {
            return Ok(Ok(IndexingReceipt { http_status: reply.status.as_u16() }));
        }
        Ok(Err(reply))
    }

    /// The failure that a reply stands for, and what the reply says.
    pub(super) fn failure(&self, reply: &Reply) -> (EngineFailure, GoogleError) {
        let error = GoogleError::of(&self.provider, reply);
        let failure = self.provider.status_failure(reply, Some(&error.words()));
        let retry_after = error.retry_delay().or(failure.retry_after);
        (EngineFailure { retry_after, ..failure }, error)
    }

    async fn send(&self, request: RequestBuilder, token: &SecretString) -> Result<Reply, EngineFailure> {
        self.provider.send(request.bearer_auth(token.expose_secret())).await
    }
}
