//! Identifiers as customers see them: a prefix that tells the kind, then letters and digits.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use crate::base62;

const NUMBER_DIGITS: usize = 11;

/// Text that is not an identifier of the expected kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected {prefix} followed by {digits} letters or digits")]
pub struct InvalidId {
    prefix: &'static str,
    digits: usize,
}

macro_rules! numeric_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u64);

        impl $name {
            const PREFIX: &'static str = $prefix;

            /// A new random identifier. The top bit stays clear so that databases can keep it as a signed number.
            pub fn random() -> Result<Self, getrandom::Error> {
                Ok(Self(getrandom::u64()? >> 1))
            }

            /// The identifier of a number.
            #[must_use]
            pub const fn from_u64(number: u64) -> Self {
                Self(number)
            }

            /// The number of the identifier.
            #[must_use]
            pub const fn as_u64(self) -> u64 {
                self.0
            }
        }

        impl From<u64> for $name {
            fn from(number: u64) -> Self {
                Self::from_u64(number)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut digits = [0_u8; NUMBER_DIGITS];
                base62::encode_u64(self.0, &mut digits);
                f.write_str(Self::PREFIX)?;
                f.write_str(std::str::from_utf8(&digits).unwrap_or_default())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                text.strip_prefix(Self::PREFIX)
                    .filter(|digits| digits.len() == NUMBER_DIGITS)
                    .and_then(|digits| base62::decode_u64(digits.as_bytes()))
                    .map(Self)
                    .ok_or(InvalidId { prefix: Self::PREFIX, digits: NUMBER_DIGITS })
            }
        }
    };
}

numeric_id!(
    /// An account, `acc_…`.
    AccountId,
    "acc_"
);
numeric_id!(
    /// An API key, `key_…`. It identifies the key in lists and revocations and grants no access by itself.
    ApiKeyId,
    "key_"
);
numeric_id!(
    /// A person who signs in, `usr_…`.
    PersonId,
    "usr_"
);

impl ApiKeyId {
    /// The key with which the dashboard calls the API for an account. There is one per account, so that its
    /// calls can be distinguished from others.
    #[must_use]
    pub const fn dashboard(account: AccountId) -> Self {
        const MARK: u64 = 0x2d61_7368_626f_6172;
        Self(account.0 ^ MARK)
    }
}

/// One HTTP request, `req_…`: the client's own id if it sent a valid one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestId(String);

impl RequestId {
    const LONGEST: usize = 128;

    /// A new id that sorts by time.
    #[must_use]
    pub fn generate() -> Self {
        Self(sortable("req_", Uuid::now_v7()))
    }

    /// The client's id, if it is short and made of harmless characters.
    #[must_use]
    pub fn from_client(text: &str) -> Option<Self> {
        let sane = (1..=Self::LONGEST).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte));
        sane.then(|| Self(text.to_owned()))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

const SORTABLE_ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const SORTABLE_DIGITS: usize = 26;

/// Crockford's base 32 in lower case: 26 letters whose order is the order of the numbers.
pub(crate) fn sortable(prefix: &str, uuid: Uuid) -> String {
    let number = uuid.as_u128();
    let mut text = String::with_capacity(prefix.len() + SORTABLE_DIGITS);
    text.push_str(prefix);
    for position in (0..SORTABLE_DIGITS).rev() {
        let index = usize::try_from(number >> (position * 5) & 0x1f).unwrap_or(0);
        text.push(char::from(SORTABLE_ALPHABET[index]));
    }
    text
}

/// Reads what [`sortable`] wrote.
pub(crate) fn parse_sortable(prefix: &'static str, text: &str) -> Result<Uuid, InvalidId> {
    let invalid = InvalidId { prefix, digits: SORTABLE_DIGITS };
    let digits = text.strip_prefix(prefix).filter(|digits| digits.len() == SORTABLE_DIGITS).ok_or(invalid)?;
    digits
        .bytes()
        .try_fold(0_u128, |number, letter| {
            let digit = SORTABLE_ALPHABET.iter().position(|known| *known == letter)?;
            number.checked_mul(32)?.checked_add(u128::try_from(digit).ok()?)
        })
        .map(Uuid::from_u128)
        .ok_or(invalid)
}

/// Writes an identifier that sorts by the time at which it was made.
macro_rules! sortable_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(uuid::Uuid);

        impl $name {
            const PREFIX: &'static str = $prefix;

            /// A new id that sorts by time.
            #[must_use]
            pub fn generate() -> Self {
                Self(uuid::Uuid::now_v7())
            }

            /// The id as stored.
            #[must_use]
            pub const fn as_uuid(self) -> uuid::Uuid {
                self.0
            }
        }

        impl From<uuid::Uuid> for $name {
            fn from(uuid: uuid::Uuid) -> Self {
                Self(uuid)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::ids::sortable(Self::PREFIX, self.0))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::ids::InvalidId;

            fn from_str(text: &str) -> Result<Self, $crate::ids::InvalidId> {
                $crate::ids::parse_sortable(Self::PREFIX, text).map(Self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use sortable_id;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_what_they_print() {
        let id = AccountId::random().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert!(id.to_string().starts_with("acc_"));
        assert_eq!(id.to_string().len(), 15);
    }

    #[test]
    fn ids_of_another_kind_are_refused() {
        let key = ApiKeyId::from(7);
        assert!(key.to_string().parse::<AccountId>().is_err());
        assert!("acc_".parse::<AccountId>().is_err());
        assert!("acc_0000000000é".parse::<AccountId>().is_err());
        assert!("acc_zzzzzzzzzzz".parse::<AccountId>().is_err());
    }

    #[test]
    fn request_ids_sort_by_time() {
        let ids: Vec<String> = (0..100).map(|_| RequestId::generate().to_string()).collect();
        assert!(ids.is_sorted(), "{ids:?}");
        assert_eq!(ids[0].len(), 30);
    }

    #[test]
    fn only_sane_client_ids_are_kept() {
        assert!(RequestId::from_client("trace-1.2:3_x").is_some());
        assert!(RequestId::from_client("").is_none());
        assert!(RequestId::from_client("a b").is_none());
        assert!(RequestId::from_client("a\r\nb").is_none());
        assert!(RequestId::from_client(&"a".repeat(129)).is_none());
    }
}
