//! The first page that people see.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::prices::Operation;
use http::HeaderValue;
use http::header::VARY;

use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::checks;
use crate::pages::price_table::{PriceTable, price_table};
use crate::pages::public_site::{About, Head, Reader, surround};
use crate::state::Dashboard;
use crate::texts::texts;

texts! {
    /// Words of the page. The example is what `rankwright write --sandbox` wrote on the keyword, with its figures.
    Texts {
        title: "SEO articles, keywords and audits by API", "API bài viết SEO, từ khoá và kiểm tra trang";
        heading: "SEO content, made to measure", "Nội dung SEO, đo được từng chi tiết";
        description: "An HTTP API that writes, illustrates, researches and audits search content, measures every article, and is paid by the call with prepaid credits.", "API viết bài, vẽ hình, nghiên cứu và kiểm tra nội dung tìm kiếm, đo từng bài viết trước khi giao, trả theo lần gọi bằng tín dụng mua trước.";
        lead: "One API writes articles from sources, draws their pictures, reads search results, finds keywords and audits pages. Every article is measured before you get it, and you see the figures.", "Một API viết bài từ nguồn, vẽ hình minh hoạ, đọc kết quả tìm kiếm, tìm từ khoá và kiểm tra trang. Mỗi bài viết đều được đo trước khi giao, và bạn thấy được các con số.";
        sign_up: "Make an account", "Tạo tài khoản";
        reference: "Read the API reference", "Đọc tài liệu API";
        test_keys: "Test keys cost no money: they run the same code against a sandbox.", "Khoá thử không tốn tiền: cùng một mã chạy trong môi trường thử.";
        example: "From an article that Rankwright wrote in its sandbox on “how to make cold brew coffee”", "Trích bài viết mà Rankwright đã viết trong môi trường thử về “cách pha cà phê phin”";
        example_title: "How to Make Cold Brew Coffee That Tastes Round and Clean", "Cách pha cà phê phin tại nhà: tỷ lệ, nước và nhịp giọt";
        example_text: "The short answer to how to make cold brew coffee is this: soak coarse grounds in cool water overnight, strain them out and keep the liquid cold. One part coffee to eight parts water, by weight, gives a mild concentrate that you thin with an equal amount of water or milk.", "Cách pha cà phê phin cho ra một ly đậm mà không chua, không khét nằm ở bốn việc: đong đủ bột, giữ nước thật nóng, ủ trước khi rót và để phin nhỏ giọt chừng năm phút.";
        example_score: "94", "93";
        example_score_label: "Quality score 94 of 100", "Điểm chất lượng 93 trên 100";
        example_figures: "1,570 words, 7 sources, 1 picture, 14,763 credits", "1.572 từ, 7 nguồn, 1 hình, 12.847 tín dụng";
        every_gate: "All 25 gates passed", "Đạt cả 25 tiêu chí";
        kept: ": kept", ": đạt";
        gate_length: "Difference from the wanted length", "Chênh lệch so với độ dài yêu cầu";
        gate_length_value: "4.7 %", "4,8 %";
        gate_length_limit: "at most 10 %", "tối đa 10 %";
        gate_copy: "Copied from one page", "Sao chép từ một trang";
        gate_copy_value: "0 %", "0 %";
        gate_copy_limit: "at most 5 % of sequences of eight words", "tối đa 5 % chuỗi tám từ";
        gate_numbers: "Figures without a source", "Số liệu không có nguồn";
        gate_numbers_limit: "none", "không được có";
        call: "One call orders it", "Đặt bài bằng một lần gọi";
        call_lead: "The answer comes at once, with an identifier and the address of its status. Watch it by polling, by server-sent events or by webhook; status is free.", "Câu trả lời đến ngay, kèm mã bài viết và địa chỉ trạng thái. Theo dõi bằng cách hỏi lại, sự kiện từ máy chủ hoặc webhook; xem trạng thái không mất phí.";
        call_body: "'{\"focusKeyword\": \"how to make cold brew coffee\", \"targetWordCount\": 1500}'", "'{\"focusKeyword\": \"cách pha cà phê phin\", \"targetWordCount\": 1500, \"language\": \"vi\"}'";
        can: "What it does", "Dịch vụ làm được gì";
        articles: "Articles", "Bài viết";
        articles_lead: "1,500 to 5,000 words with headings, questions and answers, structured data and pictures, written from sources and checked against gates.", "1.500 đến 5.000 từ với các tiêu đề, hỏi đáp, dữ liệu có cấu trúc và hình ảnh, viết từ nguồn và kiểm tra theo tiêu chí.";
        images: "Images", "Hình ảnh";
        images_lead: "Pictures in four sizes, with lettering found and painted over, stored for good at an address that never changes.", "Bốn kích thước, chữ trong hình được phát hiện và xoá, lưu trữ lâu dài tại một địa chỉ không đổi.";
        serp: "Search results", "Kết quả tìm kiếm";
        serp_lead: "The top ten for a query: intent, what competitors cover and you don’t, and what people also ask.", "Mười kết quả đầu: ý định tìm kiếm, những gì đối thủ có mà bạn chưa có, và các câu hỏi liên quan.";
        suggestions: "Suggestions", "Gợi ý từ khoá";
        suggestions_lead: "Long-tail keywords from live autocomplete feeds. The target is an answer in less than 200 ms.", "Từ khoá dài từ nguồn tự động hoàn thành trực tiếp. Mục tiêu là trả lời dưới 200 ms.";
        ideas: "Keyword ideas", "Ý tưởng từ khoá";
        ideas_lead: "Search volume by month, competition and bids from an advertising platform’s planner.", "Lượng tìm kiếm theo tháng, mức cạnh tranh và giá thầu từ công cụ lập kế hoạch quảng cáo.";
        audits: "Audits", "Kiểm tra trang";
        audits_lead: "checks on HTML, structured data, links, speed and more, with a real browser and a remedy for each finding.", "mục về HTML, dữ liệu có cấu trúc, liên kết, tốc độ và nhiều hơn nữa, với trình duyệt thật và cách khắc phục.";
        indexing: "Indexing", "Lập chỉ mục";
        indexing_lead: "When an article is published, search engines are told. A crawl may be expected within 1 to 24 hours. It is part of the article’s price.", "Khi bài được đăng, công cụ tìm kiếm được báo ngay. Dự kiến được thu thập trong 1 đến 24 giờ. Đã gồm trong giá bài viết.";
        sandbox: "Sandbox", "Môi trường thử";
        sandbox_lead: "Test keys never touch a provider or real credits. They run the same code, and faults can be asked for, so you can test how your side takes them.", "Khoá thử không chạm tới nhà cung cấp hay tín dụng thật. Cùng một mã được chạy, và có thể yêu cầu lỗi để thử phía bạn.";
        see_checks: "See every check", "Xem mọi mục kiểm tra";
        price: "Pay for what you use", "Dùng bao nhiêu trả bấy nhiêu";
        price_lead: "No subscription and no seats. 100,000 credits are 1.00 USD, about 25,000 VND. Credits never expire, and a failed call is never charged.", "Không thuê bao, không tính theo người dùng. 100.000 tín dụng là 1,00 USD, khoảng 25.000 VND. Tín dụng không hết hạn, và lần gọi thất bại không bị tính phí.";
        calculate: "Calculate a price", "Tính giá";
        own: "Run it yourself", "Tự vận hành";
        own_lead: "Rankwright is one Rust binary with an embedded default for every part: SQLite, disk, an illustrator. It starts with nothing else, prints the dashboard’s address and two keys, and takes the providers that you bring.", "Rankwright là một tệp chạy viết bằng Rust, có sẵn mọi thành phần: SQLite, đĩa, bộ vẽ hình. Chỉ cần khởi động là có địa chỉ bảng điều khiển và hai khoá, rồi dùng các nhà cung cấp bạn chọn.";
        terminal: "Terminal", "Dòng lệnh";
    }
}

