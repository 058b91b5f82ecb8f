//! Texts of the page of a content brief.

use crate::texts::texts;

texts! {
    BriefTexts {
        kind: "Content brief", "Brief nội dung";
        markdown: "Markdown", "Markdown";
        print: "Print", "In";
        answer: "Answer the questions", "Trả lời câu hỏi";
        next: "Next: write down what you know.", "Tiếp theo: viết ra những gì bạn biết.";
        next_more: "Answer the questions at the end of this page. Your answers are saved as notes, and the article is written from them.", "Hãy trả lời các câu hỏi ở cuối trang. Câu trả lời được lưu thành ghi chép, và bài viết được làm từ đó.";
        answered: "answered", "đã trả lời";
        of: "of", "trên";
        missing: "What is missing in this brief", "Brief này còn thiếu gì";
        intent: "What searchers want", "Người tìm kiếm muốn gì";
        query_type: "Type of query", "Loại truy vấn";
        form: "Form of the article", "Hình thức bài viết";
        primary: "Intent", "Ý định";
        signals: "Signals", "Dấu hiệu";
        length: "Length", "Độ dài";
        words: "word|words", "từ";
        median: "median of the ranking pages:", "trung vị của các trang xếp hạng:";
        opening: "Opening paragraph", "Đoạn mở đầu";
        titles: "Working titles", "Tiêu đề gợi ý";
        meta_title: "Title in search results", "Tiêu đề trên trang kết quả";
        meta_description: "Description in search results", "Mô tả trên trang kết quả";
        outline: "Outline", "Dàn ý";
        points: "What ranking pages cover here", "Các trang xếp hạng viết gì ở đây";
        section_questions: "Questions to answer", "Câu hỏi cần trả lời";
        evidence: "Evidence", "Dẫn chứng";
        no_evidence: "No page that was read says anything about it. Look it up.", "Không trang nào đã đọc nói về điều này. Hãy tự tìm hiểu.";
        covered_by: "Ranking pages that have it:", "Các trang xếp hạng có phần này:";
        covered_by_none: "No ranking page has it.", "Chưa trang xếp hạng nào có phần này.";
        facts: "Facts and figures", "Số liệu và dữ kiện";
        agree: "Sources agree", "Các nguồn thống nhất";
        differ: "Sources differ", "Các nguồn khác nhau";
        single: "One source", "Một nguồn";
        terms: "Terms of the topic", "Thuật ngữ của chủ đề";
        terms_lead: "Words that writers who know the topic use, each with the number of ranking pages that use it.", "Những từ mà người am hiểu chủ đề hay dùng, kèm số trang xếp hạng có dùng.";
        gaps: "What ranking pages lack", "Các trang xếp hạng còn thiếu gì";
        in_section: "section", "phần";
        asked: "Questions from searchers", "Câu hỏi thường gặp";
        links: "Internal links", "Liên kết nội bộ";
        checklist: "Before you write", "Trước khi viết";
        figures: "Searches a month", "Lượt tìm kiếm mỗi tháng";
        keyword: "Keyword", "Từ khoá";
        unknown: "unknown", "không rõ";
        pages: "Ranking pages", "Các trang xếp hạng";
        sources: "Sources", "Nguồn";
        your_text: "your text", "văn bản của bạn";
        interview: "Your answers", "Câu trả lời của bạn";
        interview_lead: "Write as you would explain it to a customer: what you do, in which order, with your own figures. Leave out what you don’t know. You can save and come back.", "Hãy viết như đang giải thích cho khách hàng: bạn làm gì, theo thứ tự nào, với số liệu của chính bạn. Bỏ qua điều bạn không biết. Bạn có thể lưu và quay lại sau.";
        other_questions: "Other questions", "Câu hỏi khác";
        source_says: "A source says:", "Một nguồn viết:";
        save: "Save answers", "Lưu câu trả lời";
        make: "Create the article from these notes", "Tạo bài viết từ ghi chép này";
        make_hint: "Saves your answers first.", "Câu trả lời được lưu trước.";
        saved: "Your answers were saved.", "Đã lưu câu trả lời.";
        not_saved: "Your answers were not saved. They are still below.", "Câu trả lời chưa được lưu. Nội dung vẫn còn bên dưới.";
        no_answers: "Answer at least one question first.", "Hãy trả lời ít nhất một câu hỏi trước.";
        contents: "In this brief", "Trong brief này";
        how_to: "How-to", "Hướng dẫn";
        definition: "Definition", "Định nghĩa";
        comparison: "Comparison", "So sánh";
        list: "List", "Danh sách";
        price: "Price", "Giá";
        review: "Review", "Đánh giá";
        troubleshooting: "Troubleshooting", "Khắc phục sự cố";
        local: "Local", "Địa phương";
        news: "News", "Tin tức";
        informational: "informational", "tìm thông tin";
        commercial: "commercial", "so sánh trước khi mua";
        transactional: "transactional", "mua hàng";
        navigational: "navigational", "tìm một trang cụ thể";
        form_prose: "paragraphs", "đoạn văn";
        form_steps: "numbered steps", "các bước đánh số";
        form_list: "a list", "danh sách";
        form_table: "a table", "bảng";
        form_comparison: "a comparison", "so sánh";
        form_code: "code with explanations", "mã kèm giải thích";
        origin_customer: "you requested it", "bạn yêu cầu";
        origin_gap: "ranking pages lack it", "các trang xếp hạng còn thiếu";
        origin_form: "articles of this type have it", "loại bài này thường có";
        gap_topic: "missing topic", "thiếu chủ đề";
        gap_question: "unanswered question", "câu hỏi chưa được trả lời";
        gap_thin: "thin coverage", "viết còn sơ sài";
        look_up: "Look up", "Tra cứu";
        measure: "Measure", "Đo";
        photograph: "Photo or screenshot", "Ảnh hoặc ảnh chụp màn hình";
        decide: "Decide", "Quyết định";
        part_results: "Search results", "Kết quả tìm kiếm";
        part_pages: "Ranking pages", "Các trang xếp hạng";
        part_figures: "Keyword figures", "Số liệu từ khoá";
        part_suggestions: "Suggestions", "Gợi ý tìm kiếm";
        part_sources: "Your sources", "Nguồn của bạn";
        part_links: "Internal links", "Liên kết nội bộ";
    }
}

