//! The pipe to the browser: matches answers to calls, and passes events to their listeners.
//!
//! Guarantees: an abandoned call leaves nothing behind, a message that is too large ends the connection
//! instead of filling the memory, and when the browser exits, every pending call fails.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::failure::CallError;
use crate::message::{Event, Incoming, Outgoing, Refusal};

const END: u8 = 0;
/// No legitimate answer is longer: the tree and the code coverage of a large page are below this.
const LONGEST_MESSAGE: u64 = 64 * 1024 * 1024;
/// How many messages may wait to be written.
const OUTGOING: usize = 1024;

/// Receives the events of a session. Called in order, and must not block.
pub(crate) trait Listener: Send + Sync {
    fn hear(&self, event: Event, sender: &CommandSender);
}

type Answer = Result<Value, Refusal>;

/// Sends commands without waiting for their results.
#[derive(Clone)]
pub(crate) struct CommandSender {
    outgoing: mpsc::Sender<Vec<u8>>,
    next: Arc<AtomicU64>,
}

impl CommandSender {
    /// Sends a command whose result is not needed. It is lost if the browser does not read; the browser is
    /// then about to be ended anyway.
    pub(crate) fn try_send(&self, session: Option<&str>, method: &str, params: Value) {
        let (_, bytes) = self.compose(session, method, params);
        let _ = self.outgoing.try_send(bytes);
    }

    /// As [`Self::try_send`], but waits until there is room.
    pub(crate) async fn send(&self, session: Option<&str>, method: &str, params: Value) {
        let (_, bytes) = self.compose(session, method, params);
        let _ = self.outgoing.send(bytes).await;
    }

    fn compose(&self, session: Option<&str>, method: &str, params: Value) -> (u64, Vec<u8>) {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        // It consists of strings and values, so it always serializes to JSON.
        let mut bytes = serde_json::to_vec(&Outgoing { id, method, params, session }).unwrap_or_default();
        bytes.push(END);
        (id, bytes)
    }
}

/// An open pipe. Dropping it closes the pipe, which ends the browser.
pub(crate) struct Connection {
    sender: CommandSender,
    waiting: Arc<Waiting>,
    closed: CancellationToken,
    _tasks: JoinSet<()>,
}

#[derive(Default)]
struct Waiting {
    calls: Mutex<HashMap<u64, oneshot::Sender<Answer>>>,
    listeners: Mutex<HashMap<String, Arc<dyn Listener>>>,
}

impl Connection {
    /// Opens a connection over these pipes. `root` receives the events of the browser as a whole.
    pub(crate) fn open(
        to_browser: impl AsyncWrite + Send + Unpin + 'static,
        from_browser: impl AsyncRead + Send + Unpin + 'static,
        root: Arc<dyn Listener>,
    ) -> Self {
        let (outgoing, messages) = mpsc::channel(OUTGOING);
        let sender = CommandSender { outgoing, next: Arc::new(AtomicU64::new(1)) };
        let waiting = Arc::new(Waiting::default());
        let closed = CancellationToken::new();
        let mut tasks = JoinSet::new();
        tasks.spawn(write(messages, to_browser));
        let dispatch = Dispatch { waiting: Arc::clone(&waiting), root, sender: sender.clone() };
        let end = closed.clone();
        tasks.spawn(async move {
            dispatch.read(BufReader::with_capacity(256 * 1024, from_browser)).await;
            end.cancel();
            // Fails all pending calls: no answer will come.
            lock(&dispatch.waiting.calls).clear();
        });
        Self { sender, waiting, closed, _tasks: tasks }
    }

