//! The files: sizes, formats, copies, and how they are served.

use super::*;

/// Width and height as the file states them.
fn dimensions(format: &str, bytes: &[u8]) -> (u32, u32) {
    let big = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    let three = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], 0]) + 1;
    let find = |name: &[u8]| bytes.windows(name.len()).position(|window| window == name).unwrap();
    match format {
        "webp" => {
            assert_eq!(&bytes[12..16], b"VP8X");
            (three(24), three(27))
        }
        "png" => (big(16), big(20)),
        "avif" => {
            assert_eq!(&bytes[4..12], b"ftypavif");
            let at = find(b"ispe") + 8;
            (big(at), big(at + 4))
        }
        "jpeg" => {
            assert_eq!(&bytes[..2], [0xff, 0xd8]);
            let at = (2..bytes.len() - 8)
                .find(|at| bytes[*at] == 0xff && (0xc0..=0xc2).contains(&bytes[at + 1]))
                .unwrap();
            let short = |at: usize| u32::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
            (short(at + 7), short(at + 5))
        }
        other => unreachable!("{other}"),
    }
}

#[tokio::test]
async fn every_size_and_format_is_what_it_says() {
    let server = server();
    for (format, size, media_type) in [
        ("webp", "1792x1024", "image/webp"),
        ("png", "1024x1024", "image/png"),
        ("jpeg", "1024x1536", "image/jpeg"),
        ("avif", "1536x1024", "image/avif"),
    ] {
        let request = json!({"prompt": "a red bicycle", "format": format, "size": size, "style": "flat"});
        let body = ok(server.post(GENERATE, &request)).await;
        let (width, height) = (body["width"].as_u64().unwrap(), body["height"].as_u64().unwrap());
        assert_eq!(format!("{width}x{height}"), size);
        assert_eq!(body["format"], format);
        let response = server.http.get(body["url"].as_str().unwrap()).send().await.unwrap();
        assert_eq!(response.headers()["content-type"], media_type);
        let bytes = response.bytes().await.unwrap();
        let (seen_width, seen_height) = dimensions(format, &bytes);
        assert_eq!((u64::from(seen_width), u64::from(seen_height)), (width, height), "{format}");
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("digitalsourcetype/algorithmicMedia"), "{format} says how it came about");
    }
}

#[tokio::test]
async fn quality_makes_files_smaller_or_finer() {
    let server = server();
    let length = async |quality: u8| {
        let request = json!({"prompt": "a sunflower", "seed": 1, "size": "1024x1024", "quality": quality});
        ok(server.post(GENERATE, &request)).await["bytes"].as_u64().unwrap()
    };
    let (rough, fine) = (length(20).await, length(95).await);
    assert!(rough * 2 < fine, "{rough} {fine}");
}

#[tokio::test]
async fn smaller_copies_come_along_on_request() {
    let server = server();
    let body = ok(server.post(GENERATE, &json!({"prompt": "a castle", "responsive": true}))).await;
    let variants = body["variants"].as_array().unwrap();
    let sizes: Vec<_> = variants.iter().map(|copy| (copy["width"].clone(), copy["height"].clone())).collect();
    assert_eq!(
        sizes,
        [(json!(480), json!(320)), (json!(768), json!(512)), (json!(1200), json!(800))],
        "{body}"
    );
    for copy in variants {
        let bytes = file(&server, &copy["url"]).await;
        assert_eq!(copy["bytes"], bytes.len());
        let (width, height) = dimensions("webp", &bytes);
        assert_eq!((&copy["width"], &copy["height"]), (&json!(width), &json!(height)));
        assert!(copy["url"].as_str().unwrap().ends_with(&format!("-{width}w.webp")), "{copy}");
    }
    assert_eq!(body["billing"]["chargedCredits"], PRICE, "copies cost nothing");
}

