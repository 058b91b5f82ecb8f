//! What to set so that a model writes articles. The API, the dashboard, the command line, `doctor` and the
//! first start all show these texts.

/// One way to get a text engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextEngineOption {
    /// What it needs, as a title.
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
                      RANKWRIGHT_TEXT__OPENAI__MODEL=your-model",
    },
    TextEngineOption {
        title: "a provider key (openai, anthropic or gemini)",
        environment: "RANKWRIGHT_TEXT__ENGINES=anthropic\nRANKWRIGHT_TEXT__ANTHROPIC__API_KEY=your-key",
    },
];

/// What is missing, and what to do about it.
pub const NO_TEXT_ENGINE: &str =
    "No text engine is configured, so no model can write articles. Set one and restart:";

/// What works without a text engine.
pub const WITHOUT_TEXT_ENGINE: &str = "Without an engine, send your own notes as texts in `sources` and they become the article, or request \
                                       `mode: \"brief\"` for a content brief.";

/// Why an article is refused where no text engine is configured, and what to do, in one paragraph.
#[must_use]
pub fn no_text_engine() -> String {
    let options = TEXT_ENGINE_OPTIONS.map(|option| {
        let variables = option.environment.replace('\n', " ");
        format!("for {}: {variables}", option.title)
    });
    format!("{NO_TEXT_ENGINE} {}. {WITHOUT_TEXT_ENGINE}", options.join("; "))
}

/// The same for a terminal: every variable on its own line, to be pasted into a shell.
#[must_use]
pub fn no_text_engine_lines() -> Vec<String> {
    let mut lines = vec![NO_TEXT_ENGINE.to_owned()];
    for option in TEXT_ENGINE_OPTIONS {
        lines.push(format!("  for {}:", option.title));
        lines.extend(option.environment.lines().map(|variable| format!("    {}", shell_line(variable))));
    }
    lines
}

/// An assignment in the syntax of a shell.
#[must_use]
pub fn shell_line(assignment: &str) -> String {
    format!("export {assignment}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_in_the_paragraph_and_in_the_lines() {
        let (paragraph, lines) = (no_text_engine(), no_text_engine_lines());
        assert!(!paragraph.contains('\n'), "{paragraph}");
        for option in TEXT_ENGINE_OPTIONS {
            assert!(paragraph.contains(option.title), "{paragraph}");
            assert!(lines.iter().any(|line| line.contains(option.title)), "{lines:?}");
            for variable in option.environment.lines() {
                assert!(paragraph.contains(variable), "{paragraph}");
                assert!(lines.contains(&format!("    export {variable}")), "{lines:?}");
                // A shell would read a bracket as a redirection.
                assert!(!variable.contains(['<', '>', ' ']), "{variable}");
            }
        }
        assert!(paragraph.ends_with(WITHOUT_TEXT_ENGINE));
    }
}
