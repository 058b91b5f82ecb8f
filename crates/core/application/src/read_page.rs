//! From a URL to a page that can be analysed.

use ports::{FetchError, FetchRequest, Fetcher};
use seo::page::Page;

use crate::cpu_pool::CpuPool;

/// A page that was fetched and parsed.
pub(crate) struct ReadPage {
    pub(crate) page: Page,
    /// Whether its HTML stops before its end, so that part of it may be missing.
    pub(crate) ends_early: bool,
}

/// Fetches and parses a page. Anything but a page with status 2xx is a failure.
pub(crate) async fn read(
    fetcher: &dyn Fetcher,
    cpu_pool: &CpuPool,
    request: FetchRequest,
) -> Result<ReadPage, FetchError> {
    let answer = fetcher.fetch(request).await?;
    if !(200..300).contains(&answer.status) {
        return Err(FetchError::Status(answer.status));
    }
    let content_type = answer.header("content-type").map(str::to_owned);
    if !content_type.as_deref().is_none_or(is_html) {
        return Err(FetchError::Unreachable("it is not an HTML page"));
    }
    let page = cpu_pool.run(move || {
        let html = seo::encoding::decode(&answer.body, content_type.as_deref());
        ReadPage { page: Page::read(&html, &answer.url), ends_early: ends_early(&html) }
    });
    Ok(page.await)
}

fn is_html(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind.is_empty() || kind == "text/html" || kind == "application/xhtml+xml"
}

/// Whether a document is opened and never closed. Pages may leave out both tags, but hardly any leaves out only the second.
fn ends_early(html: &str) -> bool {
    let html = html.to_ascii_lowercase();
    html.contains("<html") && !html.contains("</html") && !html.contains("</body")
}

#[cfg(test)]
mod tests {
    use super::ends_early;

    #[test]
    fn a_page_that_is_opened_and_not_closed_ends_early() {
        assert!(ends_early("<!doctype html><HTML><body><p>Half a pa"));
        assert!(!ends_early("<!doctype html><html><body><p>All</BODY>"));
        assert!(!ends_early("<html><p>All</HTML><!-- cached -->"));
        assert!(!ends_early("<!doctype html><title>Short</title><p>All"), "both tags are optional");
    }
}
