//! The engine that needs no provider: it draws with the built-in renderer, on as many threads as there are
//! cores.

use std::fmt::Display;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use async_trait::async_trait;
use domain::images::{DrawingRequest, SourceType};
use illustration::{Commission, Depiction, Illustration, UnknownSubject};
use ports::images::{Depicted, Drawing, Drawn, Pixels};
use ports::{Engine, EngineFailure, FailureKind};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The built-in renderer as an engine.
#[derive(Debug, Clone)]
pub struct Builtin {
    drawing: Arc<Semaphore>,
}

impl Builtin {
    /// The engine's name, and its model's.
    pub const NAME: &'static str = "builtin";

    /// An engine that draws as many images at once as there are cores.
    #[must_use]
    pub fn new() -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self { drawing: Arc::new(Semaphore::new(cores)) }
    }
}

impl Default for Builtin {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Engine<DrawingRequest, Drawing> for Builtin {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    async fn call(&self, order: &DrawingRequest) -> Result<Drawing, EngineFailure> {
        let order = order.clone();
        let seed = order.seed;
        let turn = Arc::clone(&self.drawing).acquire_owned().await.map_err(|error| broken(&error))?;
        // The permit moves into the drawing, which continues when the caller no longer waits for it.
        let drawn = spawn_blocking(move || {
            let illustration = draw(&order);
            drop(turn);
            illustration
        });
        let Illustration { pixels, depiction } =
            drawn.await.map_err(|error| broken(&error))?.map_err(|unknown| not_drawn(&unknown))?;
        let pixels = Pixels::new(pixels.width(), pixels.height(), pixels.into_raw());
        let pixels = pixels.ok_or_else(|| broken(&"there are no pixels"))?;
        let Depiction { language, things, sentence } = depiction;
        Ok(Drawing {
            picture: Drawn::Pixels(pixels),
            model: Self::NAME.to_owned(),
            seed: Some(seed),
            source_type: SourceType::AlgorithmicMedia,
            depicted: Some(Depicted { things, sentence, language }),
        })
    }
}

fn draw(order: &DrawingRequest) -> Result<Illustration, UnknownSubject> {
    let (width, height) = order.size.pixels();
    illustration::draw(&Commission {
        prompt: &order.prompt,
        language: order.language,
        style: order.style,
        width,
        height,
        seed: order.seed,
    })
}

/// The message contains the remedy, because only this engine knows the reason.
fn not_drawn(unknown: &UnknownSubject) -> EngineFailure {
    const REMEDY: &str = "send style \"abstract\", which it always draws, or name another main subject; the operator of this server can add an \
        engine that draws anything: set image.engines to openai, gemini, stability, automatic1111 or comfyui, and that engine's settings";
    let reason = match &unknown.words {
        Some(words) => format!("does not draw the main subject of the prompt, \"{words}\"; {REMEDY}"),
        None => format!("finds no subject in the prompt; {REMEDY}"),
    };
    EngineFailure {
        engine: Builtin::NAME,
        kind: FailureKind::SubjectUnknown,
        reason,
        is_ours: true,
        retry_after: None,
    }
}

fn broken(reason: &dyn Display) -> EngineFailure {
    EngineFailure {
        engine: Builtin::NAME,
        kind: FailureKind::Broken,
        reason: format!("could not draw: {reason}"),
        is_ours: false,
        retry_after: None,
    }
}
