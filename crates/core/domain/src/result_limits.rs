//! The room that a results page has for titles and descriptions. Audits, checks of articles, prompts, briefs
//! and forms all take their limits from here; `seo::result_room` measures the width of a text.

/// A limit as a literal, for texts that are put together when the program is compiled:
/// `concat!("at most ", result_limit!(title_pixels), " pixels")`.
#[macro_export]
macro_rules! result_limit {
    (title_least) => {
        30
    };
    (title_best_from) => {
        51
    };
    (title_most) => {
        60
    };
    (title_pixels) => {
        580
    };
    (description_least) => {
        70
    };
    (description_best_from) => {
        121
    };
    (description_best_to) => {
        156
    };
    (description_most) => {
        160
    };
}

/// Titles with fewer characters waste room.
pub const TITLE_LEAST: usize = result_limit!(title_least);
/// From here to [`TITLE_MOST`] the room is used best.
pub const TITLE_BEST_FROM: usize = result_limit!(title_best_from);
/// Titles with more characters are cut off.
pub const TITLE_MOST: usize = result_limit!(title_most);
/// Wider titles are cut off.
pub const TITLE_PIXELS: u32 = result_limit!(title_pixels);
/// Descriptions with fewer characters say too little.
pub const DESCRIPTION_LEAST: usize = result_limit!(description_least);
/// From here to [`DESCRIPTION_BEST_TO`] characters, a description is shown whole everywhere and uses the room.
pub const DESCRIPTION_BEST_FROM: usize = result_limit!(description_best_from);
/// See [`DESCRIPTION_BEST_FROM`].
pub const DESCRIPTION_BEST_TO: usize = result_limit!(description_best_to);
/// Descriptions with more characters are cut off.
pub const DESCRIPTION_MOST: usize = result_limit!(description_most);
