//! The calls in the API reference. They are built once, because the document does not change while the
//! service runs.

use crate::explorer::json_view::json_to_html;
use crate::explorer::samples::Language as SampleLanguage;
use crate::explorer::{
    Endpoint, Field, Node, Place, PriceRule, Reply, WebhookEvent, endpoints, webhook_events,
};
use askama::filters::Safe;
use domain::locale::Language;
use domain::prices::{Operation, PER_IMAGE};
use serde_json::Value;

use super::fields::{Direction, Owner, Trees};
use crate::figures::grouped;
use crate::pages::code_spans::with_code_spans;
use crate::pages::escaping::escaped;
use crate::pages::samples::Sample;
use crate::texts::texts;

texts! {
    CallTexts {
        no_key: "Needs no key", "Không cần khoá";
        any_key: "Needs a key", "Cần khoá";
        scope: "Needs a key with the scope", "Cần khoá có quyền";
        events: "responds with a stream of events", "trả về một luồng sự kiện";
        in_path: "in the path", "trong đường dẫn";
        in_query: "in the query", "trong chuỗi truy vấn";
        in_header: "in a header", "trong tiêu đề HTTP";
        free: "Free", "Miễn phí";
        per_character: "1 credit per generated character", "1 credit cho mỗi ký tự được tạo";
        per_image: "credits per image", "credit mỗi hình";
        per_call: "credits per call", "credit mỗi lần gọi";
    }
}

/// The names of a group of calls, on its page and in search results.
pub(crate) struct GroupNames {
    pub(crate) tag: &'static str,
    name: (&'static str, &'static str),
    title: (&'static str, &'static str),
    description: (&'static str, &'static str),
}

impl GroupNames {
    pub(super) fn title(&self, language: Language) -> &'static str {
        if language == Language::VIETNAMESE { self.title.1 } else { self.title.0 }
    }

    pub(super) fn description(&self, language: Language) -> &'static str {
        if language == Language::VIETNAMESE { self.description.1 } else { self.description.0 }
    }
}

const fn group(
    tag: &'static str,
    name: (&'static str, &'static str),
    title: (&'static str, &'static str),
    description: (&'static str, &'static str),
) -> GroupNames {
    GroupNames { tag, name, title, description }
}

