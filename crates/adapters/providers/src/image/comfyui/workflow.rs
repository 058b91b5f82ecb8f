//! A workflow with placeholders. Each is filled once, so that a customer's text can't inject another.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use domain::images::ImageSeed;
use serde_json::{Value, json};

const EMBEDDED: &str = include_str!("workflow.json");
const LONGEST_FILE: u64 = 1024 * 1024;

const PROMPT: &str = "%prompt%";
const NEGATIVE_PROMPT: &str = "%negative_prompt%";
const CHECKPOINT: &str = "%checkpoint%";
const SEED: &str = "%seed%";
const WIDTH: &str = "%width%";
const HEIGHT: &str = "%height%";

/// A workflow in API format: nodes by their ids.
#[derive(Debug)]
pub(super) struct Workflow(Value);

/// The values of the placeholders.
pub(super) struct Values<'a> {
    pub(super) prompt: &'a str,
    pub(super) negative_prompt: &'a str,
    pub(super) checkpoint: &'a str,
    pub(super) seed: ImageSeed,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Workflow {
    /// The default workflow for Stable Diffusion.
    pub(super) fn embedded() -> Result<Self, String> {
        Self::parse(EMBEDDED)
    }

    /// The operator's workflow. Errors continue the name of the setting.
    pub(super) fn in_file(path: &Path) -> Result<Self, String> {
        let text = read(path).map_err(|error| format!("can't be read: {error}"))?;
        Self::parse(&text)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let graph: Value = serde_json::from_str(text).map_err(|error| format!("is not JSON: {error}"))?;
        let is_node = |node: &Value| node["class_type"].is_string() && node["inputs"].is_object();
        if !graph.as_object().is_some_and(|nodes| !nodes.is_empty() && nodes.values().all(is_node)) {
            return Err("is not a workflow in API format; export it as such".to_owned());
        }
        let workflow = Self(graph);
        if !workflow.holds(PROMPT) {
            return Err(format!("has no {PROMPT} where the prompt belongs"));
        }
        Ok(workflow)
    }

    pub(super) fn takes_checkpoint(&self) -> bool {
        self.holds(CHECKPOINT)
    }

    pub(super) fn takes_seed(&self) -> bool {
        self.holds(SEED)
    }

    /// The workflow with all placeholders filled. A string that consists of one placeholder for a number
    /// becomes a number.
    pub(super) fn filled(&self, values: &Values<'_>) -> Value {
        let values = [
            (PROMPT, json!(values.prompt)),
            (NEGATIVE_PROMPT, json!(values.negative_prompt)),
            (CHECKPOINT, json!(values.checkpoint)),
            (SEED, json!(values.seed)),
            (WIDTH, json!(values.width)),
            (HEIGHT, json!(values.height)),
        ];
        filled(&self.0, &values)
    }

    fn holds(&self, placeholder: &str) -> bool {
        holds(&self.0, placeholder)
    }
}

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let length = File::open(path)?.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
    if u64::try_from(length).is_ok_and(|length| length <= LONGEST_FILE) {
        return Ok(text);
    }
    Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {LONGEST_FILE} bytes")))
}

fn holds(value: &Value, placeholder: &str) -> bool {
    match value {
        Value::String(text) => text.contains(placeholder),
        Value::Array(items) => items.iter().any(|item| holds(item, placeholder)),
        Value::Object(fields) => fields.values().any(|field| holds(field, placeholder)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn filled(value: &Value, values: &[(&str, Value)]) -> Value {
    match value {
        Value::String(text) => filled_text(text, values),
        Value::Array(items) => items.iter().map(|item| filled(item, values)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (name.clone(), filled(field, values))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn filled_text(text: &str, values: &[(&str, Value)]) -> Value {
    if let Some((_, value)) = values.iter().find(|(name, _)| *name == text) {
        return value.clone();
    }
    let mut filled = String::new();
    let mut rest = text;
    while let Some((at, name, value)) = next(rest, values) {
        filled.push_str(&rest[..at]);
        match value {
            Value::String(words) => filled.push_str(words),
            other => filled.push_str(&other.to_string()),
        }
        rest = &rest[at + name.len()..];
    }
    filled.push_str(rest);
    Value::String(filled)
}

fn next<'a>(text: &str, values: &'a [(&str, Value)]) -> Option<(usize, &'a str, &'a Value)> {
    let found = values.iter().filter_map(|(name, value)| Some((text.find(name)?, *name, value)));
    found.min_by_key(|(at, ..)| *at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: Values<'_> = Values {
        prompt: "a 100% \"cat\" %seed% %negative_prompt%",
        negative_prompt: "text",
        checkpoint: "sd.safetensors",
        seed: 42,
        width: 1536,
        height: 1024,
    };

    #[test]
    fn the_embedded_workflow_takes_everything() {
        let workflow = Workflow::embedded().unwrap();
        assert!(workflow.takes_checkpoint() && workflow.takes_seed());
        let graph = workflow.filled(&VALUES);
        assert_eq!(graph["3"]["inputs"]["seed"], 42);
        assert_eq!(graph["4"]["inputs"]["ckpt_name"], "sd.safetensors");
        assert_eq!(
            (&graph["5"]["inputs"]["width"], &graph["5"]["inputs"]["height"]),
            (&json!(1536), &json!(1024))
        );
        assert_eq!(graph["6"]["inputs"]["text"], VALUES.prompt, "its signs of per cent are words");
        assert_eq!(graph["7"]["inputs"]["text"], "text");
        assert_eq!(graph["9"]["inputs"]["images"], json!(["8", 0]));
    }

    #[test]
    fn placeholders_within_texts_are_filled_once() {
        let text = r#"{"1": {"class_type": "x", "inputs": {"a": "best, %prompt%, %width%x%height%", "b": [["%seed%"]]}}}"#;
        let graph = Workflow::parse(text).unwrap().filled(&VALUES);
        assert_eq!(graph["1"]["inputs"]["a"], format!("best, {}, 1536x1024", VALUES.prompt));
        assert_eq!(graph["1"]["inputs"]["b"], json!([[42]]));
    }

    #[test]
    fn what_is_no_workflow_says_why() {
        let deep = "[".repeat(5_000);
        for (text, reason) in [
            ("nodes", "is not JSON"),
            (deep.as_str(), "is not JSON"),
            ("[]", "is not a workflow in API format"),
            ("{}", "is not a workflow in API format"),
            (r#"{"nodes": [], "links": []}"#, "is not a workflow in API format"),
            (r#"{"1": {"class_type": "x", "inputs": {"text": "a cat"}}}"#, "has no %prompt%"),
        ] {
            let error = Workflow::parse(text).unwrap_err();
            assert!(error.starts_with(reason), "{error}");
        }
    }
}
