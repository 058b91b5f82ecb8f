//! Lists of links and teasers of other pages, which are left out of the main content.

use super::{Block, BlockKind, Candidate};
use crate::words;

/// A heading that is a link introduces a section only if the section has as many words; otherwise it is a
/// teaser.
const TEASER_WORDS: u32 = 30;

/// Leaves out blocks that consist mostly of links, and headings with nothing else below them.
pub(super) fn without_teasers(candidates: Vec<Candidate>) -> Vec<Block> {
    let mut kept: Vec<Block> = Vec::new();
    let mut open: Vec<Section> = Vec::new();
    for candidate in candidates {
        let links = candidate.is_mostly_links() && !describes(&candidate);
        if let BlockKind::Heading(level) = candidate.kind {
            close(&mut open, level, &mut kept);
            open.push(Section { at: kept.len(), level, linked: links, lost: false, words: 0 });
        } else if let Some(section) = open.last_mut() {
            section.add(&candidate.text, links);
        }
        if !links || matches!(candidate.kind, BlockKind::Heading(_)) {
            kept.push(Block { kind: candidate.kind, text: candidate.text });
        }
    }
    close(&mut open, 0, &mut kept);
    kept
}

/// Whether a block describes the previous term, besides links.
fn describes(candidate: &Candidate) -> bool {
    candidate.kind == BlockKind::Description && candidate.linked * 10 < candidate.text.len() * 9
}

/// A heading with what follows it.
struct Section {
    at: usize,
    level: u8,
    linked: bool,
    /// Whether blocks of links were left out.
    lost: bool,
    words: u32,
}

impl Section {
    /// Exact only where the number matters.
    fn add(&mut self, text: &str, links: bool) {
        let words = if self.linked { words::count(text) } else { 1 };
        self.lost |= links;
        self.words = self.words.saturating_add(if links { 0 } else { words });
    }

    fn is_teaser(&self) -> bool {
        (self.linked && self.words < TEASER_WORDS) || (self.lost && self.words == 0)
    }
}

/// Ends the sections of this level and below. Their remaining text counts for the enclosing section.
fn close(open: &mut Vec<Section>, level: u8, kept: &mut Vec<Block>) {
    while let Some(section) = open.pop_if(|section| section.level >= level) {
        if section.is_teaser() {
            kept.truncate(section.at);
        }
        if let Some(outer) = open.last_mut() {
            outer.lost |= section.lost || section.is_teaser();
            outer.words += if section.is_teaser() { 0 } else { section.words };
        }
    }
}
