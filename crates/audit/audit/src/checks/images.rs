//! Checks of images as the markup describes them.

use seo::dom::{NodeId, Step};
use seo::words;
use url::Url;

use crate::check::{Category, Check, Needs, Outcome, Severity};
use crate::document::{Document, Picture};
use crate::facts::Facts;

use super::figures::counted;

/// The longest description that a screen reader reads without a break, in characters.
const LONGEST_ALT: usize = 125;
/// Images from this width on should offer several sizes, in CSS pixels.
const NARROWEST_WIDE: u32 = 800;
/// How many nodes away from its image a caption may be.
const FARTHEST_CAPTION: usize = 60;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "img.alt_missing",
        category: Category::Images,
        severity: Severity::Medium,
        expects: "Every image has an alt attribute",
        fix: "Say in alt what the image shows; give images that only decorate an empty one: alt=\"\".",
        needs: Needs::Markup,
        run: alt_missing,
    },
    Check {
        id: "img.alt_long",
        category: Category::Images,
        severity: Severity::Low,
        expects: "Descriptions of images have at most 125 characters",
        fix: "Keep alt to one sentence, and move details into a caption or the text beside the image.",
        needs: Needs::Markup,
        run: alt_long,
    },
    Check {
        id: "img.alt_redundant",
        category: Category::Images,
        severity: Severity::Low,
        expects: "Descriptions of images say something of their own",
        fix: "Say what is seen: without “image of”, not the file's name, and not what the caption or link says already; \
              where the text beside it says everything, use alt=\"\".",
        needs: Needs::Markup,
        run: alt_redundant,
    },
    Check {
        id: "img.no_dimensions",
        category: Category::Images,
        severity: Severity::Medium,
        expects: "Every image has a width and a height, so that the page keeps its place while it loads",
        fix: "Write the image's own width and height as attributes of <img>; with height: auto in the style sheet it still scales.",
        needs: Needs::Markup,
        run: no_dimensions,
    },
    Check {
        id: "img.no_srcset",
        category: Category::Images,
        severity: Severity::Low,
        expects: "Wide images are offered in several sizes",
        fix: "Add srcset with widths such as 480w, 960w and 1600w, and sizes that says how wide the image is shown.",
        needs: Needs::Markup,
        run: no_srcset,
    },
    Check {
        id: "img.picture_no_img",
        category: Category::Images,
        severity: Severity::High,
        expects: "Every <picture> holds an <img>",
        fix: "Put an <img> with src and alt at the end of the <picture>; without it browsers show nothing.",
        needs: Needs::Markup,
        run: picture_no_img,
    },
    Check {
        id: "img.filename",
        category: Category::Images,
        severity: Severity::Low,
        expects: "Files of images are named after what they show",
        fix: "Rename the file in a few words joined by hyphens, such as cold-brew-jar.jpg, and redirect the old name if it is linked.",
        needs: Needs::Markup,
        run: filename,
    },
];

/// Whether an image is a tracking pixel or is not shown at all.
fn is_unseen(document: &Document, picture: &Picture) -> bool {
    let Some(element) = document.element(picture.node) else { return true };
    let is_dot =
        |name: &str| matches!(element.attribute(name).map(str::trim), Some("0" | "1" | "0px" | "1px"));
    let style = element.attribute("style").unwrap_or_default();
    (is_dot("width") && is_dot("height"))
        || element.attribute("hidden").is_some()
        || (style.contains("none") && style.replace(' ', "").contains("display:none"))
}

fn pictures<'a>(facts: &Facts<'a>) -> impl Iterator<Item = &'a Picture> {
    let document = facts.document;
    document.pictures.iter().filter(|picture| !is_unseen(document, picture))
}

fn alt_missing(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let names = ["aria-label", "aria-labelledby", "title"];
    let is_named = |picture: &Picture| {
        names
            .iter()
            .any(|name| document.attribute(picture.node, name).is_some_and(|text| !text.trim().is_empty()))
    };
    let nameless =
        pictures(facts).filter(|picture| picture.alt.is_none() && !picture.decorative && !is_named(picture));
    Outcome::of_each(
        nameless,
        |picture| document.evidence(picture.node),
        |count| {
            let of = document.pictures.len();
            format!(
                "{} no alt attribute, of {of} on the page.",
                counted(count, "picture has", "pictures have")
            )
        },
    )
}

