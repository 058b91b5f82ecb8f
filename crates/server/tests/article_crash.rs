//! Servers that write articles are killed without warning, at every stage and at random: every article ends
//! once and is paid for once, no finished step is requested again, and search engines are notified of it.
#![cfg(feature = "fault-injection")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{Providers, ServerBuilder, TestDatabase, TestServer};

/// For twenty articles. A message whose sender died waits two minutes for the next one, and on a busy machine
/// each of about thirty restarts takes seconds.
const PATIENCE: Duration = Duration::from_mins(10);
/// As many as stages, so that no two images have the same prompt.
const TOPICS: [&str; STAGES.len()] = [
    "how to make cold brew coffee",
    "best running shoes for beginners",
    "how to compost at home",
    "home solar panels cost",
    "emergency dentist near me",
    "how to make a sourdough starter",
    "buy electric bike online",
    "project management software for remote teams",
];
const STAGES: [&str; 8] =
    ["queued", "research", "outline", "approval", "writing", "images", "quality", "publishing"];
/// Steps of a job that call a provider, each once.
const PAID_STEPS: &str = "SELECT COUNT(*) FROM finished_steps \
    WHERE name LIKE 'picture/%' OR (name LIKE 'model/%' AND name NOT LIKE '%/reconcile')";
/// Messages that a sender has leased and not recorded.
const BEING_SENT: &str = "SELECT COUNT(*) FROM outbox WHERE state = 'pending' AND lease_until IS NOT NULL";
/// Records finished steps for good; jobs delete theirs when they end.
const WATCH_SQLITE: &str = "CREATE TABLE finished_steps (name TEXT NOT NULL);
    CREATE TRIGGER watch_steps AFTER INSERT ON job_steps BEGIN INSERT INTO finished_steps VALUES (NEW.name); END";
const WATCH_POSTGRES: &str = "CREATE TABLE finished_steps (name TEXT NOT NULL);
    CREATE FUNCTION watch_step() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN INSERT INTO finished_steps VALUES (NEW.name); RETURN NEW; END';
    CREATE TRIGGER watch_steps AFTER INSERT ON job_steps FOR EACH ROW EXECUTE FUNCTION watch_step()";

/// `scripts/test --full` writes a hundred articles.
fn articles() -> usize {
    if std::env::var_os("TEST_FULL").is_some() { 100 } else { 20 }
}

#[tokio::test]
async fn sqlite_survives_kills_at_every_stage() {
    Scene::new(testkit::fresh_sqlite()).at_every_stage().await;
}

#[tokio::test]
async fn postgres_survives_kills_at_every_stage() {
    Scene::new(testkit::fresh_postgres()).at_every_stage().await;
}

#[tokio::test]
async fn one_process_on_sqlite_survives_random_kills() {
    Scene::new(testkit::fresh_sqlite()).at_random(1).await;
}

#[tokio::test]
async fn one_process_on_postgres_survives_random_kills() {
    Scene::new(testkit::fresh_postgres()).at_random(1).await;
}

#[tokio::test]
async fn three_processes_on_sqlite_survive_random_kills() {
    Scene::new(testkit::fresh_sqlite()).at_random(3).await;
}

#[tokio::test]
async fn three_processes_on_postgres_survive_random_kills() {
    Scene::new(testkit::fresh_postgres()).at_random(3).await;
}

struct Scene {
    /// The providers outlive all servers and record their requests.
    providers: Providers,
    database: TestDatabase,
    http: reqwest::Client,
    /// The requests to the providers, by number.
    asked: BTreeMap<u64, Asked>,
    kills: Vec<Kill>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Asked {
    provider: String,
    /// Equal for equal requests.
    digest: String,
    path: String,
}

/// What was in progress when a server died.
struct Kill {
    /// The number of the last request before the kill.
    last: u64,
    /// Answers that were requested and not stored yet.
    not_kept: usize,
    /// Notices that were being sent.
    being_sent: usize,
}

impl Scene {
    fn new(database: TestDatabase) -> Self {
        let (providers, http) = (
            Providers::start(env!("CARGO_BIN_EXE_rankwright"), &["--latency", "openai=60"]),
            reqwest::Client::new(),
        );
        Self { providers, database, http, asked: BTreeMap::new(), kills: Vec::new() }
    }

