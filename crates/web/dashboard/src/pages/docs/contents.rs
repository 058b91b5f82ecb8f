//! The first page of the documentation.

use crate::explorer::samples::KEY_VARIABLE;
use askama::Template;
use askama::filters::Safe;
use axum::extract::State;
use axum::response::Response;

use super::{DocsNav, GUIDES, guides::Guide, reference::Group};
use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::public_site::{About, Head, Reader, marked_english, surround};
use crate::state::Dashboard;
use crate::texts::texts;

const PATH: &str = "/docs";

texts! {
    Texts {
        title: "API documentation: guides and reference", "Tài liệu API: các hướng dẫn và tham chiếu";
        heading: "Documentation", "Tài liệu";
        description: "Guides and API reference for Rankwright: create articles and images, research keywords, analyse search results and audit pages, in a few lines of code.", "Hướng dẫn và tài liệu tham chiếu của Rankwright API: tạo bài viết, hình ảnh, tìm từ khoá, phân tích kết quả tìm kiếm và kiểm tra trang bằng vài dòng mã.";
        lead: "Start with the quick start, then read the guide for your task. Every call works with a test key, at no cost.", "Hãy bắt đầu với phần khởi động nhanh, rồi đọc hướng dẫn cho việc bạn cần. Mọi lệnh gọi đều chạy được với khoá thử mà không tốn tiền.";
        base: "Base URL", "URL gốc";
        key: "Authentication", "Xác thực";
        document: "OpenAPI document", "Tài liệu OpenAPI";
        all_errors: "All codes with their remedies", "Mọi mã lỗi và cách xử lý";
    }
}

#[derive(Template)]
#[template(path = "docs.html")]
struct ContentsPage<'a> {
    frame: &'a Frame,
    head: &'a Head,
    words: &'static Texts,
    nav: DocsNav,
    /// Guides with their names in the reader's language.
    guides: Vec<(&'static str, &'static Guide)>,
    groups: &'a [Group],
    base_url: &'a str,
    key_header: String,
    marked_english: Safe<&'static str>,
}

const fn about(words: &Texts) -> About<'_> {
    About {
        path: PATH,
        section: Section::Reference,
        title: words.title,
        heading: words.heading,
        description: words.description,
    }
}

/// Shows the table of contents.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let language = stranger.language;
    let words = Texts::of(language);
    let (frame, head) = surround(&dashboard, &stranger, &about(words));
    let contents = ContentsPage {
        frame: &frame,
        head: &head,
        words,
        nav: DocsNav::new(&dashboard.reference, PATH, language),
        guides: GUIDES.iter().map(|guide| (guide.name(language), guide)).collect(),
        groups: dashboard.reference.groups(language),
        base_url: &dashboard.settings.public_url,
        key_header: format!("Authorization: Bearer ${KEY_VARIABLE}"),
        marked_english: marked_english(language),
    };
    page(&frame, &contents)
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;
    use crate::pages::public_site::tests::assert_told_well;

    #[test]
    fn results_show_the_page_well() {
        for words in [Language::ENGLISH, Language::VIETNAMESE].map(Texts::of) {
            assert_told_well(words.title, words.description);
        }
    }
}
