//! All checks in the order in which they are listed.

use crate::check::Check;
use crate::checks;

/// The checks by group.
const GROUPS: &[&[Check]] = &[
    checks::html::CHECKS,
    checks::encoding::CHECKS,
    checks::language::CHECKS,
    checks::title::CHECKS,
    checks::description::CHECKS,
    checks::meta::CHECKS,
    checks::url::CHECKS,
    checks::headings::CHECKS,
    checks::social::CHECKS,
    checks::international::CHECKS,
    checks::structured_data::CHECKS,
    checks::structured_claims::CHECKS,
    checks::content::CHECKS,
    checks::wording::CHECKS,
    checks::authorship::CHECKS,
    checks::images::CHECKS,
    checks::image_answers::CHECKS,
    checks::links::CHECKS,
    checks::link_targets::CHECKS,
    checks::link_answers::CHECKS,
    checks::ai_search::CHECKS,
    checks::ai_answers::CHECKS,
    checks::indexability::CHECKS,
    checks::canonical::CHECKS,
    checks::redirects::CHECKS,
    checks::crawlability::CHECKS,
    checks::security::CHECKS,
    checks::security_headers::CHECKS,
    checks::secrets::CHECKS,
    checks::vitals::CHECKS,
    checks::delivery::CHECKS,
    checks::weight::CHECKS,
];

/// Iterates over all checks.
pub fn all() -> impl Iterator<Item = &'static Check> {
    GROUPS.iter().copied().flatten()
}

/// The check with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Check> {
    all().find(|check| check.id == id)
}
