//! The main things that are recognised in prompts. A wrong main thing is worse than none.

use domain::locale::Language;
use illustration::recognise;
use proptest::prelude::*;

const ENGLISH: Language = Language::ENGLISH;
const VIETNAMESE: Language = Language::VIETNAMESE;

/// The main thing, or the words that name it if it can't be drawn.
fn main_of(prompt: &str, language: Language) -> Result<&'static str, String> {
    match recognise(prompt, language) {
        Ok(recognised) => Ok(recognised.main.name(ENGLISH)),
        Err(unknown) => Err(unknown.words.unwrap_or_default()),
    }
}

/// The things beside the main one.
fn others(prompt: &str, language: Language) -> Vec<&'static str> {
    let recognised = recognise(prompt, language).map(|recognised| recognised.others);
    recognised.unwrap_or_default().iter().map(|subject| subject.name(ENGLISH)).collect()
}

#[test]
fn the_head_of_the_first_noun_phrase_is_the_main_thing() {
    let expected = [
        ("A cup of coffee on a wooden table", "cup of coffee"),
        ("a cup of hot green tea beside a window", "cup of tea"),
        ("yellow tram in Lisbon at dusk", "tram"),
        ("Lisbon, yellow tram at dusk", "tram"),
        ("bowl of beef pho", "steaming bowl of noodles"),
        ("an orange cat asleep", "cat"),
        ("an orange", "tangerine"),
        ("three ripe oranges on a plate", "tangerine"),
        ("A photo of a red mountain bike, 8k, realistic", "bicycle"),
        ("watercolor illustration of two sleeping cats", "cat"),
        ("How to repair a bicycle puncture", "bicycle"),
        ("Fixing the dog's old wooden chair", "chair"),
        ("The complete guide to growing tomatoes on the balcony", "tomato"),
        ("Running shoes for beginners", "running shoe"),
        ("puppies and how to train them", "dog"),
        ("a car parked by the sea", "car"),
        ("a dog catches a ball", "dog"),
        ("electric cars compared", "SUV"),
        ("sailing boats at sunset", "sailing boat"),
        ("a herd of elephants", "elephant"),
        ("mountains at dawn", "mountains"),
        ("sunset over the sea", "sea"),
        ("a meadow full of flowers", "green hills"),
        ("10 best laptops for students", "laptop"),
        ("coffee photo", "cup of coffee"),
        ("what are the health benefits of green tea", "cup of tea"),
        ("Knives", "kitchen knife"),
        ("chicken soup recipe", "pot of stew"),
    ];
    for (prompt, main) in expected {
        assert_eq!(main_of(prompt, ENGLISH), Ok(main), "{prompt}");
    }
}

#[test]
fn topics_that_are_made_of_things_have_a_symbol() {
    let expected = [
        ("compound interest", "gold coin"),
        ("Best SEO strategy for small shops", "magnifying glass"),
        ("digital marketing campaigns", "megaphone"),
        ("ten tips for saving money", "gold coin"),
        ("Which health insurance do I need?", "shield"),
        ("artificial intelligence in schools", "robot"),
        ("Mother's Day", "bouquet of flowers"),
        ("How to rank higher: backlinks explained", "chain link"),
        ("cycling in the rain", "bicycle"),
    ];
    for (prompt, main) in expected {
        let recognised = recognise(prompt, ENGLISH);
        assert!(recognised.is_ok_and(|recognised| recognised.is_symbol), "{prompt}");
        assert_eq!(main_of(prompt, ENGLISH), Ok(main), "{prompt}");
    }
}

#[test]
fn what_the_illustrator_does_not_know_is_not_replaced_by_something_else() {
    let expected = [
        ("steel water bottle on a rock by a stream", "water bottle"),
        ("tired nurse in scrubs drinking tea", "nurse"),
        ("a nurse drinking tea", "nurse"),
        ("What the autovacuum daemon takes care of", "daemon"),
        ("a woman with a dog", "woman"),
        ("a dog and a girl", "girl"),
        ("Hanoi in the rain", "hanoi"),
        ("a coffee table", "table"),
        ("a flower bed", "flower bed"),
        ("the primary key of a table", "primary key"),
        ("a glass of water", "glass of water"),
        ("a glass of apple juice", "glass"),
        ("dog food", "food"),
        ("a lighthouse at night", "lighthouse"),
        ("people in a meeting", "people"),
        ("the Eiffel Tower", "tower"),
        ("a typewriter next to a cup of coffee", "typewriter"),
        ("a data lake", "data lake"),
        ("happy family at the beach", "family"),
        ("flat tyre", "tyre"),
        ("a paper plane", "paper plane"),
        ("hair growth", "growth"),
        ("grilled chicken with lemon", "chicken"),
        ("coffee beans", "coffee beans"),
        ("a water wheel", "wheel"),
        ("How to install Windows 11", "windows 11"),
        ("eine Katze", "katze"),
        ("a starfish on a beach", "starfish"),
    ];
    for (prompt, words) in expected {
        assert_eq!(main_of(prompt, ENGLISH), Err(words.to_owned()), "{prompt}");
    }
    for prompt in ["", "   ", "????", "🦀", "the best", "a beautiful photo"] {
        assert_eq!(main_of(prompt, ENGLISH), Err(String::new()), "{prompt}");
    }
    let german: Language = "de".parse().unwrap();
    assert!(recognise("a cat", german).is_err(), "`Gift` is poison in German");
}

