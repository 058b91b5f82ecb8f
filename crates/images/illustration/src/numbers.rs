//! Conversions between counts, places and colours. Images are far too small to be affected by the lost
//! precision.

/// A count of pixels as a length.
#[expect(clippy::cast_precision_loss, reason = "pictures are far below 2^24 pixels wide")]
pub(crate) fn length(pixels: u32) -> f32 {
    pixels as f32
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^24")]
pub(crate) fn count(things: usize) -> f32 {
    things as f32
}

/// The whole pixel at a place, at least 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
pub(crate) fn index(place: f32) -> usize {
    place as usize
}

/// A length as a count of pixels, rounded up, at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
pub(crate) fn pixels(length: f32) -> u32 {
    (length.ceil() as u32).max(1)
}

/// A share of full strength as a byte.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
pub(crate) fn byte(share: f32) -> u8 {
    (share * 255.0 + 0.5) as u8
}

/// A share as 65536ths, for integer arithmetic on whole images.
#[expect(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
pub(crate) fn weight(share: f32) -> i32 {
    (share.min(1.0) * 65536.0) as i32
}

/// A byte moved towards another by 65536ths of the way.
pub(crate) fn nudged(part: u8, goal: u8, weight: i32) -> u8 {
    let part = i32::from(part);
    u8::try_from(part + (((i32::from(goal) - part) * weight + 0x8000) >> 16)).unwrap_or(goal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_nudged_all_the_way_and_not_beyond() {
        for (part, goal) in [(0, 255), (255, 0), (7, 7), (100, 101)] {
            assert_eq!(nudged(part, goal, weight(0.0)), part);
            assert_eq!(nudged(part, goal, weight(1.5)), goal);
        }
        assert_eq!(nudged(0, 200, weight(0.5)), 100);
    }
}
