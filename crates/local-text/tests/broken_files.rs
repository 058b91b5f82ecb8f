//! Files that are not as they should be give errors, whatever is wrong with them.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/tiny.rs"]
mod tiny;

use std::io::Cursor;
use std::path::Path;

use local_text::{LoadError, LocalModel};
use proptest::prelude::*;

fn read(file: Vec<u8>) -> Result<LocalModel, LoadError> {
    LocalModel::read(Cursor::new(file))
}

fn complaint(file: Vec<u8>) -> String {
    read(file).err().map(|error| error.to_string()).unwrap_or_default()
}

/// The file with the first occurrence of some bytes replaced, by as many.
fn with(old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut file = tiny::file();
    let at = file.windows(old.len()).position(|window| window == old).unwrap();
    file[at..at + new.len()].copy_from_slice(new);
    file
}

/// The file in which a number of 32 bits after a key is another.
fn with_number(key: &str, number: u32) -> Vec<u8> {
    let mut file = tiny::file();
    let at = file.windows(key.len()).position(|window| window == key.as_bytes()).unwrap() + key.len() + 4;
    file[at..at + 4].copy_from_slice(&number.to_le_bytes());
    file
}

#[test]
fn complaints_name_what_is_wrong() {
    assert!(read(tiny::file()).is_ok());
    for (file, expected) in [
        (b"no model at all".to_vec(), "the file is not a GGUF file"),
        (Vec::new(), "the file is broken: the file ends early"),
        (with(b"GGUF\x03", b"GGUF\x09"), "version 9 of GGUF can't be used"),
        (with(b"llama", b"other"), "a network of the kind other can't be used"),
        (with(b"smollm", b"others"), "a tokenizer of the kind gpt2, others can't be used"),
        (with(b"blk.0.attn_q", b"blk.0.attn_x"), "the tensor blk.0.attn_q.weight is missing"),
        (with(b"llama.block_count", b"llama.block_xxxxx"), "the file does not say llama.block_count"),
        (
            with_number("llama.block_count", 1_000_000),
            "a network whose llama.block_count is out of bounds can't be used",
        ),
        (with_number("llama.block_count", 2), "the tensor blk.1.attn_norm.weight is missing"),
        (with_number("llama.feed_forward_length", 96), "the tensor blk.0.ffn_gate.weight has another shape"),
    ] {
        assert_eq!(complaint(file), expected);
    }
    let missing = LocalModel::load(Path::new("no-such-file.gguf")).err().unwrap();
    assert!(missing.to_string().starts_with("the file can't be read: "), "{missing}");
}

#[test]
fn a_file_that_ends_early_is_refused_wherever_it_ends() {
    let file = tiny::file();
    for length in (0..file.len()).step_by(97).chain([file.len() - 1]) {
        assert!(read(file[..length].to_vec()).is_err(), "{length} of {} bytes", file.len());
    }
}

/// Where tensors begin; everything that is believed about the file stands before.
fn header_length(file: &[u8]) -> usize {
    let last = b"blk.0.ffn_down.weight";
    file.windows(last.len()).position(|window| window == last).unwrap() + last.len() + 32
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Lengths, counts, kinds and offsets of any size neither crash it nor let it ask for more memory than there is.
    #[test]
    fn no_header_makes_it_panic(at in 0.0..1.0_f64, number in any::<u64>(), small in any::<bool>(), width in 1..=8_usize) {
        let mut file = tiny::file();
        let number = if small { number % 300 } else { number };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place")]
        let at = (at * (header_length(&file) - 8) as f64) as usize;
        file[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
        let _ = read(file);
    }

    #[test]
    fn no_nonsense_makes_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let file = [b"GGUF\x03\0\0\0".as_slice(), &bytes].concat();
        prop_assert!(read(file).is_err());
    }
}
