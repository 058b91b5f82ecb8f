//! The ledger: all postings, with filters and pages, and as a CSV table.

use crate::explorer::tables::ledger_csv;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::ledger::{Posting, PostingFilter, PostingId, PostingKind};
use serde::Deserialize;

use crate::answer::{csv_file, page};
use crate::failure::PageError;
use crate::figures::chosen_day;
use crate::frame::{Frame, Section};
use crate::key_names::KeyNames;
use crate::redirects::with_query;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;
use crate::zone::Zone;

const PLACE: &str = "/dashboard/ledger";
const FILE: &str = "/dashboard/ledger.csv";
/// Postings on one page.
const PAGE: u32 = 50;
/// Postings that are read at once for a file.
const BATCH: u32 = 1_000;
/// The most postings in a file; if there are more, the newest.
const MOST_IN_FILE: usize = 20_000;
/// Longer search texts are cut.
const LONGEST_SEARCH: usize = 100;

texts! {
    Texts {
        title: "Ledger", "Sổ giao dịch";
        lead: "All changes of your balance, one line per call. Entries are never changed or deleted.", "Mọi thay đổi của số dư, mỗi lệnh gọi một dòng. Các mục không bao giờ bị sửa hay xoá.";
        grant_paid: "Purchase", "Mua credit";
        grant_promotional: "Credit grant", "Tặng credit";
        charge: "Charge", "Trừ credit";
        capture: "Charge from a reservation", "Trừ từ credit tạm giữ";
        hold: "Reserved", "Đang tạm giữ";
        void: "Not charged", "Không trừ";
        refund: "Refund", "Hoàn credit";
        reverse: "Reversal", "Thu hồi credit";
        details: "Details", "Chi tiết";
        was_reserved: "Reserved", "Đã tạm giữ";
        returned: "Returned", "Hoàn lại";
        entry: "Entry", "Mã mục";
        related: "Belongs to", "Thuộc mục";
        csv_note: "The file has the newest 20,000 postings that match the filter, reservations included.", "Tệp chứa tối đa 20.000 bút toán mới nhất theo bộ lọc.";
        csv: "CSV", "CSV";
        from: "From", "Từ ngày";
        to: "To", "Đến ngày";
        kind: "Type", "Loại";
        purpose: "Description", "Nội dung";
        key: "Key", "Khoá";
        when: "When", "Thời điểm";
        credits: "Credits", "Credit";
        after: "Balance", "Số dư";
        postings: "Postings", "Các bút toán";
        none: "No entries", "Không có mục nào";
        none_lead: "No credits were moved yet, or nothing matches the filter.", "Chưa có giao dịch nào, hoặc không có gì khớp bộ lọc.";
    }
}

#[derive(Deserialize, Default)]
pub(crate) struct QueryParams {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    purpose: String,
    #[serde(default)]
    before: String,
}

impl QueryParams {
    /// Invalid values do not filter, like empty fields.
    fn filter(&self, zone: &Zone) -> PostingFilter {
        const DAY: std::time::Duration = std::time::Duration::from_hours(24);
        let purpose: String = self.purpose.trim().chars().take(LONGEST_SEARCH).collect();
        PostingFilter {
            kind: PostingKind::from_name(&self.kind),
            purpose: Some(purpose).filter(|purpose| !purpose.is_empty()),
            from: chosen_day(&self.from, zone),
            until: chosen_day(&self.to, zone).and_then(|day| day.checked_add(DAY).ok()),
            one_per_call: false,
        }
    }

    fn before(&self) -> Result<Option<PostingId>, PageError> {
        let cursor = Some(self.before.as_str()).filter(|cursor| !cursor.is_empty());
        cursor.map(str::parse).transpose().map_err(|_| PageError::NotFound)
    }

    fn address(&self, path: &str, before: &str) -> String {
        let pairs: [(&str, &str); 5] = [
            ("from", self.from.as_str()),
            ("to", &self.to),
            ("kind", &self.kind),
            ("purpose", &self.purpose),
            ("before", before),
        ];
        with_query(path, &pairs)
    }
}

struct Row {
    purpose: String,
    at: Timestamp,
    kind: &'static str,
    key: String,
    change: i64,
    after: i64,
    id: String,
    related: Option<String>,
    /// The credits that were reserved for the call, and how many of them were returned.
    reserved: Option<(i64, i64)>,
}

struct KindChoice {
    name: &'static str,
    text: &'static str,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "ledger.html")]
struct LedgerPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    params: &'a QueryParams,
    kinds: Vec<KindChoice>,
    rows: Vec<Row>,
    newest: Option<String>,
    older: Option<String>,
    file: String,
}

