//! Reads from a page in an isolated world, where the page's scripts can't redefine anything.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::failure::CallError;
use crate::session::Session;
use crate::tab::Tab;

/// The name of the isolated world.
pub(crate) const WORLD: &str = "observer";
/// The time limit for one query to a page.
const ANSWER_LIMIT: Duration = Duration::from_secs(5);
const SCREENSHOT_QUALITY: u8 = 70;

/// A page that can be queried.
pub(crate) struct Page<'a> {
    session: &'a Session,
    frame: &'a str,
}

impl<'a> Page<'a> {
    pub(crate) fn of(tab: &'a Tab) -> Self {
        Self { session: &tab.session, frame: &tab.frame }
    }

    /// Evaluates an expression and reads its value, after awaiting it if it is a promise.
    pub(crate) async fn evaluate<T: DeserializeOwned>(&self, expression: &str) -> Result<T, CallError> {
        self.evaluate_within(ANSWER_LIMIT, expression).await
    }

    /// As [`Self::evaluate`], with a custom limit.
    pub(crate) async fn evaluate_within<T: DeserializeOwned>(
        &self,
        limit: Duration,
        expression: &str,
    ) -> Result<T, CallError> {
        let world = json!({ "frameId": self.frame, "worldName": WORLD });
        let world: World = self.session.call_within(limit, "Page.createIsolatedWorld", world).await?;
        let question = json!({
            "expression": expression,
            "contextId": world.context,
            "returnByValue": true,
            "awaitPromise": true,
            "timeout": limit.as_millis(),
        });
        let answer: Evaluated = self.session.call_within(limit, "Runtime.evaluate", question).await?;
        match answer.exception {
            Some(exception) => Err(CallError::Refused(exception.to_string())),
            None => Ok(serde_json::from_value(answer.result.value)?),
        }
    }

    /// The first screen as a JPEG file.
    pub(crate) async fn screenshot(&self) -> Result<Bytes, CallError> {
        let order = json!({ "format": "jpeg", "quality": SCREENSHOT_QUALITY, "optimizeForSpeed": true });
        let picture: Picture =
            self.session.call_within(ANSWER_LIMIT, "Page.captureScreenshot", order).await?;
        let file = STANDARD.decode(picture.data);
        file.map(Bytes::from).map_err(|error| CallError::Refused(error.to_string()))
    }
}

#[derive(Deserialize)]
struct World {
    #[serde(rename = "executionContextId")]
    context: i64,
}

#[derive(Deserialize)]
struct Evaluated {
    result: RemoteValue,
    #[serde(rename = "exceptionDetails")]
    exception: Option<Value>,
}

#[derive(Deserialize)]
struct RemoteValue {
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize)]
struct Picture {
    data: String,
}
