//! Sentences of different lengths: where all are about as long as each other, neighbours that say one thing are joined.

use domain::articles::document::{Article, Block, Section, Span, Text};
use domain::articles::outline::SectionId;

use crate::corpus::Corpus;
use crate::text::count;

/// The variation of lengths that readers feel as natural.
const NATURAL: f64 = 0.46;
/// The longest sentence that is made, in words; in Vietnamese, in syllables.
const LONGEST: usize = 36;
const LONGEST_IN_SYLLABLES: usize = 46;
/// The least likeness of sentences that say one thing.
const ONE_THING: f32 = 0.12;
/// One join in this many sentences at most.
const SELDOM: usize = 5;

/// Joins sentences until their lengths vary enough, but none of the conclusion, whose points are apart.
pub(crate) fn vary(article: &mut Article, conclusion: Option<&SectionId>, corpus: &Corpus<'_>) {
    let mut texts: Vec<&mut Text> = Vec::new();
    paragraphs(&mut article.introduction, &mut texts);
    for section in article.sections.iter_mut().filter(|section| Some(&section.id) != conclusion) {
        below(section, &mut texts);
    }
    let longest = if corpus.lexicon.is_english() { LONGEST } else { LONGEST_IN_SYLLABLES };
    let sentences: usize =
        texts.iter().map(|text| text.iter().filter(|span| matches!(span, Span::Plain(_))).count()).sum();
    for _ in 0..sentences / SELDOM {
        if variation(&texts) >= NATURAL {
            return;
        }
        let pairs = texts.iter().enumerate().flat_map(|(index, text)| {
            let fits = move |first: &usize| {
                next(text, *first).is_some_and(|second| {
                    continues(&text[second], corpus) && says_more(&text[*first], &text[second], corpus)
                })
            };
            (0..text.len())
                .filter(fits)
                .filter_map(move |first| Some((joined_length(text, first, longest)?, index, first)))
        });
        let Some((_, index, first)) = pairs.max() else { return };
        join(texts[index], first, corpus);
    }
}

fn below<'a>(section: &'a mut Section, texts: &mut Vec<&'a mut Text>) {
    paragraphs(&mut section.blocks, texts);
    for child in &mut section.children {
        below(child, texts);
    }
}

fn paragraphs<'a>(blocks: &'a mut [Block], texts: &mut Vec<&'a mut Text>) {
    for block in blocks {
        if let Block::Paragraph(text) = block {
            texts.push(text);
        }
    }
}

/// Whether two sentences are about one thing.
fn says_more(one: &Span, other: &Span, corpus: &Corpus<'_>) -> bool {
    let bag = |span: &Span| corpus.vocabulary.bag(span.words());
    // Vietnamese sentences share fewer pairs of syllables than English ones share words.
    let least = if corpus.lexicon.is_english() { ONE_THING } else { ONE_THING / 12.0 };
    bag(one).likeness(&bag(other)) >= least
}

/// Whether a sentence can go on in lower case.
fn continues(span: &Span, corpus: &Corpus<'_>) -> bool {
    matches!(span, Span::Plain(text) if corpus.continued(text.trim_start()).starts_with(char::is_lowercase))
}

/// The next sentence after one, if both rest on the same sources.
fn next(text: &Text, first: usize) -> Option<usize> {
    let cited = |from: usize| {
        text[from..].iter().take_while(|span| matches!(span, Span::Citation(_))).collect::<Vec<_>>()
    };
    let between = cited(first + 1);
    let second = first + 1 + between.len();
    (second < text.len() && (between.is_empty() || between == cited(second + 1))).then_some(second)
}

/// How long a sentence and the next one would be together, if they can be joined: without marks inside, not too long.
fn joined_length(text: &Text, first: usize, longest: usize) -> Option<usize> {
    let (Span::Plain(one), Span::Plain(other)) = (text.get(first)?, text.get(next(text, first)?)?) else {
        return None;
    };
    let plain = |text: &str| text.ends_with('.') && !text.contains([';', ':', '?']) && !text.contains(". ");
    let length = count(one) + count(other);
    (plain(one) && plain(other) && other.starts_with(' ') && length <= longest && count(one) > 4)
        .then_some(length)
}

fn join(text: &mut Text, first: usize, corpus: &Corpus<'_>) {
    let Some(second) = next(text, first) else { return };
    let Span::Plain(other) = text.remove(second) else { return };
    text.drain(first + 1..second);
    if let Some(Span::Plain(one)) = text.get_mut(first) {
        *one = format!("{}; {}", one.trim_end_matches('.'), corpus.continued(other.trim_start()));
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are far below 2^52")]
fn variation(texts: &[&mut Text]) -> f64 {
    let lengths: Vec<f64> = texts
        .iter()
        .flat_map(|text| text.iter())
        .filter_map(|span| match span {
            Span::Plain(text) => Some(count(text) as f64),
            _ => None,
        })
        .collect();
    let mean = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
    let spread =
        lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / lengths.len().max(1) as f64;
    if mean == 0.0 { NATURAL } else { spread.sqrt() / mean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_neighbours_are_joined() {
        let plain = |text: &str| Span::Plain(text.to_owned());
        let cited = |number| Span::Citation(domain::articles::research::SourceNumber(number));
        assert_eq!(
            joined_length(&vec![plain("One two three four five."), plain(" Six seven.")], 0, LONGEST),
            Some(7)
        );
        assert_eq!(
            joined_length(
                &vec![plain("One two three four five."), Span::Strong(" Six.".to_owned())],
                0,
                LONGEST
            ),
            None
        );
        assert_eq!(
            joined_length(&vec![plain("One; two three four five."), plain(" Six.")], 0, LONGEST),
            None
        );
        let own = vec![plain("One two three four five."), cited(1), plain(" Six."), cited(1)];
        let others = vec![plain("One two three four five."), cited(1), plain(" Six."), cited(2)];
        assert_eq!((joined_length(&own, 0, LONGEST), joined_length(&others, 0, LONGEST)), (Some(6), None));
    }
}
