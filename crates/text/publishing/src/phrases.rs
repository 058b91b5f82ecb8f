//! Fixed texts of documents in the supported languages. Others get English.

use domain::Timestamp;
use domain::articles::document::CalloutKind;
use domain::locale::Language;

#[derive(Debug)]
pub(crate) struct Phrases {
    pub(crate) language: Language,
    pub(crate) contents: &'static str,
    pub(crate) sources: &'static str,
    /// The word before a source's number.
    pub(crate) source: &'static str,
    /// The word before the author's name.
    pub(crate) by: &'static str,
    /// The word before the date of the last change.
    pub(crate) updated: &'static str,
    minutes: &'static str,
    pub(crate) test_title: &'static str,
    pub(crate) test: &'static str,
    /// The labels of call-outs.
    tip: &'static str,
    warning: &'static str,
    note: &'static str,
    pub(crate) articles: &'static str,
    pub(crate) all_articles: &'static str,
    pub(crate) no_articles: &'static str,
    pub(crate) feed: &'static str,
    pub(crate) skip: &'static str,
    pub(crate) not_found: &'static str,
    pub(crate) not_found_advice: &'static str,
    pub(crate) newer: &'static str,
    pub(crate) older: &'static str,
    pub(crate) page: &'static str,
    pub(crate) pages: &'static str,
    /// The description of the list of articles for results pages; ends with the site's name.
    pub(crate) index_description: &'static str,
    date: &'static str,
}

static ENGLISH: Phrases = Phrases {
    language: Language::ENGLISH,
    contents: "Contents",
    sources: "Sources",
    source: "Source",
    by: "By",
    updated: "Updated",
    minutes: "{} min read",
    test_title: "Test article:",
    test: "written by the sandbox from made-up sources. Nothing in it is a fact.",
    tip: "Tip:",
    warning: "Warning:",
    note: "Note:",
    articles: "Articles",
    all_articles: "All articles",
    no_articles: "Nothing has been published yet.",
    feed: "Feed",
    skip: "Skip to the article",
    not_found: "Page not found",
    not_found_advice: "There is no article at this address. It may have been moved or withdrawn.",
    newer: "Newer articles",
    older: "Older articles",
    page: "Page",
    pages: "Pages",
    index_description: "Guides and explanations with their sources, the latest first: every article published by",
    date: "%-d %B %Y",
};

static VIETNAMESE: Phrases = Phrases {
    language: Language::VIETNAMESE,
    contents: "Nội dung",
    sources: "Nguồn tham khảo",
    source: "Nguồn",
    by: "Tác giả:",
    updated: "Cập nhật",
    minutes: "{} phút đọc",
    test_title: "Bài viết thử:",
    test: "do môi trường thử viết từ những nguồn không có thật. Không điều gì trong bài là sự thật.",
    tip: "Mẹo:",
    warning: "Cảnh báo:",
    note: "Lưu ý:",
    articles: "Bài viết",
    all_articles: "Tất cả bài viết",
    no_articles: "Chưa có bài viết nào được đăng.",
    feed: "Nguồn tin",
    skip: "Đến bài viết",
    not_found: "Không tìm thấy trang",
    not_found_advice: "Không có bài viết nào ở địa chỉ này. Có thể bài đã được chuyển đi hoặc gỡ xuống.",
    newer: "Bài mới hơn",
    older: "Bài cũ hơn",
    page: "Trang",
    pages: "Các trang",
    index_description: "Hướng dẫn và giải thích kèm nguồn tham khảo, bài mới nhất ở trên: mọi bài viết của",
    date: "%-d tháng %-m, %Y",
};

impl Phrases {
    pub(crate) fn of(language: Language) -> &'static Self {
        if language == Language::VIETNAMESE { &VIETNAMESE } else { &ENGLISH }
    }

    /// The label of a call-out.
    pub(crate) const fn callout(&self, kind: CalloutKind) -> &'static str {
        match kind {
            CalloutKind::Tip => self.tip,
            CalloutKind::Warning => self.warning,
            CalloutKind::Note => self.note,
        }
    }

    pub(crate) fn minutes(&self, minutes: u32) -> String {
        self.minutes.replace("{}", &minutes.to_string())
    }

    /// The day in words, UTC.
    pub(crate) fn date(&self, time: Timestamp) -> String {
        time.strftime(self.date).to_string()
    }
}

/// The machine-readable time, to the second.
pub(crate) fn machine_time(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Whether the language is written from right to left.
pub(crate) fn direction(language: Language) -> &'static str {
    match language.as_str() {
        "ar" | "dv" | "fa" | "he" | "ps" | "sd" | "ug" | "ur" | "yi" => "rtl",
        _ => "ltr",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_readers_write_them() {
        let time: Timestamp = "2026-11-05T23:59:59.5Z".parse().unwrap();
        assert_eq!(Phrases::of(Language::ENGLISH).date(time), "5 November 2026");
        assert_eq!(Phrases::of(Language::VIETNAMESE).date(time), "5 tháng 11, 2026");
        assert_eq!(machine_time(time), "2026-11-05T23:59:59Z");
    }
}
