//! Invented reports for the tests of the sheets.

use audit::report::Report;
use audit::sheet::SheetContext;

/// A service that shows reports.
pub(crate) const CONTEXT: SheetContext<'static> =
    SheetContext { product: "Rankwright", base_url: Some("https://audit.example"), media_url: None };

/// A report in which every field is set.
pub(crate) fn full() -> Report {
    serde_json::from_str(include_str!("full.json")).unwrap()
}

/// A report in which few fields are set.
pub(crate) fn small() -> Report {
    serde_json::from_str(include_str!("small.json")).unwrap()
}
