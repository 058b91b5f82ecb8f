//! All texts of the reports in one place, so that another language is another table.

mod english;

use domain::Timestamp;
use domain::rendering::Throttling;
use domain::search::Device;
use domain::vitals::Rating;

use crate::check::{Category, Seen, Severity};
use crate::report::PerformanceBasis;

/// Texts for one and for any other number, with `{}` for the number.
#[derive(Debug)]
pub(super) struct Counted {
    one: &'static str,
    other: &'static str,
}

impl Counted {
    pub(super) fn of(&self, count: usize) -> String {
        let words = if count == 1 { self.one } else { self.other };
        words.replace("{}", &super::figures::grouped(count))
    }
}

/// A notice to readers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Notice {
    pub(super) language: &'static str,
    pub(super) title: &'static str,
    pub(super) words: &'static str,
}

/// The first text in reports of test keys, in every language, so that all readers of such a report understand
/// it.
pub(super) const TEST_NOTICES: [Notice; 2] = [
    Notice {
        language: "en",
        title: "Test report:",
        words: "made by the sandbox, whose sites, answers and figures are made up. Nothing in it is a fact about a real site.",
    },
    Notice {
        language: "vi",
        title: "Báo cáo thử:",
        words: "do môi trường thử tạo ra, nơi trang web, phản hồi và số liệu đều không có thật. Không điều gì ở đây là sự thật về một trang web có thật.",
    },
];

/// The texts of a language.
#[derive(Debug)]
pub(super) struct Phrases {
    pub(super) language: &'static str,
    // Names of the variants of enums; the compiler requires a text for each new variant.
    pub(super) category: fn(Category) -> &'static str,
    pub(super) severity: fn(Severity) -> &'static str,
    pub(super) seen_in: fn(Seen) -> &'static str,
    pub(super) rating: fn(Rating) -> &'static str,
    pub(super) device_name: fn(Device) -> &'static str,
    pub(super) performance_basis: fn(PerformanceBasis) -> &'static str,
    // Everywhere.
    pub(super) audit: &'static str,
    /// Precedes the name of the page.
    pub(super) audit_of: &'static str,
    pub(super) skip: &'static str,
    pub(super) contents: &'static str,
    pub(super) made_by: &'static str,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
    pub(super) unknown: &'static str,
    pub(super) none: &'static str,
    // The overview.
    pub(super) score: &'static str,
    pub(super) of_hundred: &'static str,
    pub(super) audited: &'static str,
    pub(super) device: &'static str,
    pub(super) status: &'static str,
    pub(super) led_to: &'static str,
    pub(super) duration: &'static str,
    pub(super) tally: &'static str,
    pub(super) screenshot: &'static str,
    pub(super) scores: &'static str,
    date: &'static str,
    // Speed.
    pub(super) vitals: &'static str,
    pub(super) lab: &'static str,
    pub(super) field: &'static str,
    pub(super) lab_short: &'static str,
    pub(super) field_short: &'static str,
    pub(super) not_measured: &'static str,
    pub(super) performance_score: &'static str,
    pub(super) lcp: &'static str,
    pub(super) cls: &'static str,
    pub(super) tbt: &'static str,
    pub(super) inp: &'static str,
    pub(super) fcp: &'static str,
    pub(super) speed_index: &'static str,
    pub(super) ttfb: &'static str,
    pub(super) lcp_element: &'static str,
    pub(super) cls_culprits: &'static str,
    pub(super) runs: Counted,
    pub(super) throttled: fn(&Throttling) -> String,
    pub(super) not_throttled: &'static str,
    pub(super) lcp_of_runs: &'static str,
    pub(super) unsettled: &'static str,
    pub(super) refused: Counted,
    pub(super) dialogs: Counted,
    pub(super) field_page: &'static str,
    pub(super) field_origin: &'static str,
    pub(super) field_provider: &'static str,
    // What has changed.
    pub(super) changes: &'static str,
    pub(super) rose: Counted,
    pub(super) fell: Counted,
    pub(super) stayed: &'static str,
    pub(super) new: &'static str,
    pub(super) fixed: &'static str,
    pub(super) unchanged: &'static str,
    pub(super) before: &'static str,
    pub(super) nothing: &'static str,
    // Issues.
    pub(super) issues: &'static str,
    pub(super) no_issues: &'static str,
    pub(super) loss: &'static str,
    pub(super) fix: &'static str,
    pub(super) seen: &'static str,
    pub(super) check: &'static str,
    pub(super) issue_count: Counted,
    pub(super) no_issue: &'static str,
    pub(super) places: Counted,
    pub(super) more_places: Counted,
    pub(super) not_shown: Counted,
    pub(super) line: &'static str,
    // Checks.
    pub(super) passed: &'static str,
    pub(super) skipped: &'static str,
    pub(super) skipped_note: &'static str,
    pub(super) passed_count: Counted,
    pub(super) skipped_count: Counted,
    // The page.
    pub(super) page: &'static str,
    pub(super) document: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) page_language: &'static str,
    pub(super) canonical: &'static str,
    pub(super) html_size: &'static str,
    pub(super) truncated: &'static str,
    pub(super) elements: &'static str,
    pub(super) words: &'static str,
    pub(super) rendered_words: &'static str,
    pub(super) characters: Counted,
    pub(super) redirects: &'static str,
    pub(super) headings: &'static str,
    pub(super) heading_count: Counted,
    pub(super) links: &'static str,
    pub(super) internal: &'static str,
    pub(super) external: &'static str,
    pub(super) nofollow: &'static str,
    pub(super) links_checked: &'static str,
    pub(super) links_unchecked: &'static str,
    pub(super) broken_links: Counted,
    pub(super) redirecting_links: Counted,
    pub(super) images: &'static str,
    pub(super) total: &'static str,
    pub(super) without_alt: &'static str,
    pub(super) without_dimensions: &'static str,
    pub(super) lazy: &'static str,
    pub(super) broken_images: Counted,
    pub(super) structured_data: &'static str,
    pub(super) no_structured_data: &'static str,
    pub(super) errors: Counted,
    pub(super) warnings: Counted,
    pub(super) error: &'static str,
    pub(super) warning: &'static str,
    pub(super) untyped: &'static str,
    pub(super) indexing: &'static str,
    pub(super) indexable: &'static str,
    pub(super) against: &'static str,
    pub(super) meta_robots: &'static str,
    pub(super) x_robots_tag: &'static str,
    pub(super) robots_allow: &'static str,
    pub(super) sitemaps: &'static str,
    pub(super) in_sitemap: &'static str,
    pub(super) ai_allowed: &'static str,
    pub(super) ai_refused: &'static str,
    pub(super) security: &'static str,
    pub(super) https: &'static str,
    pub(super) certificate_ends: &'static str,
    pub(super) security_headers: &'static str,
    pub(super) header_count: Counted,
    // Timing.
    pub(super) timing: &'static str,
    pub(super) fetching: &'static str,
    pub(super) analysing: &'static str,
    pub(super) probing: &'static str,
    pub(super) browsing: &'static str,
    pub(super) everything: &'static str,
    pub(super) timing_note: &'static str,
}

impl Phrases {
    pub(super) const fn english() -> &'static Self {
        &english::PHRASES
    }

    /// Date and time in words, UTC.
    pub(super) fn date(&self, time: Timestamp) -> String {
        time.strftime(self.date).to_string()
    }

    pub(super) const fn yes_or_no(&self, is_so: bool) -> &'static str {
        if is_so { self.yes } else { self.no }
    }
}
