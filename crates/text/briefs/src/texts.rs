//! Texts of a brief, in English and Vietnamese. Other languages get English.

use domain::articles::brief::{BriefPart, MissingReason};
use domain::locale::Language;

/// Sentences of a brief. `{}` stands for inserted values, in order.
#[derive(Debug)]
pub(crate) struct Texts {
    because_of_words: &'static str,
    pub(crate) because_it_asks: &'static str,
    pub(crate) because_of_place: &'static str,
    pub(crate) because_nothing_else: &'static str,
    because_of_results: &'static str,
    pub(crate) purpose_of_topic: &'static str,
    pub(crate) purpose_of_reference: &'static str,
    pub(crate) purpose_of_gap: &'static str,
    pub(crate) purpose_of_customer: &'static str,
    pub(crate) topic_questions: [&'static str; 2],
    pub(crate) reference_questions: [&'static str; 2],
    pub(crate) title_as_searched: &'static str,
    pub(crate) title_as_wanted: &'static str,
    check_difference: &'static str,
    check_unanswered: &'static str,
    pub(crate) off_topic: &'static str,
    pub(crate) other_language: &'static str,
    pub(crate) no_text: &'static str,
    warn_off_topic: &'static str,
    check_links: &'static str,
}

static ENGLISH: Texts = Texts {
    because_of_words: "The query says “{}”.",
    because_it_asks: "The query is a question; the article answers and explains it.",
    because_of_place: "The query looks for something in a place.",
    because_nothing_else: "The query names a thing and asks nothing particular, so the article explains it.",
    because_of_results: "{} of the {} results are of this type.",
    purpose_of_topic: "The reader learns what to know or do here, and why.",
    purpose_of_reference: "The reader can look up every entry: what it does, its usual value, and when to change it.",
    purpose_of_gap: "People look for this, and ranking pages say little or nothing. A full answer sets the article apart.",
    purpose_of_customer: "You asked for this section.",
    topic_questions: [
        "What must the reader know or do in this section, and why?",
        "Which figure, example or experience of your own belongs in this section?",
    ],
    reference_questions: [
        "What does each entry do, and what is its usual value?",
        "When would you change an entry, to which value, and what happens then?",
    ],
    title_as_searched: "as people search for it",
    title_as_wanted: "your title",
    check_difference: "Sources differ on “{}”: {}. Find out which holds, or say when each does.",
    check_unanswered: "No source answers this: {}",
    off_topic: "it is about something else",
    other_language: "no readable text in this language",
    no_text: "it has no text of its own",
    warn_off_topic: "The result at position {} ({}) is about something else, so nothing of it is used.",
    check_links: "None of your pages fits the keyword by its title or URL. Choose links by hand, or add pages to internalLinks (--link on the command line).",
};

static VIETNAMESE: Texts = Texts {
    because_of_words: "Truy vấn có cụm từ “{}”.",
    because_it_asks: "Truy vấn là một câu hỏi; bài viết trả lời và giải thích.",
    because_of_place: "Truy vấn tìm một thứ ở một nơi cụ thể.",
    because_nothing_else: "Truy vấn gọi tên một thứ và không hỏi gì cụ thể, nên bài viết giải thích thứ đó.",
    because_of_results: "{} trong {} kết quả thuộc loại này.",
    purpose_of_topic: "Người đọc biết cần hiểu gì hoặc làm gì ở đây, và vì sao.",
    purpose_of_reference: "Người đọc tra được từng mục: nó làm gì, giá trị thường dùng, và khi nào cần đổi.",
    purpose_of_gap: "Nhiều người tìm điều này mà các trang đang xếp hạng nói rất ít. Trả lời đầy đủ sẽ làm bài viết nổi bật.",
    purpose_of_customer: "Phần do bạn yêu cầu.",
    topic_questions: [
        "Người đọc cần biết hoặc làm gì ở phần này, và vì sao?",
        "Con số, ví dụ hay kinh nghiệm nào của chính bạn nên có ở phần này?",
    ],
    reference_questions: [
        "Mỗi mục làm gì, và giá trị thường dùng là bao nhiêu?",
        "Khi nào bạn sẽ đổi một mục, đổi thành bao nhiêu, và điều gì xảy ra?",
    ],
    title_as_searched: "đúng như người ta tìm",
    title_as_wanted: "tiêu đề của bạn",
    check_difference: "Các nguồn nói khác nhau về “{}”: {}. Tìm xem điều nào đúng, hoặc nói rõ khi nào đúng.",
    check_unanswered: "Chưa nguồn nào trả lời: {}",
    off_topic: "trang nói về chuyện khác",
    other_language: "không có nội dung đọc được bằng ngôn ngữ này",
    no_text: "trang không có nội dung riêng",
    warn_off_topic: "Kết quả ở vị trí {} ({}) nói về chuyện khác, nên không dùng gì từ trang này.",
    check_links: "Không trang nào của bạn khớp từ khóa qua tiêu đề hay URL. Hãy tự chọn liên kết, hoặc thêm trang vào internalLinks (--link ở dòng lệnh).",
};

/// Inserts values into a text.
fn filled(text: &str, values: &[&str]) -> String {
    let mut filled = String::with_capacity(text.len() + 32);
    let mut values = values.iter();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{}") {
        filled.push_str(before);
        filled.push_str(values.next().copied().unwrap_or_default());
        rest = after;
    }
    filled + rest
}

impl Texts {
    pub(crate) fn of(language: Language) -> &'static Self {
        if language == Language::VIETNAMESE { &VIETNAMESE } else { &ENGLISH }
    }

    pub(crate) fn because_of_words(&self, cue: &str) -> String {
        filled(self.because_of_words, &[cue])
    }

