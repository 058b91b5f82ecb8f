//! What stand-ins answer from.

use std::sync::OnceLock;

use crate::memory::Memory;
use crate::text::Library;
use crate::web::Web;

/// The web, its sentences, and what stand-ins were told earlier.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) web: Web,
    pub(crate) memory: Memory,
    library: OnceLock<Library>,
}

impl World {
    /// Reads the embedded web. Topics with problems are left out; tests see to it that there are none.
    pub(crate) fn load() -> Self {
        let (web, problems) = Web::load();
        for problem in problems {
            tracing::warn!(%problem, "a topic of the sandbox web was left out");
        }
        Self { web, memory: Memory::default(), library: OnceLock::new() }
    }

    /// The sentences of the web, gathered at first use.
    pub(crate) fn library(&self) -> &Library {
        self.library.get_or_init(|| Library::of(&self.web))
    }
}
