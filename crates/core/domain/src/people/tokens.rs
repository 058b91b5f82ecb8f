//! Secrets that a browser or an email carries. Only their hashes are stored, so that a reader of the database
//! can't use them.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use crate::base62;
use crate::webhooks::code;

/// The hash of a secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// A part of it that names a session in a list. It grants no access.
    #[must_use]
    pub fn name(&self) -> String {
        const BYTES: usize = 8;
        self.0.iter().take(BYTES).fold(String::new(), |name, byte| name + &format!("{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({})", self.name())
    }
}

/// 256 random bits as letters and digits.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretToken(String);

/// Text that is not a secret token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected {digits} letters or digits", digits = SecretToken::DIGITS)]
pub struct InvalidToken;

impl SecretToken {
    const RANDOM_BYTES: usize = 32;
    /// The number of digits that the random bytes need.
    const DIGITS: usize = 43;

    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0_u8; Self::RANDOM_BYTES];
        getrandom::fill(&mut bytes)?;
        let mut digits = [0_u8; Self::DIGITS];
        base62::encode_bytes(&bytes, &mut digits);
        Ok(Self(digits.into_iter().map(char::from).collect()))
    }

    /// The secret as its bearer presents it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash that is stored. With so many random bits, a fast hash suffices.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The token that pages put into their forms, so that only our pages can send them.
    #[must_use]
    pub fn form_token(&self) -> String {
        let mut digits = [0_u8; Self::DIGITS];
        base62::encode_bytes(&code(self.0.as_bytes(), &[b"form"]), &mut digits);
        digits.into_iter().map(char::from).collect()
    }
}

impl fmt::Debug for SecretToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretToken(…)")
    }
}

impl FromStr for SecretToken {
    type Err = InvalidToken;

    fn from_str(text: &str) -> Result<Self, InvalidToken> {
        let sane = text.len() == Self::DIGITS && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if sane { Ok(Self(text.to_owned())) } else { Err(InvalidToken) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_read_back_and_say_nothing_of_each_other() {
        let (one, other) = (SecretToken::random().unwrap(), SecretToken::random().unwrap());
        assert_eq!(one.reveal().parse(), Ok(one.clone()));
        assert_ne!(one.digest(), other.digest());
        assert_ne!(one.form_token(), other.form_token());
        assert_ne!(one.form_token(), one.reveal());
        assert_eq!(format!("{one:?}"), "SecretToken(…)");
        assert!("x".repeat(42).parse::<SecretToken>().is_err());
        assert!("é".repeat(43).parse::<SecretToken>().is_err());
    }
}
