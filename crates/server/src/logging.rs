//! Logs to standard error, pretty or as JSON. API keys are removed from every line, whatever wrote it.

use std::io::{self, BufWriter, IsTerminal, Write};

use tracing_appender::non_blocking::{NonBlocking, WorkerGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::{MakeWriter, layer};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::configuration::{LogFormat, Settings};

/// Starts logging. Lines are written by a thread of their own until the guard is dropped.
pub(crate) fn start(settings: &Settings) -> anyhow::Result<WorkerGuard> {
    // The writing thread flushes whenever it has caught up, so a buffer adds no delay and saves a system call
    // per line.
    let (writer, guard) = tracing_appender::non_blocking(BufWriter::new(io::stderr()));
    let filter: Targets = settings.log.level.parse()?;
    let lines = layer().with_writer(Redacting(writer)).with_ansi(io::stderr().is_terminal());
    let lines = match settings.log.format {
        LogFormat::Pretty => lines.with_target(false).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter)).try_init()?;
    Ok(guard)
}

/// A writer that replaces everything that looks like an API key.
#[derive(Clone)]
struct Redacting<W>(W);

impl<'a> MakeWriter<'a> for Redacting<NonBlocking> {
    type Writer = Redacting<NonBlocking>;

    fn make_writer(&'a self) -> Self::Writer {
        self.clone()
    }
}

impl<W: Write> Write for Redacting<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match redact(line) {
            None => self.0.write_all(line)?,
            Some(clean) => self.0.write_all(&clean)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The line without keys, or `None` if it has none.
fn redact(line: &[u8]) -> Option<Vec<u8>> {
    const MARKS: [&[u8]; 2] = [b"svc_live_", b"svc_test_"];
    const REPLACEMENT: &[u8] = b"[redacted]";
    let mut clean: Option<Vec<u8>> = None;
    let mut position = 0;
    while let Some(found) = find(&line[position..], b"svc_") {
        let start = position + found;
        let mark = MARKS.iter().find(|mark| line[start..].starts_with(mark));
        let end = start + mark.map_or(4, |mark| mark.len());
        let clean = clean.get_or_insert_with(Vec::new);
        clean.extend_from_slice(&line[position..end]);
        position = end;
        if mark.is_some() {
            position += line[end..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            clean.extend_from_slice(REPLACEMENT);
        }
    }
    clean.map(|mut clean| {
        clean.extend_from_slice(&line[position..]);
        clean
    })
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::redact;

    #[test]
    fn keys_are_taken_out_of_lines() {
        let clean = |line: &str| redact(line.as_bytes()).map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(clean("nothing here"), None);
        assert_eq!(
            clean("a svc_live_abc123, svc_test_Z9\n").as_deref(),
            Some("a svc_live_[redacted], svc_test_[redacted]\n")
        );
        assert_eq!(clean("svc_other").as_deref(), Some("svc_other"));
    }
}
