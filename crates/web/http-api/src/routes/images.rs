//! Images: generating them, and the stored images of an account.

mod object;

use application::draw_image::{FlawKind, ImageInput, ImageParams};
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use domain::images::{self, ImageFormat, ImageId, ImageSeed, ImageSize, ImageStyle};
use domain::prices::Operation;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Meta;
use crate::caller::{Caller, ImagesScope};
use crate::charging::{Charged, ChargedCall, ResultMeta, Terms};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::json::{AcceptsJson, Json};
use crate::openapi::names;
use crate::paging::{Cut, Page};
use crate::path::Path;
use crate::state::ApiState;
use crate::validation::{LanguageCode, Problems, language};

use object::{FormatName, ImageObject, SizeName, StyleName};

/// An image to generate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"prompt": "a cup of green tea beside a window in the morning", "style": "illustration"}))]
pub(crate) struct ImageRequest {
    /// What the image shows.
    #[schema(
        min_length = 1,
        max_length = 2000,
        pattern = r"[^\s\x00-\x1f\x7f-\x9f]",
        example = "a cup of green tea beside a window"
    )]
    prompt: String,
    /// Width and height in pixels.
    #[serde(default)]
    #[schema(default = "1536x1024")]
    size: SizeName,
    /// The style of the image.
    #[serde(default)]
    #[schema(default = "illustration")]
    style: StyleName,
    /// The format of the file.
    #[serde(default)]
    #[schema(default = "webp")]
    format: FormatName,
    /// The quality of the file, from 1 (smallest) to 100 (best). Without it, a good balance is chosen. Not with `png`, which is lossless.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100)]
    quality: Option<u8>,
    /// The alternative text. Without it, it describes what was drawn or, if the engine does not return that, the prompt.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 250, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    alt: Option<String>,
    /// The same seed and request draw the same image, if the engine supports seeds. Without it, a random seed is chosen.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 4_294_967_294_u64)]
    seed: Option<u32>,
    /// The two-letter code of the prompt's language.
    #[serde(default)]
    #[schema(value_type = Option<LanguageCode>, default = "en")]
    language: Option<String>,
    /// Whether the image may contain text, such as a logo. Otherwise text is removed.
    #[serde(default)]
    #[schema(default = false)]
    allow_text: bool,
    /// Whether to make smaller copies for `srcset` too. They are free.
    #[serde(default)]
    #[schema(default = false)]
    responsive: bool,
    /// The most credits that the call may cost.
    #[serde(default)]
    #[schema(minimum = 0)]
    max_credits: Option<i64>,
}

/// A new image.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewImage)]
pub(crate) struct ImageReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    #[serde(flatten)]
    #[schema(inline)]
    image: ImageObject,
    meta: ResultMeta,
}

/// Generate an image.
///
/// Draws an image, removes text from it and stores it until you delete it. Costs 5,000 credits.
///
/// The built-in illustrator draws a subject only if it recognises the main subject of the prompt. If no other engine is configured, any
/// other prompt is rejected with `image_subject_not_supported`, which costs nothing. `style: "abstract"` always works.
#[utoipa::path(
    post, path = "/v1/images/generate", operation_id = "generateImage", tag = "images",
    security(("apiKey" = ["images"])), request_body = ImageRequest,
    responses((status = 200, description = "The image.", body = Charged<ImageReply>))
)]
pub(crate) async fn generate(call: ChargedCall<ImagesScope, ImageRequest>) -> Result<Response, ApiError> {
    let (wanted, max_credits) = call.request.check()?;
    let operation = Operation::ImagesGenerate;
    let generate = call.state.pictures.generate.of(call.claims().mode).clone();
    let (purse, settlement) = (call.caller.purse(), call.settlement.clone());
    let limit = call.state.settings.time_limit(Some(operation));
    let (context, media_url) = (call.context.clone(), call.state.settings.media_url.clone());
    let work = async move {
        let image = generate.generate(purse, &settlement, &wanted, limit).await?;
        let meta = context.meta(image.details.engine.clone(), image.created_at, false);
        Ok(ImageReply { success: true, image: ImageObject::new(&image, &media_url), meta })
    };
    call.settle(Terms { operation, hold_first: true, max_credits }, work).await
}

impl ImageRequest {
    fn check(&self) -> Result<(ImageParams, Option<i64>), ApiError> {
        let mut problems = Problems::default();
        let input = ImageInput {
            prompt: self.prompt.clone(),
            language: language(&mut problems, self.language.as_deref()),
            style: ImageStyle::from(self.style),
            size: ImageSize::from(self.size),
            seed: self.seed.map_or_else(any_seed, Ok)?,
            allow_text: self.allow_text,
            alt: self.alt.clone(),
            format: ImageFormat::from(self.format),
            quality: self.quality,
            responsive: self.responsive,
        };
        let wanted = input.check();
        for flaw in wanted.as_ref().err().into_iter().flatten() {
            problems.add(flaw.field, code_of(flaw.kind), flaw.message.clone());
        }
        let max_credits = problems.max_credits(self.max_credits);
        problems.finish()?;
        let wanted = wanted.map_err(|_| ApiError::plain(ErrorCode::ValidationFailed))?;
        Ok((wanted, max_credits))
    }
}

