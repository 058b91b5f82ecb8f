//! The texts of emails, in the reader's language.

use domain::counts::{counted, grouped};
use domain::locale::Language;
use domain::people::Email;
use ports::EmailMessage;

/// What an email is about.
#[derive(Debug, Clone, Copy)]
pub enum Occasion<'a> {
    /// A link that confirms the email address.
    ConfirmEmail(&'a str),
    /// A link to set a new password.
    ResetPassword(&'a str),
    /// The email address was changed to this one; sent to the old one.
    EmailChanged(&'a Email),
    /// The password was changed.
    PasswordChanged,
    /// Signing in requires codes of an authenticator from now on.
    SecondFactorOn,
    /// Signing in no longer requires codes.
    SecondFactorOff,
    CreditsLow {
        available: i64,
        /// The threshold that the reader set.
        threshold: i64,
        /// Whether these are test credits.
        test: bool,
        /// The page where credits are bought.
        link: &'a str,
    },
}

#[must_use]
pub fn write(to: &Email, language: Language, occasion: Occasion<'_>) -> EmailMessage {
    let (subject, text) =
        if language == Language::VIETNAMESE { vietnamese(occasion) } else { english(occasion) };
    EmailMessage { to: to.to_string(), subject: subject.to_owned(), text }
}

fn english(occasion: Occasion<'_>) -> (&'static str, String) {
    const WARNING: &str =
        "If this was not you, change your password now and review where you are signed in, under Settings.";
    match occasion {
        Occasion::ConfirmEmail(link) => (
            "Confirm your email address",
            format!(
                "Welcome to Rankwright. Open this link within 24 hours to confirm your email address:\n\n{link}\n\n\
                If you didn't create this account, you can ignore this email.\n"
            ),
        ),
        Occasion::ResetPassword(link) => (
            "Reset your password",
            format!(
                "Open this link within an hour to choose a new password:\n\n{link}\n\n\
                If you didn't request this, you can ignore this email. Your password stays the same.\n"
            ),
        ),
        Occasion::EmailChanged(email) => (
            "Your email address was changed",
            format!("The email address of your Rankwright account was changed to {email}.\n\n{WARNING}\n"),
        ),
        Occasion::PasswordChanged => (
            "Your password was changed",
            format!("The password of your Rankwright account was changed.\n\n{WARNING}\n"),
        ),
        Occasion::SecondFactorOn => (
            "Two-factor authentication is on",
            format!(
                "Logging in to your Rankwright account now needs a code from your authenticator app.\n\n{WARNING}\n"
            ),
        ),
        Occasion::SecondFactorOff => (
            "Two-factor authentication is off",
            format!("Logging in to your Rankwright account no longer needs a code.\n\n{WARNING}\n"),
        ),
        Occasion::CreditsLow { available, threshold, test, link } => (
            "Your credits are running low",
            format!(
                "Your Rankwright account has {left} left, below your alert threshold of {threshold}.\n\n\
                Buy credits or change the threshold:\n\n{link}\n",
                left = counted(
                    available,
                    if test { "test credit|test credits" } else { "credit|credits" },
                    Language::ENGLISH
                ),
                threshold = grouped(threshold, Language::ENGLISH),
            ),
        ),
    }
}

fn vietnamese(occasion: Occasion<'_>) -> (&'static str, String) {
    const WARNING: &str =
        "Nếu không phải bạn, hãy đổi mật khẩu ngay và xem lại các nơi đang đăng nhập trong phần Cài đặt.";
    match occasion {
        Occasion::ConfirmEmail(link) => (
            "Xác nhận địa chỉ email",
            format!(
                "Chào mừng bạn đến với Rankwright. Hãy mở liên kết này trong vòng 24 giờ để xác nhận địa chỉ email:\n\n{link}\n\n\
                Nếu bạn không tạo tài khoản này, hãy bỏ qua email này.\n"
            ),
        ),
        Occasion::ResetPassword(link) => (
            "Đặt lại mật khẩu",
            format!(
                "Hãy mở liên kết này trong vòng một giờ để đặt mật khẩu mới:\n\n{link}\n\n\
                Nếu bạn không yêu cầu, hãy bỏ qua email này. Mật khẩu của bạn không thay đổi.\n"
            ),
        ),
        Occasion::EmailChanged(email) => (
            "Địa chỉ email đã được đổi",
            format!("Địa chỉ email của tài khoản Rankwright vừa được đổi thành {email}.\n\n{WARNING}\n"),
        ),
        Occasion::PasswordChanged => (
            "Mật khẩu đã được đổi",
            format!("Mật khẩu tài khoản Rankwright của bạn vừa được đổi.\n\n{WARNING}\n"),
        ),
        Occasion::SecondFactorOn => (
            "Đã bật xác thực hai bước",
            format!(
                "Từ nay, đăng nhập vào tài khoản Rankwright cần thêm mã từ ứng dụng xác thực.\n\n{WARNING}\n"
            ),
        ),
        Occasion::SecondFactorOff => (
            "Đã tắt xác thực hai bước",
            format!("Đăng nhập vào tài khoản Rankwright không còn cần mã nữa.\n\n{WARNING}\n"),
        ),
        Occasion::CreditsLow { available, threshold, test, link } => (
            "Credit sắp hết",
            format!(
                "Tài khoản Rankwright của bạn còn {left}, dưới ngưỡng cảnh báo {threshold}.\n\n\
                Mua credit hoặc đổi ngưỡng tại:\n\n{link}\n",
                left = counted(
                    available,
                    if test { "credit thử nghiệm" } else { "credit" },
                    Language::VIETNAMESE
                ),
                threshold = grouped(threshold, Language::VIETNAMESE),
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_credits_are_counted_in_the_readers_language() {
        let to: Email = "ann@example.com".parse().unwrap();
        let text = |language, available| {
            let link = "https://seo.example.com/dashboard/credits";
            write(&to, language, Occasion::CreditsLow { available, threshold: 5_000, test: true, link }).text
        };
        assert!(
            text(Language::ENGLISH, 1)
                .contains("has 1 test credit left, below your alert threshold of 5,000.")
        );
        assert!(text(Language::ENGLISH, 4_999).contains("has 4,999 test credits left"));
        assert!(
            text(Language::VIETNAMESE, 4_999)
                .contains("còn 4.999 credit thử nghiệm, dưới ngưỡng cảnh báo 5.000.")
        );
    }
}
