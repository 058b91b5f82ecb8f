//! Briefs from start to end: by type, from pages, and for anything that people type.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use briefs::{BriefInput, KeywordIdeas, Missing, OwnSource, write};
use domain::articles::brief::{
    Agreement, BriefPart, ContentBrief, FactKind, MissingReason, QuestionOrigin, SectionOrigin,
};
use domain::articles::order::{InternalLink, WantedHeading};
use domain::keywords::KeywordIdea;
use domain::locale::Language;
use domain::search::{AskedQuestion, OrganicResult, SerpPage};
use rstest::rstest;
use seo::page::Page;
use url::Url;

fn bare(keyword: &str, language: Language) -> ContentBrief {
    write(&BriefInput { keyword: keyword.to_owned(), language, ..BriefInput::default() })
}

/// What a reader sees first.
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

fn page(number: usize, html: &str) -> (u32, Page) {
    let url = Url::parse(&format!("https://site{number}.example/page")).unwrap();
    (u32::try_from(number).unwrap(), Page::read(html, &url))
}

fn tyre_pages() -> Vec<(u32, Page)> {
    let first = "<title>Repair a flat bike tyre</title><main><h1>Repair a flat bike tyre</h1>
        <p>A flat bike tyre is repaired with a patch and glue in a quarter of an hour.</p>
        <h2>Tools for a flat bike tyre</h2><ul><li>two tyre levers</li><li>a patch kit with glue</li><li>a pump</li></ul>
        <h2>Glue the patch on the tube</h2><p>Spread the glue thinly on the tube of the flat bike tyre. Let the glue dry for 5 minutes before you press the patch on.</p>
        <ol><li>Lift the tyre off the rim.</li><li>Find the hole in the tube.</li><li>Press the patch on the glue.</li></ol>
        <h2>Pressure of the bike tyre</h2><p>Pump the bike tyre to 4 bar.</p></main>";
    let second = "<title>Flat bike tyre: the roadside repair</title><main><h1>Flat bike tyre: the roadside repair</h1>
        <h2>Tools for the flat bike tyre</h2><p>Take levers, patches, glue and a small pump with you for a flat bike tyre.</p>
        <h2>Gluing the patch</h2><p>On a cold day the glue on the tube takes 8 minutes to dry before the patch of the bike tyre holds.</p>
        <h2>How long does a patched bike tyre last?</h2><p>A patched bike tyre lasts as long as the tyre itself.</p></main>";
    let stranger = "<title>Pancakes</title><main><h1>Pancakes</h1><h2>Batter</h2><p>Whisk eggs, flour and milk to a smooth batter and let it rest.</p></main>";
    vec![page(1, first), page(2, second), page(3, stranger)]
}

fn tyre_serp() -> SerpPage {
    let result = |position: u32, title: &str| OrganicResult {
        position,
        title: title.to_owned(),
        url: format!("https://site{position}.example/page"),
        snippet: None,
        date: None,
    };
    let asked =
        |question: &str| AskedQuestion { question: question.to_owned(), answer: None, source_url: None };
    SerpPage {
        results: vec![
            result(1, "Repair a flat bike tyre"),
            result(2, "Flat bike tyre"),
            result(3, "Pancakes"),
        ],
        people_also_ask: vec![
            asked("Can a bike tyre be sealed with sealant?"),
            asked("How long does a patched bike tyre last"),
        ],
        related_searches: vec!["flat bike tyre cost at a shop".to_owned()],
        features: Vec::new(),
    }
}

fn tyre_brief() -> ContentBrief {
    let note = seo_text(
        "Our workshop",
        "In our workshop a flat bike tyre takes 12 minutes from wheel off to wheel on.",
    );
    let idea = |keyword: &str, searches: u64| KeywordIdea {
        keyword: keyword.to_owned(),
        average_searches: Some(searches),
        ..KeywordIdea::default()
    };
    let link = |url: &str, title: &str| InternalLink { url: url.to_owned(), title: Some(title.to_owned()) };
    write(&BriefInput {
        keyword: "how to repair a flat bike tyre".to_owned(),
        serp: Some(tyre_serp()),
        pages: tyre_pages(),
        own: vec![OwnSource { url: None, page: note }],
        suggestions: vec![
            "how to repair a flat bike tyre without glue".to_owned(),
            "what glue for bike tyre patches".to_owned(),
        ],
        ideas: Some(KeywordIdeas {
            provider: "imported".to_owned(),
            ideas: vec![
                idea("how to repair a flat bike tyre", 900),
                idea("bike tyre pressure", 400),
                idea("pancakes", 9_000),
            ],
        }),
        links: vec![
            link("https://shop.example/bike-tyre-levers", "Tyre levers"),
            link("https://shop.example/about", "About us"),
        ],
        missing: vec![Missing {
            part: BriefPart::Suggestions,
            reason: MissingReason::Unavailable,
            settings: vec!["suggest.engines".to_owned()],
            detail: None,
        }],
        ..BriefInput::default()
    })
}

