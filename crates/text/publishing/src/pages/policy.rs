//! The Content Security Policy of our pages.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use super::STYLE;

/// The value of `Content-Security-Policy` for every page: our own style, images of the site and of
/// `image_origins` (such as `https://cdn.example.com`), and nothing else.
#[must_use]
pub fn content_security_policy(image_origins: &[&str]) -> String {
    let style = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    let images =
        image_origins.iter().fold(String::from("'self'"), |images, origin| format!("{images} {origin}"));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; img-src {images}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_come_from_named_places_only() {
        let policy = content_security_policy(&["https://cdn.example.com"]);
        assert!(policy.contains("img-src 'self' https://cdn.example.com;"), "{policy}");
    }

    #[test]
    fn the_style_cannot_end_its_element() {
        assert!(!STYLE.contains('<'));
    }
}
