//! Sentences of a page that can be cited.

use domain::articles::research::EvidencePlace;
use domain::locale::Language;
use prose::sentences;
use seo::page::{Block, BlockKind, Heading, Page};

/// A sentence and where it stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) heading: Option<String>,
    pub(super) place: EvidencePlace,
    pub(super) paragraph: u32,
    pub(super) text: String,
}

/// Shorter ones say nothing by themselves; longer ones are accidents of extraction.
const WORDS: std::ops::RangeInclusive<u32> = 4..=70;
/// Among others even `Soap lifts grease` says something, and the next may begin with `It`.
const WORDS_AMONG_OTHERS: std::ops::RangeInclusive<u32> = 2..=70;

/// The sentences of a page's main content and the rows of its tables, at most `most`.
pub(super) fn sentences(page: &Page, language: Language, most: usize) -> Vec<Found> {
    // A single heading of the first level is the title, under which everything stands.
    let has_title = page.content.iter().filter(|block| block.kind == BlockKind::Heading(1)).count() == 1;
    let mut heading = None;
    let mut table = Table::default();
    let mut found = Vec::new();
    for (paragraph, block) in (1..).zip(&page.content) {
        if let BlockKind::Cell { column } = block.kind {
            found.extend(table.add(column, &block.text).map(|row| row.found(heading.clone())));
            continue;
        }
        found.extend(std::mem::take(&mut table).end().map(|row| row.found(heading.clone())));
        let place = match block.kind {
            BlockKind::Heading(level) => {
                heading = (level > 1 || !has_title).then(|| block.text.clone());
                continue;
            }
            BlockKind::Item => EvidencePlace::Item,
            BlockKind::Step => EvidencePlace::Step,
            BlockKind::Paragraph | BlockKind::Description | BlockKind::Code => EvidencePlace::Paragraph,
            BlockKind::Lead | BlockKind::Cell { .. } => continue,
        };
        let all = sentences::split(&block.text, language);
        let words = if all.len() > 1 { WORDS_AMONG_OTHERS } else { WORDS };
        for text in all.into_iter().filter(|text| words.contains(&seo::words::count(text))) {
            found.push(Found { heading: heading.clone(), place, paragraph, text: text.to_owned() });
        }
    }
    found.extend(table.end().map(|row| row.found(heading)));
    found.truncate(most);
    found
}

/// A table while it is read. Its first row names the columns.
#[derive(Default)]
struct Table {
    names: Option<Vec<(u16, String)>>,
    row: Vec<(u16, String)>,
}

/// What a row says: its cells with the names of their columns.
struct Row(String);

impl Row {
    fn found(self, heading: Option<String>) -> Found {
        Found { heading, place: EvidencePlace::Row, paragraph: 0, text: self.0 }
    }
}

impl Table {
    /// Adds a cell; gives the row before it if it begins another.
    fn add(&mut self, column: u16, text: &str) -> Option<Row> {
        let begins =
            self.row.last().is_some_and(|(last, _)| column <= *last && !(column == *last && column > 0));
        let row = if begins { self.take() } else { None };
        self.row.push((column, text.to_owned()));
        row
    }

    fn end(mut self) -> Option<Row> {
        self.take()
    }

    fn take(&mut self) -> Option<Row> {
        let row = std::mem::take(&mut self.row);
        let Some(names) = &self.names else {
            self.names = Some(row);
            return None;
        };
        let told = |(column, text): &(u16, String)| {
            let name = names.iter().find(|(of, _)| of == column).map(|(_, name)| name.as_str());
            name.map_or_else(|| text.clone(), |name| format!("{name}: {text}"))
        };
        let text = row.iter().map(told).collect::<Vec<_>>().join("; ");
        WORDS.contains(&seo::words::count(&text)).then_some(Row(text))
    }
}

/// A page made of plain text or Markdown: lines that begin with `#` are headings, with a dash or a star items, with a number steps, with
/// a bar rows of a table, and empty lines end paragraphs.
pub(super) fn page_of_text(title: String, text: &str) -> Page {
    let mut content: Vec<Block> = Vec::new();
    let mut open = false;
    for line in without_front_matter(text).lines().map(str::trim) {
        if line.starts_with('|') {
            open = false;
            content.extend(cells(line));
            continue;
        }
        let (kind, words) = classify(line);
        match kind {
            None => open = false,
            Some(BlockKind::Paragraph) if open => {
                if let Some(block) = content.last_mut() {
                    block.text.push(' ');
                    block.text.push_str(words);
                }
            }
            Some(kind) => {
                open = kind == BlockKind::Paragraph;
                content.push(Block { kind, text: words.to_owned() });
            }
        }
    }
    let headings = content.iter().filter_map(|block| match block.kind {
        BlockKind::Heading(level) => Some(Heading { level, text: block.text.clone() }),
        _ => None,
    });
    Page {
        url: String::new(),
        title: Some(title),
        description: None,
        lang_attribute: None,
        language: None,
        canonical: None,
        headings: headings.collect(),
        word_count: content.iter().map(|block| seo::words::count(&block.text)).sum(),
        list_count: 0,
        table_count: 0,
        schema_types: Vec::new(),
        published: None,
        modified: None,
        signals: Vec::new(),
        faq: Vec::new(),
        content,
    }
}

