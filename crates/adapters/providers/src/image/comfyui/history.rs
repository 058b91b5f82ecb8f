//! The result of a queued workflow.

use std::collections::HashMap;

use ports::{EngineFailure, FailureKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::http::{Provider, Reply};
use crate::wire::{extras, maybe};

/// The state of a workflow.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Job {
    UnderWay,
    /// Finished, with an image.
    Finished(Shown),
}

/// An image in the form that `GET /view` requires.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Shown {
    filename: String,
    #[serde(default)]
    subfolder: String,
    /// `output` if the image was saved, `temp` if it is only a preview.
    #[serde(rename = "type", default)]
    folder: String,
}

#[derive(Debug, Deserialize)]
struct Entry {
    #[serde(default)]
    outputs: HashMap<String, Output>,
    #[serde(default, deserialize_with = "maybe")]
    status: Option<Status>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Output {
    #[serde(deserialize_with = "extras")]
    images: Vec<Shown>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Status {
    status_str: String,
    /// Pairs of a kind and its data.
    #[serde(deserialize_with = "extras")]
    messages: Vec<(String, Value)>,
}

/// Reads the history of the workflow `id`, which is empty until the workflow has ended.
pub(super) fn read(provider: &Provider, reply: &Reply, id: &str) -> Result<Job, EngineFailure> {
    let mut history: HashMap<String, Entry> = provider.json(reply)?;
    if history.is_empty() {
        return Ok(Job::UnderWay);
    }
    let broken = |reason: String| provider.failure(FailureKind::Broken, reason);
    let Some(entry) = history.remove(id) else {
        return Err(broken("answered with the history of something else".to_owned()));
    };
    let status = entry.status.unwrap_or_default();
    if status.status_str == "error" {
        return Err(broken(format!("could not draw: {}", provider.quote(status.complaint()))));
    }
    let picture = first(entry.outputs).ok_or_else(|| broken("finished without a picture".to_owned()))?;
    Ok(Job::Finished(picture))
}

/// The first image of the first node that saved one; otherwise of the first node that previewed one.
fn first(outputs: HashMap<String, Output>) -> Option<Shown> {
    let pictures =
        outputs.into_iter().filter_map(|(node, output)| Some((node, output.images.into_iter().next()?)));
    // Node ids have no leading zeros, so shorter ones are smaller.
    let place = |(node, picture): &(String, Shown)| (picture.folder != "output", node.len(), node.clone());
    pictures.min_by_key(place).map(|(_, picture)| picture)
}

impl Status {
    fn complaint(&self) -> &str {
        let error = self.messages.iter().find(|(kind, _)| kind == "execution_error");
        error.and_then(|(_, told)| told["exception_message"].as_str()).unwrap_or("it was interrupted")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn first_of(outputs: Value) -> Option<String> {
        first(serde_json::from_value(outputs).unwrap()).map(|shown| shown.filename)
    }

    #[test]
    fn the_first_saved_picture_counts() {
        let picture = |name: &str, folder: &str| json!({ "filename": name, "subfolder": "", "type": folder });
        let outputs = json!({
            "2": { "images": [picture("look.png", "temp")] },
            "10": { "images": [picture("late.png", "output")] },
            "9": { "images": [picture("first.png", "output"), picture("second.png", "output")] },
            "3": { "text": ["words"] },
            "4": { "images": [] },
        });
        assert_eq!(first_of(outputs).as_deref(), Some("first.png"));
        let looked = json!({ "2": { "images": [picture("look.png", "temp")] } });
        assert_eq!(first_of(looked).as_deref(), Some("look.png"));
        assert_eq!(first_of(json!({ "3": { "text": ["words"] } })), None);
    }
}