fn seo_text(title: &str, text: &str) -> Page {
    let html = format!("<title>{title}</title><main><p>{text}</p></main>");
    Page { url: String::new(), ..Page::read(&html, &Url::parse("https://own.example/").unwrap()) }
}

#[test]
fn a_brief_is_made_from_the_pages_that_are_about_the_keyword() {
    let brief = tyre_brief();
    let sources: Vec<&str> = brief.sources.iter().map(|source| source.title.as_str()).collect();
    assert_eq!(sources, ["Our workshop", "Repair a flat bike tyre", "Flat bike tyre: the roadside repair"]);
    assert!(brief.warnings.iter().any(|warning| warning.contains("Pancakes")), "{:?}", brief.warnings);
    assert!(brief.passages.iter().all(|passage| !passage.text.contains("batter")));
    assert_eq!(brief.pages[2].left_out.as_deref(), Some("it is about something else"));
    assert_eq!(brief.pages[0].headings.len(), 3);
    let from_pages = brief.sections.iter().filter(|section| section.origin == SectionOrigin::Pages).count();
    assert!(from_pages >= 2, "{}", outline(&brief));
    let steps = brief.sections.iter().find(|section| section.heading.contains("step by step")).unwrap();
    let evidence = steps.evidence.iter().filter_map(|id| brief.passage(*id));
    assert!(
        evidence.clone().any(|passage| passage.text.contains("2. Find the hole")),
        "{:?}",
        evidence.collect::<Vec<_>>()
    );
}

#[test]
fn sources_that_differ_are_shown_beside_each_other() {
    let brief = tyre_brief();
    let fact = brief.facts.iter().find(|fact| fact.agreement == Agreement::Differ);
    let Some(fact) = fact else { panic!("{:#?}", brief.facts) };
    assert_eq!(fact.kind, FactKind::Figure);
    let values: Vec<&str> = fact.values.iter().map(|value| value.value.as_str()).collect();
    assert_eq!(values, ["5 minutes", "8 minutes"]);
    assert!(fact.about.contains("glue") && fact.about.contains("dry"), "{}", fact.about);
    let check = brief.checklist.iter().find(|item| item.text.contains("5 minutes [2]; 8 minutes [3]"));
    assert!(check.is_some(), "{:?}", brief.checklist);
}

#[test]
fn questions_are_asked_once_and_know_their_answers() {
    let brief = tyre_brief();
    let asked: Vec<_> =
        brief.all_questions().filter(|question| question.origin != QuestionOrigin::Form).collect();
    let texts: Vec<&str> = asked.iter().map(|question| question.text.as_str()).collect();
    let lasting = texts.iter().filter(|text| text.contains("patched bike tyre last")).count();
    assert_eq!(lasting, 1, "{texts:?}");
    let answered = asked.iter().find(|question| question.text.contains("patched")).unwrap();
    let passage = brief.passage(answered.evidence[0]).unwrap();
    assert!(passage.text.contains("as long as the tyre itself"), "{passage:?}");
    let open = asked.iter().find(|question| question.text.contains("sealant")).unwrap();
    assert!(open.evidence.is_empty());
    assert!(brief.checklist.iter().any(|item| item.text.contains("sealant")), "{:?}", brief.checklist);
    assert!(texts.iter().all(|text| !text.contains("how to repair a flat bike tyre without glue")));
    let mut ids: Vec<&str> = brief.all_questions().map(|question| question.id.as_str()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "every question has an id of its own");
}

