//! Words of the form for a new brief or article.

use crate::texts::texts;

texts! {
    FormTexts {
        make: "What do you want to create?", "Bạn muốn tạo gì?";
        make_brief: "Content brief", "Brief nội dung";
        make_brief_hint: "What searchers want, an outline, facts with their sources, and questions for you. Your answers become the article.", "Người tìm kiếm muốn gì, dàn ý, số liệu kèm nguồn và các câu hỏi dành cho bạn. Câu trả lời của bạn sẽ thành bài viết.";
        make_notes: "Article from my notes", "Bài viết từ ghi chép của tôi";
        make_notes_hint: "Your own words, put in order. Nothing is invented or rewritten.", "Lời của chính bạn, được sắp xếp lại. Không thêm thắt, không viết lại.";
        make_model: "Article with the model", "Bài viết bằng mô hình";
        make_model_hint: "The model writes from search results and your sources.", "Mô hình viết dựa trên kết quả tìm kiếm và nguồn của bạn.";
        make_no_model: "Article with a model", "Bài viết bằng mô hình";
        make_no_model_hint: "No text engine is configured.", "Chưa cấu hình công cụ viết.";
        set_up: "Set up a model", "Cấu hình mô hình";
        set_up_lead: "No text engine is configured, so no model can write articles. Set one and restart:", "Chưa cấu hình công cụ viết nên không có mô hình nào viết bài. Hãy đặt một trong các biến môi trường sau rồi khởi động lại:";
        from_brief: "Filled in from your brief", "Đã điền từ brief của bạn:";
        keyword: "Focus keyword", "Từ khoá chính";
        keyword_hint: "The search query this article should rank for, up to 120 characters.", "Truy vấn tìm kiếm mà bài viết cần lên hạng, tối đa 120 ký tự.";
        notes: "Your notes", "Ghi chép của bạn";
        notes_hint: "Plain text or Markdown; headings become sections. A line of three dashes separates two texts. A first line that begins with # is the title of its text.", "Văn bản thường hoặc Markdown; tiêu đề trở thành các phần của bài. Một dòng ba gạch nối ngăn cách hai văn bản. Dòng đầu bắt đầu bằng # là tiêu đề của văn bản đó.";
        words: "Words", "Số từ";
        words_hint: "1,500 to 5,000", "1.500 đến 5.000";
        most_words: "Words at most", "Số từ tối đa";
        images: "Images", "Hình ảnh";
        images_hint: "0 to 10", "0 đến 10";
        language: "Language", "Ngôn ngữ";
        country: "Country", "Quốc gia";
        any_country: "any country", "bất kỳ";
        tone: "Tone", "Giọng văn";
        professional: "professional", "chuyên nghiệp";
        casual: "casual", "thoải mái";
        friendly: "friendly", "thân thiện";
        authoritative: "authoritative", "uy tín";
        persuasive: "persuasive", "thuyết phục";
        witty: "witty", "dí dỏm";
        publish: "Publish", "Đăng bài";
        publish_auto: "Automatic", "Tự động";
        publish_auto_hint: "if every check passes", "nếu đạt mọi mục kiểm tra";
        publish_always: "Always", "Luôn luôn";
        publish_always_hint: "even if checks fail", "kể cả khi có mục không đạt";
        publish_never: "Never", "Không bao giờ";
        publish_never_hint: "only deliver it", "chỉ giao bài";
        held: "Articles from notes are not published by themselves: you read them first, then press Publish.", "Bài từ ghi chép không tự đăng: bạn đọc lại trước rồi bấm Đăng bài.";
        outline_first: "Show me the outline first", "Cho tôi xem dàn ý trước";
        outline_first_hint: "It stops at the outline and waits a week for your approval.", "Dừng ở dàn ý và chờ bạn duyệt trong một tuần.";
        more: "More options", "Tuỳ chọn khác";
        title: "Title", "Tiêu đề";
        audience: "Audience", "Độc giả";
        instructions: "Instructions", "Chỉ dẫn";
        keywords: "Secondary keywords", "Từ khoá phụ";
        keywords_hint: "One on each line. A question is answered among the questions and answers, if the sources answer it.", "Mỗi dòng một từ khoá. Câu hỏi sẽ được trả lời trong phần hỏi đáp nếu nguồn có câu trả lời.";
        sources: "Pages to read", "Các trang cần đọc";
        sources_hint: "One URL on each line; with your notes up to ten sources.", "Mỗi dòng một URL; tính cả ghi chép thì tối đa mười nguồn.";
        links: "Pages of your site to link to", "Trang của bạn để liên kết tới";
        links_hint: "One URL on each line, or the URL of your sitemap.", "Mỗi dòng một URL, hoặc URL sitemap của bạn.";
        webhook: "Webhook", "Webhook";
        webhook_hint: "We send events for this article to this URL.", "Chúng tôi gửi các sự kiện của bài này tới URL này.";
        limit: "Maximum credits", "Số credit tối đa";
        limit_hint: "Requests that would cost more are rejected.", "Yêu cầu tốn nhiều hơn sẽ bị từ chối.";
        expected: "Expected price", "Giá dự kiến";
        dollars: "In US dollars", "Bằng đô la Mỹ";
        dong: "In đồng", "Bằng đồng";
        text: "Text", "Phần chữ";
        fixed_note: "A fixed price.", "Giá cố định.";
        notes_note: "You pay for the characters of the article. It is as long as your notes, up to the words you set; what is not used returns to your balance.", "Bạn trả theo số ký tự của bài. Bài dài bằng ghi chép của bạn, tối đa số từ đã đặt; phần không dùng được hoàn vào số dư.";
        model_note: "A little more is reserved at first; what is not used returns to your balance.", "Ban đầu tạm giữ nhiều hơn một chút; phần không dùng được hoàn vào số dư.";
        create_brief: "Create brief", "Tạo brief";
        create_article: "Create article", "Tạo bài viết";
        price: "Update price", "Cập nhật giá";
        not_created: "Nothing was created.", "Chưa tạo được.";
        whole_number: "Must be a whole number.", "Phải là số nguyên.";
        notes_missing: "Write or paste your notes here.", "Hãy viết hoặc dán ghi chép vào đây.";
        ollama: "Ollama on this machine", "Ollama trên máy này";
        compatible: "Any OpenAI-compatible server (llama.cpp, LM Studio, vLLM)", "Máy chủ tương thích OpenAI bất kỳ (llama.cpp, LM Studio, vLLM)";
        provider: "A provider key (openai, anthropic or gemini)", "Khoá của nhà cung cấp (openai, anthropic hoặc gemini)";
    }
}

impl FormTexts {
    /// The label of a field, for the list of errors.
    pub(super) fn label(&self, field: &str) -> &'static str {
        match field {
            "focusKeyword" => self.keyword,
            "ownTexts" => self.notes,
            "targetWordCount" => self.words,
            "imageOption" => self.images,
            "language" => self.language,
            "country" => self.country,
            "tone" => self.tone,
            "publish" => self.publish,
            "title" => self.title,
            "audience" => self.audience,
            "instructions" => self.instructions,
            "keywords" => self.keywords,
            "sources" => self.sources,
            "internalLinks" => self.links,
            "webhookUrl" => self.webhook,
            "maxCredits" => self.limit,
            _ => self.make,
        }
    }
}
