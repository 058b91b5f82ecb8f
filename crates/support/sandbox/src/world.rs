//! The data of the stand-ins.

use std::sync::OnceLock;

use crate::memory::Memory;
use crate::payments::payment_stand_ins::PaymentStandIns;
use crate::text::Library;
use crate::web::Web;

/// The web, its sentences, and the state of the stand-ins.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) web: Web,
    pub(crate) memory: Memory,
    pub(crate) payments: PaymentStandIns,
    library: OnceLock<Library>,
}

impl World {
    /// A world without a service that receives payment messages.
    #[cfg(test)]
    pub(crate) fn load() -> Self {
        Self::of(PaymentStandIns::new(crate::options::PaymentOptions::default(), "127.0.0.1"))
    }

    /// Reads the embedded web, without topics that have problems; tests check that there are none.
    pub(crate) fn of(payments: PaymentStandIns) -> Self {
        let (web, problems) = Web::load();
        for problem in problems {
            tracing::warn!(%problem, "a topic of the sandbox web was left out");
        }
        Self { web, memory: Memory::default(), payments, library: OnceLock::new() }
    }

    /// The sentences of the web, collected at first use.
    pub(crate) fn library(&self) -> &Library {
        self.library.get_or_init(|| Library::of(&self.web))
    }
}
