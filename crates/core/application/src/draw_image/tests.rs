//! The processing of an image, with stand-ins for everything outside.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use domain::images::{ImageSize, ImageStyle};
use domain::locale::Language;
use ports::clock::SystemClock;
use ports::images::{Cleaned, EncodedImage, Finish, Pixels};
use ports::{EngineFailure, FailureKind, Served};
use tokio::time::{Instant, advance};

use super::*;

/// The limit of the call; the engines get less of it.
const LIMIT: Duration = Duration::from_mins(2);

/// Draws its shade and then the next ones, and records the seeds.
struct Painter {
    name: &'static str,
    ours: bool,
    first_shade: u8,
    takes: Duration,
    /// How many images it draws before it fails.
    supply: usize,
    seeds: Mutex<Vec<ImageSeed>>,
}

impl Painter {
    /// A painter of another provider: shades 1, 2, …
    fn foreign() -> Self {
        let (takes, supply, seeds) = (Duration::ZERO, usize::MAX, Mutex::default());
        Self { name: "painter", ours: false, first_shade: 1, takes, supply, seeds }
    }

    /// A painter of our own: shades 101, 102, …
    fn own() -> Self {
        Self { name: "own", ours: true, first_shade: 101, ..Self::foreign() }
    }

    fn seeds(&self) -> Vec<ImageSeed> {
        self.seeds.lock().unwrap().clone()
    }
}

#[async_trait]
impl Capability<DrawingRequest, Drawing> for Painter {
    async fn serve(&self, order: &DrawingRequest, _: Duration) -> Result<Served<Drawing>, ServeError> {
        let before = self.seeds().len();
        self.seeds.lock().unwrap().push(order.seed);
        advance_if_any(self.takes).await;
        if before >= self.supply {
            let (engine, reason) = (self.name, "is out of paint".to_owned());
            let failure = EngineFailure {
                engine,
                kind: FailureKind::Skipped,
                reason,
                is_ours: true,
                retry_after: None,
            };
            return Err(ServeError::Failed { failures: vec![failure] });
        }
        let shade = self.first_shade + u8::try_from(before).unwrap();
        let picture = if self.ours {
            Drawn::Pixels(Pixels::new(1, 1, vec![shade; 3]).unwrap())
        } else {
            Drawn::File(bytes::Bytes::from(vec![shade]))
        };
        let source_type = SourceType::TrainedAlgorithmicMedia;
        let model = "m-1".to_owned();
        let drawing = Drawing { picture, model, seed: Some(order.seed), source_type, depicted: None };
        Ok(Served { answer: drawing, engine: self.name })
    }
}

async fn advance_if_any(time: Duration) {
    if !time.is_zero() {
        advance(time).await;
    }
}

/// Accepts files of one byte, except for broken ones.
struct Bench {
    bad: &'static [u8],
    problem: ImageError,
}

impl ImageCodec for Bench {
    fn develop(&self, picture: Drawn, _: ImageSize) -> Result<Pixels, ImageError> {
        match picture {
            Drawn::Pixels(pixels) => Ok(pixels),
            Drawn::File(file) if self.bad.contains(&file[0]) => Err(self.problem.clone()),
            Drawn::File(file) => Ok(Pixels::new(1, 1, vec![file[0]; 3]).unwrap()),
        }
    }

    fn finish(&self, pixels: &Pixels, finish: &Finish) -> Result<Finished, ImageError> {
        assert_eq!(finish.label.description, "A cup of tea");
        let file = EncodedImage { width: 1, height: 1, bytes: bytes::Bytes::copy_from_slice(pixels.rgb()) };
        Ok(Finished { file, variants: Vec::new() })
    }
}

/// Finds one region with text, which stays on images of some shades.
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

/// Provides the eraser, if there is one, and counts the requests for it.
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
    own: Option<Arc<Painter>>,
    drawer: Arc<Drawer>,
    bench: Bench,
}

fn scene(painter: Painter, own: Option<Painter>, eraser: Option<&'static [u8]>) -> Scene {
    let drawer = Arc::new(Drawer { eraser, asked: AtomicUsize::new(0) });
    let bench = Bench { bad: &[], problem: ImageError::Broken("ends early".to_owned()) };
    Scene { painter: Arc::new(painter), own: own.map(Arc::new), drawer, bench }
}

/// A scene with only our own painter.
fn own_scene(eraser: Option<&'static [u8]>) -> Scene {
    let scene = scene(Painter::own(), None, eraser);
    Scene { own: Some(scene.painter.clone()), ..scene }
}

