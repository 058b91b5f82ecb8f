//! Whether a page is an article. Some advice only makes sense for those.

use crate::document::PageKind;
use crate::facts::Facts;

/// Why checks on articles leave other pages alone.
pub(super) const NO_ARTICLE: &str = "the page is not an article";

/// A shorter text is no article, whatever the page says, in words.
const SHORTEST: usize = 250;
/// A page that doesn't say what it is needs this much running text to be one, in words.
const SHORTEST_UNSAID: usize = 400;

/// Whether the page is an article: it says so, or it has a heading and much running text.
pub(super) fn is_article(facts: &Facts<'_>) -> bool {
    let document = facts.document;
    let is_home = facts.answer.url.path() == "/" && facts.answer.url.query().is_none();
    if is_home || document.text.word_count() < SHORTEST {
        return false;
    }
    match document.publication().kind {
        PageKind::Article => true,
        PageKind::Other => false,
        PageKind::Unsaid => {
            document.text.running_word_count() >= SHORTEST_UNSAID
                && document.headings.iter().any(|heading| heading.level == 1)
                && !document.forms.iter().any(|form| form.password)
        }
    }
}
