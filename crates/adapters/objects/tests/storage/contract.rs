//! What every storage guarantees, whatever its kind.

use bytes::Bytes;
use futures_util::future::join_all;
use ports::HealthCheck;
use ports::objects::{ObjectError, Objects};

use crate::disk::OnDisk;
use crate::s3::InS3;
use crate::{collected, is_missing, key, whole};

macro_rules! on_every_storage {
    ($($promise:ident),* $(,)?) => {
        mod on_disk {
            $(#[tokio::test]
            async fn $promise() {
                super::$promise(&super::OnDisk::new().storage).await;
            })*
        }
        mod in_s3 {
            $(#[tokio::test]
            async fn $promise() {
                super::$promise(&super::InS3::start().await.storage).await;
            })*
        }
    };
}

on_every_storage!(
    what_is_stored_is_read,
    keys_may_have_every_allowed_character,
    storing_again_replaces_the_whole,
    ranges_are_read,
    ranges_outside_are_refused_with_the_size,
    deleting_twice_is_deleting,
    deleting_below_respects_segments,
    deleting_below_takes_more_than_one_page,
    writers_of_one_key_do_not_mix,
    it_says_that_it_is_well,
);

const WEBP: &str = "image/webp";

async fn put(objects: &dyn Objects, text: &str, bytes: impl Into<Bytes>) {
    objects.put(&key(text), WEBP, bytes.into()).await.unwrap();
}

/// Bytes that differ from place to place.
fn picture(length: usize) -> Vec<u8> {
    (0..length).map(|at| u8::try_from(at * 31 % 251).unwrap()).collect()
}

async fn what_is_stored_is_read(objects: &impl Objects) {
    for length in [0, 1, 300_000] {
        put(objects, "a/picture.webp", picture(length)).await;
        let body = objects.read(&key("a/picture.webp"), None).await.unwrap();
        assert_eq!((body.size, body.range.clone()), (length as u64, 0..length as u64));
        assert_eq!(collected(body).await, picture(length));
    }
    assert!(is_missing(objects, "a/other.webp").await);
    assert!(is_missing(objects, "b/picture.webp").await);
}

async fn keys_may_have_every_allowed_character(objects: &impl Objects) {
    let every = "abcdefghijklmnopqrstuvwxyz/0123456789._-/-a_b.c..d-.webp";
    put(objects, every, "x").await;
    assert_eq!(whole(objects, every).await, b"x");
    objects.delete(&key(every)).await.unwrap();
    assert!(is_missing(objects, every).await);
}

async fn storing_again_replaces_the_whole(objects: &impl Objects) {
    put(objects, "a.webp", picture(5_000)).await;
    put(objects, "a.webp", "shorter").await;
    assert_eq!(whole(objects, "a.webp").await, b"shorter");
}

async fn ranges_are_read(objects: &impl Objects) {
    let bytes = picture(400_000);
    put(objects, "a.webp", bytes.clone()).await;
    for range in [0..1, 0..400_000, 399_999..400_000, 100_000..350_000, 399_000..u64::MAX] {
        let body = objects.read(&key("a.webp"), Some(range.clone())).await.unwrap();
        let expected = range.start..range.end.min(400_000);
        assert_eq!((body.size, body.range.clone()), (400_000, expected.clone()));
        let slice = usize::try_from(expected.start).unwrap()..usize::try_from(expected.end).unwrap();
        assert_eq!(collected(body).await, bytes[slice]);
    }
}

async fn ranges_outside_are_refused_with_the_size(objects: &impl Objects) {
    put(objects, "a.webp", "twelve bytes").await;
    put(objects, "empty.webp", "").await;
    for (name, range, size) in [
        ("a.webp", 12..13, 12),
        ("a.webp", 100..u64::MAX, 12),
        ("a.webp", 0..0, 12),
        ("a.webp", 5..5, 12),
        ("empty.webp", 0..1, 0),
    ] {
        match objects.read(&key(name), Some(range.clone())).await {
            Err(ObjectError::OutOfRange { size: told }) => assert_eq!(told, size),
            Err(error) => panic!("{name} {range:?}: {error}"),
            Ok(body) => panic!("{name} {range:?}: {:?}", body.range),
        }
    }
    let missing = objects.read(&key("b.webp"), Some(0..1)).await;
    assert!(matches!(missing, Err(ObjectError::Missing(_))));
}

async fn deleting_twice_is_deleting(objects: &impl Objects) {
    put(objects, "a/b.webp", "x").await;
    put(objects, "a/c.webp", "y").await;
    for _ in 0..2 {
        objects.delete(&key("a/b.webp")).await.unwrap();
        assert!(is_missing(objects, "a/b.webp").await);
    }
    objects.delete(&key("never/there.webp")).await.unwrap();
    assert_eq!(whole(objects, "a/c.webp").await, b"y");
}

async fn deleting_below_respects_segments(objects: &impl Objects) {
    let inside = ["acc/7/one.webp", "acc/7/deep/er/two.webp", "acc/7/deep/three.webp"];
    let outside = ["acc/70/four.webp", "acc/7.webp", "acc/8/five.webp", "other/7/six.webp"];
    for name in inside.iter().chain(&outside) {
        put(objects, name, "x").await;
    }
    assert_eq!(objects.delete_below(&key("acc/7")).await.unwrap(), 3);
    for name in inside {
        assert!(is_missing(objects, name).await, "{name}");
    }
    for name in outside {
        assert_eq!(whole(objects, name).await, b"x", "{name}");
    }
    assert_eq!(objects.delete_below(&key("acc/7")).await.unwrap(), 0);
    assert_eq!(objects.delete_below(&key("never")).await.unwrap(), 0);
    assert_eq!(objects.delete_below(&key("acc/7.webp")).await.unwrap(), 0);
    assert_eq!(whole(objects, "acc/7.webp").await, b"x");
}

async fn deleting_below_takes_more_than_one_page(objects: &impl Objects) {
    const MORE_THAN_A_PAGE: u64 = 1_050;
    for chunk in (0..MORE_THAN_A_PAGE).collect::<Vec<_>>().chunks(50) {
        let names = chunk.iter().map(|number| format!("many/{}/{number}.webp", number % 7));
        join_all(names.map(|name| async move { put(objects, &name, "x").await })).await;
    }
    assert_eq!(objects.delete_below(&key("many")).await.unwrap(), MORE_THAN_A_PAGE);
    assert!(is_missing(objects, "many/0/0.webp").await);
}

async fn writers_of_one_key_do_not_mix(objects: &impl Objects) {
    let writer = |letter: u8| put(objects, "same.webp", vec![letter; 100_000]);
    join_all((b'a'..=b'h').map(writer)).await;
    let read = whole(objects, "same.webp").await;
    assert_eq!(read.len(), 100_000);
    assert!(read.iter().all(|byte| *byte == read[0]));
}

async fn it_says_that_it_is_well(storage: &impl HealthCheck) {
    assert_eq!(storage.name(), "object storage");
    storage.check().await.unwrap();
}