/// All groups of the API document, in its order.
#[rustfmt::skip]
pub(crate) static GROUPS: [GroupNames; 10] = [
    group("articles", ("Articles", "Bài viết"),
        ("Articles API: create, follow and publish", "API bài viết: tạo, theo dõi và xuất bản"),
        ("Calls to create articles and content briefs, follow their progress, approve outlines, edit, regenerate and publish, with all fields and responses.", "Các lệnh gọi tạo bài viết và dàn ý, theo dõi tiến độ, duyệt dàn ý, sửa, tạo lại và xuất bản bài, kèm đầy đủ các trường dữ liệu và phản hồi.")),
    group("images", ("Images", "Hình ảnh"),
        ("Images API: generate, list, read, delete", "API hình ảnh: tạo, liệt kê và xoá hình"),
        ("Calls to generate images without text in them, list them, read them and delete them, with every field of requests and responses and sample code.", "Các lệnh gọi tạo hình ảnh không có chữ, liệt kê, đọc và xoá hình, kèm đầy đủ các trường của yêu cầu, phản hồi và mã mẫu cho từng lệnh gọi.")),
    group("analysis", ("Search results", "Kết quả tìm kiếm"),
        ("Search results API: analyse what ranks", "API kết quả tìm kiếm: phân tích thứ hạng"),
        ("The call that analyses live search results: search intent, ranking pages, questions, terms and what the pages lack, with all fields and samples.", "Lệnh gọi phân tích kết quả tìm kiếm: ý định, các trang xếp hạng, câu hỏi, thuật ngữ và những gì các trang còn thiếu, kèm trường và mã mẫu.")),
    group("keywords", ("Keywords", "Từ khoá"),
        ("Keywords API: suggestions and keyword ideas", "API từ khoá: gợi ý tìm kiếm và ý tưởng"),
        ("Calls that return autocomplete suggestions and keyword ideas with volume, competition and bids, with every field of requests and responses.", "Các lệnh gọi trả về gợi ý tìm kiếm và ý tưởng từ khoá với lượng tìm, mức cạnh tranh và giá thầu, kèm đầy đủ các trường dữ liệu.")),
    group("audits", ("Audits", "Kiểm tra trang"),
        ("Audits API: check pages for search engines", "API kiểm tra trang: SEO và tốc độ trang"),
        ("Calls that audit a page: content, metadata, structured data, links, performance in a browser and field data, with all fields and sample code.", "Các lệnh gọi kiểm tra một trang: nội dung, siêu dữ liệu, dữ liệu có cấu trúc, liên kết, tốc độ trong trình duyệt, kèm trường và mã mẫu.")),
    group("account", ("Account", "Tài khoản"),
        ("Account API: balance, limits and usage", "API tài khoản: số dư, giới hạn, sử dụng"),
        ("Calls about your account, such as its credits, limits, usage and transactions, with every field of requests and responses and sample code for each call.", "Các lệnh gọi về tài khoản của bạn, như số credit, giới hạn, mức sử dụng và giao dịch, kèm đầy đủ các trường của yêu cầu, phản hồi và mã mẫu.")),
    group("credits", ("Credits", "Credit"),
        ("Credits API: estimate what your calls cost", "API credit: ước tính giá trước khi gọi"),
        ("Calls about credits, such as the estimate of a price before you make a call, with every field of requests and responses, sample code and errors.", "Các lệnh gọi về credit, như ước tính giá của một lệnh gọi trước khi thực hiện, kèm đầy đủ các trường của yêu cầu, phản hồi, mã mẫu và lỗi.")),
    group("webhooks", ("Webhooks", "Webhook"),
        ("Webhooks API: events and their payloads", "API webhook: sự kiện và nội dung gửi đi"),
        ("Every event that the service sends to your server: when it is sent, what its payload holds, field by field, and an example message to test with.", "Mọi sự kiện mà dịch vụ gửi tới máy chủ của bạn: gửi khi nào, nội dung gồm những trường gì, và một thông điệp mẫu để bạn thử nghiệm.")),
    group("service", ("Service", "Dịch vụ"),
        ("Service API: name, version and documents", "API dịch vụ: tên, phiên bản và tài liệu"),
        ("The call that returns name, version and documentation of the service, which needs no key: use it to check that your client reaches the service.", "Lệnh gọi trả về tên, phiên bản và tài liệu của dịch vụ, không cần khoá: dùng để kiểm tra chương trình của bạn có kết nối được tới dịch vụ.")),
    group("operations", ("Health checks", "Tình trạng"),
        ("Health checks API: liveness, readiness", "API tình trạng: hoạt động và độ sẵn sàng"),
        ("Calls for load balancers and monitoring: whether the process is alive, and whether it is ready to serve requests. Neither call needs a key.", "Các lệnh gọi cho bộ cân bằng tải và giám sát: tiến trình còn hoạt động không, và đã sẵn sàng nhận yêu cầu chưa. Cả hai không cần khoá.")),
];

/// The group whose page also shows webhook events.
const EVENTS: &str = "webhooks";
/// The languages that most clients use.
const SAMPLES: [SampleLanguage; 3] =
    [SampleLanguage::Curl, SampleLanguage::TypeScript, SampleLanguage::Python];

/// The calls of the API, for programs and for readers of both languages.
pub struct Reference {
    endpoints: Vec<Endpoint>,
    english: Vec<Group>,
    vietnamese: Vec<Group>,
}

impl Reference {
    /// Reads the OpenAPI document of a service whose public URL is `public_url`.
    #[must_use]
    pub fn new(document: &Value, public_url: &str) -> Self {
        let endpoints = endpoints(document);
        let events = webhook_events(document);
        let describe = |language| {
            let groups = GROUPS.iter().map(|names| {
                let calls = endpoints.iter().filter(|endpoint| endpoint.tag == names.tag);
                let events: &[WebhookEvent] = if names.tag == EVENTS { &events } else { &[] };
                Group::new(document, names, calls, events, public_url, language)
            });
            groups.filter(|group| !group.calls.is_empty() || !group.events.is_empty()).collect()
        };
        let (english, vietnamese) = (describe(Language::ENGLISH), describe(Language::VIETNAMESE));
        Self { endpoints, english, vietnamese }
    }