    fn builder(&self) -> ServerBuilder {
        let url = &self.providers.url;
        ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright"))
            .set("DATABASE__URL", &self.database.url)
            .set("PUBLIC_URL", "https://articles.example")
            .set("TEXT__ENGINES", "openai")
            .set("TEXT__OPENAI__BASE_URL", format!("{url}/openai/v1"))
            .set("TEXT__OPENAI__API_KEY", "sandbox")
            .set("IMAGE__ENGINES", "openai")
            .set("IMAGE__OPENAI__BASE_URL", format!("{url}/openai/v1"))
            .set("IMAGE__OPENAI__API_KEY", "sandbox")
            .set("INDEXING__INDEXNOW__ENDPOINT", format!("{url}/indexnow/indexnow"))
            .set("LIMITS__LIVE_REQUESTS_PER_SECOND", "100000")
            .set("LIMITS__LEASE_SECONDS", "4")
            .set("LOG__LEVEL", "warn")
    }

    /// A server, a key with funds, and their amount.
    async fn opened(&self) -> (TestServer, String, i64) {
        let server = self.builder().start();
        self.database.execute(if self.database.is_postgres() { WATCH_POSTGRES } else { WATCH_SQLITE }).await;
        let key = server.live_key.clone();
        let _ = server.run_ok(&["credits", "grant", "1000000000"]);
        let funds = server.run_ok(&["credits", "balance"]).parse().unwrap();
        (server, key, funds)
    }

    async fn kill(&mut self, mut server: TestServer) -> TestServer {
        server.kill();
        // Finished steps come first: a step that finishes later counts as in progress, which only makes the
        // check weaker.
        let finished = self.database.number(PAID_STEPS).await;
        let being_sent = self.database.number(BEING_SENT).await;
        self.look().await;
        let distinct: BTreeSet<&Asked> = self.paid().map(|(_, asked)| asked).collect();
        let kill = Kill {
            last: self.asked.last_key_value().map_or(0, |(number, _)| *number),
            not_kept: distinct.len() - finished.min(distinct.len()),
            being_sent,
        };
        self.kills.push(kill);
        self.builder().sharing_data_with(&server).start()
    }

    /// The requests to models.
    fn paid(&self) -> impl Iterator<Item = (u64, &Asked)> {
        self.asked
            .iter()
            .map(|(number, asked)| (*number, asked))
            .filter(|(_, asked)| asked.provider == "openai")
    }

    /// Reads the recorded requests of the providers.
    async fn look(&mut self) {
        let journal: Value = self
            .http
            .get(format!("{}/__sandbox/journal", self.providers.url))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        for entry in journal["requests"].as_array().unwrap() {
            let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            let asked = Asked { provider: text("provider"), digest: text("digest"), path: text("path") };
            self.asked.insert(entry["number"].as_u64().unwrap(), asked);
        }
        assert_eq!(
            journal["total"].as_u64().unwrap(),
            u64::try_from(self.asked.len()).unwrap(),
            "nothing was missed"
        );
    }

    async fn at_every_stage(mut self) {
        let (mut server, key, funds) = self.opened().await;
        let mut ids = Vec::new();
        for (number, stage) in STAGES.into_iter().enumerate() {
            let mode = if stage == "approval" { "outline" } else { "full" };
            let id = order(&server, &key, number, &json!({"imageOption": 1, "mode": mode})).await;
            until(&server, &key, &id, |status| status["stage"] == stage || status["status"] != "processing")
                .await;
            server = self.kill(server).await;
            if stage == "approval" {
                let url = format!("{}/v1/articles/{id}/approve", server.url);
                let approved = server.http.post(url).bearer_auth(&key).json(&json!({})).send().await.unwrap();
                assert!(approved.status().is_success(), "{}", approved.text().await.unwrap());
            }
            ids.push(id);
        }
        self.settled(&server, &key, &ids, 1, funds).await;
    }

    async fn at_random(mut self, processes: usize) {
        let (first, key, funds) = self.opened().await;
        let mut servers = vec![first];
        while servers.len() < processes {
            servers.push(self.builder().sharing_data_with(&servers[0]).start());
        }
        let mut ids = Vec::new();
        for number in 0..articles() {
            ids.push(order(&servers[number % processes], &key, number, &json!({"imageOption": 0})).await);
        }
        let deadline = Instant::now() + PATIENCE * u32::try_from(articles() / 20).unwrap();
        let mut seen = 0;
        loop {
            self.look().await;
            let open = open_articles(&servers[0], &key).await;
            if open == 0 {
                break;
            }
            assert!(Instant::now() < deadline, "{open} articles are still open: {}", servers[0].log());
            // Kills depend on the number of requests, so they hit all stages without a clock.
            if self.asked.len() >= seen + 7 + self.kills.len() * 5 % 31 {
                seen = self.asked.len();
                let victim = servers.remove(self.kills.len() % processes);
                let next = self.kill(victim).await;
                servers.push(next);
            }
            tokio::time::sleep(testkit::BETWEEN_LOOKS).await;
        }
        self.settled(&servers[0], &key, &ids, 0, funds).await;
    }

