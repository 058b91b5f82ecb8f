//! Fixed texts in the documents of a brief. Languages without translation get English.

use domain::articles::brief::{
    BriefPart, CheckKind, ContentBrief, GapReason, QueryType, QuestionOrigin, SectionForm, SectionOrigin,
};
use domain::locale::Language;
use domain::search::Intent;

/// Words of a brief's documents.
#[derive(Debug)]
pub(super) struct Labels {
    pub(super) language: Language,
    pub(super) brief: &'static str,
    pub(super) query_type: &'static str,
    pub(super) form: &'static str,
    pub(super) intent: &'static str,
    pub(super) length: &'static str,
    words: &'static str,
    about_words: &'static str,
    median: &'static str,
    pub(super) searches: &'static str,
    pub(super) missing: &'static str,
    pub(super) warnings: &'static str,
    pub(super) titles: &'static str,
    characters: &'static str,
    pub(super) metadata: &'static str,
    pub(super) meta_title: &'static str,
    pub(super) meta_description: &'static str,
    pub(super) outline: &'static str,
    pub(super) opening: &'static str,
    pub(super) purpose: &'static str,
    pub(super) must_answer: &'static str,
    pub(super) unanswered: &'static str,
    pub(super) points: &'static str,
    pub(super) covered_by: &'static str,
    pub(super) evidence: &'static str,
    pub(super) above: &'static str,
    pub(super) no_evidence: &'static str,
    pub(super) facts: &'static str,
    pub(super) no_facts: &'static str,
    pub(super) defaults: &'static str,
    pub(super) setting: &'static str,
    pub(super) default_value: &'static str,
    pub(super) sources: &'static str,
    pub(super) agreement: &'static str,
    pub(super) formulas: &'static str,
    pub(super) figures: &'static str,
    agree: &'static str,
    pub(super) differ: &'static str,
    pub(super) single: &'static str,
    pub(super) terms: &'static str,
    pub(super) names: &'static str,
    pub(super) no_terms: &'static str,
    pub(super) gaps: &'static str,
    pub(super) no_gaps: &'static str,
    pub(super) covered: &'static str,
    pub(super) not_covered: &'static str,
    pub(super) in_section: &'static str,
    pub(super) questions: &'static str,
    no_questions: &'static str,
    no_other_questions: &'static str,
    pub(super) links: &'static str,
    pub(super) shares: &'static str,
    pub(super) checklist: &'static str,
    pub(super) pages: &'static str,
    pub(super) no_pages: &'static str,
    pub(super) left_out: &'static str,
    pub(super) related: &'static str,
    pub(super) your_text: &'static str,
    thousands: char,
}

static ENGLISH: Labels = Labels {
    language: Language::ENGLISH,
    brief: "Content brief",
    query_type: "Query type",
    form: "Form",
    intent: "Search intent",
    length: "Recommended length",
    words: "{} words",
    about_words: "about {} words",
    median: "the pages that rank have {} (median)",
    searches: "Searches a month",
    missing: "What this brief lacks",
    warnings: "Notes",
    titles: "Working titles",
    characters: "{} characters",
    metadata: "Metadata",
    meta_title: "Meta title",
    meta_description: "Meta description",
    outline: "Outline",
    opening: "Opening",
    purpose: "Purpose",
    must_answer: "Must answer",
    unanswered: "no source answers this",
    points: "Parts on the pages",
    covered_by: "Ranking pages with this section",
    evidence: "Evidence",
    above: "above",
    no_evidence: "Nothing fitting was found. Write it from your own knowledge, or look it up.",
    facts: "Facts and figures",
    no_facts: "No figures were found. Every figure in the article needs a source of yours.",
    defaults: "Default values",
    setting: "Setting",
    default_value: "Default",
    sources: "Sources",
    agreement: "Agreement",
    formulas: "Formulas",
    figures: "Figures",
    agree: "{} sources agree",
    differ: "sources differ",
    single: "one source",
    terms: "Terms experts use",
    names: "Names and identifiers",
    no_terms: "No pages were read, so there are no terms.",
    gaps: "What ranking pages lack",
    no_gaps: "No gaps were found.",
    covered: "of the pages treat it",
    not_covered: "no page treats it",
    in_section: "section",
    questions: "Questions people ask",
    no_questions: "No questions were found.",
    no_other_questions: "All questions that were found belong to a section of the outline.",
    links: "Internal links",
    shares: "shares",
    checklist: "Before you write",
    pages: "Ranking pages",
    no_pages: "No search results.",
    left_out: "left out",
    related: "Related keywords",
    your_text: "your text",
    thousands: ',',
};

