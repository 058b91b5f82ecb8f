//! Measures how often the detector mistakes the built-in illustrator's shapes for letters. The images contain
//! no letters, so every alarm is false.
//!
//! `cargo run -p imaging --example false_alarms -- WEIGHTS [OUT_DIRECTORY]`. With a directory, it writes the
//! images in question.

#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;
use std::path::{Path, PathBuf};

use domain::images::ImageStyle;
use domain::locale::Language;
use illustration::{Commission, Illustration, draw};
use text_removal::Detector;

const PROMPTS: &str = include_str!("prompts.txt");
const SIDE: u32 = 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let weights = arguments.next().ok_or("the first argument is the file with the detector's weights")?;
    let folder = arguments.next().map(PathBuf::from);
    let detector = Detector::load(Path::new(&weights))?;
    let (mut drawn, mut alarmed) = (0_u32, 0_u32);
    for (number, prompt) in (0..).zip(PROMPTS.lines()) {
        let language = if prompt.is_ascii() { Language::ENGLISH } else { Language::VIETNAMESE };
        for style in ImageStyle::ALL {
            let commission = Commission { prompt, language, style, width: SIDE, height: SIDE, seed: number };
            let Ok(Illustration { pixels: picture, .. }) = draw(&commission) else { continue };
            let regions = detector.find(&picture)?;
            drawn += 1;
            if regions.is_empty() {
                continue;
            }
            alarmed += 1;
            println!("{number:3} {:12} {} place(s): {prompt}", style.as_str(), regions.len());
            if let Some(folder) = &folder {
                std::fs::create_dir_all(folder)?;
                picture.save(folder.join(format!("{number:03}-{}.png", style.as_str())))?;
            }
        }
    }
    println!("{alarmed} of {drawn} built-in pictures set the detector off");
    Ok(())
}
