//! The images of a page.

use seo::dom::{Element, NodeId};
use url::Url;

/// An `<img>` element.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the element")]
pub struct Picture {
    /// The node of the image.
    pub node: NodeId,
    /// The absolute URL; `None` if it has none or a `data:` URL.
    pub url: Option<Url>,
    /// The `alt` attribute, which may be empty.
    pub alt: Option<String>,
    /// Whether width and height are given, by attributes or style.
    pub has_dimensions: bool,
    /// Whether several sizes are offered, by `srcset` or in a `<picture>`.
    pub has_sizes: bool,
    /// Whether it has `loading=lazy`.
    pub lazy: bool,
    /// Whether it is inside a link.
    pub in_link: bool,
    /// Whether it is hidden from assistive technology: `role=presentation`, `aria-hidden`.
    pub decorative: bool,
}

/// Whether the browser knows the shape of an image before loading it: width and height, or their ratio, are
/// given by attributes or style.
pub(super) fn has_dimensions(element: &Element<'_>) -> bool {
    let style = element.attribute("style").unwrap_or_default();
    let styled = |name: &str| {
        style.split(';').filter_map(|declaration| declaration.split_once(':')).any(|(property, value)| {
            property.trim().eq_ignore_ascii_case(name) && !value.trim().eq_ignore_ascii_case("auto")
        })
    };
    let given = |name: &str| {
        element
            .attribute(name)
            .is_some_and(|value| value.trim().starts_with(|first: char| first.is_ascii_digit()))
            || styled(name)
    };
    given("width") && given("height") || styled("aspect-ratio")
}
