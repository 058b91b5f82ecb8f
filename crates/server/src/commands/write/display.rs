//! The progress of an article: one line that is updated on a terminal, one line per stage elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::time::Instant;

use application::manage_articles::ArticleView;
use domain::articles::Stage;

const WIDTH: usize = 24;

/// Shows progress on standard error.
pub(super) struct Display {
    changes: bool,
    started: Instant,
    stage: Option<Stage>,
}

impl Display {
    pub(super) fn new() -> Self {
        Self { changes: stderr().is_terminal(), started: Instant::now(), stage: None }
    }

    pub(super) fn show(&mut self, view: &ArticleView) {
        let record = &view.record;
        if !self.changes && self.stage == Some(record.stage) {
            return;
        }
        self.stage = Some(record.stage);
        let line = self.line(view);
        let (before, after) = if self.changes { ("\r\x1b[2K", "") } else { ("", "\n") };
        // Errors are ignored if the terminal was closed.
        let _ = write!(stderr(), "{before}{line}{after}").and_then(|()| stderr().flush());
    }

    fn line(&self, view: &ArticleView) -> String {
        let record = &view.record;
        let filled = usize::from(record.progress) * WIDTH / 100;
        let bar = format!("{}{}", "█".repeat(filled), "░".repeat(WIDTH - filled));
        let sections = view.draft.as_ref().and_then(|draft| {
            let planned = draft.outline.as_ref()?.sections.len();
            Some(format!(" {} of {planned} sections", draft.sections.len()))
        });
        let seconds = self.started.elapsed().as_secs();
        let (stage, progress) = (record.stage.as_str(), record.progress);
        format!("{bar} {progress:>3} % {stage}{} ({seconds} s)", sections.unwrap_or_default())
    }

    pub(super) fn finish(&self) {
        if self.changes {
            let _ = writeln!(stderr());
        }
    }
}
