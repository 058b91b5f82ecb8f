//! The frame around every page: menu, signed-in reader, language and colours.

use std::borrow::Borrow;

use askama::filters::Safe;
use domain::api_keys::KeyMode;
use domain::locale::Language;

use crate::assets::{ASSETS, Assets};
use crate::figures::{self, Count};
use crate::language::Theme;
use crate::texts::texts;
use crate::zone::Zone;

texts! {
    FrameTexts {
        skip: "Skip to content", "Tới nội dung chính";
        menu: "Menu", "Trình đơn";
        main: "Main", "Chính";
        site: "Site", "Trang web";
        language: "Language", "Ngôn ngữ";
        theme: "Theme", "Giao diện";
        automatic: "Automatic", "Tự động";
        light: "Light", "Sáng";
        dark: "Dark", "Tối";
        pricing: "Pricing", "Bảng giá";
        checks: "Audit checks", "Các mục kiểm tra";
        reference: "Documentation", "Tài liệu";
        dashboard: "Dashboard", "Bảng điều khiển";
        log_in: "Log in", "Đăng nhập";
        sign_up: "Sign up", "Đăng ký";
        log_out: "Log out", "Đăng xuất";
        balance: "Balance: ", "Số dư: ";
        credits: "credit|credits", "credit";
        mode: "Mode", "Chế độ";
        live: "Live", "Chính thức";
        test: "Test", "Thử nghiệm";
        test_mode: "Test mode", "Chế độ thử nghiệm";
        test_ribbon: "Test mode: calls run in the sandbox and use test credits.", "Chế độ thử nghiệm: lệnh gọi chạy trong sandbox và dùng credit thử nghiệm.";
        overview: "Overview", "Tổng quan";
        articles: "Articles", "Bài viết";
        audits: "Audits", "Kiểm tra trang";
        images: "Images", "Hình ảnh";
        playground: "Playground", "Thử API";
        account: "Account", "Tài khoản";
        keys: "API keys", "Khoá API";
        buy: "Credits", "Credit";
        ledger: "Ledger", "Sổ giao dịch";
        usage: "Usage", "Mức sử dụng";
        requests: "Requests", "Nhật ký yêu cầu";
        webhooks: "Webhooks", "Webhook";
        settings: "Settings", "Cài đặt";
        service: "Service", "Dịch vụ";
        operator: "Operator", "Vận hành";
        times_in: "Times in", "Giờ theo";
        change_zone: "Change time zone", "Đổi múi giờ";
        version: "version", "phiên bản";
        cancel: "Cancel", "Huỷ";
        copy: "Copy", "Sao chép";
        copied: "Copied", "Đã sao chép";
        optional: "(optional)", "(không bắt buộc)";
        newer: "Newer", "Mới hơn";
        older: "Older", "Cũ hơn";
        pages: "Pages", "Các trang";
        breadcrumb: "Breadcrumb", "Đường dẫn";
        actions: "Actions", "Thao tác";
        never: "never", "không bao giờ";
        all: "all", "tất cả";
        filter: "Filter", "Lọc";
        save: "Save", "Lưu";
    }
}

/// The page's place in the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Nowhere,
    Pricing,
    Checks,
    Reference,
    LogIn,
    Overview,
    Articles,
    Audits,
    Images,
    Playground,
    Keys,
    Credits,
    Ledger,
    Usage,
    Requests,
    Webhooks,
    Settings,
    Operator,
}

/// The links in the header of a public page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeaderLinks {
    /// To the dashboard, because the reader is signed in.
    Dashboard,
    /// To logging in and signing up.
    LogInOrSignUp,
    /// Only to logging in: sign-up is closed here, or it is not known whether it is open.
    LogIn,
}

/// The frame around a page.
#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) title: String,
    /// The description for search engines, which public pages have.
    pub(crate) description: Option<String>,
    /// The canonical URL for search engines.
    pub(crate) canonical: Option<String>,
    /// The prefix of the paths of public pages in this language.
    pub(crate) site_prefix: &'static str,
    pub(crate) language: Language,
    pub(crate) theme: Theme,
    /// The time zone of shown times.
    pub(crate) zone: Zone,
    /// The section in the menu.
    pub(crate) section: Section,
    /// The links in the header of a public page.
    pub(crate) door: HeaderLinks,
    /// The signed-in reader. Public pages have none, even if their reader is signed in.
    pub(crate) reader: Option<FrameReader>,
    /// The result of the last action, shown on top.
    pub(crate) notice: Option<&'static str>,
    pub(crate) words: &'static FrameTexts,
    /// The files that the page loads.
    pub(crate) assets: &'static Assets,
    /// The version shown in the footer.
    pub(crate) version: &'static str,
    /// The origin of images, if it is another one.
    pub(crate) image_origin: Option<String>,
    /// The origins that forms may be sent to, besides our own.
    pub(crate) checkout_origins: Vec<String>,
}

