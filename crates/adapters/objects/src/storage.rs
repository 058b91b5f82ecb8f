//! The port `Objects` over `object_store`.

use std::future::Future;
use std::ops::Range;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    Attribute, Attributes, GetOptions, GetRange, GetResult, GetResultPayload, ObjectStore, ObjectStoreExt,
    PutOptions,
};
use ports::objects::{ObjectBody, ObjectError, ObjectKey, Objects};
use ports::{HealthCheck, HealthError};
use tokio::time::timeout;

use crate::bucket;
use crate::disk::{self, Directory};
use crate::failure::{Cause, of_disk, of_silence, unavailable};
use crate::place::Place;
use crate::settings::{StorageSettings, StorageSetupError, WebAddress};

/// The time limit of one request, or of one piece of a response.
const STEP_LIMIT: Duration = Duration::from_secs(10);
/// Azure removes up to 256 objects in one request.
const BULK_LIMIT: Duration = Duration::from_secs(30);
/// A key identifies its content, so an object never changes.
const CACHING: &str = "public, max-age=31536000, immutable";
/// Nothing is ever stored below this name.
const PROBE: &str = "probe";

/// Objects on disk or in a bucket.
#[derive(Debug)]
pub struct ObjectStorage {
    store: Arc<dyn ObjectStore>,
    home: Home,
    cdn: Option<WebAddress>,
}

#[derive(Debug)]
enum Home {
    Disk(Directory),
    Bucket { prefix: String },
}

impl ObjectStorage {
    /// Opens the storage of the settings, which is on disk at `default_directory` unless they set another. No
    /// request is sent to a bucket yet.
    pub fn open(settings: &StorageSettings, default_directory: &FilePath) -> Result<Self, StorageSetupError> {
        let place = match &settings.url {
            Some(url) => Place::parse(url)?,
            None => Place::Directory(default_directory.to_owned()),
        };
        let (store, home) = match place {
            Place::Directory(path) => on_disk(&path)?,
            Place::Bucket(bucket) => {
                (bucket::open(settings, &bucket)?, Home::Bucket { prefix: bucket.prefix })
            }
        };
        Ok(Self { store, home, cdn: settings.cdn_url.clone() })
    }

    /// The URL below which everybody can read the objects, given the URL of this service. Without a trailing
    /// slash.
    #[must_use]
    pub fn public_url(&self, service: &str) -> String {
        match &self.cdn {
            Some(cdn) => cdn.to_string(),
            None => format!("{}/media", service.trim_end_matches('/')),
        }
    }

    fn location(&self, key: &str) -> Path {
        match &self.home {
            Home::Disk(_) => Path::from(key),
            Home::Bucket { prefix } => Path::from(format!("{prefix}/{key}")),
        }
    }

    /// Disks store no attributes; the server derives them from the key.
    fn options(&self, media_type: &'static str) -> PutOptions {
        match self.home {
            Home::Disk(_) => PutOptions::default(),
            Home::Bucket { .. } => PutOptions::from(Attributes::from_iter([
                (Attribute::ContentType, media_type),
                (Attribute::CacheControl, CACHING),
            ])),
        }
    }

    /// Providers report a range that begins behind the end in different ways, so the length decides.
    async fn not_read_from(&self, key: &ObjectKey, start: u64, error: object_store::Error) -> ObjectError {
        if matches!(Cause::of(&error), Cause::Other(_))
            && let Ok(size) = self.size(key).await
            && start >= size
        {
            return ObjectError::OutOfRange { size };
        }
        not_read(key, error)
    }

    async fn delete_from_bucket(&self, below: &Path) -> Result<u64, ObjectError> {
        let listed = self.store.list(Some(below)).map_ok(|meta| meta.location).boxed();
        let mut removals = self.store.delete_stream(listed);
        let mut objects = 0;
        while let Some(removed) =
            within(BULK_LIMIT, async { Ok(removals.next().await) }).await.map_err(unavailable)?
        {
            match removed {
                Ok(_) => objects += 1,
                Err(error) if Cause::of(&error) == Cause::Missing => {}
                Err(error) => return Err(unavailable(error)),
            }
        }
        Ok(objects)
    }
}

#[async_trait]
impl Objects for ObjectStorage {
    async fn put(&self, key: &ObjectKey, media_type: &'static str, bytes: Bytes) -> Result<(), ObjectError> {
        let location = self.location(key.as_str());
        let stored = self.store.put_opts(&location, bytes.into(), self.options(media_type));
        within(STEP_LIMIT, stored).await.map(|_| ()).map_err(unavailable)
    }

