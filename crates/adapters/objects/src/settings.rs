//! The settings of the storage, with hidden secrets, and errors that name the setting.

use std::fmt;
use std::path::PathBuf;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize, Serializer};
use url::Url;

/// Where objects are kept, and how the keeper knows us.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct StorageSettings {
    /// `file:/path`, `s3://bucket/prefix`, `gs://bucket/prefix` or `az://container/prefix`.
    pub url: Option<String>,
    /// Where everybody can read the objects, if not from this service.
    pub cdn_url: Option<WebAddress>,
    /// The keeper's address, if it is not the provider's own.
    pub endpoint: Option<WebAddress>,
    /// The region of an S3 bucket.
    pub region: Option<String>,
    /// The name of the key to an S3 bucket.
    pub access_key_id: Option<String>,
    /// The key to an S3 bucket.
    #[serde(serialize_with = "hidden")]
    pub secret_access_key: Option<SecretString>,
    /// Whether an S3 bucket is part of the host's name rather than of the path.
    pub virtual_hosted: bool,
    /// The file that Google gives to a service account.
    pub service_account_file: Option<PathBuf>,
    /// The name of an Azure account.
    pub account: Option<String>,
    /// The key of an Azure account.
    #[serde(serialize_with = "hidden")]
    pub access_key: Option<SecretString>,
    /// Whether the credentials come from the machine: its environment, or the cloud that it runs in.
    pub ambient_credentials: bool,
}

/// A setting with which the storage can't work.
#[derive(Debug, thiserror::Error)]
pub enum StorageSetupError {
    /// Is not set.
    #[error("{setting} is not set; {needed_by} needs it")]
    Missing {
        /// Its full name.
        setting: &'static str,
        /// What it is needed for.
        needed_by: &'static str,
    },
    /// Has a value that can't be used.
    #[error("{setting} {reason}")]
    Invalid {
        /// Its full name.
        setting: &'static str,
        /// In words that continue the name.
        reason: String,
    },
    /// The directory can't be made or used.
    #[error("the directory {} of storage.url can't be used: {source}", directory.display())]
    Directory {
        /// The directory.
        directory: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

/// Where a web address begins; paths are appended.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct WebAddress(Url);

/// An address that nothing can be appended to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an address such as https://media.example.com, without query and credentials")]
pub struct InvalidAddress;

impl WebAddress {
    /// Whether what is sent there can be read on the way.
    pub(crate) fn is_plain_text(&self) -> bool {
        self.0.scheme() == "http"
    }

    /// The same address with another label in front of the host's name.
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

/// A text that says something.
pub(crate) fn given(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// A secret that says something.
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
