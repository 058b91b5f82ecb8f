//! Texts of the article pages.

use domain::result_limit;

use crate::texts::texts;

texts! {
    Texts {
        title: "Articles", "Bài viết";
        new: "New brief or article", "Brief hoặc bài viết mới";
        state: "State", "Trạng thái";
        all: "All", "Tất cả";
        processing: "Processing", "Đang xử lý";
        completed: "Completed", "Hoàn thành";
        failed: "Failed", "Thất bại";
        cancelled: "Cancelled", "Đã huỷ";
        published: "Published", "Đã đăng";
        held: "Held", "Tạm giữ";
        review: "Needs your review", "Cần bạn xem lại";
        reviewed_by: "Reviewed by", "Người xem lại";
        mark_reviewed: "Mark as reviewed", "Đánh dấu đã xem lại";
        review_lead: "This article needs a review.", "Bài viết này cần có người xem lại.";
        review_more: "Read it from start to end, then mark it as reviewed. If every check passes, it is published.", "Hãy đọc từ đầu đến cuối rồi đánh dấu đã xem lại. Nếu mọi mục kiểm tra đều đạt, bài sẽ được đăng.";
        done_reviewed: "The article is marked as reviewed.", "Bài viết đã được đánh dấu là đã xem lại.";
        waits: "Outline awaits approval", "Dàn ý chờ duyệt";
        article: "Title", "Tiêu đề";
        language: "Language", "Ngôn ngữ";
        credits: "Credits", "Credit";
        requested: "Requested", "Tạo lúc";
        newest: "Newest", "Mới nhất";
        none: "No articles yet", "Chưa có bài viết nào";
        none_lead: "Start with a brief: it shows what the article must cover and which questions you can answer. Programs use", "Hãy bắt đầu bằng một brief: brief cho biết bài viết cần có những gì và những câu hỏi bạn trả lời được. Chương trình gọi qua";
        none_test: "In test mode it costs test credits only.", "Ở chế độ thử, bạn chỉ dùng credit thử.";
        none_such: "No articles in this state", "Không có bài viết nào ở trạng thái này";
        start: "Start with a brief", "Bắt đầu bằng một brief";
        kind: "Kind", "Loại";
        kind_brief: "Brief", "Brief";
        kind_notes: "From notes", "Từ ghi chép";
        kind_model: "By a model", "Do mô hình viết";
        queued: "Queued", "Trong hàng đợi";
        researching: "Research", "Nghiên cứu";
        outlining: "Outline", "Dàn ý";
        writing: "Writing", "Đang viết";
        images: "Images", "Hình ảnh";
        quality: "Quality", "Chất lượng";
        judge: "Opinion of the text engine", "Nhận xét của công cụ viết";
        judge_lead: "A model’s grades from 1 to 5. They count neither for the score nor for publication.", "Điểm do mô hình chấm, từ 1 đến 5. Không tính vào điểm chất lượng và không quyết định việc đăng.";
        judge_failed: "The article could not be graded:", "Không chấm được bài viết:";
        judge_answer: "Answers the query", "Trả lời truy vấn";
        judge_evidence: "Correct by its evidence", "Đúng theo nguồn";
        judge_completeness: "Complete", "Đầy đủ";
        judge_order: "Order", "Trình tự";
        judge_wording: "Wording", "Câu chữ";
        judge_cost: "Opinion", "Nhận xét";
        tokens: "token|tokens", "token";
        publishing: "Publication", "Đăng bài";
        reading: "Reading your notes", "Đọc ghi chép";
        delivering: "Delivery", "Giao kết quả";
        in_progress: "In progress", "Đang thực hiện";
        progress: "Progress", "Tiến độ";
        follows: "Updates automatically.", "Trang này tự cập nhật.";
        reload: "Reload", "Tải lại trang";
        if_not: "if nothing changes.", "nếu không thấy thay đổi.";
        outline: "Outline", "Dàn ý";
        written: "written", "đã viết";
        cost: "Cost", "Chi phí";
        reserved: "Reserved", "Tạm giữ";
        rate: "Rate", "Đơn giá";
        cancel: "Cancel this request", "Huỷ yêu cầu";
        cancel_question: "Cancel this request?", "Huỷ yêu cầu này?";
        cancel_lead: "The work stops, and all reserved credits return to your balance.", "Công việc dừng lại và toàn bộ credit tạm giữ được hoàn vào số dư.";
        go_on: "Keep it running", "Tiếp tục";
        outline_ready: "The outline is ready. Approve it within a week.", "Dàn ý đã sẵn sàng. Hãy duyệt trong vòng một tuần.";
        headings: "Headings", "Tiêu đề các phần";
        headings_hint: "One on each line. A dash puts a heading below the one before, two dashes one level deeper.", "Mỗi dòng một tiêu đề. Một gạch đầu dòng đặt tiêu đề dưới tiêu đề phía trước, hai gạch là sâu thêm một cấp.";
        questions: "Questions", "Câu hỏi";
        changes: "Changes to the proposed outline", "Thay đổi so với dàn ý đề xuất";
        changes_lead: "What was left out, moved or added, and why.", "Những gì đã bỏ bớt, chuyển chỗ hoặc thêm vào, kèm lý do.";
        approve: "Approve and write", "Duyệt và viết";
        not_approved: "The outline was not approved.", "Dàn ý chưa được duyệt.";
        again: "Request it again", "Yêu cầu lại";
        failed_lead: "This request failed", "Yêu cầu này thất bại";
        failed_with: "with", "với mã";
        nothing_charged: "Nothing was charged; all reserved credits returned to your balance.", "Bạn không bị trừ credit; toàn bộ credit tạm giữ đã được hoàn lại.";
        cancelled_lead: "This request was cancelled.", "Yêu cầu này đã bị huỷ.";
        edit_text: "Edit", "Chỉnh sửa";
        edit: "Title and metadata", "Tiêu đề và mô tả";
        meta_title: "Title in search results", "Tiêu đề trên trang kết quả";
        meta_title_hint:
            concat!(result_limit!(title_best_from), " to ", result_limit!(title_most), " characters fit best, at most ", result_limit!(title_pixels), " pixels."),
            concat!("Tốt nhất từ ", result_limit!(title_best_from), " đến ", result_limit!(title_most), " ký tự, tối đa ", result_limit!(title_pixels), " pixel.");
        meta_description: "Description in search results", "Mô tả trên trang kết quả";
        meta_description_hint:
            concat!(result_limit!(description_best_from), " to ", result_limit!(description_best_to), " characters fit best, at most ", result_limit!(description_most), "."),
            concat!("Tốt nhất từ ", result_limit!(description_best_from), " đến ", result_limit!(description_best_to), " ký tự, tối đa ", result_limit!(description_most), ".");
        not_saved: "The change was not saved.", "Thay đổi chưa được lưu.";
        publish_now: "Publish", "Đăng bài";
        publish_anyway: "Publish anyway", "Vẫn đăng bài";
        unpublish: "Unpublish", "Gỡ bài";
        unpublish_question: "Unpublish this article?", "Gỡ bài viết này?";
        unpublish_lead: "Its page disappears from the site, the sitemap and the feed, and search engines are notified. You can publish it again.", "Trang của bài sẽ biến mất khỏi website, sitemap và feed, và các công cụ tìm kiếm được báo. Bạn có thể đăng lại.";
        held_lead: "Not published:", "Chưa đăng:";
        you_decide: "You can publish it anyway.", "Bạn vẫn có thể đăng bài.";
        from_notes_lead: "This article consists of your notes.", "Bài viết này được ghép từ ghi chép của bạn.";
        from_notes_more: "They were put in order, not rewritten. Read it from start to end; then publish it.", "Ghi chép được sắp xếp lại chứ không viết lại. Hãy đọc từ đầu đến cuối rồi đăng bài.";
        warnings: "What you should know", "Điều bạn nên biết";
        score: "Quality score", "Điểm chất lượng";
        of_100: "of 100", "trên 100";
        not_graded: "Not graded: these are your own words.", "Không chấm điểm: đây là lời của chính bạn.";
        all_pass: "Every check that was measured passed", "Đạt mọi mục kiểm tra đã đo";
        checks_failed: "check failed|checks failed", "mục kiểm tra không đạt";
        checks_passed: "check passed|checks passed", "mục kiểm tra đạt";
        checks_unmeasured: "check not measured|checks not measured", "mục không đo";
        copy_html: "Copy HTML", "Sao chép HTML";
        copy_markdown: "Copy Markdown", "Sao chép Markdown";
        published_at: "Published at", "Đã đăng tại";
        download: "Download", "Tải xuống";
        contents: "Headings", "Mục lục";
        returned: "Returned", "Hoàn lại";
        charged: "Charged", "Đã trừ";
        about: "About", "Thông tin";
        words: "Words", "Số từ";
        minutes: "minute|minutes", "phút đọc";
        written_by: "Written by", "Người viết";
        you: "you", "bạn";
        tier_standard: "standard", "tiêu chuẩn";
        tier_notes: "from notes", "từ ghi chép";
        rests_on: "Based on", "Dựa trên";
        research_search: "search results", "kết quả tìm kiếm";
        research_sources: "your sources", "nguồn của bạn";
        research_none: "no sources", "không có nguồn";
        counts: "Sources", "Nguồn";
        faq: "FAQ", "Hỏi đáp";
        text: "Text", "Phần chữ";
        page: "Page", "Trang";
        not_published: "not published", "chưa đăng";
        since: "since", "từ";
        engines: "Search engines", "Công cụ tìm kiếm";
        not_notified: "not notified", "chưa báo";
        notified_updated: "notified of the page", "đã báo có trang";
        notified_deleted: "notified that the page is gone", "đã báo trang đã gỡ";
        engine_pending: "is being notified", "đang báo";
        engine_failed: "could not be notified", "không báo được";
        crawl: "Expect a crawl before", "Có thể được thu thập trước";
        regenerate: "Regenerate a section", "Tạo lại một phần";
        regenerate_lead: "1 credit per character; about twice the section’s length is reserved. The old text stays until the new one is ready.", "1 credit mỗi ký tự; tạm giữ khoảng gấp đôi độ dài của phần. Nội dung cũ giữ nguyên cho đến khi có nội dung mới.";
        regenerate_do: "Regenerate", "Tạo lại";
        section: "Section", "Phần";
        unused: "Left out of your notes", "Không dùng trong ghi chép của bạn";
        unused_lead: "These passages are not in the article. Your notes themselves stay as you wrote them.", "Những đoạn này không có trong bài. Bản ghi chép của bạn vẫn giữ nguyên.";
        unused_same: "Says the same as another passage", "Trùng ý với một đoạn khác";
        unused_length: "The article has the requested length without it", "Bài đã đủ độ dài yêu cầu";
        unused_outline: "Fits no heading of your outline", "Không thuộc tiêu đề nào trong dàn ý của bạn";
        unused_empty: "Has no content of its own", "Không có nội dung riêng";
        unused_other: "Left out", "Không dùng";
        done_published: "The article was published.", "Đã đăng bài.";
        done_unpublished: "The article was taken off the site.", "Đã gỡ bài khỏi website.";
        done_saved: "Title and metadata were saved.", "Đã lưu tiêu đề và mô tả.";
        done_section: "The section is being regenerated. Reload the page in a moment.", "Phần này đang được tạo lại. Hãy tải lại trang sau giây lát.";
        done_cancelled: "The request was cancelled.", "Đã huỷ yêu cầu.";
        refused: "That was not done.", "Chưa thực hiện được.";
        no_credits: "Not enough credits.", "Không đủ credit.";
        too_expensive: "It costs more than your maximum.", "Chi phí vượt mức tối đa của bạn.";
        too_many: "Too many articles are being written at once; try again when one is done.", "Đang viết quá nhiều bài cùng lúc; hãy thử lại khi một bài hoàn thành.";
        too_fast: "Too many calls in a short time; try again in a moment.", "Quá nhiều lượt gọi trong thời gian ngắn; hãy thử lại sau giây lát.";
        too_large: "The text is too long to be sent at once; shorten it.", "Nội dung quá dài để gửi một lần; hãy rút gọn.";
        wrong_state: "The article is in a state that does not allow it: it is done already, or other work on it is in progress.", "Trạng thái của bài không cho phép: bài đã xong, hoặc đang có việc khác trên bài này.";
        being_taken: "The same request is in progress already.", "Yêu cầu này đang được thực hiện.";
        no_engine: "No text engine is configured, so no model can write it.", "Chưa cấu hình công cụ viết, nên không có mô hình nào viết được bài.";
        not_possible: "The service can’t do this now. You were not charged.", "Dịch vụ chưa thực hiện được. Bạn không bị trừ credit.";
        buy: "Buy credits", "Mua credit";
    }
}

