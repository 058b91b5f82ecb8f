//! The metadata of files, read from their containers by code that is independent of the writer.

use domain::images::ImageFormat;
use imaging::RasterCodec;
use ports::images::{EncodedImage, Finish, ImageCodec};
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::files::{gradient, pixels};
use crate::finishing::{finish, formats};

const DESCRIPTION: &str = "Phố cổ <Hội An> & \"đèn lồng\" ]]>";

#[test]
fn every_file_names_its_origin() {
    for format in formats() {
        let finish = Finish { widths: vec![100], ..finish(format) };
        let finished = RasterCodec.finish(&pixels(gradient(300, 200)), &finish).unwrap();
        for file in finished.variants.iter().chain([&finished.file]) {
            let xmp = xmp_of(file, format);
            let texts = texts_of(&xmp);
            let text = |element: &str| -> Vec<&str> {
                texts.iter().filter(|(name, _)| name == element).map(|(_, text)| text.as_str()).collect()
            };
            let term = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";
            assert_eq!(text("Iptc4xmpExt:DigitalSourceType"), [term], "{format:?}");
            assert_eq!(text("rdf:li"), [DESCRIPTION, DESCRIPTION], "{format:?}");
            assert_eq!(text("xmp:CreatorTool"), ["Rankwright 1.0"], "{format:?}");
            assert_eq!(text("xmp:CreateDate"), ["2026-11-15T09:53:19Z"], "{format:?}");
            assert_eq!(text("photoshop:DateCreated"), ["2026-11-15T09:53:19Z"], "{format:?}");
            assert!(xmp.contains("xml:lang=\"x-default\"") && xmp.contains("xml:lang=\"vi\""));
        }
    }
}

#[test]
fn every_file_has_a_readable_exif_block() {
    for format in formats() {
        let finished = RasterCodec.finish(&pixels(gradient(128, 96)), &finish(format)).unwrap();
        let exif = exif_of(&finished.file, format);
        assert_eq!(exif_text(&exif, 0x010E), DESCRIPTION, "{format:?}");
        assert_eq!(exif_text(&exif, 0x0131), "Rankwright 1.0", "{format:?}");
    }
}

/// Names and texts of all elements that hold text. Panics if the XML is not well-formed.
fn texts_of(xmp: &str) -> Vec<(String, String)> {
    let mut reader = Reader::from_str(xmp);
    let mut open: Vec<(String, String)> = Vec::new();
    let mut texts = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(element) => {
                open.push((String::from_utf8(element.name().as_ref().to_vec()).unwrap(), String::new()));
            }
            Event::Text(text) => append(&mut open, &text.decode().unwrap()),
            Event::GeneralRef(reference) => {
                append(&mut open, unescaped(&reference.decode().unwrap()).unwrap());
            }
            Event::End(_) => texts.push(open.pop().unwrap()),
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty(), "every element ends");
    texts
}

fn unescaped(entity: &str) -> Option<&'static str> {
    [("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\"")]
        .into_iter()
        .find(|(name, _)| *name == entity)
        .map(|pair| pair.1)
}

fn append(open: &mut [(String, String)], text: &str) {
    if let Some((_, so_far)) = open.last_mut() {
        so_far.push_str(text);
    }
}

fn xmp_of(file: &EncodedImage, format: ImageFormat) -> String {
    let bytes = &file.bytes;
    let xmp = match format {
        ImageFormat::Webp => webp_chunk(bytes, *b"XMP "),
        ImageFormat::Png => {
            let text = png_chunk(bytes, *b"iTXt");
            // Keyword, no compression, no language, no translated keyword.
            text.strip_prefix(b"XML:com.adobe.xmp\0\0\0\0\0").unwrap().to_vec()
        }
        ImageFormat::Jpeg => jpeg_segment(bytes, b"http://ns.adobe.com/xap/1.0/\0"),
        ImageFormat::Avif => avif_item(bytes, *b"mime"),
    };
    String::from_utf8(xmp).unwrap()
}

fn exif_of(file: &EncodedImage, format: ImageFormat) -> Vec<u8> {
    let bytes = &file.bytes;
    match format {
        ImageFormat::Webp => webp_chunk(bytes, *b"EXIF"),
        ImageFormat::Png => png_chunk(bytes, *b"eXIf"),
        ImageFormat::Jpeg => jpeg_segment(bytes, b"Exif\0\0"),
        ImageFormat::Avif => avif_item(bytes, *b"Exif").split_off(4),
    }
}

