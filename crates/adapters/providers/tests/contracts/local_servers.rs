//! Model servers on this machine are distinguished from each other and from everything else that listens.

use providers::text::local_servers::{LocalServer, Place, ServerKind, find, usual_places};
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::ollama::TAGS;
use crate::stand_in::{StandIn, client, html, json as reply};

fn list(models: &[(&str, &str)]) -> ResponseTemplate {
    let entry =
        |(id, owner): &(&str, &str)| json!({ "id": id, "object": "model", "created": 1, "owned_by": owner });
    let models: Vec<Value> = models.iter().map(entry).collect();
    reply(200, &json!({ "object": "list", "data": models }).to_string())
}

/// What is found at a place where `usual` is expected.
async fn found(usual: ServerKind, path: &str, answer: ResponseTemplate) -> Option<LocalServer> {
    let server = StandIn::always([(path, answer)]).await;
    let base_url = serde_json::from_value(json!(server.address().as_str())).unwrap();
    let found = find(&client(), &[Place { kind: usual, base_url }]).await;
    if let Some(found) = found.first() {
        assert_eq!(format!("{}/", found.base_url), server.address().as_str());
    }
    found.into_iter().next()
}

#[rstest]
#[case::llama_cpp(ServerKind::LlamaCpp, list(&[("/models/qwen3-8b.gguf", "llamacpp")]), ServerKind::LlamaCpp, "/models/qwen3-8b.gguf")]
#[case::llama_cpp_elsewhere(ServerKind::Vllm, list(&[("qwen3", "llamacpp")]), ServerKind::LlamaCpp, "qwen3")]
#[case::lm_studio(
    ServerKind::LmStudio,
    list(&[("text-embedding-nomic-embed-text-v1.5", "organization_owner"), ("qwen/qwen3-8b", "organization_owner")]),
    ServerKind::LmStudio, "qwen/qwen3-8b"
)]
#[case::vllm(ServerKind::Vllm, list(&[("Qwen/Qwen3-8B", "vllm")]), ServerKind::Vllm, "Qwen/Qwen3-8B")]
#[case::another(ServerKind::Vllm, list(&[("m", "me")]), ServerKind::Other, "m")]
#[tokio::test]
async fn servers_are_told_apart(
    #[case] usual: ServerKind,
    #[case] answer: ResponseTemplate,
    #[case] kind: ServerKind,
    #[case] model: &str,
) {
    let server = found(usual, "/v1/models", answer).await.unwrap();
    assert_eq!((server.kind, server.model.as_deref()), (kind, Ok(model)));
}

#[tokio::test]
async fn ollama_tells_its_largest_model_or_that_it_has_none() {
    let server = found(ServerKind::Ollama, "/api/tags", reply(200, TAGS)).await.unwrap();
    assert_eq!((server.kind, server.model.as_deref()), (ServerKind::Ollama, Ok("qwen3:8b")));
    let server = found(ServerKind::Ollama, "/api/tags", reply(200, r#"{"models":[]}"#)).await.unwrap();
    assert!(server.model.unwrap_err().contains("ollama pull MODEL"));
}

#[tokio::test]
async fn a_server_without_a_model_is_found() {
    let server = found(ServerKind::LmStudio, "/v1/models", list(&[])).await.unwrap();
    assert_eq!(server.model, Err("answers, but has no model loaded".to_owned()));
}

#[rstest]
#[case::ourselves(reply(404, r#"{"error":{"code":"not_found","message":"There is nothing here."}}"#))]
#[case::wants_a_key(reply(401, r#"{"error":"Unauthorized"}"#))]
#[case::page(html(200, "<html>"))]
#[case::json(reply(200, r#"{"hello":"world"}"#))]
#[case::list(reply(200, r#"{"data":[{"name":"x"}]}"#))]
#[tokio::test]
async fn whatever_else_listens_is_no_model_server(#[case] answer: ResponseTemplate) {
    for kind in [ServerKind::LlamaCpp, ServerKind::LmStudio, ServerKind::Vllm] {
        assert_eq!(found(kind, "/v1/models", answer.clone()).await, None);
    }
    assert_eq!(found(ServerKind::Ollama, "/api/tags", answer).await, None);
}

#[tokio::test]
async fn nothing_is_found_where_nothing_listens() {
    let base_url = serde_json::from_value(json!("http://127.0.0.1:1")).unwrap();
    assert_eq!(find(&client(), &[Place { kind: ServerKind::LlamaCpp, base_url }]).await, []);
}

#[test]
fn the_usual_ports_are_looked_at() {
    let places = usual_places().map(|place| (place.kind.name(), format!("{:?}", place.base_url)));
    assert_eq!(
        places.each_ref().map(|(name, url)| (*name, url.as_str())),
        [
            ("Ollama", "http://127.0.0.1:11434"),
            ("llama.cpp", "http://127.0.0.1:8080"),
            ("LM Studio", "http://127.0.0.1:1234"),
            ("vLLM", "http://127.0.0.1:8000"),
        ]
    );
}
