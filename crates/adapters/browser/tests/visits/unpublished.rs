//! Pages whose HTML is provided instead of fetched.

use ports::browser::{Browser, Visit};

use crate::support::{Reply, Site, Visitor, desktop, noise};

#[tokio::test]
async fn given_html_is_shown_at_its_address_and_the_rest_is_fetched() {
    let site = Site::open(|path| match path {
        "/picture.bmp" => Reply::of("image/bmp", noise(300, 200)),
        _ => Reply::html("<!doctype html><h1>Published</h1>"),
    })
    .await;
    let visitor = Visitor::new().await;
    let html = "<!doctype html><title>Entwurf</title><h1>Gr\u{fc}\u{df}e</h1><img src=picture.bmp>
        <script>document.body.dataset.at = location.href</script><iframe src=/frame></iframe>";
    let url = site.url("/draft?a=*#part");
    let visited =
        visitor.chromium.visit(Visit { html: Some(html.to_owned()), ..desktop(&url) }).await.unwrap();
    let seen = visited.rendering;
    assert!(seen.html.contains("<h1>Gr\u{fc}\u{df}e</h1>"), "{}", seen.html);
    assert!(seen.html.contains(&format!("data-at=\"{url}\"")), "{}", seen.html);
    assert_eq!(seen.images[0].natural_width, 300);
    let mut paths = site.paths();
    paths.retain(|path| path != "/favicon.ico");
    paths.sort();
    assert_eq!(paths, ["/frame", "/picture.bmp"], "all but the document itself");
}

#[tokio::test]
async fn given_html_needs_no_such_host() {
    let visitor = Visitor::new().await;
    let html = Some("<!doctype html><h1>Soon</h1><p>Not yet.</p>".to_owned());
    let order = Visit { html, ..desktop("https://not-registered.example/page") };
    let seen = visitor.chromium.visit(order).await.unwrap().rendering;
    assert_eq!(seen.final_url, "https://not-registered.example/page");
    assert!(seen.vitals.lcp_ms.is_some());
}
