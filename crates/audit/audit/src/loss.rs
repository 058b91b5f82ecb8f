//! The consequences of issues for a page, in plain words. The API, its reference, the reports, the dashboard
//! and the documentation use these texts.

use domain::locale::Language;

use crate::check::{Category, Severity};
use crate::report::Issue;

/// A sentence in each language of the dashboard.
#[derive(Debug, Clone, Copy)]
struct Sentence {
    english: &'static str,
    vietnamese: &'static str,
}

impl Sentence {
    fn in_language(self, language: Language) -> &'static str {
        if language == Language::VIETNAMESE { self.vietnamese } else { self.english }
    }
}

const fn sentence(english: &'static str, vietnamese: &'static str) -> Sentence {
    Sentence { english, vietnamese }
}

/// The consequence of any issue of this severity.
#[must_use]
pub fn of_severity(severity: Severity, language: Language) -> &'static str {
    let sentence = match severity {
        Severity::Critical => sentence(
            "The page can't be found or used: search engines can't show it, or browsers warn people against it.",
            "Không thể tìm thấy hoặc sử dụng trang: công cụ tìm kiếm không hiển thị được trang, hoặc trình duyệt cảnh báo người đọc.",
        ),
        Severity::High => sentence(
            "The page loses many readers: it ranks lower, part of it is missing from search results, or people give up on it.",
            "Trang mất nhiều người đọc: bị xếp hạng thấp hơn, một phần không có trong kết quả tìm kiếm, hoặc người đọc bỏ đi.",
        ),
        Severity::Medium => sentence(
            "The page loses some readers: search results show it less often or less well, or it is slower or harder to use.",
            "Trang mất một số người đọc: ít xuất hiện hoặc hiển thị kém hơn trong kết quả tìm kiếm, hoặc chậm và khó dùng hơn.",
        ),
        Severity::Low => sentence(
            "The page loses little: a detail would make it easier to find, read or share.",
            "Trang mất rất ít: chỉ là một chi tiết giúp trang dễ tìm, dễ đọc hoặc dễ chia sẻ hơn.",
        ),
        Severity::Info => sentence(
            "The page loses nothing: it is good to know.",
            "Trang không mất gì: chỉ là điều nên biết.",
        ),
    };
    sentence.in_language(language)
}

/// The consequence of an issue of this check. A minor issue costs no more than its severity states.
#[must_use]
pub fn of_issue(check: &str, category: Category, severity: Severity, language: Language) -> &'static str {
    if severity < Severity::Medium {
        return of_severity(severity, language);
    }
    of_check(check).unwrap_or_else(|| of_category(category)).in_language(language)
}

/// The consequence of an issue, if it is more than that of its severity.
#[must_use]
pub fn beyond_severity(issue: &Issue, language: Language) -> Option<&'static str> {
    let loss = of_issue(&issue.id, issue.category, issue.severity, language);
    Some(loss).filter(|loss| *loss != of_severity(issue.severity, language))
}