    async fn settled(&mut self, server: &TestServer, key: &str, ids: &[String], images: usize, funds: i64) {
        let mut charged = 0;
        for id in ids {
            let status = until(server, key, id, |status| status["status"] != "processing").await;
            assert_eq!(status["status"], "completed", "{}", status["error"]);
            let told = until(server, key, id, |status| status["indexing"]["status"] != "pending").await;
            assert_eq!(told["indexing"]["status"], "accepted", "{}", told["indexing"]);
            let article = &status["article"];
            let pictures = article["images"].as_array().unwrap().len();
            assert_eq!(pictures, images, "{id}: {}", article["warnings"]);
            let price =
                article["characterCount"].as_i64().unwrap() + 5_000 * i64::try_from(pictures).unwrap();
            assert_eq!(status["billing"]["chargedCredits"], price, "{id}");
            charged += price;
        }
        let account: Value = serde_json::from_str(&server.run_ok(&["credits", "balance", "--json"])).unwrap();
        assert_eq!(account["balanceCredits"], funds - charged, "{} kills", self.kills.len());
        assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
        self.look().await;
        assert!(!self.kills.is_empty());
        self.check_payments();
        self.check_costs().await;
        self.check_notices(ids.len());
    }

    /// After a kill only the answers are requested again that were not stored. Each of these must be
    /// requested again, so one more would be a repeated finished step.
    fn check_payments(&self) {
        for (number, kill) in self.kills.iter().enumerate() {
            let before: BTreeSet<&Asked> =
                self.paid().filter(|(at, _)| *at <= kill.last).map(|(_, asked)| asked).collect();
            let again: BTreeSet<&Asked> = self
                .paid()
                .filter(|(at, asked)| *at > kill.last && before.contains(asked))
                .map(|(_, asked)| asked)
                .collect();
            assert!(
                again.len() <= kill.not_kept,
                "after kill {number} {} answers were asked for again, but only {} were not kept",
                again.len(),
                kill.not_kept
            );
        }
    }

    /// Every call of the text engine is recorded once, except those that were in progress at a kill.
    async fn check_costs(&self) {
        let recorded = self.database.number("SELECT CAST(SUM(calls) AS BIGINT) FROM article_costs").await;
        let made = self.paid().filter(|(_, asked)| asked.path.ends_with("/chat/completions")).count();
        let unsure: usize = self.kills.iter().map(|kill| kill.not_kept).sum();
        assert!(
            recorded.abs_diff(made) <= unsure,
            "{made} calls were made, {recorded} recorded, {unsure} under way at a kill"
        );
    }

    /// Every article is announced once, unless a notice was being sent when its sender died.
    fn check_notices(&self, articles: usize) {
        let notices: Vec<&Asked> = self.asked.values().filter(|asked| asked.provider == "indexnow").collect();
        let distinct: BTreeSet<&&Asked> = notices.iter().collect();
        assert_eq!(distinct.len(), articles, "every article is announced");
        let unsure: usize = self.kills.iter().map(|kill| kill.being_sent).sum();
        let repeated = notices.len() - articles;
        assert!(repeated <= unsure, "{repeated} notices were repeated, {unsure} were being sent at a kill");
    }
}

async fn order(server: &TestServer, key: &str, number: usize, params: &Value) -> String {
    let mut request = json!({
        "focusKeyword": TOPICS[number % TOPICS.len()], "instructions": format!("number {number}"), "targetWordCount": 1500,
        "publish": "always",
    });
    request.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
    let url = format!("{}/v1/articles/generate", server.url);
    let response = server.http.post(url).bearer_auth(key).json(&request).send().await.unwrap();
    let body: Value = response.json().await.unwrap();
    body["articleId"].as_str().unwrap_or_else(|| unreachable!("{body}")).to_owned()
}

async fn open_articles(server: &TestServer, key: &str) -> usize {
    let url = format!("{}/v1/articles?status=processing&limit=100", server.url);
    let Ok(response) = server.http.get(url).bearer_auth(key).send().await else { return usize::MAX };
    let body: Value = response.json().await.unwrap_or_default();
    body["data"].as_array().map_or(usize::MAX, Vec::len)
}

/// The status, as soon as it satisfies a condition.
async fn until(server: &TestServer, key: &str, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let url = format!("{}/v1/articles/{id}/status", server.url);
        let body: Value = server.http.get(url).bearer_auth(key).send().await.unwrap().json().await.unwrap();
        if wanted(&body) {
            return body;
        }
        assert!(Instant::now() < deadline, "{body}");
        tokio::time::sleep(testkit::BETWEEN_LOOKS).await;
    }
}
