//! Images: the gallery, one image with all details, and a form for a new one.

mod draft;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::images::{ImageFormat, ImageId, ImageSize, ImageStyle};
use domain::prices::PER_IMAGE;
use http::StatusCode;
use serde::Deserialize;

use crate::addresses::{escaped, local};
use crate::answer::{page, page_with};
use crate::api_client::{ApiClient, Listing, Placed, once};
use crate::failure::PageError;
use crate::figures;
use crate::form::Form;
use crate::form_about::{FormAbout, known};
use crate::frame::{Frame, Section};
use crate::places::{self, NamedCode};
use crate::redirects;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;

use draft::Draft;

texts! {
    Texts {
        title: "Images", "Hình ảnh";
        new: "Generate an image", "Tạo hình ảnh";
        prompt: "Prompt", "Mô tả hình cần tạo";
        prompt_hint: "Up to 2,000 characters.", "Tối đa 2.000 ký tự.";
        size: "Size", "Kích thước";
        style: "Style", "Phong cách";
        format: "Format", "Định dạng";
        more: "More options", "Tuỳ chọn khác";
        quality: "Quality", "Chất lượng";
        quality_hint: "1 (smallest file) to 100 (best quality). Not for png.", "1 (tệp nhỏ nhất) đến 100 (đẹp nhất). Không dùng cho png.";
        alt: "Alt text", "Văn bản thay thế (alt)";
        alt_hint: "For people who can’t see the image. Written for you if empty.", "Dành cho người không nhìn được hình. Để trống thì hệ thống tự viết.";
        seed: "Seed", "Seed";
        seed_hint: "The same seed and prompt give the same image, if the engine supports it.", "Cùng seed và mô tả sẽ cho cùng một hình, nếu công cụ hỗ trợ.";
        language: "Prompt language", "Ngôn ngữ của mô tả";
        allow_text: "Keep text in the image", "Giữ chữ trong hình";
        allow_text_hint: "as in a logo; otherwise text is removed", "ví dụ logo; nếu không, chữ sẽ bị xoá";
        responsive: "Smaller sizes too", "Kèm các kích thước nhỏ hơn";
        responsive_hint: "for srcset, free", "cho srcset, miễn phí";
        submit: "Generate for", "Tạo với giá";
        number_fault: "Must be a whole number in the allowed range.", "Phải là số nguyên trong khoảng cho phép.";
        not_made: "The image was not generated.", "Chưa tạo được hình.";
        under_way: "This image is already being generated. Reload the gallery in a moment.", "Hình này đang được tạo. Hãy tải lại thư viện sau giây lát.";
        poor: "Not enough credits.", "Không đủ credit.";
        buy: "Buy credits", "Mua credit";
        gallery: "Gallery", "Thư viện";
        none: "No images yet", "Chưa có hình nào";
        none_lead: "Describe the first one above.", "Hãy mô tả hình đầu tiên ở trên.";
        newest: "Newest", "Mới nhất";
        download: "Download", "Tải xuống";
        delete: "Delete", "Xoá";
        delete_question: "Delete this image?", "Xoá hình này?";
        delete_lead: "Its files are deleted too, and pages that use it will show a broken image. You can’t undo this.", "Các tệp của hình cũng bị xoá, và trang đang dùng hình sẽ bị lỗi hiển thị. Không thể hoàn tác.";
        done_drawn: "The image was generated.", "Đã tạo hình.";
        done_deleted: "The image was deleted.", "Đã xoá hình.";
        about: "About", "Thông tin";
        image: "Image", "Hình";
        wording: "Prompt", "Mô tả";
        made: "Generated", "Ngày tạo";
        model: "Model", "Mô hình";
        source: "Digital source type (IPTC)", "Loại nguồn số (IPTC)";
        no_seed: "none", "không có";
        lettering: "Text in the image", "Chữ trong hình";
        unchecked: "not checked", "không kiểm tra";
        found: "place found|places found", "chỗ được phát hiện";
        removed: "removed", "đã xoá";
        copies: "Smaller sizes", "Các kích thước nhỏ hơn";
        address: "URL", "URL";
        bytes: "bytes", "byte";
    }
}

impl Texts {
    /// The label of a field, for the list of errors.
    fn label<'a>(&self, field: &'a str) -> &'a str {
        match field {
            "prompt" => self.prompt,
            "size" => self.size,
            "style" => self.style,
            "format" => self.format,
            "quality" => self.quality,
            "alt" => self.alt,
            "seed" => self.seed,
            "language" => self.language,
            other => other,
        }
    }
}

const PAGE: &str = "/dashboard/images";
/// Fills whole rows of two, three or four columns.
const PER_PAGE: u32 = 24;

/// An image in API responses.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Picture {
    image_id: String,
    url: String,
    width: i64,
    height: i64,
    format: String,
    bytes: i64,
    alt: String,
    prompt: String,
    style: String,
    seed: Option<u32>,
    model: String,
    digital_source_type: String,
    sanitisation: Sanitisation,
    variants: Vec<Variant>,
    created_at: Timestamp,
}

/// The result of text removal.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sanitisation {
    detector: Option<String>,
    regions_found: Option<i64>,
    regions_removed: Option<i64>,
}

#[derive(Deserialize)]
struct Variant {
    url: String,
    width: i64,
    height: i64,
    bytes: i64,
}

