//! The report of an audit for its account. Other people read it under its share link, which can be ended
//! here.

use application::manage_audits::{Audit, ManageAuditsError};
use askama::Template;
use audit::loss;
use audit::report::{CoreWebVitals, Issue, PerformanceBasis, RatedFigure, Report};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::audits::AuditId;
use domain::locale::Language;
use domain::rendering::ThrottlingProfile;
use domain::vitals::Rating;
use serde::Deserialize;

use super::PAGE;
use crate::addresses::local;
use crate::answer::page;
use crate::api_client::once;
use crate::failure::PageError;
use crate::form_about::{FormAbout, known};
use crate::frame::{Frame, Section};
use crate::pages::checks;
use crate::redirects;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;

texts! {
    Texts {
        audits: "Audits", "Kiểm tra trang";
        score: "Audit score", "Điểm kiểm tra";
        of_100: "of 100", "trên 100";
        mobile: "mobile", "di động";
        desktop: "desktop", "máy tính";
        again: "Audit again", "Kiểm tra lại";
        delete: "Delete", "Xoá";
        delete_question: "Delete this audit?", "Xoá lần kiểm tra này?";
        delete_lead: "The report and its screenshot are deleted, and the shared link stops working. You can’t undo this.", "Báo cáo và ảnh chụp màn hình sẽ bị xoá, liên kết chia sẻ cũng ngừng hoạt động. Không thể hoàn tác.";
        share: "Share", "Chia sẻ";
        share_lead: "Anyone with this link can read the report without logging in. Search engines don’t index it.", "Bất kỳ ai có liên kết này đều đọc được báo cáo mà không cần đăng nhập. Công cụ tìm kiếm không lập chỉ mục.";
        open_shared: "Open the shared page", "Mở trang chia sẻ";
        unshare: "Stop sharing", "Ngừng chia sẻ";
        unshare_question: "Stop sharing this report?", "Ngừng chia sẻ báo cáo này?";
        unshare_lead: "The link above stops working at once. The report gets a new link, which only you can see.", "Liên kết ở trên ngừng hoạt động ngay. Báo cáo có liên kết mới mà chỉ bạn thấy.";
        done_unshared: "The old link no longer works.", "Liên kết cũ không còn hoạt động.";
        scores: "Scores by category", "Điểm theo nhóm";
        speed: "Performance", "Hiệu năng";
        lab: "Measured in a browser for this audit", "Đo bằng trình duyệt trong lần kiểm tra này";
        slow_4g: "Throttled like Lighthouse on mobile (slow 4G):", "Giới hạn tốc độ như Lighthouse trên di động (4G chậm):";
        fast_line: "Throttled like Lighthouse on desktop:", "Giới hạn tốc độ như Lighthouse trên máy tính:";
        line_speed: "{0} ms round trip, {1} Mbit/s", "độ trễ khứ hồi {0} ms, {1} Mbit/s";
        slow_processor: "processor {0} times slower", "bộ xử lý chậm hơn {0} lần";
        not_throttled: "Not throttled", "Không giới hạn tốc độ";
        field: "Real users", "Người dùng thật";
        by_field: "The performance score follows the real users: it is the score of the worst of LCP, INP and CLS.", "Điểm hiệu năng theo người dùng thật: là điểm của chỉ số kém nhất trong LCP, INP và CLS.";
        by_lab: "The performance score follows the measurement in the browser.", "Điểm hiệu năng theo phép đo bằng trình duyệt.";
        by_issues: "Nothing was measured, so the performance score counts the issues.", "Không đo được số liệu nào, nên điểm hiệu năng tính theo các vấn đề.";
        good: "good", "tốt";
        middling: "needs improvement", "cần cải thiện";
        poor: "poor", "kém";
        changes: "Since the earlier audit", "So với lần kiểm tra trước";
        new: "New issues", "Vấn đề mới";
        fixed: "Fixed", "Đã sửa";
        unchanged: "Unchanged", "Chưa đổi";
        issues: "Issues", "Vấn đề";
        no_issues: "No issues were found.", "Không phát hiện vấn đề nào.";
        lost: "What is lost:", "Bạn mất gì:";
        fix: "How to fix:", "Cách khắc phục:";
        places: "place|places", "chỗ";
        line: "Line", "Dòng";
        passed: "check passed|checks passed", "mục đạt";
        skipped: "check did not run|checks did not run", "mục không chạy";
        screenshot: "First screen", "Màn hình đầu tiên";
        curl: "The report as JSON: GET /v1/seo/audits/", "Báo cáo dạng JSON: GET /v1/seo/audits/";
    }
}

/// The most places that are shown for an issue.
const MOST_PLACES: usize = 10;

struct CategoryScore {
    name: &'static str,
    score: u8,
}

