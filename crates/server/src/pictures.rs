//! Wires images: live keys use the configured engines, test keys the sandbox's. Both share the codec,
//! detector and storage.

use std::net::SocketAddr;
use std::sync::Arc;

use application::cpu_pool::CpuPool;
use application::draw_image::{DrawImage, ImageEngines, Painters};
use application::generate_image::GenerateImage;
use application::manage_images::ManageImages;
use domain::images::DrawingRequest;
use http_api::{ByMode, Pictures};
use imaging::{Builtin, LazyTextCleaner, RasterCodec};
use models::{Model, Progress};
use objects::ObjectStorage;
use ports::images::Drawing;
use ports::{Clock, Engine, TextRemovalSource};
use providers::ProviderClient;
use providers::catalogue::ImageSettings;
use url::Url;

use crate::configuration::Settings;
use crate::weights::ModelWeights;
use crate::wiring::Installation;

/// What images of both modes share.
pub(crate) struct DrawingServices {
    builtin: Arc<dyn Engine<DrawingRequest, Drawing>>,
    raster_codec: Arc<RasterCodec>,
    pub(crate) removal: Arc<dyn TextRemovalSource>,
    cpu_pool: CpuPool,
    clock: Arc<dyn Clock>,
}

impl DrawingServices {
    pub(crate) fn new(settings: &Settings, clock: Arc<dyn Clock>, progress: Arc<Progress<'static>>) -> Self {
        let library = Arc::new(settings.model_library());
        Self {
            builtin: Arc::new(Builtin::default()),
            raster_codec: Arc::new(RasterCodec),
            removal: Arc::new(LazyTextCleaner::new(Arc::new(ModelWeights {
                model: &Model::TEXT_DETECTION,
                library,
                progress,
            }))),
            cpu_pool: CpuPool::default(),
            clock,
        }
    }

    /// A use case that draws with the engines of these settings.
    pub(crate) fn draw_image(
        &self,
        settings: &ImageSettings,
        client: &ProviderClient,
    ) -> anyhow::Result<DrawImage> {
        let (all, own) = settings.chains(client, &self.builtin)?;
        let engines = ImageEngines { all: Arc::new(all), own: own.map(|own| Arc::new(own) as Painters) };
        let (raster_codec, removal, cpu_pool) =
            (self.raster_codec.clone(), self.removal.clone(), self.cpu_pool.clone());
        Ok(DrawImage::new(engines, raster_codec, removal, cpu_pool, self.clock.clone()))
    }
}

/// Images for both modes.
pub(crate) fn wire(
    settings: &Settings,
    installation: &Installation,
    easel: &DrawingServices,
    objects: &Arc<ObjectStorage>,
    client: &ProviderClient,
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
        keep: ManageImages::new(images.clone(), objects.clone(), clock.clone()),
        objects: objects.clone(),
    })
}
