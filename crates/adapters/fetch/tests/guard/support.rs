//! A server that answers with exactly the given bytes, and a network with made-up names and routes.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use fetch::{FetchLimits, FetchRules, GuardedFetcher, Network};
use ipnet::IpNet;
use ports::fetch::{FetchError, FetchRequest, Fetched, Fetcher};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use url::Url;

pub(crate) const PRIVATE: FetchError = FetchError::Blocked("it points to a private network");
/// Longer than any test takes, so that this limit is never met.
pub(crate) const FOREVER: Duration = Duration::from_hours(1);
/// For limits that are meant to be met.
pub(crate) const SHORT: Duration = Duration::from_millis(150);
/// A public IP address, which no test ever reaches.
pub(crate) const PUBLIC: &str = "93.184.215.14";

/// What a server does with a request.
#[derive(Clone)]
pub(crate) enum Reply {
    /// Sends this and closes the connection.
    Close(Vec<u8>),
    /// Sends this and then nothing more.
    Hold(Vec<u8>),
    /// Sends the first, and then the second again and again.
    Repeat(Vec<u8>, Vec<u8>),
    /// Sends the first, and then one arbitrary byte every few milliseconds.
    Drip(Vec<u8>),
}

impl Reply {
    pub(crate) fn ok(body: impl AsRef<[u8]>) -> Self {
        Self::with("", body)
    }

    /// A complete response with more headers, each ending in CRLF.
    pub(crate) fn with(headers: &str, body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n{headers}\r\n", body.len());
        Self::Close([head.as_bytes(), body].concat())
    }

    pub(crate) fn redirect(status: u16, location: &str) -> Self {
        Self::Close(
            format!("HTTP/1.1 {status} Elsewhere\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n")
                .into(),
        )
    }

    pub(crate) fn raw(text: &str) -> Self {
        Self::Close(text.into())
    }
}

/// A server on loopback. Ends when dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
    _tasks: JoinSet<()>,
}

impl Server {
    /// Starts a server that answers each request, given as text, by the script.
    pub(crate) async fn start(script: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = JoinSet::new();
        let seen = Arc::clone(&requests);
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            let script = Arc::new(script);
            while let Ok((stream, _)) = listener.accept().await {
                let (script, seen) = (Arc::clone(&script), Arc::clone(&seen));
                connections.spawn(serve(stream, script, seen));
            }
        });
        Self { address, requests, _tasks: tasks }
    }

    /// Starts a server that answers every request alike.
    pub(crate) async fn saying(reply: Reply) -> Self {
        Self::start(move |_| reply.clone()).await
    }

    pub(crate) fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).unwrap()
    }

    /// The requests so far, with their headers in lower case and their bodies.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

async fn serve(
    mut stream: TcpStream,
    script: Arc<impl Fn(&str) -> Reply>,
    requests: Arc<Mutex<Vec<String>>>,
) -> Option<()> {
    let request = read_request(&mut stream).await?;
    requests.lock().unwrap().push(request.clone());
    match script(&request) {
        Reply::Close(bytes) => {
            stream.write_all(&bytes).await.ok()?;
            stream.shutdown().await.ok()?;
            // Closing with unread bytes would reset the connection under the answer.
            while stream.read(&mut [0; 1024]).await.ok()? > 0 {}
        }
        Reply::Hold(bytes) => {
            stream.write_all(&bytes).await.ok()?;
            std::future::pending::<()>().await;
        }
        Reply::Repeat(first, again) => {
            stream.write_all(&first).await.ok()?;
            while stream.write_all(&again).await.is_ok() {}
        }
        Reply::Drip(first) => {
            stream.write_all(&first).await.ok()?;
            let mut beat = tokio::time::interval(Duration::from_millis(5));
            while stream.write_all(b"x").await.is_ok() {
                beat.tick().await;
            }
        }
    }
    Some(())
}

