//! Every call as the reference tells it. Made once, as the API's document does not change while the service runs.

use askama::filters::Safe;
use domain::locale::Language;
use domain::prices::{Operation, PER_IMAGE};
use explorer::samples::Language as SampleLanguage;
use explorer::{Endpoint, Field, Place, PriceRule, Reply, endpoints};
use serde_json::Value;

use super::kinds;
use crate::figures::grouped;
use crate::pages::code_spans::with_code_spans;
use crate::pages::samples::Sample;
use crate::texts::texts;

texts! {
    /// Words about calls.
    CallTexts {
        service: "Service", "Dịch vụ";
        account: "Account", "Tài khoản";
        credits: "Credits", "Tín dụng";
        articles: "Articles", "Bài viết";
        analysis: "Search results", "Kết quả tìm kiếm";
        images: "Images", "Hình ảnh";
        keywords: "Keywords", "Từ khoá";
        audits: "Audits", "Kiểm tra trang";
        operations: "Operations", "Vận hành";
        no_key: "Needs no key", "Không cần khoá";
        any_key: "Needs a key", "Cần khoá";
        scope: "Needs a key with the scope", "Cần khoá có quyền";
        events: "answers with a stream of events", "trả về một luồng sự kiện";
        in_path: "in the path", "trong đường dẫn";
        in_query: "in the query", "trong chuỗi truy vấn";
        in_header: "header", "tiêu đề HTTP";
        free: "Free", "Miễn phí";
        per_character: "1 credit per generated character", "1 tín dụng cho mỗi ký tự được tạo";
        per_image: "credits per image", "tín dụng mỗi hình";
        per_call: "credits per call", "tín dụng mỗi lần gọi";
    }
}

/// The calls of the API, as programs and as readers of both languages need them.
pub struct Reference {
    endpoints: Vec<Endpoint>,
    english: Vec<Group>,
    vietnamese: Vec<Group>,
}

impl Reference {
    /// What the OpenAPI document of a service tells that customers reach at `public_url`.
    #[must_use]
    pub fn new(document: &Value, public_url: &str) -> Self {
        let endpoints = endpoints(document);
        let told = |language| {
            let by_tag = endpoints.chunk_by(|one, next| one.tag == next.tag);
            by_tag.map(|calls| Group::new(document, calls, public_url, language)).collect()
        };
        let (english, vietnamese) = (told(Language::ENGLISH), told(Language::VIETNAMESE));
        Self { endpoints, english, vietnamese }
    }

    pub(crate) fn endpoints(&self) -> &[Endpoint] {
        &self.endpoints
    }

    pub(super) fn groups(&self, language: Language) -> &[Group] {
        if language == Language::VIETNAMESE { &self.vietnamese } else { &self.english }
    }
}

/// Calls that belong together.
pub(super) struct Group {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) about: Option<Safe<String>>,
    pub(super) calls: Vec<CallEntry>,
}

/// One call.
pub(super) struct CallEntry {
    pub(super) operation: String,
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) summary: Safe<String>,
    pub(super) description: Option<Safe<String>>,
    /// What key it needs; if a certain scope, the scope follows.
    pub(super) key: &'static str,
    pub(super) scope: Option<String>,
    pub(super) price: String,
    /// What else there is to say of its answer.
    pub(super) reply: Option<&'static str>,
    pub(super) fields: Vec<FieldLine>,
    pub(super) sample: Option<Sample>,
}

/// A parameter, or a field of the body.
pub(super) struct FieldLine {
    pub(super) name: String,
    /// Where it goes, if not into the body.
    pub(super) place: Option<&'static str>,
    pub(super) required: bool,
    pub(super) kind: String,
    pub(super) default: Option<String>,
    pub(super) hint: Option<Safe<String>>,
}

impl Group {
    fn new(document: &Value, calls: &[Endpoint], public_url: &str, language: Language) -> Self {
        let tag = calls.first().map_or("", |endpoint| endpoint.tag.as_str());
        Self {
            anchor: format!("calls-{tag}"),
            name: called(tag, CallTexts::of(language)).to_owned(),
            about: described(document, tag).map(with_code_spans),
            calls: calls.iter().map(|endpoint| CallEntry::new(endpoint, public_url, language)).collect(),
        }
    }
}

impl CallEntry {
    fn new(endpoint: &Endpoint, public_url: &str, language: Language) -> Self {
        let words = CallTexts::of(language);
        let description = endpoint.description.as_str();
        let example = endpoint.request(&endpoint.filled_in()).ok();
        Self {
            operation: endpoint.operation_id.clone(),
            method: endpoint.method.as_str(),
            path: endpoint.path.clone(),
            summary: with_code_spans(&endpoint.summary),
            description: (!description.is_empty()).then(|| with_code_spans(description)),
            key: match (endpoint.needs_key, &endpoint.scope) {
                (false, _) => words.no_key,
                (true, None) => words.any_key,
                (true, Some(_)) => words.scope,
            },
            scope: endpoint.scope.clone(),
            price: price(endpoint.price, language),
            reply: (endpoint.reply == Reply::Events).then_some(words.events),
            fields: endpoint.fields().map(|field| FieldLine::new(field, language)).collect(),
            sample: example.map(|call| Sample::new(SampleLanguage::Curl, &call, public_url)),
        }
    }
}

