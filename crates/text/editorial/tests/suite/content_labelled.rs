//! Parses labelled articles: a header, the article in simple Markdown, and the passages of its sources.

use domain::articles::brief::{Agreement, BriefTerm, FactGroup, FactKind, FactValue, QueryType, TermKind};
use domain::articles::document::{Article, Block, Faq, FaqItem, Section, Span, Text};
use domain::articles::outline::SectionId;
use domain::articles::passages::{Passage, PassageId, PassageKind};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use editorial::content::{ContentCheck, ContentInput, check};

use crate::samples::source;

/// An article with its label and the input of its measurement.
#[derive(Clone)]
pub(crate) struct Labelled {
    pub(crate) name: String,
    pub(crate) publishable: bool,
    /// The checks that must fail.
    pub(crate) fails: Vec<String>,
    pub(crate) article: Article,
    pub(crate) query_type: QueryType,
    pub(crate) facts: Vec<FactGroup>,
    pub(crate) terms: Vec<BriefTerm>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) own: Vec<SourceNumber>,
}

impl Labelled {
    pub(crate) fn checks(&self) -> Vec<ContentCheck> {
        check(&ContentInput {
            article: &self.article,
            query_type: Some(self.query_type),
            facts: &self.facts,
            terms: &self.terms,
            passages: &self.passages,
            own_sources: &self.own,
        })
    }
}

/// Parses a file of `tests/labelled`.
pub(crate) fn read(name: &str, text: &str) -> Labelled {
    let (header, rest) = text.split_once("\n===\n").unwrap();
    let (body, passages) = rest.split_once("\n===\n").unwrap();
    let line = |field: &str| {
        let start = format!("{field}: ");
        header.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default().trim()
    };
    let listed = |field: &str| -> Vec<String> {
        line(field).split(", ").filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let language: Language = line("language").parse().unwrap();
    let query_type = QueryType::ALL.into_iter().find(|kind| kind.as_str() == line("query")).unwrap();
    let term = |text: String| BriefTerm { text, kind: TermKind::Term, pages: 3, uses: None };
    let passages = self::passages(passages);
    let mut article = article(body, language, line("keyword"));
    let mut numbers: Vec<u32> = passages.iter().map(|passage| passage.source.0).collect();
    numbers.dedup();
    article.sources = numbers.into_iter().map(source).collect();
    let facts = header.lines().filter_map(|line| line.strip_prefix("fact: ")).map(fact).collect();
    let own = listed("own").iter().map(|number| SourceNumber(number.parse().unwrap())).collect();
    Labelled {
        name: name.to_owned(),
        publishable: line("label") == "publishable",
        fails: listed("fails"),
        article,
        query_type,
        facts,
        terms: listed("terms").into_iter().map(term).collect(),
        passages,
        own,
    }
}

/// Parses `default | agree | subject | value`.
fn fact(line: &str) -> FactGroup {
    let mut parts = line.split(" | ");
    let mut part = || parts.next().unwrap();
    let (kind, agreement, about, value) = (part(), part(), part(), part());
    let kind = match kind {
        "default" => FactKind::Default,
        "formula" => FactKind::Formula,
        _ => FactKind::Figure,
    };
    let (agreement, count) =
        if agreement == "agree" { (Agreement::Agree, 2) } else { (Agreement::Single, 1) };
    let value = FactValue {
        value: value.to_owned(),
        sentence: value.to_owned(),
        passage: PassageId(1),
        sources: (1..=count).map(SourceNumber).collect(),
    };
    FactGroup { about: about.to_owned(), kind, agreement, values: vec![value] }
}

/// Parses `[1] Title > Heading` and the text in the line below.
fn passages(text: &str) -> Vec<Passage> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let pairs = lines.chunks(2).zip(1..);
    pairs
        .map(|(pair, id)| {
            let (number, path) = pair[0].trim_start_matches('[').split_once("] ").unwrap();
            let mut path = path.split(" > ").map(str::to_owned);
            Passage {
                id: PassageId(id),
                source: SourceNumber(number.parse().unwrap()),
                also_in: Vec::new(),
                title: path.next().unwrap(),
                path: path.collect(),
                kind: PassageKind::Paragraph,
                text: pair[1].to_owned(),
                order: id,
            }
        })
        .collect()
}

fn article(text: &str, language: Language, keyword: &str) -> Article {
    let mut article = Article { focus_keyword: keyword.to_owned(), ..Article::empty(language) };
    let mut items: Vec<FaqItem> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("# ") {
            title.clone_into(&mut article.title);
        } else if let Some(heading) = line.strip_prefix("## ") {
            let id = SectionId::top(article.sections.len() + 1);
            let heading = heading.to_owned();
            article.sections.push(Section { id, heading, blocks: vec![], children: vec![] });
        } else if let Some(question) = line.strip_prefix("? ") {
            items.push(FaqItem { question: question.to_owned(), answer: vec![] });
        } else if let Some(language) = line.strip_prefix("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            let language = (!language.is_empty()).then(|| language.to_owned());
            blocks(&mut article).push(Block::Code { language, text: code.join("\n") });
        } else if let Some(row) = line.strip_prefix('|') {
            let cells: Vec<Text> =
                row.trim_end_matches('|').split('|').map(|cell| marked(cell.trim())).collect();
            if let Some(Block::Table { rows, .. }) = blocks(&mut article).last_mut() {
                rows.push(cells);
            } else {
                lines.next();
                blocks(&mut article).push(Block::Table { caption: None, columns: cells, rows: vec![] });
            }
        } else if let Some((ordered, item)) = item(line) {
            match blocks(&mut article).last_mut() {
                Some(Block::List { ordered: known, items }) if *known == ordered => items.push(marked(item)),
                _ => blocks(&mut article).push(Block::List { ordered, items: vec![marked(item)] }),
            }
        } else if let Some(last) = items.last_mut() {
            last.answer.extend(marked(line));
        } else if !line.trim().is_empty() {
            blocks(&mut article).push(Block::Paragraph(marked(line)));
        }
    }
    article.faq = (!items.is_empty()).then(|| Faq { heading: "FAQ".to_owned(), items });
    article
}

fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(item) = line.strip_prefix("- ") {
        return Some((false, item));
    }
    let (number, item) = line.split_once(". ")?;
    number.parse::<u32>().is_ok().then_some((true, item))
}

fn blocks(article: &mut Article) -> &mut Vec<Block> {
    match article.sections.last_mut() {
        Some(section) => &mut section.blocks,
        None => &mut article.introduction,
    }
}

/// Parses words with `**strong**`, `` `code` `` and citations such as `[2]`.
fn marked(text: &str) -> Text {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '[']).into_iter().chain(rest.find("**")).min() {
        let mark = match rest.as_bytes()[at] {
            b'`' => ("`", "`"),
            b'[' => ("[", "]"),
            _ => ("**", "**"),
        };
        let (before, inside) = (&rest[..at], &rest[at + mark.0.len()..]);
        let (inside, after) = inside.split_once(mark.1).unwrap();
        if !before.is_empty() {
            // The mark follows its sentence without a space in delivered articles.
            let before = if mark.0 == "[" { before.trim_end() } else { before };
            spans.push(Span::Plain(before.to_owned()));
        }
        spans.push(match mark.0 {
            "`" => Span::Code(inside.to_owned()),
            "[" => Span::Citation(SourceNumber(inside.parse().unwrap())),
            _ => Span::Strong(inside.to_owned()),
        });
        rest = after;
    }
    if !rest.is_empty() {
        spans.push(Span::Plain(rest.to_owned()));
    }
    spans
}
