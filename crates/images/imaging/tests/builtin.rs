//! The built-in engine draws the requested image, and the same image again.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use domain::images::{DrawingRequest, ImageSize, ImageStyle, SourceType};
use domain::locale::Language;
use imaging::Builtin;
use ports::images::{Drawing, Drawn, Pixels};
use ports::{Engine, FailureKind};

fn order(size: ImageSize, seed: u32) -> DrawingRequest {
    DrawingRequest {
        prompt: "a coffee cup on a desk".to_owned(),
        language: Language::ENGLISH,
        style: ImageStyle::Illustration,
        size,
        seed,
        allow_text: false,
    }
}

fn pixels(drawing: &Drawing) -> &Pixels {
    let ours = match &drawing.picture {
        Drawn::Pixels(pixels) => Some(pixels),
        Drawn::File(_) => None,
    };
    ours.unwrap()
}

#[tokio::test]
async fn every_size_is_drawn() {
    for size in ImageSize::ALL {
        let drawing = Builtin::new().call(&order(size, 7)).await.unwrap();
        assert_eq!((pixels(&drawing).width(), pixels(&drawing).height()), size.pixels());
        assert_eq!((drawing.model.as_str(), drawing.seed), ("builtin", Some(7)));
        assert_eq!(drawing.source_type, SourceType::AlgorithmicMedia);
    }
}

#[tokio::test]
async fn a_seed_draws_one_picture() {
    let engine = Builtin::new();
    let same = order(ImageSize::Square, 1);
    let (one, again) = tokio::join!(engine.call(&same), engine.call(&same));
    let (one, again) = (one.unwrap(), again.unwrap());
    let other = engine.call(&order(ImageSize::Square, 2)).await.unwrap();
    assert!(pixels(&one) == pixels(&again));
    assert!(pixels(&one) != pixels(&other));
}

#[tokio::test]
async fn what_is_drawn_is_told() {
    let drawing = Builtin::new().call(&order(ImageSize::Square, 7)).await.unwrap();
    let depicted = drawing.depicted.unwrap();
    assert_eq!((depicted.things[0].as_str(), depicted.language), ("cup of coffee", Language::ENGLISH));
    assert!(depicted.sentence.starts_with("A cup of coffee"), "{depicted:?}");
}

#[tokio::test]
async fn an_unknown_subject_is_refused_with_a_way_out() {
    let nurse =
        DrawingRequest { prompt: "a tired nurse in scrubs".to_owned(), ..order(ImageSize::Square, 7) };
    let failure = Builtin::new().call(&nurse).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::SubjectUnknown);
    for words in ["\"nurse\"", "\"abstract\"", "image.engines"] {
        assert!(failure.reason.contains(words), "{failure}");
    }
    let cover = DrawingRequest { style: ImageStyle::Abstract, ..nurse };
    let depicted = Builtin::new().call(&cover).await.unwrap().depicted.unwrap();
    assert_eq!(depicted.things, ["abstract shapes"]);
}
