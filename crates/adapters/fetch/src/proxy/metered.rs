//! A body that fails when it becomes too large or stalls.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use ports::fetch::FetchError;
use tokio::time::{Instant, Sleep, sleep};

use crate::connection_tasks::ConnectionTasks;

const TOO_LARGE: FetchError = FetchError::TooLarge("its body");
const CUT: FetchError = FetchError::Unreachable("the response ended early");

pub(super) struct Metered {
    inner: Incoming,
    room: u64,
    idle: Duration,
    silence: Pin<Box<Sleep>>,
    /// Keeps the connection open from which the body comes.
    _connection: Option<ConnectionTasks>,
}

impl Metered {
    pub(super) fn new(
        inner: Incoming,
        room: u64,
        idle: Duration,
        connection: Option<ConnectionTasks>,
    ) -> Self {
        Self { inner, room, idle, silence: Box::pin(sleep(idle)), _connection: connection }
    }
}

impl Body for Metered {
    type Data = Bytes;
    type Error = FetchError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, FetchError>>> {
        if self.silence.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err(FetchError::TimedOut)));
        }
        let frame = match ready!(Pin::new(&mut self.inner).poll_frame(context)) {
            None => return Poll::Ready(None),
            Some(Err(_)) => return Poll::Ready(Some(Err(CUT))),
            Some(Ok(frame)) => frame,
        };
        let silent_until = Instant::now() + self.idle;
        self.silence.as_mut().reset(silent_until);
        let length = frame.data_ref().map_or(0, |data| data.len() as u64);
        match self.room.checked_sub(length) {
            Some(room) => self.room = room,
            None => return Poll::Ready(Some(Err(TOO_LARGE))),
        }
        Poll::Ready(Some(Ok(frame)))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
