//! Gemini's images: a part of the answer to `generateContent`.

use serde_json::json;

use super::Picture;
use crate::asked::Asked;
use crate::google_error;
use crate::reply::Reply;
use crate::seed::Seed;
use crate::text::gemini::image_usage;

/// The sizes of the ratios at `imageSize` 1K.
const RATIOS: [(&str, u32, u32); 10] = [
    ("1:1", 1024, 1024),
    ("2:3", 832, 1248),
    ("3:2", 1248, 832),
    ("3:4", 864, 1184),
    ("4:3", 1184, 864),
    ("4:5", 896, 1152),
    ("5:4", 1152, 896),
    ("9:16", 768, 1344),
    ("16:9", 1344, 768),
    ("21:9", 1536, 672),
];

pub(crate) fn generate(asked: &Asked, model: &str, prompt: &str) -> Reply {
    let config = &asked.json()["generationConfig"]["imageConfig"];
    let ratio = config["aspectRatio"].as_str().unwrap_or("1:1");
    let Some((_, width, height)) = RATIOS.iter().find(|(name, _, _)| *name == ratio) else {
        return google_error::invalid("Invalid aspect ratio.");
    };
    let picture = Picture::of(prompt, *width, *height, 0).with(asked.flaw);
    let candidate = if asked.empty {
        json!({ "index": 0, "content": { "role": "model" }, "finishReason": "NO_IMAGE" })
    } else {
        let data = json!({ "mimeType": picture.media_type(), "data": picture.base64() });
        json!({
            "index": 0, "content": { "role": "model", "parts": [{ "inlineData": data }] }, "finishReason": "STOP",
        })
    };
    Reply::ok(&json!({
        "candidates": [candidate], "usageMetadata": image_usage(prompt), "modelVersion": model,
        "responseId": Seed::of(&["gemini-image", prompt]).hex(24),
    }))
}
