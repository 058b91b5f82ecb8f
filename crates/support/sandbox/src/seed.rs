//! Pseudorandom choices that depend only on the request.

use sha2::{Digest, Sha256};

/// A hash of the request, from which all invented data follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seed([u8; 32]);

impl Seed {
    /// The seed of several texts in order.
    pub(crate) fn of(parts: &[&str]) -> Self {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update(part.len().to_le_bytes());
            digest.update(part.as_bytes());
        }
        Self(digest.finalize().into())
    }

    pub(crate) fn number(self) -> u64 {
        self.0.iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte))
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(self, low: u64, high: u64) -> u64 {
        low + self.number() % (high.saturating_sub(low) + 1)
    }

    /// An endless random generator.
    pub(crate) fn generator(self) -> fastrand::Rng {
        fastrand::Rng::with_seed(self.number())
    }

    /// The first `length` hexadecimal digits, at most 64.
    pub(crate) fn hex(self, length: usize) -> String {
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).take(length).collect()
    }

    /// An identifier of 8-4-4-4-12 hexadecimal digits.
    pub(crate) fn uuid(self) -> String {
        let hex = self.hex(32);
        [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_kept_apart() {
        assert_eq!(Seed::of(&["a", "b"]), Seed::of(&["a", "b"]));
        assert_ne!(Seed::of(&["ab", ""]), Seed::of(&["a", "b"]));
    }

    #[test]
    fn numbers_stay_between_their_bounds() {
        for text in ["", "a", "b", "c"] {
            assert!((3..=7).contains(&Seed::of(&[text]).between(3, 7)));
            assert_eq!(Seed::of(&[text]).between(5, 5), 5);
        }
    }

    #[test]
    fn identifiers_have_their_form() {
        let lengths: Vec<usize> = Seed::of(&["x"]).uuid().split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert_eq!(Seed::of(&["x"]).hex(100).len(), 64);
    }
}
