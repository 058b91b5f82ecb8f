//! The wire form of a key: layout, checksum, and the order of checks.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

use super::{Claims, KeyMode, Keyring, Minute, Scopes};
use crate::Timestamp;
use crate::base62;
use crate::ids::{AccountId, ApiKeyId};

/// Length of every key in characters.
pub const TOKEN_LENGTH: usize = PREFIX_LENGTH + PAYLOAD_LENGTH + CRC_LENGTH;

const PREFIX_LENGTH: usize = 9;
const PAYLOAD_LENGTH: usize = 64;
const CRC_LENGTH: usize = 6;
const BODY_BYTES: usize = 31;
pub(super) const TAG_BYTES: usize = 16;
const VERSION: u8 = 1;
const KID_BITS: u8 = 5;
pub(super) const KID_LIMIT: u8 = 1 << KID_BITS;

/// A freshly minted key. It can't be printed by accident.
pub struct ApiKey(SecretString);

impl ApiKey {
    /// The key itself, to be shown once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        self.0.expose_secret()
    }

    /// The last four characters.
    #[must_use]
    pub fn last_four(&self) -> &str {
        let text = self.reveal();
        &text[text.len() - 4..]
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ApiKey(…{})", self.last_four())
    }
}

/// Why a key was refused. Callers of the API get one and the same answer for all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyRefusal {
    /// Wrong length, prefix, alphabet or version.
    #[error("not of the form of a key")]
    Malformed,
    /// The checksum does not fit: most likely a typing error.
    #[error("the checksum does not fit")]
    Checksum,
    /// Signed with a secret that is not in the keyring.
    #[error("signed with an unknown secret")]
    UnknownSecret,
    /// The signature does not fit.
    #[error("the signature does not fit")]
    Signature,
    #[error("expired")]
    Expired,
    /// Revoked, or minted before the account's keys were all revoked.
    #[error("revoked")]
    Revoked,
}

impl KeyRefusal {
    /// A short name for metrics and logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Checksum => "checksum",
            Self::UnknownSecret => "unknown_secret",
            Self::Signature => "signature",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
        }
    }
}

impl Keyring {
    /// Signs `claims` with the current secret.
    #[must_use]
    pub fn mint(&self, claims: &Claims) -> ApiKey {
        let prefix = claims.mode.prefix();
        let body = encode_body(self.current_kid(), claims);
        let tag = self.sign_with_current(prefix.as_bytes(), &body);

        let mut token = [0_u8; TOKEN_LENGTH];
        let (signed, crc) = token.split_at_mut(PREFIX_LENGTH + PAYLOAD_LENGTH);
        signed[..PREFIX_LENGTH].copy_from_slice(prefix.as_bytes());
        let mut payload = [0_u8; BODY_BYTES + TAG_BYTES];
        payload[..BODY_BYTES].copy_from_slice(&body);
        payload[BODY_BYTES..].copy_from_slice(&tag);
        base62::encode_bytes(&payload, &mut signed[PREFIX_LENGTH..]);
        base62::encode_u64(u64::from(crc32fast::hash(signed)), crc);
        ApiKey(SecretString::from(String::from_utf8_lossy(&token).into_owned()))
    }

    /// Reads a key and proves that this keyring signed it and that it has not expired at `now`.
    pub fn verify(&self, token: &str, now: Timestamp) -> Result<Claims, KeyRefusal> {
        let (mode, payload) = unpack(token.as_bytes())?;
        let (body, tag) = payload.split_at(BODY_BYTES);
        if body[0] >> KID_BITS != VERSION {
            return Err(KeyRefusal::Malformed);
        }
        let kid = body[0] & (KID_LIMIT - 1);
        if !self.knows(kid) {
            return Err(KeyRefusal::UnknownSecret);
        }
        if !self.signature_fits(kid, mode.prefix().as_bytes(), body, tag) {
            return Err(KeyRefusal::Signature);
        }
        let claims = decode_body(mode, body).ok_or(KeyRefusal::Malformed)?;
        match claims.expires {
            Some(expires) if Minute::containing(now) >= expires => Err(KeyRefusal::Expired),
            _ => Ok(claims),
        }
    }
}

fn unpack(token: &[u8]) -> Result<(KeyMode, [u8; BODY_BYTES + TAG_BYTES]), KeyRefusal> {
    if token.len() != TOKEN_LENGTH {
        return Err(KeyRefusal::Malformed);
    }
    let (signed, crc) = token.split_at(PREFIX_LENGTH + PAYLOAD_LENGTH);
    let (prefix, digits) = signed.split_at(PREFIX_LENGTH);
    let mode = [KeyMode::Live, KeyMode::Test]
        .into_iter()
        .find(|mode| mode.prefix().as_bytes() == prefix)
        .ok_or(KeyRefusal::Malformed)?;
    let payload = base62::decode_bytes(digits).ok_or(KeyRefusal::Malformed)?;
    let stated = base62::decode_u64(crc).ok_or(KeyRefusal::Malformed)?;
    if stated != u64::from(crc32fast::hash(signed)) {
        return Err(KeyRefusal::Checksum);
    }
    Ok((mode, payload))
}

fn encode_body(kid: u8, claims: &Claims) -> [u8; BODY_BYTES] {
    let mut body = [0_u8; BODY_BYTES];
    body[0] = VERSION << KID_BITS | kid;
    body[1..9].copy_from_slice(&claims.account.as_u64().to_be_bytes());
    body[9..17].copy_from_slice(&claims.key.as_u64().to_be_bytes());
    body[17..21].copy_from_slice(&claims.scopes.bits().to_be_bytes());
    body[21..23].copy_from_slice(&claims.epoch.to_be_bytes());
    body[23..27].copy_from_slice(&claims.issued.as_u32().to_be_bytes());
    body[27..31].copy_from_slice(&claims.expires.map_or(0, Minute::as_u32).to_be_bytes());
    body
}

fn decode_body(mode: KeyMode, body: &[u8]) -> Option<Claims> {
    let expires = u32::from_be_bytes(body.get(27..31)?.try_into().ok()?);
    Some(Claims {
        mode,
        account: AccountId::from(u64::from_be_bytes(body.get(1..9)?.try_into().ok()?)),
        key: ApiKeyId::from(u64::from_be_bytes(body.get(9..17)?.try_into().ok()?)),
        scopes: Scopes::from_bits(u32::from_be_bytes(body.get(17..21)?.try_into().ok()?)),
        epoch: u16::from_be_bytes(body.get(21..23)?.try_into().ok()?),
        issued: Minute::from_u32(u32::from_be_bytes(body.get(23..27)?.try_into().ok()?)),
        expires: (expires != 0).then_some(Minute::from_u32(expires)),
    })
}
