//! The measures of a network.

use std::io::{Read, Seek};
use std::ops::RangeInclusive;

use crate::error::LoadError;
use crate::gguf::Gguf;
use crate::matrix::{BLOCK, ROWS};

/// How large a network is, and the constants of its formulas.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shape {
    pub(crate) layers: usize,
    pub(crate) width: usize,
    pub(crate) feed_width: usize,
    pub(crate) heads: usize,
    pub(crate) key_heads: usize,
    pub(crate) head_width: usize,
    pub(crate) context: usize,
    pub(crate) epsilon: f32,
    pub(crate) rotation_base: f32,
}

impl Shape {
    /// The measures that a file tells, if they fit together.
    pub(crate) fn read<R: Read + Seek>(file: &Gguf<R>) -> Result<Self, LoadError> {
        if file.text("general.architecture")? != "llama" {
            let other = format!("a network of the kind {}", file.text("general.architecture")?);
            return Err(LoadError::Unsupported(other));
        }
        let size = |key, bounds| size(file, key, bounds);
        let (width, heads) =
            (size("llama.embedding_length", 1..=16_384)?, size("llama.attention.head_count", 1..=256)?);
        let shape = Self {
            layers: size("llama.block_count", 1..=256)?,
            width,
            feed_width: size("llama.feed_forward_length", 1..=65_536)?,
            heads,
            key_heads: size("llama.attention.head_count_kv", 1..=256)?,
            head_width: width / heads,
            context: size("llama.context_length", 1..=1 << 24)?,
            epsilon: file.float("llama.attention.layer_norm_rms_epsilon")?,
            rotation_base: file.float("llama.rope.freq_base")?,
        };
        let rotated = size("llama.rope.dimension_count", 1..=16_384)?;
        if shape.is_sound() && rotated == shape.head_width {
            Ok(shape)
        } else {
            Err(LoadError::Unsupported(format!("a network of these measures: {shape:?}")))
        }
    }

    /// Numbers of all keys of a token.
    pub(crate) fn key_width(&self) -> usize {
        self.key_heads * self.head_width
    }

    fn is_sound(&self) -> bool {
        self.head_width * self.heads == self.width
            && self.head_width.is_multiple_of(ROWS)
            && self.heads.is_multiple_of(self.key_heads)
            && self.width.is_multiple_of(BLOCK)
            && self.feed_width.is_multiple_of(BLOCK)
            && self.epsilon.is_finite()
            && self.rotation_base.is_finite()
            && self.rotation_base > 0.0
    }
}

fn size<R: Read + Seek>(
    file: &Gguf<R>,
    key: &'static str,
    bounds: RangeInclusive<usize>,
) -> Result<usize, LoadError> {
    let number = usize::try_from(file.integer(key)?).ok();
    number
        .filter(|number| bounds.contains(number))
        .ok_or_else(|| LoadError::Unsupported(format!("a network whose {key} is out of bounds")))
}
