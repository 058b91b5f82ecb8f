//! `rankwright write`: writes one article into a directory, without a server.
//!
//! The article is written by the same pipeline as in the service, in a temporary installation.

mod display;
mod files;

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use application::manage_articles::ArticleView;
use application::request_article::reservation;
use application::spend_credits::{ChargeRequest, Settlement};
use application::text_setup::no_text_engine_lines;
use domain::api_keys::{ApiKey, Claims};
use domain::articles::order::{ArticleInput, Making, PublishPolicy, SourceInput};
use domain::articles::record::{Tier, Written};
use domain::articles::{ArticleId, ArticleStatus};
use domain::ledger::Purse;
use domain::prices::Operation;
use objects::StorageSettings;
use providers::ProviderClient;
use providers::catalogue::{TextEngineName, TextSettings};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::articles::ArticleServices;
use crate::assembly::Assembly;
use crate::command_line::WriteArguments;
use crate::commands::models::show_in_terminal;
use crate::configuration::Settings;
use crate::terminal::{how_many, mention, say};
use crate::wiring::Installation;
use display::Display;
use files::Place;

/// How long to wait for progress at a time.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// The largest file that is accepted as a source.
const LARGEST_SOURCE: u64 = 1024 * 1024;

pub(crate) async fn run(settings: Settings, arguments: WriteArguments) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let order = order(&arguments)?;
    // The sandbox always has a text engine.
    let has_model = arguments.sandbox || !settings.text.engines.is_empty();
    match order.making(has_model) {
        None => {
            refuse(&order.focus_keyword);
            return Ok(ExitCode::FAILURE);
        }
        Some(Making::Model) if !arguments.sandbox => check_ollama(&settings.text).await?,
        Some(_) => {}
    }
    let slug = Some(publishing::slug(&order.focus_keyword)).filter(|slug| !slug.is_empty());
    let out =
        arguments.out.clone().unwrap_or_else(|| PathBuf::from(slug.unwrap_or_else(|| "article".to_owned())));
    let work = Workplace::new(&out)?;
    let settings = work.settings(settings);
    let view = write(&settings, order, arguments.sandbox, &work).await?;
    let Some(written) = &view.written else {
        let problem =
            view.record.problem.map_or_else(|| "it was cancelled".to_owned(), |problem| problem.message);
        anyhow::bail!("the article could not be written: {problem}");
    };
    tell(written, started);
    say(out.join("article.html").display());
    Ok(if written.quality.failures().next().is_none() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Shows what to configure, and what works without it.
fn refuse(keyword: &str) {
    let keyword = keyword.replace('"', "");
    let mut lines = no_text_engine_lines();
    lines.push("Without an engine:".to_owned());
    lines.push(format!("  rankwright brief \"{keyword}\"                      for a content brief"));
    lines.push(format!(
        "  rankwright write \"{keyword}\" --source notes.md    for an article made of your own notes"
    ));
    mention(lines.join("\n"));
}

/// If Ollama is the only text engine and does not run or has no model, the command fails at once.
async fn check_ollama(settings: &TextSettings) -> anyhow::Result<()> {
    if settings.engines == [TextEngineName::Ollama] {
        settings.ollama.used_model(&ProviderClient::new("rankwright write")?).await?;
    }
    Ok(())
}

fn order(arguments: &WriteArguments) -> anyhow::Result<ArticleInput> {
    let sources = arguments.source.iter().map(|source| read_source(source)).collect::<anyhow::Result<_>>()?;
    Ok(ArticleInput {
        words: arguments.words,
        images: arguments.images,
        language: arguments.language,
        country: arguments.country,
        tone: arguments.tone,
        title: arguments.title.clone(),
        sources,
        publish: PublishPolicy::Never,
        ..ArticleInput::new(arguments.keyword.trim().to_owned())
    })
}

pub(super) fn read_source(source: &str) -> anyhow::Result<SourceInput> {
    if source.starts_with("http://") || source.starts_with("https://") {
        return Ok(SourceInput::Url(source.to_owned()));
    }
    let unreadable = || format!("the source {source} can't be read");
    let length = std::fs::metadata(source).with_context(unreadable)?.len();
    anyhow::ensure!(length <= LARGEST_SOURCE, "the source {source} is larger than {LARGEST_SOURCE} bytes");
    let text = std::fs::read_to_string(source).with_context(unreadable)?;
    let own = text.lines().find_map(|line| line.strip_prefix("# ")).map(|title| title.trim().to_owned());
    let name = || Path::new(source).file_stem().map(|name| name.to_string_lossy().into_owned());
    Ok(SourceInput::Text { title: own.or_else(name), text })
}

/// Requests the article in a temporary installation and waits for it.
async fn write(
    settings: &Settings,
    order: ArticleInput,
    sandbox: bool,
    work: &Workplace,
) -> anyhow::Result<ArticleView> {
    let installation = Installation::open(settings).await?;
    let prepared = installation.prepare().await?.context("the workplace is not empty")?;
    let key = if sandbox { &prepared.test_key } else { &prepared.live_key };
    let claims = identify(&installation, key)?;
    let public_url = settings.public_url(settings.listen);
    let calls = TaskTracker::new();
    let assembly =
        Assembly::new(settings, &installation, &public_url, None, &calls, Arc::new(show_in_terminal)).await?;
    let Assembly { newsroom: ArticleServices { articles, work: jobs, .. }, sandbox, media_url, .. } =
        assembly;
    let stop = CancellationToken::new();
    let working = TaskTracker::new();
    working.spawn(jobs.run(stop.clone()));

    let charge_request = ChargeRequest {
        claims,
        operation: Operation::ArticlesGenerate,
        price: reservation(&order).reserved,
        max_credits: None,
        hold_first: true,
        idempotency: None,
        settlement: Settlement::default(),
    };
    let ordered =
        articles.order.order(charge_request, order, |ordered| Ok::<_, Infallible>(ordered.id.to_string()));
    let id: ArticleId = ordered.await?.body.parse().context("the article's id")?;
    let purse = Purse { account: claims.account, mode: claims.mode };
    let view = watch(&articles, purse, id).await?;
    let site = articles.publish.of(claims.mode).site();
    let place = if settings.public_url.is_some() { Place::At(site) } else { Place::Unknown(site) };
    files::save(work.out(), &work.media(), &media_url, &view, place)?;
    stop.cancel();
    working.close();
    working.wait().await;
    sandbox.stop().await;
    installation.database.close().await;
    Ok(view)
}

fn identify(installation: &Installation, key: &ApiKey) -> anyhow::Result<Claims> {
    let refused = |_| anyhow::anyhow!("the workplace's own key was refused");
    installation.authenticator().identify(key.reveal()).map_err(refused)
}

async fn watch(articles: &http_api::Articles, purse: Purse, id: ArticleId) -> anyhow::Result<ArticleView> {
    let mut display = Display::new();
    let mut seen = 0;
    loop {
        let record = articles.keep.wait(purse, id, seen, LOOK_EVERY).await?.context("the article is gone")?;
        let view = articles.keep.read(purse, id).await?.context("the article is gone")?;
        display.show(&view);
        if view.record.status != ArticleStatus::Processing {
            display.finish();
            return Ok(view);
        }
        seen = record.version;
    }
}

/// Reports what was written and which checks failed.
fn tell(written: &Written, started: Instant) {
    mention(format_args!(
        "{} and {} by {} ({}) in {:.1} s{}",
        how_many(written.words, "word|words"),
        how_many(written.article.images.len(), "image|images"),
        written.generation.engine,
        written.generation.model,
        started.elapsed().as_secs_f64(),
        written.quality.score.map(|score| format!("; score {score} of 100")).unwrap_or_default()
    ));
    if written.generation.tier == Tier::Notes {
        mention(match written.unused.len() {
            0 => "this article is made of your notes, and leaves nothing out".to_owned(),
            count => format!(
                "this article is made of your notes; article.json lists {} that it leaves out, and why",
                how_many(count, "passage|passages")
            ),
        });
    }
    for gate in written.quality.failures() {
        mention(gate.in_words());
    }
    for warning in &written.warnings {
        mention(warning);
    }
}

/// A temporary directory beside the result, for the time of the command.
pub(super) struct Workplace {
    out: PathBuf,
    place: PathBuf,
}

impl Workplace {
    pub(super) fn new(out: &Path) -> anyhow::Result<Self> {
        let place = out.join(".rankwright-work");
        let unusable = || format!("{} can't be written", out.display());
        if place.exists() {
            std::fs::remove_dir_all(&place).with_context(unusable)?;
        }
        std::fs::create_dir_all(&place).with_context(unusable)?;
        Ok(Self { out: out.to_owned(), place })
    }

    fn out(&self) -> &Path {
        &self.out
    }

    fn media(&self) -> PathBuf {
        self.place.join("media")
    }

    /// The operator's settings, with all storage in this directory. Only the weights stay where they are.
    pub(super) fn settings(&self, mut settings: Settings) -> Settings {
        let weights = settings.data_dir.join("models");
        settings.models.directory.get_or_insert(weights);
        settings.data_dir.clone_from(&self.place);
        settings.database.url = None;
        settings.storage = StorageSettings::default();
        settings
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        // If this fails, the next run removes the directory.
        let _ = std::fs::remove_dir_all(&self.place);
    }
}
