//! Downloads of an article as files.

use std::io::{Cursor, Write};

use askama::Template;
use askama::filters::Safe;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderValue, Method, StatusCode};
use http_body_util::{BodyExt, Limited};
use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::api_path;
use super::shapes::{self, Article, Written};
use crate::addresses;
use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::state::Dashboard;
use crate::visit::SignedIn;

const MOST_IMAGE_BYTES: usize = 32 * 1024 * 1024;

/// The article as a complete HTML document.
#[derive(Template)]
#[template(path = "articles_file.html")]
struct Document<'a> {
    language: &'a str,
    title: &'a str,
    description: &'a str,
    html: Safe<&'a str>,
}

/// A file in the archive.
struct File {
    name: String,
    bytes: Vec<u8>,
    method: CompressionMethod,
}

impl File {
    fn text(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), bytes: text.into_bytes(), method: CompressionMethod::Deflated }
    }
}

/// Downloads an article as one file.
pub(crate) async fn file(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path((id, kind)): Path<(String, String)>,
) -> Result<Response, PageError> {
    let client = ApiClient::new(&dashboard, &visit);
    let told: Value = client.get(&api_path(&id, "/status")?).await?;
    let article: Article = shapes::read(told.clone())?;
    let written = article.written.as_ref().ok_or(PageError::NotFound)?;
    let language = &article.summary.language;
    let named =
        |kind: &'static str, ending: &str, bytes: Vec<u8>| attachment(kind, &written.slug, ending, bytes);
    match kind.as_str() {
        "html" => {
            Ok(named("text/html; charset=utf-8", "html", document(written, language, &written.html)?.into()))
        }
        "markdown" => Ok(named("text/markdown; charset=utf-8", "md", written.markdown.clone().into())),
        "copy-html" => Ok(shown(written.html.clone())),
        "copy-markdown" => Ok(shown(written.markdown.clone())),
        "json" => Ok(named("application/json", "json", as_json(told)?.into())),
        "zip" => {
            let images = stored_images(&dashboard, &client, written).await?;
            let files = files(written, language, as_json(told)?, images)?;
            let archive = archive(files).map_err(|error| PageError::internal(&error))?;
            Ok(named("application/zip", "zip", archive))
        }
        _ => Err(PageError::NotFound),
    }
}

/// Text to copy. The script copies it to the clipboard; without script the browser shows it.
fn shown(text: String) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
    ];
    (headers, text).into_response()
}

/// A brief as a file named after its keyword.
pub(super) fn brief_markdown(keyword: &str, markdown: String) -> Response {
    let mut response =
        attachment("text/markdown; charset=utf-8", "content-brief", "md", markdown.into_bytes());
    // Keywords contain letters of all languages, which only this form of the file name supports (RFC 8187).
    let name = addresses::escaped(keyword).replace('+', "%20").replace('*', "%2A");
    let named = format!("attachment; filename=\"content-brief.md\"; filename*=UTF-8''{name}.md");
    if let Ok(named) = HeaderValue::try_from(named) {
        response.headers_mut().insert(CONTENT_DISPOSITION, named);
    }
    response
}

fn attachment(kind: &'static str, slug: &str, ending: &str, bytes: Vec<u8>) -> Response {
    // Slugs contain only letters, digits and hyphens. Any other character is removed, because it must not get
    // into a header.
    let name: String =
        slug.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.{ending}\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox".to_owned()),
    ];
    (headers, bytes).into_response()
}

fn document(written: &Written, language: &str, html: &str) -> Result<String, PageError> {
    let (title, description) = (&written.meta_title, &written.meta_description);
    // The HTML is from our own renderer, which escapes all text and allows no other markup.
    let document = Document { language, title, description, html: Safe(html) };
    document.render().map_err(|error| PageError::internal(&error))
}

/// The article without the fields about the call.
fn as_json(mut told: Value) -> Result<String, PageError> {
    if let Some(object) = told.as_object_mut() {
        object.shift_remove("success");
        object.shift_remove("meta");
    }
    serde_json::to_string_pretty(&told).map_err(|error| PageError::internal(&error))
}

