//! Further cases of checks of indexing, crawling, security and speed that their pairs of pages don't cover,
//! and the resulting facts.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::panic, reason = "a test fails by panicking")]

#[path = "checks/performance_score.rs"]
mod performance_score;
#[path = "checks/scenario.rs"]
mod scenario;

use audit::report::Summary;
use audit::{Finding, Outcome, Severity, registry};
use scenario::Scenario;

/// A page with these settings, head and body.
fn page(settings: &str, head: &str, body: &str) -> Scenario {
    let html =
        format!("<!doctype html><html><head><title>Cold brew</title>{head}</head><body>{body}</body></html>");
    Scenario::parse(&format!("{settings}\n---\n{html}"))
}

/// The outcome of a check on a page.
fn run(id: &str, settings: &str, head: &str, body: &str) -> Outcome {
    page(settings, head, body).run(registry::find(id).unwrap())
}

/// The facts about a page with these settings, head and body.
fn summary(settings: &str, head: &str, body: &str) -> Summary {
    let page = page(settings, head, body);
    let facts = page.facts();
    audit::summary::of(&facts, &audit::run::run(&facts))
}

fn found(outcome: Outcome) -> Finding {
    match outcome {
        Outcome::Found(finding) => finding,
        other => panic!("nothing was found: {other:?}"),
    }
}

fn severity(outcome: Outcome) -> Option<Severity> {
    found(outcome).severity
}

fn is_skipped(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Skipped(_))
}

#[test]
fn headers_of_html_that_was_handed_in_are_not_judged() {
    let of_headers = [
        "idx.status_4xx_5xx",
        "idx.noindex_header",
        "canon.header_mismatch",
        "perf.ttfb",
        "perf.http_version",
        "sec.not_https",
        "sec.cert_expiring",
        "sec.hsts",
        "sec.csp",
        "sec.xcto",
        "sec.xfo",
        "sec.referrer_policy",
        "sec.cookie_flags",
    ];
    for id in of_headers {
        assert!(is_skipped(&run(id, "given", "", "")), "{id}");
    }
    let nofollow = "<meta name=\"robots\" content=\"nofollow\">";
    assert_eq!(found(run("idx.nofollow_page", "given", nofollow, "")).count, 1);
}

#[test]
fn without_a_browser_nothing_is_said_of_loading() {
    let without = "no-browser: none was asked for";
    let of_browser = registry::all().filter(|check| check.needs == audit::Needs::Browser);
    for check in of_browser.filter(|check| check.id.starts_with("perf.") || check.id.starts_with("cwv.")) {
        assert!(is_skipped(&run(check.id, without, "", "")), "{}", check.id);
    }
}

#[test]
fn a_day_to_come_is_milder_than_a_past_one() {
    let given = |day: &str| format!("<meta name=\"robots\" content=\"unavailable_after: {day}\">");
    let judged = |day: &str| severity(run("idx.unavailable_after", "", &given(day), ""));
    assert_eq!(judged("2027-01-31"), Some(Severity::Medium));
    assert_eq!(judged("31 Jan 2020 10:00:00 GMT"), Some(Severity::Critical));
    assert_eq!(judged("sometime"), Some(Severity::Medium));
}

#[test]
fn google_news_and_bing_weigh_less_than_google() {
    let describe = |crawler: &str| format!("<meta name=\"{crawler}\" content=\"noindex\">");
    let judged = |crawler: &str| severity(run("idx.bot_specific", "", &describe(crawler), ""));
    assert_eq!(judged("googlebot"), Some(Severity::High));
    assert_eq!(judged("googlebot-news"), Some(Severity::Medium));
    let robots = "robots| User-agent: bingbot\nrobots| Disallow: /";
    assert_eq!(severity(run("idx.blocked_by_robots", robots, "", "")), Some(Severity::High));
}

#[test]
fn a_crawler_is_not_freed_by_a_directive_of_its_own() {
    let head = "<meta name=\"robots\" content=\"noindex\"><meta name=\"googlebot\" content=\"index\">";
    let finding = found(run("idx.bot_specific", "", head, ""));
    assert!(finding.message.contains("googlebot is told index"), "{}", finding.message);
    assert_eq!(run("idx.conflicting_directives", "", head, ""), Outcome::Passed);
}

