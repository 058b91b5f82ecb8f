//! Requests what surrounds a page: robots.txt, sitemaps, llms.txt, other URLs of the page, and what crawlers
//! receive.

use std::collections::HashMap;
use std::io::Read as _;
use std::time::Duration;

use audit::facts::{
    Answer, AnswerContent, CrawlerView, PlainAnswer, Probe, RobotsAnswer, SitemapFile, Sitemaps, Surroundings,
};
use audit::robots::{self, Robots};
use audit::{Document, gist, sitemap};
use flate2::read::GzDecoder;
use ports::fetch::Oversize;
use ports::{FetchRequest, Fetched, Fetcher};
use url::Url;

use super::page::{FetchedPage, media_type};
use super::probes::{answer, page_answer};
use super::{AuditTools, unknown};
use crate::cpu_pool::CpuPool;

/// The time limit of one URL.
const ONE: Duration = Duration::from_secs(8);
/// The maximum number of sitemaps that are read.
const MOST_SITEMAPS: usize = 6;
/// The maximum that is unpacked of a compressed sitemap, in bytes.
const LONGEST_SITEMAP: u64 = 50 * 1024 * 1024;
/// The maximum that is stored of llms.txt, in bytes.
const LONGEST_TEXT: usize = 256 * 1024;

/// What surrounds the page, except the URLs that it names.
pub(super) async fn explore(tools: &AuditTools, page: &FetchedPage) -> Surroundings {
    let (web, cpu_pool) = (&*tools.fetcher, &tools.cpu_pool);
    let url = &page.answer.url;
    let published = page.answer.response.is_some();
    let files = async {
        let robots = robots(web, url).await;
        let sitemaps = sitemaps(web, cpu_pool, url, &robots).await;
        (robots, sitemaps)
    };
    let others = async {
        if published {
            tokio::join!(
                plain_http(web, url),
                variants(web, cpu_pool, url),
                as_crawler(&*tools.as_crawler, cpu_pool, url)
            )
        } else {
            let reason = "the page is not published yet";
            (unknown(reason), Vec::new(), unknown(reason))
        }
    };
    let ((robots, sitemaps), llms_txt, (plain_http, variants, as_crawler)) =
        tokio::join!(Box::pin(files), Box::pin(llms_txt(web, url)), Box::pin(others));
    Surroundings {
        answers: HashMap::new(),
        unchecked_links: 0,
        robots,
        sitemaps,
        llms_txt,
        plain_http,
        variants,
        as_crawler,
    }
}

async fn get(web: &dyn Fetcher, url: Url) -> Probe<Fetched> {
    let request = FetchRequest { oversize: Oversize::Truncate, ..FetchRequest::get(url, ONE) };
    match web.fetch(request).await {
        Ok(fetched) => Probe::Known(fetched),
        Err(error) => Probe::Unknown(error.to_string()),
    }
}

/// A file at the root of the page's host.
async fn at_root(web: &dyn Fetcher, page: &Url, path: &str) -> (Option<Url>, Probe<Fetched>) {
    match page.join(path) {
        Ok(url) => (Some(url.clone()), get(web, url).await),
        Err(_) => (None, unknown("the URL of the page has no root")),
    }
}

async fn robots(web: &dyn Fetcher, page: &Url) -> Probe<RobotsAnswer> {
    let (Some(url), fetched) = at_root(web, page, "/robots.txt").await else {
        return unknown("the URL of the page has no root");
    };
    map(fetched, |fetched| {
        let text = String::from_utf8_lossy(&fetched.body[..fetched.body.len().min(robots::LONGEST)]);
        let is_file = (200..300).contains(&fetched.status) && media_type(&fetched) != "text/html";
        RobotsAnswer {
            url,
            // Many servers send a page in place of files that they don't have.
            status: if (200..300).contains(&fetched.status) && !is_file { 404 } else { fetched.status },
            bytes: fetched.body.len(),
            robots: if is_file { Robots::parse(&text) } else { Robots::default() },
        }
    })
}

async fn llms_txt(web: &dyn Fetcher, page: &Url) -> Probe<PlainAnswer> {
    let (Some(url), fetched) = at_root(web, page, "/llms.txt").await else {
        return unknown("the URL of the page has no root");
    };
    map(fetched, |fetched| PlainAnswer {
        url,
        status: fetched.status,
        media_type: media_type(&fetched),
        text: String::from_utf8_lossy(&fetched.body[..fetched.body.len().min(LONGEST_TEXT)]).into_owned(),
    })
}

async fn sitemaps(
    web: &dyn Fetcher,
    cpu_pool: &CpuPool,
    page: &Url,
    robots: &Probe<RobotsAnswer>,
) -> Probe<Sitemaps> {
    let declared = robots.known().map(|answer| answer.robots.sitemaps.as_slice()).unwrap_or_default();
    let mut queue: Vec<(Url, bool)> =
        declared.iter().filter_map(|address| page.join(address).ok()).map(|url| (url, true)).collect();
    if queue.is_empty() {
        queue.extend(page.join("/sitemap.xml").ok().map(|url| (url, false)));
    }
    queue.reverse();
    let mut sitemaps = Sitemaps { complete: true, ..Sitemaps::default() };
    while let Some((url, declared)) = queue.pop() {
        if sitemaps.files.len() == MOST_SITEMAPS || sitemaps.lists_page {
            sitemaps.complete = false;
            break;
        }
        let (file, children) = read_sitemap(web, cpu_pool, page, url, declared, &mut sitemaps).await;
        sitemaps.files.push(file);
        queue.extend(children.into_iter().rev().map(|child| (child, true)));
    }
    Probe::Known(sitemaps)
}

