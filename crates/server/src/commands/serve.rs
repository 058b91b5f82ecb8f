//! `rankwright serve`: the API and its background work.

use std::fmt::Write as _;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use application::limit_api_key::LimitApiKey;
use application::prepare_installation::NewInstallation;
use application::text_setup::{WITHOUT_TEXT_ENGINE, no_text_engine_lines};
use http_api::{Api, UseCases};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder};
use ports::HealthCheck;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::task::TaskTracker;

use crate::alerts;
use crate::articles::ArticleServices;
use crate::assembly::Assembly;
use crate::background::Background;
use crate::commands::models::write_to_log;
use crate::configuration::Settings;
use crate::dashboard_services::{Counter, DashboardServices};
use crate::logging;
use crate::pictures::DrawingServices;
use crate::request_log::RequestLogServices;
use crate::terminal::say;
use crate::wiring::{Installation, api_settings, connection_limits, shared_rates};

const LATENCY_BUCKETS: [f64; 12] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

pub(crate) async fn run(shared: Arc<Settings>) -> anyhow::Result<()> {
    let settings = &*shared;
    let _writer = logging::start(settings)?;
    let metrics = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_duration_seconds".to_owned()), &LATENCY_BUCKETS)?
        .install_recorder()?;
    let stop_signal = stop_signal()?;
    let installation = Installation::open(settings).await?;
    let listener = listener(settings.listen).await?;
    let address = listener.local_addr()?;
    let public_url = settings.public_url(address);
    let authenticator = installation.authenticator();
    let watch = installation.watch_access(&authenticator);
    watch.refresh().await?;
    let calls = TaskTracker::new();
    let service = settings.role.answers_calls().then_some(address);
    let assembly =
        Assembly::new(settings, &installation, &public_url, service, &calls, Arc::new(write_to_log)).await?;
    let Assembly {
        sandbox,
        answers,
        research,
        objects,
        easel,
        pictures,
        spend,
        media_url,
        newsroom,
        observatory,
        audits,
        buy_credits,
    } = assembly;
    let ArticleServices { articles, work, messages, webhooks, site_key, briefs: _ } = newsroom;
    let manage_images = pictures.keep.clone();
    let manage_audits = audits.live.clone();
    let RequestLogServices { note: log_requests, write: write_notes, read: read_requests, bodies } =
        RequestLogServices::open(settings, &installation).await?;
    let purchases = buy_credits.clone();
    let api_settings = api_settings(settings, public_url.clone(), media_url, site_key);
    let office = DashboardServices::open(settings, &installation, &public_url).await?;
    let counter = Counter {
        buy_credits: buy_credits.clone(),
        webhooks: webhooks.clone(),
        requests: read_requests.clone(),
        bodies: bodies.clone(),
        audits: manage_audits.clone(),
    };
    let mut pages =
        office.pages(&shared, &installation, &public_url, api_settings.image_origin.clone(), counter);
    pages.rest = pages.rest.merge(sandbox.checkout_pages());
    let use_cases = UseCases {
        authenticator,
        read_account: installation.read_account(),
        spend_credits: spend,
        research,
        pictures,
        articles,
        audits,
        log_requests,
        buy_credits,
        keys: installation.manage_keys(),
        key_limits: LimitApiKey::new(installation.database.clone()),
        webhooks: webhooks.clone(),
    };
    let readiness: Vec<Arc<dyn HealthCheck>> = vec![installation.database.clone(), objects];
    let state = Api::new(api_settings, use_cases, readiness, metrics, shared_rates(settings)?);

    let prepared = installation.prepare().await?;
    let invitation = office.invitation(&public_url).await?;
    say(banner(settings, &installation, address, &public_url, prepared.as_ref(), invitation.as_deref()));

    let background =
        Background::start(watch, state.clone(), answers, manage_images, manage_audits, &installation);
    background.until_stopped(|stop| write_notes.run(stop));
    background.delete_notes(read_requests, bodies);
    background.once(prepare_detector(easel));
    background.delete_messages(webhooks);
    background.delete_sessions(office.sessions.clone());
    if settings.role.works() {
        background.until_stopped(|stop| work.run(stop));
        background.until_stopped(|stop| messages.run(stop));
        let ways = alerts::all_ways(&installation, office.mailer.clone(), &public_url);
        background.send_balance_alerts(installation.send_balance_alerts(ways));
        background.sweep_purchases(purchases);
    }
    let router = if settings.role.answers_calls() {
        let router = http_api::router(state, pages);
        office.connect(&router);
        router
    } else {
        http_api::operations_router(state)
    };
    http_api::serve(listener, router, connection_limits(settings), stop_signal).await;
    calls.close();
    calls.wait().await;
    background.stop().await;
    observatory.close().await;
    sandbox.stop().await;
    installation.database.close().await;
    tracing::info!("stopped");
    Ok(())
}

