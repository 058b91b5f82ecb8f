//! A page of the browser in its own context, which is disposed of however the page load ends.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::task::TaskTracker;

use crate::connection::Listener;
use crate::emulation::Emulation;
use crate::failure::CallError;
use crate::instance::Instance;
use crate::recorder::Recorder;
use crate::session::Session;

pub(crate) struct Tab {
    pub(crate) session: Session,
    pub(crate) recorder: Arc<Recorder>,
    pub(crate) frame: String,
    context: Context,
}

#[derive(Deserialize)]
pub(crate) struct NewTarget {
    #[serde(rename = "targetId")]
    pub(crate) id: String,
}

#[derive(Deserialize)]
pub(crate) struct Attached {
    #[serde(rename = "sessionId")]
    pub(crate) id: String,
}

impl Tab {
    /// Opens a page. If the caller stops waiting meanwhile, the page is closed again.
    pub(crate) async fn open(
        instance: Arc<Instance>,
        place: Arc<OwnedSemaphorePermit>,
        emulation: &'static Emulation,
        errands: &TaskTracker,
    ) -> Result<Self, CallError> {
        let opening = open(instance, place, emulation, errands.clone());
        errands.spawn(opening).await.map_err(|_ended| CallError::Gone)?
    }

    pub(crate) fn product(&self) -> &str {
        self.context.instance.product()
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        let listener = Arc::clone(&self.recorder) as Arc<dyn Listener>;
        self.session.connection().stop_listening(&listener);
    }
}

async fn open(
    instance: Arc<Instance>,
    place: Arc<OwnedSemaphorePermit>,
    emulation: &Emulation,
    errands: TaskTracker,
) -> Result<Tab, CallError> {
    let context = Context::create(instance, place, errands).await?;
    let browser = context.instance.browser();
    let denied = json!({ "behavior": "deny", "browserContextId": context.id });
    browser.command("Browser.setDownloadBehavior", denied).await?;
    let nothing = json!({ "permissions": [], "browserContextId": context.id });
    browser.command("Browser.grantPermissions", nothing).await?;
    let page = json!({
        "url": "about:blank",
        "browserContextId": context.id,
        "width": emulation.width,
        "height": emulation.height,
    });
    let target: NewTarget = browser.call("Target.createTarget", page).await?;
    let attach = json!({ "targetId": target.id, "flatten": true });
    let attached: Attached = browser.call("Target.attachToTarget", attach).await?;
    let recorder = Arc::new(Recorder::new(target.id.clone()));
    let listener = Arc::clone(&recorder) as Arc<dyn Listener>;
    browser.connection().listen(&attached.id, listener);
    Ok(Tab { session: browser.with_target(&attached.id), recorder, frame: target.id, context })
}

/// A context, and the tab permit that it holds until it is disposed of.
struct Context {
    instance: Arc<Instance>,
    id: String,
    place: Arc<OwnedSemaphorePermit>,
    errands: TaskTracker,
}

#[derive(Deserialize)]
struct NewContext {
    #[serde(rename = "browserContextId")]
    id: String,
}

impl Context {
    async fn create(
        instance: Arc<Instance>,
        place: Arc<OwnedSemaphorePermit>,
        errands: TaskTracker,
    ) -> Result<Self, CallError> {
        let made: NewContext = instance.browser().call("Target.createBrowserContext", json!({})).await?;
        Ok(Self { instance, id: made.id, place, errands })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // Without a runtime the process is ending anyway.
        let Ok(runtime) = Handle::try_current() else { return };
        let disposal = dispose(Arc::clone(&self.instance), self.id.clone(), Arc::clone(&self.place));
        self.errands.spawn_on(disposal, &runtime);
    }
}

/// Disposes of a context with its page, even if the page is busy. A browser that can't do that is not used
/// again.
async fn dispose(instance: Arc<Instance>, id: String, place: Arc<OwnedSemaphorePermit>) {
    let disposal = json!({ "browserContextId": id });
    let disposed = instance.browser().call::<Value>("Target.disposeBrowserContext", disposal).await;
    if let Err(error) = disposed {
        tracing::debug!(%error, "a page could not be closed, so its browser will be replaced");
        instance.condemn();
    }
    instance.page_guard().remove(&id);
    drop(place);
}
