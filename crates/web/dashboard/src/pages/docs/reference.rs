//! The API reference: a page for each group of calls, with fields, responses, samples and errors.

mod calls;
mod fields;
mod kinds;

use askama::Template;
use askama::filters::Safe;
use axum::extract::{Path, State};
use axum::response::Response;

use super::{DocsNav, REFERENCE_PATH};
use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::public_site::{About, Head, Reader, marked_english, surround};
use crate::state::Dashboard;
use crate::texts::texts;

pub use calls::Reference;
pub(super) use calls::{GROUPS, Group};

texts! {
    Texts {
        contents: "Calls", "Các lệnh gọi";
        parameters: "Parameters", "Tham số";
        body: "Request body", "Nội dung yêu cầu";
        response: "Response", "Phản hồi";
        example: "Example response", "Ví dụ phản hồi";
        shortened: "Long texts and lists are shortened.", "Văn bản và danh sách dài được rút gọn.";
        headers: "Response headers", "Header phản hồi";
        common_headers: "Headers of every response", "Header của mọi phản hồi";
        samples: "Sample code", "Mã mẫu";
        errors: "Errors", "Lỗi";
        common_errors: "Errors of every call", "Lỗi của mọi lệnh gọi";
        events: "Events", "Sự kiện";
        events_lead: "Your endpoints receive these messages as POST requests. They follow Standard Webhooks: verify the signature before you trust the body. Any 2xx response within 20 seconds accepts a message. Failed messages are retried for three days with the same webhook-id.", "Các địa chỉ nhận của bạn nhận những thông điệp này bằng yêu cầu POST, theo Standard Webhooks: hãy kiểm tra chữ ký trước khi tin nội dung. Phản hồi 2xx bất kỳ trong 20 giây là đã nhận. Thông điệp thất bại được gửi lại trong ba ngày với cùng webhook-id.";
        message: "Message", "Thông điệp";
        try_before: "Try", "Thử";
        try_after: "in the playground", "trong trang thử API";
    }
}

#[derive(Template)]
#[template(path = "docs_reference.html")]
struct ReferencePage<'a> {
    frame: &'a Frame,
    head: &'a Head,
    words: &'static Texts,
    nav: DocsNav,
    group: &'a Group,
    marked_english: Safe<&'static str>,
}

/// The calls of one group.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Path(tag): Path<String>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let language = stranger.language;
    let groups = dashboard.reference.groups(language);
    let group = groups.iter().find(|group| group.tag == tag).ok_or(PageError::NotFound)?;
    let path = format!("{REFERENCE_PATH}/{tag}");
    let about = About {
        path: &path,
        section: Section::Reference,
        title: group.title,
        heading: group.name,
        description: group.description,
    };
    let (frame, head) = surround(&dashboard, &stranger, &about);
    let shown = ReferencePage {
        frame: &frame,
        head: &head,
        words: Texts::of(language),
        nav: DocsNav::new(&dashboard.reference, &path, language),
        group,
        marked_english: marked_english(language),
    };
    page(&frame, &shown)
}

#[cfg(test)]
pub(super) use calls::tests::document as tests_document;

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::calls::tests::document;
    use super::*;
    use crate::frame::HeaderLinks;
    use crate::language::Theme;
    use crate::pages::public_site::tests::{assert_told_well, sample_head};

    const SITE: &str = "https://seo.example.com";

    fn render(language: Language, door: HeaderLinks) -> String {
        let reference = Reference::new(&document(), SITE);
        let group = &reference.groups(language)[0];
        let about = About {
            path: "/docs/reference/articles",
            section: Section::Reference,
            title: group.title,
            heading: group.name,
            description: group.description,
        };
        let frame = Frame { door, ..Frame::public(language, Theme::Auto, group.title) };
        let page = ReferencePage {
            frame: &frame,
            head: &sample_head(&about),
            words: Texts::of(language),
            nav: DocsNav::new(&reference, about.path, language),
            group,
            marked_english: marked_english(language),
        };
        page.render().unwrap()
    }

    #[test]
    fn results_show_every_page_well() {
        for group in &GROUPS {
            for language in [Language::ENGLISH, Language::VIETNAMESE] {
                assert_told_well(group.title(language), group.description(language));
            }
        }
    }

    #[test]
    fn a_call_is_shown_with_fields_samples_response_and_errors() {
        let html = render(Language::ENGLISH, HeaderLinks::LogIn);
        for part in [
            "id=\"makeThing\"",
            "POST /v1<wbr>/things",
            "It is &#60;b&#62; and <code>kept</code>.",
            "integer, 1 to 5",
            "code-makeThing-curl",
            "code-makeThing-python",
            "inside",
            "href=\"/docs/errors#invalid_request\"",
        ] {
            assert!(html.contains(part), "{part} is missing in {html}");
        }
        assert_eq!(html.matches("<h1").count(), 1);
        assert!(html.contains("thingId"), "the response is missing");
    }

    #[test]
    fn what_is_english_says_so_on_other_pages() {
        assert!(
            !render(Language::ENGLISH, HeaderLinks::LogIn).contains("<h2 id=\"makeThing-h\" lang=\"en\">")
        );
        assert!(
            render(Language::VIETNAMESE, HeaderLinks::LogIn).contains("<h2 id=\"makeThing-h\" lang=\"en\">")
        );
    }

    #[test]
    fn only_whoever_is_signed_in_is_led_to_the_playground() {
        let link = "href=\"/dashboard/playground/makeThing\"";
        assert!(render(Language::ENGLISH, HeaderLinks::Dashboard).contains(link));
        assert!(!render(Language::ENGLISH, HeaderLinks::LogInOrSignUp).contains(link));
    }
}