    async fn size(&self, key: &ObjectKey) -> Result<u64, ObjectError> {
        let found = within(STEP_LIMIT, self.store.head(&self.location(key.as_str()))).await;
        found.map(|meta| meta.size).map_err(|error| not_read(key, error))
    }

    async fn read(&self, key: &ObjectKey, range: Option<Range<u64>>) -> Result<ObjectBody, ObjectError> {
        if range.as_ref().is_some_and(Range::is_empty) {
            return Err(ObjectError::OutOfRange { size: self.size(key).await? });
        }
        let start = range.as_ref().map(|range| range.start);
        let options = GetOptions { range: range.map(asked), ..GetOptions::default() };
        match (within(STEP_LIMIT, self.store.get_opts(&self.location(key.as_str()), options)).await, start) {
            (Ok(found), _) => Ok(body(found)),
            (Err(error), Some(start)) => Err(self.not_read_from(key, start, error).await),
            (Err(error), None) => Err(not_read(key, error)),
        }
    }

    async fn delete(&self, key: &ObjectKey) -> Result<(), ObjectError> {
        match within(STEP_LIMIT, self.store.delete(&self.location(key.as_str()))).await {
            Err(error) if Cause::of(&error) != Cause::Missing => Err(unavailable(error)),
            _ => Ok(()),
        }
    }

    async fn delete_below(&self, key: &ObjectKey) -> Result<u64, ObjectError> {
        match &self.home {
            Home::Disk(directory) => {
                let (directory, key) = (directory.clone(), key.clone());
                let removed = disk::blocking(move || directory.remove_below(&key)).await;
                removed.map_err(|error| unavailable(of_disk(error)))
            }
            Home::Bucket { .. } => self.delete_from_bucket(&self.location(key.as_str())).await,
        }
    }
}

#[async_trait]
impl HealthCheck for ObjectStorage {
    fn name(&self) -> &'static str {
        "object storage"
    }

    /// Writes to a disk. Lists an empty prefix of a bucket, which shows whether it exists and can be
    /// accessed.
    async fn check(&self) -> Result<(), HealthError> {
        let checked = match &self.home {
            Home::Disk(directory) => {
                let directory = directory.clone();
                let probed = async { disk::blocking(move || directory.probe()).await.map_err(of_disk) };
                within(STEP_LIMIT, probed).await
            }
            Home::Bucket { .. } => {
                let mut listed = self.store.list(Some(&self.location(PROBE)));
                within(STEP_LIMIT, async { listed.next().await.transpose().map(|_| ()) }).await
            }
        };
        checked.map_err(|error| unavailable(error).into())
    }
}

fn on_disk(path: &FilePath) -> Result<(Arc<dyn ObjectStore>, Home), StorageSetupError> {
    let unusable = |source| StorageSetupError::Directory { directory: path.to_owned(), source };
    let directory = Directory::open(path).map_err(unusable)?;
    let store = LocalFileSystem::new_with_prefix(directory.path())
        .map_err(|error| unusable(std::io::Error::other(error)))?
        .with_fsync(true);
    Ok((Arc::new(store), Home::Disk(directory)))
}

async fn within<T>(
    limit: Duration,
    work: impl Future<Output = object_store::Result<T>> + Send,
) -> object_store::Result<T> {
    timeout(limit, work).await.unwrap_or_else(|elapsed| Err(of_silence(elapsed)))
}

/// Servers refuse numbers that don't fit their own type.
fn asked(range: Range<u64>) -> GetRange {
    if i64::try_from(range.end).is_ok() { GetRange::Bounded(range) } else { GetRange::Offset(range.start) }
}

fn not_read(key: &ObjectKey, error: object_store::Error) -> ObjectError {
    match Cause::of(&error) {
        Cause::Missing => ObjectError::Missing(key.clone()),
        _ => unavailable(error),
    }
}

fn body(found: GetResult) -> ObjectBody {
    let (size, range) = (found.meta.size, found.range);
    let pieces = match found.payload {
        GetResultPayload::File(file, _) => disk::pieces(file, range.clone()).map_err(of_disk).boxed(),
        GetResultPayload::Stream(pieces) => pieces,
    };
    ObjectBody { size, range, pieces: without_silence(pieces) }
}

/// Ends with an error when the next piece does not arrive in time.
fn without_silence(
    pieces: BoxStream<'static, object_store::Result<Bytes>>,
) -> BoxStream<'static, Result<Bytes, ObjectError>> {
    stream::try_unfold(pieces, |mut pieces| async move {
        let piece =
            within(STEP_LIMIT, async { pieces.next().await.transpose() }).await.map_err(unavailable)?;
        Ok(piece.map(|piece| (piece, pieces)))
    })
    .boxed()
}
