//! Texts of the editor and of the list of versions.

use crate::texts::texts;

texts! {
    Texts {
        edit: "Edit", "Chỉnh sửa";
        heading: "Edit article", "Chỉnh sửa bài viết";
        title: "Title", "Tiêu đề";
        slug: "Slug", "Slug";
        slug_hint: "The last part of the URL: a to z, digits and hyphens. It cannot change while the article is published.", "Phần cuối của URL: chữ cái a đến z, chữ số và dấu gạch nối. Không đổi được khi bài đang đăng.";
        metadata: "Title and metadata", "Tiêu đề và mô tả";
        excerpt: "Summary for lists", "Tóm tắt cho danh sách";
        body: "Text", "Nội dung";
        body_lead: "Markdown: **strong**, *emphasis*, [words](URL), lists, tables, > **Tip:** …. Cite a source by its number in brackets: [1].", "Markdown: **đậm**, *nhấn mạnh*, [chữ](URL), danh sách, bảng, > **Mẹo:** …. [1] trích nguồn theo số thứ tự.";
        introduction: "Introduction", "Mở bài";
        part_heading: "Heading", "Tiêu đề phần";
        markdown: "Text in Markdown", "Nội dung Markdown";
        live: "Preview", "Xem trước";
        preview: "Preview", "Xem trước";
        preview_lead: "Nothing is saved yet.", "Chưa lưu gì cả.";
        sources: "Sources", "Nguồn";
        images: "Images", "Hình ảnh";
        image: "Image", "Hình";
        alt: "Alternative text", "Văn bản thay thế";
        caption: "Caption", "Chú thích";
        replacement: "Replace with", "Thay bằng";
        keep: "Keep this image", "Giữ hình này";
        save: "Save", "Lưu";
        save_anyway: "Save my fields onto the latest version", "Lưu các mục tôi sửa vào phiên bản mới nhất";
        not_saved: "The change was not saved.", "Thay đổi chưa được lưu.";
        newer: "Someone saved this article while you edited it. Your text is still here.", "Đã có người lưu bài viết này trong khi bạn chỉnh sửa. Nội dung của bạn vẫn còn ở đây.";
        taken: "Another article has this slug.", "Một bài viết khác đã dùng slug này.";
        busy: "Other work on this article is in progress. Try again when it is finished.", "Đang có thao tác khác với bài viết này. Hãy thử lại sau.";
        done_saved: "The change was saved, and the checks were measured again.", "Đã lưu thay đổi và đo lại các mục kiểm tra.";
        done_restored: "The version was restored.", "Đã khôi phục phiên bản.";
        done_same: "Nothing was changed.", "Không có gì thay đổi.";
        refused: "The version was not restored: someone saved the article meanwhile, or other work on it is in progress.", "Chưa khôi phục được: có người vừa lưu bài viết, hoặc đang có thao tác khác.";
        versions: "Versions", "Các phiên bản";
        version: "Version", "Phiên bản";
        latest: "Latest", "Mới nhất";
        when: "Saved", "Lưu lúc";
        who: "By", "Người lưu";
        service: "Rankwright", "Rankwright";
        what: "Changes", "Thay đổi";
        as_written: "As it was written", "Như lúc viết xong";
        restored_from: "Restored version", "Khôi phục phiên bản";
        restore: "Restore", "Khôi phục";
        difference: "Changes since version", "Thay đổi so với phiên bản";
        no_difference: "This is the oldest version that is kept.", "Đây là phiên bản cũ nhất còn lưu.";
        added: "Added:", "Thêm:";
        removed: "Removed:", "Bỏ:";
        section: "Section", "Phần";
        faq: "FAQ", "Câu hỏi thường gặp";
        rewritten: "Rewritten section", "Phần viết lại";
        meta_title: "Title in search results", "Tiêu đề trên trang kết quả";
        meta_description: "Description in search results", "Mô tả trên trang kết quả";
    }
}

impl Texts {
    /// The name of a field that a version changed.
    pub(super) fn field(&self, name: &str) -> String {
        match name {
            "title" => self.title.to_owned(),
            "slug" => self.slug.to_owned(),
            "metaTitle" => self.meta_title.to_owned(),
            "metaDescription" => self.meta_description.to_owned(),
            "excerpt" => self.excerpt.to_owned(),
            "sections" => self.rewritten.to_owned(),
            "sections.introduction" => self.introduction.to_owned(),
            "sections.faq" => self.faq.to_owned(),
            other => match other.split_once('.') {
                Some(("sections", id)) => format!("{} {id}", self.section),
                _ => self.image.to_owned(),
            },
        }
    }
}
