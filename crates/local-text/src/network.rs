//! The network: how likely each token is to come next. Weights are shared; whoever asks brings a memory of their own.

mod attention;
mod memory;
mod shape;

use std::io::{Read, Seek};
use std::sync::atomic::{AtomicBool, Ordering};

use fearless_simd::{Level, dispatch};

pub(crate) use memory::Memory;
pub(crate) use shape::Shape;

use crate::error::LoadError;
use crate::gguf::{Gguf, TensorKind};
use crate::kernels::multiply;
use crate::matrix::Matrix;
use crate::rounded::Rounded;
use crate::tokenizer::Token;
use crate::vector;
use attention::{Rotations, attend};

/// Somebody gave up.
pub(crate) struct Cancelled;

/// A transformer of the Llama kind.
pub(crate) struct Network {
    shape: Shape,
    level: Level,
    embedding: Matrix,
    layers: Vec<Layer>,
    last_norm: Vec<f32>,
}

struct Layer {
    attention_norm: Vec<f32>,
    query: Matrix,
    key: Matrix,
    value: Matrix,
    output: Matrix,
    feed_norm: Vec<f32>,
    gate: Matrix,
    up: Matrix,
    down: Matrix,
}

impl Network {
    /// The network of a file, for so many tokens.
    pub(crate) fn read<R: Read + Seek>(file: &mut Gguf<R>, tokens: usize) -> Result<Self, LoadError> {
        let shape = Shape::read(file)?;
        if file.has_tensor("output.weight") {
            return Err(LoadError::Unsupported("a network with an output layer of its own".to_owned()));
        }
        let embedding = matrix(file, "token_embd.weight", tokens, shape.width)?;
        let layers =
            (0..shape.layers).map(|layer| Layer::read(file, layer, &shape)).collect::<Result<_, _>>()?;
        let last_norm = numbers(file, "output_norm.weight", shape.width)?;
        Ok(Self { shape, level: Level::new(), embedding, layers, last_norm })
    }

    /// Its measures.
    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Reads texts side by side: each comes after what the memory held before and knows nothing of the others. The memory holds them
    /// all afterwards. Returns what the network thinks after each token.
    pub(crate) fn think(
        &self,
        texts: &[&[Token]],
        memory: &mut Memory,
        cancelled: &AtomicBool,
    ) -> Result<Thoughts, Cancelled> {
        let tokens: Vec<Token> = texts.iter().flat_map(|text| text.iter().copied()).collect();
        if tokens.is_empty() {
            return Ok(Thoughts { rows: Vec::new(), width: self.shape.width });
        }
        let places = memory.places_for(texts);
        let rotations = Rotations::new(&self.shape, &places);
        let mut rows = self.embed(&tokens);
        for (layer, memory) in self.layers.iter().zip(memory.layers_mut()) {
            if cancelled.load(Ordering::Relaxed) {
                return Err(Cancelled);
            }
            let normal = self.normalised(&rows, &layer.attention_norm);
            let mut queries = self.product(&layer.query, &normal);
            let mut keys = self.product(&layer.key, &normal);
            rotations.apply(&mut queries);
            rotations.apply(&mut keys);
            memory.add(&keys, &self.product(&layer.value, &normal));
            let attended = attend(self.level, &self.shape, &places, memory, &queries);
            self.add(&mut rows, &layer.output, &attended);
            let fed = self.feed(layer, &rows);
            self.add(&mut rows, &layer.down, &fed);
        }
        let rows = dispatch!(self.level, _ => vector::normalise(&rows, &self.last_norm, self.shape.epsilon));
        Ok(Thoughts { rows, width: self.shape.width })
    }

    /// The scores of all tokens after each of some thoughts, those after one together.
    pub(crate) fn scores(&self, thoughts: &[f32]) -> Vec<f32> {
        self.product(&self.embedding, &self.rounded(thoughts, self.shape.width))
    }

    /// What scores lack of being logarithms of probabilities.
    pub(crate) fn log_sum(&self, scores: &[f32]) -> f32 {
        dispatch!(self.level, _ => vector::log_sum(scores))
    }

