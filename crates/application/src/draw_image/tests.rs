//! The way of a picture, with stand-ins for everybody who takes part.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use domain::images::{ImageSize, ImageStyle};
use domain::locale::Language;
use ports::clock::SystemClock;
use ports::images::{Cleaned, PictureFile};

use super::*;

/// Draws the number of the picture, and remembers the seeds.
struct Painter {
    ours: bool,
    seeds: Mutex<Vec<ImageSeed>>,
}

#[async_trait]
impl Capability<ImageOrder, Drawing> for Painter {
    async fn serve(&self, order: &ImageOrder, _: Duration) -> Result<Served<Drawing>, ServeError> {
        self.seeds.lock().unwrap().push(order.seed);
        let shade = u8::try_from(self.seeds.lock().unwrap().len()).unwrap();
        let pixels = || Pixels::new(1, 1, vec![shade; 3]).unwrap();
        let picture =
            if self.ours { Drawn::Pixels(pixels()) } else { Drawn::File(bytes::Bytes::from(vec![shade])) };
        let source_type = SourceType::TrainedAlgorithmicMedia;
        let drawing = Drawing { picture, model: "m-1".to_owned(), seed: Some(order.seed), source_type };
        Ok(Served { answer: drawing, engine: "painter" })
    }
}

/// Takes files of one byte, except for broken ones.
struct Bench {
    broken: &'static [u8],
}

impl Darkroom for Bench {
    fn develop(&self, picture: Drawn, _: ImageSize) -> Result<Pixels, PictureError> {
        match picture {
            Drawn::Pixels(pixels) => Ok(pixels),
            Drawn::File(file) if self.broken.contains(&file[0]) => {
                Err(PictureError::Broken("ends early".to_owned()))
            }
            Drawn::File(file) => Ok(Pixels::new(1, 1, vec![file[0]; 3]).unwrap()),
        }
    }

    fn finish(&self, pixels: &Pixels, finish: &Finish) -> Result<Finished, PictureError> {
        assert_eq!(finish.label.description, "A cup of tea");
        let file = PictureFile { width: 1, height: 1, bytes: bytes::Bytes::copy_from_slice(pixels.rgb()) };
        Ok(Finished { file, variants: Vec::new() })
    }
}

/// Finds one place with lettering, which stays on pictures of some shades.
struct Eraser {
    stubborn: &'static [u8],
}

impl TextRemoval for Eraser {
    fn detector(&self) -> &'static str {
        "eraser"
    }

    fn clean(&self, pixels: Pixels) -> Result<Cleaned, RemovalError> {
        let regions_left = u32::from(self.stubborn.contains(&pixels.rgb()[0]));
        Ok(Cleaned { pixels, regions_found: 1, regions_left, passes: 1 })
    }
}

/// Brings the eraser, if there is one, and counts how often it was asked.
struct Drawer {
    eraser: Option<&'static [u8]>,
    asked: AtomicUsize,
}

#[async_trait]
impl TextRemovalSource for Drawer {
    async fn ready(&self) -> Result<Arc<dyn TextRemoval>, RemovalUnavailable> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        match self.eraser {
            Some(stubborn) => Ok(Arc::new(Eraser { stubborn })),
            None => Err(RemovalUnavailable("fetch it with rankwright models pull".to_owned())),
        }
    }
}

struct Scene {
    painter: Arc<Painter>,
    drawer: Arc<Drawer>,
    draw: DrawImage,
}

fn scene(ours: bool, broken: &'static [u8], eraser: Option<&'static [u8]>) -> Scene {
    let painter = Arc::new(Painter { ours, seeds: Mutex::default() });
    let drawer = Arc::new(Drawer { eraser, asked: AtomicUsize::new(0) });
    let (bench, clock) = (Arc::new(Bench { broken }), Arc::new(SystemClock));
    let draw = DrawImage::new(painter.clone(), bench, drawer.clone(), Workshop::default(), clock);
    Scene { painter, drawer, draw }
}

impl Scene {
    async fn draw(&self, allow_text: bool) -> Result<Picture, DrawImageError> {
        let order = ImageOrder {
            prompt: "a cup of tea".to_owned(),
            language: Language::ENGLISH,
            style: ImageStyle::Flat,
            size: ImageSize::Square,
            seed: 7,
            allow_text,
        };
        let (alt, format) = (None, ImageFormat::Webp);
        let wanted = ImageWanted { order, alt, format, quality: None, responsive: false };
        self.draw.draw(&wanted, Duration::from_secs(5)).await
    }

