//! Cuts text into the pieces that the model knows, and puts them together again. Text stays text: the marks between documents and
//! speakers can't be written into it.

mod words;

use std::io::{Read, Seek};

use rustc_hash::FxHashMap;

use crate::error::LoadError;
use crate::gguf::Gguf;
use words::words;

const CONTROL: i64 = 3;
const MOST_TOKENS: usize = 1 << 18;
const DOCUMENT_START: &str = "<|endoftext|>";

/// A piece of text, or a mark, by its number.
pub(crate) type Token = u32;

/// Byte-level byte-pair encoding.
pub(crate) struct Tokenizer {
    pieces: Vec<Piece>,
    /// The piece of a single byte. A few bytes never occur in the texts that the model learnt from, and have none.
    single: [Option<Token>; 256],
    /// What two neighbours become, and how soon: the smaller the sooner.
    merges: FxHashMap<(Token, Token), (u32, Token)>,
    document_start: Token,
    longest: usize,
}

struct Piece {
    bytes: Box<[u8]>,
    is_mark: bool,
}

impl Tokenizer {
    /// The tokenizer that a file describes.
    pub(crate) fn read<R: Read + Seek>(file: &Gguf<R>) -> Result<Self, LoadError> {
        let kind = (file.text("tokenizer.ggml.model")?, file.text("tokenizer.ggml.pre")?);
        if kind != ("gpt2", "smollm") {
            return Err(LoadError::Unsupported(format!("a tokenizer of the kind {}, {}", kind.0, kind.1)));
        }
        let kinds = file.integers("tokenizer.ggml.token_type")?;
        let merges = file.texts("tokenizer.ggml.merges")?;
        Self::new(file.texts("tokenizer.ggml.tokens")?, kinds, merges)
    }

    fn new(tokens: &[String], kinds: &[i64], merges: &[String]) -> Result<Self, LoadError> {
        if tokens.len() > MOST_TOKENS || tokens.len() != kinds.len() {
            return Err(LoadError::Broken("the number of tokens"));
        }
        let alphabet = alphabet();
        let pieces = tokens.iter().zip(kinds).map(|(token, &kind)| {
            let bytes: Option<_> = token.chars().map(|letter| alphabet.get(&letter).copied()).collect();
            Some(Piece { bytes: bytes?, is_mark: kind == CONTROL })
        });
        let pieces: Vec<_> =
            pieces.collect::<Option<_>>().ok_or(LoadError::Broken("a token is not of bytes"))?;
        let numbers: FxHashMap<&str, Token> = tokens.iter().map(String::as_str).zip(0..).collect();
        let merges = merges.iter().zip(0..).map(|(merge, rank)| merged(merge, rank, &numbers));
        let merges =
            merges.collect::<Option<_>>().ok_or(LoadError::Broken("a merge of tokens that are not there"))?;
        let mut single = [None; 256];
        for (piece, number) in pieces.iter().zip(0..).filter(|(piece, _)| !piece.is_mark) {
            if let [byte] = *piece.bytes {
                single[usize::from(byte)] = Some(number);
            }
        }
        let document_start = *numbers.get(DOCUMENT_START).ok_or(LoadError::Missing("how documents begin"))?;
        let longest = pieces.iter().map(|piece| piece.bytes.len()).max().unwrap_or(1).max(1);
        Ok(Self { pieces, single, merges, document_start, longest })
    }

    /// How many pieces and marks there are.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The mark before a document.
    pub(crate) fn document_start(&self) -> Token {
        self.document_start
    }

    /// Whether it is a mark and no text.
    pub(crate) fn is_mark(&self, token: Token) -> bool {
        self.piece(token).is_none_or(|piece| piece.is_mark)
    }

    /// So many pieces a text has at least; quicker to tell than how many it has.
    pub(crate) fn fewest_pieces(&self, text: &str) -> usize {
        text.len().div_ceil(self.longest)
    }

    /// The text's pieces. Characters that the model can't know, such as some control characters, are left out.
    pub(crate) fn encode(&self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        if text.chars().all(|character| self.knows(character)) {
            self.encode_known(text, &mut tokens);
        } else {
            let known: String = text.chars().filter(|&character| self.knows(character)).collect();
            self.encode_known(&known, &mut tokens);
        }
        tokens
    }

    /// Whether the model can know a character.
    pub(crate) fn knows(&self, character: char) -> bool {
        let mut bytes = [0; 4];
        character.encode_utf8(&mut bytes).bytes().all(|byte| self.single[usize::from(byte)].is_some())
    }

    /// The bytes of a piece, which may be a part of a character; nothing for a mark.
    pub(crate) fn bytes(&self, token: Token) -> &[u8] {
        self.piece(token).filter(|piece| !piece.is_mark).map_or(&[], |piece| &piece.bytes)
    }

    fn piece(&self, token: Token) -> Option<&Piece> {
        self.pieces.get(usize::try_from(token).ok()?)
    }

    fn encode_known(&self, text: &str, tokens: &mut Vec<Token>) {
        for word in words(text) {
            let start = tokens.len();
            tokens.extend(word.bytes().filter_map(|byte| self.single[usize::from(byte)]));
            self.merge(tokens, start);
        }
    }

    /// Merges neighbours from `start` on, the soonest first, until none belong together.
    fn merge(&self, tokens: &mut Vec<Token>, start: usize) {
        loop {
            let pairs = tokens[start..].windows(2).enumerate();
            let possible = pairs.filter_map(|(at, pair)| {
                self.merges.get(&(pair[0], pair[1])).map(|&(rank, merged)| (rank, at, merged))
            });
            let Some((_, at, merged)) = possible.min() else { return };
            tokens[start + at] = merged;
            tokens.remove(start + at + 1);
        }
    }
}

fn merged(
    merge: &str,
    rank: u32,
    numbers: &FxHashMap<&str, Token>,
) -> Option<((Token, Token), (u32, Token))> {
    let (left, right) = merge.split_once(' ')?;
    let number = |text: &str| numbers.get(text).copied();
    Some(((number(left)?, number(right)?), (rank, number(&format!("{left}{right}"))?)))
}

/// The characters that stand for bytes in token lists: visible ones for themselves, the rest for those after U+0100.
fn alphabet() -> FxHashMap<char, u8> {
    let visible = |byte: &u8| matches!(byte, 33..=126 | 161..=172 | 174..=255);
    let themselves = (0..=255).filter(visible).map(|byte| (char::from(byte), byte));
    let others =
        (0..=255).filter(|byte| !visible(byte)).zip('\u{100}'..).map(|(byte, letter)| (letter, byte));
    themselves.chain(others).collect()
}

#[cfg(test)]
mod tests;
