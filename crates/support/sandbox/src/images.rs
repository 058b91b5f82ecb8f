//! Image models. They draw a landscape that depends on the prompt alone, with nothing in it that looks like text unless a
//! fault asks for it.

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
