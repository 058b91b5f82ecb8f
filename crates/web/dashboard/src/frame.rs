//! What surrounds every page: names of places, who is signed in, language and colours.

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
    /// Words around the pages.
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

/// Where the header of a public page leads its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeaderLinks {
    /// To their dashboard: they are signed in.
    Dashboard,
    /// To logging in or signing up.
    LogInOrSignUp,
    /// To logging in only: strangers can't sign up here, or it is not known whether they can.
    LogIn,
}

/// What surrounds a page.
#[derive(Clone)]
pub(crate) struct Frame {
    /// The page's title.
    pub(crate) title: String,
    /// What search engines show below it; public pages have one.
    pub(crate) description: Option<String>,
    /// The address that search engines shall know it by.
    pub(crate) canonical: Option<String>,
    /// What the addresses of public pages in its language begin with.
    pub(crate) site_prefix: &'static str,
    /// Its language.
    pub(crate) language: Language,
    /// Its colours.
    pub(crate) theme: Theme,
    /// The time zone of its times.
    pub(crate) zone: Zone,
    /// Its place in the menu.
    pub(crate) section: Section,
    /// Where the header leads, if it is a public page.
    pub(crate) door: HeaderLinks,
    /// Whose own page it is; public pages are nobody's, even if their reader is signed in.
    pub(crate) reader: Option<FrameReader>,
    /// What was just done, to be told on top.
    pub(crate) notice: Option<&'static str>,
    /// Words around the page.
    pub(crate) words: &'static FrameTexts,
    /// Files that it loads.
    pub(crate) assets: &'static Assets,
    /// The version that the footer tells.
    pub(crate) version: &'static str,
    /// Where images come from, if not from here.
    pub(crate) image_origin: Option<String>,
    /// Where forms may lead, beyond our own pages.
    pub(crate) checkout_origins: Vec<String>,
}

/// Who is signed in.
#[derive(Clone)]
pub(crate) struct FrameReader {
    /// Whether they run the installation.
    pub(crate) operator: bool,
    /// Whose credits the page shows.
    pub(crate) mode: KeyMode,
    /// What they can spend.
    pub(crate) balance: i64,
    /// What forms of the page carry.
    pub(crate) token: String,
}

impl Frame {
    /// Around a page for everybody.
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

    /// At a place in the menu.
    pub(crate) fn at(mut self, section: Section) -> Self {
        self.section = section;
        self
    }

    /// With something to tell on top.
    pub(crate) fn telling(mut self, notice: Option<&'static str>) -> Self {
        self.notice = notice;
        self
    }

    /// Whether a public page leads its reader to their dashboard.
    pub(crate) fn leads_inside(&self) -> bool {
        self.door == HeaderLinks::Dashboard
    }

    /// Whether a public page offers its reader to sign up.
    pub(crate) fn offers_sign_up(&self) -> bool {
        self.door == HeaderLinks::LogInOrSignUp
    }

    /// The address of the first public page.
    pub(crate) const fn start(&self) -> &'static str {
        if self.site_prefix.is_empty() { "/" } else { self.site_prefix }
    }

    /// What forms of the page carry.
    pub(crate) fn token(&self) -> &str {
        self.reader.as_ref().map_or("", |reader| reader.token.as_str())
    }

    /// Marks the link to the place where the page is.
    pub(crate) fn current(&self, section: Section) -> Safe<&'static str> {
        Safe(if self.section == section { r#" aria-current="page""# } else { "" })
    }

    /// An icon beside words.
    pub(crate) fn icon(&self, name: &str) -> Safe<String> {
        Safe(format!(
            r#"<svg class="icon" aria-hidden="true"><use href="{}#{name}"/></svg>"#,
            self.assets.icons
        ))
    }

    /// An icon that stands alone.
    pub(crate) fn large_icon(&self, name: &str) -> Safe<String> {
        Safe(format!(
            r#"<svg class="icon large" aria-hidden="true"><use href="{}#{name}"/></svg>"#,
            self.assets.icons
        ))
    }

    /// What every form of the page begins with.
    pub(crate) fn csrf(&self) -> Safe<String> {
        Safe(format!(r#"<input type="hidden" name="csrf" value="{}">"#, self.token()))
    }

    /// Whether pages show test credits.
    pub(crate) fn is_test(&self) -> bool {
        self.reader.as_ref().is_some_and(|reader| reader.mode == KeyMode::Test)
    }

    /// A number as the reader writes it.
    pub(crate) fn number(&self, number: impl Borrow<i64>) -> String {
        figures::grouped(*number.borrow(), self.language)
    }

    /// A number with what is counted, as the reader writes it.
    pub(crate) fn counted(&self, number: impl Count, forms: &str) -> String {
        figures::counted(number, forms, self.language)
    }

    /// A number of credits: `1 credit`, `17,000 credits`.
    pub(crate) fn credits(&self, number: impl Count) -> String {
        self.counted(number, self.words.credits)
    }

    /// What stands beside a number.
    #[expect(clippy::unused_self, reason = "templates call functions of the frame")]
    pub(crate) fn unit<'f>(&self, number: impl Count, forms: &'f str) -> &'f str {
        figures::unit(number, forms)
    }

    /// What stands beside a number of credits.
    pub(crate) fn credit_unit(&self, number: impl Count) -> &'static str {
        figures::unit(number, self.words.credits)
    }

    /// Credits in dollars, as the reader writes them.
    pub(crate) fn dollars(&self, credits: impl Borrow<i64>) -> String {
        figures::dollars(*credits.borrow(), self.language)
    }

    /// A sum of money as the reader writes it.
    pub(crate) fn money(&self, money: &domain::purchases::Money) -> String {
        figures::money(*money, self.language)
    }

    /// What providers take, as the reader writes it.
    pub(crate) fn provider_cost(&self, nanodollars: impl Borrow<u64>) -> String {
        figures::provider_cost(*nanodollars.borrow(), self.language)
    }

    /// How long something took, as the reader writes it.
    pub(crate) fn took(&self, duration: &std::time::Duration) -> String {
        figures::took(*duration, self.language)
    }

    /// A time as the reader writes it.
    pub(crate) fn moment(&self, time: &domain::Timestamp) -> String {
        figures::moment(*time, &self.zone, self.language)
    }

    /// A day as the reader writes it.
    pub(crate) fn day(&self, time: &domain::Timestamp) -> String {
        figures::day(*time, &self.zone, self.language)
    }
}