fn alt_long(facts: &Facts<'_>) -> Outcome {
    let long = pictures(facts).filter_map(|picture| {
        let characters = picture.alt.as_deref()?.chars().count();
        (characters > LONGEST_ALT).then_some((picture, characters))
    });
    Outcome::of_each(
        long,
        |(picture, characters)| {
            facts.document.evidence(picture.node).detailed(format!("{characters} characters"))
        },
        |count| {
            let pictures = counted(count, "picture has a description", "pictures have descriptions");
            format!("{pictures} of more than {LONGEST_ALT} characters.")
        },
    )
}

fn alt_redundant(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let redundant = pictures(facts).filter_map(|picture| Some((picture, redundancy(document, picture)?)));
    Outcome::of_each(
        redundant,
        |(picture, reason)| document.evidence(picture.node).detailed(reason),
        |count| {
            let pictures = counted(count, "picture has a description", "pictures have descriptions");
            format!("{pictures} that tell readers nothing new.")
        },
    )
}

/// Beginnings of descriptions that only say that it is an image.
const PREFIXES: [&str; 9] = [
    "image of ",
    "picture of ",
    "photo of ",
    "photograph of ",
    "an image of ",
    "a picture of ",
    "a photo of ",
    "hình ảnh của ",
    "hình ảnh về ",
];
/// Descriptions that say only that it is an image.
const PLACEHOLDERS: [&str; 12] = [
    "image",
    "images",
    "img",
    "picture",
    "photo",
    "pic",
    "untitled",
    "placeholder",
    "alt",
    "hình ảnh",
    "ảnh",
    "hình",
];

/// Why a description is redundant.
fn redundancy(document: &Document, picture: &Picture) -> Option<&'static str> {
    let alt = words::normalise(picture.alt.as_deref().filter(|alt| !alt.is_empty())?).into_owned();
    if PLACEHOLDERS.contains(&alt.as_str()) {
        return Some("it only says that it is a picture");
    }
    if PREFIXES.iter().any(|prefix| alt.starts_with(prefix)) {
        return Some("it begins by saying that it is a picture");
    }
    let file = picture.url.as_ref().and_then(file_name).map(|name| words::normalise(&name).into_owned());
    if file.is_some_and(|file| is_file_name(&alt, &file)) {
        return Some("it is the name of the file");
    }
    let around = container(document, picture.node)?;
    (words::normalise(&text_within(document, around)) == alt).then_some("the text beside it says the same")
}

/// Whether a description is the name of its file: with its extension, or with characters that sentences don't
/// have.
fn is_file_name(alt: &str, file: &str) -> bool {
    let (stem, _) = file.rsplit_once('.').unwrap_or((file, ""));
    alt == file || (alt == stem && alt.contains(['_', '-']) && !alt.contains(' '))
}

/// The figure or link around an image.
fn container(document: &Document, node: NodeId) -> Option<NodeId> {
    let mut current = document.dom().parent(node)?;
    for _ in 0..3 {
        if matches!(document.element(current)?.name(), "figure" | "a" | "button") {
            return Some(current);
        }
        current = document.dom().parent(current)?;
    }
    None
}

