//! Running text with marks, split into sentences and joined again.

use std::ops::Range;

use domain::articles::document::{Span, Text};
use domain::locale::Language;

/// The words of a text without marks.
#[must_use]
pub fn plain(text: &Text) -> String {
    text.iter().map(Span::words).collect()
}

/// The words of a text that are not code.
pub(crate) fn outside_code(text: &Text) -> String {
    text.iter().filter(|span| !matches!(span, Span::Code(_))).map(Span::words).collect()
}

/// The sentences of a text with their marks. A citation belongs to the sentence before it.
#[must_use]
pub fn sentences(text: &Text, language: Language) -> Vec<Text> {
    let mut words = plain(text);
    let code = code_ranges(text);
    // A sentence may begin with code, whatever its first letter is.
    for range in &code {
        if let Some(first) = words.get_mut(range.start..=range.start) {
            first.make_ascii_uppercase();
        }
    }
    let ranges = prose::sentences::ranges(&words, language);
    let mut starts: Vec<usize> = ranges.iter().skip(1).map(|range| range.start).collect();
    // A point in code ends no sentence.
    starts.retain(|start| !code.iter().any(|range| range.start < *start && *start < range.end));
    let mut sentences: Vec<Text> = vec![Vec::new(); starts.len() + 1];
    let mut offset = 0;
    for span in text {
        if let Span::Citation(number) = span {
            let sentence = starts.partition_point(|start| *start < offset);
            sentences[sentence].push(Span::Citation(*number));
            continue;
        }
        let mut rest = span.words();
        while !rest.is_empty() {
            let sentence = starts.partition_point(|start| *start <= offset);
            let cut = starts.get(sentence).map_or(rest.len(), |start| (start - offset).min(rest.len()));
            sentences[sentence].push(with_words(span, &rest[..cut]));
            offset += cut;
            rest = &rest[cut..];
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// The ranges of code in the words of a text.
fn code_ranges(text: &Text) -> Vec<Range<usize>> {
    let mut offset = 0;
    let mut ranges = Vec::new();
    for span in text {
        let start = offset;
        offset += span.words().len();
        if matches!(span, Span::Code(_)) {
            ranges.push(start..offset);
        }
    }
    ranges
}

/// Joins sentences to one text, trims it, and merges adjacent plain spans.
#[must_use]
pub fn joined(sentences: impl IntoIterator<Item = Text>) -> Text {
    let mut text: Text = Vec::new();
    for span in sentences.into_iter().flatten() {
        match (text.last_mut(), span) {
            (Some(Span::Plain(before)), Span::Plain(words)) => before.push_str(&words),
            (_, span) => text.push(span),
        }
    }
    trim(&mut text);
    text
}

fn trim(text: &mut Text) {
    let first = text.iter_mut().find(|span| !matches!(span, Span::Citation(_)));
    if let Some(Span::Plain(words)) = first {
        *words = words.trim_start().to_owned();
    }
    let last = text.iter_mut().rev().find(|span| !matches!(span, Span::Citation(_)));
    if let Some(Span::Plain(words)) = last {
        words.truncate(words.trim_end().len());
    }
    text.retain(|span| matches!(span, Span::Citation(_)) || !span.words().is_empty());
}

/// The span with new words.
#[must_use]
pub fn with_words(span: &Span, words: &str) -> Span {
    match span {
        Span::Plain(_) => Span::Plain(words.to_owned()),
        Span::Strong(_) => Span::Strong(words.to_owned()),
        Span::Emphasis(_) => Span::Emphasis(words.to_owned()),
        Span::Link { url, .. } => Span::Link { text: words.to_owned(), url: url.clone() },
        Span::Code(_) => Span::Code(words.to_owned()),
        Span::Citation(number) => Span::Citation(*number),
    }
}

#[cfg(test)]
mod tests {
    use domain::articles::research::SourceNumber;
    use proptest::prelude::*;

    use super::*;

    fn text() -> Text {
        vec![
            Span::Plain("It takes ".into()),
            Span::Strong("12 hours. Then".into()),
            Span::Plain(" you filter it.".into()),
            Span::Citation(SourceNumber(2)),
            Span::Plain(" Done".into()),
        ]
    }

    #[test]
    fn sentences_keep_their_marks() {
        let sentences = sentences(&text(), Language::ENGLISH);
        let words: Vec<String> = sentences.iter().map(plain).collect();
        assert_eq!(words, ["It takes 12 hours. ", "Then you filter it. ", "Done"]);
        assert_eq!(sentences[1][0], Span::Strong("Then".into()));
        assert!(sentences[1].contains(&Span::Citation(SourceNumber(2))));
    }

    #[test]
    fn a_citation_behind_the_space_belongs_to_the_sentence_before() {
        let text = vec![
            Span::Plain("One fact. ".into()),
            Span::Citation(SourceNumber(1)),
            Span::Plain("Another.".into()),
            Span::Citation(SourceNumber(3)),
        ];
        let sentences = sentences(&text, Language::ENGLISH);
        assert_eq!(sentences[0][1], Span::Citation(SourceNumber(1)));
        assert_eq!(sentences[1][1], Span::Citation(SourceNumber(3)));
    }

    #[test]
    fn code_stays_whole() {
        let text = vec![
            Span::Plain("Run ".into()),
            Span::Code("Stop. Go! Now".into()),
            Span::Plain(" twice. Then rest.".into()),
        ];
        let words: Vec<String> = sentences(&text, Language::ENGLISH).iter().map(plain).collect();
        assert_eq!(words, ["Run Stop. Go! Now twice. ", "Then rest."]);
    }

    #[test]
    fn texts_without_words_have_no_sentences() {
        assert_eq!(sentences(&Vec::new(), Language::ENGLISH), Vec::<Text>::new());
        assert_eq!(joined([vec![Span::Plain("  ".into())]]), Vec::<Span>::new());
    }

    fn any_span() -> impl Strategy<Value = Span> {
        prop_oneof![
            "[a-zA-Z.!? é\n]{0,20}".prop_map(Span::Plain),
            "[a-zA-Z. ]{0,8}".prop_map(Span::Strong),
            (0..4_u32).prop_map(|number| Span::Citation(SourceNumber(number))),
        ]
    }

    proptest! {
        #[test]
        fn taken_apart_and_put_together_it_is_the_same(text in prop::collection::vec(any_span(), 0..12)) {
            let again = joined(sentences(&text, Language::ENGLISH));
            prop_assert_eq!(plain(&again).trim().to_owned(), plain(&text).trim().to_owned());
            let citations = |text: &Text| text.iter().filter(|span| matches!(span, Span::Citation(_))).count();
            prop_assert_eq!(citations(&again), citations(&text));
        }
    }
}
