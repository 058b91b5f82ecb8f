//! Grades of a finished article.

use domain::articles::judgement::{Criterion, Grade};
use serde::Deserialize;

use super::{ReplyError, line, read};

/// The fewest words of a quote. Fewer words occur in every article.
const FEWEST_QUOTED: usize = 3;

#[derive(Debug, Deserialize)]
struct Wire {
    grades: Vec<WireGrade>,
}

#[derive(Debug, Deserialize)]
struct WireGrade {
    criterion: Criterion,
    quote: String,
    reason: String,
    grade: u8,
}

/// Parses one grade for each criterion. A reply with a quote that is not in the article cannot be used.
pub fn grades(reply: &str, article: &str) -> Result<Vec<Grade>, ReplyError> {
    let wire: Wire = read(reply)?;
    let article = bare_words(article);
    let mut grades: Vec<Grade> = Vec::new();
    for WireGrade { criterion, quote, reason, grade } in wire.grades {
        let name = criterion.as_str();
        let wrong = |problem: &str| Err(ReplyError::Form(format!("the grade of `{name}` {problem}")));
        let (quote, reason) = (line(&without_marks(&quote)), line(&reason));
        if !(1..=5).contains(&grade) {
            return wrong("is not from 1 to 5");
        }
        if reason.is_empty() {
            return wrong("has no reason");
        }
        if !says(&article, &bare_words(&quote)) {
            return wrong("quotes words that do not stand in the article in a row");
        }
        if grades.iter().any(|other| other.criterion == criterion) {
            return wrong("is given twice");
        }
        grades.push(Grade { criterion, grade, reason, quote });
    }
    if let Some(missing) =
        Criterion::ALL.into_iter().find(|criterion| grades.iter().all(|grade| grade.criterion != *criterion))
    {
        return Err(ReplyError::Form(format!("the grade of `{}` is missing", missing.as_str())));
    }
    grades.sort_by_key(|grade| grade.criterion);
    Ok(grades)
}

fn says(article: &[String], quote: &[String]) -> bool {
    quote.len() >= FEWEST_QUOTED && article.windows(quote.len()).any(|words| words == quote)
}

/// Words without punctuation, so that marks of emphasis and quotation marks do not matter.
fn bare_words(text: &str) -> Vec<String> {
    let text = without_marks(text);
    let words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// A text without citations such as `[S2]`.
fn without_marks(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, behind)) = rest.split_once("[S") {
        kept.push_str(before);
        let digits = behind.trim_start_matches(|sign: char| sign.is_ascii_digit());
        rest = digits.strip_prefix(']').unwrap_or(behind);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const ARTICLE: &str =
        "# Tea\nSteep **green** tea for two minutes [S2], then take the leaves out. Use `80` °C.";

    fn grade(criterion: Criterion) -> Value {
        json!({ "criterion": criterion.as_str(), "quote": "Steep green tea for two minutes, then", "reason": "It says how long.", "grade": 4 })
    }

    fn reply(change: impl Fn(&mut Vec<Value>)) -> String {
        let mut grades = Criterion::ALL.map(grade).to_vec();
        change(&mut grades);
        json!({ "grades": grades }).to_string()
    }

    #[test]
    fn grades_are_read_in_the_order_of_criteria() {
        let read = grades(&reply(|grades| grades.reverse()), ARTICLE).unwrap();
        assert_eq!(read.iter().map(|grade| grade.criterion).collect::<Vec<_>>(), Criterion::ALL);
        assert_eq!((read[0].grade, read[0].reason.as_str()), (4, "It says how long."));
        let cited = reply(|grades| grades[0]["quote"] = json!("for two minutes [S2], then"));
        assert_eq!(grades(&cited, ARTICLE).unwrap()[0].quote, "for two minutes , then");
    }

    #[test]
    fn half_a_judgement_can_not_be_used() {
        let problem = |change: fn(&mut Vec<Value>)| grades(&reply(change), ARTICLE).unwrap_err().to_string();
        assert!(problem(|grades| grades.truncate(4)).contains("`wording` is missing"));
        assert!(problem(|grades| grades.push(grades[1].clone())).contains("`evidence` is given twice"));
        assert!(problem(|grades| grades[0]["grade"] = json!(6)).contains("`answer` is not from 1 to 5"));
        assert!(problem(|grades| grades[0]["reason"] = json!(" ")).contains("`answer` has no reason"));
        assert!(problem(|grades| grades[0]["criterion"] = json!("beauty")).contains("another form"));
        for quote in ["Steep black tea for two minutes", "green tea", ""] {
            let error = grades(&reply(|grades| grades[3]["quote"] = json!(quote)), ARTICLE).unwrap_err();
            assert!(error.to_string().contains("`order` quotes words"), "{error}");
        }
    }
}
