//! Descriptions of errors in fields, in the reader's language.

use crate::explorer::Problem;
use domain::locale::Language;

/// The description of a problem.
pub(super) fn describe(problem: &Problem, language: Language) -> String {
    sentence(&if language == Language::VIETNAMESE { vietnamese(problem) } else { problem.to_string() })
}

/// Adds a capital letter and a full stop, as in other messages of pages.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}

fn vietnamese(problem: &Problem) -> String {
    match problem {
        Problem::Required => "không được để trống".to_owned(),
        Problem::NotAnInteger => "phải là số nguyên".to_owned(),
        Problem::NotANumber => "phải là số".to_owned(),
        Problem::NotABoolean => "phải là true hoặc false".to_owned(),
        Problem::TooSmall(least) => format!("phải từ {least} trở lên"),
        Problem::TooLarge(most) => format!("không được quá {most}"),
        Problem::TooShort(least) => format!("phải có ít nhất {least} ký tự"),
        Problem::TooLong(most) => format!("không được quá {most} ký tự"),
        Problem::TooFew(least) => format!("phải có ít nhất {least} dòng"),
        Problem::TooMany(most) => format!("không được quá {most} dòng"),
        Problem::NotAChoice(values) => format!("phải là một trong: {}", values.join(", ")),
        Problem::NotJson(reason) => format!("phải là JSON: {reason}"),
        Problem::NotAList => "phải là danh sách JSON".to_owned(),
        Problem::NotAnObject => "phải là đối tượng JSON".to_owned(),
        Problem::NotForHeaders => "chỉ được gồm chữ cái, chữ số và ký hiệu ASCII".to_owned(),
        Problem::NotForPaths => "không được là một hoặc hai dấu chấm".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_told_in_both_languages() {
        assert_eq!(describe(&Problem::TooLong(5), Language::ENGLISH), "Must have at most 5 characters.");
        assert_eq!(describe(&Problem::TooLong(5), Language::VIETNAMESE), "Không được quá 5 ký tự.");
    }
}
