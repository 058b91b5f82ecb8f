//! Settings: flags take precedence over the environment, the file and the defaults, in this order. A setting
//! that is unknown or invalid stops the start with its name, its source and the allowed values.

mod billing;
mod layers;
mod settings;

pub(crate) use layers::{Origins, flatten};
pub(crate) use settings::{LimitSettings, LogFormat, Role, Settings};

use std::path::Path;

use anyhow::{Context, bail};
use clap::ValueEnum;
use serde_json::Value;
use strict::{FieldError, FieldErrorKind};

use crate::command_line::{ServeArguments, SettingFlags};
use layers::{Layers, variable};

const DEFAULT_FILE: &str = "rankwright.toml";

/// All settings and the source of each.
#[derive(Debug)]
pub(crate) struct Configuration {
    pub(crate) settings: Settings,
    pub(crate) origins: Origins,
}

impl Configuration {
    /// Reads the settings of `flags`, the environment and the settings file.
    pub(crate) fn load(
        flags: &SettingFlags,
        serve: &ServeArguments,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> anyhow::Result<Self> {
        let mut layers = Layers::default();
        if let Some((path, text)) = settings_file(flags.config.as_deref())? {
            let table: Value = toml::from_str(&text).with_context(|| format!("{path} is not valid TOML"))?;
            layers.add_document(&table, &path);
        }
        layers.add_environment(environment);
        layers.add_flag(
            "data_dir",
            "--data-dir",
            flags.data_dir.as_ref().map(|path| path.display().to_string()),
        );
        layers.add_flag("listen", "--listen", serve.listen.map(|address| address.to_string()));
        let role = serve.role.and_then(|role| role.to_possible_value());
        layers.add_flag("role", "--role", role.map(|role| role.get_name().to_owned()));
        layers.add_flag("public_url", "--public-url", serve.public_url.clone());

        let (document, origins) = layers.finish();
        let settings: Settings = strict::from_text_values(document.clone()).map_err(|error| {
            let value =
                invalid_value(&document, &error).map_or_else(String::new, |value| format!(": {value}"));
            let hint = misplaced(&error, &origins).unwrap_or_default();
            anyhow::anyhow!("setting {}{error}{value}{hint}", origins.describe(&error.path))
        })?;
        if let Err(problem) = settings.check() {
            bail!("setting {}{}: {}", origins.describe(problem.name), problem.name, problem.reason);
        }
        Ok(Self { settings, origins })
    }
}

/// The value that a type refused, if the error does not contain it. Secrets are text of any form and never
/// refused like this.
fn invalid_value(document: &Value, error: &FieldError) -> Option<Value> {
    match error.kind {
        FieldErrorKind::Invalid(_) => {
            document.pointer(&format!("/{}", error.path.replace('.', "/"))).cloned()
        }
        _ => None,
    }
}

/// A suggestion for an unknown setting at the top: one of that name in a table, or one whose parts are joined
/// by one underscore where the environment has two.
fn misplaced(error: &FieldError, origins: &Origins) -> Option<String> {
    if error.path.contains('.') || !matches!(error.kind, FieldErrorKind::UnknownField { nearest: None, .. }) {
        return None;
    }
    let mut names = Vec::new();
    let defaults = serde_json::to_value(Settings::default()).ok()?;
    flatten("", &defaults, &mut |name, _| {
        let last = name.rsplit('.').next();
        if name.contains('.') && (last == Some(error.path.as_str()) || name.replace('.', "_") == error.path) {
            names.push(name.to_owned());
        }
    });
    let is_variable = origins.of(&error.path).is_some_and(|origin| origin == variable(&error.path));
    let names: Vec<String> =
        names.into_iter().map(|name| if is_variable { variable(&name) } else { name }).collect();
    (!names.is_empty()).then(|| format!("; did you mean {}?", names.join(" or ")))
}

/// The given file, or the default one if it exists.
fn settings_file(asked_for: Option<&Path>) -> anyhow::Result<Option<(String, String)>> {
    let path = asked_for.unwrap_or_else(|| Path::new(DEFAULT_FILE));
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some((path.display().to_string(), text))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && asked_for.is_none() => Ok(None),
        Err(error) => {
            Err(error).with_context(|| format!("the settings file {} can't be read", path.display()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn load(file: &str, environment: &[(&str, &str)], listen: Option<&str>) -> anyhow::Result<Configuration> {
        let directory = tempfile::tempdir().unwrap();
        let path: PathBuf = directory.path().join("rankwright.toml");
        std::fs::write(&path, file).unwrap();
        let flags = SettingFlags { config: Some(path), data_dir: None };
        let serve =
            ServeArguments { listen: listen.map(|text| text.parse().unwrap()), ..ServeArguments::default() };
        let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Configuration::load(&flags, &serve, environment)
    }

    fn refusal(file: &str, environment: &[(&str, &str)]) -> String {
        load(file, environment, None).unwrap_err().to_string()
    }

    #[test]
    fn flags_win_over_environment_over_file_over_default() {
        let file = "listen = '127.0.0.1:1'\ndata_dir = 'from-file'\n[limits]\nbody_bytes = 1000";
        let environment = [
            ("RANKWRIGHT_LISTEN", "127.0.0.1:2"),
            ("RANKWRIGHT_LIMITS__HEADER_BYTES", "9000"),
            ("PATH", "x"),
        ];
        let settings = load(file, &environment, Some("127.0.0.1:3")).unwrap().settings;
        assert_eq!(settings.listen.port(), 3);
        assert_eq!(settings.data_dir, PathBuf::from("from-file"));
        assert_eq!(settings.limits.body_bytes, 1000);
        assert_eq!(settings.limits.header_bytes, 9000);
        assert_eq!(settings.limits.request_seconds, 30);
    }

    #[test]
    fn an_unknown_setting_is_named_with_its_origin_and_the_nearest_known() {
        let message = refusal("[limits]\nbody_byte = 1", &[]);
        assert!(message.contains("rankwright.toml"), "{message}");
        assert!(message.ends_with("limits.body_byte: unknown field; did you mean body_bytes?"), "{message}");
        let message = refusal("", &[("RANKWRIGHT_LISTN", "x")]);
        assert_eq!(message, "setting from RANKWRIGHT_LISTN: listn: unknown field; did you mean listen?");
    }

    #[test]
    fn a_setting_without_its_table_is_named_with_it() {
        for variable in ["RANKWRIGHT_BODY_BYTES", "RANKWRIGHT_LIMITS_BODY_BYTES"] {
            let message = refusal("", &[(variable, "65536")]);
            assert!(message.ends_with("; did you mean RANKWRIGHT_LIMITS__BODY_BYTES?"), "{message}");
        }
        let message = refusal("body_bytes = 65536", &[]);
        assert!(message.ends_with("; did you mean limits.body_bytes?"), "{message}");
        assert!(!refusal("", &[("RANKWRIGHT_NOTHING_LIKE_IT", "1")]).contains("did you mean"));
    }

    #[test]
    fn an_invalid_setting_is_named_with_its_value_and_what_is_allowed() {
        let message = refusal("", &[("RANKWRIGHT_LOG__FORMAT", "xml")]);
        assert_eq!(
            message,
            "setting from RANKWRIGHT_LOG__FORMAT: log.format: \"xml\" is not one of pretty, json"
        );
        let message = refusal("", &[("RANKWRIGHT_LIMITS__LIVE_REQUESTS_PER_SECOND", "0")]);
        assert!(message.contains("limits.live_requests_per_second: 0"), "{message}");
        let message = refusal("", &[("RANKWRIGHT_LISTEN", "localhost")]);
        assert!(message.contains("RANKWRIGHT_LISTEN") && message.contains("\"localhost\""), "{message}");
        let message = refusal("", &[("RANKWRIGHT_DATABASE__URL", "mysql://x")]);
        assert!(message.contains("sqlite: or postgres:"), "{message}");
        let message = refusal("public_url = 'example.com'", &[]);
        assert!(message.contains("https://"), "{message}");
        assert!(refusal("listen = [", &[]).contains("not valid TOML"));
    }

    #[test]
    fn secrets_are_not_printed() {
        let hex = "ab".repeat(32);
        let configuration =
            load("", &[("RANKWRIGHT_SECRETS__SIGNING_KEYS", &format!("0:{hex}"))], None).unwrap();
        assert!(!format!("{configuration:?}").contains("abab"));
        let message = refusal("", &[("RANKWRIGHT_SECRETS__SIGNING_KEYS", &format!("99:{hex}"))]);
        assert!(!message.contains("abab") && message.contains("secrets.signing_keys"), "{message}");
    }
}
