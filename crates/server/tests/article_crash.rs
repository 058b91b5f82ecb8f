//! Servers that write articles are killed without warning, at every stage and at random: every article ends once and is paid for once,
//! no finished step is asked for again, and search engines are told of it.
#![cfg(feature = "fault-injection")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{ServerBuilder, TestDatabase, TestServer};

const PATIENCE: Duration = Duration::from_mins(4);
const TOPICS: [&str; 6] = [
    "how to make cold brew coffee",
    "best running shoes for beginners",
    "how to compost at home",
    "home solar panels cost",
    "emergency dentist near me",
    "how to make a sourdough starter",
];
/// Sections of one article that are written at once, and other calls beside them.
const IN_FLIGHT: usize = 6;

/// `scripts/test --full` writes a hundred articles.
fn articles() -> usize {
    if std::env::var_os("TEST_FULL").is_some() { 100 } else { 12 }
}

#[tokio::test]
async fn sqlite_survives_kills_at_every_stage() {
    Scene::new(None).at_every_stage().await;
}

#[tokio::test]
async fn postgres_survives_kills_at_every_stage() {
    Scene::new(Some(testkit::fresh_postgres())).at_every_stage().await;
}

#[tokio::test]
async fn one_process_on_sqlite_survives_random_kills() {
    Scene::new(None).at_random(1).await;
}

#[tokio::test]
async fn three_processes_on_sqlite_survive_random_kills() {
    Scene::new(None).at_random(3).await;
}

#[tokio::test]
async fn three_processes_on_postgres_survive_random_kills() {
    Scene::new(Some(testkit::fresh_postgres())).at_random(3).await;
}

/// The vendors, which outlive all servers and remember what they were asked.
struct Vendors {
    process: Child,
    url: String,
}

impl Vendors {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_rankwright"))
            .args(["sandbox", "--port", "0", "--latency", "openai=60"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
        Self { url: url.trim_end_matches(';').to_owned(), process }
    }
}

impl Drop for Vendors {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

struct Scene {
    vendors: Vendors,
    database: Option<TestDatabase>,
    http: reqwest::Client,
    /// What vendors were asked, by number: who, and a digest of what.
    asked: BTreeMap<u64, (String, String)>,
    kills: usize,
}

impl Scene {
    fn new(database: Option<TestDatabase>) -> Self {
        let (vendors, http) = (Vendors::start(), reqwest::Client::new());
        Self { vendors, database, http, asked: BTreeMap::new(), kills: 0 }
    }

    fn builder(&self) -> ServerBuilder {
        let url = &self.vendors.url;
        let builder = ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright"))
            .set("PUBLIC_URL", "https://articles.example")
            .set("TEXT__ENGINES", "openai")
            .set("TEXT__OPENAI__BASE_URL", format!("{url}/openai/v1"))
            .set("TEXT__OPENAI__API_KEY", "sandbox")
            .set("INDEXING__INDEXNOW__ENDPOINT", format!("{url}/indexnow/indexnow"))
            .set("LIMITS__LIVE_REQUESTS_PER_SECOND", "100000")
            .set("LIMITS__LEASE_SECONDS", "2")
            .set("LOG__LEVEL", "warn");
        match &self.database {
            Some(database) => builder.set("DATABASE__URL", &database.url),
            None => builder,
        }
    }

    /// Takes over what the vendors remember.
    async fn look(&mut self) {
        let journal: Value = self
            .http
            .get(format!("{}/__sandbox/journal", self.vendors.url))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        for entry in journal["requests"].as_array().unwrap() {
            let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            self.asked.insert(entry["number"].as_u64().unwrap(), (text("vendor"), text("digest")));
        }
        assert_eq!(
            journal["total"].as_u64().unwrap(),
            u64::try_from(self.asked.len()).unwrap(),
            "nothing was missed"
        );
    }

    async fn at_every_stage(mut self) {
        let mut server = self.builder().start();
        let key = server.live_key.clone();
        let _ = server.run_ok(&["credits", "grant", "100000000"]);
        let funds: i64 = server.run_ok(&["credits", "balance"]).parse().unwrap();
        let mut ids = Vec::new();
        for (number, stage) in
            ["queued", "research", "outline", "writing", "quality", "publishing"].into_iter().enumerate()
        {
            let id = order(&server, &key, number).await;
            until(&server, &key, &id, |status| status["stage"] == stage || status["status"] != "processing")
                .await;
            server.kill();
            self.kills += 1;
            server = self.builder().sharing_data_with(&server).start();
            ids.push(id);
        }
        self.settled(&[server], &key, &ids, funds).await;
    }

