//! No page can reach what the rules refuse, whatever it tries.

use ports::browser::BrowserError;
use rstest::rstest;

use crate::support::{Reply, Site, Visitor};

fn refused() -> BrowserError {
    BrowserError::Unloadable("the URL is not allowed".to_owned())
}

#[tokio::test]
async fn pages_at_refused_addresses_are_not_loaded() {
    let forbidden = Site::forbidden().await;
    let visitor = Visitor::new().await;
    let port = forbidden.address.port();
    for url in [
        forbidden.url("/"),
        format!("http://localhost:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("https://127.0.0.1:{port}/"),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "https://169.254.169.254/".to_owned(),
    ] {
        assert_eq!(visitor.visit(&url).await.unwrap_err(), refused(), "{url}");
    }
    assert!(forbidden.paths().is_empty());
    assert!(visitor.proxy.refused() >= 8);
}

#[rstest]
#[case::redirect("/redirect")]
#[case::script("/script")]
#[case::refresh("/refresh")]
#[tokio::test]
async fn pages_that_lead_to_refused_addresses_are_not_loaded(#[case] path: &str) {
    let forbidden = Site::forbidden().await;
    let target = forbidden.url("/secret");
    let site = Site::open(move |path| match path {
        "/redirect" => Reply::redirect(&target),
        "/script" => Reply::html(&format!("<!doctype html><p>x<script>location = '{target}'</script>")),
        "/refresh" => {
            Reply::html(&format!("<!doctype html><meta http-equiv=refresh content='0;url={target}'><p>x"))
        }
        _ => Reply::missing(),
    })
    .await;
    let visitor = Visitor::new().await;
    assert_eq!(visitor.visit(&site.url(path)).await.unwrap_err(), refused());
    assert!(forbidden.paths().is_empty(), "{:?}", forbidden.paths());
    visitor.is_alive().await;
}

#[tokio::test]
async fn parts_at_refused_addresses_are_not_fetched() {
    let forbidden = Site::forbidden().await;
    let (plain, port) = (forbidden.url("/x"), forbidden.address.port());
    let html = format!(
        "<!doctype html><h1>Page</h1>
        <link rel=stylesheet href='{plain}?sheet'><link rel=dns-prefetch href='//internal.example'>
        <link rel=preconnect href='http://127.0.0.1:{port}'><link rel=prefetch href='{plain}?prefetch'>
        <img src='{plain}?image'><img src='https://127.0.0.1:{port}/image'>
        <img src='http://169.254.169.254/'><iframe src='{plain}?frame'></iframe><script src='{plain}?script'></script>
        <script>
          fetch('{plain}?fetch').catch(() => 0);
          fetch('{plain}?post', {{ method: 'POST', mode: 'no-cors', body: 'x' }}).catch(() => 0);
          navigator.sendBeacon('{plain}?beacon', 'x');
          new EventSource('{plain}?events');
          new WebSocket('ws://127.0.0.1:{port}/socket');
          new Worker(URL.createObjectURL(new Blob([`fetch('{plain}?worker')`])));
          new RTCPeerConnection({{ iceServers: [{{ urls: 'stun:127.0.0.1:{port}?transport=tcp' }}] }}).createDataChannel('x');
        </script>"
    );
    let site = Site::page(&html).await;
    let visitor = Visitor::new().await;
    let seen = visitor.visit(&site.url("/")).await.unwrap().rendering;
    assert!(forbidden.paths().is_empty(), "{:?}", forbidden.paths());
    let told: Vec<_> = seen
        .requests
        .iter()
        .filter(|request| request.failure.as_deref() == Some("refused by our rules"))
        .map(|request| request.url.as_str())
        .collect();
    for part in ["?sheet", "?image", "?script", "?fetch", "https://127.0.0.1", "http://169.254.169.254/"] {
        assert!(told.iter().any(|url| url.contains(part)), "{part} in {told:#?}");
    }
    assert!(seen.load.refused_requests >= 6, "{}", seen.load.refused_requests);
    assert!(seen.requests.iter().all(|request| request.failure.is_none() || request.status.is_none()));
}

#[tokio::test]
async fn an_address_where_nothing_answers_is_not_told_from_one_that_is_filtered() {
    let gone = Site::page("").await;
    let url = gone.url("/");
    drop(gone);
    let visitor = Visitor::new().await;
    for url in [url.clone(), url.replace("http:", "https:"), "http://no-such-name.invalid/".to_owned()] {
        let BrowserError::Unloadable(words) = visitor.visit(&url).await.unwrap_err() else {
            panic!("{url} can't be loaded")
        };
        assert_eq!(words, "nothing answered there", "{url}");
    }
}