impl FieldLine {
    fn new(field: &Field, language: Language) -> Self {
        let words = CallTexts::of(language);
        Self {
            name: field.name.clone(),
            place: match field.place {
                Place::Path => Some(words.in_path),
                Place::Query => Some(words.in_query),
                Place::Header => Some(words.in_header),
                Place::Body => None,
            },
            required: field.required,
            kind: kinds::told(field, language),
            default: field.default.clone(),
            hint: field.hint.as_deref().map(with_code_spans),
        }
    }
}

/// A group that is not known here is called what the document calls it.
fn called<'a>(tag: &'a str, words: &'static CallTexts) -> &'a str {
    match tag {
        "service" => words.service,
        "account" => words.account,
        "credits" => words.credits,
        "articles" => words.articles,
        "analysis" => words.analysis,
        "images" => words.images,
        "keywords" => words.keywords,
        "audits" => words.audits,
        "operations" => words.operations,
        other => other,
    }
}

fn described<'a>(document: &'a Value, tag: &str) -> Option<&'a str> {
    let tags = document.get("tags")?.as_array()?;
    let known = tags.iter().find(|known| known.get("name").and_then(Value::as_str) == Some(tag))?;
    known.get("description")?.as_str()
}

fn price(rule: PriceRule, language: Language) -> String {
    let words = CallTexts::of(language);
    let operation = match rule {
        PriceRule::Free => return words.free.to_owned(),
        PriceRule::PerCharacter => return words.per_character.to_owned(),
        PriceRule::Listed(operation) => operation,
    };
    let Some(price) = operation.fixed_price() else {
        let per_image = grouped(PER_IMAGE.as_i64(), language);
        return format!("{} + {per_image} {}", words.per_character, words.per_image);
    };
    let unit = if operation == Operation::ImagesGenerate { words.per_image } else { words.per_call };
    format!("{} {unit}", grouped(price.as_i64(), language))
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    /// A small API.
    pub(in crate::pages::reference) fn document() -> Value {
        let schema = json!({"type": "object", "required": ["name"], "properties": {
            "name": {"type": "string", "maxLength": 80, "example": "tea", "description": "It is <b> and `kept`."},
            "count": {"type": "integer", "minimum": 1, "maximum": 5, "default": 2},
        }});
        let body = json!({"required": true, "content": {"application/json": {"schema": schema}}});
        let id = json!({"name": "id", "in": "path", "required": true, "example": "t1", "schema": {"type": "string"}});
        json!({
            "tags": [{"name": "articles", "description": "Things"}, {"name": "others"}],
            "paths": {
                "/v1/things": {"post": {
                    "operationId": "makeThing", "tags": ["articles"], "summary": "Make a thing", "description": "Free.",
                    "security": [{"apiKey": ["things"]}], "requestBody": body,
                }},
                "/v1/things/{id}": {"get": {
                    "operationId": "readThing", "tags": ["others"], "summary": "Read a thing", "parameters": [id],
                }},
            },
        })
    }

    #[test]
    fn calls_are_told_by_group() {
        let reference = Reference::new(&document(), "https://seo.example.com");
        let [articles, others] = reference.groups(Language::VIETNAMESE) else { unreachable!() };
        assert_eq!((articles.name.as_str(), others.name.as_str()), ("Bài viết", "others"));
        assert_eq!(articles.about.as_ref().map(|about| about.0.as_str()), Some("Things"));
        let (made, read) = (&articles.calls[0], &others.calls[0]);
        assert_eq!((made.summary.0.as_str(), made.scope.as_deref()), ("Make a thing", Some("things")));
        assert_eq!((made.price.as_str(), read.key), ("Miễn phí", "Không cần khoá"));
        let name = made.fields.iter().find(|field| field.name == "name").unwrap();
        assert!(name.required && name.place.is_none());
        let count = made.fields.iter().find(|field| field.name == "count").unwrap();
        assert_eq!((count.default.as_deref(), count.required), (Some("2"), false));
        assert_eq!(read.fields[0].place, Some("trong đường dẫn"));
        let sample = &read.sample.as_ref().unwrap().html.0;
        assert!(sample.contains("https://seo.example.com/v1/things/t1"), "{sample}");
    }

    #[test]
    fn prices_are_told_as_replies_tell_them() {
        let rules = Operation::ALL.into_iter().map(PriceRule::Listed);
        for rule in rules.chain([PriceRule::Free, PriceRule::PerCharacter]) {
            assert_eq!(price(rule, Language::ENGLISH), rule.rate());
        }
        let analysis = price(PriceRule::Listed(Operation::AnalysisSerp), Language::VIETNAMESE);
        assert_eq!(analysis, "2.000 tín dụng mỗi lần gọi");
    }
}
