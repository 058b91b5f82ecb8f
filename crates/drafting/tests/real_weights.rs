//! A draft by the real model. Needs `TEST_MODELS` and takes minutes, so it runs only when asked for.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/whole.rs"]
mod whole;

use std::path::PathBuf;

use domain::articles::order::ArticleOrder;
use local_text::LocalModel;

#[test]
#[ignore = "takes minutes: TEST_MODELS=target/models cargo test -p drafting --test real_weights -- --ignored"]
fn a_draft_is_whole_and_gives_no_figures() {
    let folder = PathBuf::from(std::env::var_os("TEST_MODELS").unwrap());
    let model = LocalModel::load(&folder.join("text.gguf")).unwrap();
    let order = ArticleOrder { words: 1_500, ..ArticleOrder::new("indoor herb garden".to_owned()) };
    let article = whole::write(&model, &order).unwrap();
    assert!(article.sections.len() >= 5 && !article.introduction.is_empty() && article.faq.is_some());
    let text = editorial::visible_text(&article);
    assert!(!text.chars().any(|character| character.is_ascii_digit()), "{text}");
    let words = editorial::words(&article);
    assert!((1_350..=1_650).contains(&words), "{words} words");
}