async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut text = String::new();
    loop {
        let mut chunk = [0; 4096];
        let read = stream.read(&mut chunk).await.ok().filter(|read| *read > 0)?;
        text.push_str(&String::from_utf8_lossy(&chunk[..read]));
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let head = head.to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
            return Some(format!("{head}\r\n\r\n{body}"));
        }
    }
}

/// A made-up network: names resolve as given, and every connection leads to one place on loopback.
#[derive(Default)]
pub(crate) struct Roads {
    pub(crate) answers: Mutex<VecDeque<Vec<IpAddr>>>,
    pub(crate) own: Vec<IpNet>,
    pub(crate) leads_to: Option<SocketAddr>,
    /// The error of every dial; without it and without a place, dialling never ends.
    pub(crate) fails_with: Option<io::ErrorKind>,
    pub(crate) asked: Mutex<Vec<String>>,
    pub(crate) dialled: Mutex<Vec<SocketAddr>>,
}

impl Roads {
    /// Each lookup takes the next of `answers`; the last one repeats.
    pub(crate) fn new(answers: &[&[&str]]) -> Self {
        let parse = |answer: &&[&str]| answer.iter().map(|address| address.parse().unwrap()).collect();
        Self { answers: Mutex::new(answers.iter().map(parse).collect()), ..Self::default() }
    }

    pub(crate) fn leading_to(mut self, server: SocketAddr) -> Self {
        self.leads_to = Some(server);
        self
    }

    pub(crate) fn dialled(&self) -> Vec<String> {
        self.dialled.lock().unwrap().iter().map(ToString::to_string).collect()
    }

    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

#[async_trait]
impl Network for Roads {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        self.asked.lock().unwrap().push(name.to_owned());
        let mut answers = self.answers.lock().unwrap();
        let next = if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() };
        next.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    async fn dial(&self, address: SocketAddr) -> io::Result<TcpStream> {
        self.dialled.lock().unwrap().push(address);
        match (self.leads_to, self.fails_with) {
            (Some(place), _) => TcpStream::connect(place).await,
            (None, Some(kind)) => Err(kind.into()),
            (None, None) => std::future::pending().await,
        }
    }

    fn own_networks(&self) -> Arc<[IpNet]> {
        self.own.clone().into()
    }
}

/// Rules under which loopback may be reached.
pub(crate) fn local_rules() -> FetchRules {
    FetchRules { allow: vec!["127.0.0.0/8".parse().unwrap()], ..FetchRules::default() }
}

/// Limits that are never met, to be narrowed by a test.
pub(crate) fn no_limits() -> FetchLimits {
    FetchLimits {
        connect: FOREVER,
        headers: FOREVER,
        total: FOREVER,
        header_bytes: 1024 * 1024,
        wire_bytes: u64::MAX,
        decoded_bytes: u64::MAX,
        ratio: u64::MAX,
        redirects: usize::MAX,
        concurrency: 1_000,
    }
}

/// A fetcher for loopback with these limits.
pub(crate) fn limited(limits: FetchLimits) -> GuardedFetcher {
    GuardedFetcher::new(FetchRules { limits, ..local_rules() }).unwrap()
}

/// A fetcher for loopback.
pub(crate) fn local() -> GuardedFetcher {
    GuardedFetcher::new(local_rules()).unwrap()
}

/// A fetcher for a made-up network with the default rules.
pub(crate) fn over(roads: &Arc<Roads>) -> GuardedFetcher {
    GuardedFetcher::over(FetchRules::default(), Arc::clone(roads) as Arc<dyn Network>).unwrap()
}

pub(crate) fn get(url: impl AsRef<str>) -> FetchRequest {
    FetchRequest::get(Url::parse(url.as_ref()).unwrap(), FOREVER)
}

/// Fetches, and fails the test instead of waiting for a limit that does not exist.
pub(crate) async fn fetch(fetcher: &GuardedFetcher, request: FetchRequest) -> Result<Fetched, FetchError> {
    tokio::time::timeout(Duration::from_secs(30), fetcher.fetch(request)).await.unwrap()
}
