//! Sign-in settings: password, second factor, sessions.

use application::manage_person::ManagePersonError;
use application::manage_sessions::Visit;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::people::RecoveryCode;
use http::StatusCode;
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use crate::answer::{page, page_with};
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::pages::sign_up;
use crate::redirects;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;
use crate::zone;

texts! {
    Texts {
        title: "Settings", "Cài đặt";
        profile: "Profile", "Hồ sơ";
        email: "Email", "Email";
        confirmed: "confirmed", "đã xác nhận";
        unconfirmed: "not confirmed", "chưa xác nhận";
        account: "Account", "Tài khoản";
        change_email: "Change email address", "Đổi địa chỉ email";
        new_email: "New email address", "Địa chỉ email mới";
        email_hint: "You log in with it. We send a link there to confirm it.", "Bạn dùng địa chỉ này để đăng nhập. Chúng tôi sẽ gửi liên kết xác nhận tới đó.";
        email_hint_log: "You log in with it. This installation sends no emails (mail.host is not set).", "Bạn dùng địa chỉ này để đăng nhập. Hệ thống này không gửi email (chưa đặt mail.host).";
        resend: "Resend the link", "Gửi lại liên kết";
        done_resent: "The link was sent again.", "Đã gửi lại liên kết.";
        done_email: "The email address was changed.", "Đã đổi địa chỉ email.";
        zone_title: "Time zone", "Múi giờ";
        zone_lead: "Times on these pages are shown in this zone. Automatic takes the zone of your browser, which needs JavaScript; without it, times are in UTC.", "Giờ trên các trang này hiển thị theo múi giờ đã chọn. Tự động dùng múi giờ của trình duyệt (cần JavaScript); nếu không có JavaScript, giờ hiển thị theo UTC.";
        zone: "Show times in", "Hiển thị giờ theo";
        zone_automatic: "Automatic", "Tự động";
        password_title: "Password", "Mật khẩu";
        current: "Current password", "Mật khẩu hiện tại";
        new: "New password", "Mật khẩu mới";
        password_hint: "At least 10 characters. You are logged out in all other browsers.", "Ít nhất 10 ký tự. Bạn sẽ bị đăng xuất ở mọi trình duyệt khác.";
        change: "Change password", "Đổi mật khẩu";
        codes_title: "Two-factor authentication", "Xác thực hai bước";
        codes_off: "Off. With it, a stolen password is not enough to log in.", "Đang tắt. Khi bật, chỉ lộ mật khẩu là chưa đủ để đăng nhập.";
        codes_on: "On. Logging in needs a code from your authenticator app.", "Đang bật. Đăng nhập cần mã từ ứng dụng xác thực.";
        codes_left: "Recovery codes left", "Số mã khôi phục còn lại";
        set_up: "Set up", "Thiết lập";
        turn_off: "Turn off", "Tắt";
        new_codes: "New recovery codes", "Tạo mã khôi phục mới";
        codes_change: "Change or turn off", "Thay đổi hoặc tắt";
        sessions_title: "Where you are signed in", "Nơi bạn đang đăng nhập";
        browser: "Browser", "Trình duyệt";
        address: "IP address", "Địa chỉ IP";
        last_seen: "Last used", "Lần dùng cuối";
        this_one: "this one", "trình duyệt này";
        unknown_browser: "unknown browser", "trình duyệt không rõ";
        end: "Log out", "Đăng xuất";
        end_others: "Log out everywhere else", "Đăng xuất mọi nơi khác";
        wrong_password: "The current password is wrong.", "Mật khẩu hiện tại không đúng.";
        wrong_code: "The code is wrong. Check the clock of your phone and try the next code.", "Mã không đúng. Hãy kiểm tra đồng hồ điện thoại và thử mã tiếp theo.";
        too_many: "Too many attempts. Wait a while and try again.", "Bạn đã thử quá nhiều lần. Hãy đợi một lúc rồi thử lại.";
        done_password: "The password was changed.", "Đã đổi mật khẩu.";
        done_off: "Two-factor authentication is off.", "Đã tắt xác thực hai bước.";
        done_ended: "The session was ended.", "Đã đăng xuất phiên đó.";
        done_confirmed: "Your email address is confirmed.", "Địa chỉ email đã được xác nhận.";
        set_up_title: "Set up two-factor authentication", "Thiết lập xác thực hai bước";
        scan: "Scan this code with an authenticator app", "Quét mã này bằng ứng dụng xác thực";
        scan_picture: "QR code with the secret for your authenticator app", "Mã QR chứa mã bí mật cho ứng dụng xác thực";
        or_type: "or enter this secret", "hoặc nhập mã bí mật này";
        then_code: "Then enter the six digits that the app shows", "Sau đó nhập sáu chữ số mà ứng dụng hiển thị";
        turn_on: "Turn on", "Bật";
        recovery_title: "Recovery codes", "Mã khôi phục";
        recovery_lead: "Each code lets you log in once if you lose your authenticator. They are shown only now: print them or save them in your password manager.", "Mỗi mã cho bạn đăng nhập một lần nếu mất ứng dụng xác thực. Mã chỉ hiện lúc này: hãy in ra hoặc lưu vào trình quản lý mật khẩu.";
        kept: "Done", "Xong";
    }
}

