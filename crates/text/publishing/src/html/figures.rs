//! Images.

use domain::articles::document::ArticleImage;

use super::Writer;
use crate::address::{in_list, linkable};
use crate::plain::trimmed;

/// The text column is 42 rem wide, or as wide as the screen.
const SIZES: &str = "(min-width: 45rem) 42rem, 100vw";

/// When a browser should load an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loading {
    /// It is visible first.
    First,
    /// When the reader scrolls to it.
    Later,
}

impl Writer<'_> {
    pub(super) fn figures(&mut self, images: &[&ArticleImage]) {
        for image in images {
            self.figure(image, Loading::Later);
        }
    }

    /// An image, unless its URL must not be linked.
    pub(super) fn figure(&mut self, image: &ArticleImage, loading: Loading) {
        let Some(address) = linkable(&image.url) else { return };
        self.markup.open("figure", &[]);
        self.image(image, &address, loading);
        if let Some(caption) = image.caption.as_deref().map(trimmed).filter(|caption| !caption.is_empty()) {
            self.markup.element("figcaption", &[], &caption);
        }
        self.markup.close_line("figure");
    }

    fn image(&mut self, image: &ArticleImage, address: &str, loading: Loading) {
        let alt = trimmed(&image.alt);
        let (width, height) = (image.width.to_string(), image.height.to_string());
        let copies = copies(image, address);
        let mut attributes = vec![("src", address)];
        if let Some(copies) = &copies {
            attributes.extend([("srcset", &**copies), ("sizes", SIZES)]);
        }
        attributes.extend([("width", &*width), ("height", &*height), ("alt", &*alt)]);
        match loading {
            Loading::First => attributes.extend([("loading", "eager"), ("fetchpriority", "high")]),
            Loading::Later => attributes.extend([("loading", "lazy"), ("decoding", "async")]),
        }
        self.markup.open("img", &attributes);
    }
}

/// All copies of an image with their widths, smallest first; empty if there is only one.
fn copies(image: &ArticleImage, address: &str) -> Option<String> {
    let smaller = image.variants.iter().filter(|(_, width)| *width < image.width);
    let smaller = smaller.filter_map(|(copy, width)| Some(format!("{} {width}w", in_list(&linkable(copy)?))));
    let mut all: Vec<String> = smaller.collect();
    if all.is_empty() {
        return None;
    }
    all.push(format!("{} {}w", in_list(address), image.width));
    Some(all.join(", "))
}
