//! Signatures of Standard Webhooks 1.0.0: a receiver can verify that a message is ours, complete and recent.

pub mod endpoints;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

use crate::Timestamp;
use crate::api_keys::KeyMode;
use crate::ledger::Purse;
use endpoints::{EndpointId, Keys};

/// The secrets of all accounts and their endpoints, which derive from the secret of the installation: none is stored.
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

    /// A secret of an endpoint. Each rotation begins another generation.
    #[must_use]
    pub fn of_endpoint(&self, id: EndpointId, generation: u32) -> WebhookSecret {
        let (id, generation) = (id.as_uuid(), generation.to_be_bytes());
        let parts: [&[u8]; 3] = [b"webhook endpoint", id.as_bytes(), &generation];
        WebhookSecret(code(self.0.expose_secret().as_bytes(), &parts))
    }

    /// The secrets that an endpoint's messages are signed with at a moment, the newest first.
    #[must_use]
    pub fn valid(&self, id: EndpointId, keys: Keys, at: Timestamp) -> Vec<WebhookSecret> {
        keys.valid(at).map(|generation| self.of_endpoint(id, generation)).collect()
    }
}

/// What an account's messages are signed with. Its text is what receivers verify with.
#[derive(Clone)]
pub struct WebhookSecret([u8; 32]);

impl WebhookSecret {
    /// The secret of an account and mode, which derives from the installation's own secret.
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

/// The signatures of a message by several secrets, as its header carries them.
#[must_use]
pub fn sign_with_all(secrets: &[WebhookSecret], id: &str, at: Timestamp, body: &str) -> String {
    secrets.iter().map(|secret| secret.sign(id, at, body)).collect::<Vec<_>>().join(" ")
}

pub(crate) fn code(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC takes keys of any length.
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
    #[test]
    fn every_generation_of_every_endpoint_has_a_secret_of_its_own() {
        let secrets = WebhookSecrets::new(SecretString::from("installation"));
        let (one, other) = (EndpointId::generate(), EndpointId::generate());
        let reveal = |id, generation| secrets.of_endpoint(id, generation).reveal();
        let all = [reveal(one, 1), reveal(one, 2), reveal(other, 1), reveal(other, 2)];
        for (index, one) in all.iter().enumerate() {
            assert!(one.starts_with("whsec_") && !all[index + 1..].contains(one));
        }
        assert_eq!(reveal(one, 1), all[0], "it is the same whenever it is asked for");
    }

    #[test]
    fn a_message_carries_a_signature_for_each_secret() {
        let secrets = WebhookSecrets::new(SecretString::from("installation"));
        let id = EndpointId::generate();
        let at = Timestamp::from_second(1_614_265_330).unwrap();
        let both = [secrets.of_endpoint(id, 2), secrets.of_endpoint(id, 1)];
        let header = sign_with_all(&both, "evt_1", at, "{}");
        let expected: Vec<String> = both.iter().map(|secret| secret.sign("evt_1", at, "{}")).collect();
        assert_eq!(header.split(' ').collect::<Vec<_>>(), expected);
    }
}
