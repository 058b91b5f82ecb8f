//! Random numbers that are the same in every run.

/// A stream of random numbers.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number (`SplitMix64`).
    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, or 0.
    #[expect(clippy::cast_possible_truncation, reason = "the product's upper half is below the bound")]
    pub(super) const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// A number between -1 and 1, most often near 0.
    #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
    pub(super) fn about_zero(&mut self) -> f32 {
        let mut even = || (self.next() >> 40) as f32 / 16_777_216.0;
        even() - even()
    }
}
