//! Signing up, and becoming the person of an account that waits for one.

use application::sign_up::{NewPerson, SignUpError};
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::people::{SecretToken, WeakPassword};
use http::StatusCode;

use crate::answer::{page, page_with};
use crate::cookies::Jar;
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::Frame;
use crate::redirects::{self, HOME};
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::Stranger;

texts! {
    /// Words of the pages.
    Texts {
        title: "Sign up", "Đăng ký";
        lead: "An account begins with test credits, so that everything can be tried in the sandbox.", "Tài khoản mới có sẵn tín dụng thử để dùng mọi tính năng trong môi trường thử.";
        claim_title: "Take over the account", "Nhận tài khoản";
        claim_lead: "Choose how you sign in. The link works once.", "Chọn cách đăng nhập. Liên kết này chỉ dùng được một lần.";
        email: "E-mail", "E-mail";
        password: "Password", "Mật khẩu";
        password_hint: "At least 10 characters. A few words are better than a few odd letters.", "Ít nhất 10 ký tự. Vài từ dễ nhớ tốt hơn vài ký tự lạ.";
        submit: "Make an account", "Tạo tài khoản";
        known: "I have an account", "Tôi đã có tài khoản";
        closed: "Nobody can sign up here by themselves. Ask the operator of this installation for an account.", "Không thể tự đăng ký tại đây. Hãy liên hệ người vận hành hệ thống để có tài khoản.";
        no_email: "An e-mail address looks like name@example.com.", "Địa chỉ e-mail có dạng ten@example.com.";
        too_short: "At least 10 characters.", "Ít nhất 10 ký tự.";
        too_long: "At most 200 characters.", "Nhiều nhất 200 ký tự.";
        guessable: "This password is among the first that are guessed.", "Mật khẩu này quá dễ đoán.";
        taken: "Somebody signs in with this address already.", "Địa chỉ này đã có người dùng.";
        too_many: "Too many tries. Wait a while before the next one.", "Thử quá nhiều lần. Hãy đợi một lúc rồi thử lại.";
        link_ended: "The link was used, or is too old.", "Liên kết đã được dùng hoặc đã hết hạn.";
    }
}

/// What is wrong with the form, at the field it is about.
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
    open: bool,
}

/// What a weak password lacks, in the reader's words.
pub(crate) fn weakness(weak: WeakPassword, words: &Texts) -> &'static str {
    match weak {
        WeakPassword::TooShort => words.too_short,
        WeakPassword::TooLong => words.too_long,
        WeakPassword::Guessable => words.guessable,
    }
}

/// The empty form.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let frame = stranger.frame(words.title);
    let open = dashboard.settings.open_sign_up;
    let faults = Faults::default();
    page(
        &frame,
        &SignUpPage { frame: &frame, words, lead: words.lead, action: "/signup", email: "", faults, open },
    )
}

/// Opens an account.
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

/// The form of an invitation.
pub(crate) async fn show_claim(
    State(dashboard): State<Dashboard>,
    stranger: Stranger,
    Path(token): Path<String>,
) -> Result<Response, PageError> {
    let secret: SecretToken = token.parse().map_err(|_| PageError::NotFound)?;
    if !dashboard.sign_up.is_invited(&secret).await? {
        return Err(PageError::NotFound);
    }
    let words = Texts::of(stranger.language);
    let frame = stranger.frame(words.claim_title);
    let (action, faults) = (format!("/claim/{token}"), Faults::default());
    page(
        &frame,
        &SignUpPage {
            frame: &frame,
            words,
            lead: words.claim_lead,
            action: &action,
            email: "",
            faults,
            open: true,
        },
    )
}

/// Takes an account over.
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
            Jar::new(&dashboard.settings.public_url).open(response.headers_mut(), token.reveal());
            return Ok(response);
        }
        Err(SignUpError::Email(_)) => faults.email = Some(words.no_email),
        Err(SignUpError::Taken) => faults.email = Some(words.taken),
        Err(SignUpError::Password(weak)) => faults.password = Some(weakness(weak, words)),
        Err(SignUpError::LinkEnded) => faults.whole = Some(words.link_ended),
        Err(SignUpError::TooMany(_)) => faults.whole = Some(words.too_many),
        Err(error) => return Err(PageError::unavailable(&error)),
    }
    let claim = action != "/signup";
    let frame = stranger.frame(if claim { words.claim_title } else { words.title });
    let lead = if claim { words.claim_lead } else { words.lead };
    let email = form.text("email");
    let page = SignUpPage { frame: &frame, words, lead, action, email, faults, open: true };
    page_with(StatusCode::UNPROCESSABLE_ENTITY, &frame, &page)
}