#[test]
fn links_keywords_and_missing_parts_are_listed() {
    let brief = tyre_brief();
    let links: Vec<&str> = brief.internal_links.iter().map(|link| link.url.as_str()).collect();
    assert_eq!(links, ["https://shop.example/bike-tyre-levers"]);
    assert_eq!(brief.keyword_figures.monthly_searches, Some(900));
    assert!(brief.keyword_figures.related.iter().all(|related| related.keyword != "pancakes"));
    assert_eq!(brief.missing[0].part, BriefPart::Suggestions);
    assert!(brief.missing[0].message.contains("autocomplete"));
}

#[test]
fn terms_are_words_of_the_topic() {
    let brief = tyre_brief();
    let terms: Vec<&str> = brief.terms.iter().map(|term| term.text.as_str()).collect();
    assert!(terms.iter().any(|term| term.contains("glue") || term.contains("patch")), "{terms:?}");
    assert!(!terms.iter().any(|term| matches!(*term, "day" | "small" | "long" | "tools")), "{terms:?}");
}

#[test]
fn settings_formulas_and_their_words_are_found() {
    let html = "<title>Autovacuum settings</title><main><h1>Autovacuum settings</h1><dl>
        <dt>autovacuum (boolean)</dt><dd><p>Controls whether the server runs the autovacuum launcher. This is on by default; however, counts are needed.</p></dd>
        <dt>autovacuum_max_workers (integer)</dt><dd><p>Specifies the maximum number of autovacuum processes. The default is three.</p></dd>
        <dt>autovacuum_cost_limit (integer)</dt><dd><p>If -1 is specified (which is the default), the regular autovacuum value is used.</p></dd></dl>
        <h2>Autovacuum threshold</h2><p>The autovacuum threshold is defined as:</p><pre>vacuum threshold = base threshold + scale factor * number of tuples</pre></main>";
    let other = "<title>Autovacuum tuning</title><main><h1>Autovacuum tuning</h1><p>The setting autovacuum_max_workers decides how many autovacuum processes run. For autovacuum_max_workers the default is 3.</p></main>";
    let brief = write(&BriefInput {
        keyword: "configure autovacuum".to_owned(),
        pages: vec![page(1, html), page(2, other)],
        ..BriefInput::default()
    });
    let facts: Vec<String> = brief
        .facts
        .iter()
        .map(|fact| {
            let values: Vec<String> = fact
                .values
                .iter()
                .map(|value| format!("{} {:?}", value.value, value.sources.len()))
                .collect();
            format!("{:?} {}: {} ({:?})", fact.kind, fact.about, values.join("; "), fact.agreement)
        })
        .collect();
    assert_eq!(
        facts,
        [
            "Default autovacuum: on 1 (Single)",
            "Default autovacuum_max_workers: three 2 (Agree)",
            "Default autovacuum_cost_limit: -1 1 (Single)",
            "Formula vacuum threshold: vacuum threshold = base threshold + scale factor * number of tuples 1 (Single)",
        ]
    );
    let reference = brief.sections.iter().find(|section| !section.points.is_empty()).unwrap();
    assert_eq!(reference.points[..3], ["autovacuum", "autovacuum_max_workers", "autovacuum_cost_limit"]);
}

#[test]
fn figures_that_are_far_apart_are_about_different_things() {
    let figure = |amount: &str| {
        format!(
            "<title>Bike tyre</title><main><h1>Bike tyre glue</h1><p>The glue of the bike tyre patch is good for {amount}.</p></main>"
        )
    };
    let differ = |other: &str| {
        let pages = vec![page(1, &figure("5 minutes")), page(2, &figure(other))];
        let brief = write(&BriefInput { keyword: "bike tyre".to_owned(), pages, ..BriefInput::default() });
        brief.facts.iter().any(|fact| fact.agreement == Agreement::Differ)
    };
    assert!(differ("8 minutes"));
    assert!(!differ("2 years"));
}

#[test]
fn a_page_without_text_in_the_language_of_the_brief_is_left_out_for_that() {
    let mut pages = tyre_pages();
    pages[1].1.language = Some(Language::VIETNAMESE);
    let brief = write(&BriefInput {
        keyword: "how to repair a flat bike tyre".to_owned(),
        serp: Some(tyre_serp()),
        pages,
        ..BriefInput::default()
    });
    assert_eq!(brief.pages[1].left_out.as_deref(), Some("no readable text in this language"));
    let purposes: Vec<&str> = brief.sections.iter().map(|section| section.purpose.as_str()).collect();
    assert!(purposes.iter().all(|purpose| !purpose.contains("Pages that rank")), "{purposes:?}");
}

