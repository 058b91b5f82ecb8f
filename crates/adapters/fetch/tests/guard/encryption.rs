//! Encrypted connections: who is trusted, and HTTP/2.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use fetch::{FetchRules, GuardedFetcher, Network};
use http_body_util::Full;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use ports::fetch::{FetchError, FetchMethod, FetchRequest};
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

use crate::support::{PUBLIC, Roads, fetch, get, over};

const NOT_TRUSTED: FetchError = FetchError::Unreachable("the certificate is not trusted");

/// A server for `secure.example` that answers with a page of `zeros` zeros and `headers` headers beside the usual ones.
struct Secure {
    address: SocketAddr,
    certificate: CertificateDer<'static>,
    _tasks: JoinSet<()>,
}

#[derive(Clone, Copy, Default)]
struct Page {
    zeros: usize,
    headers: usize,
    header_bytes: usize,
}

impl Secure {
    async fn start(protocols: &[&str], page: Page) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(vec!["secure.example".to_owned()]).unwrap();
        let certificate = cert.der().clone();
        let acceptor = acceptor(protocols, certificate.clone(), &signing_key);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(stream) = acceptor.accept(stream).await else { continue };
                let service = service_fn(move |request| async move { answer(&request, page) });
                drop(
                    auto::Builder::new(TokioExecutor::new())
                        .serve_connection(TokioIo::new(stream), service)
                        .await,
                );
            }
        });
        Self { address, certificate, _tasks: tasks }
    }

    fn fetcher(&self, roots: Vec<CertificateDer<'static>>) -> GuardedFetcher {
        let roads: Arc<dyn Network> = Arc::new(Roads::new(&[&[PUBLIC]]).leading_to(self.address));
        GuardedFetcher::over(FetchRules { roots, ..FetchRules::default() }, roads).unwrap()
    }

    fn trusting(&self) -> GuardedFetcher {
        self.fetcher(vec![self.certificate.clone()])
    }
}

fn acceptor(protocols: &[&str], certificate: CertificateDer<'static>, key: &KeyPair) -> TlsAcceptor {
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder =
        ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let mut config = builder.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap();
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    TlsAcceptor::from(Arc::new(config))
}

fn answer(request: &Request<hyper::body::Incoming>, page: Page) -> http::Result<Response<Full<Bytes>>> {
    let authority = request.uri().authority().map_or("none", |authority| authority.as_str());
    let mut response = Response::builder().header("x-authority", authority);
    for number in 0..page.headers {
        response = response.header(format!("x-{number}"), "a".repeat(page.header_bytes));
    }
    response.body(Full::new(vec![b'0'; page.zeros].into()))
}

#[tokio::test]
async fn a_self_signed_certificate_is_refused() {
    let server = Secure::start(&["h2", "http/1.1"], Page::default()).await;
    let failed = fetch(&server.fetcher(Vec::new()), get("https://secure.example/")).await.unwrap_err();
    assert_eq!(failed, NOT_TRUSTED);
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused() {
    let server = Secure::start(&["h2", "http/1.1"], Page::default()).await;
    for address in ["https://other.example/", "https://93.184.215.14/"] {
        assert_eq!(fetch(&server.trusting(), get(address)).await.unwrap_err(), NOT_TRUSTED);
    }
}

#[tokio::test]
async fn http2_is_spoken_where_both_know_it() {
    let server = Secure::start(&["h2", "http/1.1"], Page { zeros: 100_000, ..Page::default() }).await;
    let fetched = fetch(&server.trusting(), get("https://secure.example./a")).await.unwrap();
    assert_eq!((fetched.http_version, fetched.status), ("HTTP/2", 200));
    assert_eq!((fetched.body.len(), fetched.wire_bytes), (100_000, 100_000));
    assert_eq!(fetched.header("x-authority"), Some("secure.example"));
    assert!(!fetched.timing.encrypt.is_zero());
    let post = FetchRequest {
        method: FetchMethod::Post(Bytes::from_static(b"a")),
        ..get("https://secure.example/")
    };
    assert_eq!(fetch(&server.trusting(), post).await.unwrap().body.len(), 100_000);
}

#[tokio::test]
async fn http1_is_spoken_where_nothing_else_is_known() {
    for protocols in [["http/1.1"].as_slice(), &[]] {
        let server = Secure::start(protocols, Page::default()).await;
        let fetched = fetch(&server.trusting(), get("https://secure.example/")).await.unwrap();
        assert_eq!((fetched.http_version, fetched.status), ("HTTP/1.1", 200));
    }
}

#[tokio::test]
async fn rule_6_bodies_over_http2_are_limited() {
    let server = Secure::start(&["h2"], Page { zeros: (5 << 20) + 1, ..Page::default() }).await;
    let refused = fetch(&server.trusting(), get("https://secure.example/")).await.unwrap_err();
    assert_eq!(refused, FetchError::TooLarge("its body"));
}

#[tokio::test]
async fn rule_6_headers_over_http2_are_limited() {
    let server = Secure::start(&["h2"], Page { headers: 250, header_bytes: 1, ..Page::default() }).await;
    let refused = fetch(&server.trusting(), get("https://secure.example/")).await.unwrap_err();
    assert_eq!(refused, FetchError::TooLarge("its headers"));
    let server = Secure::start(&["h2"], Page { headers: 60, header_bytes: 1000, ..Page::default() }).await;
    assert!(fetch(&server.trusting(), get("https://secure.example/")).await.is_ok());
    let server = Secure::start(&["h2"], Page { headers: 66, header_bytes: 1000, ..Page::default() }).await;
    assert!(fetch(&server.trusting(), get("https://secure.example/")).await.is_err());
}

#[tokio::test]
async fn a_server_without_encryption_is_unreachable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        stream.read_to_end(&mut Vec::new()).await
    });
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]).leading_to(address));
    let failed = fetch(&over(&roads), get("https://secure.example/")).await.unwrap_err();
    assert_eq!(failed, FetchError::Unreachable("the TLS handshake failed"));
}

#[test]
fn a_root_that_is_no_certificate_is_refused() {
    let rules = FetchRules { roots: vec![CertificateDer::from(vec![1, 2, 3])], ..FetchRules::default() };
    assert!(GuardedFetcher::new(rules).is_err());
}
