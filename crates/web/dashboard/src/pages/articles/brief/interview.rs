//! The answers to the questions of a brief, as they are typed.

use axum::response::Response;
use domain::articles::ArticleId;
use domain::locale::Language;
use http::StatusCode;
use serde_json::{Value, json};

use super::super::faults::{self, Faults};
use super::super::texts::Texts;
use super::texts::BriefTexts;
use super::{BriefPage, place_of};
use crate::api_client::Refusal;
use crate::failure::PageError;
use crate::form::Form;
use crate::form_about::FormAbout;
use crate::redirects;

/// The prefix of field names; the id of the question follows.
const FIELD: &str = "answer-";

/// The typed answers and their errors.
pub(super) struct TypedAnswers {
    /// Ids of questions with their typed answers, in the order of the form.
    answers: Vec<(String, String)>,
    faults: Faults,
    /// The error of the form as a whole.
    pub(super) refused: Option<String>,
}

impl TypedAnswers {
    fn read(form: &Form) -> Self {
        let answers = form.pairs().filter_map(|(name, text)| {
            // Browsers send CRLF line ends in forms.
            Some((name.strip_prefix(FIELD)?.to_owned(), text.replace("\r\n", "\n")))
        });
        Self { answers: answers.collect(), faults: Faults::default(), refused: None }
    }

    /// The answers that are not empty.
    fn given(&self) -> impl Iterator<Item = &(String, String)> {
        self.answers.iter().filter(|(_, text)| !text.trim().is_empty())
    }

    fn request(&self) -> Value {
        let answers: Vec<Value> =
            self.given().map(|(id, text)| json!({"questionId": id, "text": text.trim()})).collect();
        json!({ "answers": answers })
    }

    fn refused(self, reason: String) -> Self {
        Self { refused: Some(reason), ..self }
    }

    /// Assigns each API error to its question, and all others to the form as a whole.
    fn rejected(self, refusal: Refusal, language: Language) -> Self {
        let given: Vec<String> = self.given().map(|(id, _)| id.clone()).collect();
        let (of_questions, others): (Vec<_>, Vec<_>) =
            refusal.fields.into_iter().partition(|(field, _)| faults::index(field).is_some());
        let place = |field: &str| {
            let id = faults::index(field).and_then(|index| given.get(index));
            format!("{FIELD}{}", id.map_or("", String::as_str))
        };
        let faults = Faults::placed(of_questions, language, place);
        let typed = Self { faults, ..self };
        if typed.faults.any() && others.is_empty() {
            return typed;
        }
        let reason = Texts::of(language).refusal(&refusal.code);
        typed.refused(format!("{} {reason}", BriefTexts::of(language).not_saved))
    }

    /// The typed answer to a question.
    pub(super) fn of(&self, question: &str) -> &str {
        self.answers.iter().find(|(id, _)| id == question).map_or("", |(_, text)| text)
    }

    /// The error of the answer to a question.
    pub(super) fn fault(&self, question: &str) -> Option<&str> {
        self.faults.of(&format!("{FIELD}{question}"))
    }
}

/// Saves the answers in place of the earlier ones and, if requested, continues with the article. If they
/// can't be saved, the page shows them again.
pub(crate) async fn save(sent: FormAbout<ArticleId>) -> Result<Response, PageError> {
    let words = BriefTexts::of(sent.visit.language);
    let typed = TypedAnswers::read(&sent.form);
    let goes_on = sent.form.text("then") == "article";
    let path = format!("/v1/articles/{}/answers", sent.id);
    let rejected = if goes_on && typed.given().next().is_none() {
        (StatusCode::UNPROCESSABLE_ENTITY, typed.refused(words.no_answers.to_owned()))
    } else {
        match sent.client().put(&path, &typed.request()).await? {
            Ok(_) => return Ok(redirects::see(&onward(sent.id, goes_on))),
            Err(refusal) if refusal.status == StatusCode::NOT_FOUND => return Err(PageError::NotFound),
            Err(refusal) => (refusal.status, typed.rejected(refusal, sent.visit.language)),
        }
    };
    let (status, typed) = rejected;
    let page = BriefPage { status, notice: None, typed: Some(typed) };
    page.show(&sent.dashboard, &sent.visit, sent.id).await
}

/// The redirect after answers were saved.
fn onward(id: ArticleId, goes_on: bool) -> String {
    if goes_on {
        let form = [("make", "notes"), ("brief", &id.to_string())];
        redirects::with_query("/dashboard/articles/new", &form)
    } else {
        format!("{}?done=saved#interview", place_of(id))
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

    fn refusal(fields: &[(&str, &str)]) -> Refusal {
        let fields = fields.iter().map(|(name, fault)| ((*name).to_owned(), (*fault).to_owned())).collect();
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Refusal { status, code: "validation_failed".to_owned(), message: String::new(), fields }
    }

    #[test]
    fn faults_stand_at_their_questions() {
        let answers = [("q_1", "a"), ("q_2", " "), ("q_3", "b")];
        let refused = refusal(&[("answers[1].text", "must have 1..10000 characters")]);
        let one = typed(&answers).rejected(refused, Language::ENGLISH);
        assert_eq!(one.fault("q_3"), Some("must have 1..10000 characters"));
        assert_eq!((one.fault("q_1"), one.of("q_2"), one.refused.is_none()), (None, " ", true));
        let refused = refusal(&[("answers.questionId", "the brief has no question q_1")]);
        let other = typed(&answers).rejected(refused, Language::ENGLISH);
        assert!(other.refused.is_some_and(|reason| reason.starts_with("Your answers were not saved.")));
    }
}
