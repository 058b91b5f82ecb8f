//! The container of a still image with XMP and Exif: boxes of ISO/IEC 14496-12 and 23008-12, as AVIF 1.1
//! requires them.

use crate::label::Metadata;

/// The ids of the items in the file.
const PICTURE: u16 = 1;
const EXIF: u16 = 2;
const XMP: u16 = 3;

/// Ten bits, no subsampling: profile 1. Level 31 means that no level is guaranteed, as in the coded image.
const CODEC_CONFIGURATION: [u8; 4] = [0x81, (1 << 5) | 31, 1 << 6, 0];
/// Primaries of BT.709, curve of sRGB, matrix of BT.601, full range: the encoder's settings.
const COLOURS: [u8; 7] = [0, 1, 0, 13, 0, 6, 0x80];
/// Three channels of ten bits.
const CHANNELS: [u8; 4] = [3, 10, 10, 10];
/// The offset of the Exif block after this number.
const EXIF_OFFSET: [u8; 4] = [0; 4];

/// The file around a coded image.
pub(super) fn write(width: u32, height: u32, coded: &[u8], metadata: &Metadata) -> Vec<u8> {
    let exif = [&EXIF_OFFSET, metadata.exif.as_slice()].concat();
    let things = [(EXIF, exif.as_slice()), (XMP, metadata.xmp.as_bytes()), (PICTURE, coded)];
    let file_type = plain(*b"ftyp", &[b"avif\0\0\0\0avifmif1miaf"]);
    // The offsets depend on the length of the box that lists them, not on its content.
    let length = meta(width, height, &things, 0).len();
    let start = file_type.len() + length + BOX_HEADER;
    let data: Vec<&[u8]> = things.iter().map(|(_, bytes)| *bytes).collect();
    [file_type, meta(width, height, &things, start), plain(*b"mdat", &data)].concat()
}

fn meta(width: u32, height: u32, things: &[(u16, &[u8])], start: usize) -> Vec<u8> {
    full(
        *b"meta",
        0,
        &[
            &full(*b"hdlr", 0, &[&[0; 4], b"pict", &[0; 13]]),
            &full(*b"pitm", 0, &[&PICTURE.to_be_bytes()]),
            &locations(things, start),
            &kinds(),
            &references(),
            &properties(width, height),
        ],
    )
}

/// The location of each item in the file, one after the other from `start`.
fn locations(things: &[(u16, &[u8])], start: usize) -> Vec<u8> {
    /// Offsets and lengths of four bytes, no base offset.
    const SIZES: [u8; 2] = [0x44, 0];
    const IN_THIS_FILE: [u8; 2] = [0, 0];
    const ONE_PIECE: [u8; 2] = [0, 1];
    let mut entries = Vec::new();
    let mut offset = start;
    for (thing, bytes) in things {
        entries.extend([thing.to_be_bytes(), IN_THIS_FILE, ONE_PIECE].concat());
        entries.extend([number(offset), number(bytes.len())].concat());
        offset += bytes.len();
    }
    full(*b"iloc", 0, &[&SIZES, &count(things.len()), &entries])
}

/// The type of each item.
fn kinds() -> Vec<u8> {
    let kind = |thing: u16, rest: &[u8]| full(*b"infe", 2, &[&thing.to_be_bytes(), &[0, 0], rest]);
    let kinds = [kind(PICTURE, b"av01\0"), kind(EXIF, b"Exif\0"), kind(XMP, b"mime\0application/rdf+xml\0")];
    full(*b"iinf", 0, &[&count(kinds.len()), &kinds.concat()])
}

/// Exif and XMP describe the image.
fn references() -> Vec<u8> {
    let describes = |thing: u16| plain(*b"cdsc", &[&thing.to_be_bytes(), &count(1), &PICTURE.to_be_bytes()]);
    full(*b"iref", 0, &[&describes(EXIF), &describes(XMP)])
}

fn properties(width: u32, height: u32) -> Vec<u8> {
    const ESSENTIAL: u8 = 0x80;
    let all = plain(
        *b"ipco",
        &[
            &full(*b"ispe", 0, &[&width.to_be_bytes(), &height.to_be_bytes()]),
            &full(*b"pixi", 0, &[&CHANNELS]),
            &plain(*b"av1C", &[&CODEC_CONFIGURATION]),
            &plain(*b"colr", &[b"nclx", &COLOURS]),
        ],
    );
    let of_the_picture = [4, 1, 2, ESSENTIAL | 3, 4];
    let assigned = full(*b"ipma", 0, &[&number(1), &PICTURE.to_be_bytes(), &of_the_picture]);
    plain(*b"iprp", &[&all, &assigned])
}

/// A length and a name.
const BOX_HEADER: usize = 8;

fn plain(name: [u8; 4], content: &[&[u8]]) -> Vec<u8> {
    let content = content.concat();
    [&number(BOX_HEADER + content.len()), &name, content.as_slice()].concat()
}

/// A box with a version and no flags.
fn full(name: [u8; 4], version: u8, content: &[&[u8]]) -> Vec<u8> {
    plain(name, &[&[version, 0, 0, 0], &content.concat()])
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(u32::MAX).to_be_bytes()
}

fn count(value: usize) -> [u8; 2] {
    u16::try_from(value).unwrap_or(u16::MAX).to_be_bytes()
}
