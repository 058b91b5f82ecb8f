//! All error codes of the API, with their remedies.

use askama::Template;
use askama::filters::Safe;
use axum::extract::State;
use axum::response::Response;

use super::{DocsNav, ERRORS_PATH as PATH};
use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::code_spans::with_code_spans;
use crate::pages::public_site::{About, Head, Reader, marked_english, surround};
use crate::state::Dashboard;
use crate::texts::texts;

texts! {
    Texts {
        title: "API errors: every code, meaning and remedy", "Lỗi API: mọi mã lỗi, ý nghĩa, cách xử lý";
        heading: "API errors", "Lỗi API";
        description: "Every error code of the Rankwright API with its HTTP status, what it means, what to do about it, and whether the same request may succeed later.", "Mọi mã lỗi của Rankwright API cùng trạng thái HTTP, ý nghĩa, cách xử lý, và cho biết gửi lại cùng yêu cầu sau đó có thể thành công hay không.";
        lead: "Every failed call returns a JSON body whose `error.code` is one of these. A failed call is never charged.", "Mỗi lệnh gọi thất bại trả về nội dung JSON có `error.code` là một trong các mã sau. Lệnh gọi thất bại không bị tính phí.";
        body: "Besides the code, `error` has a readable `message`, `details` about single fields, `retryable`, the `requestId` to quote to support, and `docUrl`, which leads to this page. Errors about missing credits also have `requiredCredits` and `availableCredits`.", "Ngoài mã lỗi, `error` còn có `message` cho người đọc, `details` về từng trường, `retryable`, `requestId` để nêu khi cần hỗ trợ, và `docUrl` dẫn tới trang này. Lỗi do thiếu credit còn có `requiredCredits` và `availableCredits`.";
        codes: "All codes", "Tất cả các mã";
        remedy: "How to fix it:", "Cách xử lý:";
        retryable: "You can retry the same request.", "Có thể gửi lại cùng yêu cầu.";
        final_answer: "Don’t retry before you have fixed this.", "Đừng gửi lại trước khi khắc phục.";
        guide: "Guide: handle errors and retry", "Hướng dẫn: xử lý lỗi và thử lại";
    }
}

/// An error of the API.
#[derive(Debug, Clone, Copy)]
pub struct ExplainedError {
    /// The code, such as `validation_failed`.
    pub name: &'static str,
    /// The HTTP status of responses with this code.
    pub status: u16,
    /// What happened, in English, with code between backticks.
    pub meaning: &'static str,
    /// What to do about it, in the same format.
    pub remedy: &'static str,
    /// Whether the same request may succeed later.
    pub retryable: bool,
}

/// An error on the page.
struct Row {
    name: &'static str,
    status: u16,
    meaning: Safe<String>,
    remedy: Safe<String>,
    prospect: &'static str,
}

#[derive(Template)]
#[template(path = "docs_errors.html")]
struct ErrorsPage<'a> {
    frame: &'a Frame,
    head: &'a Head,
    words: &'static Texts,
    nav: DocsNav,
    lead: Safe<String>,
    body: Safe<String>,
    rows: Vec<Row>,
    marked_english: Safe<&'static str>,
}

impl<'a> ErrorsPage<'a> {
    fn new(frame: &'a Frame, head: &'a Head, nav: DocsNav, errors: &[ExplainedError]) -> Self {
        let words = Texts::of(frame.language);
        Self {
            frame,
            head,
            words,
            nav,
            lead: with_code_spans(words.lead),
            body: with_code_spans(words.body),
            rows: errors.iter().map(|error| row(error, words)).collect(),
            marked_english: marked_english(frame.language),
        }
    }
}

fn row(error: &ExplainedError, words: &'static Texts) -> Row {
    Row {
        name: error.name,
        status: error.status,
        meaning: with_code_spans(error.meaning),
        remedy: with_code_spans(error.remedy),
        prospect: if error.retryable { words.retryable } else { words.final_answer },
    }
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

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let (frame, head) = surround(&dashboard, &stranger, &about(words));
    let nav = DocsNav::new(&dashboard.reference, PATH, stranger.language);
    page(&frame, &ErrorsPage::new(&frame, &head, nav, &dashboard.errors))
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;
    use crate::language::Theme;
    use crate::pages::docs::Reference;
    use crate::pages::docs::reference::tests_document;
    use crate::pages::public_site::tests::{assert_told_well, sample_head};

    const LANGUAGES: [Language; 2] = [Language::ENGLISH, Language::VIETNAMESE];
    const ERROR: ExplainedError = ExplainedError {
        name: "not_found",
        status: 404,
        meaning: "There is no `<thing>`.",
        remedy: "Look elsewhere.",
        retryable: false,
    };

    fn render(language: Language) -> String {
        let words = Texts::of(language);
        let (frame, head) = (Frame::public(language, Theme::Auto, words.title), sample_head(&about(words)));
        let reference = Reference::new(&tests_document(), "https://seo.example.com");
        let nav = DocsNav::new(&reference, PATH, language);
        ErrorsPage::new(&frame, &head, nav, &[ERROR]).render().unwrap()
    }

    #[test]
    fn results_show_the_page_well() {
        for words in LANGUAGES.map(Texts::of) {
            assert_told_well(words.title, words.description);
        }
    }

    #[test]
    fn every_code_has_an_anchor_and_its_explanation() {
        for language in LANGUAGES {
            let html = render(language);
            assert_eq!(html.matches("id=\"not_found\"").count(), 1);
            assert!(html.contains("There is no <code>&#60;thing&#62;</code>."), "{html}");
            assert!(html.contains(Texts::of(language).final_answer), "{html}");
            assert!(html.contains("/docs/errors\" aria-current=\"page\""), "{html}");
            let is_marked = html.contains("<p lang=\"en\">There is no");
            assert_eq!(is_marked, language == Language::VIETNAMESE, "{html}");
        }
    }
}
