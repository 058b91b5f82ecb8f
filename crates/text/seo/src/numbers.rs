//! Rounding and quantiles.

/// Converts a count for calculations.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn as_f64(count: usize) -> f64 {
    count as f64
}

/// A share with two digits; more would suggest false precision.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The quantile of a sorted list, interpolated between adjacent values.
pub(crate) fn quantile(sorted: &[u32], share: f64) -> Option<u32> {
    let last = u32::try_from(sorted.len().checked_sub(1)?).unwrap_or(u32::MAX);
    let place = share * f64::from(last);
    let below = sorted.get(to_index(place.floor()))?;
    let above = sorted.get(to_index(place.ceil()))?;
    let value = f64::from(*below) + (f64::from(*above) - f64::from(*below)) * place.fract();
    u32::try_from(to_index(value.round())).ok()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between zero and the greatest u32"
)]
fn to_index(value: f64) -> usize {
    value as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7], 0.25), Some(7));
        assert_eq!(quantile(&[1, 2, 3, 4], 0.5), Some(3));
        assert_eq!(quantile(&[0, 10, 20, 30, 40], 0.75), Some(30));
        assert_eq!(quantile(&[10, 20], 0.25), Some(13));
    }
}
