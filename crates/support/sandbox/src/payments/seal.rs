//! Self-contained payment ids: an id holds the content of the payment and an authentication code. So a
//! checkout page opens on any node and after a restart, and an attacker can't forge one that redirects to a
//! URL of their choice.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

const TAG_BYTES: usize = 16;

/// The authentication code of a message, in full.
pub(super) fn code(secret: &str, parts: &[&[u8]]) -> [u8; 32] {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return [0; 32] };
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// The same in hexadecimal digits.
pub(super) fn code_digits(secret: &str, parts: &[&[u8]]) -> String {
    let digits = code(secret, parts).into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

/// Content as an id. `purpose` separates the kinds of ids.
pub(super) fn seal(secret: &str, purpose: &str, content: &Value) -> String {
    let text = content.to_string();
    let tag = code(secret, &[b"seal ", purpose.as_bytes(), b" ", text.as_bytes()]);
    let bytes: Vec<u8> = tag.into_iter().take(TAG_BYTES).chain(text.bytes()).collect();
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The content of an id that [`seal`] made with this secret.
pub(super) fn unseal(secret: &str, purpose: &str, id: &str) -> Option<Value> {
    let bytes = URL_SAFE_NO_PAD.decode(id).ok()?;
    let (tag, text) = bytes.split_at_checked(TAG_BYTES)?;
    let expected = code(secret, &[b"seal ", purpose.as_bytes(), b" ", text]);
    let differs = expected.iter().zip(tag).fold(0, |differs, (one, other)| differs | (one ^ other));
    if differs == 0 { serde_json::from_slice(text).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_was_sealed_here_for_this_purpose_opens() {
        let content = json!({"a": 1, "s": "https://app.test/?x=đ"});
        let id = seal("secret", "stripe", &content);
        assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')));
        assert_eq!(unseal("secret", "stripe", &id), Some(content));
        assert_eq!(unseal("other", "stripe", &id), None);
        assert_eq!(unseal("secret", "payos", &id), None);
        for place in 0..id.len() {
            let mut forged = id.clone().into_bytes();
            forged[place] = if forged[place] == b'A' { b'B' } else { b'A' };
            assert_eq!(unseal("secret", "stripe", &String::from_utf8(forged).unwrap()), None, "{place}");
        }
        for odd in ["", "A", "é", &id[..20], &"A".repeat(5_000)] {
            assert_eq!(unseal("secret", "stripe", odd), None);
        }
    }
}
