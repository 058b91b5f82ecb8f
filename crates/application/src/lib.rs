//! Use cases, one file each. They know the domain and the ports, not who implements them or who calls.

pub mod authenticate;
pub mod estimate_price;
pub mod grant_credits;
pub mod issue_api_key;
pub mod keep_books;
pub mod open_account;
pub mod prepare_installation;
pub mod read_account;
pub mod spend_credits;
pub mod watch_revocations;