fn exif_text(block: &[u8], tag: u16) -> String {
    let short = |at: usize| u16::from_le_bytes(block[at..at + 2].try_into().unwrap());
    let long = |at: usize| u32::from_le_bytes(block[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(&block[..4], b"II*\0");
    let directory = long(4);
    let mut entries = (0..usize::from(short(directory))).map(|index| directory + 2 + index * 12);
    let entry = entries.find(|entry| short(*entry) == tag).unwrap();
    assert_eq!(short(entry + 2), 2);
    let text = &block[long(entry + 8)..][..long(entry + 4)];
    String::from_utf8(text.split(|byte| *byte == 0).next().unwrap().to_vec()).unwrap()
}

fn webp_chunk(file: &[u8], name: [u8; 4]) -> Vec<u8> {
    let long = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(long(4) + 8, file.len());
    let mut at = 12;
    while file[at..at + 4] != name {
        at += 8 + long(at + 4).next_multiple_of(2);
    }
    file[at + 8..][..long(at + 4)].to_vec()
}

fn png_chunk(file: &[u8], name: [u8; 4]) -> Vec<u8> {
    let long = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let mut at = 8;
    while file[at + 4..at + 8] != name {
        at += 12 + long(at);
    }
    file[at + 8..][..long(at)].to_vec()
}

fn jpeg_segment(file: &[u8], beginning: &[u8]) -> Vec<u8> {
    let mut at = 2;
    loop {
        assert_eq!(file[at], 0xFF, "a marker");
        assert_ne!(file[at + 1], 0xDA, "a segment before the pixels");
        let length = usize::from(u16::from_be_bytes(file[at + 2..at + 4].try_into().unwrap()));
        let data = &file[at + 4..at + 2 + length];
        match data.strip_prefix(beginning) {
            Some(rest) if file[at + 1] == 0xE1 => return rest.to_vec(),
            _ => at += 2 + length,
        }
    }
}

/// The content of the first box of a name.
fn avif_box(boxes: &[u8], name: [u8; 4]) -> &[u8] {
    let mut rest = boxes;
    loop {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        let (first, others) = rest.split_at(length);
        if first[4..8] == name {
            return &first[8..];
        }
        rest = others;
    }
}

/// The size in the image's properties.
pub(crate) fn avif_size(file: &[u8]) -> (u32, u32) {
    assert_eq!(&avif_box(file, *b"ftyp")[..4], b"avif");
    let properties = avif_box(avif_box(&avif_box(file, *b"meta")[4..], *b"iprp"), *b"ipco");
    let size = avif_box(properties, *b"ispe");
    let number = |at: usize| u32::from_be_bytes(size[at..at + 4].try_into().unwrap());
    (number(4), number(8))
}

/// The data of the first item of a kind.
fn avif_item(file: &[u8], kind: [u8; 4]) -> Vec<u8> {
    let meta = &avif_box(file, *b"meta")[4..];
    let kinds = avif_box(meta, *b"iinf");
    let id =
        kinds.windows(8).find(|window| window[4..] == kind).map(|window| [window[0], window[1]]).unwrap();
    let locations = &avif_box(meta, *b"iloc")[8..];
    let location = locations.chunks_exact(14).find(|location| location[..2] == id).unwrap();
    let number = |at: usize| u32::from_be_bytes(location[at..at + 4].try_into().unwrap()) as usize;
    file[number(6)..][..number(10)].to_vec()
}

#[test]
#[cfg(feature = "avif")]
fn the_coded_picture_of_avif_begins_with_its_headers() {
    let finished = RasterCodec.finish(&pixels(gradient(128, 96)), &finish(ImageFormat::Avif)).unwrap();
    let coded = avif_item(&finished.file.bytes, *b"av01");
    // A temporal delimiter may come first, then the sequence header, both with a length.
    let headers = coded.strip_prefix(&[0x12, 0x00]).unwrap_or(&coded);
    assert_eq!(headers[0], 0x0A, "a sequence header");
    let profile = headers[2] >> 5;
    assert_eq!(profile, 1, "as the container promises");
    assert!(finished.file.bytes.ends_with(&coded), "nothing follows");
}
