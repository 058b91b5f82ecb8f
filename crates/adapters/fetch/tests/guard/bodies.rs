//! Rule 6: bodies that are compressed, and those that only claim to be.

use async_compression::tokio::write::{BrotliEncoder, GzipEncoder, ZlibEncoder, ZstdEncoder};
use async_compression::zstd::CParameter;
use async_compression::{Level, tokio::bufread};
use fetch::FetchLimits;
use ports::fetch::{FetchError, FetchRequest, Oversize};
use rstest::rstest;
use tokio::io::{AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::support::{Reply, Server, fetch, get, limited, local, no_limits};

const DECODED: FetchError = FetchError::TooLarge("its body after decompression");
const RATIO: FetchError = FetchError::TooLarge("its body after decompression, for how it came");
const DAMAGED: FetchError = FetchError::Unreachable("the body is damaged");

async fn encode(coding: &str, plain: &[u8]) -> Vec<u8> {
    let mut coded = Vec::new();
    let mut encoder: Box<dyn AsyncWrite + Unpin> = match coding {
        "deflate" => Box::new(ZlibEncoder::new(&mut coded)),
        "br" => Box::new(BrotliEncoder::with_quality(&mut coded, Level::Fastest)),
        "zstd" => Box::new(ZstdEncoder::new(&mut coded)),
        _ => Box::new(GzipEncoder::new(&mut coded)),
    };
    encoder.write_all(plain).await.unwrap();
    encoder.shutdown().await.unwrap();
    drop(encoder);
    coded
}

fn coded(coding: &str, body: &[u8]) -> Reply {
    Reply::with(&format!("Content-Encoding: {coding}\r\n"), body)
}

/// A text that compresses, but not too well.
fn text() -> String {
    (0..20_000).map(|number: u32| number.to_string() + " green bottles\n").collect()
}

#[rstest]
#[case("gzip")]
#[case("x-gzip")]
#[case("deflate")]
#[case("br")]
#[case("zstd")]
#[tokio::test]
async fn codings_are_undone(#[case] coding: &str) {
    let body = encode(coding, text().as_bytes()).await;
    let server = Server::saying(coded(coding, &body)).await;
    let fetched = fetch(&local(), get(server.url("/"))).await.unwrap();
    assert_eq!(fetched.body, text());
    assert_eq!((fetched.wire_bytes, fetched.truncated), (body.len() as u64, false));
    assert_eq!(fetched.header("content-encoding"), Some(coding));
    assert!(server.requests()[0].contains("\r\naccept-encoding: gzip, br, zstd\r\n"));
}

#[tokio::test]
async fn two_codings_are_undone_in_turn() {
    let body = encode("br", &encode("gzip", text().as_bytes()).await).await;
    let server = Server::saying(coded("gzip, br", &body)).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap().body, text());
}

#[tokio::test]
async fn an_unknown_coding_leaves_the_bytes_as_they_are() {
    let server = Server::saying(coded("utf-8", b"plain")).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap().body, "plain");
}

#[tokio::test]
async fn rule_6_deep_stacks_are_refused() {
    let server = Server::saying(coded("gzip, gzip, gzip", b"any")).await;
    let refused = fetch(&local(), get(server.url("/"))).await.unwrap_err();
    assert_eq!(refused, FetchError::Unreachable("the body is encoded too many times"));
}

#[rstest]
#[case("gzip")]
#[case("br")]
#[case("zstd")]
#[case("deflate")]
#[tokio::test]
async fn no_body_needs_no_decoding(#[case] coding: &str) {
    let server = Server::saying(coded(coding, b"")).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap().body, "");
}

#[rstest]
#[case("gzip")]
#[case("deflate")]
#[case("br")]
#[case("zstd")]
#[tokio::test]
async fn rule_6_bombs_are_refused_by_ratio(#[case] coding: &str) {
    let bomb = encode(coding, &vec![0; 10 << 20]).await;
    assert!(bomb.len() < (10 << 20) / 100);
    let server = Server::saying(coded(coding, &bomb)).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap_err(), RATIO);

    let fetcher = limited(FetchLimits { ratio: u64::MAX, ..FetchLimits::default() });
    let fetched = fetch(&fetcher, get(server.url("/"))).await.unwrap();
    assert_eq!(fetched.body.len(), 10 << 20, "it was the ratio");
}

#[rstest]
#[case("gzip")]
#[case("deflate")]
#[case("br")]
#[case("zstd")]
#[tokio::test]
async fn rule_6_bombs_are_refused_by_decoded_size(#[case] coding: &str) {
    let server = Server::saying(coded(coding, &encode(coding, &vec![0; 10 << 20]).await)).await;
    let fetcher = limited(FetchLimits { decoded_bytes: (10 << 20) - 1, ..no_limits() });
    assert_eq!(fetch(&fetcher, get(server.url("/"))).await.unwrap_err(), DECODED);
    let fetcher = limited(FetchLimits { decoded_bytes: 10 << 20, ..no_limits() });
    assert_eq!(fetch(&fetcher, get(server.url("/"))).await.unwrap().body.len(), 10 << 20);
}

