//! An image and its payment: whatever fails in between, nothing is delivered unpaid and nothing is left
//! behind. On real databases, with a storage that fails on request.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use application::cpu_pool::CpuPool;
use application::draw_image::{DrawImage, ImageEngines, ImageParams};
use application::generate_image::{GenerateImage, GenerateImageError};
use application::grant_credits::GrantCredits;
use application::manage_images::{DeletedMedia, ManageImages};
use application::open_account::OpenAccount;
use application::spend_credits::{ChargeRequest, Settlement, SpendCredits, SpendError};
use async_trait::async_trait;
use bytes::Bytes;
use domain::Timestamp;
use domain::accounts::AccountName;
use domain::api_keys::{Claims, KeyMode, Minute, Scopes};
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::images::{DrawingRequest, Image, ImageFormat, ImageSize, ImageStyle, SourceType};
use domain::ledger::{Entry, Purse, Refusal, Request};
use domain::locale::Language;
use domain::prices::Operation;
use ports::images::{Drawing, Drawn, EncodedImage, Finish, Finished, ImageError, Pixels, RemovalUnavailable};
use ports::objects::ObjectBody;
use ports::{
    ApiKeyStore, Capability, Clock, ImageCodec, Ledger, LedgerError, ObjectError, ObjectKey, Objects,
    ServeError, Served, TextRemoval, TextRemovalSource,
};
use store::{Database, LedgerStore};
use tokio::sync::Notify;
use tokio_util::task::TaskTracker;

/// A clock that is set by hand.
struct Hands(AtomicI64);

impl Clock for Hands {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.load(Ordering::Relaxed)).unwrap()
    }
}

/// A storage that accepts a number of objects and then fails, or hangs, and that may refuse to delete some.
#[derive(Default)]
struct Shelf {
    objects: Mutex<BTreeMap<String, Bytes>>,
    room: AtomicUsize,
    hangs: AtomicBool,
    /// The last object that it had no room for.
    asked: Mutex<Option<(String, Bytes)>>,
    was_asked: Notify,
    /// Part of the keys that it does not delete.
    stuck: Mutex<Option<String>>,
}

impl Shelf {
    /// Stores the last object that was refused after all.
    fn finish_late(&self) {
        let (key, bytes) = self.asked.lock().unwrap().take().unwrap();
        self.objects.lock().unwrap().insert(key, bytes);
    }
}

#[async_trait]
impl Objects for Shelf {
    async fn put(&self, key: &ObjectKey, _: &'static str, bytes: Bytes) -> Result<(), ObjectError> {
        let room = self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(1));
        if room.is_err() {
            *self.asked.lock().unwrap() = Some((key.to_string(), bytes));
            self.was_asked.notify_one();
            if self.hangs.load(Ordering::Relaxed) {
                std::future::pending::<()>().await;
            }
            let reason = "the disk is full".to_owned();
            return Err(ObjectError::Unavailable { reason, source: "full".into() });
        }
        self.objects.lock().unwrap().insert(key.to_string(), bytes);
        Ok(())
    }

    async fn size(&self, key: &ObjectKey) -> Result<u64, ObjectError> {
        Err(ObjectError::Missing(key.clone()))
    }

    async fn read(&self, key: &ObjectKey, _: Option<Range<u64>>) -> Result<ObjectBody, ObjectError> {
        Err(ObjectError::Missing(key.clone()))
    }

    async fn delete(&self, key: &ObjectKey) -> Result<(), ObjectError> {
        self.objects.lock().unwrap().remove(key.as_str());
        Ok(())
    }

    async fn delete_below(&self, key: &ObjectKey) -> Result<u64, ObjectError> {
        if self.stuck.lock().unwrap().as_ref().is_some_and(|stuck| key.as_str().contains(stuck)) {
            let reason = "it refuses our credentials".to_owned();
            return Err(ObjectError::Unavailable { reason, source: "refused".into() });
        }
        let mut objects = self.objects.lock().unwrap();
        let before = objects.len();
        objects.retain(|name, _| !name.starts_with(&format!("{key}/")));
        Ok(u64::try_from(before - objects.len()).unwrap())
    }
}

