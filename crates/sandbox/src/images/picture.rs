//! A gradient as PNG, the same for the same prompt and size. Its comment says that it is synthetic.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::faults;
use crate::seed::Seed;

/// The largest side that is drawn.
const LONGEST_SIDE: u32 = 2048;
const COLOURS: u32 = 256;
const COMMENT: &[u8] = b"Comment\0Rankwright sandbox: synthetic image";

/// A picture to be drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    seed: Seed,
}

impl Picture {
    /// The picture of a prompt; sides beyond the limit are shortened.
    pub(crate) fn of(prompt: &str, width: u32, height: u32, number: u64) -> Self {
        let seed = Seed::of(&["picture", &faults::without_words(prompt), &number.to_string()]);
        Self { width: width.clamp(1, LONGEST_SIDE), height: height.clamp(1, LONGEST_SIDE), seed }
    }

    /// The PNG file.
    pub(crate) fn png(&self) -> Bytes {
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut header = [self.width.to_be_bytes(), self.height.to_be_bytes()].concat();
        // Eight bits, a palette, and the only methods of compression, filtering and interlacing that matter.
        header.extend([8, 3, 0, 0, 0]);
        chunk(&mut file, *b"IHDR", &header);
        chunk(&mut file, *b"PLTE", &self.palette());
        chunk(&mut file, *b"tEXt", COMMENT);
        chunk(&mut file, *b"IDAT", &compressed(&self.rows()));
        chunk(&mut file, *b"IEND", &[]);
        file.into()
    }

    /// The PNG file in base64.
    pub(crate) fn base64(&self) -> String {
        STANDARD.encode(self.png())
    }

    /// From one colour to another.
    fn palette(&self) -> Vec<u8> {
        let mut choices = self.seed.generator();
        let ends: [(u8, u8); 3] = std::array::from_fn(|_| (choices.u8(..), choices.u8(..)));
        let mix = |(from, to): (u8, u8), step: u32| {
            let mixed = (u32::from(from) * (COLOURS - 1 - step) + u32::from(to) * step) / (COLOURS - 1);
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        (0..COLOURS).flat_map(|step| ends.map(|channel| mix(channel, step))).collect()
    }

    /// The colours along the diagonal, each row as its difference to the row above.
    fn rows(&self) -> Vec<u8> {
        const UP: u8 = 2;
        let across: Vec<u32> = (0..self.width).map(|x| x * (COLOURS / 2) / self.width).collect();
        let mut rows = Vec::new();
        let mut above = 0;
        for y in 0..self.height {
            let down = y * (COLOURS / 2) / self.height;
            rows.push(UP);
            if y == 0 {
                rows.extend(across.iter().map(|colour| u8::try_from(*colour).unwrap_or(u8::MAX)));
            } else {
                let step = u8::try_from(down - above).unwrap_or(u8::MAX);
                rows.resize(rows.len() + across.len(), step);
            }
            above = down;
        }
        rows
    }
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let mut check = crc32fast::Hasher::new();
    check.update(&kind);
    check.update(data);
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(check.finalize().to_be_bytes());
}

fn compressed(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory can't fail; if it did, the picture would be empty and every reader would say so.
    match encoder.write_all(data) {
        Ok(()) => encoder.finish().unwrap_or_default(),
        Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;

    use super::*;

    /// The chunks of a file by name, their checks verified.
    fn chunks(file: &[u8]) -> Vec<(String, Vec<u8>)> {
        let mut rest = file.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
            let (chunk, behind) = rest[4..].split_at(length + 4);
            assert_eq!(crc32fast::hash(chunk).to_be_bytes(), behind[..4]);
            chunks.push((String::from_utf8(chunk[..4].to_vec()).unwrap(), chunk[4..].to_vec()));
            rest = &behind[4..];
        }
        chunks
    }

    #[test]
    fn the_file_holds_every_pixel() {
        let file = Picture::of("a cat", 300, 200, 0).png();
        let chunks = chunks(&file);
        let names: Vec<&str> = chunks.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["IHDR", "PLTE", "tEXt", "IDAT", "IEND"]);
        assert_eq!(chunks[1].1.len(), 768);
        let mut rows = Vec::new();
        ZlibDecoder::new(chunks[3].1.as_slice()).read_to_end(&mut rows).unwrap();
        assert_eq!(rows.len(), 200 * 301);
        let mut line = vec![0_u8; 300];
        for row in rows.chunks(301) {
            assert_eq!(row[0], 2);
            for (pixel, difference) in line.iter_mut().zip(&row[1..]) {
                *pixel = pixel.checked_add(*difference).unwrap();
            }
        }
        assert!(line[299] > line[0], "the colour changes along the row");
    }

    #[test]
    fn pictures_depend_on_prompt_and_number_alone() {
        let png = |prompt, number| Picture::of(prompt, 64, 64, number).png();
        assert_eq!(png("a cat", 1), png("a cat sandbox-fault:latency-5", 1));
        assert_ne!(png("a cat", 1), png("a dog", 1));
        assert_ne!(png("a cat", 1), png("a cat", 2));
    }

    #[test]
    fn sides_are_bounded() {
        let picture = Picture::of("x", 0, 99_999, 0);
        assert_eq!((picture.width, picture.height), (1, 2048));
    }
}
