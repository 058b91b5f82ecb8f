//! Links from other pages to the documentation.

use crate::explorer::Endpoint;
use askama::filters::Safe;

use super::{GUIDES, REFERENCE_PATH};
use crate::frame::Frame;
use crate::pages::public_site::prefix;
use crate::texts::texts;

texts! {
    Texts {
        guide: "Guide:", "Hướng dẫn:";
        call: "Fields, responses and errors of this call", "Trường, phản hồi và lỗi của lệnh gọi này";
        reference: "API reference", "Tham chiếu API";
        error: "What to do about it", "Cách xử lý";
    }
}

impl Frame {
    /// A link to a guide; empty if there is no guide of this name.
    pub(crate) fn guide(&self, slug: &str) -> Safe<String> {
        let guide = GUIDES.iter().find(|guide| guide.slug == slug);
        let words = Texts::of(self.language);
        Safe(guide.map_or_else(String::new, |guide| {
            self.docs_link(&guide.path(), &format!("{} {}", words.guide, guide.name(self.language)))
        }))
    }

    /// A link to the documentation of all calls.
    pub(crate) fn reference(&self) -> Safe<String> {
        Safe(self.docs_link("/docs", Texts::of(self.language).reference))
    }

    /// A link to the documentation of one call.
    pub(crate) fn reference_of(&self, call: &Endpoint) -> Safe<String> {
        let path = format!("{REFERENCE_PATH}/{}#{}", call.tag, call.operation_id);
        Safe(self.docs_link(&path, Texts::of(self.language).call))
    }

    /// A link to the remedy of an error.
    pub(crate) fn remedy_of(&self, code: &str) -> Safe<String> {
        Safe(self.docs_link(&format!("/docs/errors#{code}"), Texts::of(self.language).error))
    }

    /// A link to the documentation. Paths and texts contain no characters that need escaping in HTML.
    fn docs_link(&self, path: &str, text: &str) -> String {
        format!("<a href=\"{}{path}\">{text}</a>", prefix(self.language))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use domain::locale::Language;

    use super::*;
    use crate::language::Theme;

    #[test]
    fn pages_link_to_guides_that_are_there() {
        let frame = |language| Frame::public(language, Theme::Auto, "");
        let link = frame(Language::ENGLISH).guide("webhooks").0;
        assert_eq!(link, "<a href=\"/docs/guides/webhooks\">Guide: Webhooks</a>");
        assert!(frame(Language::VIETNAMESE).guide("webhooks").0.contains("\"/vi/docs/guides/webhooks\""));
        assert_eq!(frame(Language::ENGLISH).guide("none").0, "");

        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let mut linked = Vec::new();
        for template in fs::read_dir(templates).unwrap().map(|entry| entry.unwrap().path()) {
            let Ok(text) = fs::read_to_string(&template) else { continue };
            for rest in text.split("frame.guide(\"").skip(1) {
                let slug = rest.split('"').next().unwrap().to_owned();
                assert!(GUIDES.iter().any(|guide| guide.slug == slug), "{slug} in {}", template.display());
                linked.push(slug);
            }
        }
        for slug in ["articles", "briefs", "credits", "errors", "images", "quick-start", "webhooks"] {
            assert!(linked.iter().any(|known| known == slug), "no page of the dashboard links to {slug}");
        }
    }
}
