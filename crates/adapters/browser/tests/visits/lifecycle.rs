//! The browser itself: its death, its tabs, its leftovers.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use browser::{BrowserSettings, Chromium};
use ports::browser::{Browser, BrowserError, Visit};

use crate::support::{Site, Visitor, desktop, eventually};

const PAGE: &str = "<!doctype html><h1>Page</h1>";

/// The processes of a browser: those of the group that its first process leads.
fn processes(leader: u32) -> Vec<(u32, String)> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter_map(|id| {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            let mut fields = stat.rsplit(')').next()?.split_whitespace();
            let (state, group) = (fields.next()?, fields.nth(1)?);
            let command = std::fs::read_to_string(format!("/proc/{id}/cmdline")).ok()?;
            (group == leader.to_string() && state != "Z").then_some((id, command))
        })
        .collect()
}

fn kill(id: u32) {
    assert!(Command::new("kill").args(["-9", &id.to_string()]).status().unwrap().success());
}

async fn leader(visitor: &Visitor) -> u32 {
    visitor.chromium.health().await.unwrap().process_id
}

#[tokio::test]
async fn a_browser_that_was_killed_is_replaced() {
    let visitor = Visitor::new().await;
    let first = leader(&visitor).await;
    kill(first);
    visitor.is_alive().await;
    assert_ne!(leader(&visitor).await, first);
    eventually(async || processes(first).is_empty()).await;
}

#[tokio::test]
async fn a_page_whose_process_dies_is_told_and_survived() {
    let site = Site::page(
        "<!doctype html><h1>Page</h1><script>setInterval(() => fetch('/beat').catch(() => 0), 100)</script>",
    )
    .await;
    let visitor = Visitor::new().await;
    let first = leader(&visitor).await;
    let killing = async {
        eventually(async || site.paths().contains(&"/beat".to_owned())).await;
        for (id, command) in processes(first) {
            if command.contains("--type=renderer") {
                kill(id);
            }
        }
    };
    let url = site.url("/");
    let (visited, ()) = tokio::join!(visitor.visit(&url), killing);
    assert_eq!(visited.unwrap_err(), BrowserError::Crashed);
    visitor.is_alive().await;
    assert_eq!(leader(&visitor).await, first, "only the page died");
}

#[tokio::test]
async fn visits_leave_nothing_behind_even_if_given_up() {
    let site = Site::page(PAGE).await;
    let visitor = Visitor::new().await;
    visitor.visit(&site.url("/")).await.unwrap();
    let asked_for = site.paths().len();
    let url = site.url("/");
    let given_up = async {
        eventually(async || site.paths().len() > asked_for).await;
    };
    tokio::select! {
        _ = visitor.visit(&url) => panic!("a visit takes longer than its first request"),
        () = given_up => {}
    }
    eventually(async || visitor.chromium.health().await.unwrap().pages == 0).await;
    let too_short = Visit { deadline: Duration::from_millis(300), ..desktop(&url) };
    assert_eq!(visitor.chromium.visit(too_short).await.unwrap_err(), BrowserError::TimedOut);
    eventually(async || visitor.chromium.health().await.unwrap().pages == 0).await;
}

#[tokio::test]
async fn tabs_are_bounded_and_whoever_waits_too_long_is_told() {
    let site = Site::page(PAGE).await;
    let settings = BrowserSettings { tabs: 1, ..BrowserSettings::default() };
    let visitor = Visitor::with(settings).await;
    let url = site.url("/");
    let impatient = async {
        eventually(async || site.paths().contains(&"/".to_owned())).await;
        let order = Visit { deadline: Duration::from_millis(200), ..desktop(&url) };
        visitor.chromium.visit(order).await.unwrap_err()
    };
    let (first, second, busy) = tokio::join!(visitor.visit(&url), visitor.visit(&url), impatient);
    assert!(first.is_ok() && second.is_ok());
    assert_eq!(busy, BrowserError::Busy);
}

#[tokio::test]
async fn visits_side_by_side_do_not_mix() {
    let (one, other) = (Site::page("<!doctype html><h1>One</h1>").await, Site::page(PAGE).await);
    let visitor = Visitor::new().await;
    let (url, other_url) = (one.url("/"), other.url("/"));
    let (one, other) = tokio::join!(visitor.visit(&url), visitor.visit(&other_url));
    let (one, other) = (one.unwrap().rendering, other.unwrap().rendering);
    assert!(one.html.contains("<h1>One</h1>") && other.html.contains("<h1>Page</h1>"));
    assert!(one.requests.iter().all(|request| request.url.starts_with(&url)));
}

#[tokio::test]
async fn the_browser_goes_with_its_owner() {
    let visitor = Visitor::new().await;
    let leader = leader(&visitor).await;
    assert!(!processes(leader).is_empty());
    drop(visitor);
    eventually(async || processes(leader).is_empty()).await;
}

#[tokio::test]
async fn a_browser_that_is_closed_leaves_no_files() {
    let visitor = Visitor::new().await;
    let leader = leader(&visitor).await;
    let folder = processes(leader).into_iter().find_map(|(_, command)| {
        let folder = command.split('\0').find_map(|word| word.strip_prefix("--user-data-dir="))?;
        Some(PathBuf::from(folder))
    });
    let folder = folder.unwrap();
    assert!(folder.is_dir());
    visitor.is_alive().await;
    visitor.chromium.close().await;
    assert!(visitor.chromium.health().await.is_none());
    eventually(async || !folder.exists() && processes(leader).is_empty()).await;
    visitor.is_alive().await;
}

#[tokio::test]
async fn an_idle_browser_is_let_go_and_comes_back() {
    let settings = BrowserSettings { idle: Duration::from_millis(300), ..BrowserSettings::default() };
    let visitor = Visitor::with(settings).await;
    eventually(async || visitor.chromium.health().await.is_none()).await;
    visitor.is_alive().await;
}

#[tokio::test]
async fn a_browser_that_is_missing_or_no_browser_is_said_to_be() {
    for program in ["/no/such/program", "/bin/false"] {
        let settings = BrowserSettings { program: Some(PathBuf::from(program)), ..Default::default() };
        let chromium = Chromium::behind(settings, "127.0.0.1:9".parse().unwrap());
        assert!(matches!(chromium.version().await, Err(BrowserError::Unavailable(_))), "{program}");
    }
}
