//! Stored on-page audits: their owners, and how their reports are shared.

use std::fmt;
use std::str::FromStr;

use crate::Timestamp;
use crate::base62;
use crate::ids::sortable_id;
use crate::ledger::Purse;

sortable_id!(
    /// Identifies a stored audit, `aud_…`.
    AuditId,
    "aud_"
);

/// Grants access to one report without a key. It can't be guessed, nor printed by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct ShareToken(String);

impl ShareToken {
    const RANDOM_BYTES: usize = 16;
    /// The number of digits that the random bytes need.
    const DIGITS: usize = 22;

    /// A new token of 128 random bits.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0_u8; Self::RANDOM_BYTES];
        getrandom::fill(&mut bytes)?;
        let mut digits = [0_u8; Self::DIGITS];
        base62::encode_bytes(&bytes, &mut digits);
        Ok(Self(digits.into_iter().map(char::from).collect()))
    }

    /// The token as it appears in URLs.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ShareToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ShareToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShareToken(…)")
    }
}

/// Text that is not a token of a shared report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected {digits} letters or digits", digits = ShareToken::DIGITS)]
pub struct InvalidShareToken;

impl FromStr for ShareToken {
    type Err = InvalidShareToken;

    fn from_str(text: &str) -> Result<Self, InvalidShareToken> {
        let sane = text.len() == Self::DIGITS && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if sane { Ok(Self(text.to_owned())) } else { Err(InvalidShareToken) }
    }
}

/// An audit that belongs to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAudit {
    pub id: AuditId,
    /// The purse that owns it.
    pub purse: Purse,
    /// When it was made.
    pub created_at: Timestamp,
    /// The URL that was audited.
    pub url: String,
    /// The score of the page, from 0 to 100.
    pub score: u8,
    /// The token that shares its report.
    pub share: ShareToken,
    /// The report as JSON.
    pub report: String,
    /// The key of the page's screenshot in the object storage, if one was taken.
    pub screenshot: Option<String>,
}

/// A stored audit without its report, which is long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub id: AuditId,
    /// The purse that owns it.
    pub purse: Purse,
    /// When it was made.
    pub created_at: Timestamp,
    /// The URL that was audited.
    pub url: String,
    /// The score of the page, from 0 to 100.
    pub score: u8,
    /// The token that shares its report.
    pub share: ShareToken,
    /// The key of the page's screenshot in the object storage, if one was taken.
    pub screenshot: Option<String>,
}

impl AuditEntry {
    /// The audit with its report.
    #[must_use]
    pub fn with_report(self, report: String) -> KeptAudit {
        let Self { id, purse, created_at, url, score, share, screenshot } = self;
        KeptAudit { id, purse, created_at, url, score, share, report, screenshot }
    }
}

impl From<KeptAudit> for AuditEntry {
    fn from(audit: KeptAudit) -> Self {
        let KeptAudit { id, purse, created_at, url, score, share, report: _, screenshot } = audit;
        Self { id, purse, created_at, url, score, share, screenshot }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn audit_ids_read_back_what_they_print() {
        let id = AuditId::generate();
        assert!(id.to_string().starts_with("aud_"));
        assert_eq!(id.to_string().parse(), Ok(id));
    }

    #[test]
    fn share_tokens_read_back_what_they_print() {
        let (one, other) = (ShareToken::random().unwrap(), ShareToken::random().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.to_string(), one.as_str());
        assert_eq!(one.to_string().parse(), Ok(one));
    }

    #[test]
    fn share_tokens_hold_all_random_bits() {
        let mut digits = [0_u8; ShareToken::DIGITS];
        base62::encode_bytes(&[0xff; ShareToken::RANDOM_BYTES], &mut digits);
        assert_eq!(base62::decode_bytes(&digits), Some([0xff; ShareToken::RANDOM_BYTES]));
    }

    #[test]
    fn share_tokens_do_not_show_when_debugged() {
        assert_eq!(format!("{:?}", ShareToken::random().unwrap()), "ShareToken(…)");
    }

    #[test]
    fn what_is_no_share_token_is_refused() {
        let sane = "0123456789ABCDEFGHabcd";
        assert!(sane.parse::<ShareToken>().is_ok());
        let refused =
            ["", &sane[1..], &format!("{sane}0"), "0123456789ABCDEFGHabc-", "0123456789ABCDEFGHa\u{1ea1}"];
        for text in refused {
            assert_eq!(text.parse::<ShareToken>(), Err(InvalidShareToken), "{text}");
        }
        assert_eq!(InvalidShareToken.to_string(), "expected 22 letters or digits");
    }
}
