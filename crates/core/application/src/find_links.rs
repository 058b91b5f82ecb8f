//! Pages of the customer's own site that an article may link to.

use std::time::Duration;

use domain::articles::order::{ArticleInput, InternalLink, InternalLinks};
use ports::{FetchRequest, Fetcher};
use seo::sitemap::{self, Sitemap};
use seo::words::{normalise, split};
use url::Url;

use crate::cpu_pool::CpuPool;

/// The time limit of one sitemap.
const LIMIT: Duration = Duration::from_secs(15);
/// The maximum number of sitemaps of an index that are read.
const MOST_SITEMAPS: usize = 5;
/// The maximum number of URLs of one sitemap that are considered.
const MOST_ADDRESSES: usize = 20_000;
/// The maximum number of pages that are offered to a writer.
const MOST_PAGES: usize = 40;

/// The pages that a request allows. A sitemap that can't be read leads to a warning, and the article has no
/// links then.
pub(crate) async fn find(
    order: &ArticleInput,
    fetcher: &dyn Fetcher,
    cpu_pool: &CpuPool,
) -> Result<Vec<InternalLink>, String> {
    match &order.internal_links {
        None => Ok(Vec::new()),
        Some(InternalLinks::Allowed(links)) => Ok(links.clone()),
        Some(InternalLinks::Sitemap(address)) => {
            let pages = pages(address, fetcher, cpu_pool).await;
            let pages =
                pages.map_err(|reason| format!("the sitemap {address} could not be read: {reason}"))?;
            let order = order.clone();
            Ok(cpu_pool.run(move || best(&order, pages)).await)
        }
    }
}

async fn pages(address: &str, fetcher: &dyn Fetcher, cpu_pool: &CpuPool) -> Result<Vec<Url>, String> {
    let home = Url::parse(address).map_err(|error| error.to_string())?;
    let addresses = match read(&home, fetcher, cpu_pool).await? {
        Sitemap::Pages(pages) => pages,
        Sitemap::Index(sitemaps) => {
            let mut pages = Vec::new();
            for sitemap in own(&home, sitemaps).take(MOST_SITEMAPS) {
                if let Sitemap::Pages(more) = read(&sitemap, fetcher, cpu_pool).await? {
                    pages.extend(more);
                }
            }
            pages
        }
    };
    let pages: Vec<Url> = own(&home, addresses).collect();
    if pages.is_empty() { Err("it lists no page of its own host".to_owned()) } else { Ok(pages) }
}

async fn read(url: &Url, fetcher: &dyn Fetcher, cpu_pool: &CpuPool) -> Result<Sitemap, String> {
    let answer =
        fetcher.fetch(FetchRequest::get(url.clone(), LIMIT)).await.map_err(|error| error.to_string())?;
    if !(200..300).contains(&answer.status) {
        return Err(format!("status {}", answer.status));
    }
    let read = move || sitemap::urls(&String::from_utf8_lossy(&answer.body), MOST_ADDRESSES);
    Ok(cpu_pool.run(read).await)
}

/// URLs on the same host.
fn own(home: &Url, addresses: Vec<String>) -> impl Iterator<Item = Url> {
    addresses
        .into_iter()
        .filter_map(|address| Url::parse(&address).ok())
        .filter(|url| url.host() == home.host())
}

/// The pages whose URLs have most in common with the topic of the article.
fn best(order: &ArticleInput, pages: Vec<Url>) -> Vec<InternalLink> {
    let about = std::iter::once(&order.focus_keyword).chain(&order.keywords);
    let about: Vec<String> = about.flat_map(|text| words(&publishing::slug(text))).collect();
    let mut ranked: Vec<(usize, Url)> = pages
        .into_iter()
        .map(|url| (words(url.path()).iter().filter(|word| about.contains(word)).count(), url))
        .filter(|(shared, url)| *shared > 0 && url.path() != "/")
        .collect();
    ranked.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    ranked.into_iter().take(MOST_PAGES).map(|(_, url)| link(url)).collect()
}

fn words(text: &str) -> Vec<String> {
    split(&normalise(&text.replace(['-', '_', '.', '/'], " ")))
        .filter(|word| word.chars().count() > 2)
        .map(str::to_owned)
        .collect()
}

/// A link to a page, named by the words of its URL.
fn link(url: Url) -> InternalLink {
    let last = url.path_segments().and_then(|mut steps| steps.rfind(|step| !step.is_empty()));
    let title = last.map(|step| step.split('.').next().unwrap_or(step).replace(['-', '_'], " "));
    InternalLink { url: url.into(), title: title.filter(|title| !title.trim().is_empty()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_about_the_same_thing_come_first() {
        let order = ArticleInput::new("cold brew coffee".to_owned());
        let page = |path: &str| Url::parse(&format!("https://a.example{path}")).unwrap();
        let pages =
            vec![page("/"), page("/tea"), page("/coffee-beans"), page("/guides/cold-brew_ratio.html")];
        let best = best(&order, pages);
        let titles: Vec<Option<&str>> = best.iter().map(|link| link.title.as_deref()).collect();
        assert_eq!(titles, [Some("cold brew ratio"), Some("coffee beans")]);
    }

    #[test]
    fn other_hosts_are_left_out() {
        let home = Url::parse("https://a.example/sitemap.xml").unwrap();
        let listed = ["https://a.example/x", "https://b.example/x", "nonsense"].map(str::to_owned);
        assert_eq!(own(&home, listed.to_vec()).count(), 1);
    }
}
