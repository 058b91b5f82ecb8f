//! An article's progress as server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use application::manage_articles::ArticleView;
use axum::Extension;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use domain::articles::{ArticleId, ArticleStatus};
use futures_util::stream::{self, Stream};
use http::{HeaderMap, HeaderName};
use utoipa::ToSchema;

use super::call::{known, not_found};
use super::{Meta, StatusReply};
use crate::caller::{ArticlesScope, Caller};
use crate::calls_under_way::CallUnderWay;
use crate::charging::too_many_calls;
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::path::Path;
use crate::state::ApiState;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// The longest wait before the article is read again, so that a stream never waits forever.
const LOOK_EVERY: Duration = Duration::from_secs(20);
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The progress of an article, by what a client reads: each event, the data of each event, or the stream as text.
#[derive(ToSchema)]
#[serde(untagged)]
#[schema(as = ArticleEventStream)]
#[expect(dead_code, reason = "it describes what is written line by line")]
pub(crate) enum EventStream {
    Event(ArticleEvent),
    Data(Box<StatusReply>),
    Text(String),
}

/// An event of the stream.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what is written line by line")]
pub(crate) struct ArticleEvent {
    /// A number that rises with every change.
    #[schema(example = "7")]
    id: String,
    /// Always `status`.
    #[schema(example = "status")]
    event: String,
    /// `ArticleDetails` as JSON on one line.
    data: String,
}

/// The state of a stream.
struct Watch {
    state: ApiState,
    caller: Caller<ArticlesScope>,
    context: RequestContext,
    id: ArticleId,
    seen: i64,
    /// Whether it has read the article once. The first read does not wait.
    begun: bool,
    done: bool,
    _waiting: CallUnderWay,
}

/// Watch an article.
///
/// Streams the progress of an article as server-sent events until it is finished. Each change is an event `status`. Its data is the
/// response of getting the article at that moment, and its id is a number that rises with every change of the article or its status
/// (not `article.version`). With `Last-Event-ID` only later changes are sent. Free.
#[utoipa::path(
    get, path = "/v1/articles/{articleId}/events", operation_id = "watchArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(
        ("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g"),
        ("Last-Event-ID" = Option<String>, Header, nullable = false, description = "The id of the last event that you received.", example = "7"),
    ),
    responses((
        status = 200, content_type = "text/event-stream", body = EventStream,
        description = "A stream of events. The data of each is `ArticleDetails`."
    ))
)]
pub(crate) async fn events(
    caller: Caller<ArticlesScope>,
    Path(id): Path<String>,
    headers: HeaderMap,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let (id, purse) = (known(&id)?, caller.purse());
    let waiting = state.waiting_readers.begin(purse).ok_or_else(too_many_calls)?;
    let known = state.articles.keep.wait(purse, id, i64::MIN, Duration::ZERO).await;
    known.map_err(|error| ApiError::from(&error))?.ok_or_else(|| not_found(id))?;
    let seen = headers.get(LAST_EVENT_ID).and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0);
    let watch = Watch { state, caller, context, id, seen, begun: false, done: false, _waiting: waiting };
    Ok(Sse::new(stream::unfold(watch, next)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

async fn next(mut watch: Watch) -> Option<(Result<Event, Infallible>, Watch)> {
    while !watch.done {
        let patience = if watch.begun { LOOK_EVERY } else { Duration::ZERO };
        watch.begun = true;
        let (purse, keep) = (watch.caller.purse(), &watch.state.articles.keep);
        let record = keep.wait(purse, watch.id, watch.seen, patience).await.ok()??;
        if record.version > watch.seen || record.status != ArticleStatus::Processing {
            // The article may have changed again, so its version and its end come from the same read as the
            // rest.
            let view = keep.read(purse, watch.id).await.ok()??;
            watch.seen = view.record.version;
            watch.done = view.record.status != ArticleStatus::Processing;
            let event = watch.event(&view)?;
            return Some((Ok(event), watch));
        }
    }
    None
}

impl Watch {
    fn event(&self, view: &ArticleView) -> Option<Event> {
        let claims = &self.caller.claims;
        let site = self.state.articles.publish.of(claims.mode).site();
        let reply = StatusReply::new(view, site, Meta::new(&self.context, claims));
        let data = serde_json::to_string(&reply).ok()?;
        Some(Event::default().event("status").id(view.record.version.to_string()).data(data))
    }
}
