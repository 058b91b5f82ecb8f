//! The secrets that sign keys. Several can be valid at once, so that rotating one invalidates nothing.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

use super::token::{KID_LIMIT, TAG_BYTES};

const SECRET_BYTES: usize = 32;

/// Signing secrets by their id `kid` (0 to 31). The one listed last signs new keys; all of them verify.
///
/// As text, in the secrets file and the setting `secrets.signing_keys`: `kid:hex` pairs with commas between,
/// for example `0:9f86…,1:60303…`.
#[derive(Clone)]
pub struct Keyring {
    /// Keyed once; a signature starts from a copy, which spares two rounds of SHA-256.
    prepared: Vec<(u8, Hmac<Sha256>)>,
    text: SecretString,
}

/// Why a text is not a keyring. Never quotes the text, which is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidKeyring {
    /// The text holds no secret.
    #[error("expected at least one kid:hex pair")]
    Empty,
    /// A pair is not of the form `kid:hex`.
    #[error("pair {0} is not of the form kid:hex with kid 0..31 and 64 hexadecimal digits")]
    Pair(usize),
    /// Two pairs have the same kid.
    #[error("kid {0} is listed twice")]
    Duplicate(u8),
    /// All ids are in use.
    #[error("all 32 kids are in use; drop the oldest that no living key was signed with")]
    Full,
}

impl Keyring {
    /// A keyring with one new secret.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let text = pair(0, &random_secret()?);
        Ok(Self { prepared: parse(&text).unwrap_or_default(), text: SecretString::from(text) })
    }

    /// Reads the text form.
    pub fn parse(text: &SecretString) -> Result<Self, InvalidKeyring> {
        let text = text.expose_secret().trim();
        Ok(Self { prepared: parse(text)?, text: SecretString::from(text.to_owned()) })
    }

    #[must_use]
    pub const fn to_text(&self) -> &SecretString {
        &self.text
    }

    /// A keyring with one more secret, which signs from now on.
    pub fn rotated(&self) -> Result<Self, RotateError> {
        let kid = (0..KID_LIMIT).find(|kid| !self.knows(*kid)).ok_or(InvalidKeyring::Full)?;
        let text = format!("{},{}", self.text.expose_secret(), pair(kid, &random_secret()?));
        Ok(Self::parse(&SecretString::from(text))?)
    }

    /// The id of the secret that signs new keys.
    #[must_use]
    pub fn current_kid(&self) -> u8 {
        self.prepared.last().map_or(0, |(kid, _)| *kid)
    }

    pub(super) fn knows(&self, kid: u8) -> bool {
        self.hmac(kid).is_some()
    }

    pub(super) fn sign_with_current(&self, prefix: &[u8], body: &[u8]) -> [u8; TAG_BYTES] {
        let mut tag = [0_u8; TAG_BYTES];
        if let Some(mac) = self.hmac(self.current_kid()) {
            let whole = mac.clone().chain_update(prefix).chain_update(body).finalize().into_bytes();
            tag.copy_from_slice(&whole[..TAG_BYTES]);
        }
        tag
    }

    /// Compares in constant time.
    pub(super) fn signature_fits(&self, kid: u8, prefix: &[u8], body: &[u8], tag: &[u8]) -> bool {
        self.hmac(kid).is_some_and(|mac| {
            mac.clone().chain_update(prefix).chain_update(body).verify_truncated_left(tag).is_ok()
        })
    }

    fn hmac(&self, wanted: u8) -> Option<&Hmac<Sha256>> {
        self.prepared.iter().find(|(kid, _)| *kid == wanted).map(|(_, mac)| mac)
    }
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kids: Vec<u8> = self.prepared.iter().map(|(kid, _)| *kid).collect();
        f.debug_struct("Keyring").field("kids", &kids).finish_non_exhaustive()
    }
}

/// Why a secret could not be added.
#[derive(Debug, thiserror::Error)]
pub enum RotateError {
    /// The keyring is full.
    #[error(transparent)]
    Keyring(#[from] InvalidKeyring),
    /// The operating system returned no random bytes.
    #[error("no randomness from the operating system")]
    Randomness(#[from] getrandom::Error),
}

fn parse(text: &str) -> Result<Vec<(u8, Hmac<Sha256>)>, InvalidKeyring> {
    let mut prepared: Vec<(u8, Hmac<Sha256>)> = Vec::new();
    for (index, part) in text.split(',').map(str::trim).filter(|part| !part.is_empty()).enumerate() {
        let (kid, mac) = parse_pair(part).ok_or(InvalidKeyring::Pair(index + 1))?;
        if prepared.iter().any(|(known, _)| *known == kid) {
            return Err(InvalidKeyring::Duplicate(kid));
        }
        prepared.push((kid, mac));
    }
    if prepared.is_empty() { Err(InvalidKeyring::Empty) } else { Ok(prepared) }
}

fn parse_pair(part: &str) -> Option<(u8, Hmac<Sha256>)> {
    let (kid, hex) = part.split_once(':')?;
    let kid = kid.trim().parse().ok().filter(|kid| *kid < KID_LIMIT)?;
    let hex = hex.trim();
    if hex.len() != SECRET_BYTES * 2 || !hex.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut secret = [0_u8; SECRET_BYTES];
    for (byte, position) in secret.iter_mut().zip((0..hex.len()).step_by(2)) {
        *byte = u8::from_str_radix(hex.get(position..position + 2)?, 16).ok()?;
    }
    Hmac::new_from_slice(&secret).ok().map(|mac| (kid, mac))
}

fn pair(kid: u8, secret: &[u8; SECRET_BYTES]) -> String {
    use fmt::Write as _;
    secret.iter().fold(format!("{kid}:"), |mut text, byte| {
        // Writing to a String can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn random_secret() -> Result<[u8; SECRET_BYTES], getrandom::Error> {
    let mut secret = [0_u8; SECRET_BYTES];
    getrandom::fill(&mut secret)?;
    Ok(secret)
}
