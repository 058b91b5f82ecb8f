//! Calls about one article: who makes them, what they are about, and how they are answered.

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

/// A call about one article, by somebody who may make it and can read the answer.
pub(crate) struct ArticleCall {
    pub(super) state: ApiState,
    caller: Caller<ArticlesScope>,
    context: RequestContext,
    /// The person or the API key that makes the call.
    caller_name: String,
    /// As the path says it: what is wrong with the body is told first, so it is read late.
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

/// A call by somebody who may make it, about an article that is not known yet.
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
    /// Checks who calls, before the path is read.
    pub(super) async fn authorised(parts: &mut Parts, state: &ApiState) -> Result<AuthorisedCall, ApiError> {
        let caller = Caller::<ArticlesScope>::from_request_parts(parts, state).await?;
        AcceptsJson::from_request_parts(parts, state).await?;
        let context = parts.extensions.get::<RequestContext>().cloned();
        let context = context.ok_or_else(|| ApiError::plain(ErrorCode::InternalError))?;
        let person = parts.extensions.get::<ActingPerson>();
        let caller_name = person.map_or_else(|| caller.claims.key.to_string(), |person| person.0.clone());
        Ok(AuthorisedCall { state: state.clone(), caller, context, caller_name })
    }

    /// Who changes the article, and which version of it.
    pub(super) fn editor(&self, version: Option<u32>) -> Editor<'_> {
        Editor { name: &self.caller_name, version }
    }

    /// The article.
    pub(super) fn id(&self) -> Result<ArticleId, ApiError> {
        known(&self.id)
    }

    /// Whose articles the caller may see.
    pub(super) fn purse(&self) -> Purse {
        self.caller.purse()
    }

    /// The article as it is now.
    pub(super) async fn view(&self, id: ArticleId) -> Result<ArticleView, ApiError> {
        let read = self.state.articles.keep.read(self.purse(), id).await;
        read.map_err(|error| ApiError::from(&error))?.ok_or_else(|| not_found(id))
    }

    /// What the answer says about itself.
    pub(super) fn meta(&self) -> Meta {
        Meta::new(&self.context, &self.caller.claims)
    }

    /// What puts articles of the caller's mode on the hosted site.
    pub(super) fn publisher(&self) -> &PublishArticle {
        self.state.articles.publish.of(self.caller.claims.mode)
    }

    /// The reply to what was done to the article.
    pub(super) fn reply(&self, id: ArticleId) -> DoneReply {
        DoneReply { success: true, article_id: id.to_string(), meta: self.meta() }
    }

    /// Answers a wish about the article.
    pub(super) fn done<E>(&self, id: ArticleId, wish: Result<ActionOutcome, E>) -> Result<DoneReply, ApiError>
    where
        for<'error> ApiError: From<&'error E>,
    {
        match wish.map_err(|error| ApiError::from(&error))? {
            ActionOutcome::Done => Ok(self.reply(id)),
            ActionOutcome::NotFound => Err(not_found(id)),
            ActionOutcome::NotAllowed => Err(ApiError::plain(ErrorCode::NotCancellable)),
        }
    }
}

/// What became of a wish for the hosted site.
pub(super) const fn outcome_of(published: Published) -> ActionOutcome {
    match published {
        Published::Yes => ActionOutcome::Done,
        Published::Missing => ActionOutcome::NotFound,
        Published::NotWritten => ActionOutcome::NotAllowed,
    }
}

/// Text that is no id leads to nothing, like an id of somebody else.
pub(super) fn known(id: &str) -> Result<ArticleId, ApiError> {
    id.parse().map_err(|_| ApiError::missing("article", id))
}

pub(super) fn not_found(id: ArticleId) -> ApiError {
    ApiError::missing("article", &id.to_string())
}
