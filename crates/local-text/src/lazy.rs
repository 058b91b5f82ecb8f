//! The model in memory only while it is used: loaded at first need, let go when nobody asked for it for a while.

use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Duration;

use async_trait::async_trait;
use ports::language_model::{LanguageModel, LanguageModelSource, LanguageModelUnavailable};
use tokio::sync::Mutex;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, sleep};

use crate::model::LocalModel;

/// Where the weights are.
#[async_trait]
pub trait Weights: Send + Sync {
    /// The file, once it is there; or what is missing and how an operator gets it.
    async fn path(&self) -> Result<PathBuf, String>;
}

/// A model that is loaded when it is first asked for. Callers who come meanwhile wait for the same attempt, which goes on when they
/// give up. A failure is remembered for a while, then it is tried again.
pub struct LazyModel {
    weights: Arc<dyn Weights>,
    idle: Duration,
    state: Arc<Mutex<State>>,
}

type Outcome = Result<Arc<dyn LanguageModel>, LanguageModelUnavailable>;

#[derive(Default)]
struct State {
    loading: JoinSet<Outcome>,
    /// How the last attempt ended; when it failed, or when somebody last asked for the model.
    last: Option<(Instant, Outcome)>,
    janitor: JoinSet<()>,
}

impl State {
    /// What still holds of the last attempt.
    fn remembered(&mut self) -> Option<Outcome> {
        let (at, outcome) = self.last.as_mut()?;
        if outcome.is_ok() {
            *at = Instant::now();
        }
        (at.elapsed() < LazyModel::TRY_AGAIN_AFTER).then(|| outcome.clone())
    }

    /// Lets the model go if nobody asked for it lately and nobody holds it.
    fn let_go(&mut self, idle: Duration) -> bool {
        let is_used = |(at, outcome): &(Instant, Outcome)| {
            at.elapsed() < idle || outcome.as_ref().is_ok_and(|model| Arc::strong_count(model) > 1)
        };
        if !self.last.as_ref().is_some_and(is_used) {
            self.last = None;
        }
        self.last.is_none()
    }
}

impl LazyModel {
    /// How long a failure is remembered.
    pub const TRY_AGAIN_AFTER: Duration = Duration::from_mins(1);

    /// A model with these weights, which is let go after it was idle for one to two times this long.
    #[must_use]
    pub fn new(weights: Arc<dyn Weights>, idle: Duration) -> Self {
        Self { weights, idle, state: Arc::default() }
    }
}

#[async_trait]
impl LanguageModelSource for LazyModel {
    async fn ready(&self) -> Outcome {
        let mut state = self.state.lock().await;
        if let Some(outcome) = state.remembered() {
            return outcome;
        }
        if state.loading.is_empty() {
            state.loading.spawn(load(Arc::clone(&self.weights)));
        }
        let outcome = match state.loading.join_next().await {
            Some(Ok(outcome)) => outcome,
            Some(Err(crash)) => Err(not_loaded(&crash.to_string())),
            None => Err(not_loaded("nobody tried")),
        };
        state.last = Some((Instant::now(), outcome.clone()));
        if outcome.is_ok() {
            state.janitor = JoinSet::new();
            state.janitor.spawn(let_go_when_idle(Arc::downgrade(&self.state), self.idle));
        }
        outcome
    }
}

async fn load(weights: Arc<dyn Weights>) -> Outcome {
    let path = weights.path().await.map_err(LanguageModelUnavailable)?;
    let loaded = spawn_blocking(move || LocalModel::load(&path)).await;
    let model = loaded.map_err(|crash| not_loaded(&crash.to_string()))?;
    Ok(Arc::new(model.map_err(|error| not_loaded(&error.to_string()))?))
}

fn not_loaded(why: &str) -> LanguageModelUnavailable {
    LanguageModelUnavailable(format!("the language model could not be loaded: {why}"))
}

async fn let_go_when_idle(state: Weak<Mutex<State>>, idle: Duration) {
    loop {
        sleep(idle).await;
        let Some(state) = state.upgrade() else { return };
        if state.lock().await.let_go(idle) {
            return;
        }
    }
}
