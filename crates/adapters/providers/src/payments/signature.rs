//! HMAC-SHA256 in hexadecimal digits, which both providers use. The comparison takes constant time.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::hmac::{Context, HMAC_SHA256, Key, Tag};
use secrecy::{ExposeSecret, SecretString};

fn tag(secret: &SecretString, parts: &[&[u8]]) -> Tag {
    let key = Key::new(HMAC_SHA256, secret.expose_secret().as_bytes());
    let mut context = Context::with_key(&key);
    for part in parts {
        context.update(part);
    }
    context.sign()
}

/// The signature of a message in parts.
pub(super) fn sign(secret: &SecretString, parts: &[&[u8]]) -> String {
    let digits = tag(secret, parts);
    let digits = digits.as_ref().iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

/// Whether `signature` is that of the message.
pub(super) fn is_signed(secret: &SecretString, parts: &[&[u8]], signature: &str) -> bool {
    let Some(claimed) = bytes_of(signature) else { return false };
    verify_slices_are_equal(tag(secret, parts).as_ref(), &claimed).is_ok()
}

fn bytes_of(digits: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if digits.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
        let mut value = 0;
        for digit in pair {
            value = value * 16 + char::from(*digit).to_digit(16)?;
        }
        *byte = u8::try_from(value).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_signature_of_the_same_message_is_taken() {
        let secret = SecretString::from("chk");
        let text = b"amount=2000&cancelUrl=https://app/c&description=don hang 123&orderCode=123&returnUrl=https://app/s";
        let signature = "6ff7acc20435120f5b782ab06a5ee28f49470697ceee9b330d812a467de257b9";
        assert_eq!(sign(&secret, &[text]), signature);
        assert!(is_signed(&secret, &[&text[..5], &text[5..]], signature));
        assert!(is_signed(&secret, &[text], &signature.to_uppercase()));
        let shortened = &signature[..62];
        let other = signature.replace('6', "7");
        for wrong in ["", "6f", shortened, &other, &format!("{signature}00"), &"é".repeat(32)] {
            assert!(!is_signed(&secret, &[text], wrong), "{wrong}");
        }
        assert!(!is_signed(&SecretString::from("other"), &[text], signature));
        assert!(!is_signed(&secret, &[b"amount=1"], signature));
    }
}
