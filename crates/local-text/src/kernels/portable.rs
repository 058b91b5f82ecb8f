//! The same with the narrow registers that every processor has.

use std::array;

use fearless_simd::prelude::*;
use fearless_simd::{i16x8, i32x4};

use crate::matrix::{EightBitBlock, FourBitBlock, Half, QUAD, QUADS, ROWS, widen};
use crate::rounded::{Rounded, RoundedBlock};

/// Input rows that are multiplied together, so that weights are unpacked once for all of them.
const TOGETHER: usize = 4;
/// Numbers of a register.
const WIDTH: usize = 8;

/// The whole numbers of a block, four of a row together.
type Quanta = [[i16; ROWS * QUAD]; QUADS];

/// Weights of either kind.
pub(super) trait Block {
    fn quanta(&self) -> Quanta;
    fn scales(&self) -> &[Half; ROWS];
    fn minimum(&self, lane: usize) -> f32;
}

impl Block for FourBitBlock {
    #[inline(always)]
    fn quanta(&self) -> Quanta {
        let mut quanta = [[0; ROWS * QUAD]; QUADS];
        let (low, high) = quanta.split_at_mut(QUADS / 2);
        for ((low, high), bytes) in low.iter_mut().zip(high).zip(&self.quanta) {
            for ((low, high), byte) in low.iter_mut().zip(high).zip(bytes) {
                (*low, *high) = (i16::from(byte & 15), i16::from(byte >> 4));
            }
        }
        quanta
    }

    fn scales(&self) -> &[Half; ROWS] {
        &self.scales
    }

    fn minimum(&self, lane: usize) -> f32 {
        widen(self.minimums[lane])
    }
}

impl Block for EightBitBlock {
    #[inline(always)]
    fn quanta(&self) -> Quanta {
        let mut quanta = [[0; ROWS * QUAD]; QUADS];
        for (quanta, bytes) in quanta.iter_mut().zip(&self.quanta) {
            for (quantum, byte) in quanta.iter_mut().zip(bytes) {
                *quantum = i16::from(*byte);
            }
        }
        quanta
    }

    fn scales(&self) -> &[Half; ROWS] {
        &self.scales
    }

    fn minimum(&self, _: usize) -> f32 {
        0.0
    }
}

/// Multiplies each row with each row of weights.
#[inline(always)]
pub(super) fn multiply<S: Simd, B: Block>(simd: S, blocks: &[B], rows: &Rounded, products: &mut [f32]) {
    let per_row = products.len() / rows.rows();
    for (panel, blocks) in blocks.chunks_exact(rows.blocks_per_row()).enumerate() {
        for first in (0..rows.rows()).step_by(TOGETHER) {
            let tile = first..rows.rows().min(first + TOGETHER);
            let mut sums = [[0.0; ROWS]; TOGETHER];
            for (at, block) in blocks.iter().enumerate() {
                let quanta = block.quanta();
                let scales = block.scales().map(widen);
                for (row, sums) in tile.clone().zip(&mut sums) {
                    let row = &rows.row(row)[at];
                    let whole = whole_sums(simd, &quanta, row);
                    for lane in 0..ROWS {
                        sums[lane] +=
                            whole[lane] * (row.scale * scales[lane]) + row.sum * block.minimum(lane);
                    }
                }
            }
            for (row, sums) in tile.zip(&sums) {
                let start = row * per_row + panel * ROWS;
                products[start..start + ROWS].copy_from_slice(sums);
            }
        }
    }
}

/// The products of whole numbers, summed up for each of eight rows of weights.
#[inline(always)]
fn whole_sums<S: Simd>(simd: S, quanta: &Quanta, row: &RoundedBlock) -> [f32; ROWS] {
    let mut sums = [i32x4::splat(simd, 0); ROWS * QUAD / WIDTH];
    for (quanta, quad) in quanta.iter().zip(row.quads) {
        let [first, second, third, fourth] = quad.to_le_bytes().map(|byte| i16::from(byte.cast_signed()));
        let numbers = [first, second, third, fourth, first, second, third, fourth];
        let numbers: i16x8<S> = numbers.simd_into(simd);
        for (sum, quanta) in sums.iter_mut().zip(quanta.as_chunks::<WIDTH>().0) {
            *sum += i16x8::load_array_ref(simd, quanta).pairwise_dot_product(numbers);
        }
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "sums of 32 products have fewer bits than the number holds"
    )]
    array::from_fn(|lane| {
        let halves: [i32; 4] = sums[lane / 2].into();
        let start = lane % 2 * 2;
        (halves[start] + halves[start + 1]) as f32
    })
}
