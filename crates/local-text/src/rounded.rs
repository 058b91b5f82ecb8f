//! Numbers between the layers, rounded to eight bits so that they can be multiplied with weights in whole numbers.

use std::array;

use crate::matrix::{BLOCK, QUAD, QUADS};
use crate::vector::ROUNDER;

/// Rows of numbers that were rounded to eight bits, to be multiplied with weights.
pub(crate) struct Rounded {
    blocks_per_row: usize,
    blocks: Vec<RoundedBlock>,
}

/// 32 numbers, each `scale * quantum`.
pub(crate) struct RoundedBlock {
    /// Four quanta in each, the first in the lowest byte.
    pub(crate) quads: [i32; QUADS],
    pub(crate) scale: f32,
    /// Of the 32 numbers, after rounding.
    pub(crate) sum: f32,
}

impl Rounded {
    /// Rounds rows of `columns` numbers.
    #[inline(always)]
    pub(crate) fn new(numbers: &[f32], columns: usize) -> Self {
        let blocks = numbers.as_chunks().0.iter().map(RoundedBlock::new).collect();
        Self { blocks_per_row: columns / BLOCK, blocks }
    }

    pub(crate) fn rows(&self) -> usize {
        self.blocks.len() / self.blocks_per_row
    }

    pub(crate) fn blocks_per_row(&self) -> usize {
        self.blocks_per_row
    }

    pub(crate) fn row(&self, row: usize) -> &[RoundedBlock] {
        &self.blocks[row * self.blocks_per_row..(row + 1) * self.blocks_per_row]
    }
}

impl RoundedBlock {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "no quantum is beyond 127")]
    fn new(numbers: &[f32; BLOCK]) -> Self {
        let largest = numbers.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        let scale = largest / 127.0;
        let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        let mut quanta = [0; BLOCK];
        for (quantum, number) in quanta.iter_mut().zip(numbers) {
            *quantum = (number * inverse + ROUNDER - ROUNDER) as i32;
        }
        let quads = array::from_fn(|quad| {
            let [first, second, third, fourth] = array::from_fn(|at| quanta[quad * QUAD + at] & 0xff);
            first | second << 8 | third << 16 | fourth << 24
        });
        #[expect(clippy::cast_precision_loss, reason = "32 quanta sum up to a few thousand")]
        let sum = quanta.iter().sum::<i32>() as f32 * scale;
        Self { quads, scale, sum }
    }
}
