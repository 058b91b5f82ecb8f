//! The text engines; if there are none, the model servers on this machine and the settings to use them.

use application::text_setup::{WITHOUT_TEXT_ENGINE, no_text_engine_lines, shell_line};
use providers::ProviderClient;
use providers::catalogue::{TextEngineName, TextSettings};
use providers::text::local_servers::{self, LocalServer, ServerKind, usual_places};
use providers::text::ollama;

use super::Finding;
use super::engines::{PATIENCE, finding, or_nothing};

const PART: &str = "texts";
const ADVICE: &str = "set text.engines for articles by a model (docs/engines.md)";

/// Providers bill every text, so none is requested. Ollama returns the model that it uses, which is free.
pub(super) async fn findings(settings: &TextSettings, client: &ProviderClient) -> Vec<Finding> {
    let mut findings = Vec::new();
    for name in &settings.engines {
        findings.push(match (settings.engine(*name, client), name) {
            (Ok(Some(_)), TextEngineName::Ollama) => ollama(&settings.ollama, client).await,
            (Ok(Some(engine)), _) => finding(PART, format!("{}, not queried", engine.name()), None, ADVICE),
            (Ok(None), _) => continue,
            (Err(error), _) => finding(PART, "nothing".to_owned(), Some(error.to_string()), ADVICE),
        });
    }
    or_nothing(findings, PART, ADVICE)
}

/// The settings to paste to use a model server, if there is no text engine yet.
pub(super) async fn setup(settings: &TextSettings) -> anyhow::Result<Vec<String>> {
    if !settings.engines.is_empty() {
        return Ok(Vec::new());
    }
    let client = ProviderClient::new("rankwright doctor")?;
    Ok(setup_with(&local_servers::find(&client, &usual_places()).await))
}

async fn ollama(settings: &ollama::Settings, client: &ProviderClient) -> Finding {
    let advice =
        "start Ollama with OLLAMA_CONTEXT_LENGTH=16384 or more: a longer prompt is cut without notice";
    match tokio::time::timeout(PATIENCE, settings.used_model(client)).await {
        Ok(Ok(model)) => finding(PART, format!("ollama, writes with {model}"), None, advice),
        Ok(Err(failure)) => finding(PART, "ollama".to_owned(), Some(failure.to_string()), advice),
        Err(_elapsed) => {
            let problem = format!("no answer within {} s", PATIENCE.as_secs());
            finding(PART, "ollama".to_owned(), Some(problem), advice)
        }
    }
}

fn setup_with(servers: &[LocalServer]) -> Vec<String> {
    let mut lines: Vec<String> = servers.iter().flat_map(found).collect();
    lines.extend(no_text_engine_lines());
    lines.push(WITHOUT_TEXT_ENGINE.to_owned());
    lines
}

/// A server and the settings to paste to use it.
fn found(server: &LocalServer) -> Vec<String> {
    let (name, place) = (server.kind.name(), &server.base_url);
    match &server.model {
        Err(problem) => vec![format!("Found {name} at {place}: it {problem}.")],
        Ok(model) => {
            let mut lines =
                vec![format!("Found {name} at {place} with the model {model}. To write with it:")];
            lines.extend(variables(server, model).iter().map(|line| format!("    {}", shell_line(line))));
            lines
        }
    }
}

fn variables(server: &LocalServer, model: &str) -> Vec<String> {
    if server.kind == ServerKind::Ollama {
        // Ollama's default is the same model.
        return vec!["RANKWRIGHT_TEXT__ENGINES=ollama".to_owned()];
    }
    vec![
        "RANKWRIGHT_TEXT__ENGINES=openai".to_owned(),
        format!("RANKWRIGHT_TEXT__OPENAI__BASE_URL={}/v1", server.base_url),
        format!("RANKWRIGHT_TEXT__OPENAI__MODEL={}", quoted(model)),
    ]
}

/// A value quoted for a shell; names of models may be paths.
fn quoted(value: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_.:/@+".contains(character);
    if value.chars().all(plain) { value.to_owned() } else { format!("'{}'", value.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use application::text_setup::TEXT_ENGINE_OPTIONS;

    use super::*;

    fn server(kind: ServerKind, port: u16, model: Result<&str, &str>) -> LocalServer {
        let model = model.map(str::to_owned).map_err(str::to_owned);
        LocalServer { kind, base_url: format!("http://127.0.0.1:{port}"), model }
    }

    #[test]
    fn each_server_that_was_found_comes_with_what_to_paste() {
        let servers = [
            server(ServerKind::Ollama, 11434, Ok("qwen3:8b")),
            server(ServerKind::LlamaCpp, 8080, Ok("/models/my model.gguf")),
            server(ServerKind::LmStudio, 1234, Err("answers, but has no model loaded")),
        ];
        assert_eq!(
            setup_with(&servers)[..7],
            [
                "Found Ollama at http://127.0.0.1:11434 with the model qwen3:8b. To write with it:",
                "    export RANKWRIGHT_TEXT__ENGINES=ollama",
                "Found llama.cpp at http://127.0.0.1:8080 with the model /models/my model.gguf. To write with it:",
                "    export RANKWRIGHT_TEXT__ENGINES=openai",
                "    export RANKWRIGHT_TEXT__OPENAI__BASE_URL=http://127.0.0.1:8080/v1",
                "    export RANKWRIGHT_TEXT__OPENAI__MODEL='/models/my model.gguf'",
                "Found LM Studio at http://127.0.0.1:1234: it answers, but has no model loaded.",
            ]
        );
    }

    #[test]
    fn without_a_server_the_options_are_shown() {
        let text = setup_with(&[]).join("\n");
        for option in TEXT_ENGINE_OPTIONS {
            assert!(text.contains(option.title), "{text}");
        }
        assert!(text.contains("mode: \"brief\""), "{text}");
    }

    #[tokio::test]
    async fn a_configured_ollama_is_asked_and_providers_are_not() {
        // Nothing listens there.
        let settings = serde_json::json!({
            "engines": ["openai", "ollama"], "openai": { "api_key": "x", "base_url": "http://127.0.0.1:1/v1" },
            "ollama": { "base_url": "http://127.0.0.1:1" },
        });
        let settings: TextSettings = serde_json::from_value(settings).unwrap();
        let findings = findings(&settings, &ProviderClient::new("doctor").unwrap()).await;
        assert_eq!((findings[0].served_by.as_str(), &findings[0].problem), ("openai, not queried", &None));
        assert_eq!(findings[1].served_by, "ollama");
        let problem = findings[1].problem.as_deref().unwrap();
        assert!(problem.starts_with("ollama could not be reached"), "{problem}");
    }
}
