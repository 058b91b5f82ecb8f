//! Error pages for people.

use askama::Template;
use axum::response::{IntoResponse, Response};
use domain::locale::Language;
use http::StatusCode;
use ports::{LedgerError, StoreError};

use crate::answer::page_with;
use crate::frame::Frame;
use crate::language::Theme;
use crate::redirects;
use crate::texts::texts;

/// Why a page can't be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageError {
    /// The page does not exist, or it belongs to another account.
    NotFound,
    /// Nobody is signed in.
    SignedOut,
    /// The form was not sent from one of our pages.
    ForeignForm,
    /// The form is too large or not a form.
    BadForm,
    /// Only the operator may see the page.
    NotOperator,
    /// A part of the service does not respond.
    Unavailable,
    /// An error in the service itself.
    Internal,
}

texts! {
    /// The texts of the error pages.
    Texts {
        not_found: "Page not found", "Không tìm thấy trang";
        not_found_more: "The URL is wrong, or the page was deleted.", "URL sai, hoặc trang đã bị xoá.";
        foreign_form: "This form has expired", "Biểu mẫu đã hết hạn";
        foreign_form_more: "It was not sent from a page of your current session. Go back, reload the page and send it again.", "Biểu mẫu không thuộc phiên đăng nhập hiện tại. Hãy quay lại, tải lại trang và gửi lại.";
        bad_form: "The form can’t be read", "Không đọc được biểu mẫu";
        bad_form_more: "It is too large, or it was changed on its way.", "Biểu mẫu quá lớn, hoặc đã bị thay đổi trên đường truyền.";
        not_operator: "Only the operator can open this page", "Chỉ người vận hành mở được trang này";
        not_operator_more: "Your account does not run this installation.", "Tài khoản của bạn không vận hành hệ thống này.";
        unavailable: "Temporarily unavailable", "Tạm thời chưa dùng được";
        unavailable_more: "A part of the service does not respond. Nothing was changed or charged. Try again in a moment.", "Một phần của dịch vụ chưa phản hồi. Không có gì bị thay đổi hay bị trừ credit. Hãy thử lại sau giây lát.";
        internal: "Something went wrong on our side", "Đã xảy ra lỗi phía chúng tôi";
        internal_more: "The error was logged, and nothing was charged.", "Lỗi đã được ghi lại và bạn không bị trừ credit.";
        home: "Go to the start page", "Về trang đầu";
    }
}

#[derive(Template)]
#[template(path = "failure.html")]
struct FailurePage<'a> {
    frame: &'a Frame,
    status: u16,
    explanation: &'static str,
    home: &'static str,
}

impl PageError {
    /// An internal error, which is logged.
    pub(crate) fn internal(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "a page could not be made");
        Self::Internal
    }

    /// A part that does not respond, which is logged.
    pub(crate) fn unavailable(error: &dyn std::fmt::Display) -> Self {
        tracing::warn!(%error, "a page needs something that does not answer");
        Self::Unavailable
    }

    const fn status(self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::SignedOut => StatusCode::SEE_OTHER,
            Self::ForeignForm | Self::NotOperator => StatusCode::FORBIDDEN,
            Self::BadForm => StatusCode::BAD_REQUEST,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn words(self, texts: &Texts) -> (&'static str, &'static str) {
        match self {
            Self::NotFound => (texts.not_found, texts.not_found_more),
            Self::ForeignForm => (texts.foreign_form, texts.foreign_form_more),
            Self::BadForm => (texts.bad_form, texts.bad_form_more),
            Self::NotOperator => (texts.not_operator, texts.not_operator_more),
            Self::Unavailable => (texts.unavailable, texts.unavailable_more),
            Self::SignedOut | Self::Internal => (texts.internal, texts.internal_more),
        }
    }

    /// The error page in the reader's language and colours.
    pub(crate) fn page(self, language: Language, theme: Theme) -> Response {
        if self == Self::SignedOut {
            return redirects::see("/login");
        }
        let texts = Texts::of(language);
        let (title, explanation) = self.words(texts);
        let frame = Frame::public(language, theme, title);
        let page =
            FailurePage { frame: &frame, status: self.status().as_u16(), explanation, home: texts.home };
        page_with(self.status(), &frame, &page)
            .unwrap_or_else(|_| (StatusCode::INTERNAL_SERVER_ERROR, title).into_response())
    }
}

impl IntoResponse for PageError {
    /// Returns only the status. The page is rendered where the reader's language is known.
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Missing(_) => Self::NotFound,
            StoreError::Unavailable(_) => Self::unavailable(&error),
            StoreError::Corrupt(_) => Self::internal(&error),
        }
    }
}

impl From<LedgerError> for PageError {
    fn from(error: LedgerError) -> Self {
        Self::unavailable(&error)
    }
}
