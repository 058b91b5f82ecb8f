//! Assembles a model's text, event by event. A text without a received end is a failure.

use std::time::Duration;

use ports::text::{Ending, TokenUsage};
use ports::{EngineFailure, FailureKind, TextRequest, WrittenText};
use reqwest::RequestBuilder;

use super::prices::TokenPrices;
use super::{LONGEST, LONGEST_OF_OWN_SERVER, with_verdict_on_retries};
use crate::http::{Answer, Provider, Reply, Silence};

/// The time limits of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// Before the first token the model reads and thinks.
    thinking: Duration,
    /// Then it writes without long pauses.
    writing: Duration,
    whole: Duration,
}

/// The requests and the event format of one provider.
pub(super) trait Dialect: Sync {
    fn provider(&self) -> &Provider;

    /// The name of the model.
    fn model(&self) -> &str;

    fn patience(&self) -> Patience {
        Patience::PROVIDER
    }

    /// The prices of tokens, if the operator has set them.
    fn prices(&self) -> Option<TokenPrices>;

    fn request(&self, order: &TextRequest) -> RequestBuilder;

    /// Adds one event, or a whole reply, to the draft.
    fn take_down(&self, event: &str, draft: &mut Draft) -> Result<Progress, EngineFailure>;

    /// The failure that a reply stands for.
    fn refusal(&self, reply: &Reply) -> EngineFailure;
}

/// Whether more events are expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Going,
    Over,
}

/// The text and its metadata so far.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) text: String,
    /// The model's refusal, instead of an answer.
    pub(super) refusal: String,
    /// Set as soon as the model reports the end of the text.
    pub(super) ending: Option<Ending>,
    /// The model's name as the provider reports it.
    pub(super) model: Option<String>,
    pub(super) usage: Option<TokenUsage>,
}

/// Writes a text with a model.
pub(super) async fn write(dialect: &impl Dialect, order: &TextRequest) -> Result<WrittenText, EngineFailure> {
    let mut draft = Draft::default();
    order.meter.count_call();
    let heard = hear(dialect, order, &mut draft).await;
    // Errors are not billed, unless their provider reports usage.
    if heard.is_ok() || draft.usage.is_some() {
        let cost = draft.usage.zip(dialect.prices()).map(|(usage, prices)| prices.nanodollars(usage));
        order.meter.count_reply(draft.usage, cost);
    }
    heard?;
    draft.finish(dialect.provider(), dialect.model())
}

async fn hear(dialect: &impl Dialect, order: &TextRequest, draft: &mut Draft) -> Result<(), EngineFailure> {
    let (provider, patience) = (dialect.provider(), dialect.patience());
    match provider.listen(dialect.request(order), patience.silence(draft), patience.whole).await? {
        Answer::Whole(reply) if !reply.status.is_success() => {
            return Err(with_verdict_on_retries(dialect.refusal(&reply), &reply));
        }
        Answer::Whole(reply) => {
            dialect.take_down(&reply.text(), draft)?;
        }
        Answer::Events(mut events) => loop {
            match events.next(patience.silence(draft)).await {
                Ok(Some(event)) if dialect.take_down(&event, draft)? == Progress::Going => {}
                Ok(_) => break,
                // The text is complete; only its figures are missing.
                Err(_) if draft.ending.is_some() => break,
                Err(failure) => return Err(failure),
            }
        },
    }
    Ok(())
}

impl Patience {
    /// If a provider is silent for long, another engine may be faster.
    pub(super) const PROVIDER: Self =
        Self { thinking: Duration::from_mins(2), writing: Duration::from_secs(30), whole: LONGEST };
    /// A self-hosted server loads the model from disk first, and may write only a few words in a minute.
    pub(super) const OWN_SERVER: Self = Self {
        thinking: Duration::from_mins(10),
        writing: Duration::from_mins(2),
        whole: LONGEST_OF_OWN_SERVER,
    };

    /// A model that stops in the middle of a text may succeed when it is called again.
    const fn silence(self, draft: &Draft) -> Silence {
        if draft.text.is_empty() {
            Silence { limit: self.thinking, kind: FailureKind::TimedOut }
        } else {
            Silence { limit: self.writing, kind: FailureKind::Broken }
        }
    }
}

impl Draft {
    fn finish(self, provider: &Provider, model: &str) -> Result<WrittenText, EngineFailure> {
        if !self.refusal.trim().is_empty() {
            return Err(declined(provider, &self.refusal));
        }
        let Some(ending) = self.ending else {
            return Err(provider.failure(FailureKind::Broken, "stopped in the middle of its answer"));
        };
        // A model that thought up to the limit was cut off before it wrote anything.
        if ending == Ending::Complete && self.text.trim().is_empty() {
            return Err(provider.failure(FailureKind::Broken, "answered without a text"));
        }
        let model = self.model.unwrap_or_else(|| model.to_owned());
        Ok(WrittenText { text: self.text, ending, model, usage: self.usage })
    }
}

/// The failure of a request that a model declines.
pub(super) fn declined(provider: &Provider, why: &str) -> EngineFailure {
    provider.failure(FailureKind::Declined, format!("declined to write: {}", provider.quote(why)))
}

/// The failure of a text that ends for an unknown reason.
pub(super) fn odd_ending(provider: &Provider, why: &str) -> EngineFailure {
    provider.failure(FailureKind::Broken, format!("ended its answer with {:?}", provider.quote(why)))
}

/// The failure of a stream that reports an error.
pub(super) fn failed_midway(provider: &Provider, kind: FailureKind, words: &str) -> EngineFailure {
    // A time-out of the provider has not used up our time.
    let kind = if kind == FailureKind::TimedOut { FailureKind::Broken } else { kind };
    provider.failure(kind, format!("failed in the middle of its answer: {}", provider.quote(words)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::ProviderClient;

    fn finish(draft: Draft) -> Result<WrittenText, FailureKind> {
        let provider = Provider::new("test", &ProviderClient::new("test").unwrap(), Vec::new());
        draft.finish(&provider, "asked").map_err(|failure| failure.kind)
    }

    #[test]
    fn only_texts_with_an_end_are_passed_on() {
        let draft = |text: &str, ending| Draft { text: text.to_owned(), ending, ..Draft::default() };
        let text = finish(draft("a", Some(Ending::CutOff))).unwrap();
        assert_eq!((text.text.as_str(), text.ending, text.model.as_str()), ("a", Ending::CutOff, "asked"));
        assert_eq!(finish(draft("a", None)), Err(FailureKind::Broken));
        assert_eq!(finish(draft(" ", Some(Ending::Complete))), Err(FailureKind::Broken));
        assert_eq!(finish(draft("", Some(Ending::CutOff))).unwrap().text, "");
        let refused = Draft { refusal: "No.".to_owned(), ..draft("a", Some(Ending::Complete)) };
        assert_eq!(finish(refused), Err(FailureKind::Declined));
    }
}