/// The signed-in reader of a page.
#[derive(Clone)]
pub(crate) struct FrameReader {
    /// Whether the reader is an operator of the installation.
    pub(crate) operator: bool,
    /// The mode whose credits the page shows.
    pub(crate) mode: KeyMode,
    /// The credits that are available.
    pub(crate) balance: i64,
    /// The token that forms of the page contain.
    pub(crate) token: String,
}

impl Frame {
    /// The frame of a public page.
    pub(crate) fn public(language: Language, theme: Theme, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            description: None,
            canonical: None,
            site_prefix: "",
            language,
            theme,
            zone: Zone::default(),
            section: Section::Nowhere,
            door: HeaderLinks::LogIn,
            reader: None,
            notice: None,
            words: FrameTexts::of(language),
            assets: &ASSETS,
            version: env!("CARGO_PKG_VERSION"),
            image_origin: None,
            checkout_origins: Vec::new(),
        }
    }

    /// Sets the section in the menu.
    pub(crate) fn at(mut self, section: Section) -> Self {
        self.section = section;
        self
    }

    /// Sets the notice on top.
    pub(crate) fn telling(mut self, notice: Option<&'static str>) -> Self {
        self.notice = notice;
        self
    }

    /// Whether a public page links to the reader's dashboard.
    pub(crate) fn leads_inside(&self) -> bool {
        self.door == HeaderLinks::Dashboard
    }

    /// Whether a public page links to signing up.
    pub(crate) fn offers_sign_up(&self) -> bool {
        self.door == HeaderLinks::LogInOrSignUp
    }

    /// The path of the landing page.
    pub(crate) const fn start(&self) -> &'static str {
        if self.site_prefix.is_empty() { "/" } else { self.site_prefix }
    }

    /// The token that forms of the page contain.
    pub(crate) fn token(&self) -> &str {
        self.reader.as_ref().map_or("", |reader| reader.token.as_str())
    }

    /// Marks the link of the current section.
    pub(crate) fn current(&self, section: Section) -> Safe<&'static str> {
        Safe(if self.section == section { r#" aria-current="page""# } else { "" })
    }

    /// An icon next to text.
    pub(crate) fn icon(&self, name: &str) -> Safe<String> {
        Safe(format!(
            r#"<svg class="icon" aria-hidden="true"><use href="{}#{name}"/></svg>"#,
            self.assets.icons
        ))
    }

    /// An icon without text.
    pub(crate) fn large_icon(&self, name: &str) -> Safe<String> {
        Safe(format!(
            r#"<svg class="icon large" aria-hidden="true"><use href="{}#{name}"/></svg>"#,
            self.assets.icons
        ))
    }

    /// The hidden field with the token, which every form of the page starts with.
    pub(crate) fn csrf(&self) -> Safe<String> {
        Safe(format!(r#"<input type="hidden" name="csrf" value="{}">"#, self.token()))
    }

    /// Whether the page shows test credits.
    pub(crate) fn is_test(&self) -> bool {
        self.reader.as_ref().is_some_and(|reader| reader.mode == KeyMode::Test)
    }

    /// A number in the reader's format.
    pub(crate) fn number(&self, number: impl Borrow<i64>) -> String {
        figures::grouped(*number.borrow(), self.language)
    }

    /// A number with its noun, in the reader's format.
    pub(crate) fn counted(&self, number: impl Count, forms: &str) -> String {
        figures::counted(number, forms, self.language)
    }

    /// A number of credits: `1 credit`, `17,000 credits`.
    pub(crate) fn credits(&self, number: impl Count) -> String {
        self.counted(number, self.words.credits)
    }

    /// The noun for a number that is shown separately.
    #[expect(clippy::unused_self, reason = "templates call functions of the frame")]
    pub(crate) fn unit<'f>(&self, number: impl Count, forms: &'f str) -> &'f str {
        figures::unit(number, forms)
    }

    /// The noun for a number of credits.
    pub(crate) fn credit_unit(&self, number: impl Count) -> &'static str {
        figures::unit(number, self.words.credits)
    }

    /// Credits in dollars, in the reader's format.
    pub(crate) fn dollars(&self, credits: impl Borrow<i64>) -> String {
        figures::dollars(*credits.borrow(), self.language)
    }

    /// A sum of money in the reader's format.
    pub(crate) fn money(&self, money: &domain::purchases::Money) -> String {
        figures::money(*money, self.language)
    }

    /// The cost at a provider, in the reader's format.
    pub(crate) fn provider_cost(&self, nanodollars: impl Borrow<u64>) -> String {
        figures::provider_cost(*nanodollars.borrow(), self.language)
    }

    /// A duration in the reader's format.
    pub(crate) fn took(&self, duration: &std::time::Duration) -> String {
        figures::took(*duration, self.language)
    }

    /// A time in the reader's format.
    pub(crate) fn moment(&self, time: &domain::Timestamp) -> String {
        figures::moment(*time, &self.zone, self.language)
    }

    /// A date in the reader's format.
    pub(crate) fn day(&self, time: &domain::Timestamp) -> String {
        figures::day(*time, &self.zone, self.language)
    }
}
