//! Pages for operators, about the whole installation: accounts, purchases, engines, the queue.

mod actions;
mod costs;

pub(crate) use actions::{grant, refund, reinstate, suspend};
use costs::Costs;

use application::buy_credits::BuyCreditsError;
use application::manage_accounts::Customer;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::accounts::AccountStatus;
use domain::api_keys::KeyMode;
use domain::purchases::{Money, PaymentProviderName, Purchase, PurchaseId};
use ports::articles::Backlog;
use serde::Deserialize;

use crate::answer::page;
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::redirects::with_query;
use crate::state::{Dashboard, EngineFinding};
use crate::texts::texts;
use crate::visit::SignedIn;

const PLACE: &str = "/dashboard/operator";
/// Accounts on one page.
const ACCOUNTS: usize = 25;
/// Purchases on one page.
const PURCHASES: u32 = 25;
/// Longer search texts are cut.
const LONGEST_SEARCH: usize = 100;

texts! {
    Texts {
        title: "Operator", "Vận hành";
        lead: "Settings and figures of this installation.", "Thiết lập và số liệu của hệ thống này.";
        waiting: "Articles in the queue", "Bài đang chờ";
        since: "oldest from", "sớm nhất từ";
        under_way: "In progress", "Đang viết";
        later: "Scheduled", "Để sau";
        later_note: "waiting for a retry or for approval", "chờ thử lại hoặc chờ duyệt";
        messages: "Messages in the queue", "Tin đang chờ gửi";
        accounts: "Accounts", "Tài khoản";
        account: "Account", "Tài khoản";
        search: "Name or id", "Tên hoặc mã";
        no_accounts: "No matching accounts.", "Không có tài khoản nào khớp.";
        state: "State", "Trạng thái";
        active: "Active", "Đang hoạt động";
        suspended: "Suspended", "Bị khoá";
        balance: "Balance", "Số dư";
        test_balance: "Test credits", "Credit thử";
        opened: "Created", "Ngày tạo";
        grant: "Grant", "Cấp";
        grant_to: "credits to", "credit cho";
        grant_title: "Grant credits to", "Cấp credit cho";
        grant_lead: "Posted to the ledger as grant_promotional with the reason, which the customer can read.", "Được ghi sổ là grant_promotional cùng lý do; khách hàng đọc được.";
        credits: "Credits", "Credit";
        reason: "Reason", "Lý do";
        mode: "Mode", "Chế độ";
        suspend: "Suspend", "Khoá";
        suspend_title: "Suspend", "Khoá";
        suspend_lead: "All calls of this account are refused with account_suspended.", "Mọi lệnh gọi của tài khoản này bị từ chối với account_suspended.";
        reinstate: "Reinstate", "Mở khoá";
        reinstate_title: "Reinstate", "Mở khoá";
        reinstate_lead: "Its keys work again.", "Các khoá của tài khoản hoạt động trở lại.";
        purchases: "Purchases", "Các lần mua";
        no_purchases: "No purchases yet.", "Chưa có lần mua nào.";
        purchase: "Purchase", "Lần mua";
        price: "Price", "Giá";
        begun: "Date", "Ngày";
        problem: "Problem", "Vấn đề";
        owed: "credit owed|credits owed", "credit còn nợ";
        refund: "Refund", "Hoàn tiền";
        refund_title: "Refund", "Hoàn tiền";
        refund_lead: "The payment is refunded, and the credits are deducted from the balance.", "Tiền được hoàn lại và credit tương ứng bị trừ khỏi số dư.";
        refund_amount: "Amount", "Số tiền";
        refund_hint: "In cents or đồng. Empty: the whole rest, which is", "Tính bằng xu (cent) hoặc đồng. Để trống: toàn bộ phần còn lại, là";
        by_hand: "I refunded the money outside this service; only record it", "Tôi đã hoàn tiền bằng cách khác; chỉ ghi lại";
        even_if_spent: "Refund even if some of the credits were spent", "Kể cả khi một phần credit đã tiêu";
        articles: "Articles", "Bài viết";
        articles_lead: "The price of articles, and what text engines cost for them. Costs come from the token prices that you set; without a price they are unknown.", "Giá bán của bài viết và chi phí của công cụ viết. Chi phí tính theo giá token bạn đã đặt; không có giá thì không biết được.";
        no_articles: "No articles yet.", "Chưa có bài viết nào.";
        article: "Article", "Bài viết";
        requested: "Requested", "Yêu cầu lúc";
        charged: "Charged credits", "Credit đã thu";
        calls: "Calls", "Lượt gọi";
        retries: "Retries", "Lần thử lại";
        input_tokens: "Input tokens", "Token đầu vào";
        output_tokens: "Output tokens", "Token đầu ra";
        cost: "Provider cost", "Chi phí nhà cung cấp";
        unknown: "unknown", "không rõ";
        total: "Live articles of the last 30 days", "Bài viết chính thức trong 30 ngày qua";
        unpriced_articles: "Articles of unknown cost", "Bài viết chưa rõ chi phí";
        engines: "Engines", "Các công cụ";
        engines_lead: "Sends a small request to every configured engine. Text and image engines are not called. A search request may be billed by its provider.", "Gửi một yêu cầu nhỏ tới từng công cụ đã cấu hình. Không gọi công cụ viết và tạo hình. Một lượt tìm kiếm có thể bị nhà cung cấp tính phí.";
        ask: "Run health check", "Kiểm tra hoạt động";
        capability: "Capability", "Năng lực";
        engine: "Engine", "Công cụ";
        health: "Health", "Tình trạng";
        fine: "OK", "Tốt";
        to_do: "How to fix", "Cách khắc phục";
        done_grant: "The credits were granted.", "Đã cấp credit.";
        done_status: "The account was changed.", "Đã đổi trạng thái tài khoản.";
        done_refund: "The purchase was refunded.", "Đã hoàn tiền.";
        fault_amount: "You can grant from 1 to 100,000,000 credits at once.", "Mỗi lần có thể cấp từ 1 đến 100.000.000 credit.";
        fault_reason: "The reason must be one line of 1 to 200 characters.", "Lý do phải là một dòng, từ 1 đến 200 ký tự.";
        fault_owner: "The account that runs the installation can’t be suspended.", "Không thể khoá tài khoản vận hành hệ thống.";
        fault_refundable: "This amount can’t be refunded for this purchase.", "Không thể hoàn lại số tiền đó của lần mua này.";
        fault_spent: "Some of the credits were spent. Tick the box to refund anyway.", "Một phần credit đã tiêu. Hãy đánh dấu ô để vẫn hoàn tiền.";
        fault_by_hand: "This payment provider has no automatic refunds. Transfer the money, then record it here.", "Nhà thanh toán này không tự hoàn tiền. Hãy chuyển khoản rồi ghi lại ở đây.";
        fault_provider: "The payment provider did not refund it. See the log, and try again.", "Nhà thanh toán chưa hoàn tiền. Hãy xem nhật ký và thử lại.";
        fault_engines: "The health check did not run. See the log for the reason.", "Không chạy được kiểm tra. Xem lý do trong nhật ký.";
    }
}

