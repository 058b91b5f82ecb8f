//! A real server in a separate process, reached over loopback.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The options of a test's server.
#[derive(Debug)]
pub struct ServerBuilder {
    binary: PathBuf,
    environment: Vec<(String, String)>,
    data: Option<Arc<tempfile::TempDir>>,
    file_size_limit_kib: Option<u32>,
}

impl ServerBuilder {
    /// A server from this binary, with an empty data directory.
    #[must_use]
    pub fn new(binary: &str) -> Self {
        Self { binary: PathBuf::from(binary), environment: Vec::new(), data: None, file_size_limit_kib: None }
    }

    /// Sets a setting by its environment variable without the prefix, for example `LIMITS__BODY_BYTES`.
    #[must_use]
    pub fn set(mut self, setting: &str, value: impl Into<String>) -> Self {
        self.environment.push((format!("RANKWRIGHT_{setting}"), value.into()));
        self
    }

    /// Aborts the process at the given pass of a fault point, for example `ledger.before_commit:3`.
    #[must_use]
    pub fn stop_at(mut self, fault_point: impl Into<String>) -> Self {
        self.environment.push(("FAULT_POINT".to_owned(), fault_point.into()));
        self
    }

    /// Limits the size of all files, like a full disk.
    #[must_use]
    pub fn file_size_limit_kib(mut self, limit: u32) -> Self {
        self.file_size_limit_kib = Some(limit);
        self
    }

    /// Uses the data directory of another server.
    #[must_use]
    pub fn sharing_data_with(mut self, other: &TestServer) -> Self {
        self.data = Some(other.data.clone());
        self
    }

    /// Starts the server and waits until it accepts requests.
    #[must_use]
    pub fn start(self) -> TestServer {
        let data = self.data.unwrap_or_else(|| Arc::new(tempfile::tempdir().expect("a temporary directory")));
        let started = Instant::now();
        let mut command = match self.file_size_limit_kib {
            None => command(&self.binary, data.path(), &self.environment),
            Some(limit) => {
                let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", limit * 2);
                let mut shell = command(Path::new("sh"), data.path(), &self.environment);
                shell.arg("-c").arg(script).arg(&self.binary);
                shell
            }
        };
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let log = collect(child.stderr.take().expect("standard error"));
        let banner = Banner::read(&lines(child.stdout.take().expect("standard output")), &log);
        TestServer {
            binary: self.binary,
            environment: self.environment,
            data,
            child,
            log,
            start_time: started.elapsed(),
            url: banner.url,
            live_key: banner.live_key,
            test_key: banner.test_key,
            first_sign_in: banner.first_sign_in,
            banner: banner.text,
            http: reqwest::Client::builder().no_gzip().build().expect("a client"),
        }
    }
}

/// A running server. It is killed when dropped.
#[derive(Debug)]
pub struct TestServer {
    binary: PathBuf,
    environment: Vec<(String, String)>,
    data: Arc<tempfile::TempDir>,
    child: Child,
    log: Arc<Mutex<String>>,
    /// The time from the start until it accepted requests.
    pub start_time: Duration,
    /// The URL of the server, without a trailing slash.
    pub url: String,
    /// The owner's live key, if this was the first start.
    pub live_key: String,
    /// The owner's test key, if this was the first start.
    pub test_key: String,
    /// The URL of the first sign-in, if the owner's account is unclaimed.
    pub first_sign_in: String,
    /// All output of the start.
    pub banner: String,
    /// An HTTP client for the server.
    pub http: reqwest::Client,
}