#[tokio::test]
async fn files_are_served_for_caches_and_players() {
    let server = builder().set("LIMITS__ANONYMOUS_REQUESTS_PER_SECOND", "1").start();
    let body = ok(server.post(GENERATE, &json!({"prompt": "a sailing boat", "size": "1024x1024"}))).await;
    let url = body["url"].as_str().unwrap();
    let whole = file(&server, &body["url"]).await;
    let size = whole.len();
    let get = || server.http.get(url);

    let response = get().send().await.unwrap();
    let headers = response.headers().clone();
    assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(headers["x-content-type-options"], "nosniff");
    assert_eq!(headers["access-control-allow-origin"], "*");
    assert_eq!(headers["accept-ranges"], "bytes");
    assert_eq!(headers["content-length"], size.to_string());
    let tag = headers["etag"].to_str().unwrap();

    assert_eq!(headers["ratelimit-policy"], "\"default\";q=1000;w=1");
    assert!(headers.contains_key("ratelimit"));

    let head = server.http.head(url).header("range", "bytes=0-9").send().await.unwrap();
    assert_eq!(head.status(), 200, "ranges are for reading");
    assert_eq!(head.headers()["content-length"], size.to_string());
    assert_eq!(
        (&head.headers()["etag"], &head.headers()["content-type"]),
        (&headers["etag"], &headers["content-type"])
    );
    for known in [tag.to_owned(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
        let response = get().header("if-none-match", known).send().await.unwrap();
        assert_eq!(response.status(), 304);
        assert_eq!(response.headers()["etag"], tag);
        assert!(response.bytes().await.unwrap().is_empty());
    }
    assert_eq!(get().header("if-none-match", "\"other\"").send().await.unwrap().status(), 200);

    let last = size - 1;
    for (asked, answered, part) in [
        ("bytes=0-9".to_owned(), format!("bytes 0-9/{size}"), &whole[..10]),
        ("bytes=-5".to_owned(), format!("bytes {}-{last}/{size}", size - 5), &whole[size - 5..]),
        (format!("bytes={last}-999999999"), format!("bytes {last}-{last}/{size}"), &whole[last..]),
    ] {
        let response = get().header("range", &asked).send().await.unwrap();
        assert_eq!(response.status(), 206, "{asked}");
        assert_eq!(response.headers()["content-range"], answered);
        assert_eq!(&response.bytes().await.unwrap()[..], part, "{asked}");
    }
    let outside = get().header("range", format!("bytes={size}-")).send().await.unwrap();
    assert_eq!(outside.status(), 416);
    assert_eq!(outside.headers()["content-range"], format!("bytes */{size}"));
    assert_eq!(outside.headers()["cache-control"], "no-store");
    let other = get().header("range", "bytes=0-9").header("if-range", "\"other\"").send().await.unwrap();
    assert_eq!((other.status().as_u16(), other.bytes().await.unwrap().len()), (200, size));
}

#[tokio::test]
async fn one_address_may_read_many_files_but_not_any_number() {
    let server = builder().set("LIMITS__MEDIA_REQUESTS_PER_SECOND", "1").start();
    let address = format!("{}/media/nothing/here.webp", server.url);
    let get = async || server.http.get(&address).send().await.unwrap();
    check_refusal(get().await, 404, "not_found").await;
    let refused = get().await;
    assert!(refused.headers().contains_key("retry-after") && refused.headers().contains_key("ratelimit"));
    check_refusal(refused, 429, "rate_limited").await;
}

#[tokio::test]
async fn nothing_else_of_the_disk_is_served() {
    let server = server();
    for path in [
        "/media/..%2frankwright.db",
        "/media/%2e%2e/rankwright.db",
        "/media/%2fetc%2fpasswd",
        "/media/nothing/here.webp",
        "/media/",
        "/media/A.webp",
        "/media/a%00b",
        "/media/%ff",
    ] {
        let address = format!("{}{path}", server.url);
        let response = server.http.get(address).send().await.unwrap();
        check_refusal(response, 404, "not_found").await;
    }
}
