//! Signatures of Standard Webhooks 1.0.0: a receiver can tell that a message is ours, whole and recent.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

use crate::Timestamp;
use crate::api_keys::KeyMode;
use crate::ledger::Purse;

/// The secrets of all accounts, which derive from the secret of the installation.
#[derive(Clone)]
pub struct WebhookSecrets(SecretString);

impl WebhookSecrets {
    /// The secrets of an installation.
    #[must_use]
    pub const fn new(installation: SecretString) -> Self {
        Self(installation)
    }

    /// The secret of an account and mode.
    #[must_use]
    pub fn of(&self, purse: Purse) -> WebhookSecret {
        WebhookSecret::derive(&self.0, purse)
    }
}

/// What an account's messages are signed with. Its text is what receivers verify with.
#[derive(Clone)]
pub struct WebhookSecret([u8; 32]);

impl WebhookSecret {
    /// The secret of an account and mode, which only the installation's own secret leads to.
    #[must_use]
    pub fn derive(installation: &SecretString, purse: Purse) -> Self {
        let mode = match purse.mode {
            KeyMode::Live => 0,
            KeyMode::Test => 1,
        };
        let account = purse.account.as_u64().to_be_bytes();
        Self(code(installation.expose_secret().as_bytes(), &[b"webhook", &account, &[mode]]))
    }

    /// The secret as receivers configure it.
    #[must_use]
    pub fn reveal(&self) -> String {
        format!("whsec_{}", STANDARD.encode(self.0))
    }

    /// The signature of a message, as its header carries it.
    #[must_use]
    pub fn sign(&self, id: &str, at: Timestamp, body: &str) -> String {
        let seconds = at.as_second().to_string();
        let parts = [id.as_bytes(), b".", seconds.as_bytes(), b".", body.as_bytes()];
        format!("v1,{}", STANDARD.encode(code(&self.0, &parts)))
    }
}

pub(crate) fn code(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // A code of this kind takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the standard's own libraries.
    #[test]
    fn signatures_are_those_of_the_standard() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let parts = [id.as_bytes(), b".1614265330.", br#"{"test": 2432232314}"#];
        assert_eq!(STANDARD.encode(code(&key, &parts)), "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn every_purse_has_a_secret_of_its_own() {
        let installation = SecretString::from("installation");
        let secret = |account, mode| {
            let purse = Purse { account: crate::ids::AccountId::from_u64(account), mode };
            WebhookSecret::derive(&installation, purse).reveal()
        };
        let all = [
            secret(1, KeyMode::Live),
            secret(1, KeyMode::Test),
            secret(2, KeyMode::Live),
            secret(1 << 40, KeyMode::Live),
        ];
        for (index, one) in all.iter().enumerate() {
            assert!(one.starts_with("whsec_") && !all[index + 1..].contains(one));
        }
    }
}
