//! The files that pages load. Their URLs contain a hash of the content, so that browsers can cache them
//! forever.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use sha2::{Digest, Sha256};

use crate::failure::PageError;

/// The URLs of all files.
pub(crate) struct Assets {
    pub(crate) style: String,
    pub(crate) script: String,
    pub(crate) icons: String,
    pub(crate) logo: String,
}

struct File {
    name: &'static str,
    kind: &'static str,
    content: &'static str,
}

const STYLE: File = File {
    name: "style.css",
    kind: "text/css; charset=utf-8",
    content: concat!(include_str!("../assets/style.css"), include_str!("../assets/charts.css")),
};
const SCRIPT: File = File {
    name: "app.js",
    kind: "text/javascript; charset=utf-8",
    content: include_str!("../assets/app.js"),
};
const ICONS: File =
    File { name: "icons.svg", kind: "image/svg+xml", content: include_str!("../assets/icons.svg") };
const LOGO: File =
    File { name: "logo.svg", kind: "image/svg+xml", content: include_str!("../assets/logo.svg") };

impl File {
    fn address(&self) -> String {
        const BYTES: usize = 8;
        let digest = Sha256::digest(self.content);
        let hash = digest.iter().take(BYTES).fold(String::new(), |hash, byte| hash + &format!("{byte:02x}"));
        format!("/assets/{hash}/{}", self.name)
    }
}

/// The URLs, which stay the same while the process runs.
pub(crate) static ASSETS: LazyLock<Assets> = LazyLock::new(|| Assets {
    style: STYLE.address(),
    script: SCRIPT.address(),
    icons: ICONS.address(),
    logo: LOGO.address(),
});

/// Serves a file. The URL of an older version returns the current file, but it is not cached.
pub(crate) async fn file(Path((hash, name)): Path<(String, String)>) -> Result<Response, PageError> {
    let file =
        [STYLE, SCRIPT, ICONS, LOGO].into_iter().find(|file| file.name == name).ok_or(PageError::NotFound)?;
    let current = file.address() == format!("/assets/{hash}/{name}");
    let caching = if current { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(CONTENT_TYPE, file.kind), (CACHE_CONTROL, caching), (X_CONTENT_TYPE_OPTIONS, "nosniff")];
    Ok((headers, file.content).into_response())
}