#[test]
fn rules_that_nobody_can_read_are_not_judged() {
    for id in ["idx.blocked_by_robots", "idx.noindex_and_disallowed", "robots.syntax", "robots.blocks_assets"]
    {
        assert!(is_skipped(&run(id, "robots-status: 500", "", "")), "{id}");
    }
    assert_eq!(found(run("robots.5xx", "robots-status: 429", "", "")).count, 1);
    assert_eq!(run("robots.missing", "robots-status: 429", "", ""), Outcome::Passed);
    let html = "robots| <!doctype html>\nrobots| <html><body>Not found</body></html>";
    assert!(found(run("robots.syntax", html, "", "")).message.contains("HTML page"));
}

#[test]
fn parameters_make_another_page_only_where_they_matter() {
    let own = "<link rel=\"canonical\" href=\"https://www.example.com/guide\">";
    let at = |query: &str| format!("url: https://www.example.com/guide?{query}");
    let judged = |query: &str| run("canon.other_page", &at(query), own, "");
    assert_eq!(judged("utm_medium=mail&fbclid=1"), Outcome::Passed);
    assert_eq!(severity(judged("sort=price")), Some(Severity::Low));
    assert_eq!(severity(judged("page=2")), Some(Severity::Medium));
}

#[test]
fn canonical_addresses_in_headers_count_as_well() {
    let header = "header: link: <https://www.example.com/coffee>; rel=\"canonical\"";
    assert_eq!(run("canon.missing", header, "", ""), Outcome::Passed);
    assert_eq!(found(run("canon.other_page", header, "", "")).seen, Some(audit::Seen::Header));
    let asked = format!("{header}\nanswer: 404 https://www.example.com/coffee");
    assert_eq!(found(run("canon.to_4xx", &asked, "", "")).count, 1);
    assert!(is_skipped(&run("canon.to_4xx", header, "", "")));
    let guarded = format!("{header}\nanswer: 403 https://www.example.com/coffee");
    assert!(is_skipped(&run("canon.to_4xx", &guarded, "", "")));
}

#[test]
fn canonical_links_that_lead_nowhere_are_told_apart() {
    let judged = |link: &str| found(run("canon.invalid", "", link, "")).evidence[0].detail.clone().unwrap();
    assert_eq!(judged("<link rel=\"canonical\">"), "it has no href");
    assert_eq!(judged("<link rel=\"canonical\" href=\" \">"), "its href is empty");
    assert_eq!(judged("<link rel=\"canonical\" href=\"https://\">"), "it is no address");
    assert_eq!(judged("<link rel=\"canonical\" href=\"{{ page.url }}\">"), "a template left it unfilled");
    assert_eq!(
        judged("<link rel=\"canonical\" href=\"https://https//a.example/\">"),
        "its host is no public name"
    );
    let twice = "<link rel=\"canonical\" href=\"https://www.example.com/guide\">".repeat(2);
    assert_eq!(severity(run("canon.multiple", "", &twice, "")), Some(Severity::Low));
}

#[test]
fn variants_that_agree_on_one_address_are_no_copies() {
    let settings = "url: https://example.com/guide\nvariant: 200 https://www.example.com/guide canonical=https://www.example.com/guide";
    let head = "<link rel=\"canonical\" href=\"https://www.example.com/guide\">";
    assert_eq!(run("crawl.url_variants", settings, head, ""), Outcome::Passed);
    assert_eq!(found(run("crawl.url_variants", settings, "", "")).count, 1);
}

#[test]
fn sitemaps_are_judged_by_what_is_known() {
    let guarded = "sitemap: 403 https://www.example.com/sitemap.xml declared";
    assert_eq!(severity(run("sitemap.invalid", guarded, "", "")), Some(Severity::Low));
    assert!(is_skipped(&run("sitemap.missing", "sitemap: 0 https://www.example.com/sitemap.xml", "", "")));
    assert_eq!(found(run("sitemap.missing", "no-sitemaps", "", "")).evidence, []);
    assert!(is_skipped(&run("sitemap.page_absent", "no-sitemaps", "", "")));
}

