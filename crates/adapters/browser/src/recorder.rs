//! Hears everything that happens to a page, keeps what matters within bounds, and answers what can't wait.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::connection::{CommandSender, Listener};
use crate::console::ConsoleLog;
use crate::coverage::Sheets;
use crate::frames::{FrameLog, Shown};
use crate::interception::Paused;
use crate::message::Event;
use crate::requests::RequestLog;

/// Dialogs after which the script that opens them is stopped.
const MOST_DIALOGS: u32 = 10;
/// Frames of other sites and workers that are followed. Others never start.
const MOST_CHILDREN: u32 = 100;

/// What is known of a page.
#[derive(Default)]
pub(crate) struct Recorded {
    pub(crate) requests: RequestLog,
    pub(crate) console: ConsoleLog,
    pub(crate) frames: FrameLog,
    pub(crate) sheets: Sheets,
    pub(crate) page: PageState,
    pub(crate) dialogs: u32,
    children: u32,
}

/// Where the page stands.
#[derive(Clone, Default)]
pub(crate) struct PageState {
    /// How many pages took this place one after the other.
    pub(crate) pages: u32,
    /// The document.
    pub(crate) loader: String,
    pub(crate) url: String,
    pub(crate) mime_type: String,
    /// Set if the browser shows a page of its own because this one did not load.
    pub(crate) unreachable: bool,
    pub(crate) loaded: bool,
}

/// Hears a page and all that it opens below itself.
pub(crate) struct Recorder {
    frame: String,
    recorded: Mutex<Recorded>,
    crashed: CancellationToken,
    paused: OnceLock<mpsc::Sender<Paused>>,
    for_children: OnceLock<Vec<(&'static str, Value)>>,
}

impl Recorder {
    /// Hears the page whose outermost frame this is.
    pub(crate) fn new(frame: String) -> Self {
        Self {
            frame,
            recorded: Mutex::default(),
            crashed: CancellationToken::new(),
            paused: OnceLock::new(),
            for_children: OnceLock::new(),
        }
    }

    /// Looks at what is known. Never across an await.
    pub(crate) fn recorded(&self) -> MutexGuard<'_, Recorded> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends when the page's process died.
    pub(crate) async fn crashed(&self) {
        self.crashed.cancelled().await;
    }

    /// Where requests go that wait for our answer.
    pub(crate) fn pass_paused_to(&self, paused: mpsc::Sender<Paused>) {
        let _ = self.paused.set(paused);
    }

    /// What everything below the page is ordered before it starts.
    pub(crate) fn order_children(&self, orders: Vec<(&'static str, Value)>) {
        let _ = self.for_children.set(orders);
    }

    fn adopt(&self, event: Event, sender: &CommandSender) {
        let Some(attached) = event.read::<Attached>() else { return };
        let mut recorded = self.recorded();
        recorded.children += 1;
        if recorded.children > MOST_CHILDREN {
            return;
        }
        drop(recorded);
        let session = Some(attached.session.as_str());
        for (method, params) in self.for_children.get().into_iter().flatten() {
            sender.try_send(session, method, params.clone());
        }
        sender.try_send(session, "Runtime.runIfWaitingForDebugger", json!({}));
    }

    fn close_dialog(&self, session: Option<&str>, sender: &CommandSender) {
        let mut recorded = self.recorded();
        recorded.dialogs += 1;
        let too_many = recorded.dialogs >= MOST_DIALOGS;
        drop(recorded);
        if too_many {
            sender.try_send(session, "Runtime.terminateExecution", json!({}));
        }
        sender.try_send(session, "Page.handleJavaScriptDialog", json!({ "accept": false }));
    }

    fn navigated(&self, event: Event) {
        let Some(Navigated { frame }) = event.read() else { return };
        if frame.id != self.frame {
            return;
        }
        let mut recorded = self.recorded();
        recorded.requests.begin_page(&frame.loader);
        // Errors of the page before are not those of this one.
        if recorded.page.pages > 0 {
            recorded.console.clear();
        }
        recorded.page = PageState {
            pages: recorded.page.pages + 1,
            loader: frame.loader,
            url: frame.url,
            mime_type: frame.mime_type,
            unreachable: frame.unreachable.is_some_and(|url| !url.is_empty()),
            loaded: false,
        };
    }

    fn keep_frame(&self, event: Event, sender: &CommandSender) {
        let session = event.session.clone();
        let Some(shown) = event.read::<Shown>() else { return };
        let number = json!({ "sessionId": shown.number });
        sender.try_send(session.as_deref(), "Page.screencastFrameAck", number);
        self.recorded().frames.push(shown);
    }

    fn pause(&self, event: Event) {
        let session = event.session.clone();
        let Some(mut paused) = event.read::<Paused>() else { return };
        paused.session = session;
        // Where nobody answers, or too many wait, the request stays where it is.
        if let Some(sender) = self.paused.get() {
            let _ = sender.try_send(paused);
        }
    }
}

impl Listener for Recorder {
    fn hear(&self, event: Event, sender: &CommandSender) {
        match event.method.as_str() {
            "Network.requestWillBeSent" => self.recorded().requests.sent(event),
            "Network.responseReceived" => self.recorded().requests.answered(event),
            "Network.dataReceived" => self.recorded().requests.data(event),
            "Network.loadingFinished" => self.recorded().requests.finished(event),
            "Network.loadingFailed" => self.recorded().requests.failed(event),
            "Fetch.requestPaused" => self.pause(event),
            "Page.frameNavigated" => self.navigated(event),
            "Page.loadEventFired" => self.recorded().page.loaded = true,
            "Page.screencastFrame" => self.keep_frame(event, sender),
            "Page.javascriptDialogOpening" => self.close_dialog(event.session.as_deref(), sender),
            "Runtime.exceptionThrown" => self.recorded().console.exception(event),
            "Runtime.consoleAPICalled" => self.recorded().console.call(event),
            "Log.entryAdded" => self.recorded().console.entry(event),
            "CSS.styleSheetAdded" => self.recorded().sheets.added(event),
            "Target.attachedToTarget" => self.adopt(event, sender),
            "Inspector.targetCrashed" => self.crashed.cancel(),
            _ => {}
        }
    }
}

#[derive(Deserialize)]
struct Attached {
    #[serde(rename = "sessionId")]
    session: String,
}

#[derive(Deserialize)]
struct Navigated {
    frame: FrameInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameInfo {
    id: String,
    #[serde(rename = "loaderId")]
    loader: String,
    url: String,
    #[serde(default)]
    mime_type: String,
    #[serde(rename = "unreachableUrl")]
    unreachable: Option<String>,
}
