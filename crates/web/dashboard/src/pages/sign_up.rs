//! Signing up, and claiming an account by invitation.

use application::sign_up::{NewPerson, SignUpError};
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::people::{SecretToken, WeakPassword};
use http::StatusCode;

use crate::answer::{page, page_with};
use crate::cookies::CookieJar;
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::Frame;
use crate::redirects::{self, HOME};
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::Stranger;

texts! {
    Texts {
        title: "Sign up", "Đăng ký";
        lead: "Your account starts with test credits, so you can try everything in the sandbox.", "Tài khoản mới có sẵn credit thử nghiệm để bạn dùng thử mọi tính năng trong sandbox.";
        claim_title: "Set up your account", "Thiết lập tài khoản";
        claim_lead: "Choose the email address and password that you log in with. The link works once.", "Chọn email và mật khẩu để đăng nhập. Liên kết chỉ dùng được một lần.";
        email: "Email", "Email";
        password: "Password", "Mật khẩu";
        password_hint: "Use at least 10 characters. A passphrase works well.", "Dùng ít nhất 10 ký tự. Một cụm từ dễ nhớ là tốt nhất.";
        submit: "Create account", "Tạo tài khoản";
        known: "I already have an account", "Tôi đã có tài khoản";
        closed: "Sign-up is closed on this installation. Contact the operator for an account.", "Hệ thống này không mở đăng ký. Hãy liên hệ người vận hành để có tài khoản.";
        no_email: "Enter an email address such as name@example.com.", "Hãy nhập địa chỉ email, ví dụ ten@example.com.";
        too_short: "At least 10 characters.", "Ít nhất 10 ký tự.";
        too_long: "At most 200 characters.", "Nhiều nhất 200 ký tự.";
        guessable: "This password is too common. Choose another.", "Mật khẩu này quá phổ biến. Hãy chọn mật khẩu khác.";
        taken: "There is already an account with this email address.", "Địa chỉ email này đã có tài khoản.";
        too_many: "Too many attempts. Wait a while and try again.", "Bạn đã thử quá nhiều lần. Hãy đợi một lúc rồi thử lại.";
        link_ended: "This link has expired or was already used. Log in instead.", "Liên kết đã hết hạn hoặc đã được dùng. Hãy đăng nhập.";
    }
}

/// The errors of the form, by field.
#[derive(Default)]
struct Faults {
    email: Option<&'static str>,
    password: Option<&'static str>,
    whole: Option<&'static str>,
}

#[derive(Template)]
#[template(path = "sign_up.html")]
struct SignUpPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    lead: &'static str,
    action: &'a str,
    email: &'a str,
    faults: Faults,
    /// Why there is no form.
    closed: Option<&'static str>,
}

/// What a weak password lacks, in the reader's language.
pub(crate) fn weakness(weak: WeakPassword, words: &Texts) -> &'static str {
    match weak {
        WeakPassword::TooShort => words.too_short,
        WeakPassword::TooLong => words.too_long,
        WeakPassword::Guessable => words.guessable,
    }
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let frame = stranger.frame(words.title);
    let closed = (!dashboard.settings.open_sign_up).then_some(words.closed);
    let faults = Faults::default();
    page(
        &frame,
        &SignUpPage { frame: &frame, words, lead: words.lead, action: "/signup", email: "", faults, closed },
    )
}

pub(crate) async fn submit(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    form: Form,
) -> Result<Response, PageError> {
    if !dashboard.settings.open_sign_up {
        return Err(PageError::NotFound);
    }
    let new = new_person(&form, &stranger);
    let outcome = dashboard.sign_up.sign_up(new, &stranger.visitor).await;
    finish(&dashboard, &stranger, &form, "/signup", outcome)
}

/// Shows the form of an invitation.
pub(crate) async fn show_claim(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    Path(token): Path<String>,
) -> Result<Response, PageError> {
    let is_invited = match token.parse::<SecretToken>() {
        Ok(secret) => dashboard.sign_up.is_invited(&secret).await?,
        Err(_) => false,
    };
    let words = Texts::of(stranger.language);
    let frame = stranger.frame(words.claim_title);
    let (action, faults) = (format!("/claim/{token}"), Faults::default());
    let closed = (!is_invited).then_some(words.link_ended);
    let form = SignUpPage {
        frame: &frame,
        words,
        lead: words.claim_lead,
        action: &action,
        email: "",
        faults,
        closed,
    };
    page_with(if is_invited { StatusCode::OK } else { StatusCode::NOT_FOUND }, &frame, &form)
}

/// Claims an account by invitation.
pub(crate) async fn submit_claim(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    Path(token): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    let secret: SecretToken = token.parse().map_err(|_| PageError::NotFound)?;
    let outcome = dashboard.sign_up.accept(&secret, new_person(&form, &stranger), &stranger.visitor).await;
    finish(&dashboard, &stranger, &form, &format!("/claim/{token}"), outcome)
}

fn new_person<'a>(form: &'a Form, stranger: &Stranger) -> NewPerson<'a> {
    NewPerson { email: form.text("email"), password: form.raw("password"), language: stranger.language }
}

fn finish(
    dashboard: &Dashboard,
    stranger: &Stranger,
    form: &Form,
    action: &str,
    outcome: Result<SecretToken, SignUpError>,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let mut faults = Faults::default();
    match outcome {
        Ok(token) => {
            let mut response = redirects::see(HOME);
            let jar = CookieJar::new(&dashboard.settings.public_url);
            jar.open(response.headers_mut(), token.reveal());
            stranger.zone.remember(jar, response.headers_mut(), form.text("timezone"));
            return Ok(response);
        }
        Err(SignUpError::Fields { email, password }) => {
            faults.email = email.map(|_| words.no_email);
            faults.password = password.map(|weak| weakness(weak, words));
        }
        Err(SignUpError::Taken) => faults.email = Some(words.taken),
        Err(SignUpError::LinkEnded) => faults.whole = Some(words.link_ended),
        Err(SignUpError::TooMany(_)) => faults.whole = Some(words.too_many),
        Err(error) => return Err(PageError::unavailable(&error)),
    }
    let claim = action != "/signup";
    let frame = stranger.frame(if claim { words.claim_title } else { words.title });
    let lead = if claim { words.claim_lead } else { words.lead };
    let email = form.text("email");
    let page = SignUpPage { frame: &frame, words, lead, action, email, faults, closed: None };
    page_with(StatusCode::UNPROCESSABLE_ENTITY, &frame, &page)
}
