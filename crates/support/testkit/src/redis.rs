//! Runs a Redis server for a test.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// A server that is killed when the test ends.
#[derive(Debug)]
pub struct TestRedis {
    /// The URL of the server.
    pub url: String,
    directory: tempfile::TempDir,
    process: Option<Child>,
}

impl TestRedis {
    /// Starts Debian's `redis-server`.
    #[must_use]
    pub fn start() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let url = format!("redis+unix://{}", directory.path().join("socket").display());
        let mut redis = Self { url, directory, process: None };
        redis.start_again();
        redis
    }

    fn socket(&self) -> PathBuf {
        self.directory.path().join("socket")
    }

    /// Restarts the server, empty.
    pub fn start_again(&mut self) {
        let mut command = Command::new("redis-server");
        command.args(["--port", "0", "--save", "", "--appendonly", "no", "--unixsocket"]).arg(self.socket());
        command.current_dir(self.directory.path()).stdout(Stdio::null()).stderr(Stdio::null());
        self.process = Some(command.spawn().expect("redis-server (Debian: apt install redis-server)"));
        let deadline = Instant::now() + crate::HANG_LIMIT;
        while std::os::unix::net::UnixStream::connect(self.socket()).is_err() {
            assert!(Instant::now() < deadline, "redis-server does not listen");
            std::thread::sleep(crate::BETWEEN_LOOKS);
        }
    }

    /// Kills the server, as if its machine failed.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
        let _ = std::fs::remove_file(self.socket());
    }
}

impl Drop for TestRedis {
    fn drop(&mut self) {
        self.kill();
    }
}
