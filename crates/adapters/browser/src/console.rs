//! Errors on the console and uncaught exceptions.

use domain::rendering::ConsoleError;
use serde::Deserialize;
use serde_json::Value;

use crate::message::Event;
use crate::text::cut;

const MOST: usize = 50;
const LONGEST_TEXT: usize = 500;
const LONGEST_ADDRESS: usize = 2000;

#[derive(Default)]
pub(crate) struct ConsoleLog(Vec<ConsoleError>);

impl ConsoleLog {
    pub(crate) fn exception(&mut self, event: Event) {
        let Some(Thrown { details }) = event.read() else { return };
        let text = details.exception.and_then(|value| value.description).unwrap_or(details.text);
        self.push(&text, details.url, details.line);
    }

    pub(crate) fn call(&mut self, event: Event) {
        let Some(call) = event.read::<Call>().filter(|call| matches!(&*call.kind, "error" | "assert")) else {
            return;
        };
        let words: Vec<String> = call.arguments.into_iter().take(10).map(RemoteValue::into_words).collect();
        let place = call.stack.and_then(|stack| stack.frames.into_iter().next());
        let (url, line) = place.map_or((None, None), |place| (Some(place.url), Some(place.line)));
        self.push(&words.join(" "), url, line);
    }

    pub(crate) fn entry(&mut self, event: Event) {
        let Some(LogEntry { entry }) = event.read() else { return };
        if entry.level == "error" {
            self.push(&entry.text, entry.url, entry.line);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn errors(&self) -> Vec<ConsoleError> {
        self.0.clone()
    }

    fn push(&mut self, text: &str, url: Option<String>, line: Option<u32>) {
        if self.0.len() >= MOST {
            return;
        }
        let url = url.filter(|url| !url.is_empty()).map(|url| cut(&url, LONGEST_ADDRESS).to_owned());
        // The browser counts lines from 0.
        let line = line.filter(|_| url.is_some()).map(|line| line.saturating_add(1));
        self.0.push(ConsoleError { text: cut(text, LONGEST_TEXT).to_owned(), url, line });
    }
}

#[derive(Deserialize)]
struct Thrown {
    #[serde(rename = "exceptionDetails")]
    details: Details,
}

#[derive(Deserialize)]
struct Details {
    text: String,
    url: Option<String>,
    #[serde(rename = "lineNumber")]
    line: Option<u32>,
    exception: Option<RemoteValue>,
}

#[derive(Deserialize)]
struct RemoteValue {
    description: Option<String>,
    #[serde(default)]
    value: Value,
}

impl RemoteValue {
    fn into_words(self) -> String {
        match (self.value, self.description) {
            (Value::String(text), _) | (_, Some(text)) => text,
            (value, None) => value.to_string(),
        }
    }
}

#[derive(Deserialize)]
struct Call {
    #[serde(rename = "type")]
    kind: String,
    #[serde(rename = "args", default)]
    arguments: Vec<RemoteValue>,
    #[serde(rename = "stackTrace")]
    stack: Option<Stack>,
}

#[derive(Deserialize)]
struct Stack {
    #[serde(rename = "callFrames")]
    frames: Vec<Place>,
}

#[derive(Deserialize)]
struct Place {
    url: String,
    #[serde(rename = "lineNumber")]
    line: u32,
}

#[derive(Deserialize)]
struct LogEntry {
    entry: Entry,
}

#[derive(Deserialize)]
struct Entry {
    level: String,
    text: String,
    url: Option<String>,
    #[serde(rename = "lineNumber")]
    line: Option<u32>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(params: Value) -> Event {
        Event { session: None, method: String::new(), params }
    }

    #[test]
    fn errors_are_kept_with_their_place() {
        let mut log = ConsoleLog::default();
        log.exception(event(json!({ "exceptionDetails": {
            "text": "Uncaught", "url": "https://a.example/x.js", "lineNumber": 6,
            "exception": { "type": "object", "description": "TypeError: no" },
        } })));
        log.call(event(json!({ "type": "error", "args": [{ "value": "a" }, { "value": 1 }] })));
        log.call(event(json!({ "type": "log", "args": [{ "value": "not an error" }] })));
        log.entry(event(
            json!({ "entry": { "level": "error", "text": "404", "url": "https://a.example/y" } }),
        ));
        log.entry(event(json!({ "entry": { "level": "warning", "text": "old" } })));
        let errors = log.errors();
        let told: Vec<_> =
            errors.iter().map(|error| (error.text.as_str(), error.url.as_deref(), error.line)).collect();
        assert_eq!(
            told,
            [
                ("TypeError: no", Some("https://a.example/x.js"), Some(7)),
                ("a 1", None, None),
                ("404", Some("https://a.example/y"), None),
            ]
        );
    }

    #[test]
    fn a_flood_is_cut() {
        let mut log = ConsoleLog::default();
        for _ in 0..1000 {
            log.call(event(json!({ "type": "error", "args": [{ "value": "\u{e4}".repeat(5000) }] })));
        }
        assert_eq!((log.errors().len(), log.errors()[0].text.len()), (MOST, LONGEST_TEXT));
    }
}
