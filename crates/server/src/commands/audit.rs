//! `rankwright audit`: audits one page in the terminal, without a server.

use std::io::IsTerminal as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use application::audit_page::{AuditError, AuditInput, Examined};
use audit::report::ScreenshotSeen;
use audit::sheet::{self, SheetContext, TerminalStyle};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use ports::clock::SystemClock;
use ports::{Clock, FetchError, Screenshot};
use providers::ProviderClient;
use sandbox::{Sandbox, SandboxOptions};
use url::Url;

use crate::audits::AuditServices;
use crate::command_line::AuditArguments;
use crate::configuration::Settings;
use crate::research;
use crate::terminal::{mention, say};

/// The networks of pages on the operator's machine and network.
const LOCAL_NETWORKS: [&str; 6] =
    ["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"];
/// The width if the terminal does not report one.
const USUAL_WIDTH: usize = 100;

pub(crate) async fn run(mut settings: Settings, arguments: AuditArguments) -> anyhow::Result<ExitCode> {
    let wanted = wanted(&arguments)?;
    if arguments.local {
        open_local_networks(&mut settings, &wanted.url)?;
    }
    let Examined { mut report, screenshot } = examine(&settings, &wanted, arguments.sandbox).await?;
    if let (Some(file), Some(screenshot)) = (&arguments.screenshot, &screenshot) {
        write(file, &screenshot.jpeg)?;
    }
    if let Some(file) = &arguments.html_report {
        report.screenshot = screenshot.as_ref().map(in_the_page);
        let context = SheetContext { product: "Rankwright", base_url: None, media_url: None };
        let tell = if arguments.sandbox { sheet::test_html } else { sheet::html };
        let page = tell(&report, &context);
        write(file, page.as_bytes())?;
    }
    if arguments.json {
        say(serde_json::to_string_pretty(&report)?);
    } else {
        let colour = std::io::stdout().is_terminal() && !arguments.no_colour;
        say(sheet::terminal(&report, TerminalStyle { colour, width: USUAL_WIDTH }));
    }
    let worst = report.verdicts.issues.iter().map(|issue| issue.severity).max();
    let fails = arguments.fail_on.threshold().is_some_and(|least| worst.is_some_and(|worst| worst >= least));
    Ok(if fails { ExitCode::from(2) } else { ExitCode::SUCCESS })
}

fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(file, bytes).with_context(|| format!("{} can't be written", file.display()))
}

/// An image as a data URL, so that the report is one file.
fn in_the_page(screenshot: &Screenshot) -> ScreenshotSeen {
    let url = format!("data:image/jpeg;base64,{}", BASE64.encode(&screenshot.jpeg));
    ScreenshotSeen { url, width: screenshot.width, height: screenshot.height }
}

fn wanted(arguments: &AuditArguments) -> anyhow::Result<AuditInput> {
    let url = Url::parse(&arguments.url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = url.with_context(|| {
        format!("{:?} is not an absolute address; write for example https://example.com/page", arguments.url)
    })?;
    let html = match &arguments.html {
        Some(file) => {
            Some(std::fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?)
        }
        None => None,
    };
    Ok(AuditInput {
        url,
        html,
        device: arguments.device,
        check_links: !arguments.no_links,
        vitals: !arguments.no_vitals,
        runs: arguments.runs,
    })
}

/// Lets this one audit reach the operator's own machine and network, at whatever port the page is served.
fn open_local_networks(settings: &mut Settings, url: &Url) -> anyhow::Result<()> {
    for network in LOCAL_NETWORKS {
        settings.fetch.allow.push(network.parse()?);
    }
    settings.fetch.ports.extend(url.port());
    Ok(())
}

async fn examine(settings: &Settings, wanted: &AuditInput, in_sandbox: bool) -> anyhow::Result<Examined> {
    let started = Instant::now();
    mention(format_args!("auditing {}", wanted.url));
    let options = SandboxOptions { private: true, ..SandboxOptions::default() };
    let sandbox = Sandbox::start(options).await.context("the sandbox can't listen")?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let client = ProviderClient::new(&research::user_agent(settings))?;
    let fetchers = research::fetchers(settings, sandbox.address())?;
    let field = research::field_vitals(settings, &client, sandbox.address())?;
    let observatory = AuditServices::open(settings, &clock, sandbox.address(), &fetchers, field).await?;
    let mode = if in_sandbox { domain::api_keys::KeyMode::Test } else { domain::api_keys::KeyMode::Live };
    let examined = observatory.audit_page.of(mode).examine(wanted).await;
    observatory.close().await;
    sandbox.stop().await;
    let examined = examined.map_err(explained)?;
    mention(format_args!("done in {:.1} s", started.elapsed().as_secs_f64()));
    Ok(examined)
}

/// Adds the flag that allows what was refused to the error.
fn explained(error: AuditError) -> anyhow::Error {
    let is_blocked = matches!(error, AuditError::Page(FetchError::Blocked(_)));
    let error = anyhow::Error::new(error);
    if is_blocked { anyhow::anyhow!("{error}. If it is your own server, add --local") } else { error }
}
