//! The price of a call before it is sent.

use crate::explorer::{Call, Endpoint, PriceRule};
use domain::prices::Operation;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// A price as the page shows it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Price {
    Free,
    /// A credit for each character of the result.
    PerCharacter,
    Credits {
        expected: i64,
        /// The reserved credits, which the charge never exceeds.
        reserved: i64,
    },
}

/// The API's estimate of a price.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Estimate {
    estimated_credits: i64,
    reserved_credits: i64,
}

/// The price of a call; `None` if the API can't estimate it, such as for a length out of range.
pub(super) async fn of(
    dashboard: &Dashboard,
    visit: &SignedIn,
    endpoint: &Endpoint,
    call: &Call,
) -> Result<Option<Price>, PageError> {
    let operation = match endpoint.price {
        PriceRule::Free => return Ok(Some(Price::Free)),
        PriceRule::PerCharacter => return Ok(Some(Price::PerCharacter)),
        PriceRule::Listed(operation) => operation,
    };
    let query = price_query(operation, call.body.as_ref());
    let Ok(answer) = ApiClient::new(dashboard, visit).post("/v1/estimate", &query).await? else {
        return Ok(None);
    };
    let Estimate { estimated_credits: expected, reserved_credits: reserved } =
        serde_json::from_value(answer).map_err(|error| PageError::internal(&error))?;
    Ok(Some(Price::Credits { expected, reserved }))
}

/// The request for an estimate, with the fields that decide the price.
fn price_query(operation: Operation, body: Option<&Value>) -> Value {
    let mut query = Map::new();
    query.insert("endpoint".to_owned(), json!(operation.as_str()));
    if operation == Operation::ArticlesGenerate {
        for name in ["mode", "targetWordCount", "imageOption", "language"] {
            if let Some(value) = body.and_then(|body| body.get(name)) {
                query.insert(name.to_owned(), value.clone());
            }
        }
    }
    Value::Object(query)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_decides_the_price_is_sent() {
        let body = json!({"mode": "brief", "focusKeyword": "tea", "targetWordCount": 1500, "language": "vi"});
        let query = price_query(Operation::ArticlesGenerate, Some(&body));
        assert_eq!(
            query,
            json!({"endpoint": "articles/generate", "mode": "brief", "targetWordCount": 1500, "language": "vi"})
        );
        let query = price_query(Operation::KeywordsIdeas, Some(&json!({"language": "vi"})));
        assert_eq!(query, json!({"endpoint": "keywords/ideas"}));
    }
}