async fn listener(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("{address} can't be listened on; choose another with --listen"))
}

/// Fetches the text detector, so that the first image need not wait for it.
async fn prepare_detector(easel: DrawingServices) {
    match easel.removal.ready().await {
        Ok(removal) => {
            tracing::info!(detector = removal.detector(), "text is removed from every image");
        }
        Err(error) => {
            tracing::warn!(%error, "images of other engines are refused until the text detector is available");
        }
    }
}

/// Resolves at the first signal to stop.
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping: letting running calls end");
    })
}

fn banner(
    settings: &Settings,
    installation: &Installation,
    address: SocketAddr,
    public_url: &str,
    prepared: Option<&NewInstallation>,
    invitation: Option<&str>,
) -> String {
    let mut text = format!(
        "Rankwright {} is serving at http://{address}\n\n  \
         Dashboard      {public_url}/dashboard\n  \
         API reference  {public_url}/docs\n  \
         Data           {} ({})\n",
        http_api::API_VERSION,
        settings.data_dir.display(),
        installation.database.kind(),
    );
    // Writing to a String never fails.
    if let Some(invitation) = invitation {
        let _ = writeln!(text, "  First sign-in  {invitation} (works once, for a week)");
    }
    if let Some(new) = prepared {
        let _ = write!(
            text,
            "\nFirst start: the account {owner} was opened. Its keys are shown only now:\n\n  \
             Live key       {live}\n  \
             Test key       {test}\n",
            owner = new.owner.id,
            live = new.live_key.reveal(),
            test = new.test_key.reveal(),
        );
    }
    let has_engine = !settings.text.engines.is_empty();
    let flag = data_dir_flag(settings);
    let _ = match (prepared, has_engine) {
        (Some(_), false) => {
            write!(text, "\n{}\n{WITHOUT_TEXT_ENGINE}\n", no_text_engine_lines().join("\n"))
        }
        (None, false) => {
            write!(text, "\nNo text engine is configured. rankwright doctor{flag} shows what to set.\n")
        }
        (_, true) => Ok(()),
    };
    let _ = match prepared {
        Some(new) => {
            write!(text, "\nTry it:\n\n  {}\n", first_call(new.live_key.reveal(), address, has_engine))
        }
        None => write!(text, "\nNeed a key? rankwright key create{flag}\n"),
    };
    text
}

/// The flag that other commands need to find the same installation; empty for the default directory.
fn data_dir_flag(settings: &Settings) -> String {
    if settings.data_dir == Settings::default().data_dir {
        return String::new();
    }
    let directory = settings.data_dir.display().to_string();
    let is_plain = directory.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    if is_plain {
        format!(" --data-dir {directory}")
    } else {
        format!(" --data-dir '{}'", directory.replace('\'', "'\\''"))
    }
}

/// An example call that works when it is pasted into a shell on this machine, whatever is configured, and
/// that no provider bills.
fn first_call(key: &str, address: SocketAddr, has_engine: bool) -> String {
    if has_engine {
        return format!("curl -H 'Authorization: Bearer {key}' http://{address}/v1/account");
    }
    format!(
        "curl -H 'Authorization: Bearer {key}' -H 'Content-Type: application/json' \
         -d '{{\"focusKeyword\": \"how to descale a kettle\", \"mode\": \"brief\"}}' http://{address}/v1/articles/generate"
    )
}