/// The text near the start of an element.
fn text_within(document: &Document, node: NodeId) -> String {
    let steps = document.dom().walk(node).take(FARTHEST_CAPTION);
    let texts = steps.filter_map(|step| match step {
        Step::Enter(node) => document.dom().text(node),
        Step::Leave(_) => None,
    });
    texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

fn no_dimensions(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let shapeless = pictures(facts).filter(|picture| !picture.has_dimensions && !is_sized(document, picture));
    Outcome::of_each(
        shapeless,
        |picture| document.evidence(picture.node),
        |count| {
            let pictures = counted(count, "picture has", "pictures have");
            format!("{pictures} no width and height in the markup; text jumps when they arrive.")
        },
    )
}

/// Whether classes of common style libraries set an image's dimensions.
fn is_sized(document: &Document, picture: &Picture) -> bool {
    let classes = document.attribute(picture.node, "class").unwrap_or_default();
    let begins = |start: &str| classes.split_ascii_whitespace().any(|class| class.starts_with(start));
    (begins("w-") && begins("h-")) || begins("size-") || begins("aspect-")
}

fn no_srcset(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let wide = pictures(facts).filter_map(|picture| {
        let width: u32 =
            document.attribute(picture.node, "width")?.trim().trim_end_matches("px").parse().ok()?;
        let name = picture.url.as_ref().and_then(file_name)?;
        let scales = name.to_ascii_lowercase().ends_with(".svg");
        let offered = picture.has_sizes
            || ["data-srcset", "data-lazy-srcset"]
                .iter()
                .any(|name| document.attribute(picture.node, name).is_some());
        (width >= NARROWEST_WIDE && !offered && !scales).then_some((picture, width))
    });
    Outcome::of_each(
        wide,
        |(picture, width)| document.evidence(picture.node).detailed(format!("{width} pixels wide")),
        |count| {
            let pictures = counted(count, "wide picture is", "wide pictures are");
            format!("{pictures} offered in one size only; phones load far more than they show.")
        },
    )
}

fn picture_no_img(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    Outcome::of_each(
        &document.pictures_without_img,
        |node| document.evidence(*node),
        |count| {
            format!(
                "{} no <img>, so nothing is shown.",
                counted(count, "<picture> has", "<picture> elements have")
            )
        },
    )
}

fn filename(facts: &Facts<'_>) -> Outcome {
    let named = pictures(facts).filter(|picture| !picture.decorative && picture.alt.as_deref() != Some(""));
    let meaningless = named.filter_map(|picture| {
        let url = picture.url.as_ref()?;
        let name = file_name(url)?;
        is_meaningless(&name).then_some((picture, url))
    });
    Outcome::of_each(
        meaningless,
        |(picture, url)| facts.document.evidence(picture.node).about(url.as_str()),
        |count| {
            let pictures = counted(count, "picture has a file name", "pictures have file names");
            format!("{pictures} that a camera or program gave, and that says nothing about it.")
        },
    )
}

/// The last part of the path, decoded.
fn file_name(url: &Url) -> Option<String> {
    let last = url.path_segments()?.next_back().filter(|name| !name.is_empty())?;
    Some(percent_encoding::percent_decode_str(last).decode_utf8_lossy().into_owned())
}

/// The beginnings of file names that cameras, phones and programs generate.
const GIVEN_NAMES: [&str; 24] = [
    "img",
    "dsc",
    "dscn",
    "dscf",
    "dsci",
    "pxl",
    "pict",
    "dji",
    "gopr",
    "mvimg",
    "fb_img",
    "image",
    "images",
    "photo",
    "picture",
    "pic",
    "screenshot",
    "screen shot",
    "untitled",
    "unnamed",
    "download",
    "hinh",
    "hinh-anh",
    "z",
];

/// Whether a name is only such a word and numbers.
fn is_meaningless(file: &str) -> bool {
    let file = file.to_ascii_lowercase();
    let Some((stem, ending)) = file.rsplit_once('.') else { return false };
    if !matches!(ending, "jpg" | "jpeg" | "png" | "gif" | "webp" | "avif" | "heic" | "bmp") {
        return false;
    }
    let stem = stem.strip_suffix("-scaled").unwrap_or(stem);
    let begin = GIVEN_NAMES.iter().filter(|name| stem.starts_with(**name)).map(|name| name.len()).max();
    let rest = &stem[begin.unwrap_or(0)..];
    let only_numbers = rest.bytes().all(|byte| byte.is_ascii_digit() || b"-_ ().x@".contains(&byte));
    let has_number = rest.bytes().any(|byte| byte.is_ascii_digit());
    let begins_so = begin.is_some_and(|length| length > 1);
    // A single `z` or a two-digit number may be a proper name, and `144x144` is a size that a server
    // generated.
    only_numbers && (begins_so || (has_number && rest.len() > 3 && !rest.contains('x')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cameras_give_are_known() {
        for name in [
            "IMG_1234.jpg",
            "DSC00042.JPG",
            "IMG_20240101_120000.jpg",
            "image1.png",
            "image.png",
            "untitled.webp",
            "Screenshot 2024-01-01.png",
            "IMG_1234-1024x768.jpg",
            "z4567890123.jpg",
            "1698765432.jpg",
            "PXL_20240101.jpg",
        ] {
            assert!(is_meaningless(name), "{name}");
        }
        for name in [
            "cold-brew.jpg",
            "imagination.png",
            "photo-1518791841217-8f162f1e1131.jpg",
            "42.jpg",
            "144x144.jpg",
            "logo.svg",
            "img",
            "2024-cold-brew.jpg",
            "photographer.jpg",
            "IMG_1234.svg",
            "peugeot-404.jpg",
        ] {
            assert!(!is_meaningless(name), "{name}");
        }
    }

    #[test]
    fn descriptions_that_are_file_names_are_known() {
        assert!(is_file_name("cold-brew.jpg", "cold-brew.jpg") && is_file_name("cold_brew", "cold_brew.jpg"));
        assert!(!is_file_name("coffee", "coffee.jpg") && !is_file_name("cold brew", "cold-brew.jpg"));
    }
}
