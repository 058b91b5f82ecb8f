//! Files that are stored permanently and served publicly: images, screenshots.

use std::fmt;
use std::ops::Range;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::BoxStream;

/// The name of an object: lower-case ASCII segments, safe in a path, a URL and a bucket.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectKey(String);

/// A name that is not a valid object key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key has segments of a-z, 0-9, '.', '_' and '-' that do not begin with a dot")]
pub struct InvalidKey;

impl ObjectKey {
    const LONGEST: usize = 400;

    /// Parses a key: segments that are joined by slashes.
    pub fn parse(text: &str) -> Result<Self, InvalidKey> {
        let segment = |segment: &str| {
            let plain =
                |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
            !segment.is_empty() && !segment.starts_with('.') && segment.bytes().all(plain)
        };
        let valid = text.len() <= Self::LONGEST && text.split('/').all(segment);
        valid.then(|| Self(text.to_owned())).ok_or(InvalidKey)
    }

    /// A key from names that we made ourselves. Characters that a key can't hold become hyphens, and long
    /// names are cut.
    #[must_use]
    pub fn of_names(names: &[&str]) -> Self {
        let names = if names.is_empty() { &[""] } else { names };
        let longest = (Self::LONGEST / names.len()).saturating_sub(1);
        let plain = |(place, letter): (usize, char)| match letter {
            'a'..='z' | '0'..='9' | '_' => letter,
            '.' if place > 0 => letter,
            _ => '-',
        };
        let segment = |name: &&str| match name.chars().take(longest).enumerate().map(plain).collect() {
            empty if String::is_empty(&empty) => "-".to_owned(),
            segment => segment,
        };
        Self(names.iter().map(segment).collect::<Vec<_>>().join("/"))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for ObjectKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Why an operation of the storage failed.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// There is no such object.
    #[error("there is no object {0}")]
    Missing(ObjectKey),
    /// The range lies outside of the object.
    #[error("the object has {size} bytes")]
    OutOfRange {
        /// The object's length in bytes.
        size: u64,
    },
    /// The storage does not answer, is full, or rejects us; an operator may have to act.
    #[error("the object storage is not available: {reason}")]
    Unavailable {
        /// The error of the storage, without secrets.
        reason: String,
        /// The complete error, for the log.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// Part of an object, or all of it.
pub struct ObjectBody {
    /// The length of the whole object.
    pub size: u64,
    /// The range of the bytes in `pieces`.
    pub range: Range<u64>,
    /// The bytes of the range, piece by piece.
    pub pieces: BoxStream<'static, Result<Bytes, ObjectError>>,
}

#[async_trait]
pub trait Objects: Send + Sync {
    /// Stores an object completely or not at all. Storing it again changes nothing.
    async fn put(&self, key: &ObjectKey, media_type: &'static str, bytes: Bytes) -> Result<(), ObjectError>;
    /// The length of an object.
    async fn size(&self, key: &ObjectKey) -> Result<u64, ObjectError>;
    /// The bytes of `range`, whose end may lie beyond the end of the object; all bytes without a range.
    async fn read(&self, key: &ObjectKey, range: Option<Range<u64>>) -> Result<ObjectBody, ObjectError>;
    /// Removes an object. Removing it again changes nothing.
    async fn delete(&self, key: &ObjectKey) -> Result<(), ObjectError>;
    /// Removes all objects below a key and returns their number.
    async fn delete_below(&self, key: &ObjectKey) -> Result<u64, ObjectError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_safe_everywhere() {
        assert!(ObjectKey::parse("a1/b-2/green-tea_640w.webp").is_ok());
        let long = "a".repeat(401);
        for text in ["", "/a", "a/", "a//b", "../a", "a/..", "a/.hidden", "A", "a b", "a%2f", "hình", &long]
        {
            assert!(ObjectKey::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn whatever_names_are_they_make_a_key() {
        assert_eq!(ObjectKey::of_names(&["00a1", "img_01k9", "tea.webp"]).as_str(), "00a1/img_01k9/tea.webp");
        assert_eq!(ObjectKey::of_names(&["..", "A b", "", "a/b"]).as_str(), "-./--b/-/a-b");
        let long = "a.".repeat(300);
        for names in [&[][..], &["hình"], &[long.as_str()], &[long.as_str(); 4]] {
            let key = ObjectKey::of_names(names);
            assert!(ObjectKey::parse(key.as_str()).is_ok(), "{key}");
        }
    }
}
