//! Reads `storage.url`: a directory, or a bucket with a prefix.

use std::path::PathBuf;

use crate::settings::StorageSetupError;

/// Where objects are stored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Directory(PathBuf),
    Bucket(Bucket),
}

/// A bucket, or the part of it below a prefix.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Bucket {
    pub(crate) provider: Provider,
    pub(crate) name: String,
    pub(crate) prefix: String,
}

/// The interface that a bucket has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Provider {
    S3,
    Google,
    Azure,
}

impl Place {
    pub(crate) fn parse(url: &str) -> Result<Self, StorageSetupError> {
        let (scheme, rest) = url.split_once(':').unwrap_or_default();
        let place = match scheme {
            "file" => directory(rest).map(Self::Directory),
            _ if rest.contains('@') => return Err(invalid("must not hold credentials".to_owned())),
            "s3" => bucket(Provider::S3, rest).map(Self::Bucket),
            "gs" => bucket(Provider::Google, rest).map(Self::Bucket),
            "az" => bucket(Provider::Azure, rest).map(Self::Bucket),
            _ => Err("must begin with file:, s3:, gs: or az:"),
        };
        place.map_err(|reason| invalid(format!("{url} {reason}")))
    }
}

fn invalid(reason: String) -> StorageSetupError {
    StorageSetupError::Invalid { setting: "storage.url", reason }
}

fn directory(rest: &str) -> Result<PathBuf, &'static str> {
    let path = match rest.strip_prefix("//") {
        Some(path) if !path.starts_with('/') => return Err("names a host; write file:/path or file:path"),
        Some(path) => path,
        None => rest,
    };
    if path.is_empty() { Err("names no directory") } else { Ok(PathBuf::from(path)) }
}

fn bucket(provider: Provider, rest: &str) -> Result<Bucket, &'static str> {
    let rest = rest.strip_prefix("//").ok_or("must have two slashes before the bucket")?;
    let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let prefix = prefix.trim_end_matches('/');
    if !is_segment(name) {
        return Err("names no bucket");
    }
    if !prefix.is_empty() && !prefix.split('/').all(is_segment) {
        return Err("has a prefix with characters other than letters, digits, '.', '_', '-' and '/'");
    }
    Ok(Bucket { provider, name: name.to_owned(), prefix: prefix.to_owned() })
}

fn is_segment(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    !text.is_empty() && !text.starts_with('.') && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_absolute_or_relative() {
        for (url, path) in [
            ("file:/srv/media", "/srv/media"),
            ("file:///srv/media", "/srv/media"),
            ("file:media", "media"),
            ("file:/with space/ä", "/with space/ä"),
        ] {
            assert_eq!(Place::parse(url).unwrap(), Place::Directory(PathBuf::from(path)), "{url}");
        }
    }

    #[test]
    fn buckets_have_a_provider_and_perhaps_a_prefix() {
        for (url, provider, name, prefix) in [
            ("s3://pictures", Provider::S3, "pictures", ""),
            ("s3://pictures/", Provider::S3, "pictures", ""),
            ("gs://my.pictures/live/Media", Provider::Google, "my.pictures", "live/Media"),
            ("az://container/media/", Provider::Azure, "container", "media"),
        ] {
            let expected = Bucket { provider, name: name.to_owned(), prefix: prefix.to_owned() };
            assert_eq!(Place::parse(url).unwrap(), Place::Bucket(expected), "{url}");
        }
    }

    #[test]
    fn everything_else_is_refused_by_name() {
        for (url, reason) in [
            ("ftp://a/b", "storage.url ftp://a/b must begin with file:, s3:, gs: or az:"),
            ("/srv/media", "storage.url /srv/media must begin with file:, s3:, gs: or az:"),
            ("file:", "storage.url file: names no directory"),
            ("file://host/path", "storage.url file://host/path names a host; write file:/path or file:path"),
            ("s3:pictures", "storage.url s3:pictures must have two slashes before the bucket"),
            ("s3:///media", "storage.url s3:///media names no bucket"),
            ("s3://me:secret@pictures", "storage.url must not hold credentials"),
        ] {
            assert_eq!(Place::parse(url).unwrap_err().to_string(), reason);
        }
        for url in ["s3://a/../b", "s3://a//b", "s3://a/b?c", "gs://a/ä"] {
            let reason = Place::parse(url).unwrap_err().to_string();
            assert!(reason.contains("has a prefix with characters other than"), "{reason}");
        }
    }
}
