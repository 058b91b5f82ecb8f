//! The smallest TIFF block that contains a description and a program.

/// Tags, in the order that the format requires.
const IMAGE_DESCRIPTION: u16 = 0x010E;
const SOFTWARE: u16 = 0x0131;

/// Texts that end with a zero byte.
const TEXT: u16 = 2;
/// The offset of the only directory, after the header.
const DIRECTORY: u32 = 8;

/// The block, little-endian. Texts are UTF-8, which readers expect although the format only specifies ASCII.
pub(super) fn block(description: &str, software: &str) -> Vec<u8> {
    let fields = [(IMAGE_DESCRIPTION, terminated(description)), (SOFTWARE, terminated(software))];
    let mut texts = Vec::new();
    let mut block = [b"II*\0", DIRECTORY.to_le_bytes().as_slice(), &2_u16.to_le_bytes()].concat();
    let texts_begin = block.len() + fields.len() * 12 + 4;
    for (tag, text) in fields {
        block.extend([tag.to_le_bytes(), TEXT.to_le_bytes()].concat());
        block.extend([number(text.len()), number(texts_begin + texts.len())].concat());
        texts.extend(text);
    }
    block.extend(number(0));
    block.extend(texts);
    block
}

/// At least five bytes long, so that it is never stored in the directory itself, and of even length, so that
/// offsets are even.
fn terminated(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((bytes.len() + 1).max(5).next_multiple_of(2), 0);
    bytes
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes()
}
