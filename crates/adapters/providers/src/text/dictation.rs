//! Takes down what a model says, event by event. A text whose end was not heard is a failure.

use std::time::Duration;

use ports::text::{Ending, TokenUsage};
use ports::{EngineFailure, FailureKind, TextRequest, WrittenText};
use reqwest::RequestBuilder;

use super::prices::TokenPrices;
use super::{LONGEST, LONGEST_OF_OWN_SERVER, with_verdict_on_retries};
use crate::http::{Answer, Provider, Reply, Silence};

/// How long a text is waited for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// A model reads and thinks before its first word.
    thinking: Duration,
    /// Then it writes without long pauses.
    writing: Duration,
    whole: Duration,
}

/// How one provider is asked, and how it tells.
pub(super) trait Dialect: Sync {
    fn provider(&self) -> &Provider;

    /// The model that is asked.
    fn model(&self) -> &str;

    fn patience(&self) -> Patience {
        Patience::PROVIDER
    }

    /// What tokens cost, if the operator says so.
    fn prices(&self) -> Option<TokenPrices>;

    fn request(&self, order: &TextRequest) -> RequestBuilder;

    /// Takes down one event, or a reply that came all at once.
    fn take_down(&self, event: &str, draft: &mut Draft) -> Result<Progress, EngineFailure>;

    /// The failure that a reply stands for.
    fn refusal(&self, reply: &Reply) -> EngineFailure;
}

/// Whether more is to be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// There may be more.
    Going,
    /// Nothing follows.
    Over,
}

/// What was heard so far.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) text: String,
    /// Words in place of an answer.
    pub(super) refusal: String,
    /// Set as soon as the model says that the text is at its end.
    pub(super) ending: Option<Ending>,
    /// The model in the provider's words.
    pub(super) model: Option<String>,
    pub(super) usage: Option<TokenUsage>,
}

/// Has a text written.
pub(super) async fn write(dialect: &impl Dialect, order: &TextRequest) -> Result<WrittenText, EngineFailure> {
    let mut draft = Draft::default();
    order.meter.count_call();
    let heard = hear(dialect, order, &mut draft).await;
    // Errors are not billed, unless their provider says so.
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
                // The text is whole; only figures about it are missing.
                Err(_) if draft.ending.is_some() => break,
                Err(failure) => return Err(failure),
            }
        },
    }
    Ok(())
}

impl Patience {
    /// Another engine may be faster than a provider that is silent for long.
    pub(super) const PROVIDER: Self =
        Self { thinking: Duration::from_mins(2), writing: Duration::from_secs(30), whole: LONGEST };
    /// A server of one's own loads the model from disk first, and may write few words in a minute.
    pub(super) const OWN_SERVER: Self = Self {
        thinking: Duration::from_mins(10),
        writing: Duration::from_mins(2),
        whole: LONGEST_OF_OWN_SERVER,
    };

    /// A model that stops in the middle of a text may go on when it is asked again.
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
        // A model that thought up to the limit wrote nothing and yet was cut off.
        if ending == Ending::Complete && self.text.trim().is_empty() {
            return Err(provider.failure(FailureKind::Broken, "answered without a text"));
        }
        let model = self.model.unwrap_or_else(|| model.to_owned());
        Ok(WrittenText { text: self.text, ending, model, usage: self.usage })
    }
}

/// The failure of an order that a model will not carry out.
pub(super) fn declined(provider: &Provider, why: &str) -> EngineFailure {
    provider.failure(FailureKind::Declined, format!("declined to write: {}", provider.quote(why)))
}

/// The failure of a text that ends for a reason that is none.
pub(super) fn odd_ending(provider: &Provider, why: &str) -> EngineFailure {
    provider.failure(FailureKind::Broken, format!("ended its answer with {:?}", provider.quote(why)))
}

/// The failure of a stream in which an error is told.
pub(super) fn failed_midway(provider: &Provider, kind: FailureKind, words: &str) -> EngineFailure {
    // A time-out of theirs has not used up our time.
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