/// The stored images, each with its URL and a file name. Images that are no longer stored are left out.
async fn stored_images(
    dashboard: &Dashboard,
    client: &ApiClient<'_>,
    written: &Written,
) -> Result<Vec<(String, File)>, PageError> {
    let mut found = Vec::new();
    for (index, image) in written.images.iter().enumerate() {
        let Some(path) = stored_at(&image.url, &dashboard.settings.public_url) else { continue };
        let answer = client.send(Method::GET, &path, &[], None).await?;
        if answer.status() != StatusCode::OK {
            continue;
        }
        let body = Limited::new(answer.into_body(), MOST_IMAGE_BYTES).collect().await;
        let bytes = body.map_err(|error| PageError::unavailable(&error))?.to_bytes().to_vec();
        let name = format!("images/{}.{}", index + 1, ending(&path));
        found.push((image.url.clone(), File { name, bytes, method: CompressionMethod::Stored }));
    }
    Ok(found)
}

/// The path on this service of the file at a URL. Public storage on another host has the same paths below its
/// root.
fn stored_at(address: &str, public_url: &str) -> Option<String> {
    let here = addresses::local(address, public_url);
    if here.starts_with("/media/") {
        return Some(here.to_owned());
    }
    let elsewhere = url::Url::parse(address).ok()?;
    Some(format!("/media{}", elsewhere.path()))
}

fn ending(path: &str) -> &str {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_plain = !ending.is_empty() && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_plain { ending } else { "bin" }
}

/// The files of the archive. Their texts refer to the images in it.
fn files(
    written: &Written,
    language: &str,
    json: String,
    images: Vec<(String, File)>,
) -> Result<Vec<File>, PageError> {
    let mut html = written.html.clone();
    let mut markdown = written.markdown.clone();
    for (address, file) in &images {
        html = html.replace(&format!(" src=\"{address}\""), &format!(" src=\"{}\"", file.name));
        markdown = markdown.replace(address.as_str(), &file.name);
    }
    let mut files = vec![
        File::text("article.html", document(written, language, &without_copies(&html))?),
        File::text("article.md", markdown),
        File::text("article.json", json),
    ];
    files.extend(images.into_iter().map(|(_, file)| file));
    Ok(files)
}

/// Removes `srcset`: the smaller copies are not in the archive, so browsers must not choose them.
fn without_copies(html: &str) -> String {
    let mut pieces = html.split(" srcset=\"");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let rest = piece.split_once('"').map_or(piece, |(_, rest)| rest);
        text.push_str(rest);
    }
    text
}

fn archive(files: Vec<File>) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for File { name, bytes, method } in files {
        archive.start_file(name, SimpleFileOptions::default().compression_method(method))?;
        archive.write_all(&bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn images_are_found_here_and_on_a_storage_of_their_own() {
        let stored = |address| stored_at(address, "https://seo.example.com");
        assert_eq!(stored("https://seo.example.com/media/a/b.webp").as_deref(), Some("/media/a/b.webp"));
        assert_eq!(stored("https://cdn.example.com/a/b.webp").as_deref(), Some("/media/a/b.webp"));
        assert_eq!(stored("nonsense"), None);
        assert_eq!((ending("/media/a/b.webp"), ending("/media/a")), ("webp", "bin"));
    }

    #[test]
    fn smaller_copies_are_left_out() {
        let html = r#"<img src="images/1.webp" srcset="https://a/1 1w, https://a/2 2w" alt="x">"#;
        assert_eq!(without_copies(html), r#"<img src="images/1.webp" alt="x">"#);
    }

    #[test]
    fn the_file_of_a_brief_is_named_after_its_keyword() {
        let response = brief_markdown("cách pha trà \"*\"", "# Trà".to_owned());
        let name = response.headers()[CONTENT_DISPOSITION].to_str().unwrap();
        let expected = "attachment; filename=\"content-brief.md\"; filename*=UTF-8''c%C3%A1ch%20pha%20tr%C3%A0%20%22%2A%22.md";
        assert_eq!(name, expected);
    }

    #[test]
    fn archives_can_be_read() {
        let image = File {
            name: "images/1.webp".to_owned(),
            bytes: vec![1, 2, 3],
            method: CompressionMethod::Stored,
        };
        let bytes = archive(vec![File::text("article.md", "# Tea".to_owned()), image]).unwrap();
        let mut read = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut text = String::new();
        read.by_name("article.md").unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "# Tea");
        assert_eq!(read.by_name("images/1.webp").unwrap().size(), 3);
    }
}
