//! Explanations of missing parts.

use domain::articles::brief::MissingPart;
use domain::locale::Language;

use crate::input::Missing;
use crate::texts;

pub(crate) fn parts(missing: &[Missing], language: Language) -> Vec<MissingPart> {
    let part = |missing: &Missing| {
        let message = texts::missing(missing.part, missing.reason, language);
        let message = missing
            .detail
            .as_ref()
            .map_or_else(|| message.to_owned(), |detail| format!("{message} ({detail})"));
        MissingPart {
            part: missing.part,
            reason: missing.reason,
            message,
            settings: missing.settings.clone(),
        }
    };
    missing.iter().map(part).collect()
}
