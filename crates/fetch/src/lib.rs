//! The guarded fetcher: every request to an address that came from outside goes through here.
