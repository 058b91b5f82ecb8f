//! Every error that calls answer with, and what to do about it.

use askama::Template;
use askama::filters::Safe;
use axum::extract::State;
use axum::response::Response;

use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::code_spans::with_code_spans;
use crate::pages::public_site::{About, Head, Reader, marked_english, surround};
use crate::state::Dashboard;
use crate::texts::texts;

texts! {
    /// Words of the page.
    Texts {
        title: "API errors: every code, meaning and remedy", "Lỗi API: mọi mã lỗi, ý nghĩa, cách xử lý";
        heading: "API errors", "Lỗi API";
        description: "Every error code of the Rankwright API with its HTTP status, what it means, what to do about it, and whether the same request may succeed later.", "Mọi mã lỗi của Rankwright API cùng trạng thái HTTP, ý nghĩa, cách xử lý, và cho biết gửi lại cùng yêu cầu sau đó có thể thành công hay không.";
        lead: "Every failed call answers with a JSON body whose `error.code` is one of these. A failed call is never charged.", "Mỗi lời gọi thất bại trả về nội dung JSON có `error.code` là một trong các mã sau. Lời gọi thất bại không bị tính phí.";
        foreign: "", "Phần giải thích được viết bằng tiếng Anh, giống như trong câu trả lời của API.";
        body: "Beside the code, `error` has a `message` for people, `details` about single fields, `retryable`, the `requestId` to name when you ask for help, and `docUrl`, which leads to this page.", "Ngoài mã lỗi, `error` còn có `message` cho người đọc, `details` về từng trường, `retryable`, `requestId` để nêu khi cần hỗ trợ, và `docUrl` dẫn tới trang này.";
        codes: "Error codes", "Các mã lỗi";
        remedy: "What to do:", "Cách xử lý:";
        retryable: "The same request may succeed later.", "Gửi lại cùng yêu cầu sau đó có thể thành công.";
        final_answer: "Repeating the same request will not help.", "Gửi lại cùng yêu cầu sẽ không có kết quả khác.";
        back: "All calls of the API", "Mọi lời gọi của API";
    }
}

/// An error of the API.
#[derive(Debug, Clone, Copy)]
pub struct ExplainedError {
    /// Its code.
    pub name: &'static str,
    /// The HTTP status of answers that carry it.
    pub status: u16,
    /// What happened, in English, with code between backticks.
    pub meaning: &'static str,
    /// What to do about it, likewise.
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
#[template(path = "errors.html")]
struct ErrorsPage<'a> {
    frame: &'a Frame,
    head: &'a Head,
    words: &'static Texts,
    lead: Safe<String>,
    body: Safe<String>,
    rows: Vec<Row>,
    marked_english: Safe<&'static str>,
}

impl<'a> ErrorsPage<'a> {
    fn new(frame: &'a Frame, head: &'a Head, words: &'static Texts, errors: &[ExplainedError]) -> Self {
        Self {
            frame,
            head,
            words,
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

/// The menu has no place for it.
const fn about(words: &Texts) -> About {
    About {
        path: "/docs/errors",
        section: Section::Nowhere,
        title: words.title,
        heading: words.heading,
        description: words.description,
    }
}

/// The list.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let (frame, head) = surround(&dashboard, &stranger, &about(words));
    page(&frame, &ErrorsPage::new(&frame, &head, words, &dashboard.errors))
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;
    use crate::language::Theme;
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
        ErrorsPage::new(&frame, &head, words, &[ERROR]).render().unwrap()
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
            let is_marked = html.contains("<p lang=\"en\">There is no");
            assert_eq!(is_marked, language == Language::VIETNAMESE, "{html}");
        }
    }
}
