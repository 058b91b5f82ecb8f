//! Text models. They write parts of articles from what they know about a topic, or as sample text if they know nothing; compose other
//! texts from the sentences of the sandbox web; or fill the schema they are given.

pub(crate) mod anthropic;
mod assignment;
mod completion;
mod first_draft;
mod flaw;
pub(crate) mod gemini;
mod given;
mod library;
pub(crate) mod ollama;
pub(crate) mod openai;
mod sample;
mod schema;
mod writer;

pub(crate) use assignment::place_of_flaw;
pub(crate) use completion::{Completion, Form, Prompt, tokens};
pub(crate) use library::Library;
