//! Rules for crawlers.

use crate::facts::Site;

/// `/robots.txt`: everything but the API and the dashboard, and the URL of the sitemap. Sign-in pages have
/// their own `noindex`, which crawlers can read only if they may load the page.
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
