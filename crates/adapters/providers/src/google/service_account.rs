//! Service accounts: a key file, and the signed assertions that Google exchanges for access tokens.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use aws_lc_rs::error::Unspecified;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ports::Clock;
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::pki_types::pem::PemObject;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::settings::SetupError;

/// Where access tokens are requested, and the audience of assertions, even if they are sent elsewhere.
pub(crate) const TOKEN_URL: &str = "https://oauth2.googleapis.com/token";

const LONGEST_FILE: u64 = 64 * 1024;
const LIFETIME_SECONDS: i64 = 3_600;
/// A key that belongs to no account, with which sandboxes verify their own account.
const SANDBOX_KEY: &[u8] = include_bytes!("sandbox_key.der");

/// An account that can sign for one purpose.
pub(crate) struct ServiceAccount {
    email: String,
    key_id: String,
    key: RsaKeyPair,
    purpose: Purpose,
    clock: Arc<dyn Clock>,
}

/// What an assertion is for.
pub(crate) struct Purpose {
    /// The scope of the token.
    pub(crate) scope: &'static str,
    /// The audience of the assertion.
    pub(crate) audience: String,
}

/// Where the key file of an account is, by the settings of an engine.
pub(crate) struct KeyFile<'a> {
    pub(crate) engine: &'static str,
    /// The file's contents, and the name of the setting.
    pub(crate) inline: (Option<&'a SecretString>, &'static str),
    /// The file's path, and the name of the setting.
    pub(crate) path: (Option<&'a Path>, &'static str),
}

#[derive(Deserialize)]
struct Wire {
    #[serde(rename = "type")]
    kind: String,
    client_email: String,
    private_key_id: String,
    private_key: SecretString,
}

#[derive(Serialize)]
struct Header<'a> {
    typ: &'static str,
    alg: &'static str,
    kid: &'a str,
}

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    scope: &'a str,
    aud: &'a str,
    iat: i64,
    exp: i64,
}

impl KeyFile<'_> {
    pub(crate) fn account(
        &self,
        purpose: Purpose,
        clock: Arc<dyn Clock>,
    ) -> Result<ServiceAccount, SetupError> {
        let (text, setting) = match (self.inline, self.path) {
            ((Some(_), inline), (Some(_), path)) => {
                return Err(SetupError::Invalid {
                    setting: inline,
                    reason: format!("and {path} exclude each other"),
                });
            }
            ((Some(text), setting), _) => (text.clone(), setting),
            (_, (Some(path), setting)) => {
                let text =
                    read(path).map_err(|error| unusable(setting, &format!("can't be read: {error}")))?;
                (text, setting)
            }
            ((None, _), (None, setting)) => {
                return Err(SetupError::Missing { engine: self.engine, setting });
            }
        };
        ServiceAccount::parse(&text, purpose, clock).map_err(|reason| unusable(setting, reason))
    }
}

impl ServiceAccount {
    fn parse(text: &SecretString, purpose: Purpose, clock: Arc<dyn Clock>) -> Result<Self, &'static str> {
        // The error could contain the key, so it is not passed on.
        let wire: Wire = serde_json::from_str(text.expose_secret())
            .map_err(|_| "is not the JSON key file of a service account")?;
        if wire.kind != "service_account" {
            return Err("is not the key file of a service account");
        }
        let key = PrivatePkcs8KeyDer::from_pem_slice(wire.private_key.expose_secret().as_bytes())
            .map_err(|_| "holds a private_key that is not PEM")?;
        let key = RsaKeyPair::from_pkcs8(key.secret_pkcs8_der())
            .map_err(|_| "holds a private_key that is not an RSA key of at least 2048 bits")?;
        Ok(Self { email: wire.client_email, key_id: wire.private_key_id, key, purpose, clock })
    }

    /// A new assertion, as a signed JSON web token.
    pub(crate) fn assertion(&self) -> Result<String, Unspecified> {
        let issued = self.clock.now().as_second();
        let header = Header { typ: "JWT", alg: "RS256", kid: &self.key_id };
        let claims = Claims {
            iss: &self.email,
            scope: self.purpose.scope,
            aud: &self.purpose.audience,
            iat: issued,
            exp: issued + LIFETIME_SECONDS,
        };
        let signed = format!("{}.{}", encoded(&header)?, encoded(&claims)?);
        let mut signature = vec![0; self.key.public_modulus_len()];
        self.key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), signed.as_bytes(), &mut signature)?;
        Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

/// The key file of the account that sandboxes accept.
pub(crate) fn sandbox_key_file() -> SecretString {
    let pem =
        format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(SANDBOX_KEY));
    let file = json!({
        "type": "service_account",
        "client_email": "sandbox@sandbox.iam.gserviceaccount.com",
        "private_key_id": "sandbox",
        "private_key": pem,
    });
    SecretString::from(file.to_string())
}

fn encoded(part: &impl Serialize) -> Result<String, Unspecified> {
    serde_json::to_vec(part).map(|json| URL_SAFE_NO_PAD.encode(json)).map_err(|_| Unspecified)
}

fn read(path: &Path) -> io::Result<SecretString> {
    let mut text = String::new();
    let length = File::open(path)?.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
    if u64::try_from(length).is_ok_and(|length| length <= LONGEST_FILE) {
        return Ok(text.into());
    }
    Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {LONGEST_FILE} bytes")))
}

fn unusable(setting: &'static str, reason: &str) -> SetupError {
    SetupError::Invalid { setting, reason: reason.to_owned() }
}
