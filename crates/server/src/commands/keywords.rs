//! `rankwright keywords`: keywords imported from a keyword planner.

use anyhow::Context;
use application::import_keywords::ImportKeywords;
use ports::keywords::Market;
use serde_json::json;

use crate::command_line::{ImportArguments, KeywordsCommand};
use crate::terminal::say;
use crate::wiring::Installation;

/// Exports of keyword planners are at most a few megabytes.
const LARGEST_FILE: u64 = 64 * 1024 * 1024;

pub(crate) async fn run(installation: &Installation, command: KeywordsCommand) -> anyhow::Result<()> {
    match command {
        KeywordsCommand::Import(arguments) => import(installation, arguments).await,
    }
}

async fn import(installation: &Installation, arguments: ImportArguments) -> anyhow::Result<()> {
    let ImportArguments { file, language, country, json } = arguments;
    let unreadable = || format!("{} can't be read", file.display());
    let size = std::fs::metadata(&file).with_context(unreadable)?.len();
    anyhow::ensure!(size <= LARGEST_FILE, "{} is larger than 64 MiB", file.display());
    let bytes = std::fs::read(&file).with_context(unreadable)?;
    let import = ImportKeywords::new(installation.database.clone(), installation.clock.clone());
    let imported = import.import(Market { country, language }, &bytes).await?;
    if json {
        say(json!({
            "keywords": imported.keywords, "ranges": imported.ranges, "skipped": imported.skipped,
            "language": language.as_str(), "country": country.map(|country| country.lower()),
        }));
    } else {
        say(imported.keywords);
    }
    Ok(())
}
