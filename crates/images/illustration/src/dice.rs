//! Deterministic random numbers: the same prompt, style and seed always give the same numbers on every
//! machine.

use domain::images::ImageStyle;
use unicode_normalization::UnicodeNormalization as _;

/// A source of numbers that look random.
#[derive(Debug, Clone)]
pub(crate) struct Dice {
    state: u64,
}

impl Dice {
    /// Dice for an image. The whole prompt counts, apart from spacing and how its accents are encoded.
    pub(crate) fn of(prompt: &str, style: ImageStyle, seed: u32) -> Self {
        let words = prompt.split_whitespace().flat_map(|word| word.nfc().chain([' ']));
        let mut letters = [0; 4];
        let mut hash = FNV_OFFSET;
        for letter in words {
            hash = fnv(hash, letter.encode_utf8(&mut letters).as_bytes());
        }
        hash = fnv(hash, style.as_str().as_bytes());
        Self { state: fnv(hash, &seed.to_le_bytes()) }
    }

    /// A separate generator for one part of the image, so that changes to one part do not affect the others.
    pub(crate) fn fork(&self, part: &str) -> Self {
        Self { state: fnv(self.state, part.as_bytes()) }
    }

    /// The next number: `SplitMix64`.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, 1.
    pub(crate) fn unit(&mut self) -> f32 {
        let bits = u32::try_from(self.next() >> 40).unwrap_or_default();
        crate::numbers::length(bits) / 16_777_216.0
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A whole number below `limit`; zero if that is zero.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % limit).unwrap_or_default()
    }

    /// True with the given probability.
    pub(crate) fn chance(&mut self, share: f32) -> bool {
        self.unit() < share
    }

    /// One or minus one, with equal probability.
    pub(crate) fn sign(&mut self) -> f32 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    pub(crate) fn pick<T: Copy>(&mut self, first: T, others: &[T]) -> T {
        match self.below(others.len() + 1) {
            0 => first,
            other => others.get(other - 1).copied().unwrap_or(first),
        }
    }
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues an FNV-1a hash with more bytes.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(prompt: &str, style: ImageStyle, seed: u32) -> u64 {
        Dice::of(prompt, style, seed).next()
    }

    #[test]
    fn prompt_style_and_seed_all_count() {
        let usual = first("red car", ImageStyle::Flat, 1);
        assert_eq!(usual, first("red  car ", ImageStyle::Flat, 1));
        assert_eq!(first("cà phê", ImageStyle::Flat, 1), first("ca\u{300} phe\u{302}", ImageStyle::Flat, 1));
        assert_ne!(usual, first("redcar", ImageStyle::Flat, 1));
        assert_ne!(usual, first("red car", ImageStyle::Photo, 1));
        assert_ne!(usual, first("red car", ImageStyle::Flat, 2));
    }

    #[test]
    fn numbers_stay_within_their_bounds() {
        let mut dice = Dice::of("x", ImageStyle::Flat, 0);
        for _ in 0..1000 {
            assert!((0.0..1.0).contains(&dice.unit()));
            assert!((-2.0..3.0).contains(&dice.between(-2.0, 3.0)));
            assert!(dice.below(7) < 7);
            assert!([1, 2, 3].contains(&dice.pick(1, &[2, 3])));
        }
        assert_eq!(dice.below(0), 0);
    }
}
