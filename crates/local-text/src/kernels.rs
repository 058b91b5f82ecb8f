//! Multiplies rows with matrices of weights, with the best instructions that the processor turns out to have. The outcome is the same
//! everywhere but for the last bits.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(target_arch = "x86_64")]
mod tiles;

use fearless_simd::{Level, dispatch};

use crate::matrix::{Matrix, Panels};
use crate::rounded::Rounded;

/// Multiplies each row with each row of a matrix; `products` has one place for each pair, those of a row together.
pub(crate) fn multiply(level: Level, matrix: &Matrix, rows: &Rounded, products: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = level.as_avx512() {
        return match matrix.panels() {
            Panels::FourBit(blocks) => avx512::four_bit(avx512, blocks, rows, products),
            Panels::EightBit(blocks) => avx512::eight_bit(avx512, blocks, rows, products),
        };
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = level.as_avx2() {
        return match matrix.panels() {
            Panels::FourBit(blocks) => avx2::four_bit(avx2, blocks, rows, products),
            Panels::EightBit(blocks) => avx2::eight_bit(avx2, blocks, rows, products),
        };
    }
    match matrix.panels() {
        Panels::FourBit(blocks) => {
            dispatch!(level, simd => portable::multiply(simd, blocks, rows, products));
        }
        Panels::EightBit(blocks) => {
            dispatch!(level, simd => portable::multiply(simd, blocks, rows, products));
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::gguf::TensorKind;

    /// Every level that this processor has.
    fn levels() -> Vec<Level> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "there is only one level"))]
        let mut levels = vec![Level::new(), Level::baseline()];
        #[cfg(target_arch = "x86_64")]
        levels.extend(Level::new().as_avx2().map(Level::Avx2));
        levels
    }

    fn matrix(kind: TensorKind, rows: usize, columns: usize, chance: &mut Rng) -> Matrix {
        let header: &[u16] = if kind == TensorKind::FourBit { &[0x2c00, 0xb000] } else { &[0x1c00] };
        let quanta = if kind == TensorKind::FourBit { 16 } else { 32 };
        let mut bytes = Vec::new();
        for _ in 0..rows * columns / 32 {
            bytes.extend(header.iter().flat_map(|half| (half + chance.u16(..256)).to_le_bytes()));
            bytes.extend(std::iter::repeat_with(|| chance.u8(..)).take(quanta));
        }
        Matrix::new(kind, rows, columns, &bytes).unwrap()
    }

    #[test]
    fn every_level_multiplies_like_plain_arithmetic() {
        let mut chance = Rng::with_seed(5);
        for kind in [TensorKind::FourBit, TensorKind::EightBit] {
            let matrix = matrix(kind, 24, 96, &mut chance);
            for rows in [1, 3, 4, 8, 13] {
                let numbers: Vec<f32> =
                    std::iter::repeat_with(|| chance.f32() - 0.5).take(rows * 96).collect();
                for level in levels() {
                    check(level, &matrix, &numbers);
                }
            }
        }
    }

    /// Rounding to eight bits changes each number by half a 127th of the largest at most.
    fn check(level: Level, matrix: &Matrix, numbers: &[f32]) {
        let rows = numbers.len() / matrix.columns();
        let mut products = vec![0.0; rows * matrix.rows()];
        multiply(level, matrix, &Rounded::new(numbers, matrix.columns()), &mut products);
        let mut weights = vec![0.0; matrix.columns()];
        for (row, (numbers, products)) in
            numbers.chunks(matrix.columns()).zip(products.chunks(matrix.rows())).enumerate()
        {
            for (column, product) in products.iter().enumerate() {
                matrix.write_row(column, &mut weights);
                let exact: f32 = weights.iter().zip(numbers).map(|(weight, number)| weight * number).sum();
                let bound: f32 = weights.iter().map(|weight| weight.abs() * 0.5 / 254.0).sum::<f32>() + 1e-4;
                assert!((product - exact).abs() <= bound, "{level:?}, {row}, {column}: {product}, {exact}");
            }
        }
    }

    #[test]
    fn extreme_numbers_do_not_overflow() {
        for (kind, header) in [(TensorKind::FourBit, vec![0, 60, 0, 0]), (TensorKind::EightBit, vec![0, 60])]
        {
            for (byte, quantum) in [(0xff_u8, -1.0), (0x80, -128.0), (0x7f, 127.0)] {
                let quanta = if kind == TensorKind::FourBit { 16 } else { 32 };
                let block = [header.as_slice(), &vec![byte; quanta]].concat();
                let matrix = Matrix::new(kind, 8, 32, &block.repeat(8)).unwrap();
                let four_bit = f32::from(byte & 15) * 16.0 + f32::from(byte >> 4) * 16.0;
                let sum = if kind == TensorKind::FourBit { four_bit } else { quantum * 32.0 };
                for (level, number) in
                    levels().into_iter().flat_map(|level| [(level, 127.0), (level, -127.0)])
                {
                    let mut products = [0.0; 8];
                    multiply(level, &matrix, &Rounded::new(&[number; 32], 32), &mut products);
                    let error = products.map(|product| (product - sum * number).abs());
                    assert!(error.iter().all(|error| *error < 0.01), "{level:?}, {byte}: {products:?}");
                }
            }
        }
    }
}
