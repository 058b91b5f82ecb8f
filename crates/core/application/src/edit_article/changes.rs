//! Applies an edit to the text of an article.

use domain::api_keys::KeyMode;
use domain::articles::document::{Article, ArticleImage, ImageRole, Section};
use domain::articles::outline::SectionId;
use domain::images::{Image, ImageId};
use publishing::{FAQ, INTRODUCTION, MarkdownProblem};

/// The maximum length of an article's Markdown after an edit, in characters.
const LONGEST_ARTICLE: usize = 200_000;
const UNUSABLE_SLUG: &str =
    "must have 1 to 60 characters: words of a to z and digits with single hyphens between them";

/// What to change; fields that are left out stay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArticleChanges {
    pub title: Option<String>,
    /// The last part of the URL.
    pub slug: Option<String>,
    /// The title for results pages.
    pub meta_title: Option<String>,
    /// The description for results pages.
    pub meta_description: Option<String>,
    /// The summary for lists.
    pub excerpt: Option<String>,
    /// Sections, the introduction and the FAQ.
    pub sections: Vec<SectionChange>,
    pub images: Vec<ImageChange>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionChange {
    /// Its position, `introduction` or `faq`.
    pub id: String,
    pub heading: Option<String>,
    /// Its own text as Markdown.
    pub markdown: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageChange {
    pub id: ImageId,
    pub alt: Option<String>,
    /// The text below it; removed if it is empty.
    pub caption: Option<String>,
    /// The image that replaces it.
    pub replacement: Option<ImageId>,
}

/// A field that cannot be changed as requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path of the field.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

impl ArticleChanges {
    /// Whether only title and metadata change.
    pub(super) const fn is_of_labels(&self) -> bool {
        self.sections.is_empty() && self.images.is_empty()
    }

    /// The changed article, for a key of this mode.
    pub(super) fn apply(
        &self,
        article: &Article,
        mode: KeyMode,
        replacements: &[(Image, String)],
    ) -> Result<Article, Vec<Fault>> {
        let mut changed = article.clone();
        let labels = [
            (&mut changed.title, &self.title),
            (&mut changed.meta_title, &self.meta_title),
            (&mut changed.meta_description, &self.meta_description),
            (&mut changed.excerpt, &self.excerpt),
        ];
        for (old, new) in labels {
            if let Some(new) = new {
                old.clone_from(new);
            }
        }
        let mut faults = Vec::new();
        if let Some(slug) = &self.slug {
            match address(slug, mode) {
                Some(slug) => changed.slug = slug,
                None => faults.push(Fault { field: "slug".to_owned(), message: UNUSABLE_SLUG.to_owned() }),
            }
        }
        for (index, change) in self.sections.iter().enumerate() {
            if let Err((field, message)) = change.apply(article, &mut changed) {
                faults.push(Fault { field: format!("sections[{index}].{field}"), message });
            }
        }
        for (index, change) in self.images.iter().enumerate() {
            if let Err((field, message)) = change.apply(&mut changed, replacements) {
                faults.push(Fault { field: format!("images[{index}].{field}"), message });
            }
        }
        let length = publishing::markdown(&changed).chars().count();
        if length > LONGEST_ARTICLE && length > publishing::markdown(article).chars().count() {
            let message =
                format!("the article would have {length} characters; at most {LONGEST_ARTICLE} are possible");
            faults.push(Fault { field: "sections".to_owned(), message });
        }
        if faults.is_empty() { Ok(changed) } else { Err(faults) }
    }
}

/// The slug as the site uses it: that of a test article begins with `test--`.
fn address(wanted: &str, mode: KeyMode) -> Option<String> {
    let bare = match mode {
        KeyMode::Live => wanted,
        KeyMode::Test => wanted.strip_prefix("test--").unwrap_or(wanted),
    };
    let usable = !bare.is_empty() && publishing::slug(bare) == bare;
    usable.then(|| match mode {
        KeyMode::Live => bare.to_owned(),
        KeyMode::Test => publishing::test_slug(bare),
    })
}

type Refused = (&'static str, String);

fn unreadable(problem: &MarkdownProblem) -> Refused {
    ("markdown", problem.to_string())
}

impl SectionChange {
    fn apply(&self, article: &Article, changed: &mut Article) -> Result<(), Refused> {
        match self.id.as_str() {
            INTRODUCTION => self.apply_to_introduction(article, changed),
            FAQ => self.apply_to_faq(article, changed),
            id => {
                let unknown = || ("id", format!("the article has no section {id}"));
                let id = SectionId::parse(id).ok_or_else(unknown)?;
                let section = find(&mut changed.sections, &id).ok_or_else(unknown)?;
                if let Some(heading) = &self.heading {
                    section.heading.clone_from(heading);
                }
                if let Some(markdown) = &self.markdown {
                    section.blocks = publishing::read_blocks(article, Some(&id), markdown)
                        .map_err(|problem| unreadable(&problem))?;
                }
                Ok(())
            }
        }
    }

    fn apply_to_introduction(&self, article: &Article, changed: &mut Article) -> Result<(), Refused> {
        if self.heading.is_some() {
            return Err(("heading", "the introduction has no heading".to_owned()));
        }
        if let Some(markdown) = &self.markdown {
            changed.introduction =
                publishing::read_blocks(article, None, markdown).map_err(|problem| unreadable(&problem))?;
        }
        Ok(())
    }

    fn apply_to_faq(&self, article: &Article, changed: &mut Article) -> Result<(), Refused> {
        let missing = || ("id", "the article has no FAQ".to_owned());
        let faq = changed.faq.as_mut().ok_or_else(missing)?;
        if let Some(heading) = &self.heading {
            faq.heading.clone_from(heading);
        }
        if let Some(markdown) = &self.markdown {
            faq.items =
                publishing::read_questions(article, markdown).map_err(|problem| unreadable(&problem))?;
        }
        Ok(())
    }
}

fn find<'a>(sections: &'a mut [Section], id: &SectionId) -> Option<&'a mut Section> {
    for section in sections {
        if section.id == *id {
            return Some(section);
        }
        if let Some(below) = find(&mut section.children, id) {
            return Some(below);
        }
    }
    None
}

