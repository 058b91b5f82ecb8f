//! Use cases, one file each. They know the domain and the ports, not who implements them or who calls.

pub mod analyse_serp;
pub mod authenticate;
mod coalesce;
pub mod draw_image;
pub mod estimate_price;
pub mod find_keyword_ideas;
pub mod generate_image;
pub mod grant_credits;
pub mod import_keywords;
pub mod imported_planner;
pub mod issue_api_key;
pub mod keep_books;
pub mod keep_images;
pub mod kept_answers;
pub mod open_account;
pub mod prepare_installation;
pub mod read_account;
mod read_page;
pub mod research_error;
pub mod spend_credits;
pub mod suggest_keywords;
pub mod watch_revocations;
pub mod workshop;