    fn embed(&self, tokens: &[Token]) -> Vec<f32> {
        let mut rows = vec![0.0; tokens.len() * self.shape.width];
        for (row, &token) in rows.chunks_exact_mut(self.shape.width).zip(tokens) {
            self.embedding.write_row(token as usize, row);
        }
        rows
    }

    fn feed(&self, layer: &Layer, rows: &[f32]) -> Vec<f32> {
        let normal = self.normalised(rows, &layer.feed_norm);
        let mut gates = self.product(&layer.gate, &normal);
        let numbers = self.product(&layer.up, &normal);
        dispatch!(self.level, _ => vector::gate(&mut gates, &numbers));
        gates
    }

    fn normalised(&self, rows: &[f32], weights: &[f32]) -> Rounded {
        let normal = dispatch!(self.level, _ => vector::normalise(rows, weights, self.shape.epsilon));
        self.rounded(&normal, weights.len())
    }

    fn rounded(&self, rows: &[f32], width: usize) -> Rounded {
        dispatch!(self.level, _ => Rounded::new(rows, width))
    }

    fn product(&self, matrix: &Matrix, rows: &Rounded) -> Vec<f32> {
        let mut products = vec![0.0; rows.rows() * matrix.rows()];
        multiply(self.level, matrix, rows, &mut products);
        products
    }

    fn add(&self, rows: &mut [f32], matrix: &Matrix, change: &[f32]) {
        let change = self.product(matrix, &self.rounded(change, matrix.columns()));
        dispatch!(self.level, _ => vector::add_scaled(rows, &change, 1.0));
    }
}

/// What the network thinks after each token of a batch.
pub(crate) struct Thoughts {
    rows: Vec<f32>,
    width: usize,
}

impl Thoughts {
    /// After the tokens of a range.
    pub(crate) fn of(&self, tokens: std::ops::Range<usize>) -> &[f32] {
        &self.rows[tokens.start * self.width..tokens.end * self.width]
    }

    /// After the last token.
    pub(crate) fn last(&self) -> &[f32] {
        &self.rows[self.rows.len().saturating_sub(self.width)..]
    }
}

impl Layer {
    fn read<R: Read + Seek>(file: &mut Gguf<R>, layer: usize, shape: &Shape) -> Result<Self, LoadError> {
        let name = |part: &str| format!("blk.{layer}.{part}.weight");
        let (width, keys) = (shape.width, shape.key_width());
        Ok(Self {
            attention_norm: numbers(file, &name("attn_norm"), width)?,
            query: matrix(file, &name("attn_q"), width, width)?,
            key: matrix(file, &name("attn_k"), keys, width)?,
            value: matrix(file, &name("attn_v"), keys, width)?,
            output: matrix(file, &name("attn_output"), width, width)?,
            feed_norm: numbers(file, &name("ffn_norm"), width)?,
            gate: matrix(file, &name("ffn_gate"), shape.feed_width, width)?,
            up: matrix(file, &name("ffn_up"), shape.feed_width, width)?,
            down: matrix(file, &name("ffn_down"), width, shape.feed_width)?,
        })
    }
}

fn matrix<R: Read + Seek>(
    file: &mut Gguf<R>,
    name: &str,
    rows: usize,
    columns: usize,
) -> Result<Matrix, LoadError> {
    let (kind, bytes) = file.tensor(name, &[columns, rows])?;
    let wrong = || LoadError::Tensor { name: name.to_owned(), what: "is of a kind that is not read" };
    Matrix::new(kind, rows, columns, &bytes).ok_or_else(wrong)
}

fn numbers<R: Read + Seek>(file: &mut Gguf<R>, name: &str, count: usize) -> Result<Vec<f32>, LoadError> {
    let (kind, bytes) = file.tensor(name, &[count])?;
    if kind != TensorKind::Float {
        return Err(LoadError::Tensor { name: name.to_owned(), what: "is of a kind that is not read" });
    }
    Ok(bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
}