fn any_seed() -> Result<ImageSeed, ApiError> {
    images::random_seed().map_err(|error| {
        tracing::error!(%error, "the machine has no random numbers");
        ApiError::plain(ErrorCode::InternalError)
    })
}

const fn code_of(flaw: FlawKind) -> &'static str {
    match flaw {
        FlawKind::Invalid => "invalid",
        FlawKind::OutOfRange => "out_of_range",
        FlawKind::NotAllowed => "not_allowed",
    }
}

/// A page of images, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImageList)]
pub(crate) struct ImagesReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The images, newest first.
    data: Vec<ImageObject>,
    /// Whether there is another page.
    has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    next_cursor: Option<String>,
    meta: Meta,
}

/// List images.
///
/// Returns the images of the key's account and mode, newest first. Free.
#[utoipa::path(
    get, path = "/v1/images", operation_id = "listImages", tag = "images",
    security(("apiKey" = ["images"])), params(Page<ImageId>),
    responses((status = 200, description = "A page of images.", body = ImagesReply))
)]
pub(crate) async fn list(
    caller: Caller<ImagesScope>,
    _: AcceptsJson,
    Page(wanted): Page<ImageId>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<ImagesReply>, ApiError> {
    let read = state.pictures.keep.list(caller.purse(), wanted.before, wanted.to_read()).await;
    let images = read.map_err(|error| ApiError::from(&error))?;
    let Cut { data, has_more, next_cursor } = wanted.cut(images, |image| image.id.to_string());
    let media_url = &state.settings.media_url;
    Ok(Json(ImagesReply {
        success: true,
        data: data.iter().map(|image| ImageObject::new(image, media_url)).collect(),
        has_more,
        next_cursor,
        meta: Meta::new(&context, &caller.claims),
    }))
}

/// An image.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImageResult)]
pub(crate) struct OneImageReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    #[serde(flatten)]
    #[schema(inline)]
    image: ImageObject,
    meta: Meta,
}

/// Get an image.
///
/// Returns an image of the key's account. Free.
#[utoipa::path(
    get, path = "/v1/images/{imageId}", operation_id = "getImage", tag = "images", security(("apiKey" = ["images"])),
    params(("imageId" = String, Path, description = "The id of the image.", example = "img_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, description = "The image.", body = OneImageReply))
)]
pub(crate) async fn read(
    caller: Caller<ImagesScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<OneImageReply>, ApiError> {
    let id = known(&id)?;
    let read = state.pictures.keep.read(caller.purse(), id).await;
    let image = read.map_err(|error| ApiError::from(&error))?.ok_or_else(|| not_found(id))?;
    let image = ImageObject::new(&image, &state.settings.media_url);
    Ok(Json(OneImageReply { success: true, image, meta: Meta::new(&context, &caller.claims) }))
}

/// An image that was deleted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeletedImage)]
pub(crate) struct DeletedReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The id of the deleted image.
    #[schema(example = "img_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    image_id: String,
    #[schema(value_type = names::True, inline)]
    deleted: bool,
    meta: Meta,
}

/// Delete an image.
///
/// Deletes an image and its files. This cannot be undone. Caches may show the image for a while. Free.
#[utoipa::path(
    delete, path = "/v1/images/{imageId}", operation_id = "deleteImage", tag = "images", security(("apiKey" = ["images"])),
    params(("imageId" = String, Path, description = "The id of the image.", example = "img_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, description = "The image was deleted.", body = DeletedReply))
)]
pub(crate) async fn delete(
    caller: Caller<ImagesScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<DeletedReply>, ApiError> {
    let id = known(&id)?;
    let deleted = state.pictures.keep.delete(caller.purse(), id).await;
    if !deleted.map_err(|error| ApiError::from(&error))? {
        return Err(not_found(id));
    }
    let meta = Meta::new(&context, &caller.claims);
    Ok(Json(DeletedReply { success: true, image_id: id.to_string(), deleted: true, meta }))
}

/// Text that is not a valid id gets a 404, like the id of another account's image.
fn known(id: &str) -> Result<ImageId, ApiError> {
    id.parse().map_err(|_| ApiError::missing("image", id))
}

fn not_found(id: ImageId) -> ApiError {
    ApiError::missing("image", &id.to_string())
}
