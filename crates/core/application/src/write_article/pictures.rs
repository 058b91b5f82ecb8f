//! The images of an article. They refer to the article until it is paid for, and one that could not be drawn
//! is left out and not charged.

use std::time::Duration;

use domain::articles::document::{ArticleImage, ImageRole};
use domain::articles::order::MOST_IMAGES;
use domain::articles::outline::{Outline, PlannedImage, PlannedSection, SectionId};
use domain::images::{DrawingRequest, Image, ImageFormat, ImageSize, ImageStyle};
use domain::ledger::PostingId;
use futures_util::future::BoxFuture;
use serde::Serialize;

use super::steps::side_by_side;
use super::{Setback, Writing};
use crate::draw_image::ImageParams;
use crate::generate_image::GenerateImageError;
use crate::spend_credits::Settlement;

/// Images that are drawn at once.
const AT_ONCE: usize = 3;
/// The time limit of one image.
const LIMIT: Duration = Duration::from_mins(2);

/// An image to be drawn.
#[derive(Debug, Clone, Serialize)]
struct Subject {
    role: ImageRole,
    prompt: String,
    /// What the image shows; without it, the alt text is made from the prompt.
    alt: Option<String>,
}

impl Writing<'_> {
    /// The requested images, except those that could not be drawn.
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

    /// The image of a subject; if no engine draws that subject, an abstract cover, which is not charged.
    async fn picture(&self, subject: &Subject, index: usize) -> Option<ArticleImage> {
        let language = self.record.order.language;
        // The same article has the same images, however often the job is started.
        let seed = self.record.id.as_uuid().as_fields().0.wrapping_add(u32::try_from(index).unwrap_or(0));
        let wanted = ImageParams {
            order: DrawingRequest {
                prompt: subject.prompt.clone(),
                language,
                style: ImageStyle::Illustration,
                size: ImageSize::Landscape,
                seed: seed.min(domain::images::LARGEST_SEED),
                allow_text: false,
            },
            alt: None,
            expected: subject.alt.clone(),
            only_own: false,
            format: ImageFormat::Webp,
            quality: None,
            responsive: true,
        };
        let settlement = Settlement::known(PostingId::from(self.record.id.as_uuid()));
        let drawn = self.services.pictures.generate(self.record.purse, &settlement, &wanted, LIMIT).await;
        let charged = !drawn.as_ref().is_err_and(GenerateImageError::is_subject_unknown);
        let drawn = if charged {
            drawn
        } else {
            let order = DrawingRequest { style: ImageStyle::Abstract, ..wanted.order };
            let cover = ImageParams { order, only_own: true, ..wanted };
            self.services.pictures.generate(self.record.purse, &settlement, &cover, LIMIT).await
        };
        match drawn {
            Ok(image) => Some(self.placed(&image, subject, charged)),
            Err(error) => {
                tracing::warn!(article = %self.record.id, %error, "a picture of an article could not be drawn");
                None
            }
        }
    }

    fn placed(&self, image: &Image, subject: &Subject, charged: bool) -> ArticleImage {
        let url = |key: &str| format!("{}/{key}", self.services.media_url);
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
            source_type: details.source_type,
            depicts: details.depicts.clone(),
            charged,
            variants: details.variants.iter().map(|file| (url(&file.key), file.width)).collect(),
        }
    }
}

