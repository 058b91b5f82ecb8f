//! Blocks of a page as units, which belong together regardless of length.

use domain::articles::passages::PassageKind;
use seo::page::{Block, BlockKind};

/// A longer lead is a paragraph in bold, not a heading.
const LONGEST_LEAD: usize = 120;

/// Text that belongs together.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) path: Vec<String>,
    pub(super) kind: PassageKind,
    pub(super) lines: Vec<Line>,
    /// Whether it continues the sentence before it.
    pub(super) continues: bool,
}

/// A line that is cut only if it is too long.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Text,
    /// An item, a step or a row.
    Entry,
    /// Column names, or the term of a definition. Repeated in each part if a unit is cut.
    Head,
    Code,
}

impl Unit {
    pub(super) fn length(&self) -> usize {
        self.lines.iter().map(|line| line.text.chars().count() + 1).sum()
    }
}

/// The units of a page's content.
pub(super) fn units(content: &[Block]) -> Vec<Unit> {
    let mut reader = Reader::default();
    let mut rest = content;
    while let Some((block, following)) = rest.split_first() {
        rest = following;
        if !matches!(block.kind, BlockKind::Cell { .. }) {
            reader.end_table();
        }
        match block.kind {
            BlockKind::Heading(level) => reader.heading(level, &block.text),
            BlockKind::Lead => {
                let describes = following.iter().find(|next| next.kind != BlockKind::Lead);
                let is_term = describes.is_some_and(|next| next.kind == BlockKind::Description);
                reader.lead(&block.text, is_term);
            }
            BlockKind::Paragraph => reader.paragraph(&block.text),
            BlockKind::Description => reader.inside(PassageKind::Definition, Role::Text, block.text.clone()),
            BlockKind::Item => reader.inside(PassageKind::List, Role::Entry, format!("- {}", block.text)),
            BlockKind::Step => {
                reader.steps += 1;
                let step = format!("{}. {}", reader.steps, block.text);
                reader.inside(PassageKind::List, Role::Entry, step);
            }
            BlockKind::Code => reader.inside(PassageKind::Code, Role::Code, block.text.clone()),
            BlockKind::Cell { column } => reader.cell(column, &block.text),
        }
        if block.kind != BlockKind::Step {
            reader.steps = 0;
        }
    }
    reader.end_table();
    reader.units
}

#[derive(Default)]
struct Reader {
    units: Vec<Unit>,
    headings: Vec<(u8, String)>,
    /// A line in bold that acts as a heading, or the terms of a definition.
    lead: Option<Lead>,
    /// The number of the last step.
    steps: u32,
    table: Vec<Vec<String>>,
    last_column: Option<u16>,
}

struct Lead {
    text: String,
    is_term: bool,
    /// Whether it already has content below it.
    used: bool,
}

impl Reader {
    fn heading(&mut self, level: u8, text: &str) {
        self.headings.retain(|(above, _)| *above < level);
        self.headings.push((level, text.to_owned()));
        self.lead = None;
    }

    fn lead(&mut self, text: &str, is_term: bool) {
        if !is_term && text.chars().count() > LONGEST_LEAD {
            self.lead = None;
            self.paragraph(text);
            return;
        }
        // Terms that share a description stay together.
        let text = match &self.lead {
            Some(before) if before.is_term && is_term && !before.used => format!("{}, {text}", before.text),
            _ => text.to_owned(),
        };
        self.lead = Some(Lead { text, is_term, used: false });
    }

    fn path(&self) -> Vec<String> {
        let headings = self.headings.iter().map(|(_, text)| text.clone());
        headings.chain(self.lead.iter().map(|lead| lead.text.trim_end_matches(':').to_owned())).collect()
    }

    fn paragraph(&mut self, text: &str) {
        // A paragraph after a definition list is not about its last term.
        if self.lead.as_ref().is_some_and(|lead| lead.is_term) {
            self.lead = None;
        }
        if let Some(lead) = &mut self.lead {
            lead.used = true;
        }
        let continues = text.starts_with(char::is_lowercase) && self.units.last().is_some_and(Unit::is_open);
        let line = Line { text: text.to_owned(), role: Role::Text };
        let path = self.path();
        self.units.push(Unit { path, kind: PassageKind::Paragraph, lines: vec![line], continues });
    }

    /// Adds to the open definition, or to the previous unit if it is of the same kind.
    fn inside(&mut self, kind: PassageKind, role: Role, text: String) {
        let line = Line { text, role };
        let path = self.path();
        if let Some(lead) = self.lead.as_mut().filter(|lead| lead.is_term) {
            if lead.used
                && let Some(open) = self.units.last_mut()
            {
                open.lines.push(line);
                return;
            }
            lead.used = true;
            let term = Line { text: lead.text.clone(), role: Role::Head };
            self.units.push(Unit {
                path,
                kind: PassageKind::Definition,
                lines: vec![term, line],
                continues: false,
            });
            return;
        }
        if let Some(lead) = &mut self.lead {
            lead.used = true;
        }
        let kind = if kind == PassageKind::Definition { PassageKind::Paragraph } else { kind };
        match self.units.last_mut() {
            Some(open) if open.kind == kind && kind != PassageKind::Paragraph && open.path == path => {
                open.lines.push(line);
            }
            _ => self.units.push(Unit { path, kind, lines: vec![line], continues: false }),
        }
    }

    fn cell(&mut self, column: u16, text: &str) {
        // Tables after a definition list are rarely part of its last entry.
        if self.lead.as_ref().is_some_and(|lead| lead.is_term) {
            self.lead = None;
        }
        let begins = self.last_column.is_none_or(|last| column < last || (column == last && column == 0));
        self.last_column = Some(column);
        match self.table.last_mut() {
            Some(row) if !begins => row.push(text.to_owned()),
            _ => self.table.push(vec![text.to_owned()]),
        }
    }

    /// Converts a finished table to units. Its first row names the columns.
    fn end_table(&mut self) {
        self.last_column = None;
        for (index, row) in std::mem::take(&mut self.table).into_iter().enumerate() {
            let role = if index == 0 { Role::Head } else { Role::Entry };
            self.inside(PassageKind::Table, role, row.join(" | "));
        }
    }
}

impl Unit {
    /// Whether its last sentence may continue.
    fn is_open(&self) -> bool {
        let last = self.lines.last();
        self.kind == PassageKind::Code
            || last.is_some_and(|line| !line.text.trim_end().ends_with(['.', '!', '?', '…']))
    }
}