static VIETNAMESE: Labels = Labels {
    language: Language::VIETNAMESE,
    brief: "Brief nội dung",
    query_type: "Loại truy vấn",
    form: "Hình thức",
    intent: "Ý định tìm kiếm",
    length: "Độ dài nên viết",
    words: "{} chữ",
    about_words: "khoảng {} chữ",
    median: "các trang xếp hạng có {} (trung vị)",
    searches: "Lượt tìm mỗi tháng",
    missing: "Brief này còn thiếu",
    warnings: "Ghi chú",
    titles: "Tiêu đề đề xuất",
    characters: "{} ký tự",
    metadata: "Siêu dữ liệu",
    meta_title: "Thẻ tiêu đề",
    meta_description: "Thẻ mô tả",
    outline: "Dàn ý",
    opening: "Mở bài",
    purpose: "Mục đích",
    must_answer: "Phải trả lời",
    unanswered: "chưa nguồn nào trả lời",
    points: "Các mục con trên các trang",
    covered_by: "Trang có phần này (vị trí)",
    evidence: "Dẫn chứng",
    above: "ở trên",
    no_evidence: "Không tìm thấy đoạn nào phù hợp. Hãy viết từ hiểu biết của bạn, hoặc tra cứu.",
    facts: "Sự kiện và số liệu",
    no_facts: "Không tìm thấy số liệu. Mọi con số trong bài cần nguồn của bạn.",
    defaults: "Giá trị mặc định",
    setting: "Thiết lập",
    default_value: "Mặc định",
    sources: "Nguồn",
    agreement: "Mức độ thống nhất",
    formulas: "Công thức",
    figures: "Số liệu",
    agree: "{} nguồn nói giống nhau",
    differ: "các nguồn nói khác nhau",
    single: "một nguồn",
    terms: "Thuật ngữ người am hiểu hay dùng",
    names: "Tên riêng và định danh",
    no_terms: "Chưa đọc trang nào nên không có thuật ngữ.",
    gaps: "Điều các trang xếp hạng còn thiếu",
    no_gaps: "Không tìm thấy khoảng trống nào.",
    covered: "số trang có nói đến",
    not_covered: "chưa trang nào nói đến",
    in_section: "phần",
    questions: "Câu hỏi mọi người hay hỏi",
    no_questions: "Không tìm thấy câu hỏi nào.",
    no_other_questions: "Mọi câu hỏi tìm được đều thuộc một phần của dàn ý.",
    links: "Liên kết nội bộ",
    shares: "trùng từ",
    checklist: "Trước khi viết",
    pages: "Các trang đang xếp hạng",
    no_pages: "Không có kết quả tìm kiếm.",
    left_out: "không dùng",
    related: "Từ khóa liên quan",
    your_text: "bài của bạn",
    thousands: '.',
};

