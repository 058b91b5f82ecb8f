//! What a call will cost, asked before it is sent.

use domain::prices::Operation;
use explorer::{Call, Endpoint, PriceRule};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// A price as the page tells it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Price {
    /// Nothing.
    Free,
    /// A credit for each character that the answer brings.
    PerCharacter,
    /// So many credits.
    Credits {
        /// The expected charge.
        expected: i64,
        /// What is reserved, above which the charge never is.
        reserved: i64,
    },
}

/// The answer of the API to a question for a price.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Estimate {
    estimated_credits: i64,
    reserved_credits: i64,
}

/// The price of a call; none if the API can't tell, such as for lengths that it does not write.
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
    let question = question(operation, call.body.as_ref());
    let Ok(answer) = ApiClient::new(dashboard, visit).post("/v1/estimate", &question).await? else {
        return Ok(None);
    };
    let Estimate { estimated_credits: expected, reserved_credits: reserved } =
        serde_json::from_value(answer).map_err(|error| PageError::internal(&error))?;
    Ok(Some(Price::Credits { expected, reserved }))
}

/// The fields of a call that decide its price.
fn question(operation: Operation, body: Option<&Value>) -> Value {
    let mut question = Map::new();
    question.insert("endpoint".to_owned(), json!(operation.as_str()));
    if operation == Operation::ArticlesGenerate {
        for name in ["targetWordCount", "imageOption", "language"] {
            if let Some(value) = body.and_then(|body| body.get(name)) {
                question.insert(name.to_owned(), value.clone());
            }
        }
    }
    Value::Object(question)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_decides_the_price_is_asked() {
        let body = json!({"focusKeyword": "tea", "targetWordCount": 1500, "language": "vi"});
        let asked = question(Operation::ArticlesGenerate, Some(&body));
        assert_eq!(
            asked,
            json!({"endpoint": "articles/generate", "targetWordCount": 1500, "language": "vi"})
        );
        let asked = question(Operation::KeywordsIdeas, Some(&json!({"language": "vi"})));
        assert_eq!(asked, json!({"endpoint": "keywords/ideas"}));
    }
}