struct AccountRow {
    id: String,
    name: String,
    people: String,
    suspended: bool,
    live: i64,
    test: i64,
    opened: Timestamp,
    own: bool,
}

struct PurchaseRow {
    id: String,
    account: String,
    test: bool,
    at: Timestamp,
    credits: i64,
    price: Money,
    provider: &'static str,
    status: &'static str,
    problem: Option<String>,
    owed: i64,
    left: Money,
    only_by_hand: bool,
}

#[derive(Template)]
#[template(path = "operator.html")]
struct OperatorPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    fault: Option<&'static str>,
    backlog: Backlog,
    search: String,
    accounts: Vec<AccountRow>,
    fewer_accounts: Option<String>,
    more_accounts: Option<String>,
    purchases: Vec<PurchaseRow>,
    newest: Option<String>,
    older: Option<String>,
    costs: Costs,
    engines: Option<Vec<EngineFinding>>,
}

#[derive(Deserialize, Default)]
pub(crate) struct QueryParams {
    done: Option<String>,
    fault: Option<String>,
    #[serde(default)]
    account: String,
    #[serde(default)]
    page: String,
    #[serde(default)]
    before: String,
    /// The article that ends the previous page.
    #[serde(default)]
    article: String,
}

impl QueryParams {
    fn notice(&self, words: &Texts) -> Option<&'static str> {
        match self.done.as_deref()? {
            "grant" => Some(words.done_grant),
            "status" => Some(words.done_status),
            "refund" => Some(words.done_refund),
            _ => None,
        }
    }

    fn fault(&self, words: &Texts) -> Option<&'static str> {
        match self.fault.as_deref()? {
            "amount" => Some(words.fault_amount),
            "reason" => Some(words.fault_reason),
            "owner" => Some(words.fault_owner),
            "refundable" => Some(words.fault_refundable),
            "spent" => Some(words.fault_spent),
            "by_hand" => Some(words.fault_by_hand),
            "provider" => Some(words.fault_provider),
            _ => None,
        }
    }

    /// The page number, counted from zero.
    fn account_page(&self) -> usize {
        const MOST: usize = 1_000_000;
        self.page.parse().unwrap_or(0).min(MOST)
    }

    fn accounts_at(&self, page: usize) -> String {
        let page = if page == 0 { String::new() } else { page.to_string() };
        with_query(PLACE, &[("account", &self.account), ("page", &page)])
    }
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    visit.require_operator()?;
    let fault = params.fault(Texts::of(visit.language));
    overview(&dashboard, &visit, &params, fault, None).await
}