    pub(crate) fn endpoints(&self) -> &[Endpoint] {
        &self.endpoints
    }

    pub(crate) fn groups(&self, language: Language) -> &[Group] {
        if language == Language::VIETNAMESE { &self.vietnamese } else { &self.english }
    }
}

/// A group of calls on one page.
pub(crate) struct Group {
    pub(crate) tag: &'static str,
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) about: Option<Safe<String>>,
    pub(crate) calls: Vec<CallEntry>,
    pub(crate) events: Vec<EventEntry>,
    /// Errors of all calls in the group, which are listed once.
    pub(crate) common_errors: Vec<(u16, String)>,
    /// Headers of all responses in the group, which are listed once.
    pub(crate) common_headers: Vec<HeaderLine>,
}

/// A response header with its description.
#[derive(Clone, PartialEq)]
pub(crate) struct HeaderLine {
    pub(crate) name: String,
    pub(crate) about: String,
}

impl HeaderLine {
    pub(crate) fn html(&self) -> Safe<String> {
        with_code_spans(&self.about)
    }
}

pub(crate) struct CallEntry {
    pub(crate) operation: String,
    /// The summary without markup.
    pub(crate) title: String,
    pub(crate) method: &'static str,
    pub(crate) path: String,
    /// Method and path, which can wrap only before a slash.
    pub(crate) line: Safe<String>,
    pub(crate) summary: Safe<String>,
    pub(crate) description: Option<Safe<String>>,
    /// The required key. If it needs a scope, `scope` names it.
    pub(crate) key: &'static str,
    pub(crate) scope: Option<String>,
    pub(crate) price: String,
    /// A remark about the response.
    pub(crate) reply: Option<&'static str>,
    pub(crate) parameters: Vec<ParameterLine>,
    pub(crate) request: Option<Safe<String>>,
    pub(crate) request_about: Option<Safe<String>>,
    pub(crate) response: Option<Safe<String>>,
    pub(crate) headers: Vec<HeaderLine>,
    pub(crate) example: Option<Safe<String>>,
    /// The media type of the example.
    pub(crate) example_type: &'static str,
    pub(crate) samples: Vec<Sample>,
    pub(crate) errors: Vec<(u16, String)>,
    /// The text for the search.
    pub(crate) plain: String,
}

pub(crate) struct EventEntry {
    pub(crate) name: String,
    pub(crate) anchor: String,
    pub(crate) description: Safe<String>,
    pub(crate) fields: Safe<String>,
    pub(crate) example: Option<Safe<String>>,
    pub(crate) plain: String,
}

/// A parameter in the path, query or header.
pub(crate) struct ParameterLine {
    pub(crate) place: &'static str,
    pub(crate) node: Safe<String>,
}

impl Group {
    fn new<'e>(
        document: &Value,
        names: &'static GroupNames,
        calls: impl Iterator<Item = &'e Endpoint>,
        events: &'e [WebhookEvent],
        public_url: &str,
        language: Language,
    ) -> Self {
        let vietnamese = language == Language::VIETNAMESE;
        let mut trees = Trees::new(language);
        let mut calls: Vec<CallEntry> =
            calls.map(|endpoint| CallEntry::new(endpoint, public_url, language, &mut trees)).collect();
        let common_errors = common(&calls, |call| &call.errors);
        let common_headers = common(&calls, |call| &call.headers);
        for call in &mut calls {
            call.errors.retain(|error| !common_errors.contains(error));
            call.headers.retain(|header| !common_headers.contains(header));
        }
        Self {
            tag: names.tag,
            name: if vietnamese { names.name.1 } else { names.name.0 },
            title: names.title(language),
            description: names.description(language),
            about: described(document, names.tag).map(with_code_spans),
            calls,
            common_errors,
            common_headers,
            events: events.iter().map(|event| EventEntry::new(event, &mut trees)).collect(),
        }
    }
}

