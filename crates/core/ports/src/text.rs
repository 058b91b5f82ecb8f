//! Text that a provider's model writes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::articles::spending::Spending;

/// What a model is to write.
#[derive(Debug, Clone)]
pub struct TextRequest {
    /// The system prompt: the model's role and rules.
    pub system: String,
    /// The prompt with the task.
    pub prompt: String,
    /// The required form of the answer; plain text if left out.
    pub form: Option<JsonForm>,
    /// The maximum length of the text, in tokens. Engines add room for thinking if a model thinks.
    pub max_tokens: u32,
    /// How often the limit is doubled, thinking included: once for each answer that was cut off at it.
    pub doublings: u32,
    /// Counts the calls for this text.
    pub meter: CallMeter,
}

/// The cost of texts that was not recorded yet.
#[derive(Debug, Default)]
pub struct Tally(Mutex<Spending>);

impl Tally {
    pub fn add(&self, spending: Spending) {
        *self.lock() += spending;
    }

    /// Returns the sum and resets it.
    #[must_use]
    pub fn take(&self) -> Spending {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Spending> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts the calls for one text, over all engines.
#[derive(Debug, Clone, Default)]
pub struct CallMeter {
    tally: Arc<Tally>,
    called: Arc<AtomicBool>,
}

impl CallMeter {
    /// A meter that adds to `tally`.
    #[must_use]
    pub fn new(tally: Arc<Tally>) -> Self {
        Self { tally, called: Arc::default() }
    }

    /// Counts a call when it begins, because an abandoned call may be billed, too.
    pub fn count_call(&self) {
        let retries = u32::from(self.called.swap(true, Ordering::Relaxed));
        self.tally.add(Spending { calls: 1, retries, ..Spending::default() });
    }

    /// Counts what a reply used and cost, in billionths of a US dollar.
    pub fn count_reply(&self, usage: Option<TokenUsage>, nanodollars: Option<u64>) {
        let TokenUsage { input, output } = usage.unwrap_or_default();
        self.tally.add(Spending {
            input_tokens: input,
            output_tokens: output,
            nanodollars: nanodollars.unwrap_or(0),
            unpriced: u32::from(nanodollars.is_none()),
            ..Spending::default()
        });
    }
}

impl TextRequest {
    /// The limit with room for `thinking` tokens.
    #[must_use]
    pub const fn token_limit(&self, thinking: u32) -> u32 {
        self.max_tokens.saturating_add(thinking).saturating_mul(2_u32.saturating_pow(self.doublings))
    }
}

/// A form that an answer must have.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonForm {
    /// The name: up to 64 letters, digits, hyphens and underscores.
    pub name: &'static str,
    /// A JSON Schema in the subset that every provider supports: all properties required, no others allowed.
    /// Models write the properties in the order in which `required` lists them.
    pub schema: serde_json::Value,
}

/// What a model wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenText {
    /// The text. With a form, it is JSON of that form as far as the provider guarantees that: hostile until
    /// it is parsed.
    pub text: String,
    pub ending: Ending,
    /// The model that wrote it, as the provider names it.
    pub model: String,
    /// The tokens that were used, if the provider reports them. Only for information: customers pay for
    /// results.
    pub usage: Option<TokenUsage>,
}

/// Why a text ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    Complete,
    /// The text was cut off at the limit.
    CutOff,
}

/// Tokens that were used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TokenUsage {
    /// Tokens that were read, from a cache or not.
    pub input: u64,
    /// Tokens that were written, including thinking.
    pub output: u64,
}
