//! One file per command.

mod account;
mod doctor;
mod key;
mod serve;

use std::process::ExitCode;

use crate::command_line::{Command, CommandLine, ServeArguments};
use crate::configuration::Configuration;
use crate::terminal::say;
use crate::wiring::Installation;

/// Runs a command.
pub(crate) async fn run(command_line: CommandLine) -> anyhow::Result<ExitCode> {
    let command = command_line.command.unwrap_or(Command::Serve(ServeArguments::default()));
    let no_arguments = ServeArguments::default();
    let serve_arguments = match &command {
        Command::Serve(arguments) => arguments,
        _ => &no_arguments,
    };
    let configuration = Configuration::load(&command_line.settings, serve_arguments, std::env::vars())?;
    let settings = &configuration.settings;
    match command {
        Command::Serve(_) => serve::run(settings).await?,
        Command::Account(command) => account::run(&Installation::open(settings).await?, command).await?,
        Command::Key(command) => key::run(settings, command).await?,
        Command::Doctor { json } => return doctor::run(&configuration, json).await,
        Command::Openapi => {
            let document = http_api::openapi_document(&settings.public_url(settings.listen));
            say(serde_json::to_string_pretty(&document)?);
        }
    }
    Ok(ExitCode::SUCCESS)
}
