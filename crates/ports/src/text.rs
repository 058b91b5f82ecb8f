//! Text that somebody else's model writes.

/// What a model shall write.
#[derive(Debug, Clone, PartialEq)]
pub struct TextOrder {
    /// Who it is and what rules it keeps.
    pub system: String,
    /// What it shall do now.
    pub prompt: String,
    /// The form of the answer; plain text if left out.
    pub form: Option<JsonForm>,
    /// The most that the text may take, in tokens. Engines add room for thinking where a model thinks.
    pub max_tokens: u32,
    /// How often the limit is doubled, thinking included: once for each answer that was cut off at it.
    pub doublings: u32,
}

impl TextOrder {
    /// The limit with room for so many tokens of thinking.
    #[must_use]
    pub const fn token_limit(&self, thinking: u32) -> u32 {
        self.max_tokens.saturating_add(thinking).saturating_mul(2_u32.saturating_pow(self.doublings))
    }
}

/// A form that an answer must have.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonForm {
    /// What it is called: up to 64 letters, digits, hyphens and underscores.
    pub name: &'static str,
    /// A JSON Schema in the subset that every provider takes: all properties required, no others allowed. Models write the properties
    /// in the order in which `required` lists them.
    pub schema: serde_json::Value,
}

/// What a model wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenText {
    /// The text. With a form it is JSON of that form as far as the vendor keeps its promise: hostile until it is read.
    pub text: String,
    /// Why it ends.
    pub ending: Ending,
    /// The model that wrote it, in the vendor's words.
    pub model: String,
    /// What it used, if the vendor says so. Only for information: customers pay for what they get.
    pub usage: Option<TokenUsage>,
}

/// Why a text ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It is complete.
    Complete,
    /// It was cut at the limit.
    CutOff,
}

/// Tokens that were used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TokenUsage {
    /// Read, from a cache or not.
    pub input: u64,
    /// Written, thoughts included.
    pub output: u64,
}