    /// Calls a method and waits for the answer.
    pub(crate) async fn call(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, CallError> {
        let (id, bytes) = self.sender.compose(session, method, params);
        let (sender, answer) = oneshot::channel();
        lock(&self.waiting.calls).insert(id, sender);
        let _forgotten = Forgotten { id, waiting: &self.waiting };
        if self.is_closed() {
            return Err(CallError::Gone);
        }
        let answered = async {
            self.sender.outgoing.send(bytes).await.map_err(|_closed| CallError::Gone)?;
            answer.await.map_err(|_closed| CallError::Gone)
        };
        let answer = timeout(limit, answered).await.map_err(|_elapsed| CallError::TimedOut)??;
        answer.map_err(|refusal| CallError::Refused(refusal.message))
    }

    pub(crate) fn sender(&self) -> &CommandSender {
        &self.sender
    }

    /// Registers a listener for the events of a session and of all its child sessions.
    pub(crate) fn listen(&self, session: &str, listener: Arc<dyn Listener>) {
        lock(&self.waiting.listeners).insert(session.to_owned(), listener);
    }

    /// Removes a listener with all its sessions.
    pub(crate) fn stop_listening(&self, listener: &Arc<dyn Listener>) {
        lock(&self.waiting.listeners).retain(|_, known| !Arc::ptr_eq(known, listener));
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.is_cancelled()
    }

    pub(crate) async fn closed(&self) {
        self.closed.cancelled().await;
    }
}

/// Removes an abandoned call when dropped.
struct Forgotten<'a> {
    id: u64,
    waiting: &'a Waiting,
}

impl Drop for Forgotten<'_> {
    fn drop(&mut self) {
        lock(&self.waiting.calls).remove(&self.id);
    }
}

async fn write(mut messages: mpsc::Receiver<Vec<u8>>, mut to_browser: impl AsyncWrite + Unpin) {
    while let Some(message) = messages.recv().await {
        if to_browser.write_all(&message).await.is_err() || to_browser.flush().await.is_err() {
            return;
        }
    }
}

struct Dispatch {
    waiting: Arc<Waiting>,
    root: Arc<dyn Listener>,
    sender: CommandSender,
}

impl Dispatch {
    async fn read(&self, mut from_browser: impl AsyncBufRead + Unpin) {
        let mut message = Vec::new();
        loop {
            message.clear();
            let mut bounded = (&mut from_browser).take(LONGEST_MESSAGE);
            match bounded.read_until(END, &mut message).await {
                Ok(_) if message.pop() == Some(END) => self.take(&message),
                Ok(_) | Err(_) => return,
            }
        }
    }

