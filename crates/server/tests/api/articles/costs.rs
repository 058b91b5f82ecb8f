//! What the text of an article costs: recorded with every call, shown to the operator, never to customers.

use super::model::{Model, Spoilt};
use super::*;
use crate::people::browser::{Browser, PASSWORD};

/// A model, a server that uses it with these prices, and the session of its operator.
struct Costs {
    model: Model,
    server: TestServer,
    key: String,
    operator: Browser,
}

/// The operator's figures of one article.
#[derive(Debug, PartialEq)]
struct Row {
    charged: u64,
    calls: u64,
    retries: u64,
    tokens: (u64, u64),
    cost: String,
}

impl Costs {
    async fn start(
        script: impl Fn(&str, usize) -> Option<Spoilt> + Send + Sync + 'static,
        prices: &[(&str, &str)],
    ) -> Self {
        let model = Model::start(script).await;
        let mut builder = model.builder();
        for (name, price) in prices {
            builder = builder.set(name, *price);
        }
        let server = builder.start();
        let mut operator = Browser::new(&server);
        let path = server.first_sign_in.strip_prefix(&server.url).unwrap().to_owned();
        let fields = [("email", "owner@example.com"), ("password", PASSWORD)];
        assert_eq!(operator.send_bare(&path, &fields).await.location(), "/dashboard");
        let key = server.live_key.clone();
        Self { model, server, key, operator }
    }

    fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.server.http.post(format!("{}{path}", self.server.url)).bearer_auth(&self.key).json(body)
    }

    async fn requested(&self, mode: &str) -> String {
        let request = json!({
            "focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "never", "mode": mode,
        });
        id_of(&ok(self.post(GENERATE, &request)).await)
    }

    async fn completed(&self, id: &str) -> Value {
        let body = done(&self.server, &self.key, id).await;
        assert_eq!(body["status"], "completed", "{}", body["error"]);
        body
    }

    /// The row of an article, and the row with the totals.
    async fn rows(&mut self, id: &str) -> (Row, Row) {
        let page = self.operator.read("/dashboard/operator").await;
        let row = page.split(&format!("<span class=\"sub id\">{id}")).nth(1).unwrap();
        let total = page.split("Live articles of the last 30 days").nth(1).unwrap();
        (Row::read(row), Row::read(total))
    }
}

impl Row {
    fn read(html: &str) -> Self {
        let row = html.split("</tr>").next().unwrap();
        let cell = |label: &str| {
            let start = format!("data-label=\"{label}\">");
            row.split(&start).nth(1).unwrap().split('<').next().unwrap().to_owned()
        };
        let number = |label: &str| cell(label).replace(',', "").parse().unwrap();
        Self {
            charged: number("Charged credits"),
            calls: number("Calls"),
            retries: number("Retries"),
            tokens: (number("Input tokens"), number("Output tokens")),
            cost: cell("Provider cost"),
        }
    }
}

const PRICES: [(&str, &str); 2] =
    [("TEXT__OPENAI__INPUT_PRICE", "2.5"), ("TEXT__OPENAI__OUTPUT_PRICE", "10")];

#[tokio::test]
async fn the_operator_sees_what_an_article_costs_beside_its_price() {
    let mut costs =
        Costs::start(|form, number| (form == "first_draft" && number == 1).then_some(Spoilt::Prose), &PRICES)
            .await;
    let id = costs.requested("full").await;
    let article = costs.completed(&id).await;
    let (calls, input, output) = costs.model.used();
    let (row, total) = costs.rows(&id).await;
    let tenths_of_a_milli = (input * 25 + output * 100 + 500) / 1_000;
    let expected = Row {
        charged: article["billing"]["chargedCredits"].as_u64().unwrap(),
        calls,
        retries: 1,
        tokens: (input, output),
        cost: format!("${}.{:04}", tenths_of_a_milli / 10_000, tenths_of_a_milli % 10_000),
    };
    assert_eq!(row, expected);
    assert_eq!(total, expected, "the only article");

    let path = format!("/v1/articles/{id}/sections/1/regenerate");
    let _ = ok(costs.post(&path, &json!({ "instructions": "Give an example." }))).await;
    let more = |body: &Value| body["billing"]["chargedCredits"] != article["billing"]["chargedCredits"];
    let again = status_when(&costs.server, &costs.key, &id, more).await;
    let (calls_then, input_then, output_then) = costs.model.used();
    assert!(calls_then > calls);
    let (row, _) = costs.rows(&id).await;
    assert_eq!((row.calls, row.tokens), (calls_then, (input_then, output_then)), "a section adds to it");
    assert!(row.charged > expected.charged);
    for body in [article, again] {
        let told = body.to_string();
        for word in ["retries", "Tokens", "nanodollars", "providerCost"] {
            assert!(!told.contains(word), "a customer reads {word}: {told}");
        }
    }
}

#[tokio::test]
async fn without_a_price_the_cost_is_not_known() {
    let mut costs = Costs::start(|_, _| None, &PRICES[..1]).await;
    let id = costs.requested("full").await;
    let _ = costs.completed(&id).await;
    let (calls, input, output) = costs.model.used();
    let (row, total) = costs.rows(&id).await;
    assert_eq!((row.calls, row.retries, row.tokens), (calls, 0, (input, output)));
    assert_eq!((row.cost.as_str(), total.cost.as_str()), ("unknown", "unknown"));
}

#[tokio::test]
async fn what_was_recorded_before_a_crash_is_neither_lost_nor_counted_again() {
    let mut costs = Costs::start(|_, _| None, &PRICES).await;
    let id = costs.requested("outline").await;
    let waits = |body: &Value| body["stage"] == "approval";
    status_when(&costs.server, &costs.key, &id, waits).await;
    costs.server.kill();
    let mut builder = costs.model.builder();
    for (name, price) in PRICES {
        builder = builder.set(name, price);
    }
    costs.server = builder.sharing_data_with(&costs.server).start();
    let _ = ok(costs.post(&format!("/v1/articles/{id}/approve"), &json!({}))).await;
    let _ = costs.completed(&id).await;
    costs.operator.follow(&costs.server);
    let (calls, input, output) = costs.model.used();
    assert_eq!(costs.model.requests("outline").len(), 1, "the outline was kept");
    let (row, _) = costs.rows(&id).await;
    assert_eq!((row.calls, row.tokens), (calls, (input, output)));
}
