//! Chance that is the same for the same words.

use fastrand::Rng;

/// Where chance begins for some words: FNV-1a over them.
pub(crate) fn seed(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Chance that begins with some words.
pub(crate) fn chance(parts: &[&str]) -> Rng {
    Rng::with_seed(seed(parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_their_borders_matter() {
        assert_eq!(seed(&["a", "b"]), seed(&["a", "b"]));
        assert_ne!(seed(&["ab", ""]), seed(&["a", "b"]));
    }
}
