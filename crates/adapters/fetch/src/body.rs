//! Reads a body, undoes its codings, and stops where a limit is met. Every stage is counted while it streams.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use http::HeaderMap;
use http_body::Body as _;
use hyper::body::Incoming;
use ports::fetch::{FetchError, Oversize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, BufReader, ReadBuf};

use crate::coding::Coding;
use crate::rules::FetchLimits;

const WIRE: FetchError = FetchError::TooLarge("its body");
const DECODED: FetchError = FetchError::TooLarge("its body after decompression");
const RATIO: FetchError = FetchError::TooLarge("its body after decompression, for how it came");
const CUT: FetchError = FetchError::Unreachable("the response ended early");
const DAMAGED: FetchError = FetchError::Unreachable("the body is damaged");

/// Small bodies of one repeated letter compress better than any ratio, and do no harm.
const RATIO_APPLIES_FROM: u64 = 64 * 1024;

/// A body as far as it was read.
pub(crate) struct Body {
    pub(crate) bytes: Bytes,
    pub(crate) truncated: bool,
    pub(crate) wire_bytes: u64,
}

pub(crate) async fn read(
    incoming: Incoming,
    headers: &HeaderMap,
    limits: &FetchLimits,
    oversize: Oversize,
) -> Result<Body, FetchError> {
    let declared = incoming.size_hint().lower();
    if declared > limits.wire_bytes && oversize == Oversize::Refuse {
        return Err(WIRE);
    }
    let meter = Arc::new(Meter::default());
    let mut stage = wire(incoming, limits, &meter);
    // An empty body is valid too, although no coding produces it.
    if stage.fill_buf().await.is_ok_and(|first| !first.is_empty()) {
        for coding in Coding::to_undo(headers)? {
            stage = decoded(coding, stage, limits, &meter);
        }
    }
    let mut bytes = Vec::new();
    let whole = drain(stage, &mut bytes).await;
    let truncated = match meter.stopped.get() {
        None if whole => false,
        None => return Err(DAMAGED),
        Some(Stop::Cut) => return Err(CUT),
        Some(Stop::Over(_)) if oversize == Oversize::Truncate => true,
        Some(Stop::Over(error)) => return Err(error.clone()),
    };
    bytes.truncate(usize::try_from(limits.decoded_bytes).unwrap_or(usize::MAX));
    Ok(Body { bytes: bytes.into(), truncated, wire_bytes: meter.wire.load(Ordering::Relaxed) })
}

type Stage = Pin<Box<dyn AsyncBufRead + Send>>;

fn wire(incoming: Incoming, limits: &FetchLimits, meter: &Arc<Meter>) -> Stage {
    let meter = Arc::clone(meter);
    Box::pin(BufReader::new(Wire { incoming, chunk: Bytes::new(), room: limits.wire_bytes, meter }))
}

fn decoded(coding: Coding, stage: Stage, limits: &FetchLimits, meter: &Arc<Meter>) -> Stage {
    let meter = Arc::clone(meter);
    let (limit, ratio) = (limits.decoded_bytes, limits.ratio);
    Box::pin(BufReader::new(Decoded { inner: coding.undo(stage), read: 0, over: false, limit, ratio, meter }))
}

/// Reads to the end, and returns whether it is the real end.
async fn drain(mut stage: Stage, bytes: &mut Vec<u8>) -> bool {
    loop {
        let Ok(chunk) = stage.fill_buf().await else { return false };
        if chunk.is_empty() {
            return true;
        }
        bytes.extend_from_slice(chunk);
        let taken = chunk.len();
        stage.consume(taken);
        // Decompression alone never waits, and the deadline is only checked when the task yields.
        tokio::task::consume_budget().await;
    }
}

/// State that all stages of a body share.
#[derive(Default)]
struct Meter {
    wire: AtomicU64,
    stopped: OnceLock<Stop>,
}

/// Why a stage stopped before the end of the body. To the stages above it looks like the end.
#[derive(Debug)]
enum Stop {
    Over(FetchError),
    /// The other side closed the connection.
    Cut,
}

impl Meter {
    fn stop(&self, stop: Stop) {
        // Only the first reason counts; later ones follow from it.
        let _ = self.stopped.set(stop);
    }
}

/// The bytes as received.
struct Wire {
    incoming: Incoming,
    chunk: Bytes,
    room: u64,
    meter: Arc<Meter>,
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        while !self.chunk.has_remaining() {
            match ready!(Pin::new(&mut self.incoming).poll_frame(context)) {
                None => return Poll::Ready(Ok(())),
                // Trailers are ignored.
                Some(Ok(frame)) => self.chunk = frame.into_data().unwrap_or_default(),
                Some(Err(error)) => {
                    tracing::debug!(%error, "a body was cut off");
                    self.meter.stop(Stop::Cut);
                    return Poll::Ready(Ok(()));
                }
            }
        }
        if self.room == 0 {
            self.meter.stop(Stop::Over(WIRE));
            return Poll::Ready(Ok(()));
        }
        let room = usize::try_from(self.room).unwrap_or(usize::MAX);
        let taken = self.chunk.len().min(buffer.remaining()).min(room);
        buffer.put_slice(&self.chunk.split_to(taken));
        self.room -= taken as u64;
        self.meter.wire.fetch_add(taken as u64, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

/// The bytes after one coding was undone. Counted between codings too, where a small body can become huge and
/// small again.
struct Decoded {
    inner: Pin<Box<dyn AsyncRead + Send>>,
    read: u64,
    over: bool,
    limit: u64,
    ratio: u64,
    meter: Arc<Meter>,
}

impl AsyncRead for Decoded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        if self.over {
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        ready!(self.inner.as_mut().poll_read(context, buffer))?;
        self.read += (buffer.filled().len() - before) as u64;
        if let Some(excess) = self.excess() {
            self.over = true;
            self.meter.stop(Stop::Over(excess));
        }
        Poll::Ready(Ok(()))
    }
}

impl Decoded {
    fn excess(&self) -> Option<FetchError> {
        let wire = self.meter.wire.load(Ordering::Relaxed);
        if self.read > self.limit {
            return Some(DECODED);
        }
        let ratio_applies = self.read > RATIO_APPLIES_FROM;
        (ratio_applies && self.read > wire.saturating_mul(self.ratio)).then_some(RATIO)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    #[tokio::test]
    async fn rule_6_a_decoded_stage_ends_at_its_limit_though_the_wire_ended_first() {
        let meter = Arc::new(Meter::default());
        meter.stop(Stop::Over(WIRE));
        let coded: Stage = Box::pin(BufReader::new(tokio::io::repeat(0).take(1 << 20)));
        let limits = FetchLimits { decoded_bytes: 1000, ..FetchLimits::default() };
        let mut bytes = Vec::new();
        assert!(drain(decoded(Coding::Identity, coded, &limits, &meter), &mut bytes).await);
        assert!((1000..100_000).contains(&bytes.len()), "{}", bytes.len());
    }
}