/// The part of a new image that is needed to show it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Made {
    image_id: String,
}

#[derive(Template)]
#[template(path = "images.html")]
struct GalleryPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    pictures: &'a [Picture],
    public_url: &'a str,
    older: Option<String>,
    is_first: bool,
    draft: Draft,
    languages: Vec<NamedCode>,
    once: String,
    price: i64,
}

#[derive(Template)]
#[template(path = "images_one.html")]
struct PicturePage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    picture: &'a Picture,
    public_url: &'a str,
}

#[derive(Deserialize, Default)]
pub(crate) struct QueryParams {
    cursor: Option<String>,
    done: Option<String>,
}

impl QueryParams {
    fn notice(&self, words: &Texts) -> Option<&'static str> {
        match self.done.as_deref()? {
            "drawn" => Some(words.done_drawn),
            "deleted" => Some(words.done_deleted),
            "underway" => Some(words.under_way),
            _ => None,
        }
    }
}

/// The gallery and an empty form.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    gallery(&dashboard, &visit, StatusCode::OK, &params, Draft::empty()).await
}

async fn gallery(
    dashboard: &Dashboard,
    visit: &SignedIn,
    status: StatusCode,
    params: &QueryParams,
    draft: Draft,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Images, words.title).await?.telling(params.notice(words));
    let from = params.cursor.as_deref().map(|cursor| format!("&cursor={}", escaped(cursor)));
    let path = format!("/v1/images?limit={PER_PAGE}{}", from.as_deref().unwrap_or_default());
    let found: Listing<Picture> = ApiClient::new(dashboard, visit).get(&path).await?;
    let template = GalleryPage {
        frame: &frame,
        words,
        pictures: &found.data,
        public_url: &dashboard.settings.public_url,
        older: found.older(PAGE),
        is_first: from.is_none(),
        draft,
        languages: places::languages(visit.language),
        once: once()?,
        price: PER_IMAGE.as_i64(),
    };
    page_with(status, &frame, &template)
}

/// Generates an image and shows it.
pub(crate) async fn draw(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let draft = Draft::read(&form);
    let request = draft.request(Texts::of(visit.language));
    let client = ApiClient::new(&dashboard, &visit);
    match client.order::<Made>("/v1/images/generate", request, form.text("once")).await? {
        Placed::Made(made) => Ok(redirects::see(&format!("{PAGE}/{}?done=drawn", made.image_id))),
        Placed::UnderWay => Ok(redirects::see(&format!("{PAGE}?done=underway"))),
        Placed::Refused(faults) => {
            let draft = Draft { faults, ..draft };
            gallery(&dashboard, &visit, StatusCode::UNPROCESSABLE_ENTITY, &QueryParams::default(), draft)
                .await
        }
    }
}

fn api_path(id: ImageId) -> String {
    format!("/v1/images/{id}")
}

pub(crate) async fn show_one(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let picture: Picture = ApiClient::new(&dashboard, &visit).get(&api_path(known(&id)?)).await?;
    let words = Texts::of(visit.language);
    let frame = visit.frame(&dashboard, Section::Images, &picture.alt).await?.telling(params.notice(words));
    let public_url = &dashboard.settings.public_url;
    page(&frame, &PicturePage { frame: &frame, words, picture: &picture, public_url })
}

pub(crate) async fn delete(sent: FormAbout<ImageId>) -> Result<Response, PageError> {
    match sent.client().delete(&api_path(sent.id)).await? {
        Ok(_) => Ok(redirects::see(&format!("{PAGE}?done=deleted"))),
        Err(refusal) if refusal.status == StatusCode::NOT_FOUND => Err(PageError::NotFound),
        Err(refusal) => Err(PageError::unavailable(&refusal.message)),
    }
}

impl GalleryPage<'_> {
    fn length(&self, bytes: i64) -> String {
        length(bytes, self.frame, self.words)
    }
}

impl PicturePage<'_> {
    fn length(&self, bytes: i64) -> String {
        length(bytes, self.frame, self.words)
    }

    /// The HTML for the image on another page. It is escaped for that page; this page escapes it once more.
    fn markup(&self) -> String {
        let Picture { url, width, height, alt, .. } = self.picture;
        let (url, alt) = (attribute(url), attribute(alt));
        format!(r#"<img src="{url}" width="{width}" height="{height}" alt="{alt}">"#)
    }
}

/// Escapes text for a double-quoted attribute.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The size of a file: `148 KB`.
fn length(bytes: i64, frame: &Frame, words: &Texts) -> String {
    const KILO: i64 = 1_000;
    if bytes < KILO {
        return format!("{bytes} {}", words.bytes);
    }
    format!("{} KB", figures::grouped((bytes + KILO / 2) / KILO, frame.language))
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;
    use crate::language::Theme;

    #[test]
    fn lengths_are_told_in_thousands() {
        let frame = Frame::public(Language::ENGLISH, Theme::Auto, "");
        let words = Texts::of(Language::ENGLISH);
        assert_eq!(length(999, &frame, words), "999 bytes");
        assert_eq!(length(84_612, &frame, words), "85 KB");
        assert_eq!(length(1_234_567, &frame, words), "1,235 KB");
    }

    #[test]
    fn descriptions_stay_inside_their_attribute() {
        assert_eq!(attribute("\"><b>&"), "&quot;&gt;&lt;b&gt;&amp;");
    }
}
