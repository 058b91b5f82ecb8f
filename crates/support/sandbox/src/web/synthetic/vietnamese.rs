use super::patterns::{Patterns, Section};

pub(super) const PATTERNS: Patterns = Patterns {
    language: "vi",
    notice: "Đây là trang dữ liệu giả lập (sandbox) về {s}: được tạo theo mẫu và không mô tả điều gì có thật.",
    guide_titles: &[
        "{s}: hướng dẫn thực tế",
        "cách bắt đầu với {s}",
        "{s}: {n} bước dễ hiểu",
        "{s} cho người mới",
    ],
    comparison_titles: &["so sánh {n} lựa chọn {s}", "{s} loại nào tốt?", "{s}: bảng so sánh nhanh"],
    shop_titles: &["{s} còn hàng, giao trong {n} ngày", "mua {s} trực tuyến", "{s}: bảng giá và mẫu mã"],
    forum_titles: &["hỏi về {s}", "{s}: mọi người làm thế nào?", "lần đầu thử {s}"],
    news_titles: &["{s}: năm nay có gì mới", "ngày càng nhiều người hỏi về {s}", "khuyến nghị mới về {s}"],
    institution_titles: &[
        "{s}: thông tin cho người dân",
        "{s}: câu hỏi thường gặp",
        "những điều cần biết về {s}",
    ],
    descriptions: &[
        "{s} nhiều mẫu, còn hàng, giao trong {n} đến {m} ngày, đổi trả miễn phí trong một tháng. Dữ liệu giả lập của sandbox.",
        "{s} cần những gì, tốn bao nhiêu và nên tránh lỗi nào, gói trong {n} mục ngắn. Dữ liệu giả lập của sandbox.",
        "tổng quan về {s}: các bước, thời gian cần thiết và câu trả lời cho câu hỏi thường gặp. Dữ liệu giả lập của sandbox.",
    ],
    sections: &[
        Section {
            headings: &["{s} là gì?", "{s} nói ngắn gọn", "kiến thức cơ bản về {s}"],
            sentences: &[
                "người ta dùng từ {s} cho nhiều thứ khác nhau, nên trước hết hãy nói rõ bạn muốn nói đến thứ nào.",
                "phần lớn các mô tả thống nhất về {n} phần và chỉ khác nhau ở thứ tự.",
                "hãy bắt đầu từ phần mà bạn tự kiểm tra được.",
            ],
        },
        Section {
            headings: &["{s} giá bao nhiêu?", "ngân sách", "chi phí ban đầu và chi phí duy trì"],
            sentences: &[
                "nên dự trù {n}00.000 đến {m}00.000 đồng cho mức đơn giản và gấp đôi nếu muốn thoải mái.",
                "chi phí duy trì rất dễ bị quên; hãy ghi lại cho cả một năm.",
                "nơi rẻ hơn hẳn thường đã bỏ bớt một thứ gì đó.",
            ],
        },
        Section {
            headings: &["mất bao lâu?", "thời gian cần thiết", "lịch làm hợp lý"],
            sentences: &[
                "hãy dành {n} đến {m} ngày cho {s}, lần đầu thường lâu hơn.",
                "phần chờ đợi thường dài nhất và không thể rút ngắn.",
                "ghi lại ngày tháng thì lần thứ hai sẽ dễ sắp xếp hơn.",
            ],
        },
        Section {
            headings: &["từng bước một", "cách làm", "các bước thực hiện"],
            sentences: &[
                "chuẩn bị đầy đủ trước khi bắt đầu {s}.",
                "chia việc thành {n} bước nhỏ và xem lại kết quả sau mỗi bước.",
                "thấy điều gì không ổn thì dừng lại và lùi một bước.",
                "dọn dẹp ngay, vì để sau sẽ mất công gấp {m} lần.",
            ],
        },
        Section {
            headings: &["lỗi thường gặp", "sai ở đâu?", "những lỗi nên tránh"],
            sentences: &[
                "lỗi hay gặp nhất với {s} là mua trước khi đo.",
                "kế đến là thay đổi {n} thứ cùng lúc nên không biết thứ nào có tác dụng.",
                "một danh sách và chút kiên nhẫn là đủ để tránh cả hai.",
            ],
        },
        Section {
            headings: &["chọn thế nào?", "tiêu chí lựa chọn", "cần để ý điều gì"],
            sentences: &[
                "hãy so sánh {s} theo nhu cầu hằng tuần chứ không theo nhu cầu một năm một lần.",
                "hỏi kỹ kích thước, khối lượng, bảo hành và giá phụ tùng.",
                "hai nguồn tốt nói khác nhau thường vì nói về hai trường hợp khác nhau.",
            ],
        },
        Section {
            headings: &["bảo quản ra sao?", "chăm sóc và cất giữ", "bảo dưỡng"],
            sentences: &[
                "kiểm tra nhanh {n} tuần một lần là giữ được {s} ổn định.",
                "cất nơi khô ráo, tránh nắng.",
                "thay phần đã mòn trước khi nó làm hỏng phần khác.",
            ],
        },
        Section {
            headings: &["có an toàn không?", "an toàn", "rủi ro"],
            sentences: &[
                "đọc hướng dẫn đi kèm {s} trước khi dùng.",
                "giữ trẻ em và vật nuôi ở xa khi đang làm.",
                "nếu còn ngờ, hãy hỏi người làm nghề.",
            ],
        },
        Section {
            headings: &["cách khác", "còn lựa chọn nào nữa?", "phương án thay thế"],
            sentences: &[
                "{s} không phải cách duy nhất để có cùng kết quả.",
                "nếu mỗi năm cần chưa tới {n} lần thì mượn hoặc thuê rẻ hơn.",
                "thử không dùng trong một tháng cũng cho biết bạn cần nó đến đâu.",
            ],
        },
    ],
    table: "| Lựa chọn | Hợp với | Giá | Điểm |\n|---|---|---|---|\n| {s} đơn giản | thử lần đầu | {n}50.000đ | 3,9 |\n\
            | {s} trung bình | dùng hằng tuần | {m}00.000đ | 4,4 |\n| {s} cỡ lớn | dùng hằng ngày | {m}.900.000đ | 4,2 |\n\n",
    offer: "**{m}90.000đ** · Còn hàng · Giao trong {n} ngày · Đổi trả 30 ngày\n\n| Hạng mục | Chi tiết |\n|---|---|\n\
            | Mẫu | {s} đơn giản |\n| Khối lượng | {n},{m} kg |\n| Bảo hành | {n} năm |\n| Màu | xám, xanh lá, cát |\n\n\
            Đặt trước 12 giờ trưa, hàng rời kho trong ngày. Phụ tùng có bán ít nhất {m} năm.\n\n",
    replies_heading: "Trả lời",
    replies: &[
        "em thử {s} được {n} tuần rồi mà không chắc mình làm đúng. Vẫn được, nhưng lâu hơn mọi người nói.",
        "lúc đầu ai cũng vậy. Tôi phải thử {m} lần mới quen tay, mỗi lần đều ghi lại đã đổi gì.",
        "bác xem lại phần cơ bản của {s} trước khi mua thêm đồ. Nhà tôi sửa cách rẻ là đủ.",
        "đo trước đã. Không có số liệu thì ở đây chỉ đoán, {n} người sẽ cho {m} câu trả lời.",
    ],
    authors: &["Lê Hạ Vy", "Trần Minh Khôi", "Phạm Thu Giang", "Đỗ Quốc Bảo", "Ngô An Nhiên"],
    questions: &[
        ("{s} là gì?", Some("từ {s} chỉ nhiều thứ khác nhau; phần lớn các mô tả thống nhất về {n} phần.")),
        ("{s} giá bao nhiêu?", Some("nên dự trù {n}00.000 đến {m}00.000 đồng cho mức đơn giản.")),
        ("{s} mất bao lâu?", Some("hãy dành {n} đến {m} ngày, lần đầu thường lâu hơn.")),
        ("có nên chọn {s} không?", Some("tùy bạn cần nhiều hay ít; dưới {n} lần một năm thì thuê rẻ hơn.")),
        ("mùa mưa có làm {s} được không?", None),
    ],
    related: &[
        "{s} cho người mới",
        "{s} giá bao nhiêu",
        "{s} loại nào tốt",
        "cách làm {s}",
        "lỗi khi làm {s}",
        "{s} ở đâu",
        "kinh nghiệm {s}",
        "{s} và cách thay thế",
    ],
};
