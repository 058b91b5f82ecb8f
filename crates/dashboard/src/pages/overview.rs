//! The first page after signing in: credits, first steps, recent spending.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::api_keys::KeyMode;

use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;

texts! {
    /// Words of the page.
    Texts {
        title: "Overview", "Tổng quan";
        balance: "Balance", "Số dư";
        about: "about", "khoảng";
        held: "Set aside for work under way", "Tạm giữ cho việc đang làm";
        spent: "Spent in the last 30 days", "Đã tiêu trong 30 ngày qua";
        calls: "Paid calls in the last 30 days", "Lượt gọi có phí trong 30 ngày qua";
        first_steps: "First steps", "Bước đầu";
        done: "(done)", "(xong)";
        step_key: "Make a key", "Tạo khoá API";
        step_call: "Call the API", "Gọi API";
        step_call_link: "Read how", "Xem cách gọi";
        unconfirmed: "Your e-mail address is not confirmed yet: open the link in the letter that we sent.", "Địa chỉ e-mail chưa được xác nhận: hãy mở liên kết trong thư đã gửi cho bạn.";
    }
}

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    balance: i64,
    held: i64,
    spent: i64,
    calls: i64,
    has_key: bool,
    confirmed: bool,
}

/// The page.
pub(crate) async fn show(State(dashboard): State<Dashboard>, visit: SignedIn) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(&dashboard, Section::Overview, words.title).await?;
    let account =
        dashboard.accounts.read(visit.purse()).await.map_err(|error| PageError::unavailable(&error))?;
    let account = account.ok_or(PageError::NotFound)?;
    let keys = dashboard.keys.list(visit.visit.account.id).await?;
    let mode: KeyMode = visit.mode();
    let overview = OverviewPage {
        frame: &frame,
        words,
        balance: account.balance.available.as_i64(),
        held: account.balance.held.as_i64(),
        spent: account.usage.iter().map(|day| day.credits.as_i64()).sum(),
        calls: account.usage.iter().map(|day| day.calls).sum(),
        has_key: keys.iter().any(|key| key.mode == mode && key.revoked_at.is_none()),
        confirmed: visit.visit.person.confirmed_at.is_some(),
    };
    page(&frame, &overview)
}
