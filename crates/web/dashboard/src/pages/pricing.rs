//! Prices, and a calculator that works without script.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use domain::articles::order::{MOST_IMAGES, WORDS};
use domain::credits::Credits;
use domain::locale::Language;
use domain::prices::{Operation, PER_IMAGE};

use crate::answer::page;
use crate::failure::PageError;
use crate::figures::{counted, grouped};
use crate::frame::{Frame, Section};
use crate::pages::calculator::{self, CalculatorParams, MOST_ARTICLES, MOST_CALLS, Price};
use crate::pages::price_table::{PriceTable, dollars, price_table};
use crate::pages::public_site::{About, Head, Reader, surround};
use crate::state::Dashboard;
use crate::texts::texts;

texts! {
    Texts {
        title: "Prices of SEO articles, images and audits", "Bảng giá bài viết SEO, hình ảnh, kiểm tra";
        heading: "Pricing", "Bảng giá";
        description: "What articles, images, keyword research and page audits cost in credits, US dollars and Vietnamese đồng, with a calculator. No subscription.", "Giá bài viết, hình ảnh, nghiên cứu từ khoá và kiểm tra trang bằng credit, đô la Mỹ và đồng Việt Nam, kèm công cụ tính. Không cần thuê bao.";
        lead: "100,000 credits cost $1.00, about 25,000 ₫. You buy credits in advance and spend them per call. They never expire, there is no subscription, and a failed call is never charged.", "100.000 credit có giá $1,00, khoảng 25.000 ₫. Bạn mua credit trước và tiêu theo từng lệnh gọi. Credit không hết hạn, không có thuê bao, và lệnh gọi thất bại không bị tính phí.";
        calculator: "Price calculator", "Công cụ tính giá";
        need: "What do you need?", "Bạn cần những gì?";
        articles: "Articles", "Bài viết";
        words: "Words per article", "Số từ mỗi bài";
        to: "to", "đến";
        language: "Language", "Ngôn ngữ";
        language_hint: "Sets the expected length of a word. Articles can be written in other languages too.", "Quyết định độ dài dự kiến của một từ. Bạn cũng có thể tạo bài bằng ngôn ngữ khác.";
        pictures: "Images per article", "Số hình mỗi bài";
        images: "Single images", "Hình riêng lẻ";
        serp: "Search-result analyses", "Phân tích kết quả tìm kiếm";
        ideas: "Keyword ideas", "Ý tưởng từ khoá";
        suggestions: "Suggestions", "Gợi ý từ khoá";
        audits: "Audits", "Kiểm tra trang";
        each: "credit each|credits each", "credit mỗi lần";
        calculate: "Calculate", "Tính giá";
        expected: "Expected price", "Giá dự kiến";
        in_dollars: "In US dollars", "Bằng đô la Mỹ";
        in_dong: "In Vietnamese đồng", "Bằng đồng Việt Nam";
        for_writing: "Text", "Phần chữ";
        for_pictures: "Images in articles", "Hình trong bài";
        estimate: "For articles this is an estimate: you pay for the characters that are written. Reserved credits that are not used return at once.", "Với bài viết, đây là ước tính: phí được tính theo số ký tự đã viết. Credit tạm giữ mà không dùng được hoàn lại ngay.";
        list: "All prices", "Tất cả các mức giá";
        questions: "How charging works", "Cách tính phí";
        reserve: "When is an article charged?", "Khi nào bài viết bị tính phí?";
        reserve_answer: "When it is delivered. At the start, the expected price is reserved, with 30% extra for the text. The charge is never higher than that, and the rest returns at once. A failed article costs nothing.", "Khi bài được giao. Lúc bắt đầu, hệ thống tạm giữ giá dự kiến cùng 30% dự phòng cho phần chữ. Phí không bao giờ cao hơn mức đó, và phần còn lại được hoàn ngay. Bài viết thất bại không mất phí.";
        counted: "What counts as a generated character?", "Ký tự nào được tính?";
        counted_answer: "The Unicode characters of the delivered Markdown, without image lines and link URLs. So the price does not depend on the number of sources.", "Các ký tự Unicode của bản Markdown được giao, không tính dòng hình ảnh và URL của liên kết. Vì vậy, giá không phụ thuộc vào số nguồn.";
        tests: "What does testing cost?", "Thử nghiệm tốn bao nhiêu?";
        tests_answer: "No money. Every account has test credits, which only test keys spend. Test calls run the same code in a sandbox at the same rates, so a test shows what the live call would cost.", "Không tốn tiền. Mỗi tài khoản có credit thử nghiệm, chỉ khoá thử nghiệm tiêu được. Lệnh gọi thử chạy cùng một mã trong sandbox với cùng mức giá, nên lần thử cho biết lệnh gọi thật sẽ tốn bao nhiêu.";
        code_en: "English", "Tiếng Anh";
        code_vi: "Vietnamese", "Tiếng Việt";
        code_de: "German", "Tiếng Đức";
        code_es: "Spanish", "Tiếng Tây Ban Nha";
        code_fr: "French", "Tiếng Pháp";
        code_ja: "Japanese", "Tiếng Nhật";
        code_pl: "Polish", "Tiếng Ba Lan";
        code_ru: "Russian", "Tiếng Nga";
        code_th: "Thai", "Tiếng Thái";
        code_zh: "Chinese", "Tiếng Trung";
    }
}

