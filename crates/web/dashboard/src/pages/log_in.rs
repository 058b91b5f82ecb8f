//! Logging in: with a password, then with a code if two-factor authentication is on.

use std::time::Duration;

use application::sign_in::SignInError;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::people::SessionStage;
use http::StatusCode;
use serde::Deserialize;

use crate::answer::{page, page_with};
use crate::cookies::CookieJar;
use crate::failure::PageError;
use crate::figures::counted;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::redirects::{self, HOME, inside};
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::{HalfSignedIn, Stranger};

texts! {
    Texts {
        title: "Log in", "Đăng nhập";
        email: "Email", "Email";
        password: "Password", "Mật khẩu";
        forgot: "Forgot your password?", "Quên mật khẩu?";
        no_account: "Create account", "Tạo tài khoản";
        wrong: "The email or password is wrong.", "Email hoặc mật khẩu không đúng.";
        too_many: "Too many attempts. Try again in", "Bạn đã thử quá nhiều lần. Hãy thử lại sau";
        seconds: "second|seconds", "giây";
        reset_done: "Your password was changed. Log in with the new one.", "Đã đổi mật khẩu. Hãy đăng nhập bằng mật khẩu mới.";
        code_title: "Enter a code", "Nhập mã";
        code_lead: "Enter the six digits that your authenticator app shows, or a recovery code.", "Nhập sáu chữ số đang hiển thị trong ứng dụng xác thực, hoặc một mã khôi phục.";
        code: "Code", "Mã";
        code_wrong: "The code is wrong or was already used.", "Mã không đúng hoặc đã được dùng.";
        go_on: "Continue", "Tiếp tục";
    }
}

#[derive(Template)]
#[template(path = "log_in.html")]
struct LogInPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    email: &'a str,
    next: &'a str,
    fault: Option<String>,
    open_sign_up: bool,
}

#[derive(Template)]
#[template(path = "code.html")]
struct CodePage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    next: &'a str,
    fault: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct QueryParams {
    next: Option<String>,
    done: Option<String>,
}

/// Shows the empty form, or redirects if already signed in.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let next = inside(params.next.as_deref(), HOME);
    if stranger.session(&dashboard).await?.is_some_and(|visit| visit.session.stage == SessionStage::Full) {
        return Ok(redirects::see(next));
    }
    let words = Texts::of(stranger.language);
    let notice = (params.done.as_deref() == Some("reset")).then_some(words.reset_done);
    let frame = stranger.frame(words.title).at(Section::LogIn).telling(notice);
    let open_sign_up = dashboard.settings.open_sign_up;
    page(&frame, &LogInPage { frame: &frame, words, email: "", next, fault: None, open_sign_up })
}

/// Checks email address and password.
pub(crate) async fn submit(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    form: Form,
) -> Result<Response, PageError> {
    let next = inside(Some(form.raw("next")), HOME);
    let (email, password) = (form.text("email"), form.raw("password"));
    let words = Texts::of(stranger.language);
    let (status, fault) = match dashboard.sign_in.with_password(email, password, &stranger.visitor).await {
        Ok(signed_in) => {
            let code = format!(
                "/login/code?{}",
                form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish()
            );
            let mut response =
                redirects::see(if signed_in.stage == SessionStage::Half { &code } else { next });
            let jar = CookieJar::new(&dashboard.settings.public_url);
            jar.open(response.headers_mut(), signed_in.token.reveal());
            stranger.zone.remember(jar, response.headers_mut(), form.text("timezone"));
            return Ok(response);
        }
        Err(SignInError::Wrong) => (StatusCode::UNPROCESSABLE_ENTITY, words.wrong.to_owned()),
        Err(SignInError::TooMany(wait)) => (StatusCode::TOO_MANY_REQUESTS, too_many(&stranger, wait)),
        Err(error) => return Err(PageError::unavailable(&error)),
    };
    let frame = stranger.frame(words.title).at(Section::LogIn);
    let open_sign_up = dashboard.settings.open_sign_up;
    page_with(
        status,
        &frame,
        &LogInPage { frame: &frame, words, email, next, fault: Some(fault), open_sign_up },
    )
}

/// Shows the form for the code.
pub(crate) async fn show_code(
    half: HalfSignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let words = Texts::of(half.stranger.language);
    let frame = half.stranger.frame(words.code_title).at(Section::LogIn);
    page(&frame, &CodePage { frame: &frame, words, next: inside(params.next.as_deref(), HOME), fault: None })
}

pub(crate) async fn submit_code(
    State(dashboard): State<Dashboard>,
    half: HalfSignedIn,
    form: Form,
) -> Result<Response, PageError> {
    let next = inside(Some(form.raw("next")), HOME);
    let stranger = half.stranger;
    let words = Texts::of(stranger.language);
    let (status, fault) =
        match dashboard.sign_in.with_code(&half.visit, form.text("code"), &stranger.visitor).await {
            Ok(token) => {
                let mut response = redirects::see(next);
                CookieJar::new(&dashboard.settings.public_url).open(response.headers_mut(), token.reveal());
                return Ok(response);
            }
            Err(SignInError::Wrong) => (StatusCode::UNPROCESSABLE_ENTITY, words.code_wrong.to_owned()),
            Err(SignInError::TooMany(wait)) => (StatusCode::TOO_MANY_REQUESTS, too_many(&stranger, wait)),
            Err(error) => return Err(PageError::unavailable(&error)),
        };
    let frame = stranger.frame(words.code_title).at(Section::LogIn);
    page_with(status, &frame, &CodePage { frame: &frame, words, next, fault: Some(fault) })
}

fn too_many(stranger: &Stranger, wait: Duration) -> String {
    let words = Texts::of(stranger.language);
    let seconds = i64::try_from(wait.as_secs().max(1)).unwrap_or(i64::MAX);
    format!("{} {}.", words.too_many, counted(seconds, words.seconds, stranger.language))
}
