//! Proves the ownership of the hosted site to search engines.

use std::fmt::Write as _;

use secrecy::{ExposeSecret, SecretString};

use crate::webhooks::code;

/// The key that the site shows to engines of IndexNow. It is public, but can't be guessed beforehand.
#[must_use]
pub fn site_key(installation: &SecretString) -> String {
    let code = code(installation.expose_secret().as_bytes(), &[b"indexnow"]);
    code.iter().take(16).fold(String::new(), |mut text, byte| {
        // Writing to a String can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_what_indexnow_takes() {
        let key = site_key(&SecretString::from("installation"));
        assert_eq!(key.len(), 32);
        assert!(key.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(key, site_key(&SecretString::from("another")));
    }
}
