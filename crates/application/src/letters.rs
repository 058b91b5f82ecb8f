//! What letters say, in the reader's language.

use domain::locale::Language;
use domain::people::Email;
use ports::Letter;

/// What a letter is about.
#[derive(Debug, Clone, Copy)]
pub enum Occasion<'a> {
    /// A link that proves that letters arrive.
    ConfirmEmail(&'a str),
    /// A link to a new password.
    ResetPassword(&'a str),
    /// The password was changed.
    PasswordChanged,
    /// Codes of an authenticator are asked for from now on.
    SecondFactorOn,
    /// Codes of an authenticator are no longer asked for.
    SecondFactorOff,
    /// Credits run low.
    CreditsLow {
        /// What is left.
        available: i64,
        /// Below what the reader wants to be told.
        threshold: i64,
        /// Whether these are test credits.
        test: bool,
        /// Where credits are bought.
        link: &'a str,
    },
}

/// Writes a letter.
#[must_use]
pub fn write(to: &Email, language: Language, occasion: Occasion<'_>) -> Letter {
    let (subject, text) =
        if language == Language::VIETNAMESE { vietnamese(occasion) } else { english(occasion) };
    Letter { to: to.to_string(), subject: subject.to_owned(), text }
}

fn english(occasion: Occasion<'_>) -> (&'static str, String) {
    const WARNING: &str =
        "If that was not you, choose a new password at once and look at the list of sessions.";
    match occasion {
        Occasion::ConfirmEmail(link) => (
            "Confirm your e-mail address",
            format!(
                "Welcome to Rankwright. Open this link within a day to confirm your address:\n\n{link}\n\n\
                If you did not sign up, do nothing.\n"
            ),
        ),
        Occasion::ResetPassword(link) => (
            "Choose a new password",
            format!(
                "Open this link within an hour to choose a new password:\n\n{link}\n\n\
                If you did not ask for it, do nothing; your password stays as it is.\n"
            ),
        ),
        Occasion::PasswordChanged => (
            "Your password was changed",
            format!("The password of your Rankwright account was changed.\n\n{WARNING}\n"),
        ),
        Occasion::SecondFactorOn => (
            "Two-step sign-in is on",
            format!(
                "Signing in to your Rankwright account now needs a code of your authenticator.\n\n{WARNING}\n"
            ),
        ),
        Occasion::SecondFactorOff => (
            "Two-step sign-in is off",
            format!("Signing in to your Rankwright account no longer needs a code.\n\n{WARNING}\n"),
        ),
        Occasion::CreditsLow { available, threshold, test, link } => (
            "Your credits run low",
            format!(
                "{available} {kind} are left in your Rankwright account, fewer than the {threshold} below which you want to be \
                told.\n\nBuy more, or change the threshold:\n\n{link}\n",
                kind = if test { "test credits" } else { "credits" },
            ),
        ),
    }
}

fn vietnamese(occasion: Occasion<'_>) -> (&'static str, String) {
    const WARNING: &str = "Nếu không phải bạn, hãy đổi mật khẩu ngay và xem lại danh sách phiên đăng nhập.";
    match occasion {
        Occasion::ConfirmEmail(link) => (
            "Xác nhận địa chỉ e-mail",
            format!(
                "Chào mừng bạn đến với Rankwright. Hãy mở liên kết này trong vòng một ngày để xác nhận địa chỉ:\n\n{link}\n\n\
                Nếu bạn không đăng ký, bạn không cần làm gì.\n"
            ),
        ),
        Occasion::ResetPassword(link) => (
            "Đặt mật khẩu mới",
            format!(
                "Hãy mở liên kết này trong vòng một giờ để đặt mật khẩu mới:\n\n{link}\n\n\
                Nếu bạn không yêu cầu, bạn không cần làm gì; mật khẩu vẫn như cũ.\n"
            ),
        ),
        Occasion::PasswordChanged => (
            "Mật khẩu đã được đổi",
            format!("Mật khẩu tài khoản Rankwright của bạn vừa được đổi.\n\n{WARNING}\n"),
        ),
        Occasion::SecondFactorOn => (
            "Đã bật đăng nhập hai bước",
            format!(
                "Từ nay, đăng nhập vào tài khoản Rankwright cần thêm mã từ ứng dụng xác thực.\n\n{WARNING}\n"
            ),
        ),
        Occasion::SecondFactorOff => (
            "Đã tắt đăng nhập hai bước",
            format!("Đăng nhập vào tài khoản Rankwright không còn cần mã nữa.\n\n{WARNING}\n"),
        ),
        Occasion::CreditsLow { available, threshold, test, link } => (
            "Tín dụng sắp hết",
            format!(
                "Tài khoản Rankwright của bạn còn {available} {kind}, dưới mức {threshold} mà bạn muốn được báo.\n\n\
                Mua thêm hoặc đổi mức báo tại:\n\n{link}\n",
                kind = if test { "tín dụng thử" } else { "tín dụng" },
            ),
        ),
    }
}