impl Texts {
    /// The label of a title or metadata field, for the list of errors.
    pub(super) fn label<'a>(&self, field: &'a str) -> &'a str {
        match field {
            "title" => self.article,
            "metaTitle" => self.meta_title,
            "metaDescription" => self.meta_description,
            other => other,
        }
    }

    /// The name of a stage.
    pub(super) fn stage(&self, stage: &str) -> &'static str {
        match stage {
            "research" => self.researching,
            "outline" => self.outlining,
            "approval" => self.waits,
            "writing" => self.writing,
            "images" => self.images,
            "quality" => self.quality,
            "publishing" => self.publishing,
            _ => self.queued,
        }
    }

    /// The name of a grading criterion.
    pub(super) fn criterion<'a>(&self, criterion: &'a str) -> &'a str {
        match criterion {
            "answer" => self.judge_answer,
            "evidence" => self.judge_evidence,
            "completeness" => self.judge_completeness,
            "order" => self.judge_order,
            "wording" => self.judge_wording,
            other => other,
        }
    }

    /// The name of a mode.
    pub(super) fn kind(&self, mode: &str) -> &'static str {
        match mode {
            "brief" => self.kind_brief,
            "notes" => self.kind_notes,
            _ => self.kind_model,
        }
    }

    /// Why a passage was left out.
    pub(super) fn unused_reason(&self, reason: &str) -> &'static str {
        match reason {
            "same_as_another" => self.unused_same,
            "over_length" => self.unused_length,
            "outside_outline" => self.unused_outline,
            "no_content" => self.unused_empty,
            _ => self.unused_other,
        }
    }

    /// The text for an error code of the API.
    pub(super) fn refusal(&self, code: &str) -> &'static str {
        match code {
            "insufficient_credits" => self.no_credits,
            "cost_limit_exceeded" => self.too_expensive,
            "too_many_jobs" => self.too_many,
            "rate_limited" => self.too_fast,
            "body_too_large" => self.too_large,
            "not_cancellable" => self.wrong_state,
            "idempotency_in_progress" => self.being_taken,
            "provider_not_configured" => self.no_engine,
            _ => self.not_possible,
        }
    }
}
