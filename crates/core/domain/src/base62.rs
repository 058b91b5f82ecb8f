//! Fixed-width base 62 (`0-9A-Za-z`, most significant digit first): one double-click selects the whole text.

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const NOT_A_DIGIT: u8 = 0xff;
const DIGITS: [u8; 256] = digit_values();

/// Ten digits at a time fit a machine word, which spares nine of ten wide multiplications.
const CHUNK: usize = 10;
const LIMBS: usize = 6;

const fn digit_values() -> [u8; 256] {
    let mut values = [NOT_A_DIGIT; 256];
    let mut index = 0;
    while index < ALPHABET.len() {
        #[expect(clippy::cast_possible_truncation, reason = "the alphabet has 62 letters")]
        {
            values[ALPHABET[index] as usize] = index as u8;
        }
        index += 1;
    }
    values
}

/// Writes a number into all of `out`.
pub(crate) fn encode_u64(mut number: u64, out: &mut [u8]) {
    for slot in out.iter_mut().rev() {
        *slot = ALPHABET[usize::try_from(number % 62).unwrap_or(0)];
        number /= 62;
    }
}

/// Reads a number; `None` for an invalid character or a number that needs more than 64 bits.
pub(crate) fn decode_u64(text: &[u8]) -> Option<u64> {
    text.iter().try_fold(0_u64, |number, letter| {
        let digit = DIGITS[usize::from(*letter)];
        if digit == NOT_A_DIGIT {
            return None;
        }
        number.checked_mul(62)?.checked_add(u64::from(digit))
    })
}

/// Writes `bytes` as one big-endian number of at most 384 bits into all of `out`.
pub(crate) fn encode_bytes(bytes: &[u8], out: &mut [u8]) {
    let mut limbs = [0_u64; LIMBS];
    for (limb, chunk) in limbs.iter_mut().rev().zip(bytes.rchunks(8)) {
        *limb = chunk.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    }
    for chunk in out.rchunks_mut(CHUNK) {
        let divisor = u128::from(62_u64.pow(u32::try_from(chunk.len()).unwrap_or(0)));
        let mut remainder = 0_u128;
        for limb in &mut limbs {
            let dividend = remainder << 64 | u128::from(*limb);
            *limb = low_word(dividend / divisor);
            remainder = dividend % divisor;
        }
        encode_u64(low_word(remainder), chunk);
    }
}

/// Reads what [`encode_bytes`] wrote; `None` for an invalid character or a number that `N` bytes can't hold,
/// so that every byte string has exactly one spelling.
pub(crate) fn decode_bytes<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let mut limbs = [0_u64; LIMBS];
    let first = text.len() % CHUNK;
    let (head, rest) = text.split_at(first);
    for chunk in std::iter::once(head).chain(rest.chunks(CHUNK)) {
        let factor = 62_u64.pow(u32::try_from(chunk.len()).ok()?);
        let mut carry = decode_u64(chunk)?;
        for limb in limbs.iter_mut().rev() {
            let product = u128::from(*limb) * u128::from(factor) + u128::from(carry);
            *limb = low_word(product);
            carry = low_word(product >> 64);
        }
        if carry != 0 {
            return None;
        }
    }
    let mut wide = [0_u8; LIMBS * 8];
    for (slot, limb) in wide.chunks_exact_mut(8).zip(limbs) {
        slot.copy_from_slice(&limb.to_be_bytes());
    }
    let (excess, bytes) = wide.split_at(wide.len() - N);
    if excess.iter().any(|byte| *byte != 0) {
        return None;
    }
    bytes.try_into().ok()
}

#[expect(clippy::cast_possible_truncation, reason = "keeping the low word is the point")]
const fn low_word(number: u128) -> u64 {
    number as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_survive_the_round_trip(bytes in any::<[u8; 32]>(), tail in any::<[u8; 15]>()) {
            let mut whole = [0_u8; 47];
            whole[..32].copy_from_slice(&bytes);
            whole[32..].copy_from_slice(&tail);
            let mut text = [0_u8; 64];
            encode_bytes(&whole, &mut text);
            prop_assert!(text.iter().all(u8::is_ascii_alphanumeric));
            prop_assert_eq!(decode_bytes::<47>(&text), Some(whole));
        }

        #[test]
        fn numbers_survive_the_round_trip(number in any::<u64>()) {
            let mut text = [0_u8; 11];
            encode_u64(number, &mut text);
            prop_assert_eq!(decode_u64(&text), Some(number));
        }

        #[test]
        fn order_of_numbers_is_order_of_texts(left in any::<u64>(), right in any::<u64>()) {
            let (mut a, mut b) = ([0_u8; 11], [0_u8; 11]);
            encode_u64(left, &mut a);
            encode_u64(right, &mut b);
            prop_assert_eq!(left.cmp(&right), a.cmp(&b));
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        assert_eq!(decode_u64(b"zzzzzzzzzzz"), None);
        assert_eq!(decode_bytes::<47>(&[b'z'; 64]), None);
        assert_eq!(decode_bytes::<47>(&[b'z'; 90]), None);
        assert_eq!(decode_u64(b"12-4"), None);
    }
}
