//! A small site on loopback that the rules allow, and one that they refuse.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use browser::{BrowserSettings, Chromium};
use domain::search::Device;
use fetch::{FetchRules, FilteringProxy, ProxyLimits};
use ports::browser::{Browser, BrowserError, Visit, Visited};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use url::Url;

/// The only IP address that the rules allow; all others of loopback are refused.
const ALLOWED: &str = "127.0.0.2";

/// What a site sends.
#[derive(Clone)]
pub(crate) enum Reply {
    Whole(Vec<u8>),
    /// The first part, and then the second repeatedly.
    Endless(Vec<u8>, Vec<u8>),
}

impl Reply {
    pub(crate) fn html(body: &str) -> Self {
        Self::of("text/html; charset=utf-8", body)
    }

    pub(crate) fn of(media_type: &str, body: impl AsRef<[u8]>) -> Self {
        Self::with("200 OK", &format!("Content-Type: {media_type}\r\n"), body)
    }

    pub(crate) fn redirect(to: &str) -> Self {
        Self::with("302 Found", &format!("Location: {to}\r\n"), "")
    }

    pub(crate) fn missing() -> Self {
        Self::with(
            "404 Not Found",
            "Content-Type: text/html\r\n",
            "<!doctype html><title>Missing</title><h1>No</h1>",
        )
    }

    /// A response: the end of the status line, headers that end in CRLF, and a body.
    pub(crate) fn with(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let length = body.len();
        let head =
            format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n");
        Self::Whole([head.as_bytes(), body].concat())
    }
}

/// A server on loopback. Ends when dropped.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    paths: Arc<Mutex<Vec<String>>>,
    _serving: JoinSet<()>,
}

impl Site {
    /// A site at the allowed IP address that answers each path by the script.
    pub(crate) async fn open(script: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        Self::at(ALLOWED, script).await
    }

    /// An allowed site with one page at `/` and nothing else.
    pub(crate) async fn page(html: &str) -> Self {
        let html = html.to_owned();
        Self::open(move |path| if path == "/" { Reply::html(&html) } else { Reply::missing() }).await
    }

    /// A site at a refused IP address that answers everything.
    pub(crate) async fn forbidden() -> Self {
        Self::at("127.0.0.1", |_| Reply::html("<!doctype html><p>secret")).await
    }

    async fn at(host: &str, script: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((host, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let paths = Arc::new(Mutex::new(Vec::new()));
        let (seen, script) = (Arc::clone(&paths), Arc::new(script));
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(stream, Arc::clone(&script), Arc::clone(&seen)));
            }
        });
        Self { address, paths, _serving: serving }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The paths that were requested so far.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.paths.lock().unwrap().clone()
    }
}

async fn serve(
    mut stream: TcpStream,
    script: Arc<impl Fn(&str) -> Reply>,
    paths: Arc<Mutex<Vec<String>>>,
) -> Option<()> {
    let mut request = Vec::new();
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read_buf(&mut request).await.ok()?;
        if read == 0 {
            return None;
        }
    }
    let path = String::from_utf8_lossy(&request).split(' ').nth(1)?.to_owned();
    paths.lock().unwrap().push(path.clone());
    match script(&path) {
        Reply::Whole(bytes) => stream.write_all(&bytes).await.ok()?,
        Reply::Endless(first, again) => {
            stream.write_all(&first).await.ok()?;
            while stream.write_all(&again).await.is_ok() {}
        }
    }
    stream.shutdown().await.ok()
}

/// A browser behind a proxy that allows one IP address of loopback.
pub(crate) struct Visitor {
    pub(crate) chromium: Chromium,
    pub(crate) proxy: FilteringProxy,
}

impl Visitor {
    pub(crate) async fn new() -> Self {
        Self::with(BrowserSettings::default()).await
    }

    pub(crate) async fn with(settings: BrowserSettings) -> Self {
        let allow = vec![format!("{ALLOWED}/32").parse().unwrap()];
        let rules = FetchRules { allow, ..FetchRules::default() };
        let proxy = FilteringProxy::start(rules, ProxyLimits::default()).await.unwrap();
        let chromium = Chromium::behind(settings, proxy.address());
        let version = chromium.version().await;
        assert!(
            version.is_ok(),
            "these tests need Chromium (on Debian: apt-get install chromium): {version:?}"
        );
        Self { chromium, proxy }
    }

    pub(crate) async fn visit(&self, url: &str) -> Result<Visited, BrowserError> {
        self.chromium.visit(desktop(url)).await
    }

    /// Fails unless a well-behaved page can still be loaded.
    pub(crate) async fn is_alive(&self) {
        let site = Site::page("<!doctype html><title>Alive</title><h1>Alive</h1>").await;
        let visited = self.visit(&site.url("/")).await.unwrap();
        assert!(visited.rendering.html.contains("<h1>Alive</h1>"));
    }
}

pub(crate) fn desktop(url: &str) -> Visit {
    Visit {
        url: Url::parse(url).unwrap(),
        html: None,
        device: Device::Desktop,
        runs: 1,
        deadline: Duration::from_mins(1),
    }
}

/// An image of noise, which counts as content: 24 bits per pixel, not compressed.
pub(crate) fn noise(width: u32, height: u32) -> Vec<u8> {
    let row = (width * 3).next_multiple_of(4);
    let size = 54 + row * height;
    let mut file = b"BM".to_vec();
    for number in [size, 0, 54, 40, width, height, 1 | 24 << 16, 0, row * height, 0, 0, 0, 0] {
        file.extend(number.to_le_bytes());
    }
    let mut state = 1_u32;
    file.extend((0..row * height).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_le_bytes()[3]
    }));
    file
}

/// Polls until the condition holds. The limit only ends tests that hang.
pub(crate) async fn eventually<F: Future<Output = bool>>(is_so: impl Fn() -> F) {
    let looks = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(5), looks).await.unwrap();
}
