//! Pure algorithms over pages and queries. Nothing here waits for anything.
