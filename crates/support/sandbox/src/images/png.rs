//! PNG files: valid ones whose comment states that they are synthetic, and some that no reader should accept.

use std::io::Write;

use bytes::Bytes;
use flate2::write::ZlibEncoder;
use flate2::{Compress, Compression, FlushCompress};

use super::canvas::Canvas;

const COMMENT: &[u8] = b"Comment\0Rankwright sandbox: synthetic image";

/// The side of an image that is larger than any request.
const HUGE_SIDE: u32 = 60_000;

/// The side of an image whose rows, one byte per pixel, are a gibibyte of zeros.
const BOMB_SIDE: u32 = 32_768;
const BOMB_ROW: usize = 32_769;
const BOMB_BLOCK_ROWS: usize = 32;
const BOMB_BLOCKS: usize = 1_024;

/// The colour type of a PNG.
#[derive(Clone, Copy)]
enum Kind {
    Grey = 0,
    Rgb = 2,
}

/// The file of an image.
pub(super) fn encoded(canvas: &Canvas) -> Bytes {
    file(canvas.width, canvas.height, Kind::Rgb, &compressed(&rows(canvas)))
}

/// A small file that declares a huge image.
pub(super) fn huge() -> Bytes {
    file(HUGE_SIDE, HUGE_SIDE, Kind::Rgb, &compressed(&[0; 64]))
}

/// A small file that unpacks to a huge image.
pub(super) fn bomb() -> Bytes {
    file(BOMB_SIDE, BOMB_SIDE, Kind::Grey, &zeros(BOMB_ROW * BOMB_BLOCK_ROWS, BOMB_BLOCKS))
}

fn file(width: u32, height: u32, kind: Kind, pixels: &[u8]) -> Bytes {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    // Eight bits, and the only defined methods of compression, filtering and interlacing.
    header.extend([8, kind as u8, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"tEXt", COMMENT);
    chunk(&mut file, *b"IDAT", pixels);
    chunk(&mut file, *b"IEND", &[]);
    file.into()
}

/// Each row as its difference from the row above, which is mostly zeros.
fn rows(canvas: &Canvas) -> Vec<u8> {
    const UP: u8 = 2;
    let length = canvas.width as usize * 3;
    let mut rows = Vec::with_capacity((length + 1) * canvas.height as usize);
    let first = vec![0; length];
    let mut above = first.as_slice();
    for row in canvas.rows() {
        rows.push(UP);
        rows.extend(row.iter().zip(above).map(|(byte, above)| byte.wrapping_sub(*above)));
        above = row;
    }
    rows
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
    // Writing to memory can't fail; if it did, the image would be empty and every reader would report that.
    match encoder.write_all(data) {
        Ok(()) => encoder.finish().unwrap_or_default(),
        Err(_) => Vec::new(),
    }
}

/// A zlib stream of `blocks` times `length` zeros. Only the first block is compressed: since it refers to
/// nothing before it, it can be repeated unchanged.
fn zeros(length: usize, blocks: usize) -> Vec<u8> {
    const HEADER: [u8; 2] = [0x78, 0x01];
    const LAST_BLOCK: [u8; 2] = [0x03, 0x00];
    const ADLER_MODULUS: usize = 65_521;
    let mut block = Vec::with_capacity(length / 64 + 1_024);
    // As above: an empty block would not be an image.
    let _ = Compress::new(Compression::best(), false).compress_vec(
        &vec![0; length],
        &mut block,
        FlushCompress::Full,
    );
    let mut stream = HEADER.to_vec();
    stream.extend(block.repeat(blocks));
    stream.extend(LAST_BLOCK);
    // For zeros, the first sum stays at its start, 1, and the second sum counts them.
    let counted = u16::try_from(length * blocks % ADLER_MODULUS).unwrap_or_default();
    stream.extend(counted.to_be_bytes());
    stream.extend(1_u16.to_be_bytes());
    stream
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use fastrand::Rng;
    use flate2::read::ZlibDecoder;

    use super::super::scene;
    use super::*;

    /// The chunks of a file by name, with verified checksums.
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

    fn inflated(data: &[u8]) -> Vec<u8> {
        let mut inflated = Vec::new();
        ZlibDecoder::new(data).read_to_end(&mut inflated).unwrap();
        inflated
    }

    #[test]
    fn the_file_holds_every_pixel() {
        let canvas = scene::drawn(300, 200, &mut Rng::with_seed(1));
        let chunks = chunks(&encoded(&canvas));
        let names: Vec<&str> = chunks.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["IHDR", "tEXt", "IDAT", "IEND"]);
        let rows = inflated(&chunks[2].1);
        assert_eq!(rows.len(), 200 * 901);
        let mut line = vec![0_u8; 900];
        for (row, drawn) in rows.chunks(901).zip(canvas.rows()) {
            assert_eq!(row[0], 2);
            line.iter_mut().zip(&row[1..]).for_each(|(byte, step)| *byte = byte.wrapping_add(*step));
            assert_eq!(line, drawn);
        }
    }

    #[test]
    fn streams_of_zeros_are_valid() {
        for (length, blocks) in [(1, 1), (1_000, 3), (BOMB_ROW * BOMB_BLOCK_ROWS, 2)] {
            assert_eq!(inflated(&zeros(length, blocks)), vec![0; length * blocks]);
        }
    }

    #[test]
    fn a_bomb_is_small_and_unpacks_to_all_rows_of_its_picture() {
        let file = bomb();
        assert!(file.len() < 2 * 1024 * 1024, "{}", file.len());
        assert_eq!(BOMB_ROW * BOMB_BLOCK_ROWS * BOMB_BLOCKS, BOMB_ROW * BOMB_SIDE as usize);
        assert_eq!(chunks(&file)[0].1[..8], [BOMB_SIDE.to_be_bytes(), BOMB_SIDE.to_be_bytes()].concat());
    }

    #[test]
    fn a_huge_file_says_so_and_is_small() {
        let file = huge();
        assert!(file.len() < 1_000);
        assert_eq!(chunks(&file)[0].1[..4], HUGE_SIDE.to_be_bytes());
    }
}