impl ImageChange {
    fn apply(&self, changed: &mut Article, replacements: &[(Image, String)]) -> Result<(), Refused> {
        let missing = || ("imageId", format!("the article has no image {}", self.id));
        let image = changed.images.iter_mut().find(|image| image.id == self.id).ok_or_else(missing)?;
        if let Some(id) = self.replacement {
            let found = replacements.iter().find(|(image, _)| image.id == id);
            let (replacement, base) =
                found.ok_or_else(|| ("replacement", format!("the account has no image {id}")))?;
            let role = image.role.clone();
            *image = placed(replacement, base, role, (image.caption.take(), image.charged));
        }
        if let Some(alt) = &self.alt {
            image.alt.clone_from(alt);
        }
        if let Some(caption) = &self.caption {
            image.caption = Some(caption.clone()).filter(|caption| !caption.is_empty());
        }
        Ok(())
    }
}

/// An image at a position of an article. It is charged like the one that it replaces, because it was paid for
/// when it was made.
fn placed(
    image: &Image,
    base: &str,
    role: ImageRole,
    (caption, charged): (Option<String>, bool),
) -> ArticleImage {
    let url = |key: &str| format!("{base}/{key}");
    let details = &image.details;
    ArticleImage {
        id: image.id,
        role,
        url: url(&details.file.key),
        alt: details.alt.clone(),
        caption,
        width: details.file.width,
        height: details.file.height,
        media_type: details.format.media_type().to_owned(),
        source_type: details.source_type,
        depicts: details.depicts.clone(),
        charged,
        variants: details.variants.iter().map(|file| (url(&file.key), file.width)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_words_with_hyphens() {
        let live = |slug| address(slug, KeyMode::Live);
        assert_eq!(live("cold-brew-2").as_deref(), Some("cold-brew-2"));
        for bad in ["", "Cold", "cold brew", "cold--brew", "-cold", "cà-phê", "test--tea"] {
            assert_eq!(live(bad), None, "{bad}");
        }
        for test in ["tea", "test--tea"] {
            assert_eq!(address(test, KeyMode::Test).as_deref(), Some("test--tea"));
        }
    }
}
