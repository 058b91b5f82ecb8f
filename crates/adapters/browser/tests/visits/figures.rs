//! The measurements of well-behaved pages.

use domain::rendering::{RequestKind, RequestSeen, ThrottlingProfile};
use domain::search::Device;
use ports::browser::{Browser, BrowserError, Visit};

use crate::support::{Reply, Site, Visitor, desktop, noise};

/// Half a screen of 1350 x 940 moves down by a tenth of its height after half a second.
const SHIFTING: &str = r#"<!doctype html><style>body{margin:0}</style><div id=above></div>
<div id=moved style="height:470px;background:#357">text</div>
<script>setTimeout(() => { above.style.height = '94px' }, 500)</script>"#;

#[tokio::test]
async fn a_late_shift_counts_as_defined() {
    let site = Site::page(SHIFTING).await;
    let visited = Visitor::new().await.visit(&site.url("/")).await.unwrap();
    let vitals = visited.rendering.vitals;
    // The affected part of the screen, multiplied by the distance as a part of the longer side.
    let expected = (470.0 + 94.0) / 940.0 * (94.0 / 1350.0);
    assert!((vitals.cls - expected).abs() < 0.001, "{} instead of {expected}", vitals.cls);
    assert_eq!(vitals.shifts.len(), 1);
    assert!(vitals.shifts[0].at_ms >= 500.0);
    assert_eq!(vitals.shifts[0].selector.as_deref(), Some("div#moved"));
    assert!(visited.rendering.load.settled && visited.rendering.load.watched_ms >= 3000.0);
}

const GALLERY: &str = r#"<!doctype html><html><head><title>Gallery</title>
<link rel=stylesheet href=/style.css><script src=/app.js defer></script></head>
<body><p id=intro style="font-size:10px">Small words</p><img id=hero src=/hero.bmp width=300 height=200 alt=x>
<button id=more>More</button><img src=/missing.bmp loading=lazy alt=y style="display:block;margin-top:3000px">
<script>
  const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
  setTimeout(() => work(250), 700);
  more.onclick = () => { work(60); more.textContent = 'Less'; };
</script></body></html>"#;

fn gallery(path: &str) -> Reply {
    match path {
        "/" => Reply::html(GALLERY),
        "/style.css" => Reply::with(
            "200 OK",
            "Content-Type: text/css\r\nCache-Control: max-age=60\r\n",
            "body{color:#123}.never{color:red;background:blue}@font-face{font-family:Nowhere;src:url(/no.woff2);font-display:swap}",
        ),
        "/app.js" => Reply::of(
            "text/javascript",
            "function never(){return 'a long text that nobody will ever see'}\nconsole.error('not good', 7);\nnull.x;",
        ),
        "/hero.bmp" => Reply::of("image/bmp", noise(300, 200)),
        _ => Reply::missing(),
    }
}

fn request<'a>(requests: &'a [RequestSeen], path: &str) -> &'a RequestSeen {
    requests.iter().find(|request| request.url.ends_with(path)).unwrap()
}

#[tokio::test]
async fn a_page_is_told_in_full() {
    let site = Site::open(gallery).await;
    let visited = Visitor::new().await.visit(&site.url("/")).await.unwrap();
    let seen = visited.rendering;

    let vitals = &seen.vitals;
    let largest = vitals.lcp_element.as_ref().unwrap();
    assert_eq!((largest.selector.as_str(), largest.lazy, largest.discoverable), ("img#hero", false, true));
    assert_eq!(largest.url, Some(site.url("/hero.bmp")));
    assert!(largest.snippet.starts_with("<img id=\"hero\" src=\"/hero.bmp\""), "{}", largest.snippet);
    assert!(largest.requested_at_ms.unwrap() < vitals.lcp_ms.unwrap());
    assert!(vitals.fcp_ms.unwrap() <= vitals.lcp_ms.unwrap() && vitals.ttfb_ms.unwrap() > 0.0);
    assert!(vitals.tbt_ms >= 150.0 && vitals.long_tasks[0].duration_ms >= 200.0, "{vitals:?}");
    assert!(vitals.inp_ms.unwrap() >= 56.0, "{:?}", vitals.inp_ms);
    assert_eq!(vitals.inp_element.as_deref(), Some("button#more"));
    assert!(vitals.speed_index_ms.unwrap() > 0.0);

    let sheet = request(&seen.requests, "/style.css");
    assert_eq!((sheet.kind, sheet.status, sheet.render_blocking), (RequestKind::Stylesheet, Some(200), true));
    assert_eq!(sheet.cache_control.as_deref(), Some("max-age=60"));
    assert!(sheet.body_bytes > 100 && sheet.transfer_bytes > sheet.body_bytes);
    let script = request(&seen.requests, "/app.js");
    assert_eq!((script.kind, script.render_blocking), (RequestKind::Script, false));
    assert_eq!(seen.requests.iter().filter(|request| request.url.ends_with("/style.css")).count(), 1);
    assert!(seen.requests[0].kind == RequestKind::Document && seen.requests[0].start_ms.abs() < 0.001);

    let errors: Vec<&str> = seen.console_errors.iter().map(|error| error.text.as_str()).collect();
    assert!(errors.contains(&"not good 7"), "{errors:?}");
    assert!(errors.iter().any(|error| error.starts_with("TypeError")), "{errors:?}");

    let hero = &seen.images[0];
    assert_eq!(
        (hero.natural_width, hero.natural_height, hero.above_fold, hero.lazy),
        (300, 200, true, false)
    );
    assert!((hero.shown_width - 300.0).abs() < 0.5 && (hero.shown_height - 200.0).abs() < 0.5);
    assert!(!seen.images[1].above_fold && seen.images[1].lazy);
    assert_eq!(
        (seen.text_sizes.small_characters, seen.text_sizes.small[0].selector.as_str()),
        (11, "p#intro")
    );
    assert_eq!(
        (seen.font_faces[0].family.as_str(), seen.font_faces[0].display.as_str()),
        ("Nowhere", "swap")
    );

    let code = |path: &str| seen.coverage.iter().find(|code| code.url.ends_with(path)).unwrap();
    assert!(code("/app.js").unused_bytes > 50 && code("/app.js").unused_bytes < code("/app.js").bytes);
    assert!(
        code("/style.css").unused_bytes > 30 && code("/style.css").unused_bytes < code("/style.css").bytes
    );

    assert!(seen.html.starts_with("<!DOCTYPE html>") && seen.html.contains(">More</button>"));
    assert_eq!(seen.final_url, site.url("/"));
    assert!(seen.load.browser.starts_with("Chrome/") && seen.load.refused_requests == 0);
    assert_eq!((visited.screenshot.width, visited.screenshot.height), (1350, 940));
    assert!(visited.screenshot.jpeg.starts_with(&[0xff, 0xd8]));
}

