//! The files of a finished article. They contain no URL of this machine: images are in the same directory,
//! and what needs the URL of the site is left out unless it is set.

use std::path::Path;

use anyhow::Context;
use application::manage_articles::ArticleView;
use application::publish_article::{Dates, HostedSite};
use domain::articles::document::Article;
use domain::articles::record::{Tier, Written};
use serde_json::Value;

const IMAGES: &str = "images";

/// Where the article will be published.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// At its public URL on this site.
    At(&'a HostedSite),
    /// The public URL is not set; the site is that of this process, whose URL is useless elsewhere.
    Unknown(&'a HostedSite),
}

/// Saves `article.html`, `article.md`, `article.json` and the images.
pub(super) fn save(
    out: &Path,
    media: &Path,
    media_url: &str,
    view: &ArticleView,
    place: Place<'_>,
) -> anyhow::Result<()> {
    let Some(written) = &view.written else { return Ok(()) };
    let (article, at) = (&written.article, view.record.updated_at);
    let dates = Dates { published_at: at, modified_at: at };
    let (Place::At(site) | Place::Unknown(site)) = place;
    let facts = site.page_facts(&view.record, written, dates);
    let mut json = http_api::article_json(view, site);
    // The command costs no credits.
    if let Some(fields) = json.as_object_mut() {
        fields.remove("billing");
    }
    let page = match place {
        Place::At(_) => publishing::article_page(article, &facts),
        Place::Unknown(_) => {
            // Structured data contains the URLs of the page and its publisher.
            json["article"]["jsonLd"] = Value::Null;
            json["publication"]["url"] = Value::Null;
            publishing::article_file(article, &facts)
        }
    };
    let moved = save_images(out, media, media_url, article)?;
    let local = |text: String| moved.iter().fold(text, |text, (url, file)| text.replace(url.as_str(), file));
    let markdown = format!("{}\n{}", front_matter(written), publishing::markdown(article));
    put(&out.join("article.html"), &local(page))?;
    put(&out.join("article.md"), &local(markdown))?;
    put(&out.join("article.json"), &local(serde_json::to_string_pretty(&json)?))
}

/// What the article is and how it was made, for later readers of the file.
fn front_matter(written: &Written) -> String {
    let (article, generation) = (&written.article, &written.generation);
    let tier = match generation.tier {
        Tier::Standard => "standard",
        Tier::Notes => "notes",
    };
    let fields = [
        ("title", article.title.as_str()),
        ("description", &article.meta_description),
        ("tier", tier),
        ("engine", &generation.engine),
        ("language", article.language.as_str()),
        ("keyword", &article.focus_keyword),
    ];
    // A JSON string is also a YAML string, whatever characters it holds.
    let lines = fields.map(|(name, value)| format!("{name}: {}\n", Value::from(value)));
    format!("---\n{}---\n", lines.concat())
}

/// Copies the images, and returns their URLs with the names of their copies.
fn save_images(
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
            let file = format!("{IMAGES}/{name}");
            std::fs::create_dir_all(out.join(IMAGES))
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
