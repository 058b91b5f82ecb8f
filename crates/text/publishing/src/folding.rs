//! Folds citations: if adjacent sentences cite the same source, only the last of them shows it.
//!
//! The article itself keeps every citation, because checks and revisions read them sentence by sentence.

use domain::articles::document::Span;
use domain::locale::Language;

use crate::flow::SourceList;

/// Which spans of a text are citations that the next sentence repeats.
pub(crate) fn repeated_citations(text: &[Span], sources: &SourceList<'_>, language: Language) -> Vec<usize> {
    let is_citation = |span: &&Span| matches!(span, Span::Citation(_));
    if text.iter().filter(is_citation).count() < 2 {
        return Vec::new();
    }
    let spoken = spoken(text);
    let citations = citations(text, &spoken, sources);
    let ends: Vec<usize> =
        prose::sentences::ranges(&spoken, language).into_iter().map(|range| range.end).collect();
    let mut sentences: Vec<Vec<&Citation>> = vec![Vec::new(); ends.len()];
    for citation in &citations {
        let sentence = ends.partition_point(|end| *end < citation.offset);
        if let Some(cited) = sentences.get_mut(sentence) {
            cited.push(citation);
        }
    }
    let mut repeated = Vec::new();
    for neighbours in sentences.windows(2) {
        let [sentence, next] = neighbours else { continue };
        if !sentence.is_empty() && places(sentence) == places(next) {
            repeated.extend(sentence.iter().map(|citation| citation.span));
        }
    }
    repeated
}

struct Citation {
    /// The index of the span.
    span: usize,
    /// Its position among the words, in bytes.
    offset: usize,
    /// The number for readers.
    place: usize,
}

fn citations(text: &[Span], spoken: &str, sources: &SourceList<'_>) -> Vec<Citation> {
    let mut offset = 0;
    let mut found = Vec::new();
    for (index, span) in text.iter().enumerate() {
        if let Span::Citation(number) = span {
            // A citation after the space between two sentences belongs to the first.
            let offset = spoken.get(..offset).map_or(offset, |before| before.trim_end().len());
            found.extend(sources.place(*number).map(|place| Citation { span: index, offset, place }));
        }
        offset += span.words().len();
    }
    found
}

/// The words without code: a point in code ends no sentence, and a sentence may begin with code.
fn spoken(text: &[Span]) -> String {
    let mut words = String::new();
    for span in text {
        match span {
            Span::Code(code) => words.extend(std::iter::repeat_n('X', code.len())),
            other => words.push_str(other.words()),
        }
    }
    words
}

fn places(citations: &[&Citation]) -> Vec<usize> {
    let mut places = Vec::new();
    for citation in citations {
        if !places.contains(&citation.place) {
            places.push(citation.place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;
    use domain::articles::research::{Source, SourceNumber};

    use super::*;

    fn sources() -> Vec<Source> {
        let source = |number| Source {
            number: SourceNumber(number),
            url: None,
            title: "A page".to_owned(),
            publisher: None,
            published_at: None,
            read_at: Timestamp::UNIX_EPOCH,
            sha256: "0".repeat(64),
        };
        [1, 2].map(source).to_vec()
    }

    /// Parses `[1]` as a citation and words between backticks as code.
    fn text(written: &str) -> Vec<Span> {
        let mut spans = Vec::new();
        for piece in written.split_inclusive(']') {
            let (words, number) = match piece.rsplit_once('[') {
                Some((words, number)) => (words, number.trim_end_matches(']').parse().ok()),
                None => (piece, None),
            };
            for (index, part) in words.split('`').enumerate().filter(|(_, part)| !part.is_empty()) {
                let part = part.to_owned();
                spans.push(if index % 2 == 1 { Span::Code(part) } else { Span::Plain(part) });
            }
            spans.extend(number.map(|number| Span::Citation(SourceNumber(number))));
        }
        spans
    }

    /// The text with its remaining citations.
    fn folded(written: &str) -> String {
        let text = text(written);
        let all = sources();
        let repeated = repeated_citations(&text, &SourceList::new(&all), Language::ENGLISH);
        let shown = text.iter().enumerate().filter(|(index, _)| !repeated.contains(index));
        let shown = shown.map(|(_, span)| match span {
            Span::Citation(number) => format!("[{}]", number.0),
            Span::Code(code) => format!("`{code}`"),
            other => other.words().to_owned(),
        });
        shown.collect()
    }

    #[test]
    fn the_last_of_equal_neighbours_shows_the_citation() {
        for (written, expected) in [
            ("One.[1] Two.[1] Three.[1]", "One. Two. Three.[1]"),
            ("One [1]. Two [1].", "One . Two [1]."),
            ("One. [1]Two.[1]", "One. Two.[1]"),
            ("One.[1][2] Two.[1][2] Three.[2]", "One. Two.[1][2] Three.[2]"),
            ("It is `a.b C`.[1] `c` is it.[1]", "It is `a.b C`. `c` is it.[1]"),
            ("It costs e.g. Dr. Lee 5.5 points.[1] Two.[1] ", "It costs e.g. Dr. Lee 5.5 points. Two.[1] "),
            // Unknown sources are not shown at all.
            ("One.[1][9] Two.[1]", "One.[9] Two.[1]"),
        ] {
            assert_eq!(folded(written), expected);
        }
    }

    #[test]
    fn other_citations_stay() {
        for written in [
            "One.[1] Two.[2] Three.[1]",
            "One.[1] No source. Three.[1]",
            "One.[1] Two.[1][2]",
            "One,[1] two[2]. Three.[2]",
            "One of a sentence[1] and another[1].",
            "`a` is one.[1] `b` is nothing. Two.[1]",
            "[1]",
            "[1][1]",
        ] {
            assert_eq!(folded(written), written);
        }
    }
}
