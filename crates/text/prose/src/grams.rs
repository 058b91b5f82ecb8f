//! Hashes of words and of sequences of words. They are the same on every machine and in every release,
//! because fingerprints are stored.

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;
/// Odd, so that multiplication loses no information.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of one word.
pub(crate) fn word(text: &str) -> u64 {
    let folded = text.bytes().fold(FNV_OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME));
    mixed(folded)
}

/// Mixes every bit into all others.
pub(crate) fn mixed(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// The hashes of all sequences of `length` words, in order, each in constant time.
pub(crate) fn rolling(words: &[u64], length: usize) -> impl Iterator<Item = u64> {
    let count = if length == 0 { 0 } else { (words.len() + 1).saturating_sub(length) };
    let leading = (1..length).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let mut hash = 0_u64;
    (0..count).map(move |start| {
        if start == 0 {
            hash = words[..length].iter().fold(0, |hash, word| push(hash, *word));
        } else {
            let rest = hash.wrapping_sub(words[start - 1].wrapping_mul(leading));
            hash = push(rest, words[start + length - 1]);
        }
        mixed(hash)
    })
}

fn push(hash: u64, word: u64) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_stay_as_they_were() {
        assert_eq!(word("coffee"), 0x24ba_fdb1_434f_06b0);
    }

    #[test]
    fn rolling_equals_hashing_each_sequence_anew() {
        let words: Vec<u64> = "a b c d a b c".split(' ').map(word).collect();
        let rolled: Vec<u64> = rolling(&words, 3).collect();
        let anew: Vec<u64> = words.windows(3).map(|three| rolling(three, 3).next().unwrap()).collect();
        assert_eq!(rolled, anew);
        assert_eq!(rolled[0], rolled[4]);
        assert_eq!(rolling(&words, 8).count() + rolling(&words, 0).count() + rolling(&[], 1).count(), 0);
    }
}
