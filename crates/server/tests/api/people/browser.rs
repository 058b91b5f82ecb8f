//! The part of a browser that pages without scripts need: cookies, and forms with their hidden fields.

use std::collections::BTreeMap;

use reqwest::redirect::Policy;
use testkit::TestServer;

pub(crate) const PASSWORD: &str = "correct horse battery";

pub(crate) struct Browser {
    http: reqwest::Client,
    url: String,
    pub(crate) cookies: BTreeMap<String, String>,
    pub(crate) origin: String,
    pub(crate) language: Option<&'static str>,
    /// The token in the forms of the last page.
    pub(crate) token: String,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn location(&self) -> &str {
        self.headers.get("location").map_or("", |value| value.to_str().unwrap())
    }

    /// The URL of an audit's report: redirected at once, or at the end of the progress page.
    pub(crate) fn report(&self) -> String {
        let streamed = self.text_between("http-equiv=\"refresh\" content=\"0; url=", "\"");
        let place = streamed.unwrap_or_else(|| self.location().to_owned());
        assert!(place.starts_with("/dashboard/audits/aud_"), "{} {}", self.status, self.body);
        place
    }

    pub(crate) fn text_between(&self, start: &str, end: &str) -> Option<String> {
        let rest = self.body.split(start).nth(1)?;
        Some(rest.split(end).next()?.to_owned())
    }
}

impl Browser {
    pub(crate) fn new(server: &TestServer) -> Self {
        Self {
            http: reqwest::Client::builder().redirect(Policy::none()).build().unwrap(),
            url: server.url.clone(),
            cookies: BTreeMap::new(),
            origin: server.url.clone(),
            language: None,
            token: String::new(),
        }
    }

    /// Continues with another server of the same installation.
    pub(crate) fn follow(&mut self, server: &TestServer) {
        (self.url, self.origin) = (server.url.clone(), server.url.clone());
    }

    async fn call(&mut self, mut request: reqwest::RequestBuilder) -> Answer {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        request = request.header("cookie", cookies.join("; ")).header("user-agent", "Firefox/140.0 (Linux)");
        if let Some(language) = self.language {
            request = request.header("accept-language", language);
        }
        let response = request.header("accept", "text/html").send().await.unwrap();
        for cookie in response.headers().get_all("set-cookie") {
            let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            if rest.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let answer = Answer { status, headers, body: response.text().await.unwrap() };
        // Public pages have no token.
        let token = answer.text_between("name=\"csrf\" value=\"", "\"");
        if let Some(token) = token.filter(|token| !token.is_empty()) {
            self.token = token;
        }
        answer
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        let request = self.http.get(format!("{}{path}", self.url));
        self.call(request).await
    }

    /// Reads a page that must exist.
    pub(crate) async fn read(&mut self, path: &str) -> String {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    /// Submits a form of the last page.
    pub(crate) async fn send(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.token.clone();
        let fields: Vec<(&str, &str)> = fields.iter().copied().chain([("csrf", token.as_str())]).collect();
        self.send_bare(path, &fields).await
    }

    /// Sends a form with nothing added.
    pub(crate) async fn send_bare(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let request =
            self.http.post(format!("{}{path}", self.url)).header("origin", &self.origin).form(fields);
        self.call(request).await
    }

    pub(crate) async fn sign_up(&mut self, email: &str) {
        let answer = self.send_bare("/signup", &[("email", email), ("password", PASSWORD)]).await;
        assert_eq!((answer.status, answer.location()), (303, "/dashboard"), "{}", answer.body);
        let _ = self.read("/dashboard").await;
    }

    pub(crate) async fn log_in(&mut self, email: &str, password: &str) -> Answer {
        self.send_bare("/login", &[("email", email), ("password", password), ("next", "/dashboard/keys")])
            .await
    }
}
