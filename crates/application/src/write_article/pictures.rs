//! The pictures of an article. They name the article until it is paid for, and one that could not be drawn is left out and not charged.

use std::time::Duration;

use domain::articles::document::{ArticleImage, ImageRole};
use domain::articles::outline::Outline;
use domain::images::{Image, ImageFormat, ImageOrder, ImageSize, ImageStyle};
use domain::ledger::PostingId;
use futures_util::future::BoxFuture;
use serde::Serialize;

use super::steps::side_by_side;
use super::{Setback, Writing};
use crate::draw_image::ImageWanted;
use crate::spend_credits::Settlement;

/// Pictures that are drawn at once.
const AT_ONCE: usize = 3;
/// How long one may take.
const LIMIT: Duration = Duration::from_mins(2);

/// A picture that is wanted.
#[derive(Debug, Clone, Serialize)]
struct Subject {
    role: ImageRole,
    prompt: String,
    alt: String,
}

impl Writing<'_> {
    /// The ordered pictures, as far as they could be drawn.
    pub(super) async fn pictures(&self, outline: &Outline) -> Result<Vec<ArticleImage>, Setback> {
        let wanted = usize::try_from(self.record.order.images).unwrap_or(0);
        let subjects = subjects(&self.record.order.focus_keyword, outline, wanted);
        let mut drawing: Vec<BoxFuture<'_, Result<Option<ArticleImage>, Setback>>> = Vec::new();
        for (index, subject) in subjects.iter().enumerate() {
            let drawn = async move { Ok(self.picture(subject, index).await) };
            drawing.push(Box::pin(self.steps().run(format!("picture/{index}"), subject, drawn)));
        }
        Ok(side_by_side(drawing, AT_ONCE).await?.into_iter().flatten().collect())
    }

    async fn picture(&self, subject: &Subject, index: usize) -> Option<ArticleImage> {
        let language = self.record.order.language;
        // The same article has the same pictures, however often it is begun.
        let seed = self.record.id.as_uuid().as_fields().0.wrapping_add(u32::try_from(index).unwrap_or(0));
        let wanted = ImageWanted {
            order: ImageOrder {
                prompt: subject.prompt.clone(),
                language,
                style: ImageStyle::Illustration,
                size: ImageSize::Landscape,
                seed: seed.min(domain::images::LARGEST_SEED),
                allow_text: false,
            },
            alt: Some(subject.alt.clone()),
            format: ImageFormat::Webp,
            quality: None,
            responsive: true,
        };
        let settlement = Settlement::known(PostingId::from(self.record.id.as_uuid()));
        match self.desk.pictures.generate(self.record.purse, &settlement, &wanted, LIMIT).await {
            Ok(image) => Some(self.placed(&image, subject)),
            Err(error) => {
                tracing::warn!(article = %self.record.id, %error, "a picture of an article could not be drawn");
                None
            }
        }
    }

    fn placed(&self, image: &Image, subject: &Subject) -> ArticleImage {
        let url = |key: &str| format!("{}/{key}", self.desk.media_url);
        let details = &image.details;
        ArticleImage {
            id: image.id,
            role: subject.role.clone(),
            url: url(&details.file.key),
            alt: details.alt.clone(),
            caption: None,
            width: details.file.width,
            height: details.file.height,
            media_type: details.format.media_type().to_owned(),
            variants: details.variants.iter().map(|file| (url(&file.key), file.width)).collect(),
        }
    }
}

/// What the pictures show: the topic first, then sections spread over the article.
fn subjects(keyword: &str, outline: &Outline, wanted: usize) -> Vec<Subject> {
    let hero = Subject { role: ImageRole::Hero, prompt: keyword.to_owned(), alt: outline.title.clone() };
    let count = outline.sections.len();
    let of_sections = wanted.saturating_sub(1).min(count);
    let spread = (0..of_sections).map(|index| &outline.sections[index * count / of_sections]);
    let section = spread.map(|section| Subject {
        role: ImageRole::Section(section.id.clone()),
        prompt: format!("{}, {keyword}", section.heading),
        alt: section.heading.clone(),
    });
    std::iter::once(hero).chain(section).take(wanted).collect()
}

#[cfg(test)]
mod tests {
    use domain::articles::outline::{PlannedSection, SectionId};

    use super::*;

    #[test]
    fn pictures_are_spread_over_the_article() {
        let section = |index: usize| PlannedSection {
            id: SectionId::top(index),
            heading: format!("Heading {index}"),
            points: Vec::new(),
            evidence: Vec::new(),
            words: 300,
            children: Vec::new(),
        };
        let outline = Outline {
            title: "Tea".to_owned(),
            introduction_words: 100,
            sections: (1..=6).map(section).collect(),
            questions: Vec::new(),
            question_words: 100,
            conclusion_words: 100,
        };
        let places = |wanted| -> Vec<String> {
            let role = |subject: Subject| match subject.role {
                ImageRole::Hero => "hero".to_owned(),
                ImageRole::Section(id) => id.to_string(),
            };
            subjects("tea", &outline, wanted).into_iter().map(role).collect()
        };
        assert_eq!(places(0), Vec::<String>::new());
        assert_eq!(places(1), ["hero"]);
        assert_eq!(places(4), ["hero", "1", "3", "5"]);
        assert_eq!(places(10), ["hero", "1", "2", "3", "4", "5", "6"]);
    }
}