#[test]
fn the_default_of_a_setting_that_another_takes_is_found_where_it_stands() {
    let first = "<title>Autovacuum</title><main><h1>Autovacuum</h1><dl><dt>autovacuum_cost_limit (integer)</dt>
        <dd>The cost limit of autovacuum. If -1 is specified (which is the default), the regular vacuum_cost_limit value is used.</dd></dl></main>";
    let other = "<title>Resources</title><main><h1>Resources</h1><h2>Autovacuum memory</h2><p>Autovacuum takes memory of autovacuum workers.</p>
        <h2>Costs</h2><dl><dt>vacuum_cost_limit (integer)</dt><dd>The accumulated cost that makes the process sleep. The default is 200.</dd>
        <dt>bgwriter_delay (integer)</dt><dd>The delay between rounds of the writer. The default is 300.</dd></dl></main>";
    let brief = write(&BriefInput {
        keyword: "configure autovacuum".to_owned(),
        pages: vec![page(1, first), page(2, other)],
        ..BriefInput::default()
    });
    let facts: Vec<(&str, &str)> =
        brief.facts.iter().map(|fact| (fact.about.as_str(), fact.values[0].value.as_str())).collect();
    assert_eq!(facts, [("autovacuum_cost_limit", "-1"), ("vacuum_cost_limit", "200")]);
}

#[test]
fn a_section_of_the_form_shows_what_another_section_has_rather_than_nothing() {
    let html = "<title>Autovacuum</title><main><h1>Autovacuum</h1><h2>The autovacuum daemon</h2>
        <p>Autovacuum workers check each table. Set the log to monitor and verify the autovacuum workers.</p>
        <h2>Preventing autovacuum failures</h2><p>Autovacuum warns before a wraparound.</p></main>";
    let brief = write(&BriefInput {
        keyword: "how to configure autovacuum".to_owned(),
        pages: vec![page(1, html)],
        ..BriefInput::default()
    });
    for (heading, words) in [("How to tell that it worked", "monitor"), ("What goes wrong", "wraparound")] {
        let section = brief.sections.iter().find(|section| section.heading.starts_with(heading)).unwrap();
        let found = section.evidence.first().and_then(|id| brief.passage(*id));
        assert!(found.is_some_and(|passage| passage.text.contains(words)), "{heading}: {found:?}");
    }
}

#[test]
fn the_customers_outline_is_kept() {
    let wanted = |heading: &str| WantedHeading { heading: heading.to_owned(), children: Vec::new() };
    let brief = write(&BriefInput {
        keyword: "how to repair a flat bike tyre".to_owned(),
        outline: vec![wanted("Glue the patch"), wanted("Costs")],
        pages: tyre_pages(),
        words: Some(1_500),
        ..BriefInput::default()
    });
    let headings: Vec<&str> = brief.sections.iter().map(|section| section.heading.as_str()).collect();
    assert_eq!(headings, ["Glue the patch", "Costs"]);
    assert!(brief.sections.iter().all(|section| section.origin == SectionOrigin::Customer));
    assert!(!brief.sections[0].evidence.is_empty());
}

proptest::proptest! {
    // Each case writes four briefs.
    #![proptest_config(proptest::test_runner::Config::with_cases(40))]

    #[test]
    fn anything_gives_a_brief(
        keyword in "\\PC{0,40}",
        html in "(<(h1|h2|h3|p|dt|dd|li|pre|td)>[a-zA-Z0-9 :=+%.ế°C-]{0,60}){0,25}",
        question in "\\PC{0,30}",
    ) {
        for language in ["en", "vi", "de", "ja"] {
            let serp = SerpPage {
                people_also_ask: vec![AskedQuestion { question: question.clone(), answer: None, source_url: None }],
                ..tyre_serp()
            };
            let input = BriefInput {
                keyword: keyword.clone(),
                language: language.parse().unwrap(),
                serp: Some(serp),
                pages: vec![page(1, &html), page(2, &html)],
                suggestions: vec![question.clone()],
                ..BriefInput::default()
            };
            let brief = write(&input);
            let known = |id| brief.passage(id).is_some();
            proptest::prop_assert!(brief.sections.iter().flat_map(|section| &section.evidence).all(|id| known(*id)));
            proptest::prop_assert!(brief.facts.iter().flat_map(|fact| &fact.values).all(|value| known(value.passage)));
        }
    }
}
