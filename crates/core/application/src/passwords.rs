//! Hashes passwords with argon2id, a few at a time: each hash takes 19 MiB and some hundredths of a second on
//! purpose.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use domain::people::NewPassword;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::OnceCell;

use crate::cpu_pool::CpuPool;

/// Why a password could not be hashed or compared; for example, the stored hash can't be parsed.
#[derive(Debug, thiserror::Error)]
#[error("a password could not be hashed: {0}")]
pub struct PasswordError(String);

/// Hashes and compares passwords.
#[derive(Clone, Default)]
pub struct Passwords {
    cpu_pool: CpuPool,
    decoy: Arc<OnceCell<String>>,
}

impl Passwords {
    /// The hash of a password, to be stored.
    pub async fn hash(&self, password: &NewPassword) -> Result<String, PasswordError> {
        let secret = SecretString::from(password.expose());
        self.cpu_pool.run(move || hash(&secret)).await
    }

    /// Whether a typed password is the one that was hashed. Takes as long without a hash, so that the time
    /// reveals nothing.
    pub async fn matches(&self, typed: &str, hash: Option<&str>) -> Result<bool, PasswordError> {
        let known = hash.is_some();
        let stored = match hash {
            Some(hash) => hash.to_owned(),
            None => self.decoy().await?,
        };
        let Some(typed) = NewPassword::typed(typed) else { return Ok(false) };
        let same = self.cpu_pool.run(move || is_same(&typed, &stored)).await?;
        Ok(same && known)
    }

    async fn decoy(&self) -> Result<String, PasswordError> {
        let make = || self.cpu_pool.run(|| hash(&SecretString::from("nobody's password")));
        self.decoy.get_or_try_init(make).await.cloned()
    }
}

fn hash(password: &SecretString) -> Result<String, PasswordError> {
    let hash = Argon2::default().hash_password(password.expose_secret().as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| PasswordError(error.to_string()))
}

fn is_same(typed: &SecretString, stored: &str) -> Result<bool, PasswordError> {
    let stored = PasswordHash::new(stored).map_err(|error| PasswordError(error.to_string()))?;
    Ok(Argon2::default().verify_password(typed.expose_secret().as_bytes(), &stored).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let passwords = Passwords::default();
        let password = NewPassword::new("correct horse battery", &"a@b.co".parse().unwrap()).unwrap();
        let hash = passwords.hash(&password).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.matches("correct horse battery", Some(&hash)).await.unwrap());
        assert!(!passwords.matches("correct horse batterY", Some(&hash)).await.unwrap());
        assert!(!passwords.matches(&"x".repeat(100_000), Some(&hash)).await.unwrap());
    }

    #[tokio::test]
    async fn nobody_has_a_password() {
        let passwords = Passwords::default();
        assert!(!passwords.matches("nobody's password", None).await.unwrap());
    }
}
