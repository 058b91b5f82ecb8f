//! What to set so that a model writes articles. The API, the dashboard, the command line, `doctor` and the first start all show these
//! words.

/// One way to get a text engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextEngineOption {
    /// What it needs.
    pub title: &'static str,
    /// Environment variables to paste, one assignment per line.
    pub environment: &'static str,
}

/// Every way, easiest first.
pub const TEXT_ENGINE_OPTIONS: [TextEngineOption; 3] = [
    TextEngineOption { title: "Ollama on this machine", environment: "RANKWRIGHT_TEXT__ENGINES=ollama" },
    TextEngineOption {
        title: "any OpenAI-compatible server (llama.cpp, LM Studio, vLLM)",
        environment: "RANKWRIGHT_TEXT__ENGINES=openai\n\
                      RANKWRIGHT_TEXT__OPENAI__BASE_URL=http://127.0.0.1:8000/v1\n\
                      RANKWRIGHT_TEXT__OPENAI__MODEL=<model>",
    },
    TextEngineOption {
        title: "a provider key (openai, anthropic or gemini)",
        environment: "RANKWRIGHT_TEXT__ENGINES=anthropic\nRANKWRIGHT_TEXT__ANTHROPIC__API_KEY=<key>",
    },
];

/// What works without a text engine.
pub const WITHOUT_TEXT_ENGINE: &str = "Without an engine, send your own notes as texts in `sources` and they become the article, or request \
                                       `mode: \"brief\"` for a content brief.";

/// Why an article is refused where no text engine is configured, and what to do.
#[must_use]
pub fn no_text_engine() -> String {
    let options = TEXT_ENGINE_OPTIONS.map(|option| {
        let variables = option.environment.replace('\n', " ");
        format!("for {}: {variables}", option.title)
    });
    format!(
        "No text engine is configured, so no model can write this article. Set one and restart: {}. {WITHOUT_TEXT_ENGINE}",
        options.join("; ")
    )
}
