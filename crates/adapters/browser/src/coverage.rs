//! How much of the style sheets and scripts a page used.
//!
//! Scripts are counted by function while the page loads, which costs almost nothing. Style rules are matched
//! once more at the end, because tracking them from the start slows every style change.

use std::collections::HashMap;

use domain::rendering::{CodeUse, RequestKind};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::CallError;
use crate::message::Event;
use crate::page::Page;
use crate::session::Session;
use crate::tab::Tab;
use crate::text::cut;

const MOST: usize = 500;
const LONGEST_ADDRESS: usize = 2000;

#[derive(Default)]
pub(crate) struct Sheets(HashMap<String, Sheet>);

struct Sheet {
    url: String,
    length: u64,
}

impl Sheets {
    pub(crate) fn added(&mut self, event: Event) {
        let Some(SheetAdded { header }) = event.read() else { return };
        if self.0.len() < MOST {
            let length = header.length.unwrap_or(0.0);
            self.0.insert(header.id, Sheet { url: header.url, length: characters(length) });
        }
    }
}

/// Begins to count which functions run.
pub(crate) async fn begin(session: &Session) -> Result<(), CallError> {
    session.enable("Profiler").await?;
    let by_function = json!({ "callCount": false, "detailed": false });
    session.command("Profiler.startPreciseCoverage", by_function).await
}

/// What the page has used until now. What the browser does not report is left out.
pub(crate) async fn collect(tab: &Tab, page_url: &str) -> Vec<CodeUse> {
    let scripts = scripts(&tab.session).await.unwrap_or_default();
    let sheets = style_sheets(tab).await.unwrap_or_default();
    let mut used = by_address(scripts, RequestKind::Script, page_url);
    used.extend(by_address(sheets, RequestKind::Stylesheet, page_url));
    used.truncate(MOST);
    used
}

/// URL, length and unused length.
type Part = (String, u64, u64);

fn by_address(parts: Vec<Part>, kind: RequestKind, page_url: &str) -> Vec<CodeUse> {
    let mut found: Vec<CodeUse> = Vec::new();
    for (url, bytes, unused_bytes) in parts {
        let url = if url.is_empty() { page_url } else { cut(&url, LONGEST_ADDRESS) };
        if let Some(known) = found.iter_mut().find(|known| known.url == url) {
            known.bytes += bytes;
            known.unused_bytes += unused_bytes;
        } else if found.len() < MOST && url.starts_with("http") {
            found.push(CodeUse { url: url.to_owned(), kind, bytes, unused_bytes });
        }
    }
    found
}

async fn scripts(session: &Session) -> Result<Vec<Part>, CallError> {
    let taken: ScriptUse = session.call("Profiler.takePreciseCoverage", json!({})).await?;
    session.try_send("Profiler.disable", json!({}));
    // A script without a URL was not loaded by the page: it is evaluated text, or our own.
    let with_address = taken.scripts.into_iter().filter(|script| !script.url.is_empty());
    Ok(with_address.map(Script::into_part).collect())
}

async fn style_sheets(tab: &Tab) -> Result<Vec<Part>, CallError> {
    tab.session.enable("DOM").await?;
    tab.session.enable("CSS").await?;
    tab.session.command("CSS.startRuleUsageTracking", json!({})).await?;
    // The rules are matched with the next frame.
    Page::of(tab)
        .evaluate::<Value>("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        .await?;
    let usage: RuleUsage = tab.session.call("CSS.stopRuleUsageTracking", json!({})).await?;
    tab.session.try_send("CSS.disable", json!({}));
    let mut used: HashMap<String, u64> = HashMap::new();
    for rule in usage.rules.into_iter().filter(|rule| rule.used) {
        *used.entry(rule.sheet).or_default() += characters(rule.end - rule.start);
    }
    let recorded = tab.recorder.recorded();
    let parts = recorded.sheets.0.iter().map(|(id, sheet)| {
        let used = used.get(id).copied().unwrap_or(0);
        (sheet.url.clone(), sheet.length, sheet.length.saturating_sub(used))
    });
    Ok(parts.collect())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded below, and a cast saturates"
)]
fn characters(count: f64) -> u64 {
    count.max(0.0) as u64
}

#[derive(Deserialize)]
struct SheetAdded {
    header: SheetHeader,
}

#[derive(Deserialize)]
struct SheetHeader {
    #[serde(rename = "styleSheetId")]
    id: String,
    #[serde(rename = "sourceURL", default)]
    url: String,
    length: Option<f64>,
}

#[derive(Deserialize)]
struct RuleUsage {
    #[serde(rename = "ruleUsage")]
    rules: Vec<Rule>,
}

#[derive(Deserialize)]
struct Rule {
    #[serde(rename = "styleSheetId")]
    sheet: String,
    #[serde(rename = "startOffset")]
    start: f64,
    #[serde(rename = "endOffset")]
    end: f64,
    used: bool,
}

#[derive(Deserialize)]
struct ScriptUse {
    #[serde(rename = "result")]
    scripts: Vec<Script>,
}

#[derive(Deserialize)]
struct Script {
    url: String,
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    ranges: Vec<Range>,
}

#[derive(Deserialize)]
struct Range {
    #[serde(rename = "startOffset")]
    start: u64,
    #[serde(rename = "endOffset")]
    end: u64,
    count: u64,
}

impl Script {
    /// The outermost function is the script itself; functions inside one that never ran count as unused with
    /// it.
    fn into_part(self) -> Part {
        let ranges = self.functions.iter().flat_map(|function| &function.ranges);
        let length = ranges.clone().map(|range| range.end).max().unwrap_or(0);
        let mut unused: Vec<(u64, u64)> =
            ranges.filter(|range| range.count == 0).map(|range| (range.start, range.end)).collect();
        unused.sort_unstable();
        let (mut covered_to, mut sum) = (0, 0);
        for (start, end) in unused {
            sum += end.saturating_sub(start.max(covered_to));
            covered_to = covered_to.max(end);
        }
        (self.url, length, sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(ranges: &[(u64, u64, u64)]) -> Script {
        let functions = ranges
            .iter()
            .map(|(start, end, count)| Function {
                ranges: vec![Range { start: *start, end: *end, count: *count }],
            })
            .collect();
        Script { url: "https://a.example/a.js".to_owned(), functions }
    }

    #[test]
    fn functions_inside_of_unused_ones_are_counted_once() {
        let part = script(&[(0, 100, 1), (10, 30, 0), (15, 25, 0), (40, 60, 1), (90, 100, 0)]).into_part();
        assert_eq!((part.1, part.2), (100, 30));
    }

    #[test]
    fn what_stands_in_the_page_is_counted_for_the_page() {
        let parts = vec![
            (String::new(), 10, 5),
            ("https://a.example/".to_owned(), 20, 1),
            ("chrome-extension://x".to_owned(), 9, 9),
        ];
        let used = by_address(parts, RequestKind::Script, "https://a.example/");
        assert_eq!(used.len(), 1);
        assert_eq!((used[0].bytes, used[0].unused_bytes), (30, 6));
    }
}
