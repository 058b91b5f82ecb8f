//! Wires pictures: live keys ask the configured engines, test keys the sandbox's. The same darkroom, detector and storage serve both.

use std::net::SocketAddr;
use std::sync::Arc;

use application::draw_image::{DrawImage, ImageEngines, Painters};
use application::generate_image::GenerateImage;
use application::keep_images::KeepImages;
use application::workshop::Workshop;
use domain::images::ImageOrder;
use http_api::{ByMode, Pictures};
use imaging::{Builtin, LazyTextCleaner, Studio};
use models::{Model, Progress};
use objects::ObjectStorage;
use ports::images::Drawing;
use ports::{Clock, Engine, TextRemovalSource};
use providers::VendorClient;
use providers::catalogue::ImageSettings;
use url::Url;

use crate::configuration::Settings;
use crate::weights::ModelWeights;
use crate::wiring::Installation;

/// Everything that pictures of both modes share.
pub(crate) struct Easel {
    builtin: Arc<dyn Engine<ImageOrder, Drawing>>,
    studio: Arc<Studio>,
    pub(crate) removal: Arc<dyn TextRemovalSource>,
    workshop: Workshop,
    clock: Arc<dyn Clock>,
}

impl Easel {
    pub(crate) fn new(settings: &Settings, clock: Arc<dyn Clock>, progress: Arc<Progress<'static>>) -> Self {
        let library = Arc::new(settings.model_library());
        Self {
            builtin: Arc::new(Builtin::default()),
            studio: Arc::new(Studio),
            removal: Arc::new(LazyTextCleaner::new(Arc::new(ModelWeights {
                model: &Model::TEXT_DETECTION,
                library,
                progress,
            }))),
            workshop: Workshop::default(),
            clock,
        }
    }

    /// Drawing with the engines of some settings.
    pub(crate) fn draw_image(
        &self,
        settings: &ImageSettings,
        client: &VendorClient,
    ) -> anyhow::Result<DrawImage> {
        let (all, own) = settings.chains(client, &self.builtin)?;
        let engines = ImageEngines { all: Arc::new(all), own: own.map(|own| Arc::new(own) as Painters) };
        let (studio, removal, workshop) = (self.studio.clone(), self.removal.clone(), self.workshop.clone());
        Ok(DrawImage::new(engines, studio, removal, workshop, self.clock.clone()))
    }
}

/// Pictures for both modes.
pub(crate) fn wire(
    settings: &Settings,
    installation: &Installation,
    easel: &Easel,
    objects: &Arc<ObjectStorage>,
    client: &VendorClient,
    sandbox: SocketAddr,
) -> anyhow::Result<Pictures> {
    let (images, clock) = (installation.database.clone(), installation.clock.clone());
    let generate = |settings: &ImageSettings| -> anyhow::Result<GenerateImage> {
        let draw = easel.draw_image(settings, client)?;
        Ok(GenerateImage::new(draw, objects.clone(), images.clone(), clock.clone()))
    };
    let base = Url::parse(&format!("http://{sandbox}"))?;
    Ok(Pictures {
        generate: ByMode {
            live: generate(&settings.image)?,
            test: generate(&ImageSettings::sandbox(&base))?,
        },
        keep: KeepImages::new(images.clone(), objects.clone(), clock.clone()),
        objects: objects.clone(),
    })
}
