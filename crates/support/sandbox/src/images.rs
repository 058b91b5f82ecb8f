//! Image models. They draw a landscape that depends only on the prompt and contains nothing like text unless
//! a fault requests it.

pub(crate) mod a1111;
mod canvas;
pub(crate) mod comfyui;
pub(crate) mod gemini;
mod letters;
pub(crate) mod openai;
mod picture;
mod png;
mod scene;
pub(crate) mod stability;

pub(crate) use picture::Picture;
