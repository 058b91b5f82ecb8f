//! One request and the head of its response, over one connection that ends with them.

use std::time::Duration;

use bytes::Bytes;
use http::response::Parts;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::{http1, http2};
use hyper::rt::Executor;
use hyper_util::rt::TokioIo;
use ports::fetch::FetchError;
use tokio::time::{Instant, timeout};

use crate::connect::Stream;
use crate::connection_tasks::ConnectionTasks;
use crate::rules::FetchLimits;

const NOT_HTTP: FetchError = FetchError::Unreachable("the response is not HTTP");
const HEADERS: FetchError = FetchError::TooLarge("its headers");

/// The most headers of a response.
const MAX_HEADERS: usize = 200;
/// The smallest buffer that the HTTP library works with.
const SMALLEST_BUFFER: usize = 8 * 1024;

/// The head of a response, and the body that is still to come.
pub(crate) struct Answer {
    pub(crate) head: Parts,
    pub(crate) body: Incoming,
    pub(crate) first_byte: Duration,
    /// The tasks that drive the connection. Dropping them closes it.
    pub(crate) connection: ConnectionTasks,
}

/// Sends a request and waits for the head of the response.
pub(crate) async fn exchange(
    stream: Box<dyn Stream>,
    request: Request<Full<Bytes>>,
    limits: &FetchLimits,
) -> Result<Answer, FetchError> {
    let connection = ConnectionTasks::default();
    let started = Instant::now();
    let answered = async {
        let stream = TokioIo::new(stream);
        if request.version() == http::Version::HTTP_2 {
            over_http2(stream, request, limits, &connection).await
        } else {
            over_http1(stream, request, limits, &connection).await
        }
    };
    let answer = timeout(limits.headers, answered).await.map_err(|_elapsed| FetchError::TimedOut)?;
    let (head, body) = answer.map_err(|error| failure(&error))?.into_parts();
    if head.headers.len() > MAX_HEADERS {
        return Err(HEADERS);
    }
    Ok(Answer { head, body, first_byte: started.elapsed(), connection })
}

async fn over_http1(
    stream: TokioIo<Box<dyn Stream>>,
    request: Request<Full<Bytes>>,
    limits: &FetchLimits,
    connection_tasks: &ConnectionTasks,
) -> hyper::Result<Response<Incoming>> {
    let header_bytes = limits.header_bytes as usize;
    let (mut sender, connection) = http1::Builder::new()
        .max_headers(MAX_HEADERS)
        .max_header_size(header_bytes)
        .max_buf_size(header_bytes.max(SMALLEST_BUFFER))
        .handshake(stream)
        .await?;
    connection_tasks.executor().execute(connection);
    sender.send_request(request).await
}

async fn over_http2(
    stream: TokioIo<Box<dyn Stream>>,
    request: Request<Full<Bytes>>,
    limits: &FetchLimits,
    connection_tasks: &ConnectionTasks,
) -> hyper::Result<Response<Incoming>> {
    let (mut sender, connection) = http2::Builder::new(connection_tasks.executor())
        .max_header_list_size(limits.header_bytes)
        .handshake(stream)
        .await?;
    connection_tasks.executor().execute(connection);
    sender.send_request(request).await
}

fn failure(error: &hyper::Error) -> FetchError {
    tracing::debug!(%error, "no answer");
    if error.is_parse_too_large() { HEADERS } else { NOT_HTTP }
}
