//! Images of the page during the load, within bounds.

use serde::Deserialize;

/// An image and when it was shown, in seconds since 1970.
#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) at: f64,
    /// A JPEG file as base64.
    pub(crate) data: String,
}

#[derive(Default)]
pub(crate) struct FrameLog {
    frames: Vec<Frame>,
    bytes: usize,
}

impl FrameLog {
    const MOST: usize = 300;
    const MOST_BYTES: usize = 16 * 1024 * 1024;

    /// Stores an image if there is room; otherwise it replaces the latest, with which all others are
    /// compared.
    pub(crate) fn push(&mut self, shown: Shown) {
        let frame = Frame { at: shown.metadata.timestamp, data: shown.data };
        if self.frames.len() >= Self::MOST || self.bytes + frame.data.len() > Self::MOST_BYTES {
            self.bytes -= self.frames.pop().map_or(0, |last| last.data.len());
        }
        self.bytes += frame.data.len();
        self.frames.push(frame);
    }

    pub(crate) fn take(&mut self) -> Vec<Frame> {
        self.bytes = 0;
        std::mem::take(&mut self.frames)
    }
}

/// What the browser reports about a frame.
#[derive(Deserialize)]
pub(crate) struct Shown {
    data: String,
    metadata: Metadata,
    /// Must be acknowledged, otherwise no further frames arrive.
    #[serde(rename = "sessionId")]
    pub(crate) number: i64,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(default)]
    timestamp: f64,
}
