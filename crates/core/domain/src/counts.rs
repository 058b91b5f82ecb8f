//! Whole numbers with what they count, in the reader's language.

use crate::locale::Language;

/// A whole number in groups of three: `1,284,310`, in Vietnamese `1.284.310`.
#[must_use]
pub fn grouped(number: i64, language: Language) -> String {
    let separator = if language == Language::VIETNAMESE { '.' } else { ',' };
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { String::from("−") } else { String::new() };
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// A number with what it counts: `1 failed call`, `2 failed calls`. `forms` are the words for one and for more, such as
/// `failed call|failed calls`, or one word for both, as in Vietnamese.
#[must_use]
pub fn counted(number: i64, forms: &str, language: Language) -> String {
    format!("{} {}", grouped(number, language), noun(number, forms))
}

/// The noun for a number: the first of two forms for one, the second for any other number.
#[must_use]
pub fn noun(number: i64, forms: &str) -> &str {
    match forms.split_once('|') {
        Some((one, _)) if number == 1 => one,
        Some((_, more)) => more,
        None => forms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let (english, vietnamese) = (Language::ENGLISH, Language::VIETNAMESE);
        assert_eq!(grouped(0, english), "0");
        assert_eq!(grouped(999, english), "999");
        assert_eq!(grouped(1_284_310, english), "1,284,310");
        assert_eq!(grouped(-1_284, vietnamese), "−1.284");
        assert_eq!(grouped(i64::MIN, english), "−9,223,372,036,854,775,808");
    }

    #[test]
    fn what_is_counted_has_the_form_of_the_number() {
        let forms = "failed call|failed calls";
        let english = [0, 1, 2_000].map(|number| counted(number, forms, Language::ENGLISH));
        assert_eq!(english, ["0 failed calls", "1 failed call", "2,000 failed calls"]);
        assert_eq!(counted(1_000, "lượt gọi lỗi", Language::VIETNAMESE), "1.000 lượt gọi lỗi");
        assert_eq!((noun(-1, "credit|credits"), noun(1, "credit|credits")), ("credits", "credit"));
    }
}