fn wanted(allow_text: bool) -> ImageParams {
    let order = DrawingRequest {
        prompt: "a cup of tea".to_owned(),
        language: Language::ENGLISH,
        style: ImageStyle::Flat,
        size: ImageSize::Square,
        seed: 7,
        allow_text,
    };
    ImageParams {
        order,
        alt: None,
        expected: None,
        only_own: false,
        format: ImageFormat::Webp,
        quality: None,
        responsive: false,
    }
}

impl Scene {
    fn bad(self, bad: &'static [u8], problem: ImageError) -> Self {
        Self { bench: Bench { bad, problem }, ..self }
    }

    fn broken(self, bad: &'static [u8]) -> Self {
        let problem = self.bench.problem.clone();
        self.bad(bad, problem)
    }

    fn use_case(&self, removal: Arc<dyn TextRemovalSource>) -> DrawImage {
        let own = self.own.clone().map(|own| own as Painters);
        let engines = ImageEngines { all: self.painter.clone(), own };
        let bench = Bench { bad: self.bench.bad, problem: self.bench.problem.clone() };
        DrawImage::new(engines, Arc::new(bench), removal, CpuPool::default(), Arc::new(SystemClock))
    }

    async fn draw(&self) -> Result<Picture, DrawImageError> {
        self.use_case(self.drawer.clone()).draw(&wanted(false), LIMIT).await
    }

    /// How often the painter, and our own, were called.
    fn asked(&self) -> (usize, usize) {
        (self.painter.seeds().len(), self.own.as_ref().map_or(0, |own| own.seeds().len()))
    }
}

fn shade(picture: &Picture) -> u8 {
    picture.files.file.bytes[0]
}

#[tokio::test]
async fn lettering_is_removed_and_told() {
    let scene = scene(Painter::foreign(), None, Some(&[]));
    let picture = scene.draw().await.unwrap();
    assert_eq!((picture.engine, picture.model.as_str(), picture.seed), ("painter", "m-1", Some(7)));
    assert_eq!(picture.file_name, "cup-tea");
    let told = Sanitisation {
        detector: Some("eraser".to_owned()),
        regions_found: Some(1),
        regions_removed: Some(1),
        passes: 1,
    };
    assert_eq!(picture.sanitisation, told);
    assert_eq!(scene.painter.seeds(), [7]);
}

#[tokio::test]
async fn lettering_that_stays_is_drawn_once_more_with_another_seed() {
    let scene = scene(Painter::foreign(), None, Some(&[1]));
    let picture = scene.draw().await.unwrap();
    assert_eq!(picture.seed, Some(7), "the seed of the order leads to the same picture again");
    assert_eq!(shade(&picture), 2);
    assert_eq!(scene.painter.seeds(), [7, next_seed(7)]);
}

/// The eraser finds text in every image, so our own engine draws as often as it may, and the last image is
/// painted.
#[tokio::test]
async fn our_own_pictures_are_drawn_anew_rather_than_painted() {
    let picture = own_scene(Some(&[])).draw().await.unwrap();
    assert_eq!((picture.sanitisation.regions_removed, shade(&picture)), (Some(1), 104));
}

#[tokio::test]
async fn lettering_that_stays_twice_is_refused() {
    let scene = scene(Painter::foreign(), None, Some(&[1, 2]));
    let error = scene.draw().await.unwrap_err();
    assert!(matches!(error, DrawImageError::Lettering { engine: "painter" }), "{error}");
    assert_eq!(scene.asked(), (2, 0));
}

#[tokio::test]
async fn what_is_no_picture_is_drawn_once_more_and_then_refused() {
    let better = scene(Painter::foreign(), None, Some(&[])).broken(&[1]);
    assert_eq!(shade(&better.draw().await.unwrap()), 2);
    let worse = scene(Painter::foreign(), None, Some(&[])).broken(&[1, 2]);
    let error = worse.draw().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "painter returned an image that can't be used: the image is broken: ends early"
    );
}

#[tokio::test]
async fn after_two_pictures_of_others_that_are_no_good_our_own_engine_serves() {
    for (bad, stubborn) in [(&[1, 2][..], &[][..]), (&[], &[1, 2]), (&[2], &[1])] {
        let scene = scene(Painter::foreign(), Some(Painter::own()), Some(stubborn)).broken(bad);
        let picture = scene.draw().await.unwrap();
        assert_eq!((picture.engine, picture.sanitisation.detector.as_deref()), ("own", Some("eraser")));
        assert_eq!(scene.asked(), (2, 4), "each has its own number of tries");
    }
}

