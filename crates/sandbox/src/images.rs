//! Image models. They draw a gradient that depends on the prompt alone.

pub(crate) mod a1111;
pub(crate) mod comfyui;
pub(crate) mod gemini;
mod multipart;
pub(crate) mod openai;
mod picture;
pub(crate) mod stability;

pub(crate) use picture::Picture;
