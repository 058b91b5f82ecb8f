//! Draws prompts in every style, one PNG each and a contact sheet of all, so that a person can check them.
//!
//! `cargo run -p illustration --example contact_sheet -- OUT_DIRECTORY [WIDTHxHEIGHT] [PROMPT...]`. A prompt
//! with Vietnamese letters is read as Vietnamese. Without prompts, it draws a list of its own.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;
use std::path::PathBuf;

use domain::images::ImageStyle;
use domain::locale::Language;
use illustration::{Commission, draw};
use image::RgbImage;
use image::imageops::{overlay, thumbnail};

const PROMPTS: [&str; 12] = [
    "A cup of coffee on a wooden table in the morning",
    "SEO strategy for small business websites",
    "Du lịch Đà Nẵng mùa hè",
    "Cách nấu phở bò tại nhà",
    "Camping in the forest at night",
    "Sailing boats at sunset",
    "Tết Nguyên đán ở Hà Nội",
    "Electric cars and the city of tomorrow",
    "Growing tomatoes in winter",
    "Tiết kiệm tiền và đầu tư cho người mới",
    "Artificial intelligence in healthcare",
    "Mountains at dawn",
];
const USUAL_SIZE: (u32, u32) = (1536, 1024);
const THUMBNAIL_HEIGHT: u32 = 320;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let folder = PathBuf::from(arguments.next().ok_or("the first argument is the directory to write to")?);
    std::fs::create_dir_all(&folder)?;
    let size =
        arguments.next_if(|argument| size_of(argument).is_some()).and_then(|argument| size_of(&argument));
    let size = size.unwrap_or(USUAL_SIZE);
    let mut prompts: Vec<String> = arguments.collect();
    if prompts.is_empty() {
        prompts = PROMPTS.map(str::to_owned).to_vec();
    }
    let (wide, high) = (size.0 * THUMBNAIL_HEIGHT / size.1, THUMBNAIL_HEIGHT);
    let (columns, rows) = (u32::try_from(ImageStyle::ALL.len())?, u32::try_from(prompts.len())?);
    let mut sheet = RgbImage::new(columns * wide, rows * high);
    for (row, prompt) in (0i64..).zip(&prompts) {
        let language = language_of(prompt);
        for (column, style) in (0i64..).zip(ImageStyle::ALL) {
            let commission = Commission { prompt, language, style, width: size.0, height: size.1, seed: 1 };
            let illustration = match draw(&commission) {
                Ok(illustration) => illustration,
                Err(unknown) => {
                    println!("{row}: {prompt}: {}: not drawn: {:?}", style.as_str(), unknown.words);
                    continue;
                }
            };
            println!("{row}: {prompt}: {}: {}", style.as_str(), illustration.depiction.sentence);
            let picture = illustration.pixels;
            picture.save(folder.join(format!("{row:02}-{}.png", style.as_str())))?;
            overlay(
                &mut sheet,
                &thumbnail(&picture, wide, high),
                column * i64::from(wide),
                row * i64::from(high),
            );
        }
    }
    sheet.save(folder.join("contact-sheet.png"))?;
    Ok(())
}

fn language_of(prompt: &str) -> Language {
    if prompt.is_ascii() { Language::ENGLISH } else { Language::VIETNAMESE }
}

fn size_of(argument: &str) -> Option<(u32, u32)> {
    let (width, height) = argument.split_once('x')?;
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    (width > 0 && height > 0).then_some((width, height))
}
