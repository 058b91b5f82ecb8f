//! The configured text engine, or how to configure one.

use application::text_setup::{TEXT_ENGINE_OPTIONS, TextEngineOption};
use domain::locale::Language;
use serde::Deserialize;

use super::texts::FormTexts;
use crate::api_client::ApiClient;
use crate::failure::PageError;

/// The part of the account that the form needs.
#[derive(Deserialize)]
struct Account {
    capabilities: Capabilities,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Capabilities {
    text_engine: Option<TextEngine>,
}

#[derive(Deserialize)]
struct TextEngine {
    name: String,
    model: Option<String>,
}

/// The name of the model that writes articles, if any; the name of the engine if the settings do not name a
/// model.
pub(super) async fn model(client: &ApiClient<'_>) -> Result<Option<String>, PageError> {
    let account: Account = client.get("/v1/account").await?;
    Ok(account.capabilities.text_engine.map(|engine| engine.model.unwrap_or(engine.name)))
}

/// One way to get a text engine.
pub(super) struct SetupOption {
    pub(super) title: String,
    pub(super) environment: &'static str,
}

/// All ways to get a text engine, in the reader's language.
pub(super) fn options(language: Language) -> Vec<SetupOption> {
    let words = FormTexts::of(language);
    let titles = [words.ollama, words.compatible, words.provider];
    let option = |(option, title): (&TextEngineOption, &str)| SetupOption {
        title: title.to_owned(),
        environment: option.environment,
    };
    TEXT_ENGINE_OPTIONS.iter().zip(titles).map(option).collect()
}

#[cfg(test)]
mod tests {
    use application::text_setup::NO_TEXT_ENGINE;

    use super::*;

    /// The API and the command line use the same words.
    #[test]
    fn words_are_those_of_the_options() {
        let titles: Vec<String> =
            options(Language::ENGLISH).into_iter().map(|option| option.title.to_lowercase()).collect();
        assert_eq!(titles, TEXT_ENGINE_OPTIONS.map(|option| option.title.to_lowercase()));
        assert_eq!(FormTexts::of(Language::ENGLISH).set_up_lead, NO_TEXT_ENGINE);
        assert_eq!(options(Language::VIETNAMESE).len(), TEXT_ENGINE_OPTIONS.len());
    }
}
