//! Recovery codes for people who lost their authenticator. Each is valid once.

use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use super::Digest;

/// Fifty random bits in two groups of letters and digits that can't be mistaken for each other.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(String);

/// Text that is not a recovery code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a code such as k3f9m-x7p2q")]
pub struct InvalidRecoveryCode;

impl RecoveryCode {
    /// How many codes a person gets.
    pub const MANY: usize = 10;
    const ALPHABET: &'static [u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    const LETTERS: usize = 10;

    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0_u8; Self::LETTERS];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| char::from(Self::ALPHABET[usize::from(byte & 0x1f)])).collect()))
    }

    /// The code as people write it down.
    #[must_use]
    pub fn reveal(&self) -> String {
        let (first, second) = self.0.split_at(Self::LETTERS / 2);
        format!("{first}-{second}")
    }

    /// The hash that is stored.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl FromStr for RecoveryCode {
    type Err = InvalidRecoveryCode;

    /// Ignores case, spaces and dashes, and reads letters that look like digits as digits.
    fn from_str(text: &str) -> Result<Self, InvalidRecoveryCode> {
        let code: String = text
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != '-')
            .take(Self::LETTERS + 1)
            .map(|letter| match letter.to_ascii_lowercase() {
                'o' => '0',
                'i' | 'l' => '1',
                other => other,
            })
            .collect();
        let sane = code.len() == Self::LETTERS && code.bytes().all(|byte| Self::ALPHABET.contains(&byte));
        if sane { Ok(Self(code)) } else { Err(InvalidRecoveryCode) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back_as_people_type_them() {
        let code = RecoveryCode::random().unwrap();
        let typed = format!(" {} ", code.reveal().to_uppercase().replace('-', " "));
        assert!(typed.parse::<RecoveryCode>().unwrap() == code);
        assert!("O123456789".parse::<RecoveryCode>().unwrap() == "0l23456789".parse().unwrap());
        assert!("k3f9m".parse::<RecoveryCode>().is_err());
        assert!("k3f9m-x7p2q-1".parse::<RecoveryCode>().is_err());
    }
}
