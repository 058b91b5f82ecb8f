//! Opens buckets. Nothing is sent yet; whether the credentials are right shows at the first request.

use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::{BackoffConfig, ClientOptions, ObjectStore, RetryConfig};

use crate::place::{Bucket, Provider};
use crate::settings::{StorageSettings, StorageSetupError, WebAddress, given, revealed};

type Opened = Result<Arc<dyn ObjectStore>, StorageSetupError>;

const CONNECT_LIMIT: Duration = Duration::from_secs(3);
const SILENCE_LIMIT: Duration = Duration::from_secs(10);

pub(crate) fn open(settings: &StorageSettings, bucket: &Bucket) -> Opened {
    match bucket.provider {
        Provider::S3 => s3(settings, bucket),
        Provider::Google => google(settings, bucket),
        Provider::Azure => azure(settings, bucket),
    }
}

fn s3(settings: &StorageSettings, bucket: &Bucket) -> Opened {
    let builder = match known_or_ambient(settings, s3_keys(settings)?, "storage.access_key_id", "s3")? {
        Some((id, secret)) => AmazonS3Builder::new().with_access_key_id(id).with_secret_access_key(secret),
        None => AmazonS3Builder::from_env(),
    };
    let mut builder = builder
        .with_bucket_name(&bucket.name)
        .with_virtual_hosted_style_request(settings.virtual_hosted)
        // Not every S3-compatible server can delete many objects at once.
        .with_disable_bulk_delete(true)
        .with_client_options(client(settings))
        .with_retry(patience());
    if let Some(region) = given(settings.region.as_ref()) {
        builder = builder.with_region(region);
    }
    if let Some(endpoint) = &settings.endpoint {
        let endpoint = if settings.virtual_hosted {
            endpoint.with_subdomain(&bucket.name)
        } else {
            Some(endpoint.clone())
        };
        let endpoint = endpoint.ok_or_else(|| {
            invalid("storage.virtual_hosted", "needs a host's name in storage.endpoint, not a number")
        })?;
        builder = builder.with_endpoint(endpoint.to_string());
    }
    finish(builder.build(), "storage.url")
}

fn s3_keys(settings: &StorageSettings) -> Result<Option<(&str, &str)>, StorageSetupError> {
    let missing = |setting| Err(StorageSetupError::Missing { setting, needed_by: "s3" });
    match (given(settings.access_key_id.as_ref()), revealed(settings.secret_access_key.as_ref())) {
        (Some(id), Some(secret)) => Ok(Some((id, secret))),
        (None, None) => Ok(None),
        (Some(_), None) => missing("storage.secret_access_key"),
        (None, Some(_)) => missing("storage.access_key_id"),
    }
}

fn google(settings: &StorageSettings, bucket: &Bucket) -> Opened {
    let file = settings.service_account_file.as_deref();
    let builder = match known_or_ambient(settings, file, "storage.service_account_file", "gs")? {
        Some(file) => GoogleCloudStorageBuilder::new().with_service_account_path(file.display().to_string()),
        None => GoogleCloudStorageBuilder::from_env(),
    };
    let mut builder =
        builder.with_bucket_name(&bucket.name).with_client_options(client(settings)).with_retry(patience());
    if let Some(endpoint) = &settings.endpoint {
        builder = builder.with_base_url(&endpoint.to_string());
    }
    finish(builder.build(), "storage.service_account_file")
}

fn azure(settings: &StorageSettings, bucket: &Bucket) -> Opened {
    let account = given(settings.account.as_ref())
        .ok_or(StorageSetupError::Missing { setting: "storage.account", needed_by: "az" })?;
    let key = revealed(settings.access_key.as_ref());
    let builder = match known_or_ambient(settings, key, "storage.access_key", "az")? {
        Some(key) => MicrosoftAzureBuilder::new().with_access_key(key),
        None => MicrosoftAzureBuilder::from_env(),
    };
    let mut builder = builder
        .with_account(account)
        .with_container_name(&bucket.name)
        .with_client_options(client(settings))
        .with_retry(patience());
    if let Some(endpoint) = &settings.endpoint {
        builder = builder.with_endpoint(endpoint.to_string());
    }
    finish(builder.build(), "storage.access_key")
}

