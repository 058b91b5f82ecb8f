//! The brief over the sandbox's Vietnamese pages, which have natural wording.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use briefs::{BriefInput, write};
use domain::articles::brief::{Agreement, ContentBrief, SectionForm, SectionOrigin};
use domain::locale::Language;
use domain::search::{AskedQuestion, OrganicResult, SerpPage};
use seo::page::Page;
use url::Url;

fn brief() -> ContentBrief {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../support/sandbox/web/ca-phe-phin");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.retain(|file| {
        file.file_name().unwrap().to_string_lossy().starts_with(|first: char| first.is_ascii_digit())
    });
    let pages: Vec<(u32, Page)> = (1..).zip(&files).map(|(position, file)| (position, read(file))).collect();
    let result = |(position, page): &(u32, Page)| OrganicResult {
        position: *position,
        title: page.title.clone().unwrap(),
        url: page.url.clone(),
        snippet: None,
        date: None,
    };
    let topic = std::fs::read_to_string(folder.join("topic.toml")).unwrap();
    let value = |line: &str| line.split('"').nth(1).unwrap().to_owned();
    let asked = topic.lines().filter(|line| line.starts_with("question = "));
    let related = topic.lines().skip_while(|line| !line.starts_with("related_searches")).skip(1);
    let serp = SerpPage {
        results: pages.iter().map(result).collect(),
        people_also_ask: asked
            .map(|line| AskedQuestion { question: value(line), answer: None, source_url: None })
            .collect(),
        related_searches: related.take_while(|line| *line != "]").map(value).collect(),
        features: Vec::new(),
    };
    write(&BriefInput {
        keyword: "cách pha cà phê phin".to_owned(),
        language: Language::VIETNAMESE,
        serp: Some(serp),
        pages,
        ..BriefInput::default()
    })
}

fn read(file: &std::path::Path) -> Page {
    let text = std::fs::read_to_string(file).unwrap();
    let [_, front, body] = text.splitn(3, "---\n").collect::<Vec<_>>()[..] else { panic!("{text}") };
    let title = front.lines().find_map(|line| line.strip_prefix("title: ")).unwrap();
    let mut options = comrak::Options::default();
    options.extension.table = true;
    let html = format!(
        "<html lang=\"vi\"><title>{title}</title><main>{}</main>",
        comrak::markdown_to_html(body, &options)
    );
    let name = file.file_stem().unwrap().to_string_lossy();
    Page::read(&html, &Url::parse(&format!("https://{name}.example/")).unwrap())
}

#[test]
fn questions_know_the_passages_that_answer_them() {
    let brief = brief();
    let headings = |words: &str| -> Vec<&str> {
        let question = brief.all_questions().find(|question| question.text.contains(words)).unwrap();
        let passages = question.evidence.iter().map(|id| brief.passage(*id).unwrap());
        passages.map(|passage| passage.path.last().unwrap().as_str()).collect()
    };
    assert_eq!(headings("bao nhiêu gram"), ["Tỷ lệ cà phê và nước", "Cho bao nhiêu cà phê một phin?"]);
    assert_eq!(headings("caffeine"), ["3. Caffeine trong một phin"]);
    assert!(headings("inox hay phin sứ").contains(&"Bảng so sánh nhanh"));
    // A page has this question, with only its answer below it.
    assert_eq!(headings("Uống với gì trước"), ["Uống với gì trước?"]);
    let asked = brief.all_questions().flat_map(|question| &question.evidence);
    for passage in asked.map(|id| brief.passage(*id).unwrap()) {
        assert!(passage.path.len() > 1, "the first lines of a page answer nothing: {passage:?}");
    }
}

#[test]
fn sections_have_evidence_that_belongs_to_them() {
    let brief = brief();
    let steps = brief.sections.iter().find(|section| section.form == SectionForm::Steps).unwrap();
    for passage in steps.evidence.iter().map(|id| brief.passage(*id).unwrap()) {
        assert!(passage.path.last().unwrap().to_lowercase().contains("bước"), "{passage:?}");
    }
    for section in &brief.sections {
        assert!(!section.evidence.is_empty(), "{}", section.heading);
    }
    let mistakes = brief.sections.last().unwrap();
    let first = brief.passage(mistakes.evidence[0]).unwrap();
    assert_eq!(first.path.last().unwrap(), "Bốn lỗi tuần đầu");
    let ids: BTreeSet<&str> = brief.all_questions().map(|question| question.id.as_str()).collect();
    assert_eq!(ids.len(), brief.all_questions().count());
    let gap = brief.sections.iter().find(|section| section.origin == SectionOrigin::Gap).unwrap();
    assert!(gap.heading.ends_with('?'), "{}", gap.heading);
}

#[test]
fn only_what_is_about_one_thing_differs() {
    let brief = brief();
    let differ = brief.facts.iter().filter(|fact| fact.agreement == Agreement::Differ);
    assert_eq!(differ.map(|fact| fact.about.as_str()).collect::<Vec<_>>(), ["tỷ lệ"]);
    // 90–95 °C and 95 °C do not disagree.
    let water = brief.facts.iter().find(|fact| fact.about == "nước").unwrap();
    assert_eq!((water.agreement, water.values.len()), (Agreement::Agree, 2));
    let values = || brief.facts.iter().flat_map(|fact| &fact.values);
    let value = |sentence: &str| &values().find(|value| value.sentence.starts_with(sentence)).unwrap().value;
    assert_eq!(value("Ủ với 25–30 ml nước"), "25–30 ml, 30–45 giây");
    assert_eq!(value("Không có cân"), "25 g, 4 thìa canh");
}
