//! A model on a llama.cpp server of this machine. It has no rules while it writes other than against digits.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::AtomicBool;

use domain::locale::Language;
use ports::language_model::{
    Continuation, ContinuationEnding, Continued, LanguageModel, LanguageModelError, Likelihood,
};
use serde_json::{Value, json};

/// A server's address, without scheme.
pub(crate) struct Llama(String);

impl Llama {
    pub(crate) fn at(url: &str) -> Self {
        Self(url.trim_start_matches("http://").trim_end_matches('/').to_owned())
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (mut stream, body) = (TcpStream::connect(&self.0).unwrap(), body.to_string());
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

impl LanguageModel for Llama {
    fn name(&self) -> &'static str {
        "llama.cpp"
    }

    fn continue_text(
        &self,
        order: &Continuation<'_>,
        _: &AtomicBool,
    ) -> Result<Continued, LanguageModelError> {
        let digits: Vec<Value> = (0..10).map(|digit| json!([digit.to_string(), false])).collect();
        let answer = self.post(
            "/completion",
            &json!({
                "prompt": order.prompt.trim_end_matches(' '),
                "n_predict": order.max_tokens,
                "temperature": order.sampling.temperature,
                "top_p": order.sampling.top_p,
                "repeat_penalty": order.sampling.repeat_penalty,
                "seed": order.sampling.seed % u64::from(u32::MAX),
                "stop": order.stop.strings,
                "logit_bias": digits,
                "n_probs": 1,
            }),
        );
        let logprobs: Vec<f64> = answer["completion_probabilities"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|token| token["logprob"].as_f64())
            .collect();
        Ok(Continued {
            text: sentences(answer["content"].as_str().unwrap(), order.stop.at_sentence_end),
            tokens: logprobs.len(),
            mean_logprob: mean(&logprobs),
            ending: ContinuationEnding::CutOff,
        })
    }

    fn score(&self, _: &str, _: &[&str], _: &AtomicBool) -> Result<Vec<Likelihood>, LanguageModelError> {
        unreachable!("drafts are not scored")
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "few small numbers")]
fn mean(values: &[f64]) -> f32 {
    (values.iter().sum::<f64>() / values.len().max(1) as f64) as f32
}

/// The first so many sentences.
fn sentences(text: &str, most: u32) -> String {
    let ranges = prose::sentences::ranges(text, Language::ENGLISH);
    let end = most.checked_sub(1).and_then(|last| ranges.get(usize::try_from(last).unwrap()));
    end.map_or(text, |range| &text[..range.end]).to_owned()
}
