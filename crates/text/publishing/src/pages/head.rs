//! The head of a page, for search engines, feed readers and social networks.

use domain::locale::Language;
use serde_json::Value;

use super::STYLE;
use crate::address::absolute;
use crate::assets::{FAVICON, SHARE_CARD};
use crate::facts::{PublicationFacts, Site};
use crate::layout::Layout;
use crate::markup::Markup;
use crate::phrases::machine_time;
use crate::plain::trimmed;

/// The content of the head.
pub(super) struct Head<'a> {
    pub(super) site: &'a Site,
    pub(super) language: Language,
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    /// The canonical URL of the page.
    pub(super) address: Option<&'a str>,
    pub(super) kind: Kind<'a>,
    pub(super) data: Option<Value>,
}

/// The kind of page.
pub(super) enum Kind<'a> {
    Article {
        layout: &'a Layout<'a>,
        facts: &'a PublicationFacts,
    },
    /// An article that is not published on a site.
    File {
        facts: &'a PublicationFacts,
    },
    Index,
    Missing,
}

impl Head<'_> {
    pub(super) fn write(&self, markup: &mut Markup) {
        markup.open("head", &[]);
        markup.line();
        line(markup, "meta", &[("charset", "utf-8")]);
        named(markup, "viewport", "width=device-width, initial-scale=1");
        markup.element_line("title", &[], &trimmed(self.title));
        named(markup, "description", &trimmed(self.description));
        self.indexing(markup);
        self.social(markup);
        self.links(markup);
        markup.open("style", &[]);
        markup.markup(STYLE);
        markup.close_line("style");
        self.structured_data(markup);
        markup.close_line("head");
    }

    fn indexing(&self, markup: &mut Markup) {
        let directives = if self.is_for_search() { "max-image-preview:large" } else { "noindex" };
        named(markup, "robots", directives);
        if let Some(address) = self.address {
            line(markup, "link", &[("rel", "canonical"), ("href", address)]);
        }
        if let Kind::Article { facts, .. } | Kind::File { facts } = &self.kind {
            named(markup, "author", &trimmed(&facts.author.name));
        }
    }

    fn is_for_search(&self) -> bool {
        match &self.kind {
            Kind::Article { facts, .. } | Kind::File { facts } => !facts.synthetic,
            Kind::Index => true,
            Kind::Missing => false,
        }
    }

    fn links(&self, markup: &mut Markup) {
        if matches!(self.kind, Kind::File { .. }) {
            return;
        }
        let (feed, icon) = (self.site.feed_url(), self.site.at(FAVICON.path));
        let name = trimmed(&self.site.name);
        let kind = "application/atom+xml";
        line(markup, "link", &[("rel", "alternate"), ("type", kind), ("title", &*name), ("href", &*feed)]);
        line(markup, "link", &[("rel", "icon"), ("type", FAVICON.media_type), ("href", &*icon)]);
    }

    /// Open Graph, and the additional tags of X.
    fn social(&self, markup: &mut Markup) {
        let Some(address) = self.address else { return };
        let title = trimmed(self.title);
        let description = trimmed(self.description);
        let image = self.share_image(address);
        property(
            markup,
            "og:type",
            if matches!(self.kind, Kind::Article { .. }) { "article" } else { "website" },
        );
        property(markup, "og:title", &title);
        property(markup, "og:description", &description);
        property(markup, "og:url", address);
        property(markup, "og:site_name", &trimmed(&self.site.name));
        if let Some(locale) = locale(self.language) {
            property(markup, "og:locale", locale);
        }
        property(markup, "og:image", &image.url);
        property(markup, "og:image:type", &image.media_type);
        property(markup, "og:image:width", &image.width.to_string());
        property(markup, "og:image:height", &image.height.to_string());
        property(markup, "og:image:alt", &image.alt);
        if let Kind::Article { facts, .. } = &self.kind {
            property(markup, "article:published_time", &machine_time(facts.published_at));
            property(markup, "article:modified_time", &machine_time(facts.modified_at));
        }
        named(markup, "twitter:card", "summary_large_image");
        named(markup, "twitter:title", &title);
        named(markup, "twitter:description", &description);
        named(markup, "twitter:image", &image.url);
        named(markup, "twitter:image:alt", &image.alt);
    }

    /// The first image of the article, or the site's default image.
    fn share_image(&self, address: &str) -> ShareImage {
        let pictures = match &self.kind {
            Kind::Article { layout, .. } => layout.images(),
            Kind::File { .. } | Kind::Index | Kind::Missing => Vec::new(),
        };
        let full = pictures.into_iter().find_map(|image| {
            Some(ShareImage {
                url: absolute(&image.url, address)?,
                media_type: image.media_type.clone(),
                width: image.width,
                height: image.height,
                alt: trimmed(&image.alt).into_owned(),
            })
        });
        full.unwrap_or_else(|| ShareImage {
            url: self.site.at(SHARE_CARD.path),
            media_type: SHARE_CARD.media_type.to_owned(),
            width: SHARE_CARD.width,
            height: SHARE_CARD.height,
            alt: trimmed(&self.site.name).into_owned(),
        })
    }

    /// Data in a `script` element: characters that could end it are written as JSON escapes.
    fn structured_data(&self, markup: &mut Markup) {
        if let Some(data) = &self.data {
            let json =
                data.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
            markup.open("script", &[("type", "application/ld+json")]);
            markup.markup(&json);
            markup.close_line("script");
        }
    }
}

struct ShareImage {
    url: String,
    media_type: String,
    width: u32,
    height: u32,
    alt: String,
}

fn line(markup: &mut Markup, name: &str, attributes: &[(&str, &str)]) {
    markup.open(name, attributes);
    markup.line();
}

fn named(markup: &mut Markup, name: &str, content: &str) {
    line(markup, "meta", &[("name", name), ("content", content)]);
}

fn property(markup: &mut Markup, property: &str, content: &str) {
    line(markup, "meta", &[("property", property), ("content", content)]);
}

/// Open Graph also requires a territory; if it is not certain, the tag is left out.
fn locale(language: Language) -> Option<&'static str> {
    match language.as_str() {
        "en" => Some("en_US"),
        "vi" => Some("vi_VN"),
        _ => None,
    }
}