#[derive(Template)]
#[template(path = "landing.html")]
struct LandingPage<'a> {
    frame: &'a Frame,
    head: &'a Head,
    words: &'static Texts,
    public_url: &'a str,
    article_call: &'static str,
    checks: i64,
    prices: PriceTable,
}

const fn about(words: &Texts) -> About {
    About {
        path: "/",
        section: Section::Nowhere,
        title: words.title,
        heading: words.heading,
        description: words.description,
    }
}

/// The page.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let (frame, head) = surround(&dashboard, &stranger, &about(words));
    let answer = LandingPage {
        frame: &frame,
        head: &head,
        words,
        public_url: &dashboard.settings.public_url,
        article_call: Operation::ArticlesGenerate.as_str(),
        checks: checks::count(),
        prices: price_table(stranger.language, false),
    };
    let mut response = page(&frame, &answer)?;
    // At the same address programs get JSON.
    response.headers_mut().insert(VARY, HeaderValue::from_static("Accept, Accept-Language, Cookie"));
    Ok(response)
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;
    use crate::frame::Door;
    use crate::language::Theme;
    use crate::pages::public_site::tests::{assert_told_well, sample_head};

    /// The page for somebody whom it leads to `door`.
    fn render(door: Door) -> String {
        let words = Texts::of(Language::ENGLISH);
        let frame = Frame { door, ..Frame::public(Language::ENGLISH, Theme::Auto, words.title) };
        let page = LandingPage {
            frame: &frame,
            head: &sample_head(&about(words)),
            words,
            public_url: "https://seo.example.com",
            article_call: Operation::ArticlesGenerate.as_str(),
            checks: 1,
            prices: price_table(Language::ENGLISH, false),
        };
        page.render().unwrap()
    }

    #[test]
    fn header_and_call_to_action_lead_where_the_reader_can_go() {
        let expected: [(Door, &[&str], &[&str]); 3] = [
            (Door::Dashboard, &["/dashboard"], &["/login", "/signup"]),
            (Door::LogInOrSignUp, &["/login", "/signup"], &["/dashboard"]),
            (Door::LogIn, &["/login"], &["/dashboard", "/signup"]),
        ];
        for (door, open, closed) in expected {
            let html = render(door);
            let leads_to = |path: &&str| html.contains(&format!("href=\"{path}\""));
            assert!(open.iter().all(leads_to), "{door:?} {html}");
            assert!(!closed.iter().any(leads_to), "{door:?} {html}");
        }
    }

    #[test]
    fn results_show_the_page_well() {
        for words in [Language::ENGLISH, Language::VIETNAMESE].map(Texts::of) {
            assert_told_well(words.title, words.description);
        }
    }
}
