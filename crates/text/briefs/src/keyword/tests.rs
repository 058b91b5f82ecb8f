use domain::articles::brief::QueryType::{
    Comparison, Definition, HowTo, List, Local, News, Price, Review, Troubleshooting,
};
use rstest::rstest;
use seo::intent::{Evidence, classify};

use super::*;

fn read(keyword: &str, language: Language) -> Keyword {
    Keyword::read(keyword, language, &classify(keyword, language, &Evidence::default()), &[])
}

#[rstest]
#[case("how to configure postgresql autovacuum", HowTo, "configure postgresql autovacuum")]
#[case("configure postgresql autovacuum", HowTo, "configure postgresql autovacuum")]
#[case("build a raised bed cost", Price, "build a raised bed")]
#[case("use", Definition, "use")]
#[case("what is a roth ira", Definition, "roth ira")]
#[case("What is a Roth IRA?", Definition, "Roth IRA")]
#[case("git rebase vs merge", Comparison, "git rebase vs merge")]
#[case("difference between latte and cappuccino", Comparison, "difference between latte and cappuccino")]
#[case("best running shoes", List, "running shoes")]
#[case("best way to clean a kettle", HowTo, "clean a kettle")]
#[case("heat pump cost", Price, "heat pump")]
#[case("how much does a heat pump cost", Price, "heat pump")]
#[case("dyson v15 review", Review, "dyson v15")]
#[case("is costco membership worth it", Review, "costco membership")]
#[case("washing machine not working", Troubleshooting, "washing machine")]
#[case("emergency dentist near me", Local, "emergency dentist")]
#[case("latest iphone news", News, "iphone")]
#[case("why do cats purr", Definition, "why do cats purr")]
#[case("c++", Definition, "c++")]
#[case("?", Definition, "?")]
#[case("cold brew coffee", Definition, "cold brew coffee")]
fn english_queries(#[case] query: &str, #[case] expected: QueryType, #[case] topic: &str) {
    let keyword = read(query, Language::ENGLISH);
    assert_eq!((keyword.query_type, keyword.topic.as_str()), (expected, topic), "{keyword:?}");
}

#[rstest]
#[case("cách pha cà phê phin", HowTo, "pha cà phê phin")]
#[case("cach pha ca phe phin", HowTo, "pha ca phe phin")]
#[case("chứng chỉ quỹ là gì", Definition, "chứng chỉ quỹ")]
#[case("so sánh iphone 17 và galaxy s26", Comparison, "so sánh iphone 17 và galaxy s26")]
#[case("máy lọc không khí tốt nhất", List, "máy lọc không khí")]
#[case("giá xe vinfast vf5", Price, "xe vinfast vf5")]
#[case("lắp điện mặt trời bao nhiêu tiền", Price, "lắp điện mặt trời")]
#[case("đánh giá xe vinfast vf5", Review, "xe vinfast vf5")]
#[case("giá trị dinh dưỡng của trứng", Definition, "giá trị dinh dưỡng của trứng")]
#[case("máy giặt không hoạt động", Troubleshooting, "máy giặt")]
#[case("nha khoa gần đây", Local, "nha khoa")]
#[case("tin tức bóng đá", News, "bóng đá")]
fn vietnamese_queries(#[case] query: &str, #[case] expected: QueryType, #[case] topic: &str) {
    let keyword = read(query, Language::VIETNAMESE);
    assert_eq!((keyword.query_type, keyword.topic.as_str()), (expected, topic), "{keyword:?}");
}

#[test]
fn comparisons_have_two_sides() {
    let sides = |query: &str, language| read(query, language).sides;
    let pair = |one: &str, other: &str| Some((one.to_owned(), other.to_owned()));
    assert_eq!(sides("git rebase vs merge", Language::ENGLISH), pair("git rebase", "merge"));
    assert_eq!(
        sides("difference between a latte and a flat white", Language::ENGLISH),
        pair("latte", "flat white")
    );
    assert_eq!(sides("nên mua iphone hay samsung", Language::VIETNAMESE), pair("iphone", "samsung"));
}

#[test]
fn results_decide_where_words_say_nothing() {
    let result = |title: &str| OrganicResult {
        position: 1,
        title: title.to_owned(),
        url: String::new(),
        snippet: None,
        date: None,
    };
    let results = ["How to make cold brew", "Cold brew recipe", "How to brew it", "About us"].map(result);
    let intent = classify("cold brew", Language::ENGLISH, &Evidence::default());
    let keyword = Keyword::read("cold brew", Language::ENGLISH, &intent, &results);
    assert_eq!(keyword.query_type, HowTo);
    assert_eq!(keyword.action, None);
}

proptest::proptest! {
    #[test]
    fn no_keyword_breaks_it(keyword: String, words in "(how|to|vs|or|what|is|best|near|me|cách|là|gì|giá|x| ){0,12}") {
        for text in [keyword, words] {
            for language in [Language::ENGLISH, Language::VIETNAMESE, "es".parse().unwrap()] {
                let found = read(&text, language);
                proptest::prop_assert!(!found.topic.is_empty() || text.split_whitespace().next().is_none());
            }
        }
    }
}
