//! Reads the calls that the OpenAPI document describes.

use std::collections::BTreeSet;
use std::fmt;

use domain::prices::Operation;
use serde_json::{Map, Value};

use crate::explorer::field::{Field, Place};
use crate::explorer::form::BodyForm;
use crate::explorer::parameters::parameters;
use crate::explorer::schema;
use crate::explorer::tree::{Node, tree};

/// More calls than our document has.
const MOST_ENDPOINTS: usize = 500;

/// A call of the API.
#[derive(Debug, Clone, PartialEq)]
pub struct Endpoint {
    /// The operation id in the document.
    pub operation_id: String,
    pub method: Method,
    /// The path, with parameters in braces.
    pub path: String,
    /// The tag that groups it.
    pub tag: String,
    /// A summary in a few words.
    pub summary: String,
    pub description: String,
    /// Whether it needs a key.
    pub needs_key: bool,
    /// The scope that the key needs; `None` if any key is sufficient.
    pub scope: Option<String>,
    /// Fields for path, query and headers.
    pub parameters: Vec<Field>,
    /// Fields for the body.
    pub body: Vec<Field>,
    /// The rule for its price.
    pub price: PriceRule,
    /// The type of the response.
    pub reply: Reply,
    /// An example of the body.
    pub example: Option<Value>,
    /// The fields of the body.
    pub request: Vec<Node>,
    /// The description of the whole body.
    pub request_about: Option<String>,
    /// The fields of a successful response.
    pub response: Vec<Node>,
    /// An example of a successful response.
    pub response_example: Option<Value>,
    /// The headers of a successful response, with their descriptions.
    pub response_headers: Vec<(String, String)>,
    /// The possible error codes, with their statuses.
    pub errors: Vec<(u16, String)>,
    pub(crate) body_rule: BodyRule,
    pub(crate) objects: Vec<(Vec<String>, usize)>,
}

/// The method of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// The method `GET`.
    Get,
    /// The method `POST`.
    Post,
    /// The method `PUT`.
    Put,
    /// The method `PATCH`.
    Patch,
    /// The method `DELETE`.
    Delete,
}

/// The rule for the price of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceRule {
    /// The call is free.
    Free,
    /// The price list has a price for it.
    Listed(Operation),
    /// A credit for each generated character.
    PerCharacter,
}

/// The type of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// A single JSON document.
    Json,
    /// A stream of server-sent events.
    Events,
}

/// Whether a call has a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyRule {
    Absent,
    Optional,
    Required,
}

/// Every call of a document: in the order of its groups, then in its own order.
#[must_use]
pub fn endpoints(document: &Value) -> Vec<Endpoint> {
    let paths = document.get("paths").and_then(Value::as_object).into_iter().flatten();
    let mut found = Vec::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let (Some(method), Some(operation)) = (Method::parse(method), operation.as_object()) else {
                continue;
            };
            found.push(Endpoint::new(document, method, path, item, operation));
        }
    }
    found.truncate(MOST_ENDPOINTS);
    let groups: Vec<&str> =
        document.get("tags").and_then(Value::as_array).into_iter().flatten().filter_map(name).collect();
    let place = |tag: &str| groups.iter().position(|group| *group == tag).unwrap_or(groups.len());
    found.sort_by_cached_key(|endpoint| (place(&endpoint.tag), endpoint.tag.clone()));
    found
}

fn name(tag: &Value) -> Option<&str> {
    tag.get("name")?.as_str()
}

impl Endpoint {
    fn new(
        document: &Value,
        method: Method,
        path: &str,
        item: &Value,
        operation: &Map<String, Value>,
    ) -> Self {
        let security = operation.get("security").and_then(|needs| needs.get(0)).and_then(Value::as_object);
        let (body_rule, content) = body(document, operation);
        let form = content.as_ref().map(|content| {
            let schema = content.get("schema").unwrap_or(&Value::Null);
            BodyForm::new(document, schema, body_rule == BodyRule::Required)
        });
        let BodyForm { fields, objects } = form.unwrap_or_default();
        let answer = success(operation);
        let within = |content: Option<&Value>| {
            content
                .and_then(|content| content.get("schema"))
                .map(|schema| tree(document, schema))
                .unwrap_or_default()
        };
        let text = |name: &str| operation.get(name).and_then(Value::as_str);
        let words = |name: &str| text(name).unwrap_or_default().trim().replace('\n', " ");
        let mut endpoint = Self {
            operation_id: text("operationId").map_or_else(|| format!("{method} {path}"), str::to_owned),
            method,
            path: path.to_owned(),
            tag: operation.get("tags").and_then(|tags| tags.get(0)?.as_str()).unwrap_or_default().to_owned(),
            summary: words("summary"),
            description: words("description"),
            needs_key: security.is_some_and(|schemes| !schemes.is_empty()),
            scope: security.and_then(|schemes| schemes.values().next()?.get(0)?.as_str()).map(str::to_owned),
            parameters: parameters(document, item, operation),
            body: fields,
            price: PriceRule::of(path, operation),
            reply: Reply::of(operation),
            request: within(content.clone().map(Value::Object).as_ref()),
            request_about: content.as_ref().and_then(|content| {
                let schema = schema::resolve(document, content.get("schema")?);
                Some(schema.get("description")?.as_str()?.replace('\n', " "))
            }),
            response: within(answer),
            response_example: answer
                .and_then(Value::as_object)
                .and_then(|content| schema::example(content).cloned()),
            response_headers: headers(document, operation),
            errors: errors(document, operation),
            example: content.and_then(|content| example(document, &content)),
            body_rule,
            objects,
        };
        endpoint.tell_names_apart();
        endpoint
    }

