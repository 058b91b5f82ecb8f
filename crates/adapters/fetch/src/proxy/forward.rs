//! Plain HTTP: each request of the browser becomes one request of ours, over its own connection.

use http::header::{CONNECTION, HOST, HeaderName, TE, TRAILER, TRANSFER_ENCODING, UPGRADE};
use http::{HeaderMap, Request, Response, Uri, Version};
use http_body_util::Either;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::rt::Executor;
use hyper_util::rt::TokioIo;
use ports::fetch::FetchError;
use tokio::time::timeout;
use url::Url;

use super::{Answer, Gate, MAX_HEADERS, NO_TARGET, REFUSED};
use crate::connect::Stream;
use crate::connection_tasks::ConnectionTasks;
use crate::proxy::metered::Metered;
use crate::target::Target;

const NOT_HTTP: FetchError = FetchError::Unreachable("the response is not HTTP");
const NOT_PLAIN: FetchError = FetchError::Blocked("only plain HTTP is forwarded");

/// Headers about one connection, which are not forwarded.
const OF_A_CONNECTION: [HeaderName; 9] = [
    CONNECTION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-authenticate"),
    HeaderName::from_static("proxy-authorization"),
    HeaderName::from_static("proxy-connection"),
];

impl Gate {
    pub(super) async fn forward(&self, request: Request<Incoming>) -> Result<Answer, FetchError> {
        let url = Url::parse(&request.uri().to_string()).map_err(|_| NO_TARGET)?;
        if url.scheme() != "http" {
            return Err(NOT_PLAIN);
        }
        let target = Target::parse(url)?;
        let request = self.outgoing(request, &target)?;
        let upstream = self.connector.connect(&target).await?;
        let connection = ConnectionTasks::default();
        let answered = self.exchange(upstream.stream, request, &connection);
        let answer = timeout(self.limits.idle, answered).await.map_err(|_elapsed| FetchError::TimedOut)?;
        let (mut head, body) = answer.map_err(|error| failure(&error))?.into_parts();
        strip(&mut head.headers);
        head.headers.remove(REFUSED);
        head.version = Version::HTTP_11;
        let body = Metered::new(body, self.limits.bytes_down, self.limits.idle, Some(connection));
        Ok(Response::from_parts(head, Either::Right(body)))
    }

    fn outgoing(&self, request: Request<Incoming>, target: &Target) -> Result<Request<Metered>, FetchError> {
        let (mut head, body) = request.into_parts();
        strip(&mut head.headers);
        head.uri = Uri::try_from(target.path_and_query()).map_err(|_| NO_TARGET)?;
        head.headers.insert(HOST, target.host_header().ok_or(NO_TARGET)?);
        head.version = Version::HTTP_11;
        let body = Metered::new(body, self.limits.bytes_up, self.limits.idle, None);
        Ok(Request::from_parts(head, body))
    }

    async fn exchange(
        &self,
        stream: Box<dyn Stream>,
        request: Request<Metered>,
        connection_tasks: &ConnectionTasks,
    ) -> hyper::Result<Response<Incoming>> {
        let (mut sender, connection) = http1::Builder::new()
            .max_headers(MAX_HEADERS)
            .max_header_size(self.limits.header_bytes)
            .max_buf_size(self.limits.header_bytes)
            .handshake(TokioIo::new(stream))
            .await?;
        connection_tasks.executor().execute(connection);
        sender.send_request(request).await
    }
}

/// Removes the headers of the connection, both the known ones and those that the `connection` header lists.
fn strip(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in OF_A_CONNECTION.iter().chain(&named) {
        headers.remove(name);
    }
}

fn failure(error: &hyper::Error) -> FetchError {
    tracing::debug!(%error, "no answer");
    NOT_HTTP
}
