//! The loops around the kernels of processors with wide registers.

/// Makes a kernel out of a function for a tile: eight rows of weights, and some input rows at once, so that weights are unpacked once
/// for all of them. The rest of the input rows go one by one.
macro_rules! kernel_of_tiles {
    ($name:ident, $level:ident, $block:ty, $tile:ident, $together:literal) => {
        fearless_simd::kernel!(
            pub(super) fn $name(level: $level, blocks: &[$block], rows: &Rounded, products: &mut [f32]) {
                let mut products = Products::new(rows, products);
                let whole_tiles = rows.rows() - rows.rows() % $together;
                for (panel, blocks) in blocks.chunks_exact(rows.blocks_per_row()).enumerate() {
                    for first in (0..whole_tiles).step_by($together) {
                        let inputs: [_; $together] = std::array::from_fn(|at| rows.row(first + at));
                        products.store(first, panel, $tile(level, blocks, inputs));
                    }
                    for row in whole_tiles..rows.rows() {
                        products.store(row, panel, $tile(level, blocks, [rows.row(row)]));
                    }
                }
            }
        );
    };
}

pub(super) use kernel_of_tiles;

use crate::matrix::ROWS;
use crate::rounded::Rounded;

/// Where products go.
pub(super) struct Products<'a> {
    places: &'a mut [f32],
    per_row: usize,
}

impl<'a> Products<'a> {
    pub(super) fn new(rows: &Rounded, places: &'a mut [f32]) -> Self {
        let per_row = places.len() / rows.rows();
        Self { places, per_row }
    }

    #[inline(always)]
    pub(super) fn store<const N: usize>(&mut self, first: usize, panel: usize, tile: [[f32; ROWS]; N]) {
        for (row, products) in (first..).zip(tile) {
            let start = row * self.per_row + panel * ROWS;
            self.places[start..start + ROWS].copy_from_slice(&products);
        }
    }
}
