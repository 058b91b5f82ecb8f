//! Image engines, one file each. Images are passed on as the file that the provider sent, bounded in size and
//! not decoded: they are not to be trusted by the code that decodes them.

pub mod automatic1111;
pub mod comfyui;
pub mod gemini;
pub mod openai;
pub mod stability;

mod file;
mod prompt;

use bytes::Bytes;
use domain::images::{ImageSeed, ImageSize, SourceType};
use ports::images::{Drawing, Drawn};

use crate::link::Policy;

/// The longest JSON reply that is read: a large image in base64 with its envelope.
const LONGEST_JSON: usize = 48 * 1024 * 1024;

/// A drawing of this model.
fn drawing(picture: Bytes, model: &str, seed: Option<ImageSeed>) -> Drawing {
    Drawing {
        depicted: None,
        picture: Drawn::File(picture),
        model: model.to_owned(),
        seed,
        source_type: SourceType::TrainedAlgorithmicMedia,
    }
}

/// The aspect ratio that providers support and that comes closest to a size.
const fn aspect_ratio(size: ImageSize) -> &'static str {
    match size {
        ImageSize::Landscape => "3:2",
        ImageSize::Square => "1:1",
        ImageSize::Portrait => "2:3",
        ImageSize::Wide => "16:9",
    }
}

/// Drawing takes as long as the call allows, and each attempt may be billed.
fn policy(concurrency: usize, price_microdollars: u64) -> Policy {
    Policy {
        attempt_limit: Policy::WHOLE_CALL,
        retries: 1,
        concurrency,
        price_microdollars,
        each_try_costs: price_microdollars > 0,
        ..Policy::default()
    }
}