fn assert_refused(prompts: &[&str], language: Language) {
    let drawn: Vec<_> = prompts.iter().map(|prompt| (prompt, main_of(prompt, language))).collect();
    let drawn: Vec<_> = drawn.iter().filter(|(_, main)| main.is_ok()).collect();
    assert!(drawn.is_empty(), "{drawn:?}");
}

#[test]
fn words_with_several_meanings_are_not_drawn() {
    let prompts = [
        "seasoning explained by smiths",
        "wood seasoning",
        "fresh plaster on a wall",
        "a broken seal on a letter",
        "the best speaker at the conference",
        "garden fencing",
        "a crane by the lake",
        "the coach of the team",
        "chicken with rice",
        "learning Mandarin",
        "the rulers of Egypt",
        "a letter",
    ];
    assert_refused(&prompts, ENGLISH);
    let expected = [
        ("a construction crane", "construction site"),
        ("chickens in the yard", "hen"),
        ("a sea lion", "harbour seal"),
        ("a wooden ruler", "wooden ruler"),
    ];
    for (prompt, main) in expected {
        assert_eq!(main_of(prompt, ENGLISH), Ok(main), "{prompt}");
    }
}

#[test]
fn a_noun_before_a_noun_makes_another_thing() {
    let prompts = [
        "SQL injection",
        "data insurance",
        "a family tree",
        "a baby monitor",
        "a wedding planner",
        "red panda",
        "a mountain lion",
        "sea cucumber",
        "a rubber duck",
        "home plate",
        "sweet pea",
        "night watch",
        "pocket watch",
        "a stone lion",
        "cotton candy",
        "concrete jungle",
        "a butter knife",
        "Spring Boot",
        "pen testing",
        "palm reading",
        "pen testing in the cloud",
        "a pen testing lab",
        "ice fishing",
        "a brick building",
        "a rice pudding wedding",
        "a wedding cake",
    ];
    assert_refused(&prompts, ENGLISH);
    let expected = [
        ("a cat yawning", "cat"),
        ("my dog barking at night", "dog"),
        ("cats chasing a ball", "cat"),
        ("an iron chair", "chair"),
        ("a summer dress", "dress"),
        ("winter forest", "forest"),
        ("a kitchen window", "window"),
        ("bamboo chopsticks", "chopsticks"),
        ("lemon cake", "birthday cake"),
        ("content marketing strategy", "megaphone"),
        ("raising backyard chickens", "hen"),
    ];
    for (prompt, main) in expected {
        assert_eq!(main_of(prompt, ENGLISH), Ok(main), "{prompt}");
    }
}

#[test]
fn names_and_particular_places_are_not_drawn() {
    let english = [
        "Windows tips",
        "Apple and its quarterly results",
        "Turkey in winter",
        "the Palace of Versailles",
        "Bay of Bengal",
    ];
    assert_refused(&english, ENGLISH);
    let vietnamese = [
        "nhà thờ Đức Bà",
        "núi Bà Đen",
        "biển Nha Trang",
        "bãi biển Mỹ Khê",
        "thành phố hà nội",
        "Nhà Trắng",
        "nha tho Duc Ba",
    ];
    assert_refused(&vietnamese, VIETNAMESE);
    for (prompt, main) in [("apples in a basket", "red apple"), ("a palace of ice", "castle")] {
        assert_eq!(main_of(prompt, ENGLISH), Ok(main), "{prompt}");
    }
    for (prompt, main) in [("Ngôi Nhà Đẹp", "house"), ("biển xanh", "sea"), ("xe máy Honda", "motor scooter")]
    {
        assert_eq!(main_of(prompt, VIETNAMESE), Ok(main), "{prompt}");
    }
}

#[test]
fn people_in_the_image_are_not_left_out() {
    let english = [
        "a bicycle with a child",
        "a dog chasing a boy",
        "a dog beside a cat and a little girl",
        "a cup of tea beside a woman",
    ];
    assert_refused(&english, ENGLISH);
    assert_refused(&["con chó nhỏ và cậu bé", "xe đạp với một em bé"], VIETNAMESE);
    let expected = [
        ("a gift for my mother and father", "gift"),
        ("laptops for students", "laptop"),
        ("a painting of a house by an artist", "house"),
        ("travel with kids", "suitcase"),
    ];
    for (prompt, main) in expected {
        assert_eq!(main_of(prompt, ENGLISH), Ok(main), "{prompt}");
    }
}

