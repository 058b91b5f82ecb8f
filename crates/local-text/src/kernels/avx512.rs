//! Eight rows of weights at a time with the instructions of processors since 2019, which multiply and add four pairs of bytes at once.
//! The registers stay as wide as before: wider ones would want another order of the weights.

use std::arch::x86_64::{
    __m256, __m256i, _mm256_and_si256, _mm256_cvtepi32_ps, _mm256_cvtph_ps, _mm256_dpbusd_epi32,
    _mm256_fmadd_ps, _mm256_mul_ps, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_ps,
    _mm256_setzero_si256, _mm256_srli_epi16, _mm256_xor_si256,
};

use fearless_simd::x86::Avx512;
use fearless_simd::{SimdBase, SimdInto, f32x8, i8x32, u8x32, u16x8};

use super::tiles::{Products, kernel_of_tiles};
use crate::matrix::{EightBitBlock, FourBitBlock, Half, QUADS, ROWS};
use crate::rounded::{Rounded, RoundedBlock};

kernel_of_tiles!(four_bit, Avx512, FourBitBlock, four_bit_tile, 8);
kernel_of_tiles!(eight_bit, Avx512, EightBitBlock, eight_bit_tile, 8);

#[target_feature(enable = "avx512f,avx512vl,avx512vnni")]
#[inline]
fn four_bit_tile<const N: usize>(
    level: Avx512,
    blocks: &[FourBitBlock],
    rows: [&[RoundedBlock]; N],
) -> [[f32; ROWS]; N] {
    let low = _mm256_set1_epi8(15);
    let mut products = [_mm256_setzero_ps(); N];
    for (at, block) in blocks.iter().enumerate() {
        let mut sums = [_mm256_setzero_si256(); N];
        for (quad, bytes) in block.quanta.iter().enumerate() {
            let bytes: __m256i = u8x32::load_array_ref(level, bytes).into();
            let first = _mm256_and_si256(bytes, low);
            let second = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), low);
            for (sum, row) in sums.iter_mut().zip(rows) {
                let quads = &row[at].quads;
                *sum = _mm256_dpbusd_epi32(*sum, first, _mm256_set1_epi32(quads[quad]));
                *sum = _mm256_dpbusd_epi32(*sum, second, _mm256_set1_epi32(quads[quad + QUADS / 2]));
            }
        }
        let (scales, minimums) = (widened(level, &block.scales), widened(level, &block.minimums));
        for ((product, sum), row) in products.iter_mut().zip(sums).zip(rows) {
            let row = &row[at];
            *product = _mm256_fmadd_ps(minimums, _mm256_set1_ps(row.sum), *product);
            let scales = _mm256_mul_ps(scales, _mm256_set1_ps(row.scale));
            *product = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sum), scales, *product);
        }
    }
    stored(level, products)
}

/// The instruction wants one factor without a sign, so 128 is added to the weights and their part taken off again.
#[target_feature(enable = "avx512f,avx512vl,avx512vnni")]
#[inline]
fn eight_bit_tile<const N: usize>(
    level: Avx512,
    blocks: &[EightBitBlock],
    rows: [&[RoundedBlock]; N],
) -> [[f32; ROWS]; N] {
    let mut products = [_mm256_setzero_ps(); N];
    for (at, block) in blocks.iter().enumerate() {
        let mut sums = [_mm256_setzero_si256(); N];
        for (quad, bytes) in block.quanta.iter().enumerate() {
            let weights: __m256i = i8x32::load_array_ref(level, bytes).into();
            let raised = _mm256_xor_si256(weights, _mm256_set1_epi8(-128));
            for (sum, row) in sums.iter_mut().zip(rows) {
                *sum = _mm256_dpbusd_epi32(*sum, raised, _mm256_set1_epi32(row[at].quads[quad]));
            }
        }
        let scales = widened(level, &block.scales);
        for ((product, sum), row) in products.iter_mut().zip(sums).zip(rows) {
            let row = &row[at];
            *product = _mm256_fmadd_ps(scales, _mm256_set1_ps(-128.0 * row.sum), *product);
            let scales = _mm256_mul_ps(scales, _mm256_set1_ps(row.scale));
            *product = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sum), scales, *product);
        }
    }
    stored(level, products)
}

#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
fn widened(level: Avx512, halves: &[Half; ROWS]) -> __m256 {
    _mm256_cvtph_ps(u16x8::load_array_ref(level, halves).into())
}

#[inline(always)]
fn stored<const N: usize>(level: Avx512, products: [__m256; N]) -> [[f32; ROWS]; N] {
    products.map(|products| {
        let products: f32x8<Avx512> = products.simd_into(level);
        products.into()
    })
}
