//! Lists for what the sources enumerate, and tables for what they tabulate.

use domain::articles::document::{Block, Span, Text};
use domain::articles::research::SourceNumber;

use super::{Sentence, Writer};
use crate::facts::{Fact, Row, Unit, UnusedReason, is_personal};
use crate::text::{capitalised, count, enumerated, lowered};

/// The longest name of an item, in words.
const LONGEST_NAME: usize = 7;

/// A list with the sentence that announces it. A list that would lose a step is left out.
pub(super) fn list(
    ordered: bool,
    lead: Option<&Fact>,
    items: &[Vec<Fact>],
    unit: &Unit,
    follows: bool,
    writer: &mut Writer<'_>,
) -> Vec<Block> {
    let mut said: Vec<Vec<Sentence>> = Vec::new();
    for item in items {
        let sentences = writer.say_item(item);
        let whole = sentences.len() >= item.len();
        if ordered && !whole {
            writer.leave(unit, UnusedReason::Verbatim);
            return Vec::new();
        }
        if !sentences.is_empty() {
            said.push(sentences);
        }
    }
    if said.len() < 2 {
        return super::paragraphs(&[said]);
    }
    let mut blocks = Vec::new();
    if let Some(announcement) = announcement(lead, unit, follows, writer) {
        blocks.push(Block::Paragraph(vec![Span::Plain(announcement)]));
    }
    let last = said.len() - 1;
    let items = said.iter().enumerate().map(|(index, sentences)| item(sentences, index == last)).collect();
    blocks.push(Block::List { ordered, items });
    blocks
}

fn announcement(lead: Option<&Fact>, unit: &Unit, follows: bool, writer: &mut Writer<'_>) -> Option<String> {
    if let Some(lead) = lead {
        let told = writer.say_all(std::slice::from_ref(lead)).into_iter().next();
        if let Some(sentence) = told {
            return Some(format!("{}:", sentence.text.trim_end_matches(['.', ':'])));
        }
    }
    if !follows {
        return None;
    }
    let heading = unit.heading.as_deref().map(|heading| heading.trim_end_matches([':', '.', '?']));
    let own = heading.filter(|heading| {
        let asks = unit.heading.as_deref().is_some_and(|text| text.ends_with('?'));
        count(heading) < 7
            && !asks
            && !is_personal(heading, writer.corpus.lexicon)
            && writer.is_free_heading(heading)
    });
    own.map(|heading| format!("{}:", capitalised(heading)))
        .or_else(|| writer.acts.next("list_lead").map(str::to_owned))
}

/// An item, with its name in bold if it has one: `Undiluted: seven days`.
fn item(sentences: &[Sentence], last: bool) -> Text {
    let mut text = Text::new();
    for (index, sentence) in sentences.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        match sentence.text.split_once(": ") {
            Some((name, rest)) if index == 0 && count(name) <= LONGEST_NAME => {
                text.push(Span::Strong(format!("{name}:")));
                text.push(Span::Plain(format!(" {rest}")));
            }
            _ if index == 0
                && sentences.len() > 1
                && count(&sentence.text) <= LONGEST_NAME
                && sentence.is_name =>
            {
                text.push(Span::Strong(sentence.text.clone()));
            }
            _ => text.push(Span::Plain(format!("{space}{}", sentence.text))),
        }
        if last && index + 1 == sentences.len() || sentence.has_number {
            text.extend(sentence.sources.iter().copied().map(Span::Citation));
        }
    }
    text
}

/// A table with the columns of the source.
pub(super) fn table(
    columns: &[String],
    rows: &[Row],
    source: SourceNumber,
    writer: &mut Writer<'_>,
) -> Block {
    let plain = |cell: &String| vec![Span::Plain(cell.clone())];
    let caption = columns.split_first().map(|(first, rest)| {
        let rest: Vec<String> = rest.iter().map(|column| lowered(column)).collect();
        let rest = enumerated(&rest, writer.corpus.lexicon.and());
        if first.is_empty() { capitalised(&rest) } else { format!("{first}: {rest}") }
    });
    let mut heads: Vec<Text> = columns.iter().map(plain).collect();
    if let Some(last) = heads.last_mut() {
        last.push(Span::Citation(source));
    }
    writer.use_rows(rows, source);
    Block::Table {
        caption,
        columns: heads,
        rows: rows.iter().map(|row| row.cells.iter().map(plain).collect()).collect(),
    }
}
