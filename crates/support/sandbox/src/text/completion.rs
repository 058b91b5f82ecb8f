//! The output of a text model, independent of the wire format.

use serde_json::Value;

use super::{flaw, schema, writer};
use crate::faults::{self, TextFlaw};
use crate::seed::Seed;
use crate::world::World;

const PARAGRAPHS: usize = 4;
const SENTENCES_EACH: usize = 4;
/// The number of words per piece of a stream.
const WORDS_IN_PIECE: usize = 6;
/// An estimate for the number of tokens.
const CHARACTERS_IN_TOKEN: usize = 4;

/// The prompt for a model.
pub(crate) struct Prompt<'a> {
    /// All of its text.
    pub(crate) whole: String,
    /// The user's last message.
    pub(crate) last: String,
    pub(crate) form: Form<'a>,
    pub(crate) most_tokens: Option<u64>,
    /// Whether the response must be empty.
    pub(crate) empty: bool,
    /// The flaw of the response.
    pub(crate) flaw: Option<TextFlaw>,
}

/// The required form of the response.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form<'a> {
    Text,
    Object,
    /// JSON that satisfies a schema.
    Schema(&'a Value),
}

/// The output of the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Completion {
    pub(crate) text: String,
    /// Whether it was cut before the end.
    pub(crate) cut_short: bool,
    pub(crate) prompt_tokens: usize,
    pub(crate) written_tokens: usize,
    /// An identifier that depends only on the prompt.
    pub(crate) id: String,
}

impl Completion {
    pub(crate) fn of(world: &World, prompt: &Prompt<'_>) -> Self {
        let subject = faults::without_words(&prompt.last);
        let answer = match prompt.form {
            _ if prompt.empty => Value::String(String::new()),
            Form::Text => Value::String(paragraphs(world, &subject)),
            Form::Object => serde_json::json!({ "text": paragraphs(world, &subject) }),
            Form::Schema(schema) => {
                let language = asked_language(&prompt.whole);
                writer::answer(schema, &world.web, &by_line(&prompt.last), language)
                    .unwrap_or_else(|| schema::instance(schema, world, &subject))
            }
        };
        let text = match flaw::marred(answer, prompt.flaw) {
            Value::String(text) if prompt.empty || matches!(prompt.form, Form::Text) => text,
            answer => answer.to_string(),
        };
        let text = flaw::scrambled(text, prompt.flaw);
        let (text, cut_short) = limited(text, prompt.most_tokens);
        Self {
            prompt_tokens: tokens(&prompt.whole),
            written_tokens: tokens(&text),
            id: Seed::of(&["completion", &prompt.whole]).hex(24),
            cut_short,
            text,
        }
    }

    /// The text as the pieces of a stream.
    pub(crate) fn pieces(&self) -> Vec<String> {
        let words: Vec<&str> = self.text.split_inclusive(' ').collect();
        words.chunks(WORDS_IN_PIECE).map(<[&str]>::concat).collect()
    }
}

/// The language that a rule of an editor's prompt names.
fn asked_language(whole: &str) -> Option<&'static str> {
    let (_, rule) = whole.split_once("Write in ")?;
    let (name, _) = rule.split_once(" only")?;
    Some(if name == "Vietnamese" { "vi" } else { "en" })
}

/// The lines of a prompt without fault words.
fn by_line(prompt: &str) -> String {
    prompt.lines().map(faults::without_words).collect::<Vec<_>>().join("\n")
}

fn paragraphs(world: &World, subject: &str) -> String {
    let sentences = world.library().about(subject, PARAGRAPHS * SENTENCES_EACH);
    let paragraphs: Vec<String> = sentences.chunks(SENTENCES_EACH).map(|part| part.join(" ")).collect();
    paragraphs.join("\n\n")
}

fn limited(text: String, most_tokens: Option<u64>) -> (String, bool) {
    let most = most_tokens.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
    if tokens(&text) <= most {
        return (text, false);
    }
    (text.chars().take(most.saturating_mul(CHARACTERS_IN_TOKEN)).collect(), true)
}

pub(crate) fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(CHARACTERS_IN_TOKEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(last: &str, most_tokens: Option<u64>) -> Prompt<'static> {
        Prompt {
            whole: last.to_owned(),
            last: last.to_owned(),
            form: Form::Text,
            most_tokens,
            empty: false,
            flaw: None,
        }
    }

    #[test]
    fn the_pieces_are_the_text() {
        let completion = Completion::of(&World::load(), &prompt("cold brew coffee at home", None));
        assert!(completion.pieces().len() > 5);
        assert_eq!(completion.pieces().concat(), completion.text);
        assert!(completion.text.split("\n\n").count() == PARAGRAPHS);
    }

    #[test]
    fn a_limit_cuts_the_text_short() {
        let completion = Completion::of(&World::load(), &prompt("cold brew coffee at home", Some(10)));
        assert!(completion.cut_short);
        assert_eq!(completion.written_tokens, 10);
    }
}
