//! The API reference: how calls are made, and every call with its fields, price and code.

mod calls;
mod kinds;

use askama::Template;
use askama::filters::Safe;
use axum::extract::State;
use axum::response::Response;
use explorer::samples::KEY_VARIABLE;

use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::code_spans::with_code_spans;
use crate::pages::public_site::{About, Head, Reader, marked_english, surround};
use crate::state::Dashboard;
use crate::texts::texts;

use calls::Group;
pub use calls::Reference;

/// Where the page stands in English.
const PATH: &str = "/docs";

texts! {
    /// Words of the page.
    Texts {
        title: "API reference: calls, fields and prices", "Tài liệu API: lời gọi, tham số, giá, mã mẫu";
        heading: "API reference", "Tài liệu API";
        description: "Every call of the Rankwright API with its fields, scope, price and a curl sample: articles, images, keywords, search results and page audits.", "Mọi lời gọi của Rankwright API cùng tham số, quyền, giá và mã mẫu curl: bài viết, hình ảnh, từ khoá, kết quả tìm kiếm và kiểm tra trang.";
        lead: "Every call with its fields, its price and a sample to run. A test key makes all of them without spending money.", "Mọi lời gọi cùng tham số, giá và mã mẫu chạy được. Với khoá thử, bạn gọi được tất cả mà không tốn tiền.";
        foreign: "", "Phần mô tả của từng lời gọi được viết bằng tiếng Anh, giống như trong tài liệu OpenAPI.";
        contents: "Groups of calls", "Các nhóm lời gọi";
        basics: "How calls are made", "Cách gọi API";
        base: "Base address", "Địa chỉ gốc";
        key: "Key", "Khoá";
        errors: "Errors", "Lỗi";
        errors_link: "Every error code and what to do", "Mọi mã lỗi và cách xử lý";
        document: "Document", "Tài liệu gốc";
        key_rule: "Each call carries an API key in the header `Authorization`. Keys that begin with `svc_live_` spend credits; those that begin with `svc_test_` are answered by the sandbox.", "Mỗi lời gọi mang khoá API trong tiêu đề `Authorization`. Khoá bắt đầu bằng `svc_live_` tiêu tín dụng thật; khoá bắt đầu bằng `svc_test_` do môi trường thử trả lời.";
        json_rule: "Bodies and answers are JSON in UTF-8; send `Content-Type: application/json`. A field that a call does not know is refused, so that a typing error never costs anything.", "Nội dung gửi và câu trả lời là JSON mã hoá UTF-8; hãy gửi `Content-Type: application/json`. Trường không có trong lời gọi sẽ bị từ chối, nên lỗi gõ phím không bao giờ làm bạn mất phí.";
        error_rule: "A call that fails answers with a status of 400 or more and a body whose `error.code` says why. It is never charged.", "Lời gọi thất bại có trạng thái từ 400 trở lên và nội dung với `error.code` cho biết lý do. Lời gọi đó không bị tính phí.";
        repeat_rule: "Send an `Idempotency-Key` with calls that cost something: within 24 hours the same key and body get the first answer again, uncharged.", "Hãy gửi `Idempotency-Key` cùng lời gọi có tính phí: trong 24 giờ, cùng khoá và cùng nội dung sẽ nhận lại câu trả lời đầu tiên mà không bị tính phí.";
        field: "Field", "Trường";
        kind: "Type", "Kiểu";
        meaning: "Meaning", "Ý nghĩa";
        required: "required", "bắt buộc";
        default: "Default:", "Mặc định:";
        try_before: "Try", "Thử";
        try_after: "in the playground", "trong trang thử API";
    }
}

#[derive(Template)]
#[template(path = "reference.html")]
struct ReferencePage<'a> {
    frame: &'a Frame,
    head: &'a Head,
    words: &'static Texts,
    groups: &'a [Group],
    base_url: &'a str,
    key_header: String,
    rules: Vec<Safe<String>>,
    marked_english: Safe<&'static str>,
}

impl<'a> ReferencePage<'a> {
    fn new(
        frame: &'a Frame,
        head: &'a Head,
        words: &'static Texts,
        reference: &'a Reference,
        base_url: &'a str,
    ) -> Self {
        let rules = [words.key_rule, words.json_rule, words.error_rule, words.repeat_rule];
        Self {
            frame,
            head,
            words,
            groups: reference.groups(frame.language),
            base_url,
            key_header: format!("Authorization: Bearer ${KEY_VARIABLE}"),
            rules: rules.into_iter().map(with_code_spans).collect(),
            marked_english: marked_english(frame.language),
        }
    }
}

const fn about(words: &Texts) -> About {
    About {
        path: PATH,
        section: Section::Reference,
        title: words.title,
        heading: words.heading,
        description: words.description,
    }
}

/// The reference.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let (frame, head) = surround(&dashboard, &stranger, &about(words));
    let base_url = dashboard.settings.public_url.as_str();
    page(&frame, &ReferencePage::new(&frame, &head, words, &dashboard.reference, base_url))
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::calls::tests::document;
    use super::*;
    use crate::frame::Door;
    use crate::language::Theme;
    use crate::pages::public_site::tests::{assert_told_well, sample_head};

    const LANGUAGES: [Language; 2] = [Language::ENGLISH, Language::VIETNAMESE];
    const SITE: &str = "https://seo.example.com";

    fn render(language: Language, door: Door) -> String {
        let words = Texts::of(language);
        let frame = Frame { door, ..Frame::public(language, Theme::Auto, words.title) };
        let (head, reference) = (sample_head(&about(words)), Reference::new(&document(), SITE));
        ReferencePage::new(&frame, &head, words, &reference, SITE).render().unwrap()
    }

    #[test]
    fn results_show_the_page_well() {
        for words in LANGUAGES.map(Texts::of) {
            assert_told_well(words.title, words.description);
        }
    }

    #[test]
    fn every_call_is_told_once_with_fields_and_code() {
        for language in LANGUAGES {
            let html = render(language, Door::LogIn);
            for operation in ["makeThing", "readThing"] {
                assert_eq!(html.matches(&format!("id=\"{operation}\"")).count(), 1, "{operation}");
                assert!(html.contains(&format!("data-copy=\"code-{operation}\"")), "{operation}");
                assert!(html.contains(&format!("<code id=\"code-{operation}\">curl")), "{html}");
            }
            assert!(html.contains("<code>POST /v1/things</code>"), "{html}");
            assert!(html.contains("It is &#60;b&#62; and <code>kept</code>."), "{html}");
            assert_eq!(html.matches("<h1").count(), 1);
        }
    }

    #[test]
    fn what_is_english_says_so_on_other_pages() {
        assert!(!render(Language::ENGLISH, Door::LogIn).contains("<h3 id=\"makeThing-h\" lang=\"en\">"));
        assert!(render(Language::VIETNAMESE, Door::LogIn).contains("<h3 id=\"makeThing-h\" lang=\"en\">"));
    }

    #[test]
    fn only_whoever_is_signed_in_is_led_to_the_playground() {
        let link = "href=\"/dashboard/playground/makeThing\"";
        assert!(render(Language::ENGLISH, Door::Dashboard).contains(link));
        assert!(!render(Language::ENGLISH, Door::LogInOrSignUp).contains(link));
    }
}