/// The subjects of images: what the outline plans, then the topic, sections spread over the article, their
/// subsections, and finally the contents of sections.
fn subjects(keyword: &str, outline: &Outline, wanted: usize) -> Vec<Subject> {
    let mut subjects = planned(outline);
    if subjects.iter().all(|subject| subject.role != ImageRole::Hero) {
        // The title says what the article is about, not what the image shows.
        subjects.insert(0, Subject { role: ImageRole::Hero, prompt: keyword.to_owned(), alt: None });
    }
    let about = |section: &PlannedSection, matter: &str| Subject {
        role: ImageRole::Section(section.id.clone()),
        prompt: format!("{matter}, {keyword}"),
        alt: Some(matter.to_owned()),
    };
    let has_none = |section: &PlannedSection, subjects: &[Subject]| {
        subjects.iter().all(|subject| subject.role != ImageRole::Section(section.id.clone()))
    };
    let mut tops: Vec<&PlannedSection> = outline.sections.iter().collect();
    let mut lower: Vec<&PlannedSection> =
        outline.flattened().into_iter().filter(|(level, _)| *level > 2).map(|(_, section)| section).collect();
    for sections in [&mut tops, &mut lower] {
        sections.retain(|section| has_none(section, &subjects));
        let chosen = spread(sections, wanted.saturating_sub(subjects.len()));
        subjects.extend(chosen.iter().map(|section| about(section, &section.heading)));
    }
    let left = wanted.saturating_sub(subjects.len());
    subjects.extend(further(outline).take(left).map(|(section, matter)| about(section, &matter)));
    subjects.truncate(wanted);
    subjects
}

/// The images that the outline plans, except those of sections that it does not have.
fn planned(outline: &Outline) -> Vec<Subject> {
    let sections = outline.flattened();
    let has = |id: &SectionId| sections.iter().any(|(_, section)| section.id == *id);
    let images = outline.images.iter().filter(|image| image.section.as_ref().is_none_or(has));
    let subject = |image: &PlannedImage| Subject {
        role: image.section.clone().map_or(ImageRole::Hero, ImageRole::Section),
        prompt: image.subject.clone(),
        alt: Some(image.alt.clone()),
    };
    images.map(subject).collect()
}

/// At most `most` of the sections, evenly spaced.
fn spread<'a>(sections: &[&'a PlannedSection], most: usize) -> Vec<&'a PlannedSection> {
    let count = most.min(sections.len());
    (0..count).map(|index| sections[index * sections.len() / count]).collect()
}

/// Further subjects of the sections, one of each section per turn.
fn further(outline: &Outline) -> impl Iterator<Item = (&PlannedSection, String)> {
    const LONGEST: usize = 100;
    const TURNS: usize = MOST_IMAGES as usize;
    (0..TURNS).flat_map(|turn| {
        outline.sections.iter().map(move |section| {
            let point = section.points.get(turn).filter(|point| point.chars().count() <= LONGEST);
            let matter = point.cloned().unwrap_or_else(|| format!("{} ({})", section.heading, turn + 2));
            (section, matter)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_spread_over_the_article() {
        let section = |index: usize| PlannedSection {
            points: vec![format!("Point of {index}")],
            ..PlannedSection::new(SectionId::top(index), format!("Heading {index}"), 300, Vec::new())
        };
        let child = PlannedSection { id: SectionId::top(2).child(1), ..section(2) };
        let divided = |index: usize| PlannedSection {
            children: if index == 2 { vec![child.clone()] } else { Vec::new() },
            ..section(index)
        };
        let outline = Outline {
            title: "Tea".to_owned(),
            sections: (1..=6).map(divided).collect(),
            ..Outline::default()
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
        assert_eq!(places(10), ["hero", "1", "2", "3", "4", "5", "6", "2.1", "1", "2"]);
        let last = subjects("tea", &outline, 10).pop().unwrap();
        assert_eq!((last.prompt.as_str(), last.alt.as_deref()), ("Point of 2, tea", Some("Point of 2")));
        let hero = subjects("tea", &outline, 1).pop().unwrap();
        assert_eq!((hero.prompt.as_str(), hero.alt), ("tea", None), "the title is no description");
        let image = |subject: &str, section: Option<usize>| PlannedImage {
            subject: subject.to_owned(),
            alt: format!("{subject} in words"),
            section: section.map(SectionId::top),
        };
        let images = vec![image("a teapot", None), image("a cup", Some(3)), image("nothing", Some(9))];
        let outline = Outline { images, ..outline };
        let chosen: Vec<String> =
            subjects("tea", &outline, 4).into_iter().map(|subject| subject.prompt).collect();
        assert_eq!(chosen, ["a teapot", "a cup", "Heading 1, tea", "Heading 4, tea"]);
    }
}
