//! Outbound adapters, one file per vendor, and the chains that they form.
