//! `rankwright doctor`: what works, what does not, what to do about it, and where each setting comes from.

mod engines;
mod text_engines;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use browser::Chromium;
use dashboard::EngineFinding;
use models::Model;
use ports::{AccountStore, Browser, HealthCheck};
use providers::ProviderClient;
use providers::mail::SmtpMailer;
use providers::redis_rates::RedisRates;
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use store::Database;

use crate::audits::browser_settings;
use crate::configuration::{Configuration, Settings, flatten};
use crate::signing_secrets;
use crate::terminal::{how_many, say};

/// The state of one part of the installation.
struct Finding {
    part: &'static str,
    served_by: String,
    problem: Option<String>,
    advice: &'static str,
    /// Whether the service can't work without it.
    essential: bool,
}

pub(crate) async fn run(
    configuration: &Configuration,
    offline: bool,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let settings = &configuration.settings;
    let (database, opened) = database(settings).await;
    let mut findings = vec![
        data_directory(&settings.data_dir),
        signing_keys(settings),
        database,
        object_storage(settings).await,
        text_detector(settings),
        browser(settings).await,
        shared_limits(settings, offline).await,
        mail(settings, offline).await,
        payments(settings)?,
        listener(settings).await,
    ];
    let mut text_setup = Vec::new();
    if !offline {
        findings.extend(engines::findings(settings, opened).await?);
        text_setup = text_engines::setup(&settings.text).await?;
    }
    let healthy = is_healthy(&findings);
    let listed = listed_settings(configuration);
    if as_json {
        say(report_json(&findings, &text_setup, &listed));
    } else {
        say(report_text(&findings, &text_setup, &listed));
    }
    Ok(if healthy { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The results of calls to the engines, for the operator's page.
pub(crate) async fn check_engines(
    settings: &Settings,
    database: Arc<Database>,
) -> anyhow::Result<Vec<EngineFinding>> {
    let findings = engines::findings(settings, Some(database)).await?;
    let finding = |finding: Finding| EngineFinding {
        capability: finding.part,
        engine: finding.served_by,
        problem: finding.problem,
        advice: finding.advice,
    };
    Ok(findings.into_iter().map(finding).collect())
}

fn is_healthy(findings: &[Finding]) -> bool {
    findings.iter().all(|finding| finding.problem.is_none() || !finding.essential)
}

fn data_directory(path: &Path) -> Finding {
    let probe = path.join(".doctor");
    let outcome = std::fs::create_dir_all(path)
        .and_then(|()| std::fs::write(&probe, b"probe"))
        .and_then(|()| std::fs::remove_file(&probe));
    Finding {
        part: "data directory",
        served_by: path.display().to_string(),
        problem: outcome.err().map(|error| format!("can't be written: {error}")),
        advice: "set data_dir to a directory that this user may write",
        essential: true,
    }
}

fn signing_keys(settings: &Settings) -> Finding {
    let served_by = match settings.secrets.signing_keys {
        Some(_) => "the setting secrets.signing_keys".to_owned(),
        None => signing_secrets::file(&settings.data_dir).display().to_string(),
    };
    Finding {
        part: "signing keys",
        served_by,
        problem: signing_secrets::load_or_create(settings).err().map(|error| format!("{error:#}")),
        advice: "several nodes need one keyring: set secrets.signing_keys on each",
        essential: true,
    }
}

async fn database(settings: &Settings) -> (Finding, Option<Arc<Database>>) {
    let advice = "set database.url to postgres://user:password@host/name to run several nodes";
    let part = "database";
    let problem = |error: &dyn std::error::Error| {
        let cause = error.source().map_or_else(String::new, |source| format!(": {source}"));
        Some(format!("{error}{cause}"))
    };
    let database = match Database::open(settings.database_url().expose_secret()).await {
        Ok(database) => database,
        Err(error) => {
            let (served_by, problem) = ("nothing".to_owned(), problem(&error));
            return (Finding { part, served_by, problem, advice, essential: true }, None);
        }
    };
    let (served_by, problem) = match database.accounts().await {
        Ok(accounts) => {
            let accounts = how_many(accounts.len(), "account|accounts");
            (format!("{}, {accounts}", database.kind()), None)
        }
        Err(error) => (database.kind().to_owned(), problem(&error)),
    };
    (Finding { part, served_by, problem, advice, essential: true }, Some(Arc::new(database)))
}

async fn object_storage(settings: &Settings) -> Finding {
    let served_by =
        settings.storage.url.clone().unwrap_or_else(|| settings.data_dir.join("media").display().to_string());
    let problem = match settings.object_storage() {
        Ok(storage) => storage.check().await.err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    };
    let advice = "set storage.url to s3://bucket, gs://bucket or az://container to run several nodes, and storage.cdn_url";
    Finding { part: "object storage", served_by, problem, advice, essential: true }
}

fn text_detector(settings: &Settings) -> Finding {
    let model = &Model::TEXT_DETECTION;
    let found = settings.model_library().path_of(model);
    Finding {
        part: "text detector",
        problem: found.is_none().then(|| "is not here yet; a running service fetches it".to_owned()),
        served_by: found.map_or_else(|| "nothing".to_owned(), |file| file.display().to_string()),
        advice: "run rankwright models pull; without it only the built-in illustrator draws images",
        essential: false,
    }
}

async fn browser(settings: &Settings) -> Finding {
    // The browser only reports its version, so it needs no route to the web.
    let nowhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 9));
    let version = Chromium::behind(browser_settings(settings), nowhere).version().await;
    Finding {
        part: "browser",
        served_by: version.as_ref().map_or_else(|_| "nothing".to_owned(), Clone::clone),
        problem: version.err().map(|error| error.to_string()),
        advice: "install Chromium (Debian: apt install chromium) or set browser.path; without it audits have no lab figures",
        essential: false,
    }
}

async fn shared_limits(settings: &Settings, offline: bool) -> Finding {
    let (served_by, problem) = match &settings.redis.url {
        None => ("each process for itself".to_owned(), None),
        Some(url) => {
            let place = providers::redis_rates::place(url).unwrap_or_else(|error| error.to_string());
            let answer = match RedisRates::open(url) {
                Ok(_) if offline => None,
                Ok(rates) => rates.check().await.err().map(|error| error.to_string()),
                Err(error) => Some(error.to_string()),
            };
            (place, answer)
        }
    };
    let advice = "set redis.url if several processes answer calls, so that limits of requests per second hold for all of them together";
    Finding { part: "request limits", served_by, problem, advice, essential: false }
}

async fn mail(settings: &Settings, offline: bool) -> Finding {
    let (served_by, problem) = match (SmtpMailer::new(&settings.mail), &settings.mail.host) {
        (Ok(Some(_)), Some(host)) if offline => (format!("{host}:{}", settings.mail.port()), None),
        (Ok(Some(mailer)), Some(host)) => {
            let problem = mailer.check().await.err().map(|error| error.to_string());
            (format!("{host}:{}", settings.mail.port()), problem)
        }
        (Err(error), _) => ("nothing".to_owned(), Some(error.to_string())),
        (Ok(_), _) => ("the log".to_owned(), None),
    };
    let advice = "set mail.host and mail.from to send emails; without them their links are in the log";
    Finding { part: "mail", served_by, problem, advice, essential: false }
}

/// Providers are not called: every request to them is about a real purchase.
fn payments(settings: &Settings) -> anyhow::Result<Finding> {
    let client = ProviderClient::new("rankwright doctor")?;
    let stripe = settings.payments.connect_stripe(&client);
    let payos = settings.payments.connect_payos(&client);
    let problem =
        [&stripe, &payos].into_iter().find_map(|outcome| outcome.as_ref().err().map(ToString::to_string));
    let ready: Vec<&str> = [("Stripe", stripe), ("payOS", payos)]
        .into_iter()
        .filter_map(|(name, outcome)| matches!(outcome, Ok(Ok(_))).then_some(name))
        .collect();
    let nothing = ready.is_empty().then(|| "credits can be bought in test mode only".to_owned());
    Ok(Finding {
        part: "payments",
        served_by: if ready.is_empty() { "nothing".to_owned() } else { ready.join(", ") },
        problem: problem.or(nothing),
        advice: "set payments.stripe.* or payments.payos.* to sell credits (docs/payments.md)",
        essential: false,
    })
}

async fn listener(settings: &Settings) -> Finding {
    let outcome = tokio::net::TcpListener::bind(settings.listen).await;
    let served_by = match &outcome {
        Ok(_) => format!("{} (free)", settings.listen),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            format!("{} (in use: a running service?)", settings.listen)
        }
        Err(_) => settings.listen.to_string(),
    };
    Finding {
        part: "address",
        served_by,
        problem: outcome
            .err()
            .filter(|error| error.kind() != std::io::ErrorKind::AddrInUse)
            .map(|error| format!("can't be listened on: {error}")),
        advice: "set listen, for example 0.0.0.0:8080, and public_url to what customers type",
        essential: true,
    }
}

