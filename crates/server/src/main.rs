//! The `rankwright` binary: command line, configuration and the wiring of all parts.

mod alerts;
mod articles;
mod assembly;
mod audits;
mod background;
mod command_line;
mod commands;
mod configuration;
mod dashboard_services;
mod logging;
mod payments;
mod pictures;
mod request_log;
mod research;
mod signing_secrets;
mod terminal;
mod weights;
mod wiring;

use std::process::ExitCode;

use clap::Parser;

use crate::command_line::CommandLine;

/// Calls are short and allocate in small pieces on every thread, which suits this allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let command_line = CommandLine::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            terminal::complain(&anyhow::Error::new(error).context("the async runtime could not be started"));
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(commands::run(command_line)) {
        Ok(code) => code,
        Err(error) => {
            terminal::complain(&error);
            ExitCode::FAILURE
        }
    }
}
