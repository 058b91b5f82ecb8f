mod account;
mod audit;
mod brief;
mod credits;
pub(crate) mod doctor;
mod image;
mod key;
mod keywords;
pub(crate) mod models;
mod sandbox;
mod serve;
mod write;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use domain::ids::AccountId;
use ports::AccountStore;

use crate::command_line::{Command, CommandLine, ServeArguments};
use crate::configuration::Configuration;
use crate::terminal::say;
use crate::wiring::Installation;

pub(crate) async fn run(command_line: CommandLine) -> anyhow::Result<ExitCode> {
    let command = match command_line.command {
        None => Command::Serve(command_line.serve),
        Some(_) if command_line.serve != ServeArguments::default() => {
            anyhow::bail!("--listen and --public-url belong to serve; write them after it")
        }
        Some(command) => command,
    };
    let no_arguments = ServeArguments::default();
    let serve_arguments = match &command {
        Command::Serve(arguments) => arguments,
        _ => &no_arguments,
    };
    let configuration = Configuration::load(&command_line.settings, serve_arguments, std::env::vars())?;
    let settings = &configuration.settings;
    match command {
        Command::Serve(_) => Box::pin(serve::run(Arc::new(configuration.settings))).await?,
        Command::Account(command) => {
            account::run(settings, &Installation::open(settings).await?, command).await?;
        }
        Command::Key(command) => key::run(settings, command).await?,
        Command::Credits(command) => {
            let installation = Installation::open(settings).await?;
            return Box::pin(credits::run(settings, &installation, command)).await;
        }
        Command::Keywords(command) => keywords::run(&Installation::open(settings).await?, command).await?,
        Command::Write(arguments) => return Box::pin(write::run(configuration.settings, arguments)).await,
        Command::Brief(arguments) => return Box::pin(brief::run(configuration.settings, arguments)).await,
        Command::Audit(arguments) => return Box::pin(audit::run(configuration.settings, arguments)).await,
        Command::Image(arguments) => image::run(settings, arguments).await?,
        Command::Models(command) => models::run(settings, command).await?,
        Command::Sandbox(arguments) => sandbox::run(arguments).await?,
        Command::Doctor { offline, json } => return doctor::run(&configuration, offline, json).await,
        Command::Openapi => {
            let document = http_api::openapi_document(&settings.public_url(settings.listen));
            say(serde_json::to_string_pretty(&document)?);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The given account, or the one that the first start opened.
async fn account_or_oldest(
    installation: &Installation,
    account: Option<AccountId>,
) -> anyhow::Result<AccountId> {
    if let Some(account) = account {
        return Ok(account);
    }
    let accounts = installation.database.accounts().await?;
    let oldest = accounts
        .first()
        .context("there is no account yet; start the service once or run rankwright account create NAME")?;
    Ok(oldest.id)
}