struct SessionRow {
    name: String,
    agent: String,
    address: String,
    seen_at: Timestamp,
    this: bool,
}

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    visit: &'a Visit,
    sends_email: bool,
    sessions: Vec<SessionRow>,
    zones: Vec<String>,
    codes_left: u32,
    fault: Option<&'static str>,
}

#[derive(Template)]
#[template(path = "settings_codes.html")]
struct CodesPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    picture: String,
    secret: String,
    fault: Option<&'static str>,
}

#[derive(Template)]
#[template(path = "recovery_codes.html")]
struct RecoveryPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    codes: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct QueryParams {
    done: Option<String>,
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let notice = match params.done.as_deref() {
        Some("password") => Some(words.done_password),
        Some("off") => Some(words.done_off),
        Some("ended") => Some(words.done_ended),
        Some("confirmed") => Some(words.done_confirmed),
        Some("resent") => Some(words.done_resent),
        Some("email") => Some(words.done_email),
        _ => None,
    };
    overview(&dashboard, &visit, notice, None).await
}

async fn overview(
    dashboard: &Dashboard,
    visit: &SignedIn,
    notice: Option<&'static str>,
    fault: Option<&'static str>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Settings, words.title).await?.telling(notice);
    let person = &visit.visit.person;
    let sessions = dashboard.sessions.list(person.id).await?;
    let this = visit.visit.session.digest;
    let rows = sessions.into_iter().map(|session| SessionRow {
        name: session.digest.name(),
        agent: browser_name(&session.agent, words.unknown_browser),
        address: session.address,
        seen_at: session.seen_at,
        this: session.digest == this,
    });
    let settings = SettingsPage {
        frame: &frame,
        words,
        visit: &visit.visit,
        sends_email: dashboard.settings.sends_email,
        sessions: rows.collect(),
        zones: zone::choices(),
        codes_left: dashboard.person.recovery_codes_left(person).await?,
        fault,
    };
    let status = if fault.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page_with(status, &frame, &settings)
}

/// The common name of a browser and its system, as far as they are known.
fn browser_name(agent: &str, unknown: &str) -> String {
    const BROWSERS: [(&str, &str); 5] = [
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ];
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => unknown.to_owned(),
    }
}

/// The error in the reader's language.
fn complaint(
    error: ManagePersonError,
    visit: &SignedIn,
    wrong: &'static str,
) -> Result<&'static str, PageError> {
    match error {
        ManagePersonError::Wrong => Ok(wrong),
        ManagePersonError::TooMany(_) => Ok(Texts::of(visit.language).too_many),
        ManagePersonError::Email(_) => Ok(sign_up::Texts::of(visit.language).no_email),
        ManagePersonError::Taken => Ok(sign_up::Texts::of(visit.language).taken),
        ManagePersonError::Weak(weak) => Ok(sign_up::weakness(weak, sign_up::Texts::of(visit.language))),
        error => Err(PageError::unavailable(&error)),
    }
}

pub(crate) async fn change_password(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    match dashboard.person.change_password(&visit.visit, form.raw("current"), form.raw("new")).await {
        Ok(()) => Ok(redirects::see("/dashboard/settings?done=password")),
        Err(error) => {
            let fault = complaint(error, &visit, Texts::of(visit.language).wrong_password)?;
            overview(&dashboard, &visit, None, Some(fault)).await
        }
    }
}