    async fn at_random(mut self, processes: usize) {
        let first = self.builder().start();
        let key = first.live_key.clone();
        let _ = first.run_ok(&["credits", "grant", "1000000000"]);
        let funds: i64 = first.run_ok(&["credits", "balance"]).parse().unwrap();
        let mut servers = vec![first];
        while servers.len() < processes {
            servers.push(self.builder().sharing_data_with(&servers[0]).start());
        }
        let mut ids = Vec::new();
        for number in 0..articles() {
            ids.push(order(&servers[number % processes], &key, number).await);
        }
        let deadline = Instant::now() + PATIENCE;
        let mut seen = 0;
        loop {
            self.look().await;
            let open = open_articles(&servers[0], &key).await;
            if open == 0 {
                break;
            }
            assert!(Instant::now() < deadline, "{open} articles are still open: {}", servers[0].log());
            // Kills follow what was asked, so they hit all stages without a clock.
            if self.asked.len() >= seen + 7 + self.kills * 5 % 31 {
                seen = self.asked.len();
                let victim = self.kills % processes;
                servers[victim].kill();
                self.kills += 1;
                servers[victim] = self.builder().sharing_data_with(&servers[victim]).start();
            }
        }
        self.settled(&servers, &key, &ids, funds).await;
    }

    async fn settled(&mut self, servers: &[TestServer], key: &str, ids: &[String], funds: i64) {
        let server = &servers[0];
        let mut charged = 0;
        for id in ids {
            let status = until(server, key, id, |status| status["status"] != "processing").await;
            assert_eq!(status["status"], "completed", "{}", status["error"]);
            let told = until(server, key, id, |status| status["indexing"]["status"] != "pending").await;
            assert_eq!(told["indexing"]["status"], "accepted", "{}", told["indexing"]);
            let price = status["article"]["characterCount"].as_i64().unwrap();
            assert_eq!(status["billing"]["chargedCredits"], price, "{id}");
            charged += price;
        }
        let account: Value = serde_json::from_str(&server.run_ok(&["credits", "balance", "--json"])).unwrap();
        assert_eq!(account["balanceCredits"], funds - charged, "{} kills", self.kills);
        assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
        self.look().await;
        self.check_calls(ids.len());
    }

    /// Only what was under way when a server was killed may be asked for again.
    fn check_calls(&self, articles: usize) {
        let mut times: BTreeMap<&(String, String), usize> = BTreeMap::new();
        for asked in self.asked.values() {
            *times.entry(asked).or_default() += 1;
        }
        let repeated: usize = times.values().map(|times| times - 1).sum();
        let most = self.kills * IN_FLIGHT * articles.min(16);
        assert!(repeated <= most, "{repeated} calls were repeated after {} kills", self.kills);
        let notices: BTreeSet<_> = times.keys().filter(|(vendor, _)| vendor == "indexnow").collect();
        assert_eq!(notices.len(), articles, "every article is announced");
        let announced: usize =
            times.iter().filter(|((vendor, _), _)| vendor == "indexnow").map(|(_, times)| times).sum();
        assert!(announced <= articles + self.kills, "{announced} notices for {articles} articles");
    }
}

async fn order(server: &TestServer, key: &str, number: usize) -> String {
    let request = json!({
        "focusKeyword": TOPICS[number % TOPICS.len()], "instructions": format!("number {number}"), "targetWordCount": 1500,
        "imageOption": 0, "publish": "always",
    });
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

/// The status, once it satisfies a condition.
async fn until(server: &TestServer, key: &str, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let url = format!("{}/v1/articles/{id}/status", server.url);
        let body: Value = server.http.get(url).bearer_auth(key).send().await.unwrap().json().await.unwrap();
        if wanted(&body) {
            return body;
        }
        assert!(Instant::now() < deadline, "{body}");
        tokio::task::yield_now().await;
    }
}