/// Checks the engines and shows the results.
pub(crate) async fn check_engines(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    visit.require_operator()?;
    let (fault, engines) = match dashboard.engines.check().await {
        Ok(findings) => (None, Some(findings)),
        Err(error) => {
            tracing::warn!(%error, "the engines could not be asked");
            (Some(Texts::of(visit.language).fault_engines), None)
        }
    };
    overview(&dashboard, &visit, &QueryParams::default(), fault, engines).await
}

async fn overview(
    dashboard: &Dashboard,
    visit: &SignedIn,
    params: &QueryParams,
    fault: Option<&'static str>,
    engines: Option<Vec<EngineFinding>>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Operator, words.title).await?.telling(params.notice(words));
    let search: String = params.account.trim().chars().take(LONGEST_SEARCH).collect();
    let number = params.account_page();
    let listed = dashboard.customers.list(&search, number.saturating_mul(ACCOUNTS), ACCOUNTS).await;
    let (customers, more) = listed.map_err(|error| PageError::unavailable(&error))?;
    let cursor = Some(params.before.as_str()).filter(|cursor| !cursor.is_empty());
    let before: Option<PurchaseId> = cursor.map(str::parse).transpose().map_err(|_| PageError::NotFound)?;
    let purchases = dashboard.buy_credits.list_all(before, PURCHASES).await.map_err(purchase_failure)?;
    let full = u32::try_from(purchases.len()).is_ok_and(|count| count == PURCHASES);
    let last = purchases.last().map(|purchase| purchase.id.to_string()).filter(|_| full);
    let own = visit.visit.account.id;
    let operator = OperatorPage {
        frame: &frame,
        words,
        fault,
        backlog: dashboard.backlog.backlog(dashboard.clock.now()).await?,
        accounts: customers
            .iter()
            .map(|customer| AccountRow { own: customer.account.id == own, ..account_row(customer) })
            .collect(),
        search,
        fewer_accounts: number.checked_sub(1).map(|page| params.accounts_at(page)),
        more_accounts: more.then(|| params.accounts_at(number + 1)),
        purchases: purchases.iter().map(purchase_row).collect(),
        newest: before.map(|_| PLACE.to_owned()),
        older: last.map(|id| with_query(PLACE, &[("before", &id)])),
        costs: Costs::read(dashboard, &params.article).await?,
        engines,
    };
    page(&frame, &operator)
}

fn account_row(customer: &Customer) -> AccountRow {
    AccountRow {
        id: customer.account.id.to_string(),
        name: customer.account.name.to_string(),
        people: customer.people.join(", "),
        suspended: customer.account.status == AccountStatus::Suspended,
        live: customer.live.available.as_i64(),
        test: customer.test.available.as_i64(),
        opened: customer.account.created_at,
        own: false,
    }
}

fn purchase_row(purchase: &Purchase) -> PurchaseRow {
    PurchaseRow {
        id: purchase.id.to_string(),
        account: purchase.purse.account.to_string(),
        test: purchase.purse.mode == KeyMode::Test,
        at: purchase.created_at,
        credits: purchase.order.credits().as_i64(),
        price: purchase.price,
        provider: purchase.provider.as_str(),
        status: purchase.status.as_str(),
        problem: purchase.problem.clone(),
        owed: purchase.owed.as_i64(),
        left: purchase.refundable(),
        only_by_hand: purchase.provider == PaymentProviderName::Payos,
    }
}

fn purchase_failure(error: BuyCreditsError) -> PageError {
    match error {
        BuyCreditsError::NotFound(_) => PageError::NotFound,
        BuyCreditsError::Store(error) => error.into(),
        error => PageError::unavailable(&error),
    }
}
