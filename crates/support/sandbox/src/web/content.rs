//! Reading the topics that are embedded in the binary.

use std::collections::BTreeMap;

use rust_embed::RustEmbed;

use super::notebook::{Notebook, NotebookProblem};
use super::page::{Page, PageProblem};
use super::topic::{Topic, TopicFile, TopicProblem};

#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

const TOPIC: &str = "topic.toml";
const NOTEBOOK: &str = "writing.md";

/// The result of reading.
pub(super) struct Content {
    pub(super) topics: Vec<Topic>,
    pub(super) problems: Vec<ContentProblem>,
}

/// Why a topic was left out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ContentProblem {
    #[error("web/{0} is not UTF-8")]
    NotUtf8(String),
    #[error("web/{0} has no topic.toml")]
    NoTopicFile(String),
    #[error("web/{0}/topic.toml: {1}")]
    TopicFile(String, toml::de::Error),
    #[error("web/{0}: {1}")]
    Page(String, PageProblem),
    #[error("web/{0}/writing.md: {1}")]
    Notebook(String, NotebookProblem),
    #[error("web/{0}: {1}")]
    Topic(String, TopicProblem),
}

impl Content {
    /// Reads every folder, in the order of the names.
    pub(super) fn load() -> Self {
        let (mut topics, mut problems) = (Vec::new(), Vec::new());
        for (slug, names) in folders() {
            match read_topic(&slug, &names) {
                Ok(topic) => topics.push(topic),
                Err(problem) => problems.push(problem),
            }
        }
        Self { topics, problems }
    }
}

fn folders() -> BTreeMap<String, Vec<String>> {
    let mut folders: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in Files::iter() {
        if let Some((slug, name)) = path.split_once('/') {
            folders.entry(slug.to_owned()).or_default().push(name.to_owned());
        }
    }
    for names in folders.values_mut() {
        names.sort_unstable();
    }
    folders
}

fn read_topic(slug: &str, names: &[String]) -> Result<Topic, ContentProblem> {
    if !names.iter().any(|name| name == TOPIC) {
        return Err(ContentProblem::NoTopicFile(slug.to_owned()));
    }
    let file: TopicFile = toml::from_str(&text(slug, TOPIC)?)
        .map_err(|error| ContentProblem::TopicFile(slug.to_owned(), error))?;
    let notebook = Notebook::parse(&text(slug, NOTEBOOK)?)
        .map_err(|problem| ContentProblem::Notebook(slug.to_owned(), problem))?;
    let mut pages = Vec::new();
    for name in names.iter().filter(|name| ![TOPIC, NOTEBOOK].contains(&name.as_str())) {
        let page = Page::parse(&text(slug, name)?, &file.language)
            .map_err(|problem| ContentProblem::Page(format!("{slug}/{name}"), problem))?;
        pages.push((name.clone(), page));
    }
    Topic::assemble(slug, file, pages, notebook)
        .map_err(|problem| ContentProblem::Topic(slug.to_owned(), problem))
}

fn text(slug: &str, name: &str) -> Result<String, ContentProblem> {
    let path = format!("{slug}/{name}");
    let bytes = Files::get(&path).map(|file| file.data.into_owned()).unwrap_or_default();
    String::from_utf8(bytes).map_err(|_| ContentProblem::NotUtf8(path))
}
