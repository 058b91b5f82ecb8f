//! Words of the article pages.

use crate::texts::texts;

texts! {
    /// Words of the article pages.
    Texts {
        title: "Articles", "Bài viết";
        new: "New article", "Bài viết mới";
        state: "State", "Trạng thái";
        all: "All", "Tất cả";
        processing: "Processing", "Đang xử lý";
        completed: "Completed", "Hoàn thành";
        failed: "Failed", "Thất bại";
        cancelled: "Cancelled", "Đã huỷ";
        published: "Published", "Đã đăng";
        held: "Held", "Tạm giữ";
        waits: "Plan waits for approval", "Dàn ý chờ duyệt";
        article: "Title", "Tiêu đề";
        language: "Language", "Ngôn ngữ";
        credits: "Credits", "Tín dụng";
        ordered: "Ordered", "Đặt lúc";
        newest: "Newest", "Mới nhất";
        none: "No articles yet", "Chưa có bài viết nào";
        none_lead: "Order one here or by", "Hãy đặt bài tại đây hoặc qua";
        none_test: "In test mode it costs test credits only.", "Ở chế độ thử, bài chỉ tốn tín dụng thử.";
        none_such: "No articles in this state", "Không có bài viết nào ở trạng thái này";
        queued: "Queued", "Trong hàng đợi";
        researching: "Research", "Nghiên cứu";
        planning: "Plan", "Dàn ý";
        writing: "Writing", "Đang viết";
        pictures: "Pictures", "Hình ảnh";
        quality: "Quality", "Chất lượng";
        publishing: "Publication", "Đăng bài";
        keyword: "Focus keyword", "Từ khoá chính";
        keyword_hint: "What the article shall be found for, up to 120 characters.", "Từ khoá mà bài viết nhắm tới, tối đa 120 ký tự.";
        words: "Words", "Số từ";
        words_hint: "1,500 to 5,000", "1.500 đến 5.000";
        pictures_hint: "0 to 10", "0 đến 10";
        country: "Country of the readers", "Quốc gia của độc giả";
        country_hint: "Two letters, such as US or VN.", "Hai chữ cái, ví dụ US hoặc VN.";
        tone: "Tone", "Giọng văn";
        professional: "professional", "chuyên nghiệp";
        casual: "casual", "thoải mái";
        friendly: "friendly", "thân thiện";
        authoritative: "authoritative", "uy tín";
        persuasive: "persuasive", "thuyết phục";
        witty: "witty", "dí dỏm";
        publish: "Publish", "Đăng bài";
        publish_auto: "Automatic", "Tự động";
        publish_auto_hint: "if every gate holds", "nếu đạt mọi tiêu chí";
        publish_always: "Always", "Luôn luôn";
        publish_always_hint: "whatever the gates say", "dù tiêu chí ra sao";
        publish_never: "Never", "Không bao giờ";
        publish_never_hint: "only deliver it", "chỉ giao bài";
        plan_first: "Show me the plan first", "Cho tôi xem dàn ý trước";
        plan_first_hint: "It stops at the plan and waits a week for your approval.", "Dừng ở dàn ý và chờ bạn duyệt trong một tuần.";
        more: "Title, audience, sources, links", "Tiêu đề, độc giả, nguồn, liên kết";
        audience: "Audience", "Độc giả";
        instructions: "Instructions", "Chỉ dẫn";
        keywords: "Secondary keywords", "Từ khoá phụ";
        keywords_hint: "One on each line. Those that end with a question mark are answered among the questions, if the evidence does.", "Mỗi dòng một từ khoá. Từ khoá kết thúc bằng dấu hỏi sẽ được trả lời trong phần hỏi đáp nếu có dữ liệu.";
        sources: "Sources", "Nguồn";
        sources_hint: "Pages to read, one address on each line; with your own texts up to ten in all.", "Các trang cần đọc, mỗi dòng một địa chỉ; tính cả văn bản của bạn thì tối đa mười nguồn.";
        own_sources: "Your own texts", "Văn bản của bạn";
        own_texts_hint: "A line of three dashes stands between two texts. A first line that begins with # is the text’s title.", "Hai văn bản cách nhau bằng một dòng ba gạch nối. Dòng đầu bắt đầu bằng # là tiêu đề của văn bản.";
        links: "Links to your site", "Liên kết về trang của bạn";
        links_hint: "Pages that may be linked to, one on each line, or the address of your sitemap.", "Các trang được phép liên kết, mỗi dòng một địa chỉ, hoặc địa chỉ sitemap của bạn.";
        webhook: "Webhook", "Webhook";
        webhook_hint: "Who is told when it is done.", "Nơi nhận thông báo khi bài hoàn thành.";
        ceiling: "Ceiling", "Mức trần";
        ceiling_hint: "In credits. Above it the order is refused before any work.", "Tính bằng tín dụng. Vượt mức này, đơn bị từ chối trước khi làm.";
        expected: "Expected price", "Giá dự kiến";
        dollars: "In US dollars", "Bằng đô la Mỹ";
        dong: "In đồng", "Bằng đồng";
        text: "Text", "Phần chữ";
        set_aside_note: "More is set aside at first; what is not used returns.", "Ban đầu tạm giữ nhiều hơn một chút; phần không dùng sẽ được hoàn lại.";
        order: "Order article", "Đặt bài viết";
        price: "Update price", "Cập nhật giá";
        not_ordered: "The article was not ordered.", "Bài viết chưa được đặt.";
        whole_number: "must be a whole number", "phải là số nguyên";
        being_written: "Being written", "Đang viết bài";
        progress: "Progress", "Tiến độ";
        follows: "This page follows by itself.", "Trang này tự cập nhật.";
        reload: "Load it again", "Tải lại trang";
        if_not: "if it does not.", "nếu không thấy thay đổi.";
        plan: "Plan", "Dàn ý";
        written: "written", "đã viết";
        cost: "Cost", "Chi phí";
        set_aside: "Set aside", "Tạm giữ";
        rate: "Rate", "Đơn giá";
        call_off: "Call it off", "Huỷ bài";
        call_off_question: "Call this article off?", "Huỷ bài viết này?";
        call_off_lead: "Writing stops, and everything that was set aside returns.", "Việc viết dừng lại và toàn bộ tín dụng tạm giữ được hoàn lại.";
        plan_ready: "The plan is ready. It waits for a week.", "Dàn ý đã sẵn sàng và chờ trong một tuần.";
        headings: "Headings", "Tiêu đề các phần";
        headings_hint: "One on each line; those with a dash stand below the one before, those with two dashes one level deeper.", "Mỗi dòng một tiêu đề; dòng có một gạch đầu dòng nằm dưới tiêu đề phía trước, dòng có hai gạch nằm sâu thêm một cấp.";
        questions: "Questions", "Câu hỏi";
        approve: "Approve and write", "Duyệt và viết";
        not_approved: "The plan was not approved.", "Dàn ý chưa được duyệt.";
        again: "Order it again", "Đặt lại";
        failed_lead: "This article failed", "Bài viết này thất bại";
        failed_with: "with", "với mã";
        nothing_charged: "Nothing was charged; everything that was set aside has returned.", "Bạn không bị trừ tiền; toàn bộ tín dụng tạm giữ đã được hoàn lại.";
        cancelled_lead: "This article was called off.", "Bài viết này đã bị huỷ.";
        edit: "Title and meta", "Tiêu đề và mô tả";
        meta_title: "Title in results", "Tiêu đề trên trang kết quả";
        meta_title_hint: "51 to 60 characters fit best, at most 600 pixels.", "Tốt nhất từ 51 đến 60 ký tự, tối đa 600 pixel.";
        meta_description: "Description in results", "Mô tả trên trang kết quả";
        meta_description_hint: "121 to 156 characters fit best, at most 160.", "Tốt nhất từ 121 đến 156 ký tự, tối đa 160.";
        not_saved: "The change was not saved.", "Thay đổi chưa được lưu.";
        publish_now: "Publish", "Đăng bài";
        publish_all_the_same: "Publish all the same", "Vẫn đăng bài";
        unpublish: "Unpublish", "Gỡ bài";
        unpublish_question: "Unpublish this article?", "Gỡ bài viết này?";
        unpublish_lead: "Its page disappears from the site, the sitemap and the feed, and search engines are told. You can publish it again.", "Trang của bài sẽ biến mất khỏi website, sitemap và feed, và các công cụ tìm kiếm được báo. Bạn có thể đăng lại.";
        held_lead: "Held from publication.", "Tạm giữ, chưa đăng.";
        you_decide: "You decide.", "Bạn quyết định.";
        draft_lead: "This is a draft.", "Đây là bản nháp.";
        draft_more: "A small language model wrote it without sources. Somebody must go over it before it is published.", "Bài do một mô hình ngôn ngữ nhỏ viết mà không có nguồn. Cần có người xem lại trước khi đăng.";
        warnings: "What you should know", "Điều bạn nên biết";
        score: "Quality score", "Điểm chất lượng";
        of_100: "of 100", "trên 100";
        all_hold: "Every gate holds", "Đạt mọi tiêu chí";
        gates_hold: "gates hold", "tiêu chí đạt";
        of: "of", "trên";
        kept: "kept", "đạt";
        broken: "broken", "không đạt";
        download: "Download", "Tải xuống";
        contents: "Headings", "Mục lục";
        returned: "Returned", "Hoàn lại";
        charged: "Charged", "Đã trừ";
        about: "About", "Thông tin";
        minutes: "minutes", "phút đọc";
        written_by: "Written by", "Người viết";
        tier_standard: "standard", "tiêu chuẩn";
        tier_draft: "draft", "bản nháp";
        rests_on: "Rests on", "Dựa trên";
        research_search: "search results", "kết quả tìm kiếm";
        research_sources: "your sources", "nguồn của bạn";
        research_none: "nothing that was read", "không có nguồn nào được đọc";
        counts: "Sources, questions, pictures", "Nguồn, câu hỏi, hình ảnh";
        page: "Page", "Trang";
        not_published: "not published", "chưa đăng";
        since: "since", "từ";
        engines: "Search engines", "Công cụ tìm kiếm";
        not_told: "not told", "chưa báo";
        told_updated: "told of the page", "đã báo có trang";
        told_deleted: "told that the page is gone", "đã báo trang đã gỡ";
        engine_pending: "is being told", "đang báo";
        engine_failed: "could not be told", "không báo được";
        crawl: "A crawl may be expected until", "Có thể được thu thập trước";
        regenerate: "Write a section anew", "Viết lại một phần";
        regenerate_lead: "1 credit per character; about twice the section’s length is set aside. The text stays as it is until the new one is there.", "1 tín dụng mỗi ký tự; tạm giữ khoảng gấp đôi độ dài của phần. Nội dung cũ giữ nguyên cho đến khi có nội dung mới.";
        regenerate_do: "Write anew", "Viết lại";
        section: "Section", "Phần";
        done_published: "The article was published.", "Đã đăng bài.";
        done_unpublished: "The article was taken off the site.", "Đã gỡ bài khỏi website.";
        done_saved: "Title and meta were saved.", "Đã lưu tiêu đề và mô tả.";
        done_section: "The section is being written anew. Load the page again in a moment.", "Phần này đang được viết lại. Hãy tải lại trang sau giây lát.";
        done_cancelled: "The article was called off.", "Đã huỷ bài viết.";
        refused: "That was not done.", "Chưa thực hiện được.";
        no_credits: "There are not enough credits.", "Không đủ tín dụng.";
        too_expensive: "It costs more than the ceiling.", "Chi phí vượt mức trần.";
        too_many: "Too many articles are being written at once; try again when one is done.", "Đang viết quá nhiều bài cùng lúc; hãy thử lại khi một bài hoàn thành.";
        too_fast: "Too many calls in a short time; try again in a moment.", "Quá nhiều lượt gọi trong thời gian ngắn; hãy thử lại sau giây lát.";
        wrong_state: "The article is in a state that does not allow it: it is done already, or other work on it is under way.", "Trạng thái của bài không cho phép: bài đã xong, hoặc đang có việc khác trên bài này.";
        in_progress: "The same order is being taken already.", "Đơn này đang được tiếp nhận.";
        not_possible: "The service could not do it now. Nothing was charged.", "Dịch vụ chưa thực hiện được. Bạn không bị trừ tiền.";
        buy: "Buy credits", "Mua tín dụng";
    }
}

impl Texts {
    /// What a stage is called.
    pub(super) fn stage(&self, stage: &str) -> &'static str {
        match stage {
            "research" => self.researching,
            "outline" => self.planning,
            "approval" => self.waits,
            "writing" => self.writing,
            "images" => self.pictures,
            "quality" => self.quality,
            "publishing" => self.publishing,
            _ => self.queued,
        }
    }

    /// Why the API refused something, by its code.
    pub(super) fn refusal(&self, code: &str) -> &'static str {
        match code {
            "insufficient_credits" => self.no_credits,
            "cost_limit_exceeded" => self.too_expensive,
            "too_many_jobs" => self.too_many,
            "rate_limited" => self.too_fast,
            "not_cancellable" => self.wrong_state,
            "idempotency_in_progress" => self.in_progress,
            _ => self.not_possible,
        }
    }
}
