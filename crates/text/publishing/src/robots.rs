//! What crawlers may read.

use crate::facts::Site;

/// `/robots.txt`: everything but the API and the dashboard, and where the sitemap is. Pages to sign in at say `noindex` themselves, which
/// crawlers have to be let in to read.
#[must_use]
pub fn robots(site: &Site) -> String {
    format!("User-agent: *\nDisallow: /v1/\nDisallow: /dashboard\n\nSitemap: {}\n", site.sitemap_url())
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn crawlers_find_the_sitemap() {
        let site = Site::new("Notes", "https://example.com/", Language::ENGLISH);
        assert_eq!(
            robots(&site),
            "User-agent: *\nDisallow: /v1/\nDisallow: /dashboard\n\nSitemap: https://example.com/sitemap.xml\n"
        );
    }
}
