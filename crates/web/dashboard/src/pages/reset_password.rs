//! The pages that links in emails lead to: setting a new password, and confirming an email address.

use application::manage_person::ManagePersonError;
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::people::SecretToken;
use http::StatusCode;

use crate::answer::{page, page_with};
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::Frame;
use crate::pages::sign_up;
use crate::redirects;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::Stranger;

texts! {
    Texts {
        title: "Forgot your password?", "Quên mật khẩu?";
        lead: "Enter the email address that you log in with. We will send you a link if there is an account.", "Nhập địa chỉ email bạn dùng để đăng nhập. Chúng tôi sẽ gửi liên kết nếu có tài khoản.";
        email: "Email", "Email";
        send: "Send the link", "Gửi liên kết";
        sent: "If there is an account with this address, an email with a link is on its way. The link works for an hour.", "Nếu có tài khoản với địa chỉ này, email kèm liên kết đã được gửi. Liên kết có hiệu lực trong một giờ.";
        too_many: "Too many attempts. Wait a while and try again.", "Bạn đã thử quá nhiều lần. Hãy đợi một lúc rồi thử lại.";
        new_title: "Choose a new password", "Đặt mật khẩu mới";
        password: "New password", "Mật khẩu mới";
        change: "Change password", "Đổi mật khẩu";
        confirm_title: "Confirm your email address", "Xác nhận địa chỉ email";
        confirm_lead: "Confirm that emails to this address reach you.", "Xác nhận rằng bạn nhận được email tại địa chỉ này.";
        confirm: "Confirm", "Xác nhận";
        back: "Back to log in", "Về trang đăng nhập";
    }
}

/// The field that the form of a page contains.
enum Asks {
    Email,
    Password,
    Confirmation,
    Nothing,
}

#[derive(Template)]
#[template(path = "email_link.html")]
struct LinkPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    lead: &'static str,
    asks: Asks,
    fault: Option<&'static str>,
}

impl<'a> LinkPage<'a> {
    fn new(frame: &'a Frame, words: &'static Texts, lead: &'static str, asks: Asks) -> Self {
        Self { frame, words, lead, asks, fault: None }
    }
}

/// Shows the form for an email address.
pub(crate) async fn show(stranger: Stranger) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let frame = stranger.frame(words.title);
    page(&frame, &LinkPage::new(&frame, words, words.lead, Asks::Email))
}

/// Sends an email if the account exists. The page does not reveal whether it does.
pub(crate) async fn submit(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    form: Form,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let frame = stranger.frame(words.title);
    match dashboard.person.send_reset_link(form.text("email"), &stranger.visitor).await {
        Ok(()) => page(&frame, &LinkPage::new(&frame, words, words.sent, Asks::Nothing)),
        Err(ManagePersonError::TooMany(_)) => {
            let form = LinkPage {
                fault: Some(words.too_many),
                ..LinkPage::new(&frame, words, words.lead, Asks::Email)
            };
            page_with(StatusCode::TOO_MANY_REQUESTS, &frame, &form)
        }
        Err(error) => Err(PageError::unavailable(&error)),
    }
}

/// Shows the form for a new password.
pub(crate) async fn show_new(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    Path(token): Path<String>,
) -> Result<Response, PageError> {
    let token: SecretToken = token.parse().map_err(|_| PageError::NotFound)?;
    if !dashboard.person.may_reset(&token).await? {
        return Err(PageError::NotFound);
    }
    let words = Texts::of(stranger.language);
    let frame = stranger.frame(words.new_title);
    page(&frame, &LinkPage::new(&frame, words, "", Asks::Password))
}

/// Sets the new password.
pub(crate) async fn submit_new(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    Path(token): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    let token: SecretToken = token.parse().map_err(|_| PageError::NotFound)?;
    match dashboard.person.reset(&token, form.raw("password")).await {
        Ok(()) => Ok(redirects::see("/login?done=reset")),
        Err(ManagePersonError::Weak(weak)) => {
            let words = Texts::of(stranger.language);
            let frame = stranger.frame(words.new_title);
            let fault = Some(sign_up::weakness(weak, sign_up::Texts::of(stranger.language)));
            let form = LinkPage { fault, ..LinkPage::new(&frame, words, "", Asks::Password) };
            page_with(StatusCode::UNPROCESSABLE_ENTITY, &frame, &form)
        }
        Err(ManagePersonError::LinkEnded) => Err(PageError::NotFound),
        Err(error) => Err(PageError::unavailable(&error)),
    }
}

/// Shows a button to press, so that programs that follow links in emails confirm nothing.
pub(crate) async fn show_confirm(stranger: Stranger) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let frame = stranger.frame(words.confirm_title);
    page(&frame, &LinkPage::new(&frame, words, words.confirm_lead, Asks::Confirmation))
}

/// Confirms the email address.
pub(crate) async fn confirm(
    State(dashboard): State<Dashboard>,
    Path(token): Path<String>,
    _form: Form,
) -> Result<Response, PageError> {
    let token: SecretToken = token.parse().map_err(|_| PageError::NotFound)?;
    match dashboard.person.confirm(&token).await {
        Ok(()) => Ok(redirects::see("/dashboard/settings?done=confirmed")),
        Err(ManagePersonError::LinkEnded) => Err(PageError::NotFound),
        Err(error) => Err(PageError::unavailable(&error)),
    }
}