    fn take(&self, message: &[u8]) {
        match serde_json::from_slice::<Incoming>(message) {
            Ok(Incoming { id: Some(id), result, error, .. }) => {
                if let Some(caller) = lock(&self.waiting.calls).remove(&id) {
                    // The caller may have stopped waiting.
                    let _ = caller.send(error.map_or(Ok(result), Err));
                }
            }
            Ok(Incoming { method: Some(method), params, session, .. }) => {
                self.announce(Event { session, method, params });
            }
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, "a message of the browser was not understood"),
        }
    }

    fn announce(&self, event: Event) {
        let Some(session) = &event.session else { return self.root.hear(event, &self.sender) };
        let Some(listener) = lock(&self.waiting.listeners).get(session).cloned() else { return };
        self.follow_children(&event, &listener);
        listener.hear(event, &self.sender);
    }

    /// Sends the events of child targets of a page (frames of other sites, workers) to the page's listener.
    fn follow_children(&self, event: &Event, listener: &Arc<dyn Listener>) {
        let Some(child) = event.params.get("sessionId").and_then(Value::as_str) else { return };
        match event.method.as_str() {
            "Target.attachedToTarget" => {
                lock(&self.waiting.listeners).insert(child.to_owned(), Arc::clone(listener));
            }
            "Target.detachedFromTarget" => {
                lock(&self.waiting.listeners).remove(child);
            }
            _ => {}
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::io::{DuplexStream, duplex};

    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);

    #[derive(Default)]
    struct Heard(Mutex<Vec<String>>);

    impl Listener for Heard {
        fn hear(&self, event: Event, _: &CommandSender) {
            self.0.lock().unwrap().push(event.method);
        }
    }

    /// A connection, the browser's ends of its pipes, and the events received at the root.
    fn connect() -> (Connection, BufReader<DuplexStream>, DuplexStream, Arc<Heard>) {
        let (ours, read) = duplex(1 << 20);
        let (write, theirs) = duplex(1 << 20);
        let root = Arc::new(Heard::default());
        let connection = Connection::open(ours, theirs, Arc::clone(&root) as Arc<dyn Listener>);
        (connection, BufReader::new(read), write, root)
    }

    async fn receive(browser: &mut BufReader<DuplexStream>) -> Value {
        let mut message = Vec::new();
        browser.read_until(END, &mut message).await.unwrap();
        message.pop();
        serde_json::from_slice(&message).unwrap()
    }

    async fn send(browser: &mut DuplexStream, message: Value) {
        browser.write_all(format!("{message}\0").as_bytes()).await.unwrap();
    }

    #[tokio::test]
    async fn answers_find_their_calls_in_any_order() {
        let (connection, mut read, mut write, _) = connect();
        let first = connection.call(Some("s"), "A.a", json!({}), LIMIT);
        let second = connection.call(None, "B.b", json!({ "x": 1 }), LIMIT);
        let browser = async {
            let (first, second) = (receive(&mut read).await, receive(&mut read).await);
            assert_eq!((&first["sessionId"], &second["params"]), (&json!("s"), &json!({ "x": 1 })));
            send(&mut write, json!({ "id": second["id"], "result": 2 })).await;
            send(&mut write, json!({ "id": first["id"], "error": { "message": "no" } })).await;
        };
        let (first, second, ()) = tokio::join!(first, second, browser);
        assert!(matches!(first, Err(CallError::Refused(words)) if words == "no"));
        assert_eq!(second.unwrap(), 2);
    }

    #[tokio::test]
    async fn a_call_without_an_answer_is_given_up_and_forgotten() {
        let (connection, _read, _write, _) = connect();
        let call = connection.call(None, "A.a", json!({}), Duration::from_millis(10)).await;
        assert!(matches!(call, Err(CallError::TimedOut)));
        assert!(lock(&connection.waiting.calls).is_empty());
    }

    #[tokio::test]
    async fn calls_end_with_the_browser() {
        let (connection, mut read, write, _) = connect();
        let call = connection.call(None, "A.a", json!({}), LIMIT);
        let (call, ()) = tokio::join!(call, async {
            receive(&mut read).await;
            drop(write);
        });
        assert!(matches!(call, Err(CallError::Gone)));
        connection.closed().await;
        assert!(matches!(connection.call(None, "A.a", json!({}), LIMIT).await, Err(CallError::Gone)));
    }

    #[tokio::test]
    async fn events_are_heard_by_the_listener_of_the_session_and_of_its_parents() {
        let (connection, mut read, mut write, root) = connect();
        let page = Arc::new(Heard::default());
        connection.listen("page", Arc::clone(&page) as Arc<dyn Listener>);
        let child = json!({ "sessionId": "child" });
        for message in [
            json!({ "method": "Root.r" }),
            json!({ "method": "Target.attachedToTarget", "sessionId": "page", "params": child }),
            json!({ "method": "Child.c", "sessionId": "child" }),
            json!({ "method": "Stranger.s", "sessionId": "other" }),
            json!({ "method": "Target.detachedFromTarget", "sessionId": "page", "params": child }),
            json!({ "method": "Child.d", "sessionId": "child" }),
        ] {
            send(&mut write, message).await;
        }
        write.write_all(b"not json\0").await.unwrap();
        let (call, ()) = tokio::join!(connection.call(None, "A.a", json!({}), LIMIT), async {
            let asked = receive(&mut read).await;
            send(&mut write, json!({ "id": asked["id"], "result": {} })).await;
        });
        call.unwrap();
        assert_eq!(*root.0.lock().unwrap(), ["Root.r"]);
        let heard = page.0.lock().unwrap().clone();
        assert_eq!(heard, ["Target.attachedToTarget", "Child.c", "Target.detachedFromTarget"]);
    }
}
