//! `rankwright models`: the text detector.

use anyhow::Context;
use models::{Model, ModelStatus, Stage};
use serde_json::{Value, json};

use crate::command_line::ModelsCommand;
use crate::configuration::Settings;
use crate::terminal::{mention, say};

pub(crate) async fn run(settings: &Settings, command: ModelsCommand) -> anyhow::Result<()> {
    let library = settings.model_library();
    match command {
        ModelsCommand::List { json } => {
            let models = library.list();
            if json {
                say(Value::Array(models.iter().map(described).collect()));
            } else {
                for model in &models {
                    say(line(model));
                }
            }
        }
        ModelsCommand::Pull { names } => {
            for model in wanted(&names)? {
                say(library.ensure(model, &show_in_terminal).await?.display());
            }
        }
    }
    Ok(())
}

fn wanted(names: &[String]) -> anyhow::Result<Vec<&'static Model>> {
    if names.is_empty() {
        return Ok(Model::ALL.to_vec());
    }
    let known = || Model::ALL.iter().map(|model| model.name).collect::<Vec<_>>().join(", ");
    let find =
        |name: &String| Model::named(name).with_context(|| format!("{name:?} is not one of {}", known()));
    names.iter().map(find).collect()
}

fn line(model: &ModelStatus) -> String {
    let here = if model.present { "here   " } else { "missing" };
    format!(
        "{:16} {here}  {:>5.1} MB  {:12} {}",
        model.name,
        megabytes(model.bytes),
        model.licence,
        model.purpose
    )
}

fn described(model: &ModelStatus) -> Value {
    json!({
        "name": model.name, "purpose": model.purpose, "licence": model.licence, "bytes": model.bytes,
        "present": model.present, "file": model.path.display().to_string(),
    })
}

#[expect(clippy::cast_precision_loss, reason = "it is rounded to tenths anyway")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// Shows the progress of a fetch in the terminal.
pub(crate) fn show_in_terminal(stage: &Stage<'_>) {
    mention(stage);
}

/// Logs the progress of a fetch.
pub(crate) fn write_to_log(stage: &Stage<'_>) {
    tracing::info!("{stage}");
}
