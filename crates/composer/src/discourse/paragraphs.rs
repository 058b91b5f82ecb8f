//! Paragraphs of two to five sentences, with the numbers of the sources where they are needed.

use domain::articles::document::{Block, Span, Text};

use super::Sentence;
use crate::text::count;

/// The most sentences of a paragraph.
const MOST: usize = 5;
/// From this many words on, a paragraph ends with the next unit.
const ENOUGH_WORDS: usize = 62;

/// Puts passages of units of sentences into paragraphs. No unit is torn apart, and passages only share a paragraph if one of them is a
/// single sentence.
pub(crate) fn paragraphs(passages: &[Vec<Vec<Sentence>>]) -> Vec<Block> {
    let mut groups: Vec<Vec<&Sentence>> = Vec::new();
    for passage in passages {
        let mut begins = true;
        for unit in passage.iter().filter(|unit| !unit.is_empty()) {
            let length: usize = passage.iter().map(Vec::len).sum();
            let fits = groups.last().is_some_and(|group| {
                let words: usize = group.iter().map(|sentence| count(&sentence.text)).sum();
                let room = group.len() + unit.len() <= MOST && (group.len() < 2 || words < ENOUGH_WORDS);
                room && (!begins || length == 1 || group.len() == 1)
            });
            match groups.last_mut() {
                Some(group) if fits => group.extend(unit),
                _ => groups.push(unit.iter().collect()),
            }
            begins = false;
        }
    }
    join_single(&mut groups);
    groups.iter().map(|group| Block::Paragraph(text(group))).collect()
}

/// A sentence that stands alone goes to the paragraph before, or gets company from it.
fn join_single(groups: &mut Vec<Vec<&Sentence>>) {
    let mut joined: Vec<Vec<&Sentence>> = Vec::new();
    for mut group in groups.drain(..) {
        match joined.last_mut() {
            Some(before) if group.len() == 1 && before.len() < MOST => before.extend(group),
            Some(before) if group.len() == 1 => {
                group.splice(..0, before.pop());
                joined.push(group);
            }
            _ => joined.push(group),
        }
    }
    *groups = joined;
}

/// Sentences as running text. A source is named when it changes, at numbers and at the end.
pub(crate) fn text(sentences: &[&Sentence]) -> Text {
    let mut text = Text::new();
    for (index, sentence) in sentences.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        text.push(Span::Plain(format!("{space}{}", sentence.text)));
        let changes = sentences.get(index + 1).is_none_or(|next| next.sources != sentence.sources);
        if changes || sentence.has_number {
            text.extend(sentence.sources.iter().copied().map(Span::Citation));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use domain::articles::research::SourceNumber;

    use super::*;

    fn sentence(text: &str, source: u32) -> Sentence {
        Sentence {
            text: text.to_owned(),
            sources: vec![SourceNumber(source)],
            has_number: false,
            is_name: false,
        }
    }

    #[test]
    fn paragraphs_have_two_to_five_sentences() {
        let units: Vec<Vec<Sentence>> =
            (0..11).map(|_| vec![sentence("One two three four five six seven eight.", 1)]).collect();
        let lengths: Vec<usize> = paragraphs(&[units])
            .iter()
            .map(|block| match block {
                Block::Paragraph(text) => text.iter().filter(|span| matches!(span, Span::Plain(_))).count(),
                _ => 0,
            })
            .collect();
        assert_eq!(lengths.iter().sum::<usize>(), 11);
        assert!(lengths.iter().all(|length| (2..=5).contains(length)), "{lengths:?}");
    }

    #[test]
    fn a_source_is_named_when_it_changes() {
        let (one, two) = (sentence("A.", 1), sentence("B.", 2));
        let spans = text(&[&one, &one, &two]);
        let cited: Vec<u32> = spans
            .iter()
            .filter_map(|span| match span {
                Span::Citation(number) => Some(number.0),
                _ => None,
            })
            .collect();
        assert_eq!(cited, [1, 2]);
    }
}
