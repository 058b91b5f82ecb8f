//! Text models. They write parts of articles from their notebook on a topic, or sample text without one;
//! compose other texts from the sentences of the sandbox web; or fill a given schema.

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