impl CallEntry {
    fn new<'e>(endpoint: &'e Endpoint, public_url: &str, language: Language, trees: &mut Trees<'e>) -> Self {
        let words = CallTexts::of(language);
        // The price stands in a row of its own.
        let description = endpoint.description.trim_end_matches("Free.").trim_end();
        let call = endpoint.request(&endpoint.filled_in()).ok();
        let owner = Owner { anchor: &endpoint.operation_id, title: &endpoint.summary };
        let mut within =
            |nodes: &'e [Node], direction| (!nodes.is_empty()).then(|| trees.render(nodes, direction, owner));
        Self {
            operation: endpoint.operation_id.clone(),
            title: endpoint.summary.clone(),
            method: endpoint.method.as_str(),
            path: endpoint.path.clone(),
            line: line(endpoint.method.as_str(), &endpoint.path),
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
            parameters: endpoint.parameters.iter().map(|field| ParameterLine::new(field, language)).collect(),
            request: within(&endpoint.request, Direction::Request),
            request_about: endpoint.request_about.as_deref().map(with_code_spans),
            response: within(&endpoint.response, Direction::Response),
            headers: endpoint
                .response_headers
                .iter()
                .map(|(name, about)| HeaderLine { name: name.clone(), about: about.clone() })
                .collect(),
            example: endpoint.response_example.as_ref().map(|value| match value {
                // A stream is shown as it is sent.
                Value::String(stream) => Safe(escaped(stream.trim_end())),
                value => Safe(json_to_html(value).html),
            }),
            example_type: if endpoint.reply == Reply::Events { "text/event-stream" } else { "JSON" },
            samples: call
                .iter()
                .flat_map(|call| SAMPLES.map(|language| Sample::new(language, call, public_url)))
                .collect(),
            errors: endpoint.errors.clone(),
            plain: plain(
                &[&endpoint.operation_id, &endpoint.path, description],
                &endpoint.request,
                &endpoint.response,
            ),
        }
    }
}

impl EventEntry {
    fn new<'e>(event: &'e WebhookEvent, trees: &mut Trees<'e>) -> Self {
        let owner = Owner { anchor: &event.anchor, title: &event.name };
        Self {
            anchor: event.anchor.clone(),
            description: with_code_spans(&event.description),
            fields: trees.render(&event.fields, Direction::Response, owner),
            example: event.example.as_ref().map(|value| Safe(json_to_html(value).html)),
            plain: plain(&[&event.description], &event.fields, &[]),
            name: event.name.clone(),
        }
    }
}

impl ParameterLine {
    fn new(field: &Field, language: Language) -> Self {
        let words = CallTexts::of(language);
        let nodes = [Node { field: field.clone(), nullable: false, children: Vec::new() }];
        let owner = Owner { anchor: "", title: "" };
        Self {
            place: match field.place {
                Place::Path => words.in_path,
                Place::Query | Place::Body => words.in_query,
                Place::Header => words.in_header,
            },
            node: Trees::new(language).render(&nodes, Direction::Request, owner),
        }
    }
}

/// What all calls of a page have in common, if there are several.
fn common<T: Clone + PartialEq>(calls: &[CallEntry], of: impl Fn(&CallEntry) -> &Vec<T>) -> Vec<T> {
    let Some((first, others @ [_, ..])) = calls.split_first() else { return Vec::new() };
    of(first).iter().filter(|item| others.iter().all(|call| of(call).contains(item))).cloned().collect()
}

fn line(method: &str, path: &str) -> Safe<String> {
    let parts: Vec<String> = path.trim_start_matches('/').split('/').map(escaped).collect();
    Safe(format!("{method} /{}", parts.join("<wbr>/")))
}

