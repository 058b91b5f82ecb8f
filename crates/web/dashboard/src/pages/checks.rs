//! All checks of a page audit, from the registry that audits use.

use askama::Template;
use askama::filters::Safe;
use audit::{Category, Check, Severity, loss, registry};
use axum::extract::State;
use axum::response::Response;
use domain::locale::Language;
use domain::prices::Operation;

use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::public_site::{About, Head, Reader, marked_english, surround};
use crate::state::Dashboard;
use crate::texts::texts;

texts! {
    Texts {
        title: "Every check of an on-page SEO audit, listed", "Mọi mục kiểm tra SEO trên trang, có cách sửa";
        heading: "Audit checks", "Các mục kiểm tra";
        description: "What our page audit looks at, from metadata and structured data to speed and answer engines, how severe each finding is, and how to fix it.", "Những gì công cụ kiểm tra xem xét trên một trang: siêu dữ liệu, dữ liệu có cấu trúc, liên kết, tốc độ, mức độ nghiêm trọng và cách khắc phục.";
        checks_run: "check|checks", "mục";
        lead_count: "run on a page as it was sent, as a browser rendered it, and on what is around it. One audit runs all of them and costs", "được kiểm tra trên trang như máy chủ gửi, như trình duyệt hiển thị, và trên những gì xung quanh trang. Một lần kiểm tra chạy tất cả các mục và có giá";
        foreign: "", "Nội dung của từng mục được viết bằng tiếng Anh, giống như trong phản hồi của API.";
        categories: "Categories", "Nhóm";
        good: "Check", "Mục kiểm tra";
        severity: "Severity", "Mức độ";
        remedy: "How to fix", "Cách khắc phục";
        info: "info", "thông tin";
        low: "low", "thấp";
        medium: "medium", "trung bình";
        high: "high", "cao";
        critical: "critical", "nghiêm trọng";
        html: "HTML and metadata", "HTML và siêu dữ liệu";
        url: "URL", "URL";
        headings: "Headings", "Tiêu đề";
        content: "Text", "Nội dung";
        images: "Images", "Hình ảnh";
        links: "Links", "Liên kết";
        indexability: "Indexability", "Khả năng lập chỉ mục";
        international: "Other languages", "Ngôn ngữ khác";
        social: "Sharing", "Chia sẻ";
        structured_data: "Structured data", "Dữ liệu có cấu trúc";
        performance: "Performance", "Hiệu năng";
        security: "Security", "Bảo mật";
        crawlability: "Crawlability", "Khả năng thu thập";
        ai_search: "AI answer engines", "Công cụ trả lời AI";
    }
}

struct Row {
    check: &'static Check,
    severity: &'static str,
    badge: &'static str,
}

/// The explanation of a severity.
struct SeverityRow {
    name: &'static str,
    loss: &'static str,
}

/// The severities, worst first, each with its loss.
fn severities(language: Language) -> Vec<SeverityRow> {
    let worst_first =
        [Severity::Critical, Severity::High, Severity::Medium, Severity::Low, Severity::Info].into_iter();
    let row =
        |level| SeverityRow { name: severity(level, language).0, loss: loss::of_severity(level, language) };
    worst_first.map(row).collect()
}

/// The checks of a category.
struct Group {
    anchor: &'static str,
    name: &'static str,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "checks.html")]
struct ChecksPage<'a> {
    frame: &'a Frame,
    head: &'a Head,
    words: &'static Texts,
    groups: Vec<Group>,
    severities: Vec<SeverityRow>,
    count: i64,
    price: i64,
    marked_english: Safe<&'static str>,
}

/// The number of checks.
pub(crate) fn count() -> i64 {
    i64::try_from(registry::all().count()).unwrap_or_default()
}

fn groups(language: Language) -> Vec<Group> {
    let mut categories: Vec<Category> = registry::all().map(|check| check.category).collect();
    categories.sort_unstable();
    categories.dedup();
    let row = |check: &'static Check| {
        let (severity, badge) = severity(check.severity, language);
        Row { check, severity, badge }
    };
    let group = |category| {
        let (anchor, name) = called(category, Texts::of(language));
        let checks = registry::all().filter(|check| check.category == category);
        Group { anchor, name, rows: checks.map(row).collect() }
    };
    categories.into_iter().map(group).collect()
}

