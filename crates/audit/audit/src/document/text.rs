//! The text that readers see, in blocks.

use std::sync::OnceLock;

use seo::dom::{NodeId, is_collapsed};
use seo::words;

/// The maximum amount of text, in bytes.
const MOST: usize = 1024 * 1024;
/// The estimated bytes of HTML per block.
const BYTES_PER_BLOCK: usize = 256;
/// From this number of words on, a paragraph is running text, not a label.
const RUNNING: usize = 20;

/// The text of a page.
#[derive(Debug, Default)]
pub struct Text {
    all: String,
    /// The blocks of text in order.
    pub blocks: Vec<Block>,
    /// The bytes of all text between tags, hidden or not.
    pub bytes: usize,
    counts: OnceLock<Counts>,
}

/// The numbers of words, counted once because many checks need them.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    all: usize,
    running: usize,
}

/// A block of text.
#[derive(Debug, Clone)]
pub struct Block {
    /// The element that contains it.
    pub node: NodeId,
    /// The kind of block.
    pub kind: BlockKind,
    /// Whether it is in a menu, header, footer or aside.
    pub in_furniture: bool,
    range: std::ops::Range<usize>,
}

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading of this level.
    Heading(u8),
    Item,
    Cell,
    Paragraph,
}

impl Text {
    /// A text with capacity for a page of this size.
    pub(super) fn for_page(bytes: usize) -> Self {
        let blocks = Vec::with_capacity(bytes / BYTES_PER_BLOCK);
        Self { all: String::with_capacity(bytes.min(MOST)), blocks, ..Self::default() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.all.len() >= MOST
    }

    /// Where the next block begins.
    pub(super) fn mark(&self) -> usize {
        self.all.len()
    }

    pub(super) fn push(&mut self, text: &str) {
        if self.is_full() {
            return;
        }
        if is_collapsed(text) {
            let at_start = self.all.is_empty() || self.all.ends_with([' ', '\n']);
            self.all.push_str(if at_start { text.trim_start_matches(' ') } else { text });
            return;
        }
        let words = text.split_whitespace();
        let begins_apart = text.starts_with(char::is_whitespace);
        for (index, word) in words.enumerate() {
            if (index > 0 || begins_apart) && !self.all.ends_with([' ', '\n']) && !self.all.is_empty() {
                self.all.push(' ');
            }
            self.all.push_str(word);
        }
        if text.ends_with(char::is_whitespace) && !self.all.ends_with([' ', '\n']) && !self.all.is_empty() {
            self.all.push(' ');
        }
    }

    /// Ends the block that began at `start`.
    pub(super) fn end_block(&mut self, start: usize, node: NodeId, kind: BlockKind, in_furniture: bool) {
        let text = &self.all[start..];
        let from = start + (text.len() - text.trim_start().len());
        let to = start + text.trim_end().len();
        if from < to {
            self.blocks.push(Block { node, kind, in_furniture, range: from..to });
        }
        if !self.all.is_empty() && !self.all.ends_with('\n') {
            self.all.push('\n');
        }
    }

    /// The whole text, one line per block.
    #[must_use]
    pub fn all(&self) -> &str {
        &self.all
    }

    /// The text of a block.
    #[must_use]
    pub fn of(&self, block: &Block) -> &str {
        &self.all[block.range.clone()]
    }

    /// The blocks outside menus, headers, footers and asides; all blocks if there are none.
    pub fn main_blocks(&self) -> impl Iterator<Item = &Block> {
        let all = self.blocks.iter().all(|block| block.in_furniture);
        self.blocks.iter().filter(move |block| all || !block.in_furniture)
    }

    /// The number of words in the main blocks. Scripts without spaces are counted by characters.
    #[must_use]
    pub fn word_count(&self) -> usize {
        self.counts().all
    }

    /// The number of words in the longer paragraphs of the main blocks.
    #[must_use]
    pub fn running_word_count(&self) -> usize {
        self.counts().running
    }

    fn counts(&self) -> Counts {
        *self.counts.get_or_init(|| {
            let mut counts = Counts::default();
            for block in self.main_blocks() {
                let words = words::count(self.of(block)) as usize;
                counts.all += words;
                if block.kind == BlockKind::Paragraph && words >= RUNNING {
                    counts.running += words;
                }
            }
            counts
        })
    }
}
