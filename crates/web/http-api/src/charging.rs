//! Charged calls, from the request through the work to the result with its billing, and their response
//! headers.

use std::future::Future;
use std::time::{Duration, Instant};

use application::spend_credits::{ChargeRequest, Paid, Settlement, SpendError};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use domain::Timestamp;
use domain::api_keys::{Claims, KeyMode};
use domain::credits::Credits;
use domain::ids::RequestId;
use domain::prices::Operation;
use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::caller::{Caller, Permission};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::idempotency::{Once, REPLAYED, Repeatable};
use crate::routes::time;
use crate::state::ApiState;

pub(crate) const CHARGED: HeaderName = HeaderName::from_static("x-credits-charged");
const BALANCE: HeaderName = HeaderName::from_static("x-credits-balance");

/// What a call cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Billing {
    /// The rate in words.
    #[schema(example = "500 credits per call")]
    rate: &'static str,
    /// Credits reserved at the start; 0 for calls that are charged only when they succeed.
    #[schema(example = 500)]
    reserved_credits: i64,
    /// Credits charged.
    #[schema(example = 500)]
    charged_credits: i64,
    /// Reserved credits that were returned.
    #[schema(example = 0)]
    refunded_credits: i64,
    /// Credits left in the account.
    #[schema(example = 999_500)]
    balance_credits: i64,
}

// Only its schema is used: `charged_reply` adds the billing when the charge is known.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it stands for the reply in the reference")]
pub(crate) struct Charged<T> {
    #[schema(inline)]
    #[serde(flatten)]
    result: T,
    billing: Billing,
}

/// Facts about the result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResultMeta {
    /// The id of the request, as in the header `X-Request-Id`.
    #[schema(example = "req_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    request_id: String,
    /// The engine that served the call.
    #[schema(example = "serpapi")]
    provider: String,
    /// When the engine answered.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    fetched_at: String,
    /// Whether the result comes from the cache.
    cached: bool,
    /// How long the work took, in milliseconds.
    #[schema(example = 140)]
    latency_ms: u64,
    /// `false` for test keys: the result is synthetic and nothing real was spent or fetched.
    livemode: bool,
}

/// Who made the call, when, and in which mode. Results need this for their metadata.
#[derive(Debug, Clone)]
pub(crate) struct CallContext {
    request: RequestId,
    mode: KeyMode,
    started: Instant,
}

impl CallContext {
    /// The metadata of a result that `provider` returned at `fetched_at`.
    pub(crate) fn meta(&self, provider: String, fetched_at: Timestamp, cached: bool) -> ResultMeta {
        ResultMeta {
            request_id: self.request.to_string(),
            provider,
            fetched_at: time(fetched_at),
            cached,
            latency_ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            livemode: self.mode == KeyMode::Live,
        }
    }
}

/// A request of type `T` for a charged call, by a caller who has permission `P`.
pub(crate) struct ChargedCall<P, T> {
    pub(crate) request: T,
    pub(crate) caller: Caller<P>,
    pub(crate) context: CallContext,
    pub(crate) state: ApiState,
    /// The posting that pays for the call.
    pub(crate) settlement: Settlement,
    once: Once,
}

/// The terms on which a call is charged.
pub(crate) struct Terms {
    pub(crate) operation: Operation,
    /// Whether the price is reserved first, because the work may cost the operator money.
    pub(crate) hold_first: bool,
    pub(crate) max_credits: Option<i64>,
}

impl<P: Permission, T: DeserializeOwned> FromRequest<ApiState> for ChargedCall<P, T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &ApiState) -> Result<Self, ApiError> {
        let started = Instant::now();
        let (mut parts, body) = request.into_parts();
        let caller = Caller::<P>::from_request_parts(&mut parts, state).await?;
        let context = parts.extensions.get::<RequestContext>().cloned();
        let RequestContext { id } = context.ok_or_else(|| ApiError::plain(ErrorCode::InternalError))?;
        let Repeatable { request, once } =
            Repeatable::from_request(Request::from_parts(parts, body), state).await?;
        let context = CallContext { request: id, mode: caller.claims.mode, started };
        Ok(Self { request, caller, context, state: state.clone(), settlement: Settlement::default(), once })
    }
}