    pub(crate) fn because_of_results(&self, some: usize, all: usize) -> String {
        filled(self.because_of_results, &[&some.to_string(), &all.to_string()])
    }

    pub(crate) fn check_difference(&self, about: &str, values: &str) -> String {
        filled(self.check_difference, &[about, values])
    }

    pub(crate) fn check_unanswered(&self, question: &str) -> String {
        filled(self.check_unanswered, &[question])
    }

    pub(crate) fn check_links(&self) -> String {
        self.check_links.to_owned()
    }

    pub(crate) fn warn_off_topic(&self, position: u32, title: &str) -> String {
        filled(self.warn_off_topic, &[&position.to_string(), title])
    }
}

/// What is missing, its effect, and what to do.
pub(crate) fn missing(part: BriefPart, reason: MissingReason, language: Language) -> &'static str {
    use BriefPart::{InternalLinks, KeywordFigures, RankingPages, SearchResults, Sources, Suggestions};
    use MissingReason::{Empty, NotConfigured, NotRequested, Unavailable};
    let vietnamese = language == Language::VIETNAMESE;
    let (english, translated) = match (part, reason) {
        (SearchResults, NotConfigured | NotRequested) => (
            "No search engine is configured, so the brief has no ranking pages, facts, terms or gaps. The outline follows the type of the query. Set serp.engines, for example to searxng with serp.searxng.base_url, or to serper with a key.",
            "Chưa cấu hình công cụ tìm kiếm, nên brief không có trang xếp hạng, số liệu, thuật ngữ hay khoảng trống. Dàn ý theo loại truy vấn. Hãy đặt serp.engines, ví dụ searxng cùng serp.searxng.base_url, hoặc serper cùng khóa.",
        ),
        (SearchResults, Unavailable) => (
            "The search engine did not answer, so the brief has no ranking pages, facts, terms or gaps. Request the brief again later, or add a second engine to serp.engines.",
            "Công cụ tìm kiếm không trả lời, nên brief không có trang xếp hạng, số liệu, thuật ngữ hay khoảng trống. Hãy yêu cầu lại sau, hoặc thêm công cụ thứ hai vào serp.engines.",
        ),
        (SearchResults, Empty) => (
            "The search engine found nothing for this keyword. Check its spelling and language, or add sources of your own.",
            "Công cụ tìm kiếm không tìm thấy gì cho từ khóa này. Hãy kiểm tra chính tả và ngôn ngữ, hoặc thêm nguồn của bạn.",
        ),
        (RankingPages, _) => (
            "None of the ranking pages could be read, so the brief has no facts, terms or passages from them. Name pages that you trust in sources (--source on the command line).",
            "Không đọc được trang xếp hạng nào, nên brief không có số liệu, thuật ngữ hay trích đoạn từ đó. Hãy nêu những trang bạn tin trong sources (--source ở dòng lệnh).",
        ),
        (KeywordFigures, NotConfigured | NotRequested) => (
            "No keyword figures are configured, so searches a month are not known. Import a Keyword Planner file with rankwright keywords import FILE, or set keywords.engines.",
            "Chưa có số liệu từ khóa, nên không biết lượt tìm mỗi tháng. Hãy nhập tệp Keyword Planner bằng rankwright keywords import FILE, hoặc đặt keywords.engines.",
        ),
        (KeywordFigures, Unavailable) => (
            "The keyword planner did not answer, so searches a month are not known. Request the brief again later.",
            "Công cụ lập kế hoạch từ khóa không trả lời, nên không biết lượt tìm mỗi tháng. Hãy yêu cầu lại sau.",
        ),
        (KeywordFigures, Empty) => (
            "The keyword planner has no figures for this keyword or keywords close to it. Import a file that has them.",
            "Không có số liệu cho từ khóa này và các từ khóa gần nó. Hãy nhập tệp có những từ khóa đó.",
        ),
        (Suggestions, NotConfigured | NotRequested) => (
            "No autocomplete feed is configured, so what searchers type is not known. Set suggest.engines.",
            "Chưa cấu hình nguồn gợi ý, nên không biết người tìm gõ gì. Hãy đặt suggest.engines.",
        ),
        (Suggestions, Unavailable) => (
            "The autocomplete feeds did not answer, so what searchers type is not known. They need access to the internet.",
            "Các nguồn gợi ý không trả lời, nên không biết người tìm gõ gì. Chúng cần truy cập internet.",
        ),
        (Suggestions, Empty) => (
            "The autocomplete feeds have no completion for this keyword.",
            "Các nguồn gợi ý không có gì cho từ khóa này.",
        ),
        (Sources, NotRequested | NotConfigured) => (
            "You sent no sources. Add pages or texts of your own in sources (--source on the command line): what only you know sets the article apart.",
            "Bạn chưa gửi nguồn nào. Hãy thêm trang hoặc bài viết của bạn trong sources (--source ở dòng lệnh): điều chỉ bạn biết làm bài viết nổi bật.",
        ),
        (Sources, Unavailable | Empty) => {
            ("One of your sources could not be read.", "Một nguồn của bạn không đọc được.")
        }
        (InternalLinks, NotRequested | NotConfigured) => (
            "You named no pages of your site, so the brief proposes no internal links. Set internalLinks (--link on the command line) to pages or to your sitemap.",
            "Bạn chưa nêu trang nào của mình, nên brief không đề xuất liên kết nội bộ. Hãy đặt internalLinks (--link ở dòng lệnh) là các trang hoặc sitemap.",
        ),
        (InternalLinks, Unavailable | Empty) => (
            "Your sitemap could not be read or has no page that fits, so the brief proposes no internal links.",
            "Không đọc được sitemap hoặc không có trang nào phù hợp, nên brief không đề xuất liên kết nội bộ.",
        ),
    };
    if vietnamese { translated } else { english }
}
