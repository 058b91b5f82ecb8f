//! The rules for passwords. Length matters; rules about kinds of characters only make people write passwords
//! down.

use secrecy::{ExposeSecret, SecretString};
use unicode_normalization::UnicodeNormalization;

use super::Email;

/// A new password that follows the rules.
#[derive(Debug, Clone)]
pub struct NewPassword(SecretString);

/// Why a password may not be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeakPassword {
    #[error("a password has at least {} characters", NewPassword::SHORTEST)]
    TooShort,
    /// So long that hashing it would waste time.
    #[error("a password has at most {} characters", NewPassword::LONGEST)]
    TooLong,
    /// An obvious first guess of anyone.
    #[error("this password is too common")]
    Guessable,
}

/// Common first guesses, besides repeated and counted characters.
const FIRST_GUESSES: [&str; 14] = [
    "password",
    "passwort",
    "matkhau",
    "qwerty",
    "azerty",
    "letmein",
    "iloveyou",
    "welcome",
    "administrator",
    "rankwright",
    "anhyeuem",
    "changeme",
    "trustno1",
    "dragon",
];

impl NewPassword {
    /// The shortest password, in characters.
    pub const SHORTEST: usize = 10;
    /// The longest password, in characters.
    pub const LONGEST: usize = 200;

    /// Checks a password for a person with this email address.
    pub fn new(text: &str, email: &Email) -> Result<Self, WeakPassword> {
        Self::check(text, Some(email))
    }

    /// Why a password is too weak, if the email address is not known.
    #[must_use]
    pub fn weakness(text: &str) -> Option<WeakPassword> {
        Self::check(text, None).err()
    }

    fn check(text: &str, email: Option<&Email>) -> Result<Self, WeakPassword> {
        let password = normalised(text);
        let length = password.chars().count();
        if length < Self::SHORTEST {
            return Err(WeakPassword::TooShort);
        }
        if length > Self::LONGEST {
            return Err(WeakPassword::TooLong);
        }
        if is_guessable(&password.to_lowercase(), email) {
            return Err(WeakPassword::Guessable);
        }
        Ok(Self(SecretString::from(password)))
    }

    /// The text to hash.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// A password that a person types, for comparison; `None` if it is longer than any valid one.
    #[must_use]
    pub fn typed(text: &str) -> Option<SecretString> {
        let password = normalised(text);
        (password.chars().count() <= Self::LONGEST).then(|| SecretString::from(password))
    }
}

/// Makes passwords equal that keyboards compose differently from the same characters.
fn normalised(text: &str) -> String {
    text.nfc().take(NewPassword::LONGEST + 1).collect()
}

fn is_guessable(password: &str, email: Option<&Email>) -> bool {
    let email = email.map_or("", Email::as_str);
    let name = email.split('@').next().unwrap_or_default();
    let mut rest = password.to_owned();
    for guess in FIRST_GUESSES.into_iter().chain([email, name]).filter(|guess| guess.len() > 3) {
        rest = rest.replace(guess, "");
    }
    let letters: std::collections::BTreeSet<char> =
        rest.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let counted = "01234567890abcdefghijklmnopqrstuvwxyz".contains(&rest) || "9876543210".contains(&rest);
    letters.len() < 4 || counted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_password(text: &str) -> Result<(), WeakPassword> {
        NewPassword::new(text, &"lan.nguyen@example.com".parse().unwrap()).map(|_| ())
    }

    #[test]
    fn long_ones_are_good() {
        for text in ["correct horse battery", "cà phê sữa đá", "kx93-fq2-zz71"] {
            assert_eq!(try_password(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn passwords_without_an_address_are_checked_as_far_as_possible() {
        assert_eq!(NewPassword::weakness("short"), Some(WeakPassword::TooShort));
        assert_eq!(NewPassword::weakness("password12"), Some(WeakPassword::Guessable));
        assert_eq!(NewPassword::weakness("correct horse battery"), None);
    }

    #[test]
    fn first_guesses_are_refused() {
        let guesses = [
            "password12",
            "1234567890",
            "aaaaaaaaaaaa",
            "qwertyqwerty1",
            "Lan.Nguyen@Example.com1",
            "lan.nguyen11",
            "abcdefghijkl",
        ];
        for text in guesses {
            assert_eq!(try_password(text), Err(WeakPassword::Guessable), "{text}");
        }
        assert_eq!(try_password("short"), Err(WeakPassword::TooShort));
        assert_eq!(try_password(&"xyzw1".repeat(41)), Err(WeakPassword::TooLong));
    }

    #[test]
    fn composed_and_decomposed_letters_are_the_same() {
        let email: Email = "a@b.co".parse().unwrap();
        let composed = NewPassword::new("cà phê sữa đá", &email).unwrap();
        let decomposed: String = "cà phê sữa đá".nfd().collect();
        assert_eq!(composed.expose(), NewPassword::new(&decomposed, &email).unwrap().expose());
    }
}
