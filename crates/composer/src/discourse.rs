//! From facts to running text: their order within a topic, the words that tie them, paragraphs, lists, tables and quotations.

mod lists;
mod order;
mod paragraphs;
mod rhythm;
mod writer;

pub(crate) use order::{ordered, passages};
pub(crate) use paragraphs::paragraphs;
pub(crate) use rhythm::vary;
pub(crate) use writer::{Sentence, Writer};

use domain::articles::document::Block;

use crate::facts::{Content, Unit, UnusedReason};

/// The text of a topic: its passages in the given order.
pub(crate) fn blocks(passages: &[Vec<&Unit>], writer: &mut Writer<'_>) -> Vec<Block> {
    let mut text = Running::default();
    for passage in passages {
        text.begin_passage();
        for unit in passage {
            text.add(unit, writer);
        }
    }
    text.flush();
    text.blocks
}

/// Blocks, and the sentences that wait to become paragraphs.
#[derive(Default)]
struct Running {
    blocks: Vec<Block>,
    prose: Vec<Vec<Vec<Sentence>>>,
    has_steps: bool,
    has_table: bool,
}

impl Running {
    fn begin_passage(&mut self) {
        self.prose.push(Vec::new());
    }

    fn add(&mut self, unit: &Unit, writer: &mut Writer<'_>) {
        match &unit.content {
            Content::Prose(facts) => {
                let told = writer.say_all(facts);
                match self.prose.last_mut() {
                    Some(passage) => passage.push(told),
                    None => self.prose.push(vec![told]),
                }
            }
            Content::List { ordered: true, .. } if self.has_steps => {
                writer.leave(unit, UnusedReason::Repeated);
            }
            Content::List { ordered, lead, items } => {
                self.flush();
                self.has_steps |= *ordered;
                let follows = !self.blocks.is_empty();
                self.blocks.extend(lists::list(*ordered, lead.as_deref(), items, unit, follows, writer));
            }
            Content::Table { .. } if self.has_table || !writer.may_tabulate() => {
                writer.leave(unit, UnusedReason::Surplus);
            }
            Content::Table { columns, rows } => {
                self.has_table = true;
                self.flush();
                self.blocks.push(lists::table(columns, rows, unit.source, writer));
            }
        }
    }

    fn flush(&mut self) {
        self.blocks.extend(paragraphs(&std::mem::take(&mut self.prose)));
    }
}
