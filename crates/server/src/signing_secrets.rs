//! The secrets that sign API keys: from the setting, or from a file that the first start creates.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use domain::api_keys::Keyring;
use secrecy::{ExposeSecret, SecretString};

use crate::configuration::Settings;

/// The keyring of this installation. Several nodes share one through the setting.
pub(crate) fn load_or_create(settings: &Settings) -> anyhow::Result<Keyring> {
    if let Some(text) = &settings.secrets.signing_keys {
        return Keyring::parse(text).context("secrets.signing_keys");
    }
    let path = file(&settings.data_dir);
    match read(&path)? {
        Some(keyring) => Ok(keyring),
        None => create(&path),
    }
}

/// Adds a secret that signs from now on.
pub(crate) fn rotate(settings: &Settings) -> anyhow::Result<Keyring> {
    let keyring = load_or_create(settings)?.rotated()?;
    if settings.secrets.signing_keys.is_some() {
        bail!(
            "the secrets come from the setting secrets.signing_keys; append a kid:hex pair there on every node"
        );
    }
    let path = file(&settings.data_dir);
    let draft = path.with_extension("new");
    write_new(&draft, keyring.to_text())
        .and_then(|()| fs::rename(&draft, &path))
        .with_context(|| format!("{} can't be written", path.display()))?;
    Ok(keyring)
}

/// The file that holds the secrets.
pub(crate) fn file(data_dir: &Path) -> PathBuf {
    data_dir.join("secrets").join("signing_keys")
}

fn read(path: &Path) -> anyhow::Result<Option<Keyring>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => SecretString::from(text),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("{} can't be read", path.display())),
    };
    let mode = fs::metadata(path)?.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        bail!("{} can be read by others (mode {mode:o}); run chmod 600 on it", path.display());
    }
    Keyring::parse(&text).map(Some).with_context(|| format!("{} is damaged", path.display()))
}

fn create(path: &Path) -> anyhow::Result<Keyring> {
    let directory = path.parent().context("the secrets have no directory")?;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(directory)
        .with_context(|| format!("{} can't be made", directory.display()))?;
    let keyring = Keyring::generate()?;
    match write_new(path, keyring.to_text()) {
        Ok(()) => Ok(keyring),
        // Another process was faster; the installation uses its secrets.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            read(path)?.with_context(|| format!("{} vanished", path.display()))
        }
        Err(error) => Err(error).with_context(|| format!("{} can't be written", path.display())),
    }
}

fn write_new(path: &Path, text: &SecretString) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.expose_secret().as_bytes())?;
    file.sync_all()
}
