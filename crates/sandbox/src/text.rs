//! Text models. They compose what they write from the sentences of the sandbox web, or fill the schema they are given.

pub(crate) mod anthropic;
mod completion;
mod flaw;
pub(crate) mod gemini;
mod library;
pub(crate) mod openai;
mod schema;

pub(crate) use completion::{Completion, Form, Prompt, tokens};
pub(crate) use library::Library;