/// The checks whose consequence differs from that of their category, and all checks that can be critical.
const fn checks() -> [(&'static str, Sentence); 9] {
    const TOLD_NOT_TO: Sentence = sentence(
        "Search engines can't show this page, because it says that they may not.",
        "Công cụ tìm kiếm không hiển thị được trang này, vì chính trang không cho phép.",
    );
    [
        (
            "title.missing",
            sentence(
                "Search results have no title to show for this page, so people can't see what it is about.",
                "Kết quả tìm kiếm không có tiêu đề cho trang này, nên người đọc không biết trang nói về điều gì.",
            ),
        ),
        (
            "idx.status_4xx_5xx",
            sentence(
                "Search engines drop pages that return an error, so this page can't be found.",
                "Công cụ tìm kiếm loại bỏ các trang trả về lỗi, nên không thể tìm thấy trang này.",
            ),
        ),
        ("idx.noindex_meta", TOLD_NOT_TO),
        ("idx.noindex_header", TOLD_NOT_TO),
        (
            "idx.bot_specific",
            sentence(
                "The search engines that are named can't show this page.",
                "Các công cụ tìm kiếm được nêu tên không hiển thị được trang này.",
            ),
        ),
        (
            "idx.blocked_by_robots",
            sentence(
                "Search engines can't read this page, so at best they show its URL without any text.",
                "Công cụ tìm kiếm không đọc được trang này, nên cùng lắm chỉ hiển thị URL mà không có nội dung.",
            ),
        ),
        (
            "redirect.loop",
            sentence(
                "Neither people nor search engines ever reach this page.",
                "Cả người đọc lẫn công cụ tìm kiếm đều không bao giờ đến được trang này.",
            ),
        ),
        (
            "robots.5xx",
            sentence(
                "Search engines stop reading the whole site as long as its robots.txt returns an error.",
                "Công cụ tìm kiếm ngừng đọc toàn bộ trang web chừng nào robots.txt còn trả về lỗi.",
            ),
        ),
        (
            "sec.not_https",
            sentence(
                "Browsers mark this page as not secure, and people leave it.",
                "Trình duyệt đánh dấu trang này là không an toàn và người đọc rời đi.",
            ),
        ),
    ]
}

fn of_check(check: &str) -> Option<Sentence> {
    checks().into_iter().find_map(|(id, sentence)| (id == check).then_some(sentence))
}

const fn of_category(category: Category) -> Sentence {
    match category {
        Category::Html => sentence(
            "Browsers and search engines misread the page, or show it with the wrong title, text or language.",
            "Trình duyệt và công cụ tìm kiếm hiểu sai trang, hoặc hiển thị sai tiêu đề, nội dung hay ngôn ngữ.",
        ),
        Category::Url => sentence(
            "The URL is harder to read and share, or search engines see several pages where there is one.",
            "URL khó đọc và khó chia sẻ hơn, hoặc công cụ tìm kiếm thấy nhiều trang trong khi chỉ có một.",
        ),
        Category::Headings => sentence(
            "Readers and search engines can't see at a glance what the parts of the page are about.",
            "Người đọc và công cụ tìm kiếm không thấy ngay từng phần của trang nói về điều gì.",
        ),
        Category::Content => sentence(
            "People don't find what they came for, and search engines prefer other pages.",
            "Người đọc không tìm thấy điều họ cần, và công cụ tìm kiếm ưu tiên các trang khác.",
        ),
        Category::Images => sentence(
            "Image search and people who can't see miss the images, or the page loads more than it needs.",
            "Tìm kiếm hình ảnh và người không nhìn thấy được sẽ bỏ lỡ hình ảnh, hoặc trang tải nhiều hơn mức cần thiết.",
        ),
        Category::Links => sentence(
            "Readers and search engines don't get to where the links should lead.",
            "Người đọc và công cụ tìm kiếm không đến được nơi mà liên kết cần dẫn tới.",
        ),
        Category::Indexability => sentence(
            "Search engines leave the page out, or show another URL or less of its text.",
            "Công cụ tìm kiếm bỏ qua trang, hoặc hiển thị URL khác hay ít nội dung hơn.",
        ),
        Category::International => sentence(
            "People get the page in the wrong language, because search engines don't know its versions.",
            "Người đọc nhận được trang sai ngôn ngữ, vì công cụ tìm kiếm không biết các phiên bản của trang.",
        ),
        Category::Social => sentence(
            "A shared link to the page lacks a proper title, text or image, so fewer people open it.",
            "Liên kết được chia sẻ thiếu tiêu đề, mô tả hoặc hình ảnh phù hợp, nên ít người mở hơn.",
        ),
        Category::StructuredData => sentence(
            "The page misses rich results, such as prices, ratings or breadcrumbs, and machines understand less of it.",
            "Trang bỏ lỡ kết quả nhiều định dạng như giá, đánh giá hay đường dẫn phân cấp, và máy hiểu trang kém hơn.",
        ),
        Category::Performance => sentence(
            "People wait or see the page jump, and some leave; search engines prefer faster pages.",
            "Người đọc phải chờ hoặc thấy trang bị xê dịch và một số rời đi; công cụ tìm kiếm ưu tiên trang nhanh hơn.",
        ),
        Category::Security => sentence(
            "The page and the data of its readers are less protected, or browsers show warnings.",
            "Trang và dữ liệu của người đọc được bảo vệ kém hơn, hoặc trình duyệt hiển thị cảnh báo.",
        ),
        Category::Crawlability => sentence(
            "Search engines find this page and its changes later, or not at all.",
            "Công cụ tìm kiếm tìm thấy trang này và các thay đổi của nó muộn hơn, hoặc không tìm thấy.",
        ),
        Category::AiSearch => sentence(
            "AI answer engines can't read or quote the page well, so their answers name other sources.",
            "Công cụ trả lời AI khó đọc hoặc trích dẫn trang, nên câu trả lời nêu nguồn khác.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema;

    use super::*;
    use crate::registry;

    const SEVERITIES: [Severity; 5] =
        [Severity::Critical, Severity::High, Severity::Medium, Severity::Low, Severity::Info];

    fn plain(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_critical_check_says_what_it_costs_itself() {
        for check in registry::all().filter(|check| check.severity == Severity::Critical) {
            assert!(of_check(check.id).is_some(), "{}", check.id);
        }
        for (id, _) in checks() {
            assert!(registry::find(id).is_some(), "{id}");
        }
    }

    #[test]
    fn the_reference_and_the_documentation_say_the_same() {
        let schema = serde_json::to_value(Severity::schema()).unwrap();
        let described = plain(schema["description"].as_str().unwrap());
        let written = plain(include_str!("../../../../docs/audits.md"));
        for severity in SEVERITIES {
            let loss = of_severity(severity, Language::ENGLISH);
            assert!(described.contains(loss), "{loss} is not in: {described}");
            assert!(written.contains(loss), "docs/audits.md lacks: {loss}");
        }
    }

    #[test]
    fn what_is_small_does_not_cost_more_than_that() {
        for severity in SEVERITIES {
            let loss = of_issue("idx.noindex_meta", Category::Indexability, severity, Language::ENGLISH);
            let of_severity = of_severity(severity, Language::ENGLISH);
            assert_eq!(loss == of_severity, severity < Severity::Medium, "{loss}");
        }
    }

    #[test]
    fn everything_is_said_in_both_languages() {
        let categories = registry::all().map(|check| check.category);
        let sentences = categories.map(of_category).chain(checks().map(|(_, sentence)| sentence));
        for Sentence { english, vietnamese } in sentences {
            assert!(
                english.ends_with('.') && vietnamese.ends_with('.') && english != vietnamese,
                "{english}"
            );
        }
    }
}