/// The name of a severity, and its colour.
pub(crate) fn severity(severity: Severity, language: Language) -> (&'static str, &'static str) {
    let words = Texts::of(language);
    // Only severities that cost visibility are coloured. Otherwise the page would have too many elements.
    match severity {
        Severity::Info => (words.info, ""),
        Severity::Low => (words.low, ""),
        Severity::Medium => (words.medium, "badge warn"),
        Severity::High => (words.high, "badge bad"),
        Severity::Critical => (words.critical, "badge bad"),
    }
}

/// The name of a category.
pub(crate) fn category_name(category: Category, language: Language) -> &'static str {
    called(category, Texts::of(language)).1
}

const fn called(category: Category, words: &Texts) -> (&'static str, &'static str) {
    match category {
        Category::Html => ("html", words.html),
        Category::Url => ("url", words.url),
        Category::Headings => ("headings", words.headings),
        Category::Content => ("content", words.content),
        Category::Images => ("images", words.images),
        Category::Links => ("links", words.links),
        Category::Indexability => ("indexability", words.indexability),
        Category::International => ("international", words.international),
        Category::Social => ("social", words.social),
        Category::StructuredData => ("structured-data", words.structured_data),
        Category::Performance => ("performance", words.performance),
        Category::Security => ("security", words.security),
        Category::Crawlability => ("crawlability", words.crawlability),
        Category::AiSearch => ("ai-search", words.ai_search),
    }
}

const fn about(words: &Texts) -> About<'_> {
    About {
        path: "/checks",
        section: Section::Checks,
        title: words.title,
        heading: words.heading,
        description: words.description,
    }
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let (frame, head) = surround(&dashboard, &stranger, &about(words));
    let price = Operation::SeoAudit.fixed_price().unwrap_or_default().as_i64();
    let answer = ChecksPage {
        frame: &frame,
        head: &head,
        words,
        groups: groups(stranger.language),
        severities: severities(stranger.language),
        count: count(),
        price,
        marked_english: marked_english(stranger.language),
    };
    page(&frame, &answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Theme;
    use crate::pages::public_site::tests::{assert_told_well, sample_head};

    const LANGUAGES: [Language; 2] = [Language::ENGLISH, Language::VIETNAMESE];

    fn render(language: Language) -> String {
        let words = Texts::of(language);
        let (frame, head) = (Frame::public(language, Theme::Auto, words.title), sample_head(&about(words)));
        let page = ChecksPage {
            frame: &frame,
            head: &head,
            words,
            groups: groups(language),
            severities: severities(language),
            count: count(),
            price: 500,
            marked_english: marked_english(language),
        };
        page.render().unwrap()
    }

    #[test]
    fn results_show_the_page_well() {
        for words in LANGUAGES.map(Texts::of) {
            assert_told_well(words.title, words.description);
        }
    }

    #[test]
    fn every_check_is_listed_once() {
        let html = render(Language::ENGLISH);
        for check in registry::all() {
            assert_eq!(html.matches(&format!("id=\"{}\"", check.id)).count(), 1, "{}", check.id);
        }
    }

    #[test]
    fn every_severity_says_what_is_lost() {
        for language in LANGUAGES {
            let html = render(language);
            for row in severities(language) {
                let loss = row.loss.replace('\'', "&#39;");
                assert!(html.contains(&format!("<dt>{}</dt><dd>{loss}</dd>", row.name)), "{loss}");
            }
        }
    }

    #[test]
    fn the_page_keeps_to_what_it_asks_of_others() {
        for language in LANGUAGES {
            let html = render(language);
            let elements = html
                .split('<')
                .filter(|part| part.starts_with(|first: char| first.is_ascii_lowercase()))
                .count();
            assert!(elements <= 1_500, "html.dom_size: {elements}");
            assert_eq!(html.matches("<h1").count(), 1);
        }
    }
}
