//! What a settled page contains, queried piece by piece and within bounds.

use domain::rendering::{FontFace, ImageSeen, Rendering, TextSizes};
use ports::browser::Screenshot;
use serde::Deserialize;
use zune_core::bytestream::ZCursor;
use zune_jpeg::JpegDecoder;

use crate::failure::CallError;
use crate::page::Page;
use crate::text::cut;
use crate::vitals::Observed;

const INSPECT: &str = include_str!("inspect.js");

#[derive(Default, Deserialize)]
pub(crate) struct Contents {
    pub(crate) images: Vec<ImageSeen>,
    pub(crate) text_sizes: TextSizes,
    pub(crate) font_faces: Vec<FontFace>,
}

pub(crate) async fn observed(page: &Page<'_>) -> Result<Observed, CallError> {
    page.evaluate("observed.report()").await
}

/// Images, texts and fonts; empty if the page can't be read within the limits.
pub(crate) async fn contents(page: &Page<'_>) -> Contents {
    let contents = page.evaluate::<Contents>(INSPECT).await;
    contents.inspect_err(|error| tracing::debug!(%error, "a page was not inspected")).unwrap_or_default()
}

/// The tree as HTML. It is cut inside the page, so that no more than the limit is transferred.
pub(crate) async fn html(page: &Page<'_>) -> Result<String, CallError> {
    let longest = Rendering::LONGEST_HTML;
    let type_ = "document.doctype ? new XMLSerializer().serializeToString(document.doctype) + '\\n' : ''";
    let tree = "(document.documentElement?.outerHTML ?? '')";
    let html: String = page.evaluate(&format!("(({type_}) + {tree}).slice(0, {longest})")).await?;
    Ok(cut(&html, longest).to_owned())
}

/// The first screen as an image.
pub(crate) async fn screenshot(page: &Page<'_>) -> Result<Screenshot, CallError> {
    let jpeg = page.screenshot().await?;
    let mut decoder = JpegDecoder::new(ZCursor::new(jpeg.as_ref()));
    let not_a_picture = || CallError::Refused("the screenshot is not a picture".to_owned());
    decoder.decode_headers().map_err(|_| not_a_picture())?;
    let size = decoder.info().ok_or_else(not_a_picture)?;
    Ok(Screenshot { jpeg, width: size.width.into(), height: size.height.into() })
}
