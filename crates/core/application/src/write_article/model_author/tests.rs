//! Answers that can't be used: what is requested next, from which engine, and what the error says.

use std::collections::VecDeque;
use std::sync::Mutex;

use async_trait::async_trait;
use ports::{EngineFailure, FailureKind};
use serde_json::json;

use super::*;

/// What an engine answers.
#[derive(Debug, Clone, Copy)]
enum Reply {
    Good,
    CutOff,
    Prose,
    OtherForm,
    Fails(FailureKind),
}

use Reply::{CutOff, Fails, Good, OtherForm, Prose};

/// Engines that answer by a script, whose last line repeats, and that record the requests.
struct Engines {
    scripts: Mutex<Vec<(&'static str, VecDeque<Reply>)>>,
    requests: Mutex<Vec<(&'static str, TextRequest)>>,
}

impl Engines {
    fn new(scripts: &[(&'static str, &[Reply])]) -> Arc<Self> {
        let scripts = scripts.iter().map(|(name, replies)| (*name, replies.iter().copied().collect()));
        Arc::new(Self { scripts: Mutex::new(scripts.collect()), requests: Mutex::default() })
    }

    fn asked(&self) -> Vec<&'static str> {
        self.requests.lock().unwrap().iter().map(|(engine, _)| *engine).collect()
    }

    fn request(&self, index: usize) -> TextRequest {
        self.requests.lock().unwrap()[index].1.clone()
    }
}

fn answer(engine: &'static str, reply: Reply) -> Result<WrittenText, EngineFailure> {
    let (text, ending) = match reply {
        Good => ("{\"word\": \"tea\"}", Ending::Complete),
        CutOff => ("{\"word\": \"te", Ending::CutOff),
        Prose => ("I would rather talk.", Ending::Complete),
        OtherForm => ("{\"word\": 7}", Ending::Complete),
        Fails(kind) => {
            let reason = "answered with status 401: Incorrect API key provided: sk-x".to_owned();
            return Err(EngineFailure { engine, kind, reason, is_ours: true, retry_after: None });
        }
    };
    Ok(WrittenText { text: text.to_owned(), ending, model: "m".to_owned(), usage: None })
}

#[async_trait]
impl Capability<TextRequest, WrittenText> for Engines {
    async fn serve(&self, order: &TextRequest, limit: Duration) -> Result<Served<WrittenText>, ServeError> {
        self.serve_except(order, limit, &[]).await
    }

    async fn serve_except(
        &self,
        order: &TextRequest,
        _: Duration,
        except: &[&'static str],
    ) -> Result<Served<WrittenText>, ServeError> {
        let mut failures = Vec::new();
        for (engine, script) in &mut *self.scripts.lock().unwrap() {
            if except.contains(engine) {
                continue;
            }
            order.meter.count_call();
            self.requests.lock().unwrap().push((engine, order.clone()));
            let reply = if script.len() > 1 { script.pop_front().unwrap() } else { script[0] };
            match answer(engine, reply) {
                Ok(answer) => return Ok(Served { answer, engine }),
                Err(failure) => failures.push(failure),
            }
        }
        Err(ServeError::Failed { failures })
    }
}

fn prompt() -> Prompt {
    Prompt {
        system: "Be brief.".to_owned(),
        prompt: "Name a drink.".to_owned(),
        form_name: "drink",
        schema: json!({ "type": "object" }),
        max_tokens: 1_000,
    }
}

#[derive(serde::Deserialize)]
struct Drink {
    word: String,
}

fn read(reply: &str) -> Result<String, ReplyError> {
    match serde_json::from_str::<Drink>(reply) {
        Ok(drink) => Ok(drink.word),
        Err(error) if error.is_data() => Err(ReplyError::Form(error.to_string())),
        Err(error) => Err(ReplyError::NotJson(error.to_string())),
    }
}

/// The word and its engine, or the message of the error.
async fn call(engines: &Arc<Engines>) -> Result<(String, &'static str), String> {
    let served = ModelAuthor::new(engines.clone()).request(prompt(), read).await;
    served.map(|served| (served.answer.0, served.engine)).map_err(|error| error.to_string())
}

#[tokio::test]
async fn every_call_is_counted_and_all_but_the_first_as_retries() {
    let tally = Arc::new(Tally::default());
    let good = Engines::new(&[("one", &[Good])]);
    let flawed =
        Engines::new(&[("one", &[Prose]), ("two", &[Fails(FailureKind::Broken)]), ("three", &[Good])]);
    for engines in [good.clone(), good, flawed.clone()] {
        let author = ModelAuthor::new(engines).counted(tally.clone());
        author.request(prompt(), read).await.unwrap();
    }
    assert_eq!(flawed.asked(), ["one", "one", "two", "three"]);
    let spending = tally.take();
    assert_eq!((spending.calls, spending.retries), (6, 3));
    assert_eq!(tally.take().calls, 0, "it was taken");
}

#[tokio::test]
async fn an_answer_that_is_cut_off_once_is_requested_with_a_doubled_limit() {
    let engines = Engines::new(&[("one", &[CutOff, Good]), ("two", &[Good])]);
    assert_eq!(call(&engines).await, Ok(("tea".to_owned(), "one")));
    assert_eq!(engines.asked(), ["one", "one"]);
    let limits = [0, 1].map(|index| engines.request(index).token_limit(0));
    assert_eq!(limits, [1_000, 2_000]);
    assert_eq!(engines.request(1).prompt, "Name a drink.", "it wrote nothing wrong");
}

#[tokio::test]
async fn an_engine_that_is_always_cut_off_leaves_the_work_to_the_next() {
    let engines = Engines::new(&[("one", &[CutOff]), ("two", &[Good])]);
    assert_eq!(call(&engines).await, Ok(("tea".to_owned(), "two")));
    assert_eq!(engines.asked(), ["one", "one", "two"]);
    assert_eq!(engines.request(2).token_limit(0), 1_000, "the next one may do with less");
}

#[tokio::test]
async fn an_error_names_the_limit_at_which_every_answer_was_cut_off() {
    let engines = Engines::new(&[("one", &[CutOff])]);
    let error = call(&engines).await.unwrap_err();
    assert!(
        error.contains("one gave no answer that can be used: it was cut off at the limit of 4000 tokens"),
        "{error}"
    );
    assert_eq!(engines.asked().len(), 3, "the only engine has one try more");
}

#[tokio::test]
async fn a_model_is_told_why_its_answer_could_not_be_used() {
    let engines = Engines::new(&[("one", &[Prose, Good])]);
    assert_eq!(call(&engines).await, Ok(("tea".to_owned(), "one")));
    let second = engines.request(1);
    assert!(
        second.prompt.starts_with("Name a drink.\n") && second.prompt.contains("not JSON"),
        "{}",
        second.prompt
    );
    assert_eq!(second.token_limit(0), 1_000);
}

#[tokio::test]
async fn broken_answers_fail_with_the_reason_after_three_tries() {
    let engines = Engines::new(&[("one", &[Prose, OtherForm, Prose])]);
    let error = call(&engines).await.unwrap_err();
    assert!(error.contains("one gave no answer that can be used: the answer is not JSON"), "{error}");
    assert_eq!(engines.asked().len(), 3);
    let engines = Engines::new(&[("one", &[OtherForm])]);
    let error = call(&engines).await.unwrap_err();
    assert!(
        error.contains("JSON of another form than requested") && error.contains("integer `7`"),
        "{error}"
    );
}

#[tokio::test]
async fn broken_answers_of_one_engine_are_requested_from_the_next_without_its_faults() {
    let engines = Engines::new(&[("one", &[Prose]), ("two", &[OtherForm, Good])]);
    assert_eq!(call(&engines).await, Ok(("tea".to_owned(), "two")));
    assert_eq!(engines.asked(), ["one", "one", "two", "two"]);
    assert_eq!(engines.request(2).prompt, "Name a drink.");
    assert!(engines.request(3).prompt.contains("another form"));
}

#[tokio::test]
async fn an_error_tells_of_every_engine_and_nothing_of_accounts() {
    let engines = Engines::new(&[("one", &[Prose]), ("two", &[Fails(FailureKind::Refused)])]);
    let error = call(&engines).await.unwrap_err();
    assert!(error.contains("one gave no answer that can be used: the answer is not JSON"), "{error}");
    assert!(
        error.contains("two refused the request because of its account; the operator has been notified"),
        "{error}"
    );
    assert!(!error.contains("API key") && !error.contains("sk-x"), "{error}");
    assert_eq!(engines.asked(), ["one", "one", "two"]);
}
