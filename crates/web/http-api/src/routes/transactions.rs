//! The account's statement.

use axum::Extension;
use axum::extract::State;
use domain::ledger::{Posting, PostingId};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Meta, time};
use crate::caller::{AccountScope, Caller};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::json::{AcceptsJson, Json};
use crate::openapi::names;
use crate::paging::{Cut, Page};
use crate::state::ApiState;

/// A page of transactions, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TransactionList)]
pub(crate) struct TransactionsReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The transactions, newest first.
    data: Vec<TransactionObject>,
    /// Whether there is another page.
    has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    next_cursor: Option<String>,
    meta: Meta,
}

/// A line of the ledger.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Transaction)]
struct TransactionObject {
    /// The id of the transaction.
    #[schema(example = "txn_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    transaction_id: String,
    #[schema(value_type = names::TransactionKind, example = "charge")]
    kind: &'static str,
    /// The amount, always positive. `kind` says whether it was added, spent, reserved or returned.
    #[schema(example = 500)]
    credits: i64,
    /// Reserved credits that a `capture` returned.
    #[schema(example = 0)]
    released_credits: i64,
    /// The `hold` of a `capture` or `void`, the `charge` of a `refund`, or the grant of a `reverse`.
    related_transaction_id: Option<String>,
    /// The call that was charged, or a note.
    #[schema(example = "seo/audit")]
    purpose: String,
    /// The id of the API key that spent the credits.
    key_id: Option<String>,
    /// When the transaction was made.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
    /// Credits available right after the transaction.
    #[schema(example = 999_500)]
    balance_credits: i64,
    /// Credits reserved right after the transaction.
    #[schema(example = 0)]
    held_credits: i64,
}

/// List transactions.
///
/// Returns the transactions of the key's account and mode, newest first. Free.
#[utoipa::path(
    get, path = "/v1/account/transactions", operation_id = "listTransactions", tag = "account",
    security(("apiKey" = ["account"])), params(Page<PostingId>),
    responses((status = 200, description = "A page of transactions.", body = TransactionsReply))
)]
pub(crate) async fn list(
    caller: Caller<AccountScope>,
    _: AcceptsJson,
    Page(wanted): Page<PostingId>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<TransactionsReply>, ApiError> {
    let read = state.read_account.statement(caller.purse(), wanted.before, wanted.to_read()).await;
    let postings = read.map_err(|error| ApiError::from(&error))?;
    let Cut { data, has_more, next_cursor } = wanted.cut(postings, |posting| posting.id.to_string());
    Ok(Json(TransactionsReply {
        success: true,
        data: data.iter().map(TransactionObject::from).collect(),
        has_more,
        next_cursor,
        meta: Meta::new(&context, &caller.claims),
    }))
}

impl From<&Posting> for TransactionObject {
    fn from(posting: &Posting) -> Self {
        Self {
            transaction_id: posting.id.to_string(),
            kind: posting.kind.as_str(),
            credits: posting.amount.as_i64(),
            released_credits: posting.released.as_i64(),
            related_transaction_id: posting.related.map(|id| id.to_string()),
            purpose: posting.purpose.clone(),
            key_id: posting.key.map(|id| id.to_string()),
            created_at: time(posting.at),
            balance_credits: posting.after.available.as_i64(),
            held_credits: posting.after.held.as_i64(),
        }
    }
}
