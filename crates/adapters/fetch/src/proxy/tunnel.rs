//! Copies bytes in both directions until one side ends, nothing moves any more, or a limit is met.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};

use crate::connect::Stream;
use crate::proxy::ProxyLimits;

const CHUNK: usize = 16 * 1024;

/// Holds the tunnel that the connection of a request becomes.
#[derive(Default)]
pub(super) struct TunnelSlot(Mutex<Option<Tunnel>>);

impl TunnelSlot {
    pub(super) fn put(&self, tunnel: Tunnel) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(tunnel);
    }

    pub(super) fn take(self) -> Option<Tunnel> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection of the browser that is about to be joined to one of ours.
pub(super) struct Tunnel {
    browser: OnUpgrade,
    upstream: Box<dyn Stream>,
}

impl Tunnel {
    pub(super) fn new(browser: OnUpgrade, upstream: Box<dyn Stream>) -> Self {
        Self { browser, upstream }
    }

    pub(super) async fn run(self, limits: &ProxyLimits) {
        let Ok(browser) = self.browser.await else { return };
        let (from_browser, to_browser) = split(TokioIo::new(browser));
        let (from_web, to_web) = split(self.upstream);
        let moved = AtomicU64::new(0);
        let both_ways = async {
            tokio::join!(
                pump(from_browser, to_web, limits.bytes_up, &moved),
                pump(from_web, to_browser, limits.bytes_down, &moved),
            )
        };
        tokio::select! {
            _ = both_ways => {}
            () = silence(&moved, limits.idle) => {}
        }
    }
}

/// Copies bytes up to the end or the limit, and then shuts down the writing side.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut room: u64,
    moved: &AtomicU64,
) -> std::io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    while room > 0 {
        let read = from.read(&mut chunk).await?;
        if read == 0 {
            break;
        }
        to.write_all(&chunk[..read]).await?;
        to.flush().await?;
        moved.fetch_add(read as u64, Ordering::Relaxed);
        room = room.saturating_sub(read as u64);
    }
    to.shutdown().await
}

/// Resolves when nothing has moved for `idle`.
async fn silence(moved: &AtomicU64, idle: Duration) {
    loop {
        let before = moved.load(Ordering::Relaxed);
        tokio::time::sleep(idle).await;
        if moved.load(Ordering::Relaxed) == before {
            return;
        }
    }
}
