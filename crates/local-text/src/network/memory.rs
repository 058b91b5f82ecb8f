//! What a network remembers of the tokens it has read.

use super::shape::Shape;
use crate::tokenizer::Token;

/// The keys and values of tokens, layer by layer.
pub(crate) struct Memory {
    layers: Vec<LayerMemory>,
    length: usize,
}

/// The keys and values of one layer, those of a token together.
pub(crate) struct LayerMemory {
    width: usize,
    keys: Vec<f32>,
    values: Vec<f32>,
}

/// Where the tokens of a batch stand.
pub(crate) struct Places {
    /// How many tokens were there before; every token of the batch sees them.
    pub(crate) held: usize,
    /// For each token of the batch, the first of its own text.
    pub(crate) text_starts: Vec<usize>,
}

impl Memory {
    /// An empty memory.
    pub(crate) fn new(shape: &Shape) -> Self {
        let width = shape.key_width();
        let empty = || LayerMemory { width, keys: Vec::new(), values: Vec::new() };
        Self { layers: std::iter::repeat_with(empty).take(shape.layers).collect(), length: 0 }
    }

    /// How many tokens it holds.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Forgets all but the first tokens.
    pub(crate) fn forget_after(&mut self, length: usize) {
        self.length = length;
        for layer in &mut self.layers {
            layer.keys.truncate(length * layer.width);
            layer.values.truncate(length * layer.width);
        }
    }

    /// Takes in texts, whose keys and values must be added to each layer.
    pub(super) fn places_for(&mut self, texts: &[&[Token]]) -> Places {
        let held = self.length;
        let starts = texts.iter().scan(0, |next, text| {
            let start = *next;
            *next += text.len();
            Some(std::iter::repeat_n(start, text.len()))
        });
        let text_starts: Vec<_> = starts.flatten().collect();
        self.length += text_starts.len();
        Places { held, text_starts }
    }

    pub(super) fn layers_mut(&mut self) -> impl Iterator<Item = &mut LayerMemory> {
        self.layers.iter_mut()
    }
}

impl LayerMemory {
    pub(super) fn add(&mut self, keys: &[f32], values: &[f32]) {
        self.keys.extend_from_slice(keys);
        self.values.extend_from_slice(values);
    }

    /// The keys and values of a token.
    #[inline(always)]
    pub(super) fn of(&self, token: usize) -> (&[f32], &[f32]) {
        let range = token * self.width..(token + 1) * self.width;
        (&self.keys[range.clone()], &self.values[range])
    }
}

impl Places {
    /// How many tokens of its own text stand before each token, and those before the batch.
    pub(super) fn positions(&self) -> impl Iterator<Item = usize> {
        self.text_starts.iter().enumerate().map(|(token, start)| self.held + token - start)
    }

    /// The tokens in memory that a token of the batch sees: all from before, and its own text up to itself.
    #[inline(always)]
    pub(super) fn seen_by(&self, token: usize) -> [std::ops::Range<usize>; 2] {
        [0..self.held, self.held + self.text_starts[token]..self.held + token + 1]
    }
}
