//! Email addresses, as far as their form can be checked.

use std::fmt;
use std::str::FromStr;

/// An email address in lower case. Only an email to it shows whether it is reachable.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Email(String);

/// Text that is not an email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an email address looks like name@example.com")]
pub struct InvalidEmail;

impl Email {
    const LONGEST: usize = 254;
    const LONGEST_LOCAL: usize = 64;

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Email {
    type Err = InvalidEmail;

    fn from_str(text: &str) -> Result<Self, InvalidEmail> {
        let address = text.trim().to_lowercase();
        let (local, host) = address.rsplit_once('@').ok_or(InvalidEmail)?;
        let sane = address.len() <= Self::LONGEST
            && (1..=Self::LONGEST_LOCAL).contains(&local.len())
            && !local.starts_with('.')
            && !local.ends_with('.')
            && !local.contains("..")
            && local.bytes().all(is_local)
            && host.contains('.')
            && host.split('.').all(is_label);
        if sane { Ok(Self(address)) } else { Err(InvalidEmail) }
    }
}

/// Characters that addresses may contain without quotes.
const fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'.' | b'_' | b'-' | b'+' | b'\'' | b'%' | b'&' | b'~' | b'!' | b'#')
}

fn is_label(label: &str) -> bool {
    const LONGEST: usize = 63;
    (1..=LONGEST).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_kept_in_lower_case() {
        assert_eq!(
            " Lan.Nguyen+x@Example.COM ".parse::<Email>().unwrap().as_str(),
            "lan.nguyen+x@example.com"
        );
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@example.com", "a".repeat(65));
        let odd = [
            "",
            "a",
            "a@",
            "@b.co",
            "a@b",
            "a b@c.de",
            "a@b..co",
            "a@-b.co",
            ".a@b.co",
            "a..b@c.de",
            "a@b.co\r\nBcc: x@y.zz",
            "\"a\"@b.co",
            &long,
        ];
        for text in odd {
            assert!(text.parse::<Email>().is_err(), "{text:?}");
        }
    }
}