/// A text without the block of settings that some editors put before it.
fn without_front_matter(text: &str) -> &str {
    let inside = text.trim_start().strip_prefix("---\n");
    inside.and_then(|inside| inside.split_once("\n---\n")).map_or(text, |(_, rest)| rest)
}

fn classify(line: &str) -> (Option<BlockKind>, &str) {
    if line.is_empty() {
        return (None, line);
    }
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    if (1..=6).contains(&level)
        && let Some(words) = line[level..].strip_prefix(' ')
    {
        return (Some(BlockKind::Heading(u8::try_from(level).unwrap_or(6))), words.trim());
    }
    for mark in ["- ", "* ", "• "] {
        if let Some(words) = line.strip_prefix(mark) {
            return (Some(BlockKind::Item), words.trim());
        }
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits)
        && let Some(words) = line[digits..].strip_prefix(". ").or_else(|| line[digits..].strip_prefix(") "))
    {
        return (Some(BlockKind::Step), words.trim());
    }
    (Some(BlockKind::Paragraph), line)
}

/// The cells of a row; none for the rule below the names.
fn cells(line: &str) -> Vec<Block> {
    let cells = || line.trim_matches('|').split('|').map(str::trim);
    if cells().all(|cell| !cell.is_empty() && cell.chars().all(|mark| matches!(mark, '-' | ':' | ' '))) {
        return Vec::new();
    }
    let cell =
        |(column, text): (u16, &str)| Block { kind: BlockKind::Cell { column }, text: text.to_owned() };
    (0..).zip(cells()).filter(|(_, text)| !text.is_empty()).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_pages() {
        let text = "# Tea\n\nGreen tea is not\nfermented at all. It is steamed.\n\nRead more.\n\n- Boil the water first.\n2. Let the leaves stand.\n";
        let page = page_of_text("Tea".to_owned(), text);
        let kinds: Vec<_> = page.content.iter().map(|block| block.kind).collect();
        let paragraph = BlockKind::Paragraph;
        assert_eq!(kinds, [BlockKind::Heading(1), paragraph, paragraph, BlockKind::Item, BlockKind::Step]);
        let found = sentences(&page, Language::ENGLISH, 10);
        let texts: Vec<_> = found.iter().map(|found| found.text.as_str()).collect();
        let expected = [
            "Green tea is not fermented at all.",
            "It is steamed.",
            "Boil the water first.",
            "Let the leaves stand.",
        ];
        assert_eq!(texts, expected);
        assert_eq!(found[0].heading, None, "the title of all is no heading of a part");
        assert_eq!(found[2].place, EvidencePlace::Item);
    }

    #[test]
    fn headings_stand_above_their_parts() {
        let text = "---\ntitle: a text on tea and water\n---\n# Tea\n\nGreen tea is not fermented at all.\n\n# Water\n\nSoft water is best for tea.\n";
        let found = sentences(&page_of_text("Tea".to_owned(), text), Language::ENGLISH, 10);
        let told: Vec<_> =
            found.iter().map(|found| (found.heading.as_deref(), found.text.as_str())).collect();
        let expected = [
            (Some("Tea"), "Green tea is not fermented at all."),
            (Some("Water"), "Soft water is best for tea."),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn no_more_sentences_are_taken_than_wanted() {
        let text = "One sentence of five words. ".repeat(50);
        assert_eq!(sentences(&page_of_text("T".to_owned(), &text), Language::ENGLISH, 7).len(), 7);
    }

    #[test]
    fn rows_are_told_with_the_names_of_their_columns() {
        let text = "Intro words stand before the table here.\n\n| Style | Coffee per litre |\n|---|---|\n| Strong concentrate | 200 g |\n| Ready to drink | |\n\n1. Stir it well once.";
        let page = page_of_text("Tea".to_owned(), text);
        let found = sentences(&page, Language::ENGLISH, 10);
        let told: Vec<(EvidencePlace, &str)> =
            found.iter().map(|found| (found.place, found.text.as_str())).collect();
        assert_eq!(
            told,
            [
                (EvidencePlace::Paragraph, "Intro words stand before the table here."),
                (EvidencePlace::Row, "Style: Strong concentrate; Coffee per litre: 200 g"),
                (EvidencePlace::Row, "Style: Ready to drink"),
                (EvidencePlace::Step, "Stir it well once."),
            ]
        );
    }
}