struct IssueView<'a> {
    severity: &'static str,
    badge: &'static str,
    /// The loss for issues of this severity.
    severity_loss: &'static str,
    /// The loss for this issue, if it is higher.
    loss: Option<&'static str>,
    category: &'static str,
    issue: &'a Issue,
}

struct Figure {
    name: &'static str,
    value: String,
    badge: &'static str,
    rating: &'static str,
}

#[derive(Template)]
#[template(path = "audit.html")]
struct ReportPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    id: String,
    report: &'a Report,
    shared: String,
    public_url: &'a str,
    scores: Vec<CategoryScore>,
    lab: Vec<Figure>,
    throttling: String,
    field: Vec<Figure>,
    issues: Vec<IssueView<'a>>,
    once: String,
}

#[derive(Deserialize)]
pub(crate) struct QueryParams {
    done: Option<String>,
}

fn failure(error: ManageAuditsError) -> PageError {
    match error {
        ManageAuditsError::Store(error) => error.into(),
        error => PageError::internal(&error),
    }
}

pub(crate) async fn show_report(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let audit = dashboard.audits.read(visit.purse(), known(&id)?).await.map_err(failure)?;
    let audit = audit.ok_or(PageError::NotFound)?;
    let words = Texts::of(visit.language);
    let notice = (params.done.as_deref() == Some("unshared")).then_some(words.done_unshared);
    let url = audit.report.final_url.as_str();
    let frame = visit.frame(&dashboard, Section::Audits, url).await?.telling(notice);
    page(&frame, &ReportPage::new(&frame, &audit, &dashboard.settings.public_url, once()?))
}

/// Ends the share link of a report.
pub(crate) async fn unshare(sent: FormAbout<AuditId>) -> Result<Response, PageError> {
    let there = sent.dashboard.audits.unshare(sent.visit.purse(), sent.id).await.map_err(failure)?;
    if there {
        Ok(redirects::see(&format!("{PAGE}/{}?done=unshared", sent.id)))
    } else {
        Err(PageError::NotFound)
    }
}

pub(crate) async fn delete(sent: FormAbout<AuditId>) -> Result<Response, PageError> {
    let there = sent.dashboard.audits.delete(sent.visit.purse(), sent.id).await.map_err(failure)?;
    if there { Ok(redirects::see(&format!("{PAGE}?done=deleted"))) } else { Err(PageError::NotFound) }
}

impl<'a> ReportPage<'a> {
    fn new(frame: &'a Frame, audit: &'a Audit, public_url: &'a str, once: String) -> Self {
        let (report, language) = (&audit.report, frame.language);
        let words = Texts::of(language);
        let issue = |issue: &'a Issue| {
            let (severity, badge) = checks::severity(issue.severity, language);
            IssueView {
                severity,
                badge,
                severity_loss: loss::of_severity(issue.severity, language),
                loss: loss::beyond_severity(issue, language),
                category: checks::category_name(issue.category, language),
                issue,
            }
        };
        let scores = report.verdicts.scores.iter();
        let scores = scores
            .map(|(category, score)| CategoryScore {
                name: checks::category_name(*category, language),
                score: *score,
            })
            .collect();
        let vitals = Vitals { words, language };
        Self {
            frame,
            words,
            id: audit.id.to_string(),
            report,
            shared: format!("{public_url}/reports/{}", audit.share),
            public_url,
            scores,
            lab: vitals.lab(&report.core_web_vitals),
            throttling: vitals.throttling(&report.core_web_vitals),
            field: vitals.field(&report.core_web_vitals),
            issues: report.verdicts.issues.iter().map(issue).collect(),
            once,
        }
    }

    /// The figures that the performance score is based on.
    fn basis(&self) -> Option<&'static str> {
        self.report.core_web_vitals.performance_basis.map(|basis| match basis {
            PerformanceBasis::Field => self.words.by_field,
            PerformanceBasis::Lab => self.words.by_lab,
            PerformanceBasis::Issues => self.words.by_issues,
        })
    }

    fn shared_here(&self) -> &str {
        local(&self.shared, self.public_url)
    }
}

struct Vitals {
    words: &'static Texts,
    language: Language,
}

impl Vitals {
    fn lab(&self, vitals: &CoreWebVitals) -> Vec<Figure> {
        let Some(lab) = &vitals.lab else { return Vec::new() };
        let all =
            [("LCP", lab.lcp), ("CLS", lab.cls), ("TBT", lab.tbt), ("FCP", lab.fcp), ("TTFB", lab.ttfb)];
        self.figures(&all)
    }

    fn field(&self, vitals: &CoreWebVitals) -> Vec<Figure> {
        let Some(field) = &vitals.field else { return Vec::new() };
        self.figures(&[("LCP", field.lcp), ("INP", field.inp), ("CLS", field.cls)])
    }

