//! Vietnamese wordings: what must be found, and what must never be.

use domain::locale::Language;
use rewording::{merge, overlap, question_from, rewordings, same_facts, split};

fn texts(sentence: &str) -> Vec<String> {
    rewordings(sentence, Language::VIETNAMESE, 40).into_iter().map(|wording| wording.text).collect()
}

const FOUND: &[(&str, &str)] = &[
    ("Nếu trời mưa, bạn nên ở nhà.", "Bạn nên ở nhà nếu trời mưa."),
    ("Giá vàng thường tăng khi kinh tế bất ổn.", "Khi kinh tế bất ổn, giá vàng thường tăng."),
    ("Để cây mau lớn, hãy bón phân hữu cơ.", "Hãy bón phân hữu cơ để cây mau lớn."),
    ("Cây cầu được xây dựng vào năm 1932.", "Vào năm 1932, cây cầu được xây dựng."),
    ("Người trưởng thành nên ngủ từ 7 đến 8 tiếng.", "Người lớn nên ngủ từ 7 đến 8 tiếng."),
    ("Món này cần muối, tiêu và hành lá.", "Món này cần muối, hành lá và tiêu."),
    ("Ăn nhiều trái cây rất tốt cho sức khỏe.", "Ăn nhiều hoa quả rất tốt cho sức khỏe."),
    ("Cà chua cần ít nhất 6 giờ nắng.", "Cà chua cần tối thiểu 6 giờ nắng."),
];

const FORBIDDEN: &[(&str, &[&str])] = &[
    ("Rửa tay trước khi ăn giúp phòng ngừa nhiều bệnh.", &["Trước khi ăn giúp"]),
    ("Chùa Cầu do thương nhân Nhật Bản xây dựng.", &["vì thương nhân"]),
    ("Vé chỉ được kiểm tra khi bạn vào bên trong.", &["Khi bạn vào bên trong, vé chỉ"]),
    ("Xe chạy từ 5 giờ 30 đến 17 giờ 50 mỗi ngày.", &["giờ từ 30"]),
    ("Đây là một trong những yếu tố quan trọng nhất.", &["là trong"]),
    ("Huế nằm bên bờ sông Hương và có nhiều đền đài.", &["huế"]),
    ("Không nên tưới cây vì trời sắp mưa.", &["Vì trời sắp mưa nên không nên"]),
];

#[test]
fn known_wordings_are_found() {
    for (sentence, wanted) in FOUND {
        let found = texts(sentence);
        assert!(found.iter().any(|text| text == wanted), "{sentence}: {found:#?}");
    }
}

#[test]
fn known_mistakes_are_not_made() {
    for (sentence, forbidden) in FORBIDDEN {
        for text in texts(sentence) {
            assert!(!forbidden.iter().any(|words| text.contains(words)), "{sentence} became {text}");
        }
    }
}

#[test]
fn sentences_merge_and_split() {
    assert_eq!(
        merge("Rau muống là loại rau dễ trồng.", "Rau muống cần nhiều nước.", Language::VIETNAMESE)
            .as_deref(),
        Some("Rau muống là loại rau dễ trồng và cần nhiều nước.")
    );
    assert_eq!(merge("Rau muống là loại rau dễ trồng.", "Nó cần nước.", Language::VIETNAMESE), None);
    assert_eq!(
        split("Thuê nhà khá linh hoạt, nhưng bạn không có tài sản.", Language::VIETNAMESE),
        Some(("Thuê nhà khá linh hoạt.".to_owned(), "Tuy nhiên, bạn không có tài sản.".to_owned()))
    );
    assert_eq!(split("Nhà này đẹp, nhưng không rộng.", Language::VIETNAMESE), None);
}

#[test]
fn statements_answer_questions() {
    for (statement, question) in [
        ("Matcha là một loại bột trà xanh.", "Matcha là gì?"),
        ("Vé tham quan phố cổ có giá từ 80.000 đến 120.000 đồng.", "Vé tham quan phố cổ giá bao nhiêu?"),
        ("Xe đưa đón từ sân bay mất khoảng 45 phút.", "Xe đưa đón từ sân bay mất bao lâu?"),
        ("Từ Đà Nẵng đến Hội An dài khoảng 30 km.", "Từ Đà Nẵng đến Hội An bao xa?"),
        ("Cù Lao Chàm cách bờ 18 km, đi ca nô mất 20 phút.", "Cù Lao Chàm cách bờ bao xa?"),
        ("Thời điểm tốt nhất để trồng tỏi là mùa thu.", "Thời điểm tốt nhất để trồng tỏi là khi nào?"),
        ("Để làm sạch ấm, hãy dùng giấm.", "Làm thế nào để làm sạch ấm?"),
    ] {
        let found = question_from(statement, Language::VIETNAMESE).map(|found| found.question);
        assert_eq!(found.as_deref(), Some(question));
    }
    for statement in ["Đây là một ý hay.", "Vé này giá 80.000 đồng.", "Mỗi phòng có 2 giường."]
    {
        assert_eq!(question_from(statement, Language::VIETNAMESE), None, "{statement}");
    }
}

#[test]
fn the_corpus_is_covered_and_keeps_its_facts() {
    let corpus: Vec<&str> = include_str!("data/vietnamese.txt").lines().collect();
    let mut within_ten = 0;
    for sentence in &corpus {
        let wordings = rewordings(sentence, Language::VIETNAMESE, 6);
        within_ten += usize::from(wordings.iter().any(|wording| overlap(sentence, &wording.text) <= 10));
        for wording in wordings {
            assert!(
                same_facts(sentence, &wording.text, Language::VIETNAMESE),
                "{sentence} became {}",
                wording.text
            );
        }
    }
    assert!(within_ten * 100 >= corpus.len() * 75, "{within_ten} of {}", corpus.len());
}