impl Labels {
    pub(super) fn of(language: Language) -> &'static Self {
        if language == Language::VIETNAMESE { &VIETNAMESE } else { &ENGLISH }
    }

    pub(super) fn vietnamese(&self) -> bool {
        self.language == Language::VIETNAMESE
    }

    /// A number with the separators of the language.
    pub(super) fn number(&self, number: u64) -> String {
        let digits = number.to_string();
        let mut written = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                written.push(self.thousands);
            }
            written.push(digit);
        }
        written
    }

    pub(super) fn words(&self, words: u32) -> String {
        self.words.replace("{}", &self.number(u64::from(words)))
    }

    pub(super) fn about_words(&self, words: u32) -> String {
        self.about_words.replace("{}", &self.number(u64::from(words)))
    }

    pub(super) fn median(&self, words: u32) -> String {
        self.median.replace("{}", &self.number(u64::from(words)))
    }

    pub(super) fn characters(&self, text: &str) -> String {
        self.characters.replace("{}", &text.chars().count().to_string())
    }

    pub(super) fn agree(&self, sources: usize) -> String {
        self.agree.replace("{}", &sources.to_string())
    }

    /// The text if no question is left for the FAQ.
    pub(super) fn no_questions(&self, brief: &ContentBrief) -> &'static str {
        let asked = brief.all_questions().any(|question| question.origin != QuestionOrigin::Form);
        if asked { self.no_other_questions } else { self.no_questions }
    }

    fn choose(&self, english: &'static str, vietnamese: &'static str) -> &'static str {
        if self.vietnamese() { vietnamese } else { english }
    }

    pub(super) fn type_name(&self, query_type: QueryType) -> &'static str {
        match query_type {
            QueryType::HowTo => self.choose("How-to", "Hướng dẫn"),
            QueryType::Definition => self.choose("Definition", "Giải thích"),
            QueryType::Comparison => self.choose("Comparison", "So sánh"),
            QueryType::List => self.choose("List", "Danh sách"),
            QueryType::Price => self.choose("Price", "Giá"),
            QueryType::Review => self.choose("Review", "Đánh giá"),
            QueryType::Troubleshooting => self.choose("Troubleshooting", "Khắc phục sự cố"),
            QueryType::Local => self.choose("Local", "Địa phương"),
            QueryType::News => self.choose("News", "Tin tức"),
        }
    }

    pub(super) fn intent_name(&self, intent: Intent) -> &'static str {
        match intent {
            Intent::Informational => self.choose("informational", "tìm hiểu"),
            Intent::Commercial => self.choose("commercial", "so sánh trước khi mua"),
            Intent::Transactional => self.choose("transactional", "mua hoặc tải"),
            Intent::Navigational => self.choose("navigational", "đến một trang cụ thể"),
            Intent::Local => self.choose("local", "tìm ở một nơi"),
        }
    }

    pub(super) fn form_name(&self, form: SectionForm) -> &'static str {
        match form {
            SectionForm::Prose => self.choose("prose", "văn xuôi"),
            SectionForm::Steps => self.choose("numbered steps", "các bước đánh số"),
            SectionForm::List => self.choose("list", "danh sách"),
            SectionForm::Table => self.choose("table", "bảng"),
            SectionForm::Comparison => self.choose("comparison table", "bảng so sánh"),
            SectionForm::Code => self.choose("code with explanations", "mã kèm giải thích"),
        }
    }

    pub(super) fn origin_name(&self, origin: SectionOrigin) -> &'static str {
        match origin {
            SectionOrigin::Customer => self.choose("you asked for it", "bạn yêu cầu"),
            SectionOrigin::Pages => self.choose("from the pages", "từ các trang"),
            SectionOrigin::Gap => self.choose("closes a gap", "lấp khoảng trống"),
            SectionOrigin::Form => self.choose("part of the form", "theo hình thức bài"),
        }
    }

    pub(super) fn asker(&self, origin: QuestionOrigin) -> &'static str {
        match origin {
            QuestionOrigin::PeopleAlsoAsk => self.choose("people also ask", "mọi người cũng hỏi"),
            QuestionOrigin::Searches => self.choose("searched", "được tìm kiếm"),
            QuestionOrigin::Pages => self.choose("on a page", "trên một trang"),
            QuestionOrigin::Form => self.choose("form", "hình thức"),
        }
    }

    pub(super) fn gap_name(&self, reason: GapReason) -> &'static str {
        match reason {
            GapReason::MissingTopic => self.choose("missing topic", "thiếu chủ đề"),
            GapReason::UnansweredQuestion => self.choose("unanswered question", "câu hỏi chưa được trả lời"),
            GapReason::ThinCoverage => self.choose("thin coverage", "nói còn sơ sài"),
        }
    }

    pub(super) fn check_name(&self, kind: CheckKind) -> &'static str {
        match kind {
            CheckKind::LookUp => self.choose("Look up", "Tra cứu"),
            CheckKind::Measure => self.choose("Measure or try", "Đo hoặc thử"),
            CheckKind::Photograph => self.choose("Photo or screenshot", "Ảnh hoặc ảnh chụp màn hình"),
            CheckKind::Decide => self.choose("Decide", "Quyết định"),
        }
    }

    pub(super) fn part_name(&self, part: BriefPart) -> &'static str {
        match part {
            BriefPart::SearchResults => self.choose("Search results", "Kết quả tìm kiếm"),
            BriefPart::RankingPages => self.choose("Ranking pages", "Các trang xếp hạng"),
            BriefPart::KeywordFigures => self.choose("Keyword figures", "Số liệu từ khóa"),
            BriefPart::Suggestions => self.choose("Suggestions", "Gợi ý tìm kiếm"),
            BriefPart::Sources => self.choose("Your sources", "Nguồn của bạn"),
            BriefPart::InternalLinks => self.choose("Internal links", "Liên kết nội bộ"),
        }
    }
}
