//! Running text in the form that all documents share: one line, single spaces, only permitted links, and
//! citations of listed sources.

use std::borrow::Cow;

use domain::articles::document::{Block, Span};
use domain::articles::research::{Source, SourceNumber};
use domain::locale::Language;

use crate::address::linkable;
use crate::folding::repeated_citations;
use crate::plain::{one_line, trimmed, without_spaces_around};

/// A piece of running text.
#[derive(Debug)]
pub(crate) struct Piece<'a> {
    /// Whether a space stands before it.
    pub(crate) spaced: bool,
    pub(crate) kind: PieceKind<'a>,
}

/// The kind of a piece. Words have no spaces around them.
#[derive(Debug)]
pub(crate) enum PieceKind<'a> {
    Plain(Cow<'a, str>),
    Strong(Cow<'a, str>),
    Emphasis(Cow<'a, str>),
    Code(Cow<'a, str>),
    Link {
        text: Cow<'a, str>,
        address: String,
        /// Whether the link leads to a source.
        to_source: bool,
    },
    /// A place in the list of sources, from 1.
    Citation(usize),
}

impl PieceKind<'_> {
    /// The words; a citation has none.
    fn words(&self) -> &str {
        match self {
            Self::Plain(text)
            | Self::Strong(text)
            | Self::Emphasis(text)
            | Self::Code(text)
            | Self::Link { text, .. } => text,
            Self::Citation(_) => "",
        }
    }
}

/// The list of sources below the article. A source's place in it is its number for readers.
#[derive(Debug)]
pub(crate) struct SourceList<'a> {
    sources: Vec<ListedSource<'a>>,
}

/// A source of the list.
#[derive(Debug)]
pub(crate) struct ListedSource<'a> {
    pub(crate) source: &'a Source,
    pub(crate) address: Option<String>,
}

impl ListedSource<'_> {
    /// The name for readers.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        trimmed(self.source.publisher.as_deref().unwrap_or(&self.source.title))
    }
}

impl<'a> SourceList<'a> {
    /// The list in the article's order, without duplicate numbers.
    pub(crate) fn new(all: &'a [Source]) -> Self {
        let mut sources: Vec<ListedSource<'a>> = Vec::with_capacity(all.len());
        for source in all {
            if !sources.iter().any(|listed| listed.source.number == source.number) {
                let address = source.url.as_deref().and_then(linkable);
                sources.push(ListedSource { source, address });
            }
        }
        Self { sources }
    }

    /// Every source, in order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &ListedSource<'a>> {
        self.sources.iter()
    }

    /// The place of a source, from 1.
    pub(crate) fn place(&self, number: SourceNumber) -> Option<usize> {
        self.sources.iter().position(|listed| listed.source.number == number).map(|index| index + 1)
    }

    /// The source at a place.
    pub(crate) fn at(&self, place: usize) -> Option<&ListedSource<'a>> {
        self.sources.get(place.checked_sub(1)?)
    }

    fn has_address(&self, address: &str) -> bool {
        self.sources.iter().any(|listed| listed.address.as_deref() == Some(address))
    }
}

/// Groups blocks: adjacent quotations of one source form one group, every other block stands alone.
pub(crate) fn groups(blocks: &[Block]) -> impl Iterator<Item = &[Block]> {
    blocks.chunk_by(|one, other| match (one, other) {
        (Block::Quote { source, .. }, Block::Quote { source: next, .. }) => source == next,
        _ => false,
    })
}

/// The pieces of a text, without pieces that have no words and citations of unknown sources. If the text's
/// language is given, citations that the next sentence repeats are left out too.
pub(crate) fn pieces<'a>(
    text: &'a [Span],
    sources: &SourceList<'_>,
    language: Option<Language>,
) -> Vec<Piece<'a>> {
    let mut pieces: Vec<Piece<'a>> = Vec::with_capacity(text.len());
    let repeated = language.map(|language| repeated_citations(text, sources, language)).unwrap_or_default();
    let mut space = false;
    for (index, span) in text.iter().enumerate() {
        if let Span::Citation(number) = span {
            let place = sources.place(*number).filter(|_| !repeated.contains(&index));
            pieces.extend(place.map(|place| Piece { spaced: false, kind: PieceKind::Citation(place) }));
            continue;
        }
        let line = one_line(span.words());
        space |= line.starts_with(' ');
        if line.trim().is_empty() {
            space |= !line.is_empty();
            continue;
        }
        let trailing = line.ends_with(' ');
        let spaced = space && !pieces.is_empty();
        pieces.push(Piece { spaced, kind: kind(span, without_spaces_around(line), sources) });
        space = trailing;
    }
    pieces
}

fn kind<'a>(span: &Span, words: Cow<'a, str>, sources: &SourceList<'_>) -> PieceKind<'a> {
    match span {
        Span::Strong(_) => PieceKind::Strong(words),
        Span::Emphasis(_) => PieceKind::Emphasis(words),
        Span::Code(_) => PieceKind::Code(words),
        Span::Link { url, .. } => match linkable(url) {
            Some(address) => {
                PieceKind::Link { text: words, to_source: sources.has_address(&address), address }
            }
            None => PieceKind::Plain(words),
        },
        Span::Plain(_) | Span::Citation(_) => PieceKind::Plain(words),
    }
}

/// The visible words of a text, without citations.
pub(crate) fn words(text: &[Span]) -> String {
    let mut words = String::new();
    // Without sources there are no citations.
    for piece in pieces(text, &SourceList::new(&[]), None) {
        if piece.spaced {
            words.push(' ');
        }
        words.push_str(piece.kind.words());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_between_spans_are_single() {
        let text = [
            Span::Plain(" Grind  coarse ".to_owned()),
            Span::Citation(SourceNumber(7)),
            Span::Strong(" and ".to_owned()),
            Span::Plain("\n".to_owned()),
            Span::Link { text: "wait".to_owned(), url: "javascript:x".to_owned() },
            Span::Plain(".".to_owned()),
        ];
        assert_eq!(words(&text), "Grind coarse and wait.");
    }
}