/// Changes the email address.
pub(crate) async fn change_email(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    match dashboard.person.change_email(&visit.visit, form.raw("current"), form.text("email")).await {
        Ok(()) => Ok(redirects::see("/dashboard/settings?done=email")),
        Err(error) => {
            let fault = complaint(error, &visit, Texts::of(visit.language).wrong_password)?;
            overview(&dashboard, &visit, None, Some(fault)).await
        }
    }
}

/// Sends the link that confirms the email address again.
pub(crate) async fn resend_confirmation(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    match dashboard.person.resend_confirmation(&visit.visit).await {
        Ok(()) => Ok(redirects::see("/dashboard/settings?done=resent")),
        Err(error) => {
            let fault = complaint(error, &visit, Texts::of(visit.language).wrong_password)?;
            overview(&dashboard, &visit, None, Some(fault)).await
        }
    }
}

/// Shows the secret for an authenticator app.
pub(crate) async fn show_codes(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
) -> Result<Response, PageError> {
    set_up(&dashboard, &visit, None).await
}

async fn set_up(
    dashboard: &Dashboard,
    visit: &SignedIn,
    fault: Option<&'static str>,
) -> Result<Response, PageError> {
    const SMALLEST: u32 = 200;
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Settings, words.set_up_title).await?;
    let person = &visit.visit.person;
    let secret = dashboard.person.next_secret(person);
    let picture = QrCode::new(secret.address("Rankwright", &person.email))
        .map_err(|error| PageError::internal(&error))?;
    let picture = picture.render::<svg::Color<'_>>().min_dimensions(SMALLEST, SMALLEST).build();
    // Only the `<svg>` element itself belongs inside a page.
    let picture = picture.find("<svg").map_or_else(String::new, |start| picture[start..].to_owned());
    let status = if fault.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page_with(status, &frame, &CodesPage { frame: &frame, words, picture, secret: secret.reveal(), fault })
}

/// Turns on two-factor authentication and shows the recovery codes once.
pub(crate) async fn enable_codes(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    match dashboard.person.enable_codes(&visit.visit, form.text("code")).await {
        Ok(codes) => show_recovery(&dashboard, &visit, &codes).await,
        Err(error) => {
            let fault = complaint(error, &visit, Texts::of(visit.language).wrong_code)?;
            set_up(&dashboard, &visit, Some(fault)).await
        }
    }
}

async fn show_recovery(
    dashboard: &Dashboard,
    visit: &SignedIn,
    codes: &[RecoveryCode],
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Settings, words.recovery_title).await?;
    let codes = codes.iter().map(RecoveryCode::reveal).collect();
    page(&frame, &RecoveryPage { frame: &frame, words, codes })
}

/// Turns off two-factor authentication.
pub(crate) async fn disable_codes(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    match dashboard.person.disable_codes(&visit.visit, form.raw("current")).await {
        Ok(()) => Ok(redirects::see("/dashboard/settings?done=off")),
        Err(error) => {
            let fault = complaint(error, &visit, Texts::of(visit.language).wrong_password)?;
            overview(&dashboard, &visit, None, Some(fault)).await
        }
    }
}

/// Replaces the recovery codes and shows them once.
pub(crate) async fn new_recovery_codes(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    match dashboard.person.new_recovery_codes(&visit.visit, form.raw("current")).await {
        Ok(codes) => show_recovery(&dashboard, &visit, &codes).await,
        Err(error) => {
            let fault = complaint(error, &visit, Texts::of(visit.language).wrong_password)?;
            overview(&dashboard, &visit, None, Some(fault)).await
        }
    }
}

pub(crate) async fn end_session(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    dashboard.sessions.end(visit.visit.person.id, form.text("session")).await?;
    Ok(redirects::see("/dashboard/settings?done=ended"))
}

/// Ends all sessions but this one.
pub(crate) async fn end_other_sessions(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    dashboard.sessions.end_all(visit.visit.person.id, Some(&visit.visit.session.digest)).await?;
    Ok(redirects::see("/dashboard/settings?done=ended"))
}

#[cfg(test)]
mod tests {
    use super::browser_name;

    #[test]
    fn browsers_are_known_by_their_marks() {
        let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
        assert_eq!(browser_name(chrome, "?"), "Chrome, Linux");
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1";
        assert_eq!(browser_name(safari, "?"), "Safari, iPhone");
        assert_eq!(browser_name("curl/8.5", "?"), "?");
    }
}
