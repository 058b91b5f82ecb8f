//! Invented reports.

use audit::report::Report;
use audit::sheet::SheetContext;

/// A service that shows reports.
pub(crate) const CONTEXT: SheetContext<'static> =
    SheetContext { product: "Rankwright", base_url: Some("https://audit.example"), media_url: None };

/// A report in which everything is there.
pub(crate) fn full() -> Report {
    serde_json::from_str(include_str!("full.json")).unwrap()
}

/// A report in which little is there.
pub(crate) fn small() -> Report {
    serde_json::from_str(include_str!("small.json")).unwrap()
}
