//! Points where tests stop the process. Without the feature `fault-injection` they do nothing.

/// Stops here for good if `FAULT_POINT=name:pass` names this point and pass, so that a test can kill the
/// process exactly here.
#[cfg(feature = "fault-injection")]
#[expect(clippy::disallowed_methods, reason = "only tests build this, and a setting would reach users")]
#[expect(clippy::print_stderr, reason = "tells the test that the point is reached")]
pub(crate) fn point(name: &str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    static PASSES_LEFT: OnceLock<Option<(String, AtomicU64)>> = OnceLock::new();
    let armed = PASSES_LEFT.get_or_init(|| {
        let text = std::env::var("FAULT_POINT").ok()?;
        let (name, pass) = text.split_once(':')?;
        Some((name.to_owned(), AtomicU64::new(pass.parse().ok()?)))
    });
    if let Some((wanted, left)) = armed
        && wanted == name
        && left.fetch_sub(1, Ordering::Relaxed) == 1
    {
        eprintln!("fault point reached: {name}");
        loop {
            std::thread::park();
        }
    }
}

#[cfg(not(feature = "fault-injection"))]
pub(crate) const fn point(_name: &str) {}