    fn figures(&self, all: &[(&'static str, Option<RatedFigure>)]) -> Vec<Figure> {
        let known = all.iter().filter_map(|(name, figure)| Some((*name, (*figure)?)));
        let figure = |(name, figure): (&'static str, RatedFigure)| {
            let (badge, rating) = match figure.rating {
                Rating::Good => ("badge good", self.words.good),
                Rating::NeedsImprovement => ("badge warn", self.words.middling),
                Rating::Poor => ("badge bad", self.words.poor),
            };
            Figure { name, value: self.value(name, figure.value), badge, rating }
        };
        known.map(figure).collect()
    }

    /// The throttling of the page load in the browser.
    fn throttling(&self, vitals: &CoreWebVitals) -> String {
        let words = self.words;
        let Some(throttling) = vitals.lab.as_ref().and_then(|lab| lab.throttling) else {
            return format!("{}.", words.not_throttled);
        };
        let name = match throttling.profile {
            ThrottlingProfile::Slow4G => words.slow_4g,
            ThrottlingProfile::Desktop => words.fast_line,
        };
        let speed = self.decimal(format!("{:.2}", throttling.download_kbps / 1024.0));
        let round_trip = format!("{:.0}", throttling.rtt_ms);
        let mut text =
            format!("{name} {}", words.line_speed.replace("{0}", &round_trip).replace("{1}", &speed));
        if throttling.cpu_slowdown > 1.0 {
            let times = format!("{:.0}", throttling.cpu_slowdown);
            text = format!("{text}, {}", words.slow_processor.replace("{0}", &times));
        }
        format!("{text}.")
    }

    fn decimal(&self, number: String) -> String {
        if self.language == Language::VIETNAMESE { number.replace('.', ",") } else { number }
    }

    /// Layout shift has no unit; all other values are times.
    fn value(&self, name: &str, value: f64) -> String {
        let text = match name {
            "CLS" => format!("{value:.3}"),
            _ if value < 999.5 => format!("{value:.0} ms"),
            _ => format!("{:.2} s", value / 1000.0),
        };
        self.decimal(text)
    }
}

#[cfg(test)]
mod tests {
    use audit::report::LabFigures;
    use domain::rendering::{LoadReport, Throttling};

    use super::*;

    #[test]
    fn reports_state_how_the_load_was_throttled() {
        let profile = ThrottlingProfile::Slow4G;
        let slow = Throttling {
            profile,
            rtt_ms: 150.0,
            request_latency_ms: 562.5,
            download_kbps: 1474.56,
            upload_kbps: 675.0,
            cpu_slowdown: 4.0,
        };
        let fast = Throttling { profile: ThrottlingProfile::Desktop, cpu_slowdown: 1.0, ..slow };
        let shown = |language, throttling| {
            let lab = LabFigures {
                score: None,
                lcp: None,
                lcp_element: None,
                cls: None,
                cls_culprits: Vec::new(),
                tbt: None,
                fcp: None,
                speed_index: None,
                inp: None,
                ttfb: None,
                load: LoadReport::default(),
                throttling,
            };
            let vitals = CoreWebVitals {
                lab: Some(lab),
                lab_skipped: None,
                field: None,
                field_skipped: None,
                performance_basis: None,
            };
            Vitals { words: Texts::of(language), language }.throttling(&vitals)
        };
        assert_eq!(
            shown(Language::ENGLISH, Some(slow)),
            "Throttled like Lighthouse on mobile (slow 4G): 150 ms round trip, 1.44 Mbit/s, processor 4 times slower."
        );
        assert_eq!(
            shown(Language::VIETNAMESE, Some(fast)),
            "Giới hạn tốc độ như Lighthouse trên máy tính: độ trễ khứ hồi 150 ms, 1,44 Mbit/s."
        );
        assert_eq!(shown(Language::ENGLISH, None), "Not throttled.");
    }

    #[test]
    fn figures_of_speed_have_their_units() {
        let vitals = |language| Vitals { words: Texts::of(language), language };
        let english = vitals(Language::ENGLISH);
        assert_eq!(english.value("LCP", 2_613.0), "2.61 s");
        assert_eq!(english.value("TTFB", 87.4), "87 ms");
        assert_eq!(vitals(Language::VIETNAMESE).value("CLS", 0.104), "0,104");
        let rated = RatedFigure { value: 4_320.0, rating: Rating::Poor };
        let figures = english.figures(&[("LCP", Some(rated)), ("INP", None)]);
        assert_eq!((figures.len(), figures[0].badge, figures[0].rating), (1, "badge bad", "poor"));
    }
}
