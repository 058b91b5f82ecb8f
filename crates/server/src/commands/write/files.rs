//! The files of a finished article.

use std::path::Path;

use anyhow::Context;
use application::keep_articles::ArticleView;
use application::publish_article::{Dates, HostedSite};
use domain::articles::document::Article;

const PICTURES: &str = "images";

/// Saves `article.html`, `article.md`, `article.json` and the pictures.
pub(super) fn save(
    out: &Path,
    media: &Path,
    media_url: &str,
    view: &ArticleView,
    site: &HostedSite,
) -> anyhow::Result<()> {
    let Some(written) = &view.written else { return Ok(()) };
    let (article, at) = (&written.article, view.record.updated_at);
    let dates = Dates { published_at: at, modified_at: at };
    let page = publishing::article_page(article, &site.page_facts(&view.record, written, dates));
    let json = serde_json::to_string_pretty(&http_api::article_json(view, site))?;
    let moved = save_pictures(out, media, media_url, article)?;
    let local = |text: String| moved.iter().fold(text, |text, (url, file)| text.replace(url.as_str(), file));
    put(&out.join("article.html"), &local(page))?;
    put(&out.join("article.md"), &local(publishing::markdown(article)))?;
    put(&out.join("article.json"), &local(json))
}

/// Copies the pictures; gives their addresses with the names of their copies.
fn save_pictures(
    out: &Path,
    media: &Path,
    media_url: &str,
    article: &Article,
) -> anyhow::Result<Vec<(String, String)>> {
    let mut moved = Vec::new();
    for image in &article.images {
        for url in std::iter::once(&image.url).chain(image.variants.iter().map(|(url, _)| url)) {
            let Some(key) = url.strip_prefix(media_url).map(|key| key.trim_start_matches('/')) else {
                continue;
            };
            let name = key.rsplit('/').next().unwrap_or(key);
            let file = format!("{PICTURES}/{name}");
            std::fs::create_dir_all(out.join(PICTURES))
                .and_then(|()| std::fs::copy(media.join(key), out.join(&file)))
                .with_context(|| format!("{} can't be written", out.join(&file).display()))?;
            moved.push((url.clone(), file));
        }
    }
    Ok(moved)
}

fn put(file: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(file, text).with_context(|| format!("{} can't be written", file.display()))
}
