//! `rankwright brief`: a content brief into a directory, without a server and without credits.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use domain::api_keys::KeyMode;
use domain::articles::brief::ContentBrief;
use domain::articles::order::{ArticleInput, ArticleMode, InternalLink, InternalLinks};
use tokio_util::task::TaskTracker;

use super::write::{Workplace, read_source};
use crate::assembly::Assembly;
use crate::command_line::BriefArguments;
use crate::commands::models::show_in_terminal;
use crate::configuration::Settings;
use crate::terminal::{mention, say};
use crate::wiring::Installation;

pub(crate) async fn run(settings: Settings, arguments: BriefArguments) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let order = order(&arguments)?;
    let slug = Some(publishing::slug(&order.focus_keyword)).filter(|slug| !slug.is_empty());
    let out =
        arguments.out.clone().unwrap_or_else(|| PathBuf::from(slug.unwrap_or_else(|| "brief".to_owned())));
    let work = Workplace::new(&out)?;
    // Imported keyword data is in the operator's database; without one, a temporary directory is used.
    let settings = if settings.has_data() { settings } else { work.settings(settings) };
    mention("searching, and reading the pages that rank");
    let brief = write(&settings, &order, arguments.sandbox).await?;
    save(&out, &brief)?;
    mention(format_args!(
        "{} sections, {} questions, {} sources in {:.1} s",
        brief.sections.len(),
        brief.all_questions().count(),
        brief.sources.len(),
        started.elapsed().as_secs_f64()
    ));
    for missing in &brief.missing {
        mention(&missing.message);
    }
    say(out.join("brief.md").display());
    Ok(ExitCode::SUCCESS)
}

fn order(arguments: &BriefArguments) -> anyhow::Result<ArticleInput> {
    let sources = arguments.source.iter().map(|source| read_source(source)).collect::<anyhow::Result<_>>()?;
    let links: Vec<InternalLink> =
        arguments.link.iter().map(|url| InternalLink { url: url.clone(), title: None }).collect();
    Ok(ArticleInput {
        mode: ArticleMode::Brief,
        language: arguments.language,
        country: arguments.country,
        sources,
        internal_links: (!links.is_empty()).then_some(InternalLinks::Allowed(links)),
        ..ArticleInput::new(arguments.keyword.trim().to_owned())
    })
}

async fn write(settings: &Settings, order: &ArticleInput, sandbox: bool) -> anyhow::Result<ContentBrief> {
    let installation = Installation::open(settings).await?;
    let public_url = settings.public_url(settings.listen);
    let calls = TaskTracker::new();
    let assembly =
        Assembly::new(settings, &installation, &public_url, None, &calls, Arc::new(show_in_terminal)).await?;
    let mode = if sandbox { KeyMode::Test } else { KeyMode::Live };
    let brief = assembly.newsroom.briefs.of(mode).write(order).await;
    assembly.sandbox.stop().await;
    installation.database.close().await;
    Ok(brief)
}

/// Saves `brief.md`, `brief.html` and `brief.json`.
fn save(out: &Path, brief: &ContentBrief) -> anyhow::Result<()> {
    let files = [
        ("brief.md", publishing::brief_markdown(brief)),
        ("brief.html", publishing::brief_html(brief)),
        ("brief.json", serde_json::to_string_pretty(&http_api::brief_json(brief))?),
    ];
    for (name, text) in files {
        let file = out.join(name);
        std::fs::write(&file, text).with_context(|| format!("{} can't be written", file.display()))?;
    }
    Ok(())
}
