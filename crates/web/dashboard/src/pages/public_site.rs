//! What public pages have in common. English pages have paths at the root, Vietnamese ones below `/vi`, so
//! that search engines index both. Readers who prefer Vietnamese also get it at the root; the page then names
//! its URL below `/vi` as canonical.

use askama::filters::Safe;
use axum::extract::FromRequestParts;
use domain::locale::Language;
use http::request::Parts;
use serde_json::{Value, json};

use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::docs;
use crate::state::Dashboard;
use crate::visit::Stranger;

/// The prefix of the paths of Vietnamese pages.
pub(crate) const VIETNAMESE: &str = "/vi";

/// The prefix of the paths of public pages in a language.
pub(crate) fn prefix(language: Language) -> &'static str {
    if language == Language::VIETNAMESE { VIETNAMESE } else { "" }
}

/// The paths of all public pages, in both languages.
#[must_use]
pub fn public_pages() -> Vec<String> {
    let fixed = ["/", "/pricing", "/checks"].map(str::to_owned);
    let english: Vec<String> = fixed.into_iter().chain(docs::paths()).collect();
    let vietnamese = english.iter().map(|path| format!("{VIETNAMESE}{}", path.trim_end_matches('/')));
    let vietnamese: Vec<String> = vietnamese.collect();
    english.into_iter().chain(vietnamese).collect()
}

/// A reader of a public page, in the language of its path or else in the preferred one.
pub(crate) struct Reader(pub(crate) Stranger);

impl FromRequestParts<Dashboard> for Reader {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, dashboard: &Dashboard) -> Result<Self, PageError> {
        let mut stranger = Stranger::from_request_parts(parts, dashboard).await?;
        if let Some(language) = language_of(parts.uri.path()) {
            stranger.language = language;
        }
        Ok(Self(stranger))
    }
}

/// The language in a path; `None` for paths at the root.
pub(crate) fn language_of(path: &str) -> Option<Language> {
    is_vietnamese(path).then_some(Language::VIETNAMESE)
}

fn is_vietnamese(path: &str) -> bool {
    path.strip_prefix(VIETNAMESE).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
}

/// The path of the same page without a language, for readers who just chose another one.
pub(crate) fn in_any_language(path: &str) -> &str {
    match path.strip_prefix(VIETNAMESE) {
        Some(rest) if rest.starts_with('/') => rest,
        Some(_) if is_vietnamese(path) => "/",
        _ => path,
    }
}

/// The description of a page for its frame and head.
pub(crate) struct About<'a> {
    /// The path of the English page.
    pub(crate) path: &'a str,
    /// The section in the menu.
    pub(crate) section: Section,
    pub(crate) title: &'a str,
    pub(crate) heading: &'a str,
    /// The description in search results.
    pub(crate) description: &'a str,
}

/// The data for search engines and shared links, in the head of a page.
pub(crate) struct Head {
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) english: String,
    pub(crate) vietnamese: String,
    pub(crate) share_card: String,
    pub(crate) locale: &'static str,
    pub(crate) other_locale: &'static str,
    pub(crate) json_ld: Safe<String>,
}

/// The frame and the head of a page.
pub(crate) fn surround(dashboard: &Dashboard, stranger: &Stranger, about: &About<'_>) -> (Frame, Head) {
    let site = dashboard.settings.public_url.as_str();
    let vietnamese = stranger.language == Language::VIETNAMESE;
    let head = head(site, vietnamese, about);
    let mut frame = stranger.frame(about.title).at(about.section);
    frame.description = Some(about.description.to_owned());
    frame.canonical = Some(head.url.clone());
    frame.site_prefix = if vietnamese { VIETNAMESE } else { "" };
    (frame, head)
}

fn head(site: &str, vietnamese: bool, about: &About<'_>) -> Head {
    let english_url = format!("{site}{}", about.path);
    let vietnamese_url = format!("{site}{VIETNAMESE}{}", about.path.trim_end_matches('/'));
    let url = if vietnamese { &vietnamese_url } else { &english_url }.clone();
    let (locale, other_locale) = if vietnamese { ("vi_VN", "en_US") } else { ("en_US", "vi_VN") };
    Head {
        title: about.title.to_owned(),
        json_ld: in_html(&structured_data(site, vietnamese, &url, about)),
        url,
        english: english_url,
        vietnamese: vietnamese_url,
        share_card: format!("{site}/share.png"),
        locale,
        other_locale,
    }
}