/// A sitemap and the sitemaps that it names.
async fn read_sitemap(
    web: &dyn Fetcher,
    cpu_pool: &CpuPool,
    page: &Url,
    url: Url,
    declared: bool,
    sitemaps: &mut Sitemaps,
) -> (SitemapFile, Vec<Url>) {
    let mut file = SitemapFile { url: url.clone(), status: 0, declared, problem: None, entries: 0 };
    let fetched = match get(web, url).await {
        Probe::Known(fetched) => fetched,
        Probe::Unknown(reason) => {
            sitemaps.complete = false;
            file.problem = Some(reason);
            return (file, Vec::new());
        }
    };
    file.status = fetched.status;
    if !(200..300).contains(&fetched.status) {
        return (file, Vec::new());
    }
    let page = page.clone();
    let inspection = cpu_pool.run(move || match unpacked(&fetched.body) {
        Ok((xml, whole)) => {
            let truncated = fetched.truncated || !whole;
            let inspection = sitemap::inspect(&xml, &page);
            // A truncated sitemap can't be well-formed.
            let problem = if truncated { None } else { inspection.problem };
            (sitemap::Inspection { problem, ..inspection }, truncated)
        }
        Err(problem) => (
            sitemap::Inspection { problem: Some(problem), ..sitemap::Inspection::default() },
            fetched.truncated,
        ),
    });
    let (inspection, truncated) = inspection.await;
    sitemaps.complete &= !truncated;
    sitemaps.lists_page |= inspection.lists_page;
    file.problem = inspection.problem;
    file.entries = inspection.entries;
    (file, inspection.children)
}

/// The text of a sitemap, which may be compressed, and whether it is whole.
fn unpacked(bytes: &[u8]) -> Result<(String, bool), String> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok((String::from_utf8_lossy(bytes).into_owned(), true));
    }
    let mut text = Vec::new();
    let mut unpacked = GzDecoder::new(bytes).take(LONGEST_SITEMAP + 1);
    let read = unpacked.read_to_end(&mut text).map_err(|_| "it can't be unpacked".to_owned())?;
    let whole = read as u64 <= LONGEST_SITEMAP;
    Ok((String::from_utf8_lossy(&text).into_owned(), whole))
}

async fn plain_http(web: &dyn Fetcher, page: &Url) -> Probe<Answer> {
    let mut plain = page.clone();
    if page.scheme() != "https" || page.port().is_some() || plain.set_scheme("http").is_err() {
        return unknown("the page is not served at the usual port of HTTPS");
    }
    map(get(web, plain).await, |fetched| answer(&fetched, AnswerContent::Unread))
}

/// Other spellings of the URL: with and without `www.`, with and without a slash at the end.
async fn variants(web: &dyn Fetcher, cpu_pool: &CpuPool, page: &Url) -> Vec<(Url, Probe<Answer>)> {
    let spellings = [other_host(page), other_end(page)];
    let asking = spellings.into_iter().flatten().map(|url| async move {
        let answered = match get(web, url.clone()).await {
            Probe::Known(fetched) => Probe::Known(page_answer(cpu_pool, fetched).await),
            Probe::Unknown(reason) => Probe::Unknown(reason),
        };
        (url, answered)
    });
    futures_util::future::join_all(asking).await
}

fn other_host(page: &Url) -> Option<Url> {
    let host = page.domain()?;
    let other = host.strip_prefix("www.").map_or_else(|| format!("www.{host}"), str::to_owned);
    let mut url = page.clone();
    url.set_host(Some(&other)).ok()?;
    Some(url)
}

fn other_end(page: &Url) -> Option<Url> {
    let path = page.path();
    let other = match path.strip_suffix('/') {
        Some("") => return None,
        Some(bare) => bare.to_owned(),
        None if path.rsplit('/').next().is_some_and(|last| last.contains('.')) => return None,
        None => format!("{path}/"),
    };
    let mut url = page.clone();
    url.set_path(&other);
    Some(url)
}

async fn as_crawler(web: &dyn Fetcher, cpu_pool: &CpuPool, page: &Url) -> Probe<CrawlerView> {
    let fetched = match get(web, page.clone()).await {
        Probe::Known(fetched) => fetched,
        Probe::Unknown(reason) => return Probe::Unknown(reason),
    };
    let reading = cpu_pool.run(move || {
        let html = seo::encoding::decode(&fetched.body, fetched.header("content-type")).into_owned();
        let document = Document::read(html, &fetched.url);
        CrawlerView {
            agent: "Googlebot".to_owned(),
            status: fetched.status,
            noindex: gist::is_noindex(&document, &fetched.headers),
            title: document.titles.first().map(|title| title.text.clone()),
            words: document.text.word_count(),
        }
    });
    Probe::Known(reading.await)
}

fn map<T, U>(probe: Probe<T>, with: impl FnOnce(T) -> U) -> Probe<U> {
    match probe {
        Probe::Known(value) => Probe::Known(with(value)),
        Probe::Unknown(reason) => Probe::Unknown(reason),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(length: u64) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        let spaces = vec![b' '; usize::try_from(length).unwrap()];
        encoder.write_all(&spaces).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_packed_sitemap_is_whole_up_to_the_limit() {
        for (length, expected) in [(LONGEST_SITEMAP, true), (LONGEST_SITEMAP + 1, false)] {
            let (_, whole) = unpacked(&packed(length)).unwrap();
            assert_eq!(whole, expected, "{length} bytes");
        }
    }
}
