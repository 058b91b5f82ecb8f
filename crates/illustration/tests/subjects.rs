//! Which things prompts are understood to speak of.

use domain::locale::Language;
use illustration::subjects;
use proptest::prelude::*;

fn names(prompt: &str, language: Language) -> Vec<&'static str> {
    subjects(prompt, language).iter().map(|subject| subject.english).collect()
}

#[test]
fn english_prompts_are_understood() {
    let expected = [
        ("A cup of coffee on a wooden table", "cup of coffee"),
        ("Best SEO strategy for small shops", "magnifying glass"),
        ("How to rank higher: backlinks explained", "rising chart"),
        ("digital marketing campaigns", "megaphone"),
        ("ten tips for saving money", "gold coin"),
        ("Which health insurance do I need?", "shield"),
        ("learn programming at home", "laptop"),
        ("growing tomatoes on the balcony", "seedling"),
        ("Running shoes for beginners", "running shoe"),
        ("puppies and how to train them", "dog"),
        ("cheap flights to Asia", "aeroplane"),
        ("Baked potatoes", "loaf of bread"),
        ("artificial intelligence in schools", "robot"),
        ("electric cars compared", "SUV"),
        ("Mother's Day", "bouquet of flowers"),
        ("a beach without a dog", "beach umbrella"),
    ];
    for (prompt, first) in expected {
        assert_eq!(names(prompt, Language::ENGLISH).first(), Some(&first), "{prompt}");
    }
}

#[test]
fn vietnamese_prompts_are_understood_with_and_without_accents() {
    let expected = [
        ("Cách pha cà phê phin ngon", "cup of coffee"),
        ("cach pha ca phe phin ngon", "cup of coffee"),
        ("Mua xe máy cũ ở Sài Gòn", "motor scooter"),
        ("mua xe may cu", "motor scooter"),
        ("Kinh nghiệm du lịch Phú Quốc", "suitcase"),
        ("Bảo vệ sức khỏe mùa đông", "shield"),
        ("Học lập trình cho người mới", "laptop"),
        ("Tiết kiệm tiền mỗi tháng", "gold coin"),
        ("Cách nấu phở bò", "steaming bowl of noodles"),
        ("Tối ưu SEO website", "magnifying glass"),
        ("Chăm sóc da mặt", "lotion bottle"),
        ("bóng đá Việt Nam", "football"),
        ("Lì xì ngày Tết", "red envelope"),
        ("vay tiền ngân hàng", "money bag"),
        ("marketing online", "megaphone"),
    ];
    for (prompt, first) in expected {
        assert_eq!(names(prompt, Language::VIETNAMESE).first(), Some(&first), "{prompt}");
    }
}

#[test]
fn several_things_are_ranked_by_place_and_weight() {
    assert_eq!(names("guide to cats and dogs", Language::ENGLISH), ["cat", "dog", "stack of books"]);
    let subjects = subjects("laptop, laptop and coffee", Language::VIETNAMESE);
    let names: Vec<&str> = subjects.iter().map(|subject| subject.name(Language::VIETNAMESE)).collect();
    assert_eq!(names, ["máy tính xách tay", "tách cà phê"]);
}

#[test]
fn a_prompt_may_name_nothing() {
    for prompt in ["", "   ", "xyzzy plugh", "????", "🦀"] {
        assert_eq!(names(prompt, Language::ENGLISH), Vec::<&str>::new(), "{prompt}");
    }
}

proptest! {
    #[test]
    fn any_text_can_be_read(prompt in ".{0,300}") {
        for language in [Language::ENGLISH, Language::VIETNAMESE] {
            prop_assert!(subjects(&prompt, language).len() <= 400);
        }
    }
}