#[rstest]
#[case("gzip")]
#[case("br")]
#[case("zstd")]
#[tokio::test]
async fn rule_6_bombs_are_cut_where_the_limit_is_when_truncating(#[case] coding: &str) {
    let server = Server::saying(coded(coding, &encode(coding, &vec![0; 10 << 20]).await)).await;
    let request = || FetchRequest { oversize: Oversize::Truncate, ..get(server.url("/")) };

    let fetcher = limited(FetchLimits { decoded_bytes: 100_000, ..no_limits() });
    let cut = fetch(&fetcher, request()).await.unwrap();
    assert_eq!((cut.body.len(), cut.truncated), (100_000, true));

    let cut = fetch(&local(), request()).await.unwrap();
    assert!(cut.truncated && cut.body.len() < 5 << 20, "{}", cut.body.len());
}

#[tokio::test]
async fn rule_6_the_wire_limit_keeps_what_was_decoded_when_truncating() {
    let body = encode("gzip", text().as_bytes()).await;
    let server = Server::saying(coded("gzip", &body)).await;
    let fetcher = limited(FetchLimits { wire_bytes: body.len() as u64 / 2, ..no_limits() });
    assert_eq!(fetch(&fetcher, get(server.url("/"))).await.unwrap_err(), FetchError::TooLarge("its body"));
    let cut =
        fetch(&fetcher, FetchRequest { oversize: Oversize::Truncate, ..get(server.url("/")) }).await.unwrap();
    assert!(cut.truncated && cut.body.len() > 100_000, "{}", cut.body.len());
    assert!(text().as_bytes().starts_with(&cut.body));
}

#[tokio::test]
async fn rule_6_a_bomb_behind_the_wire_limit_stays_within_the_decoded_one() {
    let bomb = encode("zstd", &vec![0; 10 << 20]).await;
    let server = Server::saying(coded("zstd", &bomb)).await;
    let limits = FetchLimits { wire_bytes: bomb.len() as u64 - 1, decoded_bytes: 1000, ..no_limits() };
    let request = FetchRequest { oversize: Oversize::Truncate, ..get(server.url("/")) };
    let cut = fetch(&limited(limits), request).await.unwrap();
    assert_eq!((cut.body.len(), cut.truncated), (1000, true));
}

#[tokio::test]
async fn rule_6_nested_bombs_are_refused_between_the_codings() {
    // The first coding hides a huge body, but only one byte is left in the end: the rest is a file name.
    let small = encode("gzip", b"a").await;
    let mut named = small[..10].to_vec();
    named[3] |= 1 << 3;
    named.extend(vec![b'n'; 10 << 20]);
    named.push(0);
    named.extend(&small[10..]);
    let mut check = Vec::new();
    bufread::GzipDecoder::new(named.as_slice()).read_to_end(&mut check).await.unwrap();
    assert_eq!(check, b"a");

    let server = Server::saying(coded("gzip, gzip", &encode("gzip", &named).await)).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap_err(), RATIO);
    let fetcher = limited(FetchLimits { decoded_bytes: 1 << 20, ..no_limits() });
    assert_eq!(fetch(&fetcher, get(server.url("/"))).await.unwrap_err(), DECODED);
}

#[tokio::test]
async fn rule_6_memory_to_look_back_into_is_limited() {
    let window = [CParameter::window_log(27), CParameter::enable_long_distance_matching(true)];
    let mut wide = Vec::new();
    let mut encoder = ZstdEncoder::with_quality_and_params(&mut wide, Level::Fastest, &window);
    encoder.write_all(text().as_bytes()).await.unwrap();
    encoder.flush().await.unwrap();
    encoder.shutdown().await.unwrap();
    let server = Server::saying(coded("zstd", &wide)).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap_err(), DAMAGED);
}

#[rstest]
#[case("gzip")]
#[case("deflate")]
#[case("br")]
#[case("zstd")]
#[tokio::test]
async fn damaged_bodies_are_failures(#[case] coding: &str) {
    let whole = encode(coding, text().as_bytes()).await;
    let half = &whole[..whole.len() / 2];
    let mut scrambled = whole.clone();
    for byte in &mut scrambled[whole.len() / 2..] {
        *byte = !*byte;
    }
    for body in [half, &scrambled, b"not compressed at all"] {
        let server = Server::saying(coded(coding, body)).await;
        let request = FetchRequest { oversize: Oversize::Truncate, ..get(server.url("/")) };
        assert_eq!(fetch(&local(), request).await.unwrap_err(), DAMAGED);
    }
}
