//! Tests the reports for people: their look, and that untrusted text stays in its place.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "sheet/colours.rs"]
mod colours;
#[path = "sheet/hostile.rs"]
mod hostile;
#[path = "sheet/samples.rs"]
mod samples;
#[path = "sheet/skeleton.rs"]
mod skeleton;

use audit::sheet::{STYLE, TerminalStyle, html, terminal, test_html};
use samples::CONTEXT;
use skeleton::tags;

#[test]
fn the_sheet_of_a_small_report() {
    let page = html(&samples::small(), &CONTEXT);
    insta::assert_snapshot!(page.replace(STYLE, "…"));
}

#[test]
fn the_sheet_loads_nothing_from_elsewhere_and_runs_nothing() {
    let page = html(&samples::full(), &CONTEXT);
    for tag in tags(&page) {
        assert!(!["base", "iframe", "link", "object", "script"].contains(&tag.name), "{tag:?}");
        for (name, value) in &tag.attributes {
            assert!(!name.starts_with("on") && *name != "style", "{tag:?}");
            assert!(*name != "src" || value.starts_with("https://audit.example/"), "{tag:?}");
            assert!(
                *name != "href" || value.starts_with('#') || tag.has("rel", "nofollow noopener noreferrer")
            );
        }
    }
    assert!(!STYLE.contains("url(") && !STYLE.contains("@import"));
    assert!(!STYLE.contains('<'), "the style could end its element");
    assert!(page.contains(&format!("<style>{STYLE}</style>")), "the style has to be hashed as it stands");
}

#[test]
fn the_sheet_asks_not_to_be_indexed() {
    let page = html(&samples::small(), &CONTEXT);
    assert!(page.contains(r#"<meta name="robots" content="noindex">"#));
}

#[test]
fn the_sheet_of_a_test_says_so_first_in_both_languages() {
    let notices = "<div class=\"test\" role=\"note\">\n\
        <p lang=\"en\"><strong>Test report:</strong> made by the sandbox, whose sites, answers and figures are made up. \
        Nothing in it is a fact about a real site.</p>\n\
        <p lang=\"vi\"><strong>Báo cáo thử:</strong> do môi trường thử tạo ra, nơi trang web, phản hồi và số liệu đều không \
        có thật. Không điều gì ở đây là sự thật về một trang web có thật.</p>\n\
        </div>\n";
    for report in [samples::small(), samples::full()] {
        let (page, live) = (test_html(&report, &CONTEXT), html(&report, &CONTEXT));
        assert!(page.contains(&format!("<main>\n{notices}<header")), "{page}");
        assert_eq!(page.replace(notices, ""), live, "nothing else is different");
    }
}

#[test]
fn headings_of_the_sheet_are_in_order() {
    for report in [samples::small(), samples::full()] {
        let page = html(&report, &CONTEXT);
        let levels = tags(&page).into_iter().filter_map(|tag| match tag.name.as_bytes() {
            [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
            _ => None,
        });
        let levels: Vec<u8> = levels.collect();
        assert!(levels.starts_with(&[1]) && !levels[1..].contains(&1), "{levels:?}");
        assert!(levels.is_sorted_by(|one, next| *next <= one + 1), "{levels:?}");
    }
}

#[test]
fn anchors_of_the_sheet_are_there_once() {
    let page = html(&samples::full(), &CONTEXT);
    for tag in tags(&page) {
        if let Some(anchor) = tag.value("href").and_then(|address| address.strip_prefix('#')) {
            assert_eq!(page.matches(&format!("id=\"{anchor}\"")).count(), 1, "{anchor}");
        }
    }
}

#[test]
fn the_first_three_severities_of_the_sheet_are_open() {
    let page = html(&samples::full(), &CONTEXT);
    let issues = tags(&page).into_iter().filter(|tag| tag.has("class", "issue"));
    let open: Vec<bool> = issues.map(|tag| tag.value("open").is_some()).collect();
    assert_eq!(open, [true, true, true, true, true, true, false, false, false]);
}

#[test]
fn a_sheet_without_anything_says_so() {
    let mut report = samples::small();
    report.verdicts.issues.clear();
    report.verdicts.passed.clear();
    report.verdicts.skipped.clear();
    report.verdicts.scores.clear();
    let page = html(&report, &CONTEXT);
    assert!(page.contains("No check found anything wrong."));
    assert!(!page.contains("id=\"passed\"") && !page.contains("href=\"#passed\""));
    assert!(terminal(&report, PLAIN).contains("No check found anything wrong."));
}

const PLAIN: TerminalStyle = TerminalStyle { colour: false, width: 80 };

#[test]
fn the_sheet_in_a_terminal_without_colour() {
    let told = terminal(&samples::full(), PLAIN);
    assert!(!told.contains('\x1b'));
    insta::assert_snapshot!(told);
}

#[test]
fn colours_of_the_sheet_in_a_terminal_change_no_word() {
    let report = samples::full();
    let coloured = terminal(&report, TerminalStyle { colour: true, ..PLAIN });
    assert!(coloured.contains("\x1b[1;31mCritical (1)\x1b[0m\n"), "{coloured}");
    let mut words = String::new();
    for part in coloured.split('\x1b') {
        words.push_str(
            part.strip_prefix('[').and_then(|part| part.split_once('m')).map_or(part, |(_, words)| words),
        );
    }
    assert_eq!(words, terminal(&report, PLAIN));
}

#[test]
fn lines_of_the_sheet_in_a_terminal_fit() {
    for width in [60, 80, 132] {
        for line in terminal(&samples::full(), TerminalStyle { colour: false, width }).lines() {
            assert!(line.chars().count() <= width && !line.ends_with(' '), "{width}: {line:?}");
        }
    }
}
