//! Finds model servers on this machine, so that operators need not know their ports and the names of their
//! models.

use std::time::Duration;

use futures_util::future::join_all;
use ports::FailureKind;
use serde::Deserialize;

use super::ollama;
use crate::http::{Provider, ProviderClient};
use crate::settings::BaseUrl;
use crate::wire;

/// A missing server refuses at once; a running one answers at once.
const LIMIT: Duration = Duration::from_secs(2);
/// Lists of models are short.
const BODY_LIMIT: usize = 256 * 1024;

/// A kind of model server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerKind {
    Ollama,
    LlamaCpp,
    LmStudio,
    Vllm,
    /// Any other server with `OpenAI`'s format.
    Other,
}

/// Where a kind of server usually listens.
#[derive(Debug, Clone)]
pub struct Place {
    /// The kind of server that usually listens there.
    pub kind: ServerKind,
    /// The URL without the version.
    pub base_url: BaseUrl,
}

/// A server that answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalServer {
    /// The kind of server.
    pub kind: ServerKind,
    /// The URL without the version.
    pub base_url: String,
    /// The model that it would use, or the reason why it can't write.
    pub model: Result<String, String>,
}

impl ServerKind {
    /// The name of the program.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ollama => "Ollama",
            Self::LlamaCpp => "llama.cpp",
            Self::LmStudio => "LM Studio",
            Self::Vllm => "vLLM",
            Self::Other => "an OpenAI-compatible server",
        }
    }
}

/// The default ports of the servers.
#[must_use]
pub fn usual_places() -> [Place; 4] {
    let place = |kind, base_url| Place { kind, base_url: BaseUrl::of_provider(base_url) };
    [
        place(ServerKind::Ollama, "http://127.0.0.1:11434"),
        place(ServerKind::LlamaCpp, "http://127.0.0.1:8080"),
        place(ServerKind::LmStudio, "http://127.0.0.1:1234"),
        place(ServerKind::Vllm, "http://127.0.0.1:8000"),
    ]
}

/// The servers that answer at these places.
pub async fn find(client: &ProviderClient, places: &[Place]) -> Vec<LocalServer> {
    let looks = places.iter().map(|place| async {
        let found = tokio::time::timeout(LIMIT, look(client, place)).await;
        found.ok().flatten()
    });
    join_all(looks).await.into_iter().flatten().collect()
}

async fn look(client: &ProviderClient, place: &Place) -> Option<LocalServer> {
    let (kind, model) = match place.kind {
        ServerKind::Ollama => (ServerKind::Ollama, look_for_ollama(client, place).await?),
        kind => look_for_openai_format(client, place, kind).await?,
    };
    Some(LocalServer { kind, base_url: place.base_url.at(""), model })
}

async fn look_for_ollama(client: &ProviderClient, place: &Place) -> Option<Result<String, String>> {
    let settings = ollama::Settings::at(place.base_url.clone());
    match settings.used_model(client).await {
        Ok(model) => Some(Ok(model)),
        Err(failure) if failure.kind == FailureKind::NotSetUp => Some(Err(failure.reason)),
        Err(_) => None,
    }
}

#[derive(Deserialize)]
struct Models {
    #[serde(deserialize_with = "wire::list")]
    data: Option<Vec<Model>>,
}

#[derive(Deserialize)]
struct Model {
    id: String,
    #[serde(default)]
    owned_by: String,
}

/// Reads a list of models, which identifies such a server among all that may listen there, this service
/// included.
async fn look_for_openai_format(
    client: &ProviderClient,
    place: &Place,
    usual: ServerKind,
) -> Option<(ServerKind, Result<String, String>)> {
    let server = Provider::new("server", client, Vec::new()).with_body_limit(BODY_LIMIT);
    let reply = server.send(server.get(place.base_url.at("/v1/models"))).await.ok()?;
    if !reply.status.is_success() {
        return None;
    }
    let models = server.json::<Models>(&reply).ok()?.data?;
    let kind = match models.first().map(|model| model.owned_by.as_str()) {
        Some("llamacpp") => ServerKind::LlamaCpp,
        Some("vllm") => ServerKind::Vllm,
        // LM Studio does not name itself, and nothing else uses its port by default.
        _ if usual == ServerKind::LmStudio => ServerKind::LmStudio,
        _ => ServerKind::Other,
    };
    let writes = |model: &&Model| !model.id.contains("embed") && !model.id.contains(char::is_control);
    let model = models.iter().find(writes).map(|model| model.id.clone());
    Some((kind, model.ok_or_else(|| "answers, but has no model loaded".to_owned())))
}