/// Draws, decodes and encodes without doing any of it.
struct Still;

#[async_trait]
impl Capability<DrawingRequest, Drawing> for Still {
    async fn serve(&self, order: &DrawingRequest, _: Duration) -> Result<Served<Drawing>, ServeError> {
        let picture = Drawn::Pixels(Pixels::new(1, 1, vec![0; 3]).unwrap());
        let source_type = SourceType::AlgorithmicMedia;
        let model = "still".to_owned();
        let drawing = Drawing { picture, model, seed: Some(order.seed), source_type, depicted: None };
        Ok(Served { answer: drawing, engine: "still" })
    }
}

impl ImageCodec for Still {
    fn develop(&self, picture: Drawn, _: ImageSize) -> Result<Pixels, ImageError> {
        match picture {
            Drawn::Pixels(pixels) => Ok(pixels),
            Drawn::File(_) => Err(ImageError::UnknownFormat),
        }
    }

    fn finish(&self, _: &Pixels, finish: &Finish) -> Result<Finished, ImageError> {
        let file = |width: u32| EncodedImage { width, height: 1, bytes: Bytes::from(width.to_string()) };
        Ok(Finished { file: file(1536), variants: finish.widths.iter().map(|width| file(*width)).collect() })
    }
}

#[async_trait]
impl TextRemovalSource for Still {
    async fn ready(&self) -> Result<Arc<dyn TextRemoval>, RemovalUnavailable> {
        Err(RemovalUnavailable("there is none".to_owned()))
    }
}

struct House {
    database: Arc<Database>,
    clock: Arc<Hands>,
    shelf: Arc<Shelf>,
    ledger: Arc<LedgerStore>,
    generate: GenerateImage,
    keep: ManageImages,
    purse: Purse,
}

const START: i64 = 1_763_000_000;
const FILES: usize = 4;

impl House {
    async fn build(database: Database) -> Self {
        let clock = Arc::new(Hands(AtomicI64::new(START)));
        let shelf = Arc::new(Shelf { room: AtomicUsize::new(usize::MAX), ..Shelf::default() });
        let ledger = Arc::new(LedgerStore::start(&database).await.unwrap());
        let database = Arc::new(database);
        let grant = GrantCredits::new(ledger.clone(), clock.clone());
        let open = OpenAccount::new(database.clone(), grant, clock.clone());
        let account = open.open(AccountName::new("Owner").unwrap()).await.unwrap();
        let still = Arc::new(Still);
        let engines = ImageEngines { all: still.clone(), own: Some(still.clone()) };
        let draw = DrawImage::new(engines, still.clone(), still, CpuPool::default(), clock.clone());
        Self {
            generate: GenerateImage::new(draw, shelf.clone(), database.clone(), clock.clone()),
            keep: ManageImages::new(database.clone(), shelf.clone(), clock.clone()),
            purse: Purse { account: account.id, mode: KeyMode::Test },
            database,
            clock,
            shelf,
            ledger,
        }
    }

    async fn generate(&self, settlement: &Settlement) -> Result<Image, GenerateImageError> {
        let order = DrawingRequest {
            prompt: "a cup of tea".to_owned(),
            language: Language::ENGLISH,
            style: ImageStyle::Flat,
            size: ImageSize::Landscape,
            seed: 1,
            allow_text: false,
        };
        let (alt, format) = (None, ImageFormat::Webp);
        let wanted = ImageParams {
            order,
            alt,
            expected: None,
            only_own: false,
            format,
            quality: None,
            responsive: true,
        };
        self.generate.generate(self.purse, settlement, &wanted, Duration::from_secs(5)).await
    }

    async fn pay(&self, settlement: &Settlement) {
        let request = Request {
            id: settlement.id(),
            purse: self.purse,
            entry: Entry::Charge { amount: Credits::new(5_000) },
            key: None,
            purpose: "images/generate".to_owned(),
            at: self.clock.now(),
        };
        self.ledger.post(request, None).await.unwrap();
    }

