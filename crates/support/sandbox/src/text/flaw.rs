//! Adds flaws to the texts of models: repetition, wrong length, nonsense.

use serde_json::Value;

use crate::faults::TextFlaw;

/// Shorter texts are names, headings and the like, in characters.
const SHORTEST: usize = 60;

/// The response with a flaw in each of its longer texts; for an article in Markdown, in each of its longer
/// paragraphs.
pub(super) fn marred(answer: Value, flaw: Option<TextFlaw>) -> Value {
    let Some(flaw) = flaw else { return answer };
    match answer {
        Value::String(text) if text.contains("\n## ") => {
            let paragraphs = text.split("\n\n").map(|paragraph| match paragraph.lines().count() {
                1 if paragraph.chars().count() >= SHORTEST && !paragraph.starts_with('#') => {
                    marred_text(paragraph, flaw)
                }
                _ => paragraph.to_owned(),
            });
            Value::String(paragraphs.collect::<Vec<_>>().join("\n\n"))
        }
        Value::String(text) if text.chars().count() >= SHORTEST => Value::String(marred_text(&text, flaw)),
        Value::Array(items) => items.into_iter().map(|item| marred(item, Some(flaw))).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, field)| (name, marred(field, Some(flaw)))).collect()
        }
        other => other,
    }
}

/// The whole response as garbage without a form, if the flaw requires it.
pub(super) fn scrambled(text: String, flaw: Option<TextFlaw>) -> String {
    if flaw == Some(TextFlaw::Garbage) { text.chars().rev().collect() } else { text }
}

fn marred_text(text: &str, flaw: TextFlaw) -> String {
    match flaw {
        TextFlaw::Repeated => {
            let sentence = text.split_inclusive(". ").next().unwrap_or(text).trim_end();
            let times = (text.len() / sentence.len().max(1)).max(3);
            vec![sentence; times].join(" ")
        }
        TextFlaw::Short => text.split_whitespace().take(2).collect::<Vec<_>>().join(" "),
        TextFlaw::Long => [text; 10].join(" "),
        TextFlaw::Garbage => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TEXT: &str = "Cold brew steeps for twelve hours. It keeps for a week. It tastes mild and sweet.";

    #[test]
    fn longer_texts_are_marred_and_names_are_not() {
        let answer = json!({ "title": "Cold brew", "parts": [{ "text": TEXT }], "count": 3, "article": format!("Milk first.\n\n## Cold\n\n{TEXT}\n\n- Milk") });
        let marred = |flaw| marred(answer.clone(), flaw);
        assert_eq!(marred(None), answer);
        let text = |flaw| {
            let marred = marred(Some(flaw));
            assert_eq!((&marred["title"], &marred["count"]), (&json!("Cold brew"), &json!(3)));
            let article = marred["article"].as_str().unwrap();
            assert!(
                article.starts_with("Milk first.\n\n## Cold\n\n") && article.ends_with("\n\n- Milk"),
                "{article}"
            );
            marred["parts"][0]["text"].as_str().unwrap().to_owned()
        };
        assert_eq!(text(TextFlaw::Short), "Cold brew");
        assert!(text(TextFlaw::Long).len() >= TEXT.len() * 10);
        assert_eq!(text(TextFlaw::Repeated).matches("steeps for twelve hours.").count(), 3);
    }

    #[test]
    fn garbage_has_no_form() {
        let text = json!({ "text": TEXT }).to_string();
        let garbage = scrambled(text.clone(), Some(TextFlaw::Garbage));
        assert!(serde_json::from_str::<Value>(&garbage).is_err());
        assert_eq!(scrambled(text.clone(), Some(TextFlaw::Long)), text);
    }
}
