//! Codes of authenticators: RFC 6238 with six digits, thirty seconds and SHA-1, which every authenticator
//! supports.

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha1::Sha1;
use subtle::ConstantTimeEq;

use super::Email;
use crate::Timestamp;
use crate::ids::PersonId;
use crate::webhooks::code as derive;

/// The secrets of all people, which derive from the secret of the installation.
#[derive(Clone)]
pub struct OneTimeSecrets(SecretString);

impl OneTimeSecrets {
    /// The secrets of an installation.
    #[must_use]
    pub const fn new(installation: SecretString) -> Self {
        Self(installation)
    }

    /// The secret of a person.
    #[must_use]
    pub fn of(&self, person: PersonId, generation: u32) -> OneTimeSecret {
        let (person, generation) = (person.as_u64().to_be_bytes(), generation.to_be_bytes());
        let derived = derive(self.0.expose_secret().as_bytes(), &[b"one-time codes", &person, &generation]);
        let mut secret = [0; OneTimeSecret::BYTES];
        secret.iter_mut().zip(derived).for_each(|(slot, byte)| *slot = byte);
        OneTimeSecret(secret)
    }
}

/// The number of the half minute that a code is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodeStep(pub i64);

/// What an authenticator makes codes from.
#[derive(Clone)]
pub struct OneTimeSecret([u8; Self::BYTES]);

impl OneTimeSecret {
    const BYTES: usize = 20;
    const SECONDS: i64 = 30;
    /// Clocks may differ by one half minute.
    const DRIFT: i64 = 1;
    const DIGITS: usize = 6;
    const MODULUS: u32 = 1_000_000;

    /// The half minute of a code, if the code is current and later than `last`: a code is valid once.
    #[must_use]
    pub fn accept(&self, code: &str, now: Timestamp, last: CodeStep) -> Option<CodeStep> {
        let typed: String =
            code.chars().filter(|letter| !letter.is_whitespace()).take(Self::DIGITS + 1).collect();
        let current = now.as_second().div_euclid(Self::SECONDS);
        (current - Self::DRIFT..=current + Self::DRIFT)
            .map(CodeStep)
            .filter(|step| *step > last)
            .find(|step| bool::from(self.code(*step).as_bytes().ct_eq(typed.as_bytes())))
    }

    /// The code of a half minute.
    #[must_use]
    pub fn code(&self, step: CodeStep) -> String {
        // HMAC takes keys of any length.
        let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(&self.0) else { return String::new() };
        mac.update(&step.0.to_be_bytes());
        let hash: [u8; 20] = mac.finalize().into_bytes().into();
        let offset = usize::from(hash[19] & 0x0f);
        let word = hash.iter().skip(offset).take(4).fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        format!("{:06}", (word & 0x7fff_ffff) % Self::MODULUS)
    }

    /// The secret as people type it into an authenticator.
    #[must_use]
    pub fn reveal(&self) -> String {
        const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        let (mut text, mut bits, mut held) = (String::new(), 0_u32, 0_u32);
        for byte in self.0 {
            bits = bits << 8 | u32::from(byte);
            held += 8;
            while held >= 5 {
                held -= 5;
                let digit = usize::try_from(bits >> held & 0x1f).unwrap_or(0);
                text.push(char::from(ALPHABET[digit]));
            }
            bits &= (1 << held) - 1;
        }
        text
    }

    /// The URL that an authenticator reads from a QR code.
    #[must_use]
    pub fn address(&self, issuer: &str, email: &Email) -> String {
        let encode = |text: &str| -> String {
            text.bytes()
                .map(|byte| match byte {
                    b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                        char::from(byte).to_string()
                    }
                    _ => format!("%{byte:02X}"),
                })
                .collect()
        };
        let (issuer, email) = (encode(issuer), encode(email.as_str()));
        format!("otpauth://totp/{issuer}:{email}?secret={}&issuer={issuer}", self.reveal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference() -> OneTimeSecret {
        OneTimeSecret(*b"12345678901234567890")
    }

    /// The vectors of RFC 6238, appendix B, cut to six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let vectors = [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_234_567_890, "005924"),
            (20_000_000_000, "353130"),
        ];
        for (second, code) in vectors {
            assert_eq!(reference().code(CodeStep(second / 30)), code);
        }
        assert_eq!(reference().reveal(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }

    #[test]
    fn a_code_is_good_once_and_for_a_while() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let never = CodeStep(0);
        let step = reference().accept("081 804", at(1_111_111_109), never).unwrap();
        assert_eq!(step, CodeStep(1_111_111_109 / 30));
        assert_eq!(reference().accept("081804", at(1_111_111_109), step), None);
        assert!(reference().accept("081804", at(1_111_111_109 + 30), never).is_some());
        assert!(reference().accept("081804", at(1_111_111_109 + 90), never).is_none());
        assert!(reference().accept("0818040", at(1_111_111_109), never).is_none());
        assert!(reference().accept("", at(1_111_111_109), never).is_none());
    }

    #[test]
    fn everybody_has_a_secret_of_their_own() {
        let secrets = OneTimeSecrets::new(SecretString::from("installation"));
        let (one, two) = (PersonId::from_u64(1), PersonId::from_u64(2));
        assert_ne!(secrets.of(one, 1).reveal(), secrets.of(two, 1).reveal());
        assert_ne!(secrets.of(one, 1).reveal(), secrets.of(one, 2).reveal());
        let address = secrets.of(one, 1).address("Rank wright", &"a+b@c.de".parse().unwrap());
        assert!(address.starts_with("otpauth://totp/Rank%20wright:a%2Bb%40c.de?secret="), "{address}");
    }
}
