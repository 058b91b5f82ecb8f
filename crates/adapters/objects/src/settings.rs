//! The settings of the storage, with hidden secrets, and errors that name the setting.

use std::fmt;
use std::path::PathBuf;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize, Serializer};
use url::Url;

/// Where objects are stored, and the credentials for it.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct StorageSettings {
    /// `file:/path`, `s3://bucket/prefix`, `gs://bucket/prefix` or `az://container/prefix`.
    pub url: Option<String>,
    /// The public base URL of the objects, if this service does not serve them.
    pub cdn_url: Option<WebAddress>,
    /// The URL of the storage server, if it is not the provider's own.
    pub endpoint: Option<WebAddress>,
    /// The region of an S3 bucket.
    pub region: Option<String>,
    /// The access key id of an S3 bucket.
    pub access_key_id: Option<String>,
    /// The secret access key of an S3 bucket.
    #[serde(serialize_with = "hidden")]
    pub secret_access_key: Option<SecretString>,
    /// Whether an S3 bucket is part of the host's name rather than of the path.
    pub virtual_hosted: bool,
    /// The key file of a Google service account.
    pub service_account_file: Option<PathBuf>,
    /// The name of the Azure account.
    pub account: Option<String>,
    /// The access key of the Azure account.
    #[serde(serialize_with = "hidden")]
    pub access_key: Option<SecretString>,
    /// Whether the credentials come from the machine: its environment, or the cloud that it runs in.
    pub ambient_credentials: bool,
}

/// A setting with which the storage can't work.
#[derive(Debug, thiserror::Error)]
pub enum StorageSetupError {
    /// A required setting is missing.
    #[error("{setting} is not set; {needed_by} needs it")]
    Missing {
        /// The setting's full name.
        setting: &'static str,
        /// What needs the setting.
        needed_by: &'static str,
    },
    /// The value of a setting can't be used.
    #[error("{setting} {reason}")]
    Invalid {
        /// The setting's full name.
        setting: &'static str,
        /// The reason, in words that continue the setting's name.
        reason: String,
    },
    /// The directory can't be created or used.
    #[error("the directory {} of storage.url can't be used: {source}", directory.display())]
    Directory {
        /// The path of the directory.
        directory: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

/// A base URL; paths are appended.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct WebAddress(Url);

/// The text is not a base URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an address such as https://media.example.com, without query and credentials")]
pub struct InvalidAddress;

impl WebAddress {
    /// Whether requests to it are unencrypted.
    pub(crate) fn is_plain_text(&self) -> bool {
        self.0.scheme() == "http"
    }

    /// The same URL with another label in front of the host name.
    pub(crate) fn with_subdomain(&self, label: &str) -> Option<Self> {
        let mut url = self.0.clone();
        let host = format!("{label}.{}", url.domain()?);
        url.set_host(Some(&host)).ok()?;
        Some(Self(url))
    }
}

impl TryFrom<String> for WebAddress {
    type Error = InvalidAddress;

    fn try_from(text: String) -> Result<Self, InvalidAddress> {
        let url = Url::parse(&text).map_err(|_| InvalidAddress)?;
        let usable = matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        usable.then_some(Self(url)).ok_or(InvalidAddress)
    }
}

impl From<WebAddress> for String {
    fn from(address: WebAddress) -> Self {
        address.to_string()
    }
}

impl fmt::Display for WebAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

impl fmt::Debug for WebAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// The text, unless it is blank.
pub(crate) fn given(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// The secret, unless it is blank.
pub(crate) fn revealed(secret: Option<&SecretString>) -> Option<&str> {
    secret.map(|secret| secret.expose_secret().trim()).filter(|text| !text.is_empty())
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn hidden<S: Serializer>(secret: &Option<SecretString>, serializer: S) -> Result<S::Ok, S::Error> {
    match secret {
        Some(_) => serializer.serialize_str("(set, not shown)"),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_are_read_and_never_shown() {
        let settings: StorageSettings = serde_json::from_value(json!({
            "url": "s3://pictures",
            "secret_access_key": "very secret",
            "access_key": "also secret",
        }))
        .unwrap();
        assert_eq!(revealed(settings.secret_access_key.as_ref()), Some("very secret"));
        let shown = format!("{settings:?} {}", serde_json::to_string(&settings).unwrap());
        assert!(shown.contains("(set, not shown)"));
        assert!(!shown.contains("very secret") && !shown.contains("also secret"), "{shown}");
    }

    #[test]
    fn unknown_settings_are_refused() {
        assert!(serde_json::from_value::<StorageSettings>(json!({"bucket": "pictures"})).is_err());
    }

    #[test]
    fn only_plain_web_addresses_are_taken() {
        for text in [
            "",
            "example.com",
            "ftp://a.example",
            "https://a.example/?x=1",
            "https://me:pw@a.example",
            "https://",
        ] {
            assert_eq!(WebAddress::try_from(text.to_owned()), Err(InvalidAddress), "{text}");
        }
    }

    #[test]
    fn addresses_have_no_slash_at_their_end() {
        for text in ["https://cdn.example/media", "https://cdn.example/media/"] {
            let address = WebAddress::try_from(text.to_owned()).unwrap();
            assert_eq!(address.to_string(), "https://cdn.example/media");
        }
    }

    #[test]
    fn buckets_become_part_of_names_but_not_of_numbers() {
        let named = WebAddress::try_from("https://s3.example:9000".to_owned()).unwrap();
        assert_eq!(named.with_subdomain("pictures").unwrap().to_string(), "https://pictures.s3.example:9000");
        let numbered = WebAddress::try_from("http://127.0.0.1:9000".to_owned()).unwrap();
        assert_eq!(numbered.with_subdomain("pictures"), None);
    }
}
