//! The landing page.

mod records;

use askama::Template;
use askama::filters::Safe;
use axum::extract::State;
use axum::response::Response;
use domain::locale::Language;
use domain::prices::Operation;
use http::HeaderValue;
use http::header::VARY;

use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::articles::{GateRow, query_type};
use crate::pages::checks;
use crate::pages::price_table::{PriceTable, price_table};
use crate::pages::public_site::{About, Head, Reader, marked_english, surround};
use crate::state::Dashboard;
use crate::texts::texts;
use records::{ARTICLE_COMMAND, Records};

texts! {
    Texts {
        title: "SEO articles, keywords and audits by API", "API bài viết SEO, từ khoá và kiểm tra trang";
        heading: "SEO content, measured", "Nội dung SEO, đo được từng chi tiết";
        description: "An HTTP API that writes, illustrates, researches and audits search content, measures every article, and is paid by the call with prepaid credits.", "API viết bài, vẽ hình, nghiên cứu và kiểm tra nội dung tìm kiếm, đo từng bài viết trước khi giao, trả theo lần gọi bằng credit mua trước.";
        lead: "One API writes articles from sources, generates their images, reads search results, finds keywords and audits pages. Every article is measured before you get it, and you see the figures.", "Một API viết bài từ nguồn, tạo hình minh hoạ, đọc kết quả tìm kiếm, tìm từ khoá và kiểm tra trang. Mỗi bài viết đều được đo trước khi giao, và bạn thấy được các con số.";
        sign_up: "Create an account", "Tạo tài khoản";
        reference: "Read the API reference", "Đọc tài liệu API";
        test_keys: "Test keys cost no money: they run the same code against a sandbox.", "Khoá thử nghiệm không tốn tiền: cùng một mã chạy trong sandbox.";
        recorded_run: "Recorded run", "Lần chạy được ghi lại";
        recorded_by: "A language model wrote this article from notes with invented measurements. Its replies are recorded, and this command writes the article from them again.", "Một mô hình ngôn ngữ viết bài này từ các ghi chép có số đo hư cấu. Các câu trả lời của mô hình được ghi lại, và dịch vụ tạo lại bài viết từ đó.";
        sandbox_sample: "Sandbox sample", "Mẫu từ sandbox";
        again: "Reproduce it", "Tạo lại";
        score: "Quality score", "Điểm chất lượng";
        of_100: "of 100", "trên 100";
        of: "of", "trên";
        checks_pass: "checks pass", "tiêu chí đạt";
        passed: "passed", "đạt";
        not_passed: "not passed", "chưa đạt";
        words: "Words", "Từ";
        sources: "Sources", "Nguồn";
        citations: "Citations", "Trích dẫn";
        samples: "Research and audits, on your machine", "Nghiên cứu và kiểm tra, ngay trên máy của bạn";
        samples_lead: "The sandbox is a small invented web that is the same everywhere. These commands run offline, without a key, and give you the same brief and the same report.", "Sandbox là một mạng trang web nhỏ, hư cấu, giống nhau ở mọi nơi. Các lệnh này chạy không cần mạng, không cần khoá, và cho bạn đúng brief và báo cáo này.";
        brief: "Content brief", "Brief nội dung";
        query_type: "Type of query", "Loại truy vấn";
        sections: "Sections", "Số phần";
        facts: "Facts found", "Dữ kiện tìm được";
        pages_read: "Pages read", "Số trang đã đọc";
        differ: "Where sources differ", "Chỗ các nguồn khác nhau";
        questions: "Questions from searchers", "Câu hỏi thường gặp";
        audit: "On-page audit", "Kiểm tra trang";
        audit_score: "Audit score", "Điểm kiểm tra";
        issues: "Issues", "Vấn đề";
        passed_checks: "Checks passed", "Mục đạt";
        worst: "Most serious issues", "Vấn đề nghiêm trọng nhất";
        call: "One call requests it", "Chỉ cần một lệnh gọi";
        call_lead: "The response comes at once, with an id and a status URL. Poll it, stream server-sent events or receive a webhook. Reading the status is free.", "Phản hồi đến ngay, kèm mã bài viết và URL trạng thái. Theo dõi bằng cách hỏi lại, server-sent events hoặc webhook. Xem trạng thái không mất phí.";
        call_body: "'{\"focusKeyword\": \"how to make cold brew coffee\", \"targetWordCount\": 1500}'", "'{\"focusKeyword\": \"cách pha cà phê phin\", \"targetWordCount\": 1500, \"language\": \"vi\"}'";
        can: "What it does", "Dịch vụ làm được gì";
        articles: "Articles", "Bài viết";
        articles_lead: "1,500 to 5,000 words with headings, questions and answers, structured data and images, written from sources and checked before delivery.", "1.500 đến 5.000 từ với các tiêu đề, hỏi đáp, dữ liệu có cấu trúc và hình ảnh, viết từ nguồn và được kiểm tra trước khi giao.";
        images: "Images", "Hình ảnh";
        images_lead: "Images in four sizes, with stray text removed, stored at a permanent URL.", "Hình ảnh bốn kích thước, chữ thừa được xoá, lưu tại một URL cố định.";
        serp: "Search results", "Kết quả tìm kiếm";
        serp_lead: "The top ten for a query: intent, what competitors cover and you don’t, and related questions.", "Mười kết quả đầu: ý định tìm kiếm, những gì đối thủ có mà bạn chưa có, và các câu hỏi liên quan.";
        suggestions: "Suggestions", "Gợi ý từ khoá";
        suggestions_lead: "Long-tail keywords from live autocomplete feeds. The target is an answer in less than 200 ms.", "Từ khoá dài từ nguồn tự động hoàn thành trực tiếp. Mục tiêu là trả lời dưới 200 ms.";
        ideas: "Keyword ideas", "Ý tưởng từ khoá";
        ideas_lead: "Search volume by month, competition and bids from an advertising platform’s planner.", "Lượng tìm kiếm theo tháng, mức cạnh tranh và giá thầu từ công cụ lập kế hoạch quảng cáo.";
        audits: "Audits", "Kiểm tra trang";
        audits_lead: "checks on HTML, structured data, links, speed and more, with a real browser and a remedy for each finding.", "mục về HTML, dữ liệu có cấu trúc, liên kết, tốc độ và nhiều hơn nữa, với trình duyệt thật và cách khắc phục.";
        indexing: "Indexing", "Lập chỉ mục";
        indexing_lead: "When an article is published, search engines are notified. Expect a crawl within 1 to 24 hours. Included in the article’s price.", "Khi bài được đăng, công cụ tìm kiếm được báo ngay. Dự kiến được thu thập trong 1 đến 24 giờ. Đã gồm trong giá bài viết.";
        sandbox: "Sandbox", "Sandbox";
        sandbox_lead: "Test keys never reach a provider or real credits. They run the same code, and you can trigger faults to test how your side handles them.", "Khoá thử nghiệm không chạm tới nhà cung cấp hay credit thật. Cùng một mã được chạy, và bạn có thể tạo lỗi để kiểm tra phía mình.";
        see_checks: "See every check", "Xem mọi mục kiểm tra";
        price: "Pay for what you use", "Dùng bao nhiêu trả bấy nhiêu";
        price_lead: "No subscription and no seats. 100,000 credits cost $1.00, about 25,000 ₫. Credits never expire, and a failed call is never charged.", "Không thuê bao, không tính theo người dùng. 100.000 credit có giá $1,00, khoảng 25.000 ₫. Credit không hết hạn, và lệnh gọi thất bại không bị tính phí.";
        calculate: "Calculate a price", "Tính giá";
        own: "Run it yourself", "Tự vận hành";
        own_lead: "Rankwright is one Rust binary with an embedded default for every part: SQLite, disk, an image generator. It starts without anything else, prints the dashboard’s URL and two keys, and uses the providers that you configure.", "Rankwright là một tệp chạy viết bằng Rust, có sẵn mọi thành phần: SQLite, đĩa, bộ tạo hình. Chỉ cần khởi động là có URL bảng điều khiển và hai khoá, rồi dùng các nhà cung cấp bạn cấu hình.";
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
    records: &'a Records,
    article_command: &'static str,
    /// Some checks of the recorded article.
    gates: Vec<GateRow>,
    measured: usize,
    passed: usize,
    query_type: &'static str,
    /// The worst issues of the audit, each with the name and the colour of its severity.
    issues: Vec<(&'static str, &'static str, &'a records::Issue)>,
    marked_english: Safe<&'static str>,
}

impl<'a> LandingPage<'a> {
    fn new(
        frame: &'a Frame,
        head: &'a Head,
        public_url: &'a str,
        records: &'a Records,
        language: Language,
    ) -> Self {
        let gates = records.article.telling().map(|gate| GateRow::new(gate, language));
        let issue = |issue: &'a records::Issue| {
            let (severity, colour) = checks::severity(issue.severity, language);
            (severity, colour, issue)
        };
        Self {
            frame,
            head,
            words: Texts::of(language),
            public_url,
            article_call: Operation::ArticlesGenerate.as_str(),
            checks: checks::count(),
            prices: price_table(language, false),
            records,
            article_command: ARTICLE_COMMAND,
            gates: gates.collect(),
            measured: records.article.measured().count(),
            passed: records.article.measured().filter(|gate| gate.passed).count(),
            query_type: query_type(&records.brief.result.query_type, language),
            issues: records.audit.result.worst().into_iter().map(issue).collect(),
            marked_english: marked_english(language),
        }
    }
}

const fn about(words: &Texts) -> About<'_> {
    About {
        path: "/",
        section: Section::Nowhere,
        title: words.title,
        heading: words.heading,
        description: words.description,
    }
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Reader(stranger): Reader,
) -> Result<Response, PageError> {
    let words = Texts::of(stranger.language);
    let (frame, head) = surround(&dashboard, &stranger, &about(words));
    let answer = LandingPage::new(
        &frame,
        &head,
        &dashboard.settings.public_url,
        Records::built_in()?,
        stranger.language,
    );
    let mut response = page(&frame, &answer)?;
    // Programs get JSON at the same URL.
    response.headers_mut().insert(VARY, HeaderValue::from_static("Accept, Accept-Language, Cookie"));
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::HeaderLinks;
    use crate::language::Theme;
    use crate::pages::public_site::tests::{assert_told_well, sample_head};

    /// The page for a reader with the header links `door`.
    fn render(door: HeaderLinks, records: &Records, language: Language) -> String {
        let words = Texts::of(language);
        let frame = Frame { door, ..Frame::public(language, Theme::Auto, words.title) };
        let head = sample_head(&about(words));
        LandingPage::new(&frame, &head, "https://seo.example.com", records, language).render().unwrap()
    }

    #[test]
    fn header_and_call_to_action_lead_where_the_reader_can_go() {
        let expected: [(HeaderLinks, &[&str], &[&str]); 3] = [
            (HeaderLinks::Dashboard, &["/dashboard"], &["/login", "/signup"]),
            (HeaderLinks::LogInOrSignUp, &["/login", "/signup"], &["/dashboard"]),
            (HeaderLinks::LogIn, &["/login"], &["/dashboard", "/signup"]),
        ];
        for (door, open, closed) in expected {
            let html = render(door, Records::built_in().unwrap(), Language::ENGLISH);
            let leads_to = |path: &&str| html.contains(&format!("href=\"{path}\""));
            assert!(open.iter().all(leads_to), "{door:?} {html}");
            assert!(!closed.iter().any(leads_to), "{door:?} {html}");
        }
    }

    #[test]
    fn examples_are_what_the_records_say() {
        let html = render(HeaderLinks::LogIn, &records::tests::changed(), Language::VIETNAMESE);
        for shown in [
            "A changed title",
            "It costs €3<sup>[2]</sup>.",
            "Điểm chất lượng 41 trên 100",
            "2 trên 3 tiêu chí đạt",
            "<dt>Từ</dt><dd>4.321</dd>",
            "<dt>Nguồn</dt><dd>2</dd>",
            "<dt>Trích dẫn</dt><dd>1</dd>",
            "2,3 %",
            "tối đa 12,5 %",
            ": chưa đạt</span></span><span class=\"value\">17 %",
            "a changed keyword",
            "<dt>Loại truy vấn</dt><dd>Giá</dd>",
            "<dt>Số phần</dt><dd>6</dd>",
            "<dt>Dữ kiện tìm được</dt><dd>3</dd>",
            "<dt>Số trang đã đọc</dt><dd>1</dd>",
            "7 days",
            "It took 7 days.",
            "A changed source",
            "First?",
            "Second?",
            "rankwright brief changed",
            "https://changed.example/",
            "Điểm kiểm tra 37 trên 100",
            "<dt>Vấn đề</dt><dd>4</dd>",
            "<dt>Mục đạt</dt><dd>5</dd>",
            "nghiêm trọng</span> <span lang=\"en\">A critical issue.",
            "Mend high.",
            "rankwright audit changed",
        ] {
            assert!(html.contains(shown), "{shown} is not in {html}");
        }
        let order = ["A critical issue.", "A high issue.", "A medium issue."].map(|issue| html.find(issue));
        assert!(order.is_sorted() && !html.contains("A low issue."), "{html}");
    }

    #[test]
    fn results_show_the_page_well() {
        for words in [Language::ENGLISH, Language::VIETNAMESE].map(Texts::of) {
            assert_told_well(words.title, words.description);
        }
    }
}