/// Every setting as `(name, value, origin)`.
fn listed_settings(configuration: &Configuration) -> Vec<(String, String, String)> {
    let mut listed = Vec::new();
    let values = serde_json::to_value(&configuration.settings).unwrap_or_default();
    flatten("", &values, &mut |name, value| {
        let shown = match value {
            Value::Null => "(not set)".to_owned(),
            Value::String(text) => text.clone(),
            Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(","),
            other => other.to_string(),
        };
        let origin = configuration.origins.of(name).unwrap_or("default").to_owned();
        listed.push((name.to_owned(), shown, origin));
    });
    listed.sort();
    listed
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn report_text(findings: &[Finding], text_setup: &[String], settings: &[(String, String, String)]) -> String {
    let mut lines = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let is_last_of_part = findings.get(index + 1).is_none_or(|next| next.part != finding.part);
        let mark = match (&finding.problem, finding.essential) {
            (None, _) => "ok  ",
            (Some(_), true) => "FAIL",
            (Some(_), false) => "--  ",
        };
        lines.push(format!("{mark}  {:15} {}", finding.part, finding.served_by));
        if let Some(problem) = &finding.problem {
            lines.push(format!("      {:15} {problem}", ""));
        }
        let has_problem = |other: &Finding| other.part == finding.part && other.problem.is_some();
        if is_last_of_part && findings.iter().any(has_problem) {
            lines.push(format!("      {:15} {}", "", finding.advice));
        }
    }
    if !text_setup.is_empty() {
        lines.push("\nArticles by a model".to_owned());
        lines.extend(text_setup.iter().map(|line| format!("  {line}")));
    }
    lines.push("\nSettings".to_owned());
    for (name, value, origin) in settings {
        lines.push(format!("  {name:40} {value:28} {origin}"));
    }
    lines.join("\n")
}

fn report_json(findings: &[Finding], text_setup: &[String], settings: &[(String, String, String)]) -> Value {
    json!({
        "healthy": is_healthy(findings),
        "parts": findings.iter().map(|finding| json!({
            "part": finding.part,
            "servedBy": finding.served_by,
            "problem": finding.problem,
            "advice": finding.advice,
            "essential": finding.essential,
        })).collect::<Vec<_>>(),
        "textSetup": text_setup,
        "settings": settings.iter().map(|(name, value, origin)| json!({
            "name": name, "value": value, "origin": origin,
        })).collect::<Vec<_>>(),
    })
}
