//! The form of briefs by query type, from the keyword alone.

use briefs::{BriefInput, write};
use domain::articles::brief::ContentBrief;
use domain::locale::Language;
use rstest::rstest;

fn bare(keyword: &str, language: Language) -> ContentBrief {
    write(&BriefInput { keyword: keyword.to_owned(), language, ..BriefInput::default() })
}

/// The headings of the outline.
fn outline(brief: &ContentBrief) -> String {
    let titles = brief.titles.iter().map(|title| title.text.clone());
    let sections = brief.sections.iter().map(|section| {
        format!("{}. {} ({}, {})", section.id, section.heading, section.form.as_str(), section.words)
    });
    let start = format!("{}: {}", brief.query_type.as_str(), brief.meta_description);
    [start].into_iter().chain(titles).chain(sections).collect::<Vec<_>>().join("\n")
}

#[test]
fn how_to_english() {
    insta::assert_snapshot!(outline(&bare("how to descale a kettle", Language::ENGLISH)), @r"
    how_to: How to descale a kettle, with everything you need before you start, each step in order, how to check the result and the mistakes to avoid.
    How to Descale a Kettle: Step by Step
    How to Descale a Kettle Without Common Mistakes
    Descale a Kettle: A Checklist
    1. What you need before you start (list, 210)
    2. How to descale a kettle, step by step (steps, 580)
    3. How to tell that it worked (prose, 210)
    4. What goes wrong and how to correct it (list, 280)
    5. How long it takes and what it costs (prose, 140)
    ");
}

#[test]
fn how_to_vietnamese() {
    insta::assert_snapshot!(outline(&bare("cách pha cà phê phin", Language::VIETNAMESE)), @r"
    how_to: Cách pha cà phê phin: cần chuẩn bị những gì, từng bước theo thứ tự kèm số lượng và thời gian, cách nhận biết đã làm đúng và những lỗi nên tránh.
    Cách pha cà phê phin: hướng dẫn từng bước
    Cách pha cà phê phin và những lỗi nên tránh
    Pha cà phê phin: danh sách việc cần làm
    1. Cần chuẩn bị những gì (list, 210)
    2. Cách pha cà phê phin: các bước thực hiện (steps, 580)
    3. Nhận biết đã làm đúng (prose, 210)
    4. Lỗi thường gặp và cách sửa (list, 280)
    5. Mất bao lâu và tốn bao nhiêu (prose, 140)
    ");
}

#[test]
fn definition_english() {
    insta::assert_snapshot!(outline(&bare("what is a roth ira", Language::ENGLISH)), @r"
    definition: What is a roth IRA? The answer in one sentence, how it works, an example with figures and the mistakes that people make most.
    What Is a Roth IRA? A Plain Explanation
    Roth IRA: How It Works, With an Example
    Roth IRA: What Most People Get Wrong
    1. What is a roth IRA? (prose, 280)
    2. How it works (prose, 380)
    3. An example with figures (prose, 280)
    4. When it matters and when it does not (list, 220)
    5. What people get wrong (list, 160)
    ");
}

#[test]
fn definition_vietnamese() {
    insta::assert_snapshot!(outline(&bare("chứng chỉ quỹ là gì", Language::VIETNAMESE)), @r"
    definition: Chứng chỉ quỹ là gì? Câu trả lời ngắn gọn, cách hoạt động, ví dụ kèm con số, ưu điểm, nhược điểm và những điều hay bị hiểu sai.
    Chứng chỉ quỹ là gì? Giải thích dễ hiểu
    Chứng chỉ quỹ: cách hoạt động và ví dụ
    Chứng chỉ quỹ: những điều hay bị hiểu sai
    1. Chứng chỉ quỹ là gì? (prose, 280)
    2. Cách hoạt động (prose, 380)
    3. Ví dụ bằng con số (prose, 280)
    4. Khi nào cần và khi nào không (list, 220)
    5. Những điều hay bị hiểu sai (list, 160)
    ");
}

#[test]
fn comparison_english() {
    insta::assert_snapshot!(outline(&bare("git rebase vs merge", Language::ENGLISH)), @r"
    comparison: Git rebase or merge: the differences that change the decision, a table with the same criteria for both, what each costs and which to choose for which case.
    Git Rebase vs Merge: The Differences That Matter
    Git Rebase or Merge: Which One to Choose
    Git Rebase vs Merge: Compared Side by Side
    1. Which one to choose, in short (prose, 290)
    2. Git rebase and merge in one table (comparison, 440)
    3. What each of them costs (table, 290)
    4. Which one for which case (list, 390)
    5. How to change from one to the other (prose, 190)
    ");
}

#[test]
fn comparison_vietnamese() {
    insta::assert_snapshot!(outline(&bare("so sánh iphone 17 và galaxy s26", Language::VIETNAMESE)), @r"
    comparison: Nên chọn iphone 17 hay galaxy s26: những khác biệt làm thay đổi quyết định, bảng so sánh cùng tiêu chí, chi phí mỗi bên và trường hợp nào nên chọn bên nào.
    So sánh iphone 17 và galaxy s26: khác nhau ở đâu?
    Nên chọn iphone 17 hay galaxy s26?
    Iphone 17 và galaxy s26: bảng so sánh chi tiết
    1. Nên chọn bên nào, nói ngắn gọn (prose, 290)
    2. So sánh iphone 17 và galaxy s26 trong một bảng (comparison, 440)
    3. Chi phí của mỗi bên (table, 290)
    4. Trường hợp nào nên chọn bên nào (list, 390)
    5. Chuyển từ bên này sang bên kia (prose, 190)
    ");
}

#[test]
fn list_english() {
    insta::assert_snapshot!(outline(&bare("best running shoes", Language::ENGLISH)), @r"
    list: Best running shoes: our selection and how it was made, the same facts for every entry, who each one is for and what to look at before you choose.
    Best Running Shoes: What to Choose and Why
    Best Running Shoes by Use and Budget
    How to Choose Among the Best Running Shoes
    1. The selection at a glance (table, 390)
    2. How the selection was made (prose, 240)
    3. The entries one by one (list, 820)
    4. What to look at before you choose (list, 340)
    ");
}

#[test]
fn list_vietnamese() {
    insta::assert_snapshot!(outline(&bare("máy lọc không khí tốt nhất", Language::VIETNAMESE)), @r"
    list: Máy lọc không khí tốt nhất: danh sách chọn lọc và cách chọn, cùng những thông tin cho mỗi mục, mỗi mục hợp với ai và điều cần xem trước khi quyết định.
    Máy lọc không khí tốt nhất: chọn gì và vì sao?
    Máy lọc không khí tốt nhất theo nhu cầu và túi tiền
    Máy lọc không khí tốt nhất: cách chọn cho đúng
    1. Danh sách trong một bảng (table, 390)
    2. Danh sách được lập bằng cách nào (prose, 240)
    3. Từng mục một (list, 820)
    4. Cần xem gì trước khi chọn (list, 340)
    ");
}

#[test]
fn price_english() {
    insta::assert_snapshot!(outline(&bare("heat pump cost", Language::ENGLISH)), @r"
    price: Heat pump: the usual price and the range, what it depends on, sample calculations, costs that come later and how to pay less.
    Heat Pump: What It Costs and Why
    Heat Pump Prices: Every Item on the Bill
    Heat Pump: Prices and How to Pay Less
    1. Prices at a glance (table, 280)
    2. What the price depends on (list, 310)
    3. A sample calculation (prose, 250)
    4. Costs that come later (list, 190)
    5. How to pay less (list, 190)
    ");
}

#[test]
fn price_vietnamese() {
    insta::assert_snapshot!(outline(&bare("giá xe vinfast vf5", Language::VIETNAMESE)), @r"
    price: Giá xe vinfast vf5: mức thường gặp và khoảng giá, phụ thuộc vào những gì, ví dụ tính đủ từng khoản, chi phí phát sinh về sau và cách trả ít hơn.
    Giá xe vinfast vf5: bao nhiêu và vì sao?
    Giá xe vinfast vf5: từng khoản phải trả
    Giá xe vinfast vf5 và cách tiết kiệm
    1. Bảng giá (table, 280)
    2. Giá phụ thuộc vào đâu (list, 310)
    3. Ví dụ tính giá (prose, 250)
    4. Chi phí phát sinh về sau (list, 190)
    5. Cách trả ít hơn (list, 190)
    ");
}

#[test]
fn review_english() {
    insta::assert_snapshot!(outline(&bare("dyson v15 review", Language::ENGLISH)), @r"
    review: Dyson v15: the judgement first, how it was tested, what is good and what is not, who it suits and which alternatives there are.
    Dyson V15 Review: Strengths and Weaknesses
    Dyson V15 Review: Who It Suits and Who It Does Not
    Dyson V15: What to Know Before You Buy
    1. The judgement in short (prose, 210)
    2. How it was tested (prose, 210)
    3. What is good (list, 310)
    4. What is not good (list, 310)
    5. Facts and price (table, 180)
    6. Alternatives (list, 180)
    ");
}

#[test]
fn review_vietnamese() {
    insta::assert_snapshot!(outline(&bare("đánh giá xe vinfast vf5", Language::VIETNAMESE)), @r"
    review: Đánh giá xe vinfast vf5: kết luận trước, đã thử như thế nào, điểm tốt và điểm chưa tốt, hợp với ai và những lựa chọn khác.
    Đánh giá xe vinfast vf5: điểm mạnh và điểm yếu
    Xe vinfast vf5 có tốt không, hợp với ai?
    Xe vinfast vf5: điều cần biết trước khi mua
    1. Kết luận ngắn gọn (prose, 210)
    2. Đã thử như thế nào (prose, 210)
    3. Điểm tốt (list, 310)
    4. Điểm chưa tốt (list, 310)
    5. Thông số và giá (table, 180)
    6. Lựa chọn khác (list, 180)
    ");
}

#[test]
fn troubleshooting_english() {
    insta::assert_snapshot!(outline(&bare("washing machine not working", Language::ENGLISH)), @r"
    troubleshooting: Washing machine not working: what to check first, the causes from frequent to rare, how to tell them apart, how to repair each and when to get help.
    Washing Machine Not Working: Causes and Fixes
    Washing Machine Not Working? What to Check First
    Washing Machine Not Working: Quick Fixes First
    1. What to check first (steps, 270)
    2. The causes and how to tell them apart (table, 270)
    3. How to repair each cause (steps, 450)
    4. How to keep it from coming back (list, 180)
    5. When to get help (prose, 150)
    ");
}

#[test]
fn troubleshooting_vietnamese() {
    insta::assert_snapshot!(outline(&bare("máy giặt không hoạt động", Language::VIETNAMESE)), @r"
    troubleshooting: Máy giặt không hoạt động: cần kiểm tra gì trước, các nguyên nhân từ hay gặp đến hiếm, cách nhận biết, cách sửa từng nguyên nhân.
    Máy giặt không hoạt động: nguyên nhân và cách khắc phục
    Máy giặt không hoạt động: cần kiểm tra gì trước?
    Máy giặt không hoạt động: các cách sửa nhanh nhất
    1. Kiểm tra gì trước tiên (steps, 270)
    2. Các nguyên nhân và cách phân biệt (table, 270)
    3. Cách sửa từng nguyên nhân (steps, 450)
    4. Để lỗi không quay lại (list, 180)
    5. Khi nào cần nhờ người giúp (prose, 150)
    ");
}

#[test]
fn local_english() {
    insta::assert_snapshot!(outline(&bare("emergency dentist near me", Language::ENGLISH)), @r"
    local: Emergency dentist: how to find and judge the offers near you, usual prices, opening hours, what to ask before you book and what to do when it is urgent.
    Emergency Dentist Near You: How to Choose
    Emergency Dentist: Prices and What to Expect
    Emergency Dentist: What to Ask Before You Book
    1. How to choose (list, 280)
    2. The offers in your area (table, 280)
    3. What it costs (table, 210)
    4. What to expect and what to bring (steps, 190)
    5. When it cannot wait (list, 160)
    ");
}

#[test]
fn local_vietnamese() {
    insta::assert_snapshot!(outline(&bare("nha khoa gần đây", Language::VIETNAMESE)), @r"
    local: Nha khoa: cách tìm và đánh giá nơi gần bạn, giá thường gặp, giờ mở cửa, cần hỏi gì trước khi đặt và làm gì khi gấp.
    Nha khoa gần bạn: chọn thế nào?
    Nha khoa: giá và những điều cần biết
    Nha khoa: cần hỏi gì trước khi đặt?
    1. Chọn thế nào (list, 280)
    2. Những nơi trong khu vực (table, 280)
    3. Giá bao nhiêu (table, 210)
    4. Diễn ra thế nào và cần mang gì (steps, 190)
    5. Khi không thể chờ (list, 160)
    ");
}

#[test]
fn news_english() {
    insta::assert_snapshot!(outline(&bare("latest iphone news", Language::ENGLISH)), @r"
    news: Iphone: what happened and when, who says so, what changes for you, what is still open and the dates to note.
    Iphone: What Is New
    Iphone: What Changed and What It Means
    Iphone: Dates and Facts at a Glance
    1. What happened (prose, 260)
    2. What changes for you (prose, 240)
    3. The background (prose, 190)
    4. What is still open (list, 150)
    ");
}

#[test]
fn news_vietnamese() {
    insta::assert_snapshot!(outline(&bare("tin tức bóng đá", Language::VIETNAMESE)), @r"
    news: Bóng đá: chuyện gì xảy ra và khi nào, ai cho biết, điều gì thay đổi với bạn, điều gì còn bỏ ngỏ và những ngày cần nhớ.
    Bóng đá: có gì mới?
    Bóng đá: điều gì thay đổi, ảnh hưởng ra sao?
    Bóng đá: mốc thời gian và số liệu
    1. Chuyện gì xảy ra (prose, 260)
    2. Điều gì thay đổi với bạn (prose, 240)
    3. Bối cảnh (prose, 190)
    4. Điều còn bỏ ngỏ (list, 150)
    ");
}

#[rstest]
#[case("what is a roth ira", "en", "what is")]
#[case("What is a Roth IRA?", "en", "what is")]
#[case("how to tie a tie", "en", "how to")]
#[case("chứng chỉ quỹ là gì", "vi", "là gì")]
#[case("cách pha trà sen", "vi", "cách")]
#[case("tại sao trời xanh", "vi", "tại sao")]
#[case("emergency dentist near me", "en", "near me")]
#[case("c++", "en", "what is")]
#[case("?", "en", "what is")]
#[case("why do cats purr", "en", "why do")]
fn no_wording_asks_twice(#[case] keyword: &str, #[case] language: &str, #[case] asking: &str) {
    let brief = bare(keyword, language.parse().unwrap());
    let headings = brief.sections.iter().map(|section| &section.heading);
    let texts = brief.titles.iter().map(|title| &title.text).chain(headings);
    for text in texts.chain([&brief.meta_title]) {
        assert!(text.to_lowercase().matches(asking).count() <= 1, "{text}");
    }
    let texts = brief.titles.iter().map(|title| &title.text);
    for text in texts.chain([&brief.meta_title, &brief.meta_description]) {
        let lower = text.to_lowercase();
        assert!(
            !lower.contains("what is what") && !lower.contains("là gì là gì") && !text.contains('{'),
            "{text}"
        );
    }
    assert_eq!(brief.titles.len(), 3);
    assert!(brief.meta_title.chars().count() <= 60, "{}", brief.meta_title);
    assert!(brief.meta_description.chars().count() <= 156, "{}", brief.meta_description);
}

#[test]
fn other_languages_get_titles_of_their_own_words() {
    let mut input = BriefInput { keyword: "cómo podar un olivo".to_owned(), ..BriefInput::default() };
    input.language = "es".parse().unwrap();
    input.suggestions = vec!["cuándo podar un olivo".to_owned()];
    let brief = write(&input);
    let titles: Vec<&str> = brief.titles.iter().map(|title| title.text.as_str()).collect();
    assert_eq!(titles, ["Cómo podar un olivo", "Cuándo podar un olivo"]);
    assert!(!brief.sections.is_empty());
}
