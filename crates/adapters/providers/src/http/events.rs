//! Streamed replies: server-sent events, bounded in size, with a limit on silence that detects a stall.

mod parser;

use std::collections::VecDeque;
use std::time::Duration;

use ports::{EngineFailure, FailureKind};
use reqwest::header::CONTENT_TYPE;
use reqwest::{RequestBuilder, Response};
use tokio::time::timeout;

use self::parser::{Parser, Unreadable};
use super::{Provider, Reply};

/// The longest stream that is read. The envelope of a piece of text is many times as long as the piece.
const STREAM_LIMIT: usize = 32 * 1024 * 1024;

/// How long a provider may be silent, and the kind of failure if it is silent for longer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Silence {
    pub(crate) limit: Duration,
    pub(crate) kind: FailureKind,
}

/// The reply to a request for a stream.
#[derive(Debug)]
pub(crate) enum Answer<'a> {
    Events(Events<'a>),
    /// An error, or the whole reply of a provider that does not stream.
    Whole(Reply),
}

/// A stream in progress.
#[derive(Debug)]
pub(crate) struct Events<'a> {
    provider: &'a Provider,
    response: Response,
    parser: Parser,
    ready: VecDeque<String>,
    received: usize,
}

impl Provider {
    /// Sends a request for a stream. It may begin as late as `silence` allows, and lasts for `whole` at most,
    /// however active it is.
    pub(crate) async fn listen(
        &self,
        request: RequestBuilder,
        silence: Silence,
        whole: Duration,
    ) -> Result<Answer<'_>, EngineFailure> {
        let sent = timeout(silence.limit, request.timeout(whole).send()).await;
        let response =
            sent.map_err(|_elapsed| self.silent(silence))?.map_err(|error| self.transport_failure(error))?;
        let media_type = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if response.status().is_success()
            && media_type.is_some_and(|text| text.starts_with("text/event-stream"))
        {
            return Ok(Answer::Events(Events::new(self, response)));
        }
        let whole = timeout(silence.limit, self.read(response)).await;
        whole.map_err(|_elapsed| self.silent(silence))?.map(Answer::Whole)
    }

    fn silent(&self, silence: Silence) -> EngineFailure {
        self.failure(silence.kind, format!("was silent for {} s", silence.limit.as_secs()))
    }
}

impl<'a> Events<'a> {
    fn new(provider: &'a Provider, response: Response) -> Self {
        Self { provider, response, parser: Parser::default(), ready: VecDeque::new(), received: 0 }
    }

    /// The data of the next event, or `None` at the end. All received bytes count as a sign of life, comments
    /// too.
    pub(crate) async fn next(&mut self, silence: Silence) -> Result<Option<String>, EngineFailure> {
        loop {
            if let Some(data) = self.ready.pop_front() {
                return Ok(Some(data));
            }
            let heard = timeout(silence.limit, self.response.chunk()).await;
            let heard = heard.map_err(|_elapsed| self.provider.silent(silence))?;
            let Some(bytes) = heard.map_err(|error| self.provider.transport_failure(error))? else {
                return Ok(None);
            };
            self.received += bytes.len();
            if self.received > STREAM_LIMIT {
                let reason = format!("sent more than {STREAM_LIMIT} bytes");
                return Err(self.provider.failure(FailureKind::Broken, reason));
            }
            self.parser.feed(&bytes, &mut self.ready).map_err(|reason| self.unreadable(reason))?;
        }
    }

    fn unreadable(&self, reason: Unreadable) -> EngineFailure {
        self.provider.failure(FailureKind::Broken, format!("sent a stream that can't be read: {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use bytes::Bytes;
    use futures_util::stream::{self, StreamExt};
    use http_body::Frame;
    use http_body_util::StreamBody;
    use reqwest::Body;
    use tokio::time::Instant;

    use super::*;
    use crate::http::ProviderClient;

    const SILENCE: Silence = Silence { limit: Duration::from_secs(30), kind: FailureKind::Broken };

    fn provider() -> Provider {
        Provider::new("test", &ProviderClient::new("test").unwrap(), Vec::new())
    }

    /// Sends pieces with pauses of so many seconds, and then nothing more.
    fn dripping<'a>(provider: &'a Provider, pieces: &'static [(u64, &'static str)]) -> Events<'a> {
        let pieces = stream::iter(pieces).then(|(seconds, piece)| async move {
            tokio::time::sleep(Duration::from_secs(*seconds)).await;
            Ok::<_, Infallible>(Frame::data(Bytes::from_static(piece.as_bytes())))
        });
        let body = Body::wrap(StreamBody::new(pieces.chain(stream::pending())));
        Events::new(provider, Response::from(http::Response::new(body)))
    }

    #[tokio::test(start_paused = true)]
    async fn a_stall_is_seen() {
        let provider = provider();
        let mut events = dripping(&provider, &[(20, "data: a\n\nda"), (20, "ta: b\n\n")]);
        assert_eq!(events.next(SILENCE).await.unwrap().as_deref(), Some("a"));
        assert_eq!(events.next(SILENCE).await.unwrap().as_deref(), Some("b"));
        let before = Instant::now();
        let failure = events.next(SILENCE).await.unwrap_err();
        assert_eq!((failure.kind, failure.reason.as_str()), (FailureKind::Broken, "was silent for 30 s"));
        assert!(before.elapsed() >= SILENCE.limit);
    }

    #[tokio::test(start_paused = true)]
    async fn comments_are_signs_of_life() {
        let provider = provider();
        let mut events = dripping(&provider, &[(20, ": busy\n\n"), (20, ": busy\n\n"), (20, "data: a\n\n")]);
        assert_eq!(events.next(SILENCE).await.unwrap().as_deref(), Some("a"));
    }

    #[tokio::test]
    async fn streams_are_bounded() {
        let event = Bytes::from(format!("data: {}\n\n", "x".repeat(1024 * 1024)));
        let pieces = stream::repeat_with(move || Ok::<_, Infallible>(Frame::data(event.clone())));
        let body = Body::wrap(StreamBody::new(pieces));
        let provider = provider();
        let mut events = Events::new(&provider, Response::from(http::Response::new(body)));
        let failure = loop {
            if let Err(failure) = events.next(SILENCE).await {
                break failure;
            }
        };
        assert_eq!(failure.reason, "sent more than 33554432 bytes");
    }
}
