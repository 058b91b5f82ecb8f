//! Arithmetic on rows of numbers. Everything is inlined, so that it is compiled for the processor of whoever calls it.

const LANES: usize = 8;

/// Adding and subtracting this rounds to whole numbers on every processor, without a call.
pub(crate) const ROUNDER: f32 = 12_582_912.0;

/// The sum of the products of two rows.
#[inline(always)]
pub(crate) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (left, right) in left.as_chunks::<LANES>().0.iter().zip(right.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    sums.iter().sum()
}

/// Adds a multiple of a row to another.
#[inline(always)]
pub(crate) fn add_scaled(sum: &mut [f32], row: &[f32], factor: f32) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += number * factor;
    }
}

/// Brings each row to length one per number, then weighs the numbers.
#[inline(always)]
pub(crate) fn normalise(rows: &[f32], weights: &[f32], epsilon: f32) -> Vec<f32> {
    let mut normal = Vec::with_capacity(rows.len());
    for row in rows.chunks_exact(weights.len()) {
        #[expect(clippy::cast_precision_loss, reason = "rows have some hundred numbers")]
        let mean = dot(row, row) / row.len() as f32;
        let factor = 1.0 / (mean + epsilon).sqrt();
        normal.extend(row.iter().zip(weights).map(|(number, weight)| number * factor * weight));
    }
    normal
}

/// Multiplies with what lets numbers pass softly from zero on: `x / (1 + exp(-x))`.
#[inline(always)]
pub(crate) fn gate(gates: &mut [f32], numbers: &[f32]) {
    for (gate, number) in gates.iter_mut().zip(numbers) {
        *gate = *gate / (1.0 + exponential(-*gate)) * number;
    }
}

/// Turns scores into shares of one.
#[inline(always)]
pub(crate) fn to_shares(scores: &mut [f32]) {
    let largest = largest(scores);
    for score in scores.iter_mut() {
        *score = exponential(*score - largest);
    }
    let inverse = 1.0 / sum(scores);
    for score in scores {
        *score *= inverse;
    }
}

/// The logarithm of the sum of the exponentials: what scores lack of being logarithms of probabilities.
#[inline(always)]
pub(crate) fn log_sum(scores: &[f32]) -> f32 {
    let largest = largest(scores);
    let mut sums = [0.0; LANES];
    let (chunks, rest) = scores.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            sums[lane] += exponential(chunk[lane] - largest);
        }
    }
    let rest: f32 = rest.iter().map(|score| exponential(score - largest)).sum();
    (sums.iter().sum::<f32>() + rest).ln() + largest
}

/// The largest of some numbers.
#[inline(always)]
pub(crate) fn largest(numbers: &[f32]) -> f32 {
    let mut largest = [f32::NEG_INFINITY; LANES];
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            largest[lane] = if chunk[lane] > largest[lane] { chunk[lane] } else { largest[lane] };
        }
    }
    largest.iter().chain(rest).fold(f32::NEG_INFINITY, |largest, &number| largest.max(number))
}

#[inline(always)]
fn sum(numbers: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            sums[lane] += chunk[lane];
        }
    }
    sums.iter().sum::<f32>() + rest.iter().sum::<f32>()
}

/// The exponential function to about six digits, without a call or a branch: a power of two by the bits, the rest by its series.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the power of two was brought between -126 and 127")]
pub(crate) fn exponential(number: f32) -> f32 {
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let number = number.clamp(-87.0, 88.0);
    let power = number * std::f32::consts::LOG2_E + ROUNDER - ROUNDER;
    let rest = number - power * LN_2_HIGH - power * LN_2_LOW;
    let coefficients = [1.987_569_1e-4, 1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5];
    let series = coefficients.iter().fold(0.0, |sum, coefficient| sum * rest + coefficient);
    let series = series * rest * rest + rest + 1.0;
    series * f32::from_bits((power as i32 + 127).cast_unsigned() << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_close() {
        for step in -8700..8800_i16 {
            let number = f32::from(step) / 100.0;
            let (found, expected) = (f64::from(exponential(number)), f64::from(number).exp());
            assert!((found / expected - 1.0).abs() < 1e-6, "{number}: {found} instead of {expected}");
        }
        assert!(exponential(-1e9) < 1e-37);
        assert!(exponential(f32::INFINITY).is_finite());
    }

    #[test]
    fn shares_sum_up_to_one() {
        let mut scores: Vec<f32> = (0..37_u8).map(|score| f32::from(score) / 3.0 - 100.0).collect();
        let expected = scores[36] - log_sum(&scores);
        to_shares(&mut scores);
        assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((scores[36].ln() - expected).abs() < 1e-5);
    }

    #[test]
    fn a_normal_row_has_length_one_per_number() {
        let row: Vec<f32> = (0..64_u8).map(|number| f32::from(number) - 7.0).collect();
        let normal = normalise(&row, &[1.0; 64], 0.0);
        assert!((dot(&normal, &normal) / 64.0 - 1.0).abs() < 1e-5);
    }
}
