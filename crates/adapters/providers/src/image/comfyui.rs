//! `ComfyUI`, self-hosted: `POST /prompt` queues a workflow, `GET /history/{id}` returns its state, `GET
//! /view` returns the image.

mod history;
mod workflow;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::images::DrawingRequest;
use ports::images::Drawing;
use ports::{Engine, EngineFailure, FailureKind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::time::sleep;
use tokio_util::task::TaskTracker;
use url::Url;

use self::history::{Job, Shown};
use self::workflow::{Values, Workflow};
use super::{drawing, file, prompt};
use crate::http::{Provider, ProviderClient, Reply};
use crate::link::Policy;
use crate::settings::{BaseUrl, SetupError};

const NAME: &str = "comfyui";
/// The client id to which progress is sent; nothing listens for it.
const CLIENT: &str = "rankwright";
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_ID: usize = 100;
/// How many status requests in a row may fail.
const MOST_FAILED_LOOKS: u32 = 3;
/// The time limit for removing a workflow from the queue.
const TAKING_OUT: Duration = Duration::from_secs(10);

/// Settings below `image.comfyui`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The checkpoint file, as `ComfyUI` lists it. Workflows without `%checkpoint%` need none.
    pub checkpoint: Option<String>,
    /// A file with a workflow in API format, which replaces the embedded one.
    pub workflow: Option<PathBuf>,
    /// The URL of the server.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        Self { checkpoint: None, workflow: None, base_url: BaseUrl::of_provider("http://127.0.0.1:8188") }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            checkpoint: Some("sandbox.safetensors".to_owned()),
            workflow: None,
            base_url: BaseUrl::in_sandbox(base, "comfyui"),
        }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<DrawingRequest, Drawing>>, SetupError> {
    let workflow = match &settings.workflow {
        Some(path) => Workflow::in_file(path),
        None => Workflow::embedded(),
    };
    let invalid = |reason| SetupError::Invalid { setting: "image.comfyui.workflow", reason };
    let workflow = workflow.map_err(invalid)?;
    if workflow.takes_checkpoint() && settings.checkpoint.is_none() {
        return Err(SetupError::Missing { engine: NAME, setting: "image.comfyui.checkpoint" });
    }
    Ok(Arc::new(ComfyUi {
        provider: Arc::new(Provider::new(NAME, client, Vec::new())),
        errands: TaskTracker::new(),
        gallery: Provider::new(NAME, client, Vec::new()).with_body_limit(file::LONGEST),
        base_url: settings.base_url.clone(),
        workflow,
        checkpoint: settings.checkpoint.clone(),
    }))
}

/// The server draws one image after the other, so more requests would only queue there.
pub(crate) fn policy(_: &Settings) -> Policy {
    super::policy(4, 0)
}

struct ComfyUi {
    provider: Arc<Provider>,
    /// Tasks that remove abandoned workflows.
    errands: TaskTracker,
    /// The same provider with a larger limit, for images.
    gallery: Provider,
    base_url: BaseUrl,
    workflow: Workflow,
    checkpoint: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Queued {
    prompt_id: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Refusal {
    error: Complaint,
    node_errors: Value,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Complaint {
    message: String,
    details: String,
}

#[async_trait]
impl Engine<DrawingRequest, Drawing> for ComfyUi {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, order: &DrawingRequest) -> Result<Drawing, EngineFailure> {
        let mut job = QueuedJob { engine: self, id: self.queue(order).await?, has_ended: false };
        let shown = self.finished(&job.id).await?;
        job.has_ended = true;
        let request = self.gallery.get(self.base_url.at("/view")).query(&shown);
        let reply = self.gallery.send(request).await?;
        if !reply.status.is_success() {
            return Err(self.gallery.status_failure(&reply, None));
        }
        let picture = file::of_body(&self.gallery, reply)?;
        let seed = self.workflow.takes_seed().then_some(order.seed);
        Ok(drawing(picture, self.checkpoint.as_deref().unwrap_or(NAME), seed))
    }
}

/// A queued workflow. If the caller stops waiting, it is removed from the queue.
struct QueuedJob<'a> {
    engine: &'a ComfyUi,
    id: String,
    has_ended: bool,
}

impl Drop for QueuedJob<'_> {
    fn drop(&mut self) {
        let Ok(runtime) = Handle::try_current() else { return };
        if self.has_ended {
            return;
        }
        let provider = self.engine.provider.clone();
        let request = provider.post(self.engine.base_url.at("/queue")).timeout(TAKING_OUT);
        let request = request.json(&json!({ "delete": [self.id] }));
        let take_out = async move {
            if let Err(failure) = provider.send(request).await {
                tracing::warn!(%failure, "a workflow that nobody waits for stays in the queue");
            }
        };
        self.engine.errands.spawn_on(take_out, &runtime);
    }
}

impl ComfyUi {
    async fn queue(&self, order: &DrawingRequest) -> Result<String, EngineFailure> {
        let (width, height) = order.size.pixels();
        let graph = self.workflow.filled(&Values {
            prompt: &prompt::wanted(order),
            negative_prompt: prompt::unwanted(order),
            checkpoint: self.checkpoint.as_deref().unwrap_or_default(),
            seed: order.seed,
            width,
            height,
        });
        let request = json!({ "prompt": graph, "client_id": CLIENT });
        let reply =
            self.provider.send(self.provider.post(self.base_url.at("/prompt")).json(&request)).await?;
        if !reply.status.is_success() {
            return Err(self.refusal(&reply));
        }
        let Queued { prompt_id } = self.provider.json(&reply)?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=LONGEST_ID).contains(&prompt_id.len()) && prompt_id.bytes().all(plain) {
            return Ok(prompt_id);
        }
        Err(self.provider.failure(FailureKind::Broken, "queued under an id that can't be asked for"))
    }

    /// Polls until the image is there. A cached result is there at once; the caller limits the waiting time.
    async fn finished(&self, id: &str) -> Result<Shown, EngineFailure> {
        let address = self.base_url.at(&format!("/history/{id}"));
        let (mut pause, mut failed_looks) = (FIRST_PAUSE, 0);
        loop {
            match self.look(&address).await {
                Ok(reply) => match history::read(&self.provider, &reply, id)? {
                    Job::Finished(shown) => return Ok(shown),
                    Job::UnderWay => failed_looks = 0,
                },
                Err(failure) if failed_looks == MOST_FAILED_LOOKS => return Err(failure),
                Err(_) => failed_looks += 1,
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn look(&self, address: &str) -> Result<Reply, EngineFailure> {
        let reply = self.provider.send(self.provider.get(address.to_owned())).await?;
        if reply.status.is_success() { Ok(reply) } else { Err(self.provider.status_failure(&reply, None)) }
    }

    /// An invalid workflow stays invalid until an operator changes it or the installation.
    fn refusal(&self, reply: &Reply) -> EngineFailure {
        let Refusal { error, node_errors } = self.provider.json(reply).unwrap_or_default();
        let of_nodes = node_errors.as_object().into_iter().flat_map(|nodes| nodes.values());
        let of_nodes = of_nodes.filter_map(|node| node["errors"][0]["details"].as_str());
        let words: Vec<&str> = [error.message.as_str(), &error.details].into_iter().chain(of_nodes).collect();
        let failure = self.provider.status_failure(reply, Some(&words.join(" ")));
        match failure.kind {
            FailureKind::Unsuitable => EngineFailure { kind: FailureKind::Refused, ..failure },
            _ => failure,
        }
    }
}
