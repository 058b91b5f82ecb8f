//! From an address to a page that can be analysed.

use ports::{FetchError, FetchRequest, Fetcher};
use seo::page::Page;

use crate::workshop::Workshop;

/// Fetches and reads a page. Anything that is not a page with status 2xx is a failure.
pub(crate) async fn read(
    fetcher: &dyn Fetcher,
    workshop: &Workshop,
    request: FetchRequest,
) -> Result<Page, FetchError> {
    let answer = fetcher.fetch(request).await?;
    if !(200..300).contains(&answer.status) {
        return Err(FetchError::Unreachable(match answer.status {
            401 | 403 => "it refuses visitors like us",
            404 | 410 => "there is nothing at it",
            429 => "it asks for fewer visits",
            500.. => "it answers with an error",
            _ => "it does not answer with a page",
        }));
    }
    let content_type = answer.header("content-type").map(str::to_owned);
    if !content_type.as_deref().is_none_or(is_html) {
        return Err(FetchError::Unreachable("it is not an HTML page"));
    }
    let page = workshop.run(move || {
        let html = seo::encoding::decode(&answer.body, content_type.as_deref());
        Page::read(&html, &answer.url)
    });
    Ok(page.await)
}

fn is_html(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind.is_empty() || kind == "text/html" || kind == "application/xhtml+xml"
}
