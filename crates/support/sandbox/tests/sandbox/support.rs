//! A running sandbox and a client for it.

use reqwest::{Client, Method, RequestBuilder, Response};
use sandbox::{Sandbox, SandboxOptions};
use serde_json::Value;

/// A sandbox for one test.
pub(crate) struct Running {
    pub(crate) sandbox: Sandbox,
    client: Client,
}

impl Running {
    pub(crate) async fn start() -> Self {
        Self::with(SandboxOptions::default()).await
    }

    pub(crate) async fn with(options: SandboxOptions) -> Self {
        let sandbox = Sandbox::start(options).await.unwrap();
        let client =
            Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { sandbox, client }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.sandbox.address()))
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    /// A page of the sandbox web, requested here with its own host.
    pub(crate) async fn page(&self, url: &str) -> Response {
        let url = reqwest::Url::parse(url).unwrap();
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        let request = self.get(&format!("{}{query}", url.path()));
        request.header("host", url.host_str().unwrap()).send().await.unwrap()
    }
}

/// The status and the JSON body of a response.
pub(crate) async fn json(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

/// The JSON body of a successful response.
pub(crate) async fn ok(request: RequestBuilder) -> Value {
    let (status, body) = json(request).await;
    assert_eq!(status, 200, "{body}");
    body
}

/// The names of an object's fields, in order.
pub(crate) fn names(object: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// The entries of a list.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}
