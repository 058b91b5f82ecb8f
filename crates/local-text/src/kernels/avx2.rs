//! Eight rows of weights at a time with the instructions of processors since 2013.

use std::arch::x86_64::{
    __m256, __m256i, _mm256_abs_epi8, _mm256_add_epi16, _mm256_add_epi32, _mm256_and_si256,
    _mm256_cvtepi32_ps, _mm256_cvtph_ps, _mm256_fmadd_ps, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_mul_ps, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_ps,
    _mm256_setzero_si256, _mm256_sign_epi8, _mm256_srli_epi16,
};

use fearless_simd::x86::Avx2;
use fearless_simd::{SimdBase, SimdInto, f32x8, i8x32, u8x32, u16x8};

use super::tiles::{Products, kernel_of_tiles};
use crate::matrix::{EightBitBlock, FourBitBlock, Half, QUADS, ROWS};
use crate::rounded::{Rounded, RoundedBlock};

kernel_of_tiles!(four_bit, Avx2, FourBitBlock, four_bit_tile, 4);
kernel_of_tiles!(eight_bit, Avx2, EightBitBlock, eight_bit_tile, 4);

/// Eight products of 15 and 127 and as many sums fit into 16 bits, so they are widened only at the end of a block.
#[target_feature(enable = "avx2,fma,f16c")]
#[inline]
fn four_bit_tile<const N: usize>(
    level: Avx2,
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
                *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(first, _mm256_set1_epi32(quads[quad])));
                let numbers = _mm256_set1_epi32(quads[quad + QUADS / 2]);
                *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(second, numbers));
            }
        }
        let (scales, minimums) = (widened(level, &block.scales), widened(level, &block.minimums));
        for ((product, sum), row) in products.iter_mut().zip(sums).zip(rows) {
            let row = &row[at];
            let sum = _mm256_cvtepi32_ps(_mm256_madd_epi16(sum, _mm256_set1_epi16(1)));
            *product = _mm256_fmadd_ps(minimums, _mm256_set1_ps(row.sum), *product);
            *product = _mm256_fmadd_ps(sum, _mm256_mul_ps(scales, _mm256_set1_ps(row.scale)), *product);
        }
    }
    stored(level, products)
}

/// The instruction wants one factor without a sign, so the weight's sign goes to the other.
#[target_feature(enable = "avx2,fma,f16c")]
#[inline]
fn eight_bit_tile<const N: usize>(
    level: Avx2,
    blocks: &[EightBitBlock],
    rows: [&[RoundedBlock]; N],
) -> [[f32; ROWS]; N] {
    let mut products = [_mm256_setzero_ps(); N];
    for (at, block) in blocks.iter().enumerate() {
        let mut sums = [_mm256_setzero_si256(); N];
        for (quad, bytes) in block.quanta.iter().enumerate() {
            let weights: __m256i = i8x32::load_array_ref(level, bytes).into();
            let magnitudes = _mm256_abs_epi8(weights);
            for (sum, row) in sums.iter_mut().zip(rows) {
                let numbers = _mm256_sign_epi8(_mm256_set1_epi32(row[at].quads[quad]), weights);
                let pairs = _mm256_maddubs_epi16(magnitudes, numbers);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
            }
        }
        let scales = widened(level, &block.scales);
        for ((product, sum), row) in products.iter_mut().zip(sums).zip(rows) {
            let scales = _mm256_mul_ps(scales, _mm256_set1_ps(row[at].scale));
            *product = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sum), scales, *product);
        }
    }
    stored(level, products)
}

#[target_feature(enable = "avx2,f16c")]
#[inline]
fn widened(level: Avx2, halves: &[Half; ROWS]) -> __m256 {
    _mm256_cvtph_ps(u16x8::load_array_ref(level, halves).into())
}

#[inline(always)]
fn stored<const N: usize>(level: Avx2, products: [__m256; N]) -> [[f32; ROWS]; N] {
    products.map(|products| {
        let products: f32x8<Avx2> = products.simd_into(level);
        products.into()
    })
}
