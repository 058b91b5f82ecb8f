//! Requests per second, counted in a Redis server by all processes that share it.

use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use ports::rates::{Counted, RatesUnavailable, SharedRates};
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, IntoConnectionInfo, RedisError, Script};
use secrecy::{ExposeSecret, SecretString};

/// The longest wait for a count.
const PATIENCE: Duration = Duration::from_millis(100);
/// How long a server that did not answer is not queried.
const PAUSE: Duration = Duration::from_secs(1);
/// The prefix of our keys.
const PREFIX: &str = "rankwright:rate:";

/// The text is not the URL of a Redis server.
#[derive(Debug, thiserror::Error)]
#[error("is not the address of a Redis server, such as redis://:password@host:6379/0 or rediss://host: {0}")]
pub struct AddressError(String);

/// A Redis server that counts.
pub struct RedisRates {
    connection: ConnectionManager,
    script: Script,
    /// Until when the server is not queried, if it did not answer the last time.
    silent_until: Mutex<Option<Instant>>,
}

/// Checks the form of a URL. Does not contact the server.
pub fn check(url: &SecretString) -> Result<(), AddressError> {
    client(url).map(|_| ())
}

/// The URL of a server without its credentials.
pub fn place(url: &SecretString) -> Result<String, AddressError> {
    let info = url.expose_secret().into_connection_info().map_err(|error| described(&error))?;
    Ok(info.addr().to_string())
}

fn client(url: &SecretString) -> Result<Client, AddressError> {
    Client::open(url.expose_secret()).map_err(|error| described(&error))
}

fn described(error: &RedisError) -> AddressError {
    AddressError(error.to_string())
}

impl RedisRates {
    /// Does not wait for the server: a process that can't reach it counts alone.
    pub fn open(url: &SecretString) -> Result<Self, AddressError> {
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE))
            .set_number_of_retries(0);
        let connection =
            client(url)?.get_connection_manager_lazy(config).map_err(|error| described(&error))?;
        let script = Script::new(include_str!("count.lua"));
        Ok(Self { connection, script, silent_until: Mutex::default() })
    }

    /// Whether the server answers.
    pub async fn check(&self) -> Result<(), RatesUnavailable> {
        let mut connection = self.connection.clone();
        redis::cmd("PING").exec_async(&mut connection).await.map_err(|error| unavailable(&error))
    }

    async fn call(&self, caller: &str, per_second: NonZeroU32) -> Result<Counted, RatesUnavailable> {
        let mut connection = self.connection.clone();
        let mut call = self.script.key(format!("{PREFIX}{caller}"));
        let asked = call.arg(per_second.get()).invoke_async::<(u32, u64)>(&mut connection);
        let answer = tokio::time::timeout(PATIENCE, asked).await;
        let (remaining, wait) = answer
            .map_err(|_| RatesUnavailable(format!("no answer within {} ms", PATIENCE.as_millis())))?
            .map_err(|error| unavailable(&error))?;
        Ok(match wait {
            0 => Counted::Admitted { remaining },
            wait => Counted::TooSoon { wait: Duration::from_micros(wait) },
        })
    }

    fn silent_until(&self) -> MutexGuard<'_, Option<Instant>> {
        self.silent_until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unavailable(error: &RedisError) -> RatesUnavailable {
    RatesUnavailable(error.to_string())
}

#[async_trait]
impl SharedRates for RedisRates {
    async fn count(&self, caller: &str, per_second: NonZeroU32) -> Result<Counted, RatesUnavailable> {
        if self.silent_until().is_some_and(|end| Instant::now() < end) {
            return Err(RatesUnavailable("it did not answer a moment ago".to_owned()));
        }
        let counted = self.call(caller, per_second).await;
        let silence = counted.is_err().then(|| Instant::now() + PAUSE);
        let before = std::mem::replace(&mut *self.silent_until(), silence);
        match (&counted, before) {
            (Err(error), None) => tracing::warn!(%error, "each process limits requests on its own for now"),
            (Ok(_), Some(_)) => tracing::info!("requests are counted for all processes again"),
            _ => {}
        }
        counted
    }
}