#[tokio::test]
async fn a_phone_is_pretended_and_the_median_of_several_loads_told() {
    let site = Site::page(
        "<!doctype html><meta name=viewport content='width=device-width'><p id=p></p>
        <script>p.textContent = [innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints,
        navigator.userAgentData?.mobile, navigator.userAgent].join('|')</script>",
    )
    .await;
    let visitor = Visitor::new().await;
    let order = Visit { device: Device::Mobile, runs: 3, ..desktop(&site.url("/")) };
    let visited = visitor.chromium.visit(order).await.unwrap();
    let html = &visited.rendering.html;
    assert!(html.contains("412|823|1.75|1|"), "{html}");
    assert!(html.contains("moto g power") && html.contains("Mobile Safari"), "{html}");
    let mut paints = visited.rendering.load.lcp_of_runs_ms.clone();
    paints.sort_by(|one, other| one.unwrap().total_cmp(&other.unwrap()));
    assert_eq!((visited.rendering.load.runs, paints.len()), (3, 3));
    assert_eq!(visited.rendering.vitals.lcp_ms, paints[1]);
    assert_eq!(site.paths().iter().filter(|path| *path == "/").count(), 3, "no load comes from a cache");
    assert_eq!((visited.screenshot.width, visited.screenshot.height), (721, 1440));
}

#[tokio::test]
async fn loads_are_slowed_down_as_they_say() {
    let site = Site::open(gallery).await;
    let visitor = Visitor::new().await;
    for (device, profile, latency, slowdown) in [
        (Device::Mobile, ThrottlingProfile::Slow4G, 562.5, 4.0),
        (Device::Desktop, ThrottlingProfile::Desktop, 150.0, 1.0),
    ] {
        let order = Visit { device, ..desktop(&site.url("/")) };
        let seen = visitor.chromium.visit(order).await.unwrap().rendering;
        let said = &seen.throttling;
        assert_eq!((said.profile, said.request_latency_ms, said.cpu_slowdown), (profile, latency, slowdown));
        // The page waits for its first byte, and its image after it.
        let (first, largest) = (seen.vitals.fcp_ms.unwrap(), seen.vitals.lcp_ms.unwrap());
        assert!(first >= latency && largest >= 2.0 * latency, "{device:?}: {first} {largest}");
        assert!(seen.load.settled && seen.coverage.len() >= 2, "{:?} {:?}", seen.load, seen.coverage);
    }
}

#[tokio::test]
async fn an_error_page_is_a_page_and_a_picture_is_none() {
    let site = Site::open(|path| match path {
        "/picture" => Reply::of("image/bmp", noise(30, 20)),
        "/file" => Reply::with("200 OK", "Content-Disposition: attachment\r\n", "download"),
        "/nothing" => Reply::with("204 No Content", "", ""),
        _ => Reply::missing(),
    })
    .await;
    let visitor = Visitor::new().await;
    let missing = visitor.visit(&site.url("/gone")).await.unwrap().rendering;
    assert_eq!(request(&missing.requests, "/gone").status, Some(404));
    assert!(missing.html.contains("<h1>No</h1>"));
    let no_page = BrowserError::Unloadable("it is not an HTML page".to_owned());
    for path in ["/picture", "/file", "/nothing"] {
        assert_eq!(visitor.visit(&site.url(path)).await.unwrap_err(), no_page, "{path}");
    }
}

#[tokio::test]
async fn pages_that_lead_on_are_followed() {
    let site = Site::open(|path| match path {
        "/" => Reply::redirect("/refresh"),
        "/refresh" => Reply::html("<!doctype html><meta http-equiv=refresh content='0;url=/script'>"),
        "/script" => Reply::html("<!doctype html><script>console.error('old'); location = '/end'</script>"),
        "/end" => Reply::html("<!doctype html><h1>End</h1><img src=/end.bmp>"),
        _ => Reply::missing(),
    })
    .await;
    let seen = Visitor::new().await.visit(&site.url("/")).await.unwrap().rendering;
    assert_eq!(seen.final_url, site.url("/end"));
    assert!(seen.html.contains("<h1>End</h1>"));
    assert_eq!(seen.requests[0].url, site.url("/end"), "what belongs to pages before is not told");
    assert!(!seen.console_errors.iter().any(|error| error.text == "old"));
}
