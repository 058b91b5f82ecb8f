//! Resolves the words of a JSON-LD object.
//!
//! Remote contexts are not requested: schema.org's is built in, and the words of other contexts are not
//! checked.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::json::{Json, Member, Node};
use crate::namespace::{Namespace, is_address, short_name};
use crate::vocabulary::vocabulary;

/// The maximum number of terms that a page's own context defines.
const MAX_TERMS: usize = 500;
/// A context that differs from the right URL by at most this many letters is a typing error.
const MISTYPED: usize = 3;
const RIGHT: &str = "https://schema.org";

/// The meaning of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// `@id` or another keyword, or an alias of one.
    Keyword(&'a str),
    /// A term of schema.org, by its short name.
    Term(&'a str),
    /// A word of another vocabulary.
    Foreign,
}

/// The meaning of words in an object and in the objects inside it.
#[derive(Debug, Clone)]
pub(super) struct Context {
    pub(super) namespace: Namespace,
    terms: Rc<FxHashMap<String, String>>,
    /// Whether there is an unread context beside schema.org's, which may define words that schema.org does
    /// not have.
    is_mixed: bool,
}

/// What is wrong with a context, and how to fix it.
pub(super) type Complaint = (String, String);

impl Context {
    /// The outer context of a script.
    pub(super) fn new(namespace: Namespace) -> Self {
        Self { namespace, terms: Rc::default(), is_mixed: false }
    }

    /// The context extended by the declaration of an object.
    pub(super) fn with(&self, declared: &Node<'_>) -> (Self, Option<Complaint>) {
        let mut next =
            Self { namespace: Namespace::Other, terms: Rc::clone(&self.terms), is_mixed: self.is_mixed };
        let mut complaint = None;
        match &declared.value {
            Json::Array(parts) => {
                for part in parts {
                    complaint = complaint.or(next.declare(part, self.namespace));
                }
            }
            _ => complaint = next.declare(declared, self.namespace),
        }
        (next, complaint)
    }

    fn declare(&mut self, part: &Node<'_>, inherited: Namespace) -> Option<Complaint> {
        match &part.value {
            Json::Text(address) => return self.remote(address),
            Json::Object(members) => self.define(members, inherited),
            _ => {}
        }
        None
    }

    fn remote(&mut self, address: &str) -> Option<Complaint> {
        let is_known = Namespace::of(address) == Namespace::SchemaOrg
            || address.contains("schema.org/docs/jsonldcontext.json");
        if is_known {
            self.namespace = Namespace::SchemaOrg;
            return None;
        }
        let complaint = complaint(address);
        match complaint {
            Some(_) => self.namespace = Namespace::SchemaOrg,
            None => self.is_mixed = true,
        }
        complaint
    }

    fn define(&mut self, members: &[Member<'_>], inherited: Namespace) {
        let vocabulary = members.iter().rfind(|member| member.key == "@vocab");
        match vocabulary.map(|member| &member.value.value) {
            Some(Json::Text(address)) => self.namespace = Namespace::of(address),
            Some(_) => self.namespace = Namespace::Other,
            // Terms extend the outer context; at the top level there is none.
            None if self.namespace == Namespace::Other => self.namespace = inherited,
            None => {}
        }
        let terms = Rc::make_mut(&mut self.terms);
        for member in members.iter().filter(|member| !member.key.starts_with('@')) {
            if terms.len() < MAX_TERMS
                && let Some(meaning) = definition(&member.value)
            {
                terms.insert(member.key.clone().into_owned(), meaning.to_owned());
            }
        }
    }

    /// Resolves a key or a type.
    pub(super) fn word<'a>(&'a self, word: &'a str) -> Word<'a> {
        if word.starts_with('@') {
            return Word::Keyword(word);
        }
        if let Some(meaning) = self.terms.get(word) {
            return self.meaning(meaning);
        }
        match word.split_once(':') {
            Some(_) => self.meaning(word),
            None if self.namespace == Namespace::Other => Word::Foreign,
            // schema.org's context defines these two aliases of JSON-LD keywords.
            None if word == "id" => Word::Keyword("@id"),
            None if word == "type" => Word::Keyword("@type"),
            None if self.is_mixed && !is_known(word) => Word::Foreign,
            None => Word::Term(word),
        }
    }

    fn meaning<'a>(&'a self, meaning: &'a str) -> Word<'a> {
        if meaning.starts_with('@') {
            return Word::Keyword(meaning);
        }
        if is_address(meaning) {
            return short_name(meaning).map_or(Word::Foreign, Word::Term);
        }
        let Some((prefix, name)) = meaning.split_once(':') else { return Word::Foreign };
        let ours = match self.terms.get(prefix) {
            Some(address) => Namespace::of(address) == Namespace::SchemaOrg,
            None => prefix == "schema" && self.namespace == Namespace::SchemaOrg,
        };
        if ours && !name.is_empty() { Word::Term(name) } else { Word::Foreign }
    }
}

fn is_known(word: &str) -> bool {
    vocabulary().type_named(word).is_some() || vocabulary().property(word).is_some()
}

fn definition<'a>(node: &'a Node<'_>) -> Option<&'a str> {
    match &node.value {
        Json::Text(meaning) => Some(meaning),
        Json::Object(members) => members.iter().rfind(|member| member.key == "@id")?.value.value.as_text(),
        _ => None,
    }
}

/// What is wrong with a URL that was meant to be schema.org's.
fn complaint(address: &str) -> Option<Complaint> {
    let fix = format!("Write \"@context\": \"{RIGHT}\".");
    let bare = address.trim().trim_end_matches('/');
    if bare.is_empty() {
        return Some(("the @context is empty".to_owned(), fix));
    }
    if let Some(name) = short_name(address) {
        let message = format!("the @context is the address of the term {name}, not of the vocabulary");
        return Some((message, format!("{fix} The type belongs into @type.")));
    }
    let without_host = bare.strip_prefix("www.").unwrap_or(bare);
    if without_host.eq_ignore_ascii_case("schema.org") {
        return Some((format!("the @context `{address}` is no address: https:// is missing"), fix));
    }
    let is_near = bare.len() < 2 * RIGHT.len()
        && strsim::osa_distance(&bare.to_ascii_lowercase().replace("http:", "https:"), RIGHT) <= MISTYPED;
    is_near.then(|| (format!("the @context `{address}` is not schema.org's; did you mean {RIGHT}?"), fix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn context(text: &str) -> (Context, Option<Complaint>) {
        Context::new(Namespace::Other).with(&parse(text).unwrap())
    }

    #[test]
    fn a_context_has_many_forms() {
        for text in [
            "\"https://schema.org\"",
            "\"http://schema.org/\"",
            "{\"@vocab\": \"https://schema.org/\"}",
            "[\"https://schema.org\", {\"ex\": \"https://example.com/\"}]",
            "[{\"@language\": \"en\"}, \"https://schema.org\"]",
            "\"https://schema.org/docs/jsonldcontext.jsonld\"",
        ] {
            let (context, complaint) = context(text);
            assert_eq!((context.word("name"), complaint), (Word::Term("name"), None), "{text}");
            assert_eq!(context.word("type"), Word::Keyword("@type"));
        }
    }

    #[test]
    fn prefixes_and_other_names_are_followed() {
        let (context, _) = context(
            "{\"s\": \"http://schema.org/\", \"titel\": \"s:name\", \"wer\": {\"@id\": \"https://schema.org/author\"}, \
             \"art\": \"@type\", \"x\": \"https://example.com/x\"}",
        );
        assert_eq!(context.word("s:Article"), Word::Term("Article"));
        assert_eq!(context.word("titel"), Word::Term("name"));
        assert_eq!(context.word("wer"), Word::Term("author"));
        assert_eq!(context.word("art"), Word::Keyword("@type"));
        assert_eq!(context.word("https://schema.org/Person"), Word::Term("Person"));
        for foreign in ["x", "name", "og:title", "https://example.com/Person", "schema:name"] {
            assert_eq!(context.word(foreign), Word::Foreign, "{foreign}");
        }
    }

    #[test]
    fn other_vocabularies_are_not_judged() {
        for text in [
            "\"https://www.w3.org/ns/activitystreams\"",
            "{\"@vocab\": \"https://example.com/\"}",
            "null",
            "{}",
        ] {
            let (context, complaint) = context(text);
            assert_eq!((context.word("name"), complaint), (Word::Foreign, None), "{text}");
        }
    }

    #[test]
    fn words_of_a_context_beside_schema_orgs_are_not_judged() {
        let (context, _) = context("[\"https://www.w3.org/ns/credentials/v2\", \"https://schema.org\"]");
        assert_eq!(context.word("name"), Word::Term("name"));
        assert_eq!(context.word("Person"), Word::Term("Person"));
        assert_eq!(context.word("credentialSubject"), Word::Foreign);
    }

    #[test]
    fn mistyped_contexts_are_named_and_understood() {
        for text in [
            "\"schema.org\"",
            "\"\"",
            "\"https://schema.org/Product\"",
            "\"https://shema.org\"",
            "\"http//schema.org\"",
        ] {
            let (context, complaint) = context(text);
            assert!(complaint.is_some(), "{text}");
            assert_eq!(context.word("name"), Word::Term("name"), "{text}");
        }
    }
}