#[test]
fn what_browsers_encrypt_by_themselves_is_no_mixed_content() {
    let picture = "<img alt=\"A cup\" src=\"http://www.example.com/cup.jpg\">";
    let open = "header: content-security-policy: default-src *";
    assert_eq!(severity(run("sec.mixed_content", open, "", picture)), Some(Severity::Medium));
    let upgraded = "header: content-security-policy: upgrade-insecure-requests";
    assert_eq!(run("sec.mixed_content", upgraded, "", picture), Outcome::Passed);
    let plain = "url: http://www.example.com/guide";
    assert_eq!(run("sec.mixed_content", plain, "", picture), Outcome::Passed);
}

#[test]
fn passwords_need_an_encrypted_page() {
    let form = "<form><input type=\"password\" name=\"secret\"></form>";
    assert_eq!(found(run("sec.form_insecure", "url: http://www.example.com/login", "", form)).count, 1);
    assert_eq!(run("sec.form_insecure", "url: http://localhost:8080/login", "", form), Outcome::Passed);
}

#[test]
fn certificates_grow_urgent() {
    let judged = |day: &str| severity(run("sec.cert_expiring", &format!("certificate-ends: {day}"), "", ""));
    assert_eq!(judged("2026-12-07"), Some(Severity::Medium));
    assert_eq!(judged("2026-11-20"), Some(Severity::High));
    assert_eq!(judged("2026-11-01"), Some(Severity::High));
}

#[test]
fn keys_for_maps_are_told_softly_and_never_in_full() {
    let key = format!("AI{}{}", "za", "SyD3kf9Qw7Lm2Xc8Vb4Nt6Rz1Hj5Gp0Ys_u");
    let script = format!("<script src=\"https://maps.googleapis.com/maps/api/js?key={key}\"></script>");
    let finding = found(run("sec.leaked_secret", "", &script, ""));
    assert_eq!(finding.severity, Some(Severity::Low));
    assert!(!serde_json::to_string(&finding.evidence).unwrap().contains("SyD3kf9"));
}

#[test]
fn without_a_browser_pictures_tell_of_caching() {
    let picture = "<img alt=\"A cup\" src=\"/cup.jpg\">";
    let asked = "no-browser: none was asked for\nanswer: 200 https://www.example.com/cup.jpg type=image/jpeg cache=max-age=600";
    assert_eq!(found(run("perf.cache_headers", asked, "", picture)).count, 1);
    assert!(is_skipped(&run("perf.cache_headers", "no-browser: none was asked for", "", picture)));
}

#[test]
fn blocking_files_are_seen_in_the_html_too() {
    let without = "no-browser: none was asked for";
    let styles =
        ["a", "b", "c"].map(|name| format!("<link rel=\"stylesheet\" href=\"/{name}.css\">")).concat();
    assert_eq!(found(run("perf.render_blocking", without, &styles, "")).count, 3);
    let script = "<script src=\"/lib.js\"></script><link rel=\"stylesheet\" href=\"/site.css\">";
    let finding = found(run("perf.render_blocking", without, script, ""));
    assert_eq!((finding.count, finding.seen), (1, Some(audit::Seen::Raw)));
}

#[test]
fn a_circle_that_ends_is_milder() {
    let hops = "redirect: 302 https://www.example.com/guide https://www.example.com/cookie\nredirect: 302 https://www.example.com/cookie https://www.example.com/guide";
    assert_eq!(severity(run("redirect.loop", hops, "", "")), Some(Severity::Medium));
    assert!(is_skipped(&run("redirect.chain", hops, "", "")));
}

#[test]
fn a_page_that_google_is_told_to_leave_out_is_not_indexable() {
    let judged = |settings: &str, head: &str| {
        let found = summary(settings, head, "").indexability;
        assert_eq!(found.indexable, found.reasons.is_empty());
        found.reasons
    };
    let describe = |crawler: &str| judged("", &format!("<meta name=\"{crawler}\" content=\"noindex\">"));
    assert_eq!(describe("robots"), ["idx.noindex_meta"]);
    assert_eq!(describe("googlebot"), ["idx.bot_specific"]);
    for crawler in ["googlebot-news", "bingbot"] {
        assert!(describe(crawler).is_empty(), "{crawler}");
    }
    assert_eq!(judged("header: x-robots-tag: googlebot: none", ""), ["idx.bot_specific"]);
    let by_scripts = "rendered| <title>Cold brew</title><meta name=\"googlebot\" content=\"noindex\">";
    assert_eq!(judged(by_scripts, ""), ["idx.render_changes_directive"]);
}