fn structured_data(site: &str, vietnamese: bool, url: &str, about: &About<'_>) -> Value {
    let language = if vietnamese { Language::VIETNAMESE } else { Language::ENGLISH };
    let organization = format!("{site}/#organization");
    let website = format!("{site}/#website");
    let start = if vietnamese { format!("{site}{VIETNAMESE}") } else { format!("{site}/") };
    let mut things = vec![
        json!({
            "@type": "Organization", "@id": organization, "name": "Rankwright", "url": format!("{site}/"),
            "logo": { "@type": "ImageObject", "url": format!("{site}/logo.png"), "width": 512, "height": 512 },
        }),
        json!({
            "@type": "WebSite", "@id": website, "name": "Rankwright", "url": format!("{site}/"),
            "inLanguage": ["en", "vi"], "publisher": { "@id": organization },
        }),
        json!({
            "@type": "WebPage", "@id": format!("{url}#page"), "url": url, "name": about.heading,
            "description": about.description, "inLanguage": language.as_str(), "isPartOf": { "@id": website },
        }),
    ];
    if about.path != "/" {
        things.push(json!({
            "@type": "BreadcrumbList",
            "itemListElement": [
                { "@type": "ListItem", "position": 1, "name": "Rankwright", "item": start },
                { "@type": "ListItem", "position": 2, "name": about.heading, "item": url },
            ],
        }));
    }
    json!({ "@context": "https://schema.org", "@graph": things })
}

/// Texts from the API and the checks are in English. Pages in other languages must mark them.
pub(crate) fn marked_english(language: Language) -> Safe<&'static str> {
    Safe(if language == Language::ENGLISH { "" } else { r#" lang="en""# })
}

/// JSON in which nothing can end the surrounding element.
fn in_html(data: &Value) -> Safe<String> {
    Safe(data.to_string().replace('<', "\\u003c"))
}

#[cfg(test)]
pub(crate) mod tests {
    use domain::result_limits::{DESCRIPTION_BEST_FROM, DESCRIPTION_BEST_TO, TITLE_BEST_FROM, TITLE_MOST};

    use super::*;

    /// Search engines cut off longer titles and descriptions, and shorter ones waste space.
    pub(crate) fn assert_told_well(title: &str, description: &str) {
        let title = format!("{title} · Rankwright");
        assert!(
            (TITLE_BEST_FROM..=TITLE_MOST).contains(&title.chars().count()),
            "{title} has {} characters",
            title.chars().count()
        );
        let length = description.chars().count();
        assert!(
            (DESCRIPTION_BEST_FROM..=DESCRIPTION_BEST_TO).contains(&length),
            "{description} has {length} characters"
        );
    }

    /// The head of a page on an example site.
    pub(crate) fn sample_head(about: &About<'_>) -> Head {
        head("https://seo.example.com", false, about)
    }

    #[test]
    fn addresses_tell_the_language() {
        for path in ["/vi", "/vi/pricing", "/vi?a=b"] {
            assert!(is_vietnamese(path), "{path}");
        }
        for path in ["/", "/pricing", "/video", "/vietnam/x"] {
            assert!(!is_vietnamese(path), "{path}");
        }
        assert_eq!(in_any_language("/vi"), "/");
        assert_eq!(in_any_language("/vi/pricing?articles=2"), "/pricing?articles=2");
        assert_eq!(in_any_language("/dashboard/keys"), "/dashboard/keys");
        assert_eq!(in_any_language("/video"), "/video");
    }

    #[test]
    fn every_version_names_itself_and_the_other() {
        let about = About {
            path: "/pricing",
            section: Section::Pricing,
            title: "Title",
            heading: "</script><b>",
            description: "Description",
        };
        let head = head("https://seo.example.com", true, &about);
        assert_eq!(head.url, "https://seo.example.com/vi/pricing");
        assert_eq!(head.english, "https://seo.example.com/pricing");
        assert!(!head.json_ld.0.contains('<'), "{}", head.json_ld.0);
        let start = super::head("https://seo.example.com", true, &About { path: "/", ..about });
        assert_eq!(
            (start.english.as_str(), start.vietnamese.as_str()),
            ("https://seo.example.com/", "https://seo.example.com/vi")
        );
        assert!(!start.json_ld.0.contains("BreadcrumbList"));
    }
}
