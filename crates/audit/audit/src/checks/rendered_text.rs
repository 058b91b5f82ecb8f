//! Compares the text that a browser shows with the text of the HTML as sent.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};
use seo::dom::{NodeId, Step};
use seo::words;

use crate::document::Document;

/// Elements whose text is never shown.
const UNREAD: [&str; 4] = ["script", "style", "template", "title"];
/// A block with this many missing words becomes an example.
const TELLING: usize = 5;
/// The maximum number of examples.
const MOST_EXAMPLES: usize = 3;

/// How much of the main text exists only after scripts ran.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    /// The number of words that the browser shows.
    pub(super) shown: usize,
    /// The number of those words that the HTML lacks.
    pub(super) missing: usize,
    /// Elements of the rendered page whose text is missing.
    pub(super) examples: Vec<NodeId>,
}

/// Compares the main text that the browser shows with all text of the HTML, including hidden text, which
/// scripts may reveal.
pub(super) fn compare(raw: &Document, rendered: &Document) -> Comparison {
    let known = Known::read(raw);
    let mut comparison = Comparison::default();
    for block in rendered.text.main_blocks() {
        let normal = words::normalise(rendered.text.of(block));
        let hashes: Vec<u64> = words::split(&normal).map(|word| hash(&word)).collect();
        let missing = (0..hashes.len()).filter(|index| !known.has(&hashes, *index)).count();
        comparison.shown += hashes.len();
        comparison.missing += missing;
        if missing >= TELLING && comparison.examples.len() < MOST_EXAMPLES {
            comparison.examples.push(block.node);
        }
    }
    comparison
}

/// Words and pairs of words. A single word occurs on most pages; a pair shows that it is the same text.
#[derive(Default)]
struct Known {
    words: FxHashSet<u64>,
    pairs: FxHashSet<(u64, u64)>,
}

impl Known {
    fn read(document: &Document) -> Self {
        let mut known = Self::default();
        let mut last = 0;
        let dom = document.dom();
        let mut walk = dom.walk(dom.document());
        while let Some(step) = walk.next() {
            let Step::Enter(node) = step else { continue };
            if dom.element(node).is_some_and(|element| UNREAD.contains(&element.name())) {
                walk.skip_children();
            } else if let Some(text) = dom.text(node) {
                for word in words::split(&words::normalise(text)) {
                    let word = hash(&word);
                    known.words.insert(word);
                    known.pairs.insert((last, word));
                    last = word;
                }
            }
        }
        known
    }

    fn has(&self, text: &[u64], index: usize) -> bool {
        let pair = |first: usize| {
            let pair = text.get(first).zip(text.get(first + 1));
            pair.is_some_and(|(one, other)| self.pairs.contains(&(*one, *other)))
        };
        if text.len() == 1 {
            self.words.contains(&text[0])
        } else {
            pair(index) || (index > 0 && pair(index - 1))
        }
    }
}

fn hash(word: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    word.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn compared(raw: &str, rendered: &str) -> (usize, usize) {
        let url = Url::parse("https://example.com/").unwrap();
        let read = |html: &str| Document::read(html.to_owned(), &url);
        let comparison = compare(&read(raw), &read(rendered));
        (comparison.shown, comparison.missing)
    }

    #[test]
    fn only_what_scripts_add_is_missing() {
        let page = "<p>Steep the <b>coarse</b> grounds.</p><p hidden>For sixteen hours.</p>";
        let shown = "<p>Steep the coarse grounds.</p><p>For sixteen hours.</p>";
        assert_eq!(compared(page, shown), (7, 0));
        assert_eq!(compared("<div id=app></div><script>'Steep the grounds'</script>", shown), (7, 7));
        assert_eq!(compared("<p>Coarse grounds</p>", "<p>Grounds</p><p>coarse sea salt</p>"), (4, 3));
    }
}
