use domain::locale::Language;
use proptest::prelude::*;

use super::*;

const EN: Language = Language::ENGLISH;
const VI: Language = Language::VIETNAMESE;

#[test]
fn orders_become_descriptions() {
    let cases = [
        (EN, "a photo of a red bicycle against a brick wall", "A red bicycle against a brick wall"),
        (EN, "An illustration of two cats, high resolution, 4k, ultra detailed", "Two cats"),
        (EN, "Please create a highly detailed picture showing a harbour at dawn.", "A harbour at dawn"),
        (EN, "draw me a castle on a hill --ar 16:9 --v 6", "A castle on a hill"),
        (EN, "image of coffee beans, no text", "Coffee beans"),
        (EN, "A barista pouring milk without any text, 8k", "A barista pouring milk"),
        (EN, "a village in the style of Van Gogh, trending on artstation", "A village"),
        (EN, "city street with cinematic lighting", "City street"),
        (EN, "an ultra-detailed robot in 4K", "A robot"),
        (EN, "(masterpiece:1.2), best quality, 1 girl reading <lora:soft:0.8>", "1 girl reading"),
        (EN, "photo studio with two lamps", "Photo studio with two lamps"),
        (EN, "Flat vector illustration, team around a table", "Team around a table"),
        (EN, "MOUNTAIN LAKE IN AUTUMN", "Mountain lake in autumn"),
        (EN, "iPhone on a desk; soft lighting; bokeh", "IPhone on a desk"),
        (EN, "A cat sleeps. A dog watches it.", "A cat sleeps. A dog watches it"),
        (EN, "a bottle, no text, watermark, logo", "A bottle"),
        (EN, "Hero image for a blog post about running shoes", "Running shoes"),
        (EN, "  growth   of 3.5% in 2,000 shops ", "Growth of 3.5% in 2,000 shops"),
        (VI, "hình ảnh của một tách cà phê sữa đá", "Một tách cà phê sữa đá"),
        (VI, "Hãy vẽ một bức tranh về chợ nổi Cái Răng, độ phân giải cao, không có chữ", "Chợ nổi Cái Răng"),
        (VI, "ảnh chụp ruộng bậc thang Mù Cang Chải, 4k", "Ruộng bậc thang Mù Cang Chải"),
        (VI, "Một bức minh hoạ con mèo ngủ trên ghế", "Con mèo ngủ trên ghế"),
        (VI, "ảnh hưởng của mưa lớn lên phố cổ", "Ảnh hưởng của mưa lớn lên phố cổ"),
        (VI, "minh họa gia đình nấu ăn theo phong cách Nhật Bản", "Gia đình nấu ăn"),
        (
            VI,
            "tạo cho tôi hình ảnh minh họa về du lịch Đà Nẵng, siêu chi tiết, ánh sáng điện ảnh",
            "Du lịch Đà Nẵng",
        ),
        (VI, "photo of phở bò, high quality", "Phở bò"),
    ];
    for (language, prompt, expected) in cases {
        assert_eq!(alt_text(prompt, language), expected, "{prompt}");
    }
}

#[test]
fn what_is_nothing_but_an_order_is_kept_as_it_is() {
    assert_eq!(alt_text("4k, masterpiece", EN), "4k, masterpiece");
    assert_eq!(alt_text("no text", EN), "No text");
    assert_eq!(alt_text("…", EN), "Image");
    assert_eq!(alt_text("", VI), "Hình ảnh");
    assert_eq!(alt_text("--ar 16:9", EN), "16:9");
}

#[test]
fn long_orders_are_cut_at_a_word() {
    let long = "a market with fruit and vegetables and flowers ".repeat(5);
    let alt = alt_text(&long, EN);
    assert_eq!(
        alt,
        "A market with fruit and vegetables and flowers a market with fruit and vegetables and flowers a market with fruit"
    );
    assert_eq!(alt_text(&"x".repeat(300), EN).chars().count(), MAX_ALT_CHARACTERS);
    assert!(alt_text(&"日本の市場と花、".repeat(40), EN).chars().count() > 100);
}

#[test]
fn names_are_plain_ascii() {
    let cases = [
        (EN, "A red bicycle against a brick wall", "red-bicycle-brick-wall"),
        (EN, "The dog's 2.5 kg bone!", "dog-2-5-kg-bone"),
        (EN, "The Who", "the-who"),
        (EN, "AI", "ai-image"),
        (VI, "Chợ nổi Cái Răng", "cho-noi-rang"),
        (VI, "Đường phố Hà Nội về đêm", "duong-pho-ha-noi-dem"),
        (VI, "Ươm tơ dệt lụa ở Bảo Lộc", "uom-to-det-lua-bao-loc"),
        (EN, "Straße in Łódź, smørrebrød & œuf", "strasse-lodz-smorrebrod-oeuf"),
        (EN, "Красная площадь", "image"),
        (EN, "東京 Tower 夜景", "tower"),
        (EN, "", "image"),
    ];
    for (language, text, expected) in cases {
        assert_eq!(file_name(text, language), expected, "{text}");
    }
}

#[test]
fn long_names_are_cut_at_a_word() {
    let name = file_name(&"watercolour village ".repeat(9), EN);
    assert_eq!(name, "watercolour-village-watercolour-village-watercolour-village");
    assert_eq!(file_name(&"x".repeat(64), EN), "x".repeat(60));
}

fn language() -> impl Strategy<Value = Language> {
    prop_oneof![Just(EN), Just(VI)]
}

/// Words of prompts among any others.
fn order() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "\\PC{0,12}",
        Just("image of".to_owned()),
        Just("hình ảnh của".to_owned()),
        Just("draw".to_owned()),
        Just("a".to_owned()),
        Just("photo,".to_owned()),
        Just("no text".to_owned()),
        Just("4k,".to_owned()),
        Just("--ar".to_owned()),
        Just("cat".to_owned()),
    ];
    prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn descriptions_are_short_and_say_something(prompt in order(), language in language()) {
        let alt = alt_text(&prompt, language);
        prop_assert!(!alt.is_empty());
        prop_assert!(alt.chars().count() <= MAX_ALT_CHARACTERS);
        prop_assert!(!alt.ends_with([' ', ',', '.', ';', ':', '!', '?']));
        prop_assert!(!alt.contains("  "));
    }

    #[test]
    fn descriptions_do_not_say_that_they_are_of_a_picture(rest in "[b-df-hj-np-tv-z]{4,9} [b-df-hj-np-tv-z]{4,9}") {
        for (opening, language) in [("image of", EN), ("Photo of the", EN), ("hình ảnh của", VI), ("Một bức ảnh về", VI)] {
            let alt = alt_text(&format!("{opening} {rest}"), language).to_lowercase();
            prop_assert!(alt.ends_with(&rest) && !alt.starts_with(&opening.to_lowercase()), "{}", alt);
        }
    }

    #[test]
    fn names_keep_to_their_alphabet(text in "\\PC{0,200}", language in language()) {
        let name = file_name(&text, language);
        prop_assert!((3..=60).contains(&name.len()), "{}", name);
        prop_assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
        prop_assert!(!name.starts_with('-') && !name.ends_with('-') && !name.contains("--"));
    }
}
