//! What the settings of all providers share: base URLs, hidden secrets, and errors that name the setting.

use std::borrow::Cow;
use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use url::Url;

/// The credential that sandboxes accept.
pub(crate) const SANDBOX_CREDENTIAL: &str = "sandbox";

/// The base URL of a provider's API; paths are appended.
#[derive(Clone, PartialEq, Eq)]
pub struct BaseUrl(Cow<'static, str>);

/// A setting without which a listed engine can't work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A required setting is missing.
    #[error("{setting} is not set; the engine {engine} needs it")]
    Missing {
        /// The engine that needs it.
        engine: &'static str,
        /// The setting's full name.
        setting: &'static str,
    },
    /// The value of a setting can't be used.
    #[error("{setting} {reason}")]
    Invalid {
        /// The setting's full name.
        setting: &'static str,
        /// The reason, in words that continue the setting's name.
        reason: String,
    },
}

impl BaseUrl {
    pub(crate) const fn of_provider(address: &'static str) -> Self {
        Self(Cow::Borrowed(address))
    }

    /// The stand-in of a provider below a sandbox.
    pub(crate) fn in_sandbox(sandbox: &Url, provider: &str) -> Self {
        Self(Cow::Owned(format!("{}/{provider}", sandbox.as_str().trim_end_matches('/'))))
    }

    /// Whether this is the URL of a host.
    pub(crate) fn has_host(&self, host: &str) -> bool {
        Url::parse(&self.0).is_ok_and(|url| url.host_str() == Some(host))
    }

    /// Whether the URL's host is below a domain, and not the domain itself.
    pub(crate) fn has_host_below(&self, domain: &str) -> bool {
        let below = |host: &str| host.strip_suffix(domain).is_some_and(|name| name.ends_with('.'));
        Url::parse(&self.0).is_ok_and(|url| url.host_str().is_some_and(below))
    }

    /// The URL with a version at its end, which begins with a slash. Operators write it with and without.
    pub(crate) fn with_version(&self, version: &str) -> Self {
        Self(Cow::Owned(format!("{}{version}", self.without_version(version).0)))
    }

    /// The URL without a version at its end, which begins with a slash.
    pub(crate) fn without_version(&self, version: &str) -> Self {
        let address = self.0.trim_end_matches('/');
        let address = address.strip_suffix(version).unwrap_or(address);
        Self(Cow::Owned(address.trim_end_matches('/').to_owned()))
    }

    /// The URL of a path, which begins with a slash.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.0.trim_end_matches('/'))
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Serialize for BaseUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for BaseUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let usable = Url::parse(&text).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.query().is_none()
                && url.fragment().is_none()
                && url.username().is_empty()
                && url.password().is_none()
        });
        if usable {
            return Ok(Self(Cow::Owned(text)));
        }
        let reason = "must be an address such as https://search.example.com, without query and credentials";
        Err(serde::de::Error::custom(reason))
    }
}

/// The credential that sandboxes accept, as a secret.
pub(crate) fn sandbox_credential() -> SecretString {
    SecretString::from(SANDBOX_CREDENTIAL)
}

/// The value of a mandatory secret.
pub(crate) fn required(
    secret: Option<&SecretString>,
    engine: &'static str,
    setting: &'static str,
) -> Result<SecretString, SetupError> {
    match secret {
        Some(secret) if !secret.expose_secret().trim().is_empty() => Ok(secret.clone()),
        _ => Err(SetupError::Missing { engine, setting }),
    }
}

/// Serializes whether a secret is set, and nothing else.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
pub(crate) fn hidden<S: Serializer>(secret: &Option<SecretString>, serializer: S) -> Result<S::Ok, S::Error> {
    match secret {
        Some(_) => serializer.serialize_str("(set, not shown)"),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<BaseUrl, serde_json::Error> {
        serde_json::from_value(serde_json::Value::String(text.to_owned()))
    }

    #[test]
    fn paths_are_appended_to_addresses() {
        let address = parsed("https://search.example/below/").unwrap();
        assert_eq!(address.at("/search"), "https://search.example/below/search");
        let sandbox = Url::parse("http://127.0.0.1:4010").unwrap();
        assert_eq!(
            BaseUrl::in_sandbox(&sandbox, "serper").at("/search"),
            "http://127.0.0.1:4010/serper/search"
        );
    }

    #[test]
    fn only_plain_web_addresses_are_taken() {
        for text in
            ["", "example.com", "ftp://a.example", "https://a.example/?x=1", "https://me:pw@a.example"]
        {
            assert!(parsed(text).is_err(), "{text}");
        }
    }
}
