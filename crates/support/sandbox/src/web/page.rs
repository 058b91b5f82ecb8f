//! A page: its front matter, and its text in Markdown.

use std::collections::HashMap;

use super::Day;

/// The purpose of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Guide,
    Comparison,
    Shop,
    /// A shop or practice with customers on site.
    Practice,
    Forum,
    News,
    Institution,
}

impl Kind {
    /// The kind with this name in the front matter.
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "guide" => Self::Guide,
            "comparison" => Self::Comparison,
            "shop" => Self::Shop,
            "practice" => Self::Practice,
            "forum" => Self::Forum,
            "news" => Self::News,
            "institution" => Self::Institution,
            _ => return None,
        })
    }
}

/// One page of the sandbox web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) title: String,
    pub(crate) host: String,
    /// ASCII, percent-encoded where needed, with a leading slash.
    pub(crate) path: String,
    pub(crate) kind: Kind,
    pub(crate) description: String,
    pub(crate) published: Day,
    pub(crate) author: Option<String>,
    pub(crate) language: String,
    pub(crate) markdown: String,
}

/// What is wrong with a page's file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PageProblem {
    #[error("it does not begin with front matter between lines of ---")]
    NoFrontMatter,
    #[error("the line {0:?} of its front matter is not `key: value`")]
    NotAPair(String),
    #[error("its front matter does not know {0:?}")]
    UnknownKey(String),
    #[error("its front matter lacks {0}")]
    Missing(&'static str),
    #[error("its {key} {value:?} is not valid")]
    Invalid { key: &'static str, value: String },
}

const KEYS: [&str; 7] = ["title", "site", "path", "kind", "description", "published", "author"];

impl Page {
    /// Reads a file: front matter of single lines, then Markdown.
    pub(crate) fn parse(file: &str, language: &str) -> Result<Self, PageProblem> {
        let rest = file.strip_prefix("---\n").ok_or(PageProblem::NoFrontMatter)?;
        let (front, markdown) = rest.split_once("\n---\n").ok_or(PageProblem::NoFrontMatter)?;
        let fields = fields(front)?;
        let field = |key: &'static str| fields.get(key).copied().ok_or(PageProblem::Missing(key));
        let invalid = |key: &'static str, value: &str| PageProblem::Invalid { key, value: value.to_owned() };

        let (host, path) = (field("site")?, field("path")?);
        if !host.ends_with(".example") {
            return Err(invalid("site", host));
        }
        if !path.starts_with('/') || !path.is_ascii() {
            return Err(invalid("path", path));
        }
        let (kind, published) = (field("kind")?, field("published")?);
        Ok(Self {
            title: field("title")?.to_owned(),
            host: host.to_owned(),
            path: path.to_owned(),
            kind: Kind::parse(kind).ok_or_else(|| invalid("kind", kind))?,
            description: field("description")?.to_owned(),
            published: Day::parse(published).ok_or_else(|| invalid("published", published))?,
            author: fields.get("author").map(|author| (*author).to_owned()),
            language: language.to_owned(),
            markdown: markdown.trim().to_owned(),
        })
    }

    pub(crate) fn url(&self) -> String {
        format!("https://{}{}", self.host, self.path)
    }

    /// The first heading, or the title.
    pub(crate) fn headline(&self) -> &str {
        self.markdown.lines().find_map(|line| line.strip_prefix("# ")).map_or(&self.title, str::trim)
    }

    /// The name of the site, from its host: `pantrynotes.example` is `Pantrynotes`.
    pub(crate) fn site_name(&self) -> String {
        site_name(&self.host)
    }
}

/// The first label of a host, capitalised.
pub(crate) fn site_name(host: &str) -> String {
    let label = host.strip_prefix("www.").unwrap_or(host).split('.').next().unwrap_or_default();
    let mut letters = label.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn fields(front: &str) -> Result<HashMap<&str, &str>, PageProblem> {
    let mut fields = HashMap::new();
    for line in front.lines() {
        let (key, value) = line.split_once(": ").ok_or_else(|| PageProblem::NotAPair(line.to_owned()))?;
        if !KEYS.contains(&key) {
            return Err(PageProblem::UnknownKey(key.to_owned()));
        }
        fields.insert(key, value.trim());
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "---\ntitle: Cold Brew: Ratio\nsite: a.example\npath: /x\nkind: guide\ndescription: D.\n\
                        published: 2025-06-03\nauthor: Lena\n---\n# Head\n\nText.\n";

    #[test]
    fn a_file_becomes_a_page() {
        let page = Page::parse(FILE, "en").unwrap();
        assert_eq!(page.title, "Cold Brew: Ratio");
        assert_eq!(page.url(), "https://a.example/x");
        assert_eq!(page.headline(), "Head");
        assert_eq!(page.author.as_deref(), Some("Lena"));
        assert_eq!(page.site_name(), "A");
    }

    #[test]
    fn a_broken_file_says_what_is_wrong() {
        let problem =
            |from: &str, to: &str| Page::parse(&FILE.replace(from, to), "en").unwrap_err().to_string();
        assert!(problem("---\ntitle", "title").contains("front matter"));
        assert!(problem("kind: guide", "kind: essay").contains("kind"));
        assert!(problem("site: a.example", "site: a.com").contains("site"));
        assert!(problem("path: /x", "path: x").contains("path"));
        assert!(problem("published: 2025-06-03", "published: 2025").contains("published"));
        assert!(problem("title: Cold Brew: Ratio\n", "").contains("lacks title"));
        assert!(problem("author: Lena", "auhtor: Lena").contains("auhtor"));
        assert!(problem("author: Lena", "author").contains("key: value"));
    }
}
