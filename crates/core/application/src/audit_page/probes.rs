//! Requests the URLs that a page names.

use std::collections::HashMap;
use std::time::Duration;

use audit::facts::{Absence, Answer, AnswerContent, PageAnswer, Probe};
use audit::wanted::{Depth, wanted};
use audit::{Document, gist};
use futures_util::stream::{FuturesUnordered, StreamExt};
use jiff::civil::Date;
use ports::fetch::Oversize;
use ports::{FetchError, FetchMethod, FetchRequest, Fetched, Fetcher};
use tokio::time::{Instant, timeout_at};
use url::Url;

use super::hosts::Hosts;
use super::page::{hops as hops_of, media_type};
use crate::cpu_pool::CpuPool;

/// The time limit of one URL.
const ONE: Duration = Duration::from_secs(8);
/// The time limit of all URLs.
const ALL: Duration = Duration::from_secs(20);
/// The first bytes of an image hold its size.
const START_OF_PICTURE: &str = "bytes=0-65535";

/// What browsers accept, so that servers that support modern formats send them.
const PICTURES: &str = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";

/// The responses of the URLs of a page, and the number of links that were not requested.
pub(super) async fn answers(
    web: &dyn Fetcher,
    cpu_pool: &CpuPool,
    document: &Document,
    page: &PageAnswer,
    (today, links_too): (Date, bool),
) -> (HashMap<Url, Probe<Answer>>, usize) {
    let wanted = wanted(document, page, today, links_too);
    let hosts = Hosts::default();
    let until = Instant::now() + ALL;
    let mut asking: FuturesUnordered<_> = wanted
        .addresses
        .iter()
        .map(|(url, depth)| async {
            let asked = async {
                let _leave = hosts.leave(url).await;
                call(web, cpu_pool, url, *depth).await
            };
            let answer = timeout_at(until, Box::pin(asked)).await.unwrap_or(Err(FetchError::TimedOut));
            (url.clone(), answer.map_or_else(|error| unanswered(url, &error), Probe::Known))
        })
        .collect();
    let mut answers = HashMap::with_capacity(wanted.addresses.len());
    while let Some((url, answer)) = asking.next().await {
        answers.insert(url, answer);
    }
    drop(asking);
    (answers, wanted.unchecked_links)
}

async fn call(web: &dyn Fetcher, cpu_pool: &CpuPool, url: &Url, depth: Depth) -> Result<Answer, FetchError> {
    if depth == Depth::Headers {
        let head = FetchRequest { method: FetchMethod::Head, ..request(url) };
        let fetched = web.fetch(head).await?;
        if fetched.status < 400 {
            return Ok(answer(&fetched, AnswerContent::Unread));
        }
        // Some servers support only GET; their response to it counts.
    }
    let mut get = request(url);
    if depth == Depth::Picture {
        get.headers.push(("accept".to_owned(), PICTURES.to_owned()));
        get.headers.push(("range".to_owned(), START_OF_PICTURE.to_owned()));
    }
    let fetched = web.fetch(get).await?;
    let content = match depth {
        Depth::Headers => AnswerContent::Unread,
        Depth::Picture => gist::of_picture(&fetched.body),
        Depth::Page => return Ok(page_answer(cpu_pool, fetched).await),
    };
    Ok(answer(&fetched, content))
}

/// What a failed request shows about a URL: a missing host and endless redirects are as conclusive as a
/// status.
fn unanswered(url: &Url, error: &FetchError) -> Probe<Answer> {
    let absent = |absence| (0, Vec::new(), AnswerContent::Absent(absence));
    let (status, redirects, content) = match error {
        FetchError::NoSuchHost => absent(Absence::NoSuchHost),
        FetchError::NoConnection => absent(Absence::NoConnection),
        FetchError::BadRedirect { hops, .. } => match hops.last() {
            Some(last) => (last.status, hops_of(hops), AnswerContent::Unread),
            None => return Probe::Unknown(error.to_string()),
        },
        _ => return Probe::Unknown(error.to_string()),
    };
    Probe::Known(Answer {
        status,
        redirects,
        url: url.clone(),
        media_type: String::new(),
        bytes: None,
        cache_control: None,
        content,
    })
}

fn request(url: &Url) -> FetchRequest {
    FetchRequest { oversize: Oversize::Truncate, ..FetchRequest::get(url.clone(), ONE) }
}

/// A response with what matters to pages that link to it.
pub(super) async fn page_answer(cpu_pool: &CpuPool, fetched: Fetched) -> Answer {
    let reading = cpu_pool.run(move || {
        let html = seo::encoding::decode(&fetched.body, fetched.header("content-type")).into_owned();
        let document = Document::read(html, &fetched.url);
        let gist = gist::of_page(&document, &fetched.headers, &fetched.url);
        answer(&fetched, AnswerContent::Page(gist))
    });
    reading.await
}

/// A response as checks see it. A partial response that was requested counts as the whole.
pub(super) fn answer(fetched: &Fetched, content: AnswerContent) -> Answer {
    let whole = fetched.header("content-range").and_then(|range| range.rsplit('/').next()?.parse().ok());
    let declared = fetched.header("content-length").and_then(|length| length.parse().ok());
    let received = u64::try_from(fetched.body.len()).ok().filter(|bytes| *bytes > 0);
    Answer {
        status: if fetched.status == 206 { 200 } else { fetched.status },
        redirects: hops_of(&fetched.redirects),
        url: fetched.url.clone(),
        media_type: media_type(fetched),
        bytes: whole.or(if fetched.status == 206 { None } else { declared }).or(received),
        cache_control: fetched.header("cache-control").map(str::to_owned),
        content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(error: &FetchError) -> Option<Absence> {
        let url = Url::parse("https://shop.example/").unwrap();
        unanswered(&url, error).known().and_then(Answer::absence)
    }

    #[test]
    fn only_a_host_that_is_not_there_is_sure_to_be_gone() {
        assert_eq!(describe(&FetchError::NoSuchHost), Some(Absence::NoSuchHost));
        assert_eq!(describe(&FetchError::NoConnection), Some(Absence::NoConnection));
        for error in [
            FetchError::TimedOut,
            FetchError::Unreachable("the certificate is not trusted"),
            FetchError::Blocked("it points to a private network"),
        ] {
            assert_eq!(describe(&error), None, "{error}");
        }
    }
}