impl BriefTexts {
    pub(super) fn query_type(&self, name: &str) -> &'static str {
        match name {
            "how_to" => self.how_to,
            "comparison" => self.comparison,
            "list" => self.list,
            "price" => self.price,
            "review" => self.review,
            "troubleshooting" => self.troubleshooting,
            "local" => self.local,
            "news" => self.news,
            _ => self.definition,
        }
    }

    pub(super) fn intent(&self, name: &str) -> &'static str {
        match name {
            "commercial" => self.commercial,
            "transactional" => self.transactional,
            "navigational" => self.navigational,
            "local" => self.local,
            _ => self.informational,
        }
    }

    pub(super) fn section_form(&self, name: &str) -> &'static str {
        match name {
            "steps" => self.form_steps,
            "list" => self.form_list,
            "table" => self.form_table,
            "comparison" => self.form_comparison,
            "code" => self.form_code,
            _ => self.form_prose,
        }
    }

    /// Why a section is in the outline, unless ranking pages have it.
    pub(super) fn origin(&self, name: &str) -> Option<&'static str> {
        match name {
            "customer" => Some(self.origin_customer),
            "gap" => Some(self.origin_gap),
            "form" => Some(self.origin_form),
            _ => None,
        }
    }

    /// Whether the sources agree, and the colour of the badge.
    pub(super) fn agreement(&self, name: &str) -> (&'static str, &'static str) {
        match name {
            "agree" => ("good", self.agree),
            "differ" => ("warn", self.differ),
            _ => ("", self.single),
        }
    }

    pub(super) fn gap(&self, reason: &str) -> &'static str {
        match reason {
            "unanswered_question" => self.gap_question,
            "thin_coverage" => self.gap_thin,
            _ => self.gap_topic,
        }
    }

    pub(super) fn check(&self, kind: &str) -> &'static str {
        match kind {
            "measure" => self.measure,
            "photograph" => self.photograph,
            "decide" => self.decide,
            _ => self.look_up,
        }
    }

    pub(super) fn part(&self, name: &str) -> &'static str {
        match name {
            "ranking_pages" => self.part_pages,
            "keyword_figures" => self.part_figures,
            "suggestions" => self.part_suggestions,
            "sources" => self.part_sources,
            "internal_links" => self.part_links,
            _ => self.part_results,
        }
    }
}