    /// All fields, parameters first.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.parameters.iter().chain(&self.body)
    }

    /// The form with the document's examples as values.
    #[must_use]
    pub fn filled_in(&self) -> Vec<(String, String)> {
        let parameters = self.parameters.iter().filter(|field| field.place == Place::Path);
        let parameters = parameters.filter_map(|field| Some((field.name.clone(), field.example.clone()?)));
        let needed = || {
            let needed = self.body.iter().filter(|field| field.required);
            needed.filter_map(|field| Some((field.name.clone(), field.example.clone()?))).collect()
        };
        let body = self.example.as_ref().map_or_else(needed, |example| self.filled_with(example));
        parameters.chain(body).collect()
    }

    /// The fields of the body with the values of an existing body, such as that of an earlier request. Values
    /// without a field are lost.
    #[must_use]
    pub fn filled_with(&self, body: &Value) -> Vec<(String, String)> {
        let values = self.body.iter().filter_map(|field| {
            let value = field.keys.iter().try_fold(body, |value, key| value.get(key))?;
            Some((field.name.clone(), field.kind.written(value)?))
        });
        values.collect()
    }

    /// Makes the names in the form unique, since a parameter and a field of the body may share one.
    fn tell_names_apart(&mut self) {
        let mut taken = BTreeSet::new();
        for field in self.parameters.iter_mut().chain(&mut self.body) {
            while !taken.insert(field.name.clone()) {
                field.name.insert_str(0, "body.");
            }
        }
    }
}

impl Method {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "get" => Self::Get,
            "post" => Self::Post,
            "put" => Self::Put,
            "patch" => Self::Patch,
            "delete" => Self::Delete,
            _ => return None,
        })
    }

    /// The method in HTTP notation.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Reply {
    fn of(operation: &Map<String, Value>) -> Self {
        let content = operation.get("responses").and_then(|responses| responses.pointer("/200/content"));
        let is_stream = content.is_some_and(|content| content.get("text/event-stream").is_some());
        if is_stream { Self::Events } else { Self::Json }
    }
}

impl PriceRule {
    /// A charged call returns the balance; its price is in the price list or depends on the number of
    /// characters.
    fn of(path: &str, operation: &Map<String, Value>) -> Self {
        let responses = operation.get("responses").unwrap_or(&Value::Null);
        if responses.pointer("/200/headers/X-Credits-Balance").is_none() {
            return Self::Free;
        }
        let name = path.strip_prefix("/v1/").unwrap_or(path);
        let listed = Operation::ALL.into_iter().find(|operation| operation.as_str() == name);
        listed.map_or(Self::PerCharacter, Self::Listed)
    }

    /// The rate in words.
    #[must_use]
    pub const fn rate(self) -> &'static str {
        match self {
            Self::Free => "Free",
            Self::Listed(operation) => operation.rate(),
            Self::PerCharacter => "1 credit per generated character",
        }
    }
}

/// Whether there is a body, and its description as JSON.
fn body(document: &Value, operation: &Map<String, Value>) -> (BodyRule, Option<Map<String, Value>>) {
    let Some(body) = operation.get("requestBody") else { return (BodyRule::Absent, None) };
    let body = schema::resolve(document, body);
    let content =
        body.get("content").and_then(|content| content.get("application/json")?.as_object().cloned());
    let is_required = body.get("required").is_some_and(|required| *required == Value::Bool(true));
    let rule = if is_required { BodyRule::Required } else { BodyRule::Optional };
    content.map_or((BodyRule::Absent, None), |content| (rule, Some(content)))
}

/// The JSON or the stream of a successful response.
fn success(operation: &Map<String, Value>) -> Option<&Value> {
    let responses = operation.get("responses")?;
    let content =
        ["200", "201", "202"].into_iter().find_map(|status| responses.get(status)?.get("content"))?;
    content.get("application/json").or_else(|| content.get("text/event-stream"))
}

fn headers(document: &Value, operation: &Map<String, Value>) -> Vec<(String, String)> {
    let headers = operation.get("responses").and_then(|responses| responses.pointer("/200/headers"));
    let headers = headers.and_then(Value::as_object).into_iter().flatten();
    let described = headers.map(|(name, header)| {
        let header = schema::resolve(document, header);
        let text = header.get("description").and_then(Value::as_str).unwrap_or_default();
        (name.clone(), text.to_owned())
    });
    described.collect()
}

/// The error codes, which are the examples of error responses.
fn errors(document: &Value, operation: &Map<String, Value>) -> Vec<(u16, String)> {
    let mut found = Vec::new();
    for (status, response) in operation.get("responses").and_then(Value::as_object).into_iter().flatten() {
        let Some(status) = status.parse().ok().filter(|status: &u16| *status >= 400) else { continue };
        let response = Value::Object(schema::resolve(document, response));
        let examples = response.pointer("/content/application~1json/examples").and_then(Value::as_object);
        found.extend(examples.into_iter().flatten().map(|(code, _)| (status, code.clone())));
    }
    found.sort_by_key(|(status, _)| *status);
    found
}

fn example(document: &Value, content: &Map<String, Value>) -> Option<Value> {
    let of_schema = || {
        let schema = schema::resolve(document, content.get("schema")?);
        schema::example(&schema).cloned()
    };
    schema::example(content).cloned().or_else(of_schema)
}
