//! Decides whether a page is an article. Some advice applies only to articles.

use crate::document::PageKind;
use crate::facts::Facts;

/// Why checks of articles skip other pages.
pub(super) const NO_ARTICLE: &str = "the page is not an article";

/// The shortest article, whatever the page declares, in words.
const SHORTEST: usize = 250;
/// How much running text makes an article of a page that does not declare its type, in words.
const SHORTEST_UNSAID: usize = 400;

/// Whether the page is an article: it declares so, or it has a heading and much running text.
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
