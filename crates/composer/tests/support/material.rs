//! Texts to compose from: sets of three supplied texts, and the pages of the sandbox's web.

use std::fs;
use std::path::{Path, PathBuf};

use domain::Timestamp;
use domain::articles::order::{ArticleMode, ArticleOrder, PublishPolicy, Tone};
use domain::articles::research::{Evidence, EvidencePlace, Grounding, Research, Source, SourceNumber};
use domain::locale::Language;

/// What to compose from.
pub(crate) struct Material {
    pub(crate) research: Research,
    pub(crate) order: ArticleOrder,
}

/// A set of supplied texts by the name of its folder, or a topic of the sandbox's web.
pub(crate) fn named(name: &str, words: u32) -> Material {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let own = root.join("tests/data").join(name);
    if own.is_dir() { supplied(&own, words) } else { web(&root.join("../sandbox/web").join(name), words) }
}

fn supplied(folder: &Path, words: u32) -> Material {
    let set = read(&folder.join("set.txt"));
    let field = |key: &str| {
        set.lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value)
    };
    let questions =
        set.lines().filter_map(|line| line.strip_prefix("question: ")).map(str::to_owned).collect();
    material(
        folder,
        field("keyword").unwrap(),
        field("language").unwrap(),
        questions,
        Grounding::Sources,
        words,
    )
}

fn web(folder: &Path, words: u32) -> Material {
    let topic = read(&folder.join("topic.toml"));
    let field = |key: &str| {
        topic
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{key} = \"")))
            .map(|rest| rest.trim_end_matches('"'))
    };
    let questions = topic
        .lines()
        .filter_map(|line| line.trim().strip_prefix("question = \""))
        .map(|line| line.trim_end_matches('"').to_owned());
    material(
        folder,
        field("query").unwrap(),
        field("language").unwrap(),
        questions.collect(),
        Grounding::Search,
        words,
    )
}

fn material(
    folder: &Path,
    keyword: &str,
    language: &str,
    questions: Vec<String>,
    grounding: Grounding,
    words: u32,
) -> Material {
    let language: Language = language.parse().unwrap();
    let mut pages: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    let mut research = Research { grounding, questions, ..Research::default() };
    for page in pages {
        add(&read(&page), language, &mut research);
    }
    let order = ArticleOrder {
        focus_keyword: keyword.to_owned(),
        mode: ArticleMode::Full,
        words,
        images: 0,
        language,
        country: None,
        tone: Tone::Professional,
        title: None,
        audience: None,
        instructions: None,
        outline: Vec::new(),
        keywords: Vec::new(),
        sources: Vec::new(),
        internal_links: None,
        publish: PublishPolicy::Auto,
        webhook_url: None,
    };
    Material { research, order }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Reads a page in Markdown as research would.
fn add(page: &str, language: Language, research: &mut Research) {
    let (front, text) =
        page.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).unwrap_or(("", page));
    let field = |key: &str| {
        front
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value)
    };
    let number = SourceNumber(u32::try_from(research.sources.len()).unwrap() + 1);
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().to_owned();
    let publisher = field("site").map(|site| {
        let label = site.split('.').next().unwrap();
        label[..1].to_uppercase() + &label[1..]
    });
    let url = field("site").map(|site| format!("https://{site}{}", field("path").unwrap_or("/")));
    let read_at = Timestamp::UNIX_EPOCH;
    research.sources.push(Source {
        number,
        url,
        title,
        publisher,
        published_at: None,
        read_at,
        sha256: String::new(),
    });
    let mut heading: Option<String> = None;
    let mut columns: Option<Vec<String>> = None;
    for (paragraph, line) in (1..).zip(text.lines().map(str::trim)) {
        if !line.starts_with('|') {
            columns = None;
        }
        if line.is_empty() || line.starts_with("# ") {
            continue;
        }
        if let Some(text) = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')) {
            heading = Some(plain(text));
        } else if line.starts_with('|') {
            let cells: Vec<String> =
                line.trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect();
            match &columns {
                None => columns = Some(cells),
                Some(_) if line.contains("---") => {}
                Some(names) => {
                    let row: Vec<String> =
                        names.iter().zip(&cells).map(|(name, cell)| format!("{name}: {cell}")).collect();
                    push(research, number, heading.as_ref(), (EvidencePlace::Row, 0), row.join("; "));
                }
            }
        } else {
            let (place, text) = match (line.strip_prefix("- "), line.split_once(". ")) {
                (Some(item), _) => (EvidencePlace::Item, item),
                (_, Some((digits, step))) if digits.parse::<u32>().is_ok() => (EvidencePlace::Step, step),
                _ => (EvidencePlace::Paragraph, line),
            };
            for sentence in prose::sentences::split(&plain(text), language) {
                push(research, number, heading.as_ref(), (place, paragraph), sentence.to_owned());
            }
        }
    }
}

fn push(
    research: &mut Research,
    source: SourceNumber,
    heading: Option<&String>,
    (place, paragraph): (EvidencePlace, u32),
    text: String,
) {
    let number = u32::try_from(research.evidence.len()).unwrap() + 1;
    research.evidence.push(Evidence { number, source, heading: heading.cloned(), place, paragraph, text });
}

fn plain(text: &str) -> String {
    text.replace("**", "").replace(['*', '`'], "")
}
