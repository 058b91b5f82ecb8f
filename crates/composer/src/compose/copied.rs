//! How much of an article stands in its sources word by word.

use domain::articles::document::{Article, Block, Span, Text};
use domain::articles::research::Research;
use domain::locale::Language;
use prose::Reading;
use prose::copying::Library;

use crate::wording::Borrowing;

/// The most that is taken from one source and from all, as shares of the article's sequences of eight words.
const MOST_OF_ONE: f64 = 0.045;
const MOST_OF_ALL: f64 = 0.07;

/// The sources whose words are not to be kept, read once.
pub(super) struct Sources(Vec<Reading>);

impl Sources {
    pub(super) fn of(research: &Research, borrowing: Borrowing, language: Language) -> Self {
        // Sentences follow each other in a source, and a run may cross their borders.
        let read = |number| {
            let own = research.evidence.iter().filter(|evidence| evidence.source == number);
            let text: Vec<&str> = own.map(|evidence| evidence.text.as_str()).collect();
            Reading::of(&text.join(" "), language)
        };
        Self(
            research
                .sources
                .iter()
                .filter(|source| !borrowing.permits(source))
                .map(|source| read(source.number))
                .collect(),
        )
    }

    /// Whether an article is mostly in words of its own.
    pub(super) fn leave_alone(&self, article: &Article) -> bool {
        let mut reading = Reading::new(article.language);
        for block in article.blocks() {
            match block {
                Block::Paragraph(text) | Block::Quote { text, .. } => add(text, &mut reading),
                Block::List { items, .. } => items.iter().for_each(|item| add(item, &mut reading)),
                Block::Table { columns, rows, .. } => {
                    columns.iter().chain(rows.iter().flatten()).for_each(|cell| add(cell, &mut reading));
                }
            }
        }
        article.faq.iter().flat_map(|faq| &faq.items).for_each(|item| add(&item.answer, &mut reading));
        let copying = Library::new(&self.0).compare(&reading);
        copying.all <= MOST_OF_ALL && copying.by_source.iter().all(|share| *share <= MOST_OF_ONE)
    }
}

fn add(text: &Text, reading: &mut Reading) {
    reading.add(&text.iter().map(Span::words).collect::<String>());
}