#[tokio::test]
async fn an_engine_that_draws_too_large_is_not_paid_twice() {
    for problem in [ImageError::TooLarge("9000x9000 pixels".to_owned()), ImageError::UnknownFormat] {
        let alone = scene(Painter::foreign(), None, Some(&[])).bad(&[1], problem.clone());
        let error = alone.draw().await.unwrap_err();
        assert!(matches!(error, DrawImageError::NotAPicture { .. }), "{error}");
        assert_eq!(alone.asked(), (1, 0));
        let helped = scene(Painter::foreign(), Some(Painter::own()), Some(&[])).bad(&[1], problem);
        assert_eq!((helped.draw().await.unwrap().engine, helped.asked().0), ("own", 1));
    }
}

#[tokio::test]
async fn without_a_detector_nobody_else_is_asked() {
    let foreign = scene(Painter::foreign(), None, None);
    let error = foreign.draw().await.unwrap_err();
    assert!(matches!(error, DrawImageError::NoDetector(_)), "{error}");
    assert_eq!(foreign.asked(), (0, 0), "a picture that can't be delivered is not paid for");
    let mixed = scene(Painter::foreign(), Some(Painter::own()), None);
    let picture = mixed.draw().await.unwrap();
    assert_eq!((picture.engine, picture.sanitisation), ("own", Sanitisation::NOT_LOOKED));
    assert_eq!(mixed.asked(), (0, 1));
    assert_eq!(shade(&own_scene(None).draw().await.unwrap()), 101);
}

#[tokio::test]
async fn lettering_that_is_wanted_is_not_looked_for() {
    let scene = scene(Painter::foreign(), None, Some(&[1]));
    let picture = scene.use_case(scene.drawer.clone()).draw(&wanted(true), LIMIT).await.unwrap();
    assert_eq!((picture.sanitisation.detector, picture.sanitisation.passes), (None, 0));
    assert_eq!(scene.drawer.asked.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn an_engine_that_fails_the_second_time_is_not_what_is_told() {
    let scene = scene(Painter { supply: 1, ..Painter::foreign() }, None, Some(&[1]));
    let error = scene.draw().await.unwrap_err();
    assert!(matches!(error, DrawImageError::Lettering { .. }), "{error}");
    assert_eq!(scene.asked(), (2, 0));
}

/// The engines get 95 s of the 120.
#[tokio::test(start_paused = true)]
async fn no_picture_is_begun_without_time_for_it() {
    let slow = || Painter { takes: Duration::from_secs(81), ..Painter::foreign() };
    let alone = scene(slow(), None, Some(&[1]));
    let error = alone.draw().await.unwrap_err();
    assert!(matches!(error, DrawImageError::Lettering { .. }), "{error}");
    assert_eq!(alone.asked(), (1, 0));
    let helped = scene(slow(), Some(Painter::own()), Some(&[1]));
    let picture = helped.draw().await.unwrap();
    assert_eq!((picture.engine, shade(&picture)), ("own", 101), "ours is painted rather than drawn anew");
    assert_eq!(helped.asked(), (1, 1));
}

#[test]
fn no_seed_is_followed_by_itself_or_its_neighbour() {
    for seed in [0, 1, 2, 3, 1_000, LARGEST_SEED - 1, LARGEST_SEED] {
        let next = next_seed(seed);
        assert!(next <= LARGEST_SEED && next.abs_diff(seed) > 1, "{seed} {next}");
    }
}

/// A source whose eraser is on its way and never comes.
struct EmptyDrawer;

#[async_trait]
impl TextRemovalSource for EmptyDrawer {
    async fn ready(&self) -> Result<Arc<dyn TextRemoval>, RemovalUnavailable> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_detector_that_does_not_come_is_waited_for_only_where_it_is_needed() {
    let started = Instant::now();
    let mixed = scene(Painter::foreign(), Some(Painter::own()), None);
    let picture = mixed.use_case(Arc::new(EmptyDrawer)).draw(&wanted(false), LIMIT).await.unwrap();
    assert_eq!((picture.engine, picture.sanitisation), ("own", Sanitisation::NOT_LOOKED));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    let foreign = scene(Painter::foreign(), None, None);
    let error = foreign.use_case(Arc::new(EmptyDrawer)).draw(&wanted(false), LIMIT).await.unwrap_err();
    assert!(matches!(error, DrawImageError::NoDetector(_)), "{error}");
    assert!(started.elapsed() < Duration::from_secs(20) + LIMIT, "it is told before the call is over");
    assert_eq!((mixed.asked().0, foreign.asked().0), (0, 0));
}
