//! Calls about one article: authorisation, the id of the article, and replies.

use application::edit_article::Editor;
use application::manage_articles::{ActionOutcome, ArticleView};
use application::publish_article::{PublishArticle, Published};
use axum::extract::FromRequestParts;
use domain::articles::ArticleId;
use domain::ledger::Purse;
use domain::requests::ActingPerson;
use http::request::Parts;

use super::{DoneReply, Meta};
use crate::caller::{ArticlesScope, Caller};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::json::AcceptsJson;
use crate::path::Path;
use crate::state::ApiState;

/// A call about one article. Its caller is authorised and accepts JSON.
pub(crate) struct ArticleCall {
    pub(super) state: ApiState,
    caller: Caller<ArticlesScope>,
    context: RequestContext,
    /// The person or API key that makes the call.
    caller_name: String,
    /// The id as in the path. It is parsed late, because errors of the body are reported first.
    id: String,
}

impl FromRequestParts<ApiState> for ArticleCall {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let call = Self::authorised(parts, state).await?;
        let Path(id) = Path::<String>::from_request_parts(parts, state).await?;
        Ok(call.about(id))
    }
}

/// An authorised call whose article is not known yet.
pub(super) struct AuthorisedCall {
    state: ApiState,
    caller: Caller<ArticlesScope>,
    context: RequestContext,
    caller_name: String,
}

impl AuthorisedCall {
    /// The call about this article.
    pub(super) fn about(self, id: String) -> ArticleCall {
        let Self { state, caller, context, caller_name } = self;
        ArticleCall { state, caller, context, caller_name, id }
    }
}

impl ArticleCall {
    /// Checks the caller before the path is parsed.
    pub(super) async fn authorised(parts: &mut Parts, state: &ApiState) -> Result<AuthorisedCall, ApiError> {
        let caller = Caller::<ArticlesScope>::from_request_parts(parts, state).await?;
        AcceptsJson::from_request_parts(parts, state).await?;
        let context = parts.extensions.get::<RequestContext>().cloned();
        let context = context.ok_or_else(|| ApiError::plain(ErrorCode::InternalError))?;
        let person = parts.extensions.get::<ActingPerson>();
        let caller_name = person.map_or_else(|| caller.claims.key.to_string(), |person| person.0.clone());
        Ok(AuthorisedCall { state: state.clone(), caller, context, caller_name })
    }

    /// Who edits the article, and which version of it.
    pub(super) fn editor(&self, version: Option<u32>) -> Editor<'_> {
        Editor { name: &self.caller_name, version }
    }

    pub(super) fn id(&self) -> Result<ArticleId, ApiError> {
        known(&self.id)
    }

    /// The purse whose articles the caller may see.
    pub(super) fn purse(&self) -> Purse {
        self.caller.purse()
    }

    /// The article as it is now.
    pub(super) async fn view(&self, id: ArticleId) -> Result<ArticleView, ApiError> {
        let read = self.state.articles.keep.read(self.purse(), id).await;
        read.map_err(|error| ApiError::from(&error))?.ok_or_else(|| not_found(id))
    }

    /// The metadata of the response.
    pub(super) fn meta(&self) -> Meta {
        Meta::new(&self.context, &self.caller.claims)
    }

    /// The use case that publishes articles of the caller's mode.
    pub(super) fn publisher(&self) -> &PublishArticle {
        self.state.articles.publish.of(self.caller.claims.mode)
    }

    /// The reply to an action on the article.
    pub(super) fn reply(&self, id: ArticleId) -> DoneReply {
        DoneReply { success: true, article_id: id.to_string(), meta: self.meta() }
    }

    /// The reply to an action on the article, or its error.
    pub(super) fn done<E>(
        &self,
        id: ArticleId,
        outcome: Result<ActionOutcome, E>,
    ) -> Result<DoneReply, ApiError>
    where
        for<'error> ApiError: From<&'error E>,
    {
        match outcome.map_err(|error| ApiError::from(&error))? {
            ActionOutcome::Done => Ok(self.reply(id)),
            ActionOutcome::NotFound => Err(not_found(id)),
            ActionOutcome::NotAllowed => Err(ApiError::plain(ErrorCode::NotCancellable)),
        }
    }
}

/// The outcome of publishing or unpublishing.
pub(super) const fn outcome_of(published: Published) -> ActionOutcome {
    match published {
        Published::Yes => ActionOutcome::Done,
        Published::Missing => ActionOutcome::NotFound,
        Published::NotWritten => ActionOutcome::NotAllowed,
    }
}

/// Text that is not a valid id gets a 404, like the id of another account's article.
pub(super) fn known(id: &str) -> Result<ArticleId, ApiError> {
    id.parse().map_err(|_| ApiError::missing("article", id))
}

pub(super) fn not_found(id: ArticleId) -> ApiError {
    ApiError::missing("article", &id.to_string())
}
