//! Starts Chromium with a pipe as its only control channel, without any network access but the given route,
//! and with a lifetime that ends with this process.
//!
//! The browser expects the pipe at the descriptors 3 and 4. A shell moves our two pipes there and then execs
//! the browser: that needs neither unsafe code nor a port that others could connect to. When this process
//! ends, however it does, the pipe closes and Chromium exits by itself.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};

use ports::browser::BrowserError;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinSet;

use crate::profile::Profile;
use crate::settings::BrowserSettings;

/// The browser's route to the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Road {
    /// All traffic goes through this proxy.
    Proxy(SocketAddr),
    Nowhere,
}

const SHELL: &str = "/bin/sh";
const BECOME_THE_BROWSER: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#;

/// Snap packages are not searched: they can't access the folder that we create for them.
const FOLDERS: [&str; 4] = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/google/chrome"];
const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

/// What Lighthouse's launcher turns off too, so that nothing but the page takes time or bandwidth, and what
/// pages must not use.
const ARGUMENTS: &[&str] = &[
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-startup-window",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--disable-quic",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--deny-permission-prompts",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    "--js-flags=--max-old-space-size=1024",
    "--proxy-bypass-list=<-loopback>",
    concat!(
        "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,",
        "InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater,AutofillServerCommunication,",
        "PrivacySandboxSettings4,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,AsyncDns,DnsOverHttps"
    ),
];

pub(crate) struct Launched {
    /// The browser's first process, which is killed when dropped.
    pub(crate) process: Child,
    pub(crate) to_browser: ChildStdin,
    pub(crate) from_browser: ChildStdout,
    pub(crate) complaints: Complaints,
}

pub(crate) fn find(settings: &BrowserSettings) -> Result<PathBuf, BrowserError> {
    if let Some(program) = &settings.program {
        let missing = || BrowserError::Unavailable(format!("there is no program at {}", program.display()));
        return program.is_file().then(|| program.clone()).ok_or_else(missing);
    }
    let places = NAMES.iter().flat_map(|name| FOLDERS.iter().map(move |folder| Path::new(folder).join(name)));
    places.into_iter().find(|place| place.is_file()).ok_or_else(|| {
        BrowserError::Unavailable(
            "Chromium is not installed; install the package chromium, or say where the program is".to_owned(),
        )
    })
}

pub(crate) fn launch(
    program: &Path,
    settings: &BrowserSettings,
    road: Road,
    profile: &Profile,
) -> Result<Launched, BrowserError> {
    let mut command = Command::new(SHELL);
    command.arg("-c").arg(BECOME_THE_BROWSER).arg(program).args(arguments(settings, road, profile));
    // The environment of this process is not passed on to a process that runs untrusted code.
    command.env_clear().env("PATH", FOLDERS[..3].join(":")).env("LANG", "C.UTF-8");
    command.env("HOME", profile.path()).env("TMPDIR", profile.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    // Otherwise an interrupt at the keyboard would end the browser before its page loads have finished.
    #[cfg(unix)]
    command.process_group(0);
    let mut process = command.spawn().map_err(|error| not_started(&error.to_string()))?;
    let pipes = (process.stdin.take(), process.stdout.take(), process.stderr.take());
    let (Some(to_browser), Some(from_browser), Some(errors)) = pipes else {
        return Err(not_started("it has no pipes"));
    };
    Ok(Launched { process, to_browser, from_browser, complaints: Complaints::hear(errors) })
}

fn arguments(settings: &BrowserSettings, road: Road, profile: &Profile) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = ARGUMENTS.iter().map(OsString::from).collect();
    let mut folder = OsString::from("--user-data-dir=");
    folder.push(profile.path());
    arguments.push(folder);
    // The browser itself never resolves a name, not even in advance.
    let (proxy, resolvable) = match road {
        Road::Proxy(address) => (format!("http://{address}"), format!(" , EXCLUDE {}", address.ip())),
        Road::Nowhere => ("http://nowhere.invalid:80".to_owned(), String::new()),
    };
    arguments.push(format!("--proxy-server={proxy}").into());
    arguments.push(format!("--host-resolver-rules=MAP * ~NOTFOUND{resolvable}").into());
    if settings.no_sandbox.unwrap_or_else(is_root) {
        arguments.push("--no-sandbox".into());
    }
    arguments
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

fn not_started(why: &str) -> BrowserError {
    BrowserError::Unavailable(format!("Chromium does not start: {why}"))
}

/// The last lines of the browser's log.
pub(crate) struct Complaints {
    lines: Arc<Mutex<VecDeque<String>>>,
    _hearing: JoinSet<()>,
}

impl Complaints {
    const KEPT: usize = 8;

    fn hear(errors: ChildStderr) -> Self {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&lines);
        let mut hearing = JoinSet::new();
        hearing.spawn(async move {
            let mut errors = BufReader::new(errors).lines();
            while let Ok(Some(line)) = errors.next_line().await {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.truncate(Self::KEPT - 1);
                kept.push_front(line.chars().take(200).collect());
            }
        });
        Self { lines, _hearing: hearing }
    }

    /// Why the browser did not start, and what to do about it.
    pub(crate) fn explain(&self) -> BrowserError {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.iter().any(|line| line.contains("No usable sandbox")) {
            return not_started(
                "its sandbox does not work on this system; allow user namespaces, or run it without the sandbox",
            );
        }
        not_started(lines.front().map_or("it says nothing", String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let settings = BrowserSettings { program: Some("/no/such/browser".into()), ..Default::default() };
        let BrowserError::Unavailable(words) = find(&settings).unwrap_err() else { panic!("unavailable") };
        assert!(words.contains("/no/such/browser"), "{words}");
    }

    #[test]
    fn there_is_one_road_to_the_network() {
        let profile = Profile::create().unwrap();
        let settings = BrowserSettings { no_sandbox: Some(false), ..Default::default() };
        let proxy = Road::Proxy("127.0.0.1:8123".parse().unwrap());
        let arguments = arguments(&settings, proxy, &profile);
        for wanted in [
            "--proxy-server=http://127.0.0.1:8123",
            "--proxy-bypass-list=<-loopback>",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
        ] {
            assert!(arguments.contains(&wanted.into()), "{wanted}");
        }
        assert!(!arguments.contains(&"--no-sandbox".into()));
        let closed = super::arguments(&settings, Road::Nowhere, &profile);
        assert!(closed.contains(&"--host-resolver-rules=MAP * ~NOTFOUND".into()));
    }
}