/// Credentials from the settings, or `None` if the machine's are to be used. One never replaces the other by
/// accident.
fn known_or_ambient<T>(
    settings: &StorageSettings,
    known: Option<T>,
    setting: &'static str,
    needed_by: &'static str,
) -> Result<Option<T>, StorageSetupError> {
    match (known, settings.ambient_credentials) {
        (Some(_), true) => {
            Err(invalid("storage.ambient_credentials", &format!("must not be true beside {setting}")))
        }
        (None, false) => Err(StorageSetupError::Missing { setting, needed_by }),
        (known, _) => Ok(known),
    }
}

/// There is no limit to a whole request: a slow reader may take long over an image. Silence has a limit.
fn client(settings: &StorageSettings) -> ClientOptions {
    let plain_text = settings.endpoint.as_ref().is_some_and(WebAddress::is_plain_text);
    ClientOptions::new()
        .with_allow_http(plain_text)
        .with_connect_timeout(CONNECT_LIMIT)
        .with_read_timeout(SILENCE_LIMIT)
        .with_timeout_disabled()
}

/// A caller is waiting, so the retries are short.
fn patience() -> RetryConfig {
    RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(1),
            base: 2.0,
        },
        max_retries: 3,
        retry_timeout: Duration::from_secs(5),
    }
}

fn finish<S: ObjectStore>(built: object_store::Result<S>, setting: &'static str) -> Opened {
    match built {
        Ok(store) => Ok(Arc::new(store)),
        Err(error) => Err(invalid(setting, &format!("can't be used: {error}"))),
    }
}

fn invalid(setting: &'static str, reason: &str) -> StorageSetupError {
    StorageSetupError::Invalid { setting, reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use crate::place::Place;

    use super::*;

    fn refusal(settings: &str) -> String {
        let settings: StorageSettings = serde_json::from_str(settings).unwrap();
        let Place::Bucket(bucket) = Place::parse(settings.url.as_deref().unwrap()).unwrap() else {
            panic!("not a bucket")
        };
        open(&settings, &bucket).unwrap_err().to_string()
    }

    #[test]
    fn credentials_are_asked_for_by_name() {
        for (settings, reason) in [
            (r#"{"url": "s3://a"}"#, "storage.access_key_id is not set; s3 needs it"),
            (
                r#"{"url": "s3://a", "access_key_id": "me"}"#,
                "storage.secret_access_key is not set; s3 needs it",
            ),
            (
                r#"{"url": "s3://a", "access_key_id": " ", "secret_access_key": "x"}"#,
                "storage.access_key_id is not set; s3 needs it",
            ),
            (r#"{"url": "gs://a"}"#, "storage.service_account_file is not set; gs needs it"),
            (r#"{"url": "az://a"}"#, "storage.account is not set; az needs it"),
            (r#"{"url": "az://a", "account": "me"}"#, "storage.access_key is not set; az needs it"),
        ] {
            assert_eq!(refusal(settings), reason);
        }
    }

    #[test]
    fn the_machines_credentials_are_used_only_alone() {
        let both = r#"{"url": "az://a", "account": "me", "access_key": "aGk=", "ambient_credentials": true}"#;
        assert_eq!(refusal(both), "storage.ambient_credentials must not be true beside storage.access_key");
        let settings = StorageSettings { ambient_credentials: true, ..StorageSettings::default() };
        let bucket = Bucket { provider: Provider::S3, name: "a".to_owned(), prefix: String::new() };
        assert!(open(&settings, &bucket).is_ok());
    }

    #[test]
    fn unusable_credentials_are_refused_without_showing_them() {
        let account = refusal(r#"{"url": "gs://a", "service_account_file": "/nowhere/account.json"}"#);
        assert!(account.starts_with("storage.service_account_file can't be used: "), "{account}");
        let key = refusal(r#"{"url": "az://a", "account": "me", "access_key": "§not base64§"}"#);
        assert!(key.starts_with("storage.access_key can't be used: "), "{key}");
        assert!(!key.contains("not base64"), "{key}");
    }

    #[test]
    fn a_number_has_no_subdomains() {
        let reason = refusal(
            r#"{"url": "s3://a", "access_key_id": "me", "secret_access_key": "x", "virtual_hosted": true, "endpoint": "http://127.0.0.1:9000"}"#,
        );
        assert_eq!(reason, "storage.virtual_hosted needs a host's name in storage.endpoint, not a number");
    }
}
