//! The images that the data names.

use rustc_hash::FxHashSet;
use url::Url;

use super::{Check, Visit};
use crate::limits::MAX_CLAIMS;
use crate::model::{Place, Value};
use crate::report::Image;

const PICTURES: [&str; 7] =
    ["image", "logo", "photo", "thumbnail", "thumbnailUrl", "primaryImageOfPage", "screenshot"];
/// The properties with the URL of an image item.
const ADDRESSES: [&str; 2] = ["contentUrl", "url"];

/// The collected images, each URL once.
#[derive(Default)]
pub(super) struct Collection {
    images: Vec<Image>,
    known: FxHashSet<Url>,
}

impl Collection {
    pub(super) fn into_images(self) -> Vec<Image> {
        self.images
    }
}

impl<'a> Check<'a> {
    pub(super) fn images(&mut self, visit: Visit<'a>) {
        for property in &visit.item.properties {
            let name = property.name.as_str();
            if !PICTURES.contains(&name) {
                continue;
            }
            for value in &property.values {
                // A text that is the identifier of an item of the page refers to that item.
                if let Value::Text(address) = &value.value
                    && self.graph.target(&value.value).is_none()
                {
                    self.image(visit, name, address, value.place);
                }
            }
        }
        if self.graph.is_a(visit.id, "ImageObject") {
            self.image_object(visit);
        }
    }

    fn image_object(&mut self, visit: Visit<'a>) {
        let named = ADDRESSES.into_iter().find_map(|name| Some((name, visit.item.values(name).first()?)));
        if let Some((name, value)) = named
            && let Value::Text(address) = &value.value
        {
            self.image(visit, name, address, value.place);
        }
    }

    fn image(&mut self, visit: Visit<'a>, name: &str, address: &str, place: Place) {
        let base = self.graph.data.base.as_ref().unwrap_or(self.subject.url);
        let Ok(url) = base.join(address.trim()) else { return };
        let is_fetched = matches!(url.scheme(), "http" | "https") && !address.trim().contains(' ');
        if is_fetched && self.images.images.len() < MAX_CLAIMS && self.images.known.insert(url.clone()) {
            let path = self.trail.path(visit.trail, name);
            self.images.images.push(Image { url, path, place });
        }
    }
}