impl TestServer {
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        self.data.path()
    }

    /// The address as `host:port`.
    #[must_use]
    pub fn address(&self) -> &str {
        self.url.trim_start_matches("http://")
    }

    /// A GET request with the live key.
    pub fn get(&self, path: &str) -> reqwest::RequestBuilder {
        self.http.get(format!("{}{path}", self.url)).bearer_auth(&self.live_key)
    }

    /// A POST request with the live key and a JSON body.
    pub fn post(&self, path: &str, body: &Value) -> reqwest::RequestBuilder {
        self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.live_key).json(body)
    }

    /// A POST request with the test key and a JSON body.
    pub fn test_post(&self, path: &str, body: &Value) -> reqwest::RequestBuilder {
        self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.test_key).json(body)
    }

    /// Runs another command of the binary on the same data.
    #[must_use]
    pub fn run(&self, arguments: &[&str]) -> Output {
        command(&self.binary, self.data.path(), &self.environment)
            .args(arguments)
            .output()
            .expect("the command runs")
    }

    /// Runs a command that must succeed, and returns what it printed.
    #[must_use]
    pub fn run_ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// What the server has logged so far.
    #[must_use]
    pub fn log(&self) -> String {
        self.log.lock().expect("the log").clone()
    }

    /// What the server has logged, once that contains `text`.
    #[must_use]
    pub fn log_with(&self, text: &str) -> String {
        let deadline = Instant::now() + crate::HANG_LIMIT;
        loop {
            let log = self.log();
            if log.contains(text) {
                return log;
            }
            assert!(Instant::now() < deadline, "{text:?} was never logged: {log}");
            std::thread::sleep(crate::BETWEEN_LOOKS);
        }
    }

    /// Process id, for signals.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Stops the server with a signal, like an operator.
    pub fn terminate(&self) {
        let status = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill");
    }

    /// Kills the server without warning.
    pub fn kill(&mut self) {
        // It may have ended by itself, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Waits for the server to end and returns whether it succeeded.
    pub fn wait(&mut self) -> bool {
        self.child.wait().expect("the server ends").success()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn command(binary: &Path, data: &Path, environment: &[(String, String)]) -> Command {
    let mut command = Command::new(binary);
    command
        .current_dir(data)
        .env("RANKWRIGHT_DATA_DIR", data)
        .env("RANKWRIGHT_MODELS__FETCH", "false")
        .envs(models_directory().map(|directory| ("RANKWRIGHT_MODELS__DIRECTORY", directory)))
        .envs(environment.iter().map(|(name, value)| (name, value)));
    command
}

/// The directory into which `scripts/test` downloads the text detector.
fn models_directory() -> Option<std::ffi::OsString> {
    std::env::var_os("TEST_MODELS")
}

#[derive(Default)]
struct Banner {
    text: String,
    url: String,
    live_key: String,
    test_key: String,
    first_sign_in: String,
}

impl Banner {
    fn read(lines: &Receiver<String>, log: &Mutex<String>) -> Self {
        let mut banner = Self::default();
        let deadline = Instant::now() + crate::HANG_LIMIT;
        loop {
            let remaining = deadline.saturating_duration_since(Instant::now());
            let Ok(line) = lines.recv_timeout(remaining) else {
                panic!("the server did not start: {}", log.lock().expect("the log"));
            };
            banner.text.push_str(&line);
            banner.text.push('\n');
            if let Some((_, url)) = line.split_once("is serving at ") {
                url.clone_into(&mut banner.url);
            } else if let Some((_, key)) = line.split_once("Live key       ") {
                key.clone_into(&mut banner.live_key);
            } else if let Some((_, key)) = line.split_once("Test key       ") {
                key.clone_into(&mut banner.test_key);
            } else if let Some((_, address)) = line.split_once("First sign-in  ") {
                address.split(' ').next().unwrap_or_default().clone_into(&mut banner.first_sign_in);
            } else if line.starts_with("  curl ") || line.starts_with("Need a key?") {
                return banner;
            }
        }
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            // The receiver is gone once the server has started.
            let _ = sender.send(line);
        }
    });
    receiver
}

fn collect(stream: impl Read + Send + 'static) -> Arc<Mutex<String>> {
    let log = Arc::new(Mutex::new(String::new()));
    let sink = log.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let mut text = sink.lock().expect("the log");
            text.push_str(&line);
            text.push('\n');
        }
    });
    log
}
