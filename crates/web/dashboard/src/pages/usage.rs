//! Usage: credits by day, endpoint and key, and the results of calls.

mod charts;
mod sums;
mod used;

pub(crate) use charts::{DayChart, credits_by_day};
pub(crate) use used::{CallCounts, Used};

use crate::explorer::charts::shares;
use crate::explorer::tables::{Cell, csv};
use askama::Template;
use askama::filters::Safe;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use crate::answer::{csv_file, page};
use crate::failure::PageError;
use crate::figures::day_name;
use crate::frame::{Frame, Section};
use crate::key_names::KeyNames;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;
use charts::{calls_by_day, numerals};
use sums::{RouteRow, by_route, ranked};

/// Periods to choose from, in days.
const SPANS: [u32; 3] = [7, 30, 90];
const USUAL_SPAN: u32 = 30;

texts! {
    Texts {
        title: "Usage", "Mức sử dụng";
        span: "Days", "Số ngày";
        days: "day|days", "ngày";
        spent: "Spent", "Đã tiêu";
        about: "about", "khoảng";
        calls: "Calls", "Lượt gọi";
        failed: "Failed", "Thất bại";
        failed_calls: "failed call|failed calls", "lượt gọi lỗi";
        fine: "Successful", "Thành công";
        credits_by_day: "Credits by day", "Credit theo ngày";
        credits_by_day_long: "Credits spent on each day, by endpoint", "Credit đã tiêu mỗi ngày, theo endpoint";
        calls_by_day: "Calls by day", "Lượt gọi theo ngày";
        calls_by_day_long: "Calls on each day, and how many of them failed", "Lượt gọi mỗi ngày và số lượt bị lỗi";
        calls_unit: "call|calls", "lượt";
        figures: "Show data table", "Xem bảng số liệu";
        day: "Day", "Ngày";
        other: "other", "khác";
        by_endpoint: "Credits by endpoint", "Credit theo endpoint";
        by_key: "Credits by key", "Credit theo khoá";
        errors: "Error rates", "Tỉ lệ lỗi";
        log: "Request log", "Nhật ký yêu cầu";
        route: "Endpoint", "Endpoint";
        client_errors: "Client errors (4xx)", "Lỗi phía máy khách (4xx)";
        server_errors: "Server errors (5xx)", "Lỗi máy chủ (5xx)";
        rate: "Failed", "Tỉ lệ lỗi";
        none: "No usage yet", "Chưa có dữ liệu sử dụng";
        none_lead: "Credits and calls of this period appear here.", "Credit và lượt gọi trong thời gian này sẽ hiện ở đây.";
        csv_credits: "Credits as CSV", "Credit (CSV)";
        csv_calls: "Calls as CSV", "Lượt gọi (CSV)";
        counted: "Days begin at midnight UTC. Credits count when they are spent, calls when they are answered. Error counts are kept as long as the request log.", "Ngày bắt đầu lúc 0 giờ UTC. Credit được tính khi tiêu, lượt gọi được tính khi có phản hồi. Số lỗi được lưu cùng thời hạn với nhật ký yêu cầu.";
    }
}

#[derive(Deserialize)]
pub(crate) struct QueryParams {
    days: Option<String>,
    table: Option<String>,
}

impl QueryParams {
    fn span(&self) -> u32 {
        let days = self.days.as_deref().and_then(|days| days.parse().ok());
        days.filter(|days| SPANS.contains(days)).unwrap_or(USUAL_SPAN)
    }
}

struct SpanLink {
    days: u32,
    current: bool,
}

#[derive(Template)]
#[template(path = "usage.html")]
struct UsagePage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    span: u32,
    spans: Vec<SpanLink>,
    is_empty: bool,
    spent: i64,
    calls: CallCounts,
    failed_share: String,
    credits_chart: DayChart,
    calls_chart: DayChart,
    by_endpoint: Safe<String>,
    by_key: Safe<String>,
    routes: Vec<RouteRow>,
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let language = visit.language;
    let words = Texts::of(language);
    let span = params.span();
    let frame = visit.frame(&dashboard, Section::Usage, words.title).await?;
    let used = Used::read(&dashboard, &visit, span).await?;
    let names = KeyNames::of(&dashboard, &visit).await?;
    let unit = frame.words.credits;
    let endpoints = ranked(used.credits.iter().map(|day| (day.usage.purpose.as_str(), day)));
    let keys = ranked(used.credits.iter().map(|day| (names.name(day.key), day)));
    let calls = used.count_calls();
    let usage = UsagePage {
        frame: &frame,
        words,
        span,
        spans: SPANS.into_iter().map(|days| SpanLink { days, current: days == span }).collect(),
        is_empty: used.credits.is_empty() && used.calls.is_empty(),
        spent: used.spent(),
        failed_share: calls.failed_share(language),
        calls,
        credits_chart: credits_by_day(&used, language),
        calls_chart: calls_by_day(&used, language),
        // The charts escape the names of endpoints and keys.
        by_endpoint: Safe(shares(&endpoints, unit, numerals(language))),
        by_key: Safe(shares(&keys, unit, numerals(language))),
        routes: by_route(&used.calls, language),
    };
    page(&frame, &usage)
}

/// Downloads the same as a file: credits by day, endpoint and key, or results of calls by day and route.
pub(crate) async fn download(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let used = Used::read(&dashboard, &visit, params.span()).await?;
    if params.table.as_deref() == Some("calls") {
        let lines = used.calls.iter().map(|day| {
            let counts = [day.fine, day.client_errors, day.server_errors].map(Cell::Number);
            [Cell::Text(day_name(day.day)), Cell::Text(day.route.clone())].into_iter().chain(counts).collect()
        });
        let names = ["day", "route", "fine", "clientErrors", "serverErrors"];
        return Ok(csv_file("rankwright-calls", csv(&names, lines)));
    }
    let names = KeyNames::of(&dashboard, &visit).await?;
    let lines = used.credits.iter().map(|day| {
        vec![
            Cell::Text(day_name(day.usage.day)),
            Cell::Text(day.usage.purpose.clone()),
            day.key.map(|key| key.to_string()).into(),
            Cell::Text(names.name(day.key).to_owned()),
            Cell::Number(day.usage.calls),
            Cell::Number(day.usage.credits.as_i64()),
        ]
    });
    let columns = ["day", "endpoint", "keyId", "keyName", "paidCalls", "credits"];
    Ok(csv_file("rankwright-usage", csv(&columns, lines)))
}
