//! Answers to the questions of a brief, as they are typed.

use axum::response::Response;
use domain::articles::ArticleId;
use domain::locale::Language;
use http::StatusCode;
use serde_json::{Value, json};

use super::super::faults::{self, Faults};
use super::super::texts::Texts;
use super::texts::BriefTexts;
use super::{BriefPage, place_of};
use crate::failure::PageError;
use crate::form::Form;
use crate::form_about::FormAbout;
use crate::redirects;

/// What the names of fields begin with; the question's id follows.
const FIELD: &str = "answer-";

/// What was typed, and what is wrong with it.
pub(super) struct TypedAnswers {
    /// Ids of questions with what was typed, in the order of the form.
    answers: Vec<(String, String)>,
    faults: Faults,
    /// What is wrong with no answer in particular.
    pub(super) refused: Option<&'static str>,
}

impl TypedAnswers {
    fn read(form: &Form) -> Self {
        let answers = form.pairs().filter_map(|(name, text)| {
            // Browsers end lines as forms always did.
            Some((name.strip_prefix(FIELD)?.to_owned(), text.replace("\r\n", "\n")))
        });
        Self { answers: answers.collect(), faults: Faults::default(), refused: None }
    }

    /// The answers that say something.
    fn given(&self) -> impl Iterator<Item = &(String, String)> {
        self.answers.iter().filter(|(_, text)| !text.trim().is_empty())
    }

    fn request(&self) -> Value {
        let answers: Vec<Value> =
            self.given().map(|(id, text)| json!({"questionId": id, "text": text.trim()})).collect();
        json!({ "answers": answers })
    }

    /// Puts what the API found wrong at the question that it is about.
    fn rejected(self, fields: Vec<(String, String)>, language: Language) -> Self {
        let given: Vec<String> = self.given().map(|(id, _)| id.clone()).collect();
        let place = |field: &str| {
            let id = faults::index(field).and_then(|index| given.get(index));
            id.map_or_else(|| faults::top(field).to_owned(), |id| format!("{FIELD}{id}"))
        };
        Self { faults: Faults::placed(fields, language, place), ..self }
    }

    /// What was typed for a question.
    pub(super) fn of(&self, question: &str) -> &str {
        self.answers.iter().find(|(id, _)| id == question).map_or("", |(_, text)| text)
    }

    /// What is wrong with the answer to a question.
    pub(super) fn fault(&self, question: &str) -> Option<&str> {
        self.faults.of(&format!("{FIELD}{question}"))
    }
}

/// Saves the answers in place of the ones before, and goes on to the article if that is asked for. What was typed stays on the page
/// when it can't be saved.
pub(crate) async fn save(sent: FormAbout<ArticleId>) -> Result<Response, PageError> {
    let (words, brief_words) = (Texts::of(sent.visit.language), BriefTexts::of(sent.visit.language));
    let typed = TypedAnswers::read(&sent.form);
    let path = format!("/v1/articles/{}/answers", sent.id);
    let goes_on = sent.form.text("then") == "article";
    let again = |status, typed| BriefPage { status, notice: None, typed: Some(typed) };
    match sent.client().put(&path, &typed.request()).await? {
        Ok(_) if goes_on && typed.given().next().is_none() => {
            let typed = TypedAnswers { refused: Some(brief_words.no_answers), ..typed };
            again(StatusCode::UNPROCESSABLE_ENTITY, typed).show(&sent.dashboard, &sent.visit, sent.id).await
        }
        Ok(_) if goes_on => {
            let id = sent.id.to_string();
            let form = [("make", "notes"), ("brief", id.as_str())];
            Ok(redirects::see(&redirects::with_query("/dashboard/articles/new", &form)))
        }
        Ok(_) => Ok(redirects::see(&format!("{}?done=saved#interview", place_of(sent.id)))),
        Err(refusal) if refusal.status == StatusCode::NOT_FOUND => Err(PageError::NotFound),
        Err(refusal) => {
            let typed = TypedAnswers { refused: Some(words.refusal(&refusal.code)), ..typed };
            let status = refusal.status;
            let typed = if refusal.fields.is_empty() {
                typed
            } else {
                TypedAnswers { refused: None, ..typed.rejected(refusal.fields, sent.visit.language) }
            };
            again(status, typed).show(&sent.dashboard, &sent.visit, sent.id).await
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn typed(answers: &[(&str, &str)]) -> TypedAnswers {
        let answers = answers.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect();
        TypedAnswers { answers, faults: Faults::default(), refused: None }
    }

    #[test]
    fn answers_that_say_nothing_are_not_sent() {
        let request = typed(&[("q_1", " \n"), ("q_2", " Five minutes.\n")]).request();
        assert_eq!(request, json!({"answers": [{"questionId": "q_2", "text": "Five minutes."}]}));
    }

    #[test]
    fn faults_stand_at_their_questions() {
        let fields = vec![("answers[1].text".to_owned(), "must have 1..10000 characters".to_owned())];
        let typed = typed(&[("q_1", "a"), ("q_2", " "), ("q_3", "b")]).rejected(fields, Language::ENGLISH);
        assert_eq!(typed.fault("q_3"), Some("must have 1..10000 characters"));
        assert_eq!((typed.fault("q_1"), typed.of("q_2")), (None, " "));
    }
}