    /// Expects that `sweep` leaves the only image while it may be paid for, and then removes all of it.
    async fn expect_one_to_be_swept(&self) {
        assert_eq!(self.keep.sweep().await.unwrap(), 0);
        self.pass(3_601);
        assert_eq!(self.keep.sweep().await.unwrap(), 1);
        assert_eq!(self.stored(), 0);
        assert_eq!(self.keep.sweep().await.unwrap(), 0);
    }

    fn stored(&self) -> usize {
        self.shelf.objects.lock().unwrap().len()
    }

    fn pass(&self, seconds: i64) {
        self.clock.0.fetch_add(seconds, Ordering::Relaxed);
    }
}

/// Runs each test on both databases.
macro_rules! on_both_databases {
    ($($test:ident)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                let database = testkit::fresh_sqlite();
                super::$test(super::House::build(super::Database::open(&database.url).await.unwrap()).await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                let database = testkit::fresh_postgres();
                super::$test(super::House::build(super::Database::open(&database.url).await.unwrap()).await).await;
            })*
        }
    };
}

on_both_databases! {
    a_paid_picture_stays
    a_picture_that_nobody_paid_for_is_swept
    a_storage_that_fails_halfway_keeps_nothing
    what_arrives_after_it_was_given_up_is_swept
    what_arrives_after_the_client_hung_up_is_swept
    a_picture_whose_charge_is_refused_is_swept
    one_picture_that_stays_does_not_stop_the_sweep
    everything_of_an_account_can_be_deleted
    calls_under_way_keep_their_pictures
}

async fn a_paid_picture_stays(house: House) {
    let settlement = Settlement::default();
    let image = house.generate(&settlement).await.unwrap();
    house.pay(&settlement).await;
    house.pass(100_000);
    assert_eq!(house.keep.sweep().await.unwrap(), 0);
    assert_eq!(house.stored(), FILES);
    let kept = house.keep.read(house.purse, image.id).await.unwrap().unwrap();
    assert_eq!(kept.details, image.details);
    let names: Vec<&str> =
        kept.details.variants.iter().map(|file| file.key.rsplit('/').next().unwrap()).collect();
    assert_eq!(names, ["cup-tea-480w.webp", "cup-tea-768w.webp", "cup-tea-1200w.webp"]);
    assert!(house.keep.delete(house.purse, image.id).await.unwrap());
    assert!(!house.keep.delete(house.purse, image.id).await.unwrap());
    assert_eq!(house.stored(), 0);
}

/// Simulates a crash between storing and charging.
async fn a_picture_that_nobody_paid_for_is_swept(house: House) {
    let image = house.generate(&Settlement::default()).await.unwrap();
    assert_eq!(house.keep.read(house.purse, image.id).await.unwrap(), None, "it is not delivered");
    assert_eq!(house.stored(), FILES);
    house.expect_one_to_be_swept().await;
}

async fn a_storage_that_fails_halfway_keeps_nothing(house: House) {
    house.shelf.room.store(FILES - 1, Ordering::Relaxed);
    let error = house.generate(&Settlement::default()).await.unwrap_err();
    assert!(matches!(error, GenerateImageError::Storage(_)), "{error}");
    assert_eq!(house.stored(), 0);
    house.expect_one_to_be_swept().await;
}

/// Simulates a put that timed out, and that the storage finishes all the same.
async fn what_arrives_after_it_was_given_up_is_swept(house: House) {
    house.shelf.room.store(1, Ordering::Relaxed);
    house.generate(&Settlement::default()).await.unwrap_err();
    house.shelf.finish_late();
    assert_eq!(house.stored(), 1);
    house.expect_one_to_be_swept().await;
}

async fn what_arrives_after_the_client_hung_up_is_swept(house: House) {
    house.shelf.room.store(1, Ordering::Relaxed);
    house.shelf.hangs.store(true, Ordering::Relaxed);
    let settlement = Settlement::default();
    tokio::select! {
        outcome = house.generate(&settlement) => panic!("{outcome:?}"),
        () = house.shelf.was_asked.notified() => {}
    }
    house.shelf.finish_late();
    assert_eq!(house.stored(), 2);
    house.expect_one_to_be_swept().await;
}

