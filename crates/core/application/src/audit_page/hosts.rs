//! Limits on concurrent requests to one host and to all hosts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use url::Url;

/// Requests at once to one host.
const PER_HOST: usize = 4;
/// Requests at once to all hosts, for one audit.
const TOGETHER: usize = 24;

/// Limits the requests of one audit.
pub(super) struct Hosts {
    together: Arc<Semaphore>,
    by_host: Mutex<HashMap<String, Arc<Semaphore>>>,
}

pub(super) struct Leave {
    _host: Option<OwnedSemaphorePermit>,
    _together: Option<OwnedSemaphorePermit>,
}

impl Default for Hosts {
    fn default() -> Self {
        Self { together: Arc::new(Semaphore::new(TOGETHER)), by_host: Mutex::default() }
    }
}

impl Hosts {
    /// Waits until a URL may be requested. The host's permit comes first, so that a slow host does not delay
    /// requests to others.
    pub(super) async fn leave(&self, url: &Url) -> Leave {
        let host = url.host_str().unwrap_or_default().to_owned();
        let semaphore = {
            let mut hosts = self.by_host.lock().unwrap_or_else(PoisonError::into_inner);
            hosts.entry(host).or_insert_with(|| Arc::new(Semaphore::new(PER_HOST))).clone()
        };
        let host = semaphore.acquire_owned().await.ok();
        let together = self.together.clone().acquire_owned().await.ok();
        Leave { _host: host, _together: together }
    }
}
