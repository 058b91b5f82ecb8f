//! `rankwright image`: one image into a file, without a server.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use application::draw_image::{Flaw, ImageInput, ImageParams, Picture};
use domain::images::{ImageFormat, random_seed};
use ports::clock::SystemClock;
use providers::ProviderClient;
use serde_json::json;

use crate::command_line::ImageArguments;
use crate::commands::models::show_in_terminal;
use crate::configuration::Settings;
use crate::pictures::DrawingServices;
use crate::research::user_agent;
use crate::terminal::{how_many, mention, say};

/// Engines may take long, and only the person at the terminal waits.
const LIMIT: Duration = Duration::from_mins(3);

pub(crate) async fn run(settings: &Settings, arguments: ImageArguments) -> anyhow::Result<()> {
    let started = Instant::now();
    let format = format_of(&arguments)?;
    let wanted = wanted(&arguments, format)?;
    let easel = DrawingServices::new(settings, Arc::new(SystemClock), Arc::new(show_in_terminal));
    let draw = easel.draw_image(&settings.image, &ProviderClient::new(&user_agent(settings))?)?;
    mention(format_args!("generating an image of {} pixels", wanted.order.size.as_str()));
    let picture = draw.draw(&wanted, LIMIT).await?;
    let file = out_file(&arguments, &picture, format);
    write(&file, &picture)?;
    if arguments.json {
        say(described(&file, &picture, format));
    } else {
        mention(format_args!(
            "{} by {} in {:.1} s; {}",
            file_size(picture.files.file.bytes.len()),
            picture.model,
            started.elapsed().as_secs_f64(),
            lettering(&picture)
        ));
        say(file.display());
    }
    Ok(())
}

/// The requested format, otherwise that of the file's name, otherwise the default.
fn format_of(arguments: &ImageArguments) -> anyhow::Result<ImageFormat> {
    let extension = arguments.out.as_deref().and_then(Path::extension).and_then(|text| text.to_str());
    let of_name =
        match extension {
            None => None,
            Some(extension) => Some(ImageFormat::from_extension(extension).with_context(|| {
                format!("unsupported format .{extension}; use .webp, .png, .jpg or .avif")
            })?),
        };
    match (arguments.format, of_name) {
        (Some(asked), Some(named)) if asked != named => {
            anyhow::bail!("--format {} does not fit the file's name", asked.as_str())
        }
        (asked, named) => Ok(asked.or(named).unwrap_or_default()),
    }
}

fn wanted(arguments: &ImageArguments, format: ImageFormat) -> anyhow::Result<ImageParams> {
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    let input = ImageInput {
        prompt: arguments.prompt.clone(),
        language: arguments.language,
        style: arguments.style,
        size: arguments.size,
        seed,
        allow_text: arguments.allow_text,
        alt: arguments.alt.clone(),
        format,
        quality: arguments.quality,
        responsive: false,
    };
    let told = |flaws: Vec<Flaw>| flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    input.check().map_err(|flaws| anyhow::Error::msg(told(flaws)))
}

fn out_file(arguments: &ImageArguments, picture: &Picture, format: ImageFormat) -> PathBuf {
    let named = || PathBuf::from(format!("{}.{}", picture.file_name, format.extension()));
    arguments.out.clone().unwrap_or_else(named)
}

/// Writes the file whole or not at all: an existing file stays if the disk is full.
fn write(file: &Path, picture: &Picture) -> anyhow::Result<()> {
    let unwritable = || format!("{} can't be written", file.display());
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).with_context(unwritable)?;
    let name = file.file_name().context("--out must name a file")?;
    let draft = folder.join(format!(".{}.part", name.to_string_lossy()));
    let written =
        std::fs::write(&draft, &picture.files.file.bytes).and_then(|()| std::fs::rename(&draft, file));
    if written.is_err() {
        // The first error is returned; the temporary file may not even exist.
        let _ = std::fs::remove_file(&draft);
    }
    written.with_context(unwritable)
}

fn lettering(picture: &Picture) -> String {
    let sanitisation = &picture.sanitisation;
    match (&sanitisation.detector, sanitisation.regions_found) {
        (Some(detector), Some(0)) => format!("{detector} found no text"),
        (Some(detector), Some(found)) => {
            let places = how_many(found, "place|places");
            format!("{detector} found text in {places} and removed it")
        }
        _ => "text was not looked for".to_owned(),
    }
}

fn described(file: &Path, picture: &Picture, format: ImageFormat) -> serde_json::Value {
    let (main, sanitisation) = (&picture.files.file, &picture.sanitisation);
    json!({
        "file": file.display().to_string(), "width": main.width, "height": main.height,
        "format": format.as_str(), "bytes": main.bytes.len(), "alt": picture.alt, "depicts": picture.depicts, "seed": picture.seed,
        "model": picture.model, "digitalSourceType": picture.source_type.as_str(),
        "sanitisation": {
            "detector": sanitisation.detector, "regionsFound": sanitisation.regions_found,
            "regionsRemoved": sanitisation.regions_removed, "passes": sanitisation.passes,
        },
    })
}

fn file_size(bytes: usize) -> String {
    format!("{} KB", bytes.div_ceil(1024))
}