    fn seeds(&self) -> Vec<ImageSeed> {
        self.painter.seeds.lock().unwrap().clone()
    }
}

#[tokio::test]
async fn lettering_is_removed_and_told() {
    let scene = scene(false, &[], Some(&[]));
    let picture = scene.draw(false).await.unwrap();
    assert_eq!((picture.engine, picture.model.as_str(), picture.seed), ("painter", "m-1", Some(7)));
    assert_eq!(picture.file_name, "cup-tea");
    let told = Sanitisation {
        detector: Some("eraser".to_owned()),
        regions_found: Some(1),
        regions_removed: Some(1),
        passes: 1,
    };
    assert_eq!(picture.sanitisation, told);
    assert_eq!(scene.seeds(), [7]);
}

#[tokio::test]
async fn lettering_that_stays_is_drawn_once_more_with_another_seed() {
    let scene = scene(false, &[], Some(&[1]));
    let picture = scene.draw(false).await.unwrap();
    assert_eq!(picture.seed, Some(7), "the seed of the order leads to the same picture again");
    assert_eq!(&picture.files.file.bytes[..], [2, 2, 2]);
    assert_eq!(scene.seeds(), [7, next_seed(7)]);
}

/// The eraser finds something in every picture, so our own is drawn as often as it may be, and the last is painted.
#[tokio::test]
async fn our_own_pictures_are_drawn_anew_rather_than_painted() {
    let scene = scene(true, &[], Some(&[]));
    let picture = scene.draw(false).await.unwrap();
    assert_eq!(picture.sanitisation.regions_removed, Some(1));
    assert_eq!(&picture.files.file.bytes[..], [4, 4, 4]);
}

#[tokio::test]
async fn lettering_that_stays_twice_is_refused() {
    let scene = scene(false, &[], Some(&[1, 2]));
    let error = scene.draw(false).await.unwrap_err();
    assert!(matches!(error, DrawImageError::Lettering { engine: "painter" }), "{error}");
    assert_eq!(scene.seeds().len(), 2);
}

#[tokio::test]
async fn what_is_no_picture_is_drawn_once_more_and_then_refused() {
    let better = scene(false, &[1], Some(&[]));
    assert_eq!(&better.draw(false).await.unwrap().files.file.bytes[..], [2, 2, 2]);
    let worse = scene(false, &[1, 2], Some(&[]));
    let error = worse.draw(false).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "painter answered with something that can't be used: the picture is broken: ends early"
    );
}

#[tokio::test]
async fn without_a_detector_only_our_own_pictures_are_delivered() {
    let foreign = scene(false, &[], None);
    let error = foreign.draw(false).await.unwrap_err();
    assert!(error.to_string().contains("rankwright models pull"), "{error}");
    assert_eq!(foreign.seeds(), [7], "another picture would not help");
    let ours = scene(true, &[], None);
    let picture = ours.draw(false).await.unwrap();
    assert_eq!((picture.sanitisation.detector, picture.sanitisation.regions_found), (None, None));
}

#[tokio::test]
async fn lettering_that_is_wanted_is_not_looked_for() {
    let scene = scene(false, &[], Some(&[1]));
    let picture = scene.draw(true).await.unwrap();
    assert_eq!((picture.sanitisation.detector, picture.sanitisation.passes), (None, 0));
    assert_eq!(scene.drawer.asked.load(Ordering::Relaxed), 0);
}

#[test]
fn no_seed_is_followed_by_itself_or_its_neighbour() {
    for seed in [0, 1, 2, 3, 1_000, LARGEST_SEED - 1, LARGEST_SEED] {
        let next = next_seed(seed);
        assert!(next <= LARGEST_SEED && next.abs_diff(seed) > 1, "{seed} {next}");
    }
}

/// A drawer whose eraser is on its way, and never comes.
struct EmptyDrawer;

#[async_trait]
impl TextRemovalSource for EmptyDrawer {
    async fn ready(&self) -> Result<Arc<dyn TextRemoval>, RemovalUnavailable> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn our_own_pictures_do_not_wait_for_a_detector_that_does_not_come() {
    let mut scene = scene(true, &[], None);
    scene.draw.removal = Arc::new(EmptyDrawer);
    let picture = scene.draw(false).await.unwrap();
    assert_eq!(picture.sanitisation, Sanitisation::NOT_LOOKED);
}