/// The change of the balance, including an earlier hold.
const fn change(posting: &Posting) -> i64 {
    let amount = posting.amount.as_i64();
    match posting.kind {
        PostingKind::GrantPaid | PostingKind::GrantPromotional | PostingKind::Refund => amount,
        PostingKind::Charge | PostingKind::Hold | PostingKind::Capture | PostingKind::Reverse => -amount,
        PostingKind::Void => 0,
    }
}

/// The credits that were reserved for a finished call, and how many of them were returned.
const fn reserved(posting: &Posting) -> Option<(i64, i64)> {
    let (amount, released) = (posting.amount.as_i64(), posting.released.as_i64());
    match posting.kind {
        PostingKind::Capture => Some((amount + released, released)),
        PostingKind::Void => Some((amount, amount)),
        _ => None,
    }
}

const fn kind_name(kind: PostingKind, words: &Texts) -> &'static str {
    match kind {
        PostingKind::GrantPaid => words.grant_paid,
        PostingKind::GrantPromotional => words.grant_promotional,
        PostingKind::Charge => words.charge,
        PostingKind::Hold => words.hold,
        PostingKind::Capture => words.capture,
        PostingKind::Void => words.void,
        PostingKind::Refund => words.refund,
        PostingKind::Reverse => words.reverse,
    }
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(&dashboard, Section::Ledger, words.title).await?;
    let filter = PostingFilter { one_per_call: true, ..params.filter(&visit.zone) };
    let before = params.before()?;
    let mut postings = dashboard.accounts.find_postings(visit.purse(), &filter, before, PAGE + 1).await?;
    let more = postings.len() > usize::try_from(PAGE).unwrap_or(usize::MAX);
    if more {
        postings.pop();
    }
    let names = KeyNames::of(&dashboard, &visit).await?;
    let last = postings.last().map(|posting| posting.id.to_string()).filter(|_| more);
    let row = |posting: Posting| Row {
        at: posting.at,
        kind: kind_name(posting.kind, words),
        id: posting.id.to_string(),
        related: posting.related.map(|related| related.to_string()),
        reserved: reserved(&posting),
        key: posting.key.map_or_else(String::new, |key| names.name(Some(key)).to_owned()),
        change: change(&posting),
        after: posting.after.available.as_i64(),
        purpose: posting.purpose,
    };
    let kind = |kind: PostingKind| KindChoice {
        name: kind.as_str(),
        text: kind_name(kind, words),
        chosen: filter.kind == Some(kind),
    };
    let ledger = LedgerPage {
        frame: &frame,
        words,
        params: &params,
        kinds: PostingKind::ALL.into_iter().map(kind).collect(),
        rows: postings.into_iter().map(row).collect(),
        newest: before.map(|_| params.address(PLACE, "")),
        older: last.map(|id| params.address(PLACE, &id)),
        file: params.address(FILE, ""),
    };
    page(&frame, &ledger)
}

/// Downloads the same postings as a file.
pub(crate) async fn download(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let filter = params.filter(&visit.zone);
    let mut found: Vec<Posting> = Vec::new();
    loop {
        let before = found.last().map(|posting| posting.id);
        let batch = dashboard.accounts.find_postings(visit.purse(), &filter, before, BATCH).await?;
        let is_last = u32::try_from(batch.len()).is_ok_and(|count| count < BATCH);
        found.extend(batch);
        if is_last || found.len() >= MOST_IN_FILE {
            break;
        }
    }
    Ok(csv_file("rankwright-ledger", ledger_csv(&found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_read_from_the_address() {
        let params = QueryParams {
            from: "2026-11-01".to_owned(),
            to: "2026-11-17".to_owned(),
            kind: "charge".to_owned(),
            purpose: " seo ".to_owned(),
            before: String::new(),
        };
        let filter = params.filter(&Zone::default());
        assert_eq!(filter.kind, Some(PostingKind::Charge));
        assert_eq!(filter.purpose.as_deref(), Some("seo"));
        assert_eq!(filter.from, Some("2026-11-01T00:00:00Z".parse().unwrap()));
        assert_eq!(filter.until, Some("2026-11-18T00:00:00Z".parse().unwrap()));
        assert_eq!(
            QueryParams { kind: "theft".to_owned(), ..QueryParams::default() }.filter(&Zone::default()),
            PostingFilter::default()
        );
        assert!(QueryParams { before: "txn_no".to_owned(), ..QueryParams::default() }.before().is_err());
    }
}