async fn a_picture_whose_charge_is_refused_is_swept(house: House) {
    let settlement = Settlement::default();
    let claims = Claims {
        mode: house.purse.mode,
        account: house.purse.account,
        key: ApiKeyId::from(7),
        scopes: Scopes::all(),
        epoch: 0,
        issued: Minute::containing(house.clock.now()),
        expires: None,
    };
    let charge_request = ChargeRequest {
        claims,
        operation: Operation::ImagesGenerate,
        price: Credits::new(5_000),
        max_credits: None,
        // The reserved price is paid even if the key was revoked in the meantime.
        hold_first: false,
        idempotency: None,
        settlement: settlement.clone(),
    };
    let spend = SpendCredits::new(house.ledger.clone(), house.clock.clone(), TaskTracker::new());
    let house = Arc::new(house);
    let at_work = house.clone();
    let work = async move {
        let image = at_work.generate(&settlement).await.unwrap();
        let now = at_work.clock.now();
        at_work.database.revoke_all_keys(at_work.purse.account, now).await.unwrap();
        Ok::<_, ()>(image.id.to_string())
    };
    let error = spend.spend(charge_request, Duration::from_mins(1), work).await.unwrap_err();
    assert!(matches!(error, SpendError::Ledger(LedgerError::Refused(Refusal::KeyRevoked))), "{error}");
    assert_eq!(house.stored(), FILES);
    assert_eq!(house.keep.list(house.purse, None, 10).await.unwrap(), [], "it is not delivered");
    house.expect_one_to_be_swept().await;
}

async fn one_picture_that_stays_does_not_stop_the_sweep(house: House) {
    let stuck = house.generate(&Settlement::default()).await.unwrap();
    house.generate(&Settlement::default()).await.unwrap();
    *house.shelf.stuck.lock().unwrap() = Some(stuck.id.to_string());
    house.pass(3_601);
    assert_eq!(house.keep.sweep().await.unwrap(), 1);
    assert_eq!(house.stored(), FILES);
    *house.shelf.stuck.lock().unwrap() = None;
    assert_eq!(house.keep.sweep().await.unwrap(), 1, "it was not forgotten");
    assert_eq!(house.stored(), 0);
}

async fn everything_of_an_account_can_be_deleted(house: House) {
    let paid = Settlement::default();
    house.generate(&paid).await.unwrap();
    house.pay(&paid).await;
    house.generate(&Settlement::default()).await.unwrap();
    house.pass(3_601);
    let stray = format!("{:016x}/stray/file.webp", house.purse.account.as_u64());
    let key = ObjectKey::parse(&stray).unwrap();
    house.shelf.put(&key, "image/webp", Bytes::new()).await.unwrap();
    let gone = house.keep.delete_account(house.purse.account).await.unwrap();
    assert_eq!(gone, DeletedMedia { deleted: 2, under_way: 0 });
    assert_eq!(house.stored(), 0, "what no record knows is gone too");
    assert_eq!(house.keep.list(house.purse, None, 10).await.unwrap(), []);
}

async fn calls_under_way_keep_their_pictures(house: House) {
    let (paid, paid_later) = (Settlement::default(), Settlement::default());
    house.generate(&paid).await.unwrap();
    house.pay(&paid).await;
    let later = house.generate(&paid_later).await.unwrap();
    let gone = house.keep.delete_account(house.purse.account).await.unwrap();
    assert_eq!(gone, DeletedMedia { deleted: 1, under_way: 1 });
    assert_eq!(house.stored(), FILES);
    house.pay(&paid_later).await;
    assert!(house.keep.read(house.purse, later.id).await.unwrap().is_some());
    let gone = house.keep.delete_account(house.purse.account).await.unwrap();
    assert_eq!((gone, house.stored()), (DeletedMedia { deleted: 1, under_way: 0 }, 0));
}
