//! Receives all events of a page, stores what matters within bounds, and answers events that need an
//! immediate reply.

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

/// After this many dialogs the script that opens them is stopped.
const MOST_DIALOGS: u32 = 10;
/// How many frames of other sites and workers are followed. Further ones never start.
const MOST_CHILDREN: u32 = 100;

/// What is known about a page.
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

/// The navigation state of a page.
#[derive(Clone, Default)]
pub(crate) struct PageState {
    /// How many pages the tab has shown, one after the other.
    pub(crate) pages: u32,
    /// The loader id of the document.
    pub(crate) loader: String,
    pub(crate) url: String,
    pub(crate) mime_type: String,
    /// Set if the browser shows its own error page because the page did not load.
    pub(crate) unreachable: bool,
    pub(crate) loaded: bool,
}

/// Receives the events of a page and of all its child targets.
pub(crate) struct Recorder {
    frame: String,
    recorded: Mutex<Recorded>,
    crashed: CancellationToken,
    paused: OnceLock<mpsc::Sender<Paused>>,
    for_children: OnceLock<Vec<(&'static str, Value)>>,
}

impl Recorder {
    /// A recorder for the page with this outermost frame.
    pub(crate) fn new(frame: String) -> Self {
        Self {
            frame,
            recorded: Mutex::default(),
            crashed: CancellationToken::new(),
            paused: OnceLock::new(),
            for_children: OnceLock::new(),
        }
    }

    /// Locks what is known. Never hold this across an await.
    pub(crate) fn recorded(&self) -> MutexGuard<'_, Recorded> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resolves when the page's process has died.
    pub(crate) async fn crashed(&self) {
        self.crashed.cancelled().await;
    }

    /// Sets the channel for requests that wait for our answer.
    pub(crate) fn pass_paused_to(&self, paused: mpsc::Sender<Paused>) {
        let _ = self.paused.set(paused);
    }

    /// Sets the commands for every child target before it starts.
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
        // Errors of the previous page do not belong to this one.
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
        // Without a receiver, or if too many wait, the request stays paused.
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