#[test]
fn links_in_figures_agree_with_the_issues() {
    let settings = "answer: 404 https://www.example.com/gone\n\
        answer: 0 https://nowhere.example.net/\n\
        answer: 0 https://closed.example.net/ refused\n\
        answer: 403 https://guarded.example.net/\n\
        unknown: https://slow.example.net/ it took too long\n\
        answer: 200 https://www.example.com/new via=301=https://www.example.com/old\n\
        answer: 200 https://www.example.com/login via=302=https://www.example.com/account\n\
        answer: 301 https://www.example.com/a via=301=https://www.example.com/a via=301=https://www.example.com/b\n\
        answer: 200 https://www.example.com/beans\n\
        unchecked-links: 3";
    let body = [
        "/gone",
        "https://nowhere.example.net/",
        "https://closed.example.net/",
        "https://guarded.example.net/",
        "https://slow.example.net/",
        "/old",
        "/account",
        "/a",
        "/beans",
        "/beans#top",
    ]
    .map(|address| format!("<a href=\"{address}\">A link</a>"))
    .concat();
    let links = summary(settings, "", &body).links;
    let count = |id: &str| found(run(id, settings, "", &body)).count;
    assert_eq!(links.broken.len(), count("link.broken_internal") + count("link.broken_external"));
    let broken: Vec<_> = links.broken.iter().map(|link| (link.url.as_str(), link.status)).collect();
    assert_eq!(
        broken,
        [
            ("https://www.example.com/gone", Some(404)),
            ("https://nowhere.example.net/", None),
            ("https://closed.example.net/", None),
        ]
    );
    assert!(links.broken.iter().all(|link| link.reason.is_some() == link.status.is_none()));
    assert_eq!((links.checked, links.redirects.len()), (7, 3));
    assert_eq!(links.unchecked, 3 + count("link.unverified"));
}

#[test]
fn temporary_redirects_are_figures_but_no_fault() {
    let settings = "answer: 200 https://www.example.com/login via=307=https://www.example.com/account";
    let link = "<a href=\"/account\">Your account</a>";
    assert_eq!(run("link.redirect", settings, "", link), Outcome::Passed);
    let redirects = summary(settings, "", link).links.redirects;
    assert_eq!(redirects[0].leads_to.as_deref(), Some("https://www.example.com/login"));
}

#[test]
fn nobody_knows_whether_a_sitemap_that_was_not_read_lists_the_page() {
    let listed = |settings: &str| summary(settings, "", "").indexability.in_sitemap;
    let sitemap = |rest: &str| format!("sitemap: {rest}\nsitemap-lists: false");
    assert_eq!(listed(""), Some(true));
    assert_eq!(listed(&sitemap("200 https://www.example.com/sitemap.xml entries=3")), Some(false));
    for unread in [
        "404 https://www.example.com/sitemap.xml",
        "403 https://www.example.com/sitemap.xml declared",
        "0 https://www.example.com/sitemap.xml declared problem=the request timed out",
        "200 https://www.example.com/sitemap.xml entries=3 problem=it is not well-formed XML",
    ] {
        assert_eq!(listed(&sitemap(unread)), None, "{unread}");
        assert!(is_skipped(&run("sitemap.page_absent", &sitemap(unread), "", "")), "{unread}");
    }
    assert_eq!(listed("no-sitemaps"), None);
}

#[test]
fn a_host_that_is_not_there_is_told_wherever_it_is_named() {
    let gone = "answer: 0 https://cdn.example.net/a refused";
    let told = "names a host that takes no connection";
    for (id, head) in [
        ("canon.to_4xx", "<link rel=\"canonical\" href=\"https://cdn.example.net/a\">"),
        ("hreflang.to_4xx", "<link rel=\"alternate\" hreflang=\"vi\" href=\"https://cdn.example.net/a\">"),
        ("og.image_broken", "<meta property=\"og:image\" content=\"https://cdn.example.net/a\">"),
        ("favicon.missing", "<link rel=\"icon\" href=\"https://cdn.example.net/a\">"),
    ] {
        let message = found(run(id, gone, head, "")).message;
        assert!(message.contains(told), "{id}: {message}");
    }
    let picture = "<img alt=\"A cup\" src=\"https://cdn.example.net/a\">";
    let broken = found(run("img.broken", gone, "", picture));
    assert_eq!(broken.evidence[0].detail, Some(format!("it {told}")));
}