#[test]
fn vietnamese_prompts_are_read_with_and_without_accents() {
    let expected = [
        ("Cách pha cà phê phin ngon", "cup of coffee"),
        ("cach pha ca phe phin ngon", "cup of coffee"),
        ("hình ảnh một tách cà phê sữa đá trên bàn gỗ, độ phân giải cao", "cup of coffee"),
        ("Mua xe máy cũ ở Sài Gòn", "motor scooter"),
        ("mua xe may cu", "motor scooter"),
        ("con mèo đen nằm trên ghế", "cat"),
        ("chú mèo con", "cat"),
        ("Kinh nghiệm du lịch Phú Quốc", "suitcase"),
        ("Học lập trình cho người mới", "laptop"),
        ("Tiết kiệm tiền mỗi tháng", "gold coin"),
        ("Cách nấu phở bò tại nhà", "steaming bowl of noodles"),
        ("bóng đá Việt Nam", "football"),
        ("Lì xì ngày Tết", "red envelope"),
        ("marketing online", "megaphone"),
        ("a red bicycle", "bicycle"),
        ("Cách vá xe đạp bị thủng lốp", "bicycle"),
        ("cá vàng", "tropical fish"),
        ("hoa sen", "lotus flower"),
    ];
    for (prompt, main) in expected {
        assert_eq!(main_of(prompt, VIETNAMESE), Ok(main), "{prompt}");
    }
    assert_eq!(main_of("con mèo trắng", ENGLISH), Ok("cat"), "the language may be left out");
    assert_eq!(main_of("cà phê", ENGLISH), Ok("cup of coffee"));
}

#[test]
fn vietnamese_people_places_and_longer_words_are_not_drawn_as_something_else() {
    let expected = [
        ("bà bán hàng rong gánh hoa, Hà Nội", "bà"),
        ("người phụ nữ uống trà", "người"),
        ("Hà Nội mùa thu", "hà nội"),
        ("cách làm nước mắm chấm", "nước mắm chấm"),
        ("cá nhân hóa trải nghiệm", "cá nhân"),
        ("con mèo và cô gái", "cô gái"),
        ("bác sĩ khám bệnh", "bác sĩ"),
        ("nhà hàng ven sông", "nhà hàng"),
        ("cây cầu Long Biên", "cây cầu"),
        ("bình nước giữ nhiệt", "bình nước"),
        ("áo dài trắng", "áo dài"),
        ("thịt kho tàu", "thịt kho"),
    ];
    for (prompt, words) in expected {
        assert_eq!(main_of(prompt, VIETNAMESE), Err(words.to_owned()), "{prompt}");
    }
}

#[test]
fn other_nouns_stand_beside_the_main_thing_and_other_words_do_not() {
    let expected: [(&str, &[&str]); 8] = [
        ("guide to cats and dogs", &["dog"]),
        ("a cup of tea beside a window", &[]),
        ("a cup of coffee beside a laptop, with croissants", &["laptop", "croissant"]),
        ("a beach without a dog", &[]),
        ("a cat running after an orange ball", &[]),
        ("a bicycle in the rain in Hanoi", &[]),
        ("a forest with a deer", &["deer"]),
        ("laptop, laptop and coffee", &["cup of coffee"]),
    ];
    for (prompt, names) in expected {
        assert_eq!(others(prompt, ENGLISH), names, "{prompt}");
    }
    assert_eq!(others("tách trà trên bàn bên cạnh cuốn sách", VIETNAMESE), ["stack of books"]);
}

proptest! {
    #[test]
    fn any_text_can_be_read(prompt in ".{0,300}") {
        for language in [ENGLISH, VIETNAMESE] {
            let others = recognise(&prompt, language).map_or(0, |recognised| recognised.others.len());
            prop_assert!(others <= 3);
        }
    }

    /// Words that are in the grammar, in any order.
    #[test]
    fn any_sentence_can_be_read(words in prop::collection::vec(word(), 0..14)) {
        let prompt = words.join(" ");
        for language in [ENGLISH, VIETNAMESE] {
            let main = recognise(&prompt, language);
            prop_assert_eq!(&main, &recognise(&prompt, language));
        }
    }
}

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a", "the", "of", "cup", "coffee", "cat", "running", "how to", "photo of", "and", "nurse", ",", "-",
        "in", "parked", "best", "bicycle", "repair", "with", "no", "dog's", "10", "piece", "cách", "nấu",
        "con", "mèo", "và", "bà", "trên", "phở", "Hà", "Nội",
    ])
}