/// A number field of the form.
struct Line {
    name: &'static str,
    label: &'static str,
    hint: String,
    least: u32,
    most: u32,
    value: u32,
    price: Option<i64>,
    per_article: bool,
}

/// A language in the form.
struct Choice {
    code: &'static str,
    name: &'static str,
    tenths_per_word: i64,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "pricing.html")]
struct PricingPage<'a> {
    frame: &'a Frame,
    head: &'a Head,
    words: &'static Texts,
    about_articles: Vec<Line>,
    choices: Vec<Choice>,
    about_calls: Vec<Line>,
    price: Price,
    dollars: String,
    prices: PriceTable,
    per_usd: i64,
    dong_per_usd: i64,
}

fn about_articles(list: &CalculatorParams, words: &'static Texts, language: Language) -> Vec<Line> {
    let bounds =
        format!("{} {} {}", number(*WORDS.start(), language), words.to, number(*WORDS.end(), language));
    vec![
        Line {
            name: "articles",
            label: words.articles,
            hint: String::new(),
            least: 0,
            most: MOST_ARTICLES,
            value: list.articles,
            price: None,
            per_article: false,
        },
        Line {
            name: "words",
            label: words.words,
            hint: bounds,
            least: *WORDS.start(),
            most: *WORDS.end(),
            value: list.words,
            price: None,
            per_article: true,
        },
    ]
}

fn about_calls(list: &CalculatorParams, words: &'static Texts, language: Language) -> Vec<Line> {
    let calls = [
        ("images", words.images, list.images, Operation::ImagesGenerate),
        ("serp", words.serp, list.serp, Operation::AnalysisSerp),
        ("ideas", words.ideas, list.ideas, Operation::KeywordsIdeas),
        ("suggestions", words.suggestions, list.suggestions, Operation::KeywordsSuggestions),
        ("audits", words.audits, list.audits, Operation::SeoAudit),
    ];
    let each = |price| counted(price, words.each, language);
    let pictures = Line {
        name: "pictures",
        label: words.pictures,
        hint: format!("0 {} {MOST_IMAGES}, {}", words.to, each(PER_IMAGE.as_i64())),
        least: 0,
        most: MOST_IMAGES,
        value: list.pictures,
        price: Some(PER_IMAGE.as_i64()),
        per_article: true,
    };
    let call = |(name, label, value, operation)| {
        let price = calculator::of_one(operation);
        let hint = each(price);
        Line { name, label, hint, least: 0, most: MOST_CALLS, value, price: Some(price), per_article: false }
    };
    std::iter::once(pictures).chain(calls.into_iter().map(call)).collect()
}

fn choices(list: &CalculatorParams, words: &'static Texts) -> Vec<Choice> {
    let choice = |code| {
        let name = match code {
            "vi" => words.code_vi,
            "de" => words.code_de,
            "es" => words.code_es,
            "fr" => words.code_fr,
            "ja" => words.code_ja,
            "pl" => words.code_pl,
            "ru" => words.code_ru,
            "th" => words.code_th,
            "zh" => words.code_zh,
            _ => words.code_en,
        };
        Choice {
            code,
            name,
            tenths_per_word: calculator::tenths_per_word(code),
            chosen: code == list.language,
        }
    };
    calculator::LANGUAGES.into_iter().map(choice).collect()
}

fn number(number: u32, language: Language) -> String {
    grouped(i64::from(number), language)
}

const fn about(words: &Texts) -> About<'_> {
    About {
        path: "/pricing",
        section: Section::Pricing,
        title: words.title,
        heading: words.heading,
        description: words.description,
    }
}

/// The prices, and the price of the calls in the query parameters.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    Reader(stranger): Reader,
    RawQuery(query): RawQuery,
) -> Result<Response, PageError> {
    let language = stranger.language;
    let words = Texts::of(language);
    let (frame, head) = surround(&dashboard, &stranger, &about(words));
    let code = if language == Language::VIETNAMESE { "vi" } else { "en" };
    let list = CalculatorParams::read(
        query.as_deref().unwrap_or_default(),
        CalculatorParams { language: code, ..CalculatorParams::default() },
    );
    let price = list.price();
    let answer = PricingPage {
        frame: &frame,
        head: &head,
        words,
        about_articles: about_articles(&list, words, language),
        choices: choices(&list, words),
        about_calls: about_calls(&list, words, language),
        price,
        dollars: dollars(Credits::new(price.all), language),
        prices: price_table(language, true),
        per_usd: Credits::PER_USD,
        dong_per_usd: Credits::VND_PER_USD,
    };
    page(&frame, &answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::public_site::tests::assert_told_well;

    #[test]
    fn results_show_the_page_well() {
        for words in [Language::ENGLISH, Language::VIETNAMESE].map(Texts::of) {
            assert_told_well(words.title, words.description);
        }
    }

    #[test]
    fn the_chosen_language_is_marked() {
        let list = CalculatorParams::read("language=ja", CalculatorParams::default());
        let choices = choices(&list, Texts::of(Language::ENGLISH));
        let chosen: Vec<_> = choices
            .iter()
            .filter(|choice| choice.chosen)
            .map(|choice| (choice.name, choice.tenths_per_word))
            .collect();
        assert_eq!(chosen, [("Japanese", 20)]);
    }
}