impl<P, T> ChargedCall<P, T> {
    pub(crate) fn claims(&self) -> Claims {
        self.caller.claims
    }

    /// Reserves credits for a job that `begin` stores, and responds with the result of `begin`.
    pub(crate) async fn reserve<F>(
        self,
        (operation, rate): (Operation, &'static str),
        price: Credits,
        max_credits: Option<i64>,
        begin: impl FnOnce(ApiState, ChargeRequest) -> F,
    ) -> Result<Response, ApiError>
    where
        F: Future<Output = Result<Paid, SpendError<ApiError>>>,
    {
        let charge_request = ChargeRequest {
            claims: self.caller.claims,
            operation,
            price,
            max_credits: max_credits.map(Credits::new),
            hold_first: true,
            idempotency: self.once.0,
            settlement: self.settlement,
        };
        let paid = begin(self.state, charge_request).await?;
        Ok(charged_reply(rate, &paid, Credits::ZERO))
    }

    /// Runs `work` and charges for it if it succeeds. The work continues if the client disconnects.
    pub(crate) async fn settle<R: Serialize>(
        self,
        terms: Terms,
        work: impl Future<Output = Result<R, ApiError>> + Send + 'static,
    ) -> Result<Response, ApiError> {
        let Terms { operation, hold_first, max_credits } = terms;
        let under_way = self.state.calls_under_way.begin(self.caller.purse()).ok_or_else(too_many_calls)?;
        let price = operation.fixed_price().ok_or_else(|| ApiError::plain(ErrorCode::InternalError))?;
        let charge_request = ChargeRequest {
            claims: self.caller.claims,
            operation,
            price,
            max_credits: max_credits.map(Credits::new),
            hold_first,
            idempotency: self.once.0,
            settlement: self.settlement,
        };
        let limit = self.state.settings.time_limit(Some(operation));
        let work = async move {
            let result = work.await;
            drop(under_way);
            written(&result?)
        };
        let paid = self.state.spend_credits.spend(charge_request, limit, work).await?;
        let refunded = Credits::new((paid.reserved.as_i64() - paid.charged.as_i64()).max(0));
        Ok(charged_reply(operation.rate(), &paid, refunded))
    }
}

pub(crate) fn too_many_calls() -> ApiError {
    let message = "Too many calls of this account are in progress. Wait until some of them are finished.";
    ApiError::new(ErrorCode::RateLimited, message).retry_after(Duration::from_secs(1))
}

pub(crate) fn written<R: Serialize>(result: &R) -> Result<String, ApiError> {
    serde_json::to_string(result).map_err(|error| {
        tracing::error!(%error, "a result could not be written as JSON");
        ApiError::plain(ErrorCode::InternalError)
    })
}

/// A charged reply. The result is a JSON object; billing becomes its last field.
fn charged_reply(rate: &'static str, paid: &Paid, refunded: Credits) -> Response {
    let billing = Billing {
        rate,
        reserved_credits: paid.reserved.as_i64(),
        charged_credits: paid.charged.as_i64(),
        refunded_credits: refunded.as_i64(),
        balance_credits: paid.available.as_i64(),
    };
    let billing = serde_json::to_string(&billing).unwrap_or_default();
    let open = paid.body.trim_end().strip_suffix('}').unwrap_or_default();
    let body = format!("{open},\"billing\":{billing}}}");
    let mut response = ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response();
    let headers = response.headers_mut();
    // The body repeats what the first call cost. A client that sums up this header must not count it twice.
    let charged = if paid.replayed { Credits::ZERO } else { paid.charged };
    headers.insert(CHARGED, HeaderValue::from(charged.as_i64()));
    headers.insert(BALANCE, HeaderValue::from(paid.available.as_i64()));
    if paid.replayed {
        headers.insert(REPLAYED, HeaderValue::from_static("true"));
    }
    response
}
