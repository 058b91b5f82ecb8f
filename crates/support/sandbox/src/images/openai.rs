//! `OpenAI`'s images: `POST /v1/images/generations`. Always base64 and PNG, whatever format was requested, as
//! the response states.

use serde_json::{Value, json};

use super::Picture;
use crate::asked::Asked;
use crate::reply::Reply;
use crate::text::openai::{CREATED, bad_parameter};
use crate::text::tokens;

const LONGEST_PROMPT: usize = 32_000;
const MOST_PICTURES: u64 = 10;
const TOKENS_OF_PICTURE: usize = 1568;

pub(crate) fn generate(asked: &Asked) -> Reply {
    let request = asked.json();
    let (prompt, pictures) = match pictures(asked) {
        Ok(drawn) => drawn,
        Err(refusal) => return refusal,
    };
    let shown = if asked.empty { &[] } else { pictures.as_slice() };
    let data: Vec<Value> = shown.iter().map(|picture| json!({ "b64_json": picture.base64() })).collect();
    let size = pictures.first().map(|picture| format!("{}x{}", picture.width, picture.height));
    let (input, output) = (tokens(prompt), TOKENS_OF_PICTURE * pictures.len());
    Reply::ok(&json!({
        "created": CREATED, "data": data, "background": "opaque", "output_format": "png", "size": size,
        "quality": request["quality"].as_str().filter(|quality| *quality != "auto").unwrap_or("medium"),
        "usage": {
            "input_tokens": input, "output_tokens": output, "total_tokens": input + output,
            "input_tokens_details": { "text_tokens": input, "image_tokens": 0 },
        },
    }))
}

/// The prompt and the images to draw, or the refusal.
fn pictures(asked: &Asked) -> Result<(&str, Vec<Picture>), Reply> {
    let request = asked.json();
    let Some(prompt) = request["prompt"].as_str().filter(|prompt| !prompt.is_empty()) else {
        let message = "Missing required parameter: 'prompt'.";
        return Err(bad_parameter("prompt", "missing_required_parameter", message));
    };
    if prompt.chars().count() > LONGEST_PROMPT {
        return Err(bad_parameter("prompt", "string_above_max_length", "Invalid 'prompt': string too long."));
    }
    // The models always return files, and refuse this parameter.
    if !request["response_format"].is_null() {
        let message = "Unknown parameter: 'response_format'.";
        return Err(bad_parameter("response_format", "unknown_parameter", message));
    }
    let Some((width, height)) = size(request["size"].as_str().unwrap_or("auto")) else {
        return Err(bad_parameter("size", "invalid_value", "Invalid value for 'size'."));
    };
    let count = request["n"].as_u64().unwrap_or(1);
    if !(1..=MOST_PICTURES).contains(&count) {
        let message = "Invalid 'n': must be between 1 and 10.";
        return Err(bad_parameter("n", "integer_above_max_value", message));
    }
    let picture = |number| Picture::of(prompt, width, height, number).with(asked.flaw);
    Ok((prompt, (0..count).map(picture).collect()))
}

fn size(text: &str) -> Option<(u32, u32)> {
    if text == "auto" {
        return Some((1024, 1024));
    }
    let (width, height) = text.split_once('x')?;
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    ((16..=3840).contains(&width) && (16..=3840).contains(&height)).then_some((width, height))
}