/// Texts and field names, for the search.
fn plain(texts: &[&str], request: &[Node], response: &[Node]) -> String {
    fn names(nodes: &[Node], text: &mut String) {
        for node in nodes {
            text.push(' ');
            text.push_str(&node.field.name);
            names(&node.children, text);
        }
    }
    let mut text = texts.join(" ");
    names(request, &mut text);
    names(response, &mut text);
    text
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
pub(in crate::pages::docs) mod tests {
    use serde_json::json;

    use super::*;

    pub(in crate::pages::docs) fn document() -> Value {
        let schema = json!({"type": "object", "required": ["name"], "properties": {
            "name": {"type": "string", "maxLength": 80, "example": "tea", "description": "It is <b> and `kept`."},
            "count": {"type": "integer", "minimum": 1, "maximum": 5, "default": 2},
        }});
        let body = json!({"required": true, "content": {"application/json": {"schema": schema}}});
        let part = json!({"type": "object", "properties": {"inside": {"type": "string"}}});
        let thing = json!({"type": "object", "required": ["thingId"], "properties": {"thingId": {"type": "string"}, "part": part}});
        let responses = json!({
            "200": {"content": {"application/json": {"schema": thing, "example": {"thingId": "t1"}}}},
            "422": {"content": {"application/json": {"examples": {"invalid_request": {"value": {}}}}}},
        });
        let id = json!({"name": "id", "in": "path", "required": true, "example": "t1", "schema": {"type": "string"}});
        json!({
            "tags": [{"name": "articles", "description": "Things"}, {"name": "images"}],
            "paths": {
                "/v1/things": {"post": {
                    "operationId": "makeThing", "tags": ["articles"], "summary": "Make a thing", "description": "Free.",
                    "security": [{"apiKey": ["things"]}], "requestBody": body, "responses": responses,
                }},
                "/v1/things/{id}": {"get": {
                    "operationId": "readThing", "tags": ["images"], "summary": "Read a thing", "parameters": [id],
                }},
            },
        })
    }

    #[test]
    fn calls_are_told_by_group() {
        let reference = Reference::new(&document(), "https://seo.example.com");
        let [articles, images] = reference.groups(Language::VIETNAMESE) else { unreachable!() };
        assert_eq!((articles.name, images.name), ("Bài viết", "Hình ảnh"));
        assert_eq!(articles.about.as_ref().map(|about| about.0.as_str()), Some("Things"));
        let (made, read) = (&articles.calls[0], &images.calls[0]);
        assert_eq!((made.summary.0.as_str(), made.scope.as_deref()), ("Make a thing", Some("things")));
        assert_eq!((made.price.as_str(), read.key), ("Miễn phí", "Không cần khoá"));
        assert!(made.description.is_none(), "the price is stated once");
        let request = &made.request.as_ref().unwrap().0;
        assert!(
            request.contains("<code class=\"name\">name</code>") && request.contains("bắt buộc"),
            "{request}"
        );
        assert!(request.contains("<code>2</code>"), "the default is missing in {request}");
        assert_eq!(read.parameters[0].place, "trong đường dẫn");
        assert_eq!(made.errors, [(422, "invalid_request".to_owned())]);
        assert_eq!(read.line.0, "GET /v1<wbr>/things<wbr>/{id}");
        let sample = &read.samples[0].html.0;
        assert!(sample.contains("https://seo.example.com/v1/things/t1"), "{sample}");
    }

    #[test]
    fn errors_of_all_calls_are_listed_once() {
        let mut document = document();
        let again = document["paths"]["/v1/things"]["post"].clone();
        document["paths"]["/v1/things"]["patch"] = again;
        let responses = &mut document["paths"]["/v1/things"]["patch"]["responses"];
        responses["404"] =
            json!({"content": {"application/json": {"examples": {"not_found": {"value": {}}}}}});
        let reference = Reference::new(&document, "https://seo.example.com");
        let [articles, images] = reference.groups(Language::ENGLISH) else { unreachable!() };
        assert_eq!(articles.common_errors, [(422, "invalid_request".to_owned())]);
        assert!(articles.calls[0].errors.is_empty());
        assert_eq!(articles.calls[1].errors, [(404, "not_found".to_owned())]);
        assert!(images.common_errors.is_empty());
    }

    #[test]
    fn prices_are_told_as_replies_tell_them() {
        let rules = Operation::ALL.into_iter().map(PriceRule::Listed);
        for rule in rules.chain([PriceRule::Free, PriceRule::PerCharacter]) {
            assert_eq!(price(rule, Language::ENGLISH), rule.rate());
        }
        let analysis = price(PriceRule::Listed(Operation::AnalysisSerp), Language::VIETNAMESE);
        assert_eq!(analysis, "2.000 credit mỗi lần gọi");
    }
}
