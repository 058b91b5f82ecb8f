//! The paths from roots to items, stored so that a path is only spelled out when needed.

use std::fmt::Write;

use crate::limits::MAX_DEPTH;

/// The path to an item.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrailId(usize);

#[derive(Debug, Default)]
pub(super) struct Trail<'a> {
    steps: Vec<Step<'a>>,
}

#[derive(Debug)]
struct Step<'a> {
    before: Option<TrailId>,
    name: &'a str,
    index: Option<usize>,
}

impl<'a> Trail<'a> {
    pub(super) fn root(&mut self, name: &'a str) -> TrailId {
        self.push(Step { before: None, name, index: None })
    }

    /// The path extended by one step: a property, with the number of the value if there are several.
    pub(super) fn step(&mut self, before: TrailId, name: &'a str, index: Option<usize>) -> TrailId {
        self.push(Step { before: Some(before), name, index })
    }

    fn push(&mut self, step: Step<'a>) -> TrailId {
        self.steps.push(step);
        TrailId(self.steps.len() - 1)
    }

    /// The path as text: `Recipe > author[1] > name`.
    pub(super) fn path(&self, end: TrailId, last: &str) -> String {
        let mut steps = Vec::new();
        let mut next = Some(end);
        while let Some(TrailId(index)) = next.filter(|_| steps.len() < MAX_DEPTH) {
            steps.push(&self.steps[index]);
            next = self.steps[index].before;
        }
        let mut path = String::new();
        for step in steps.into_iter().rev() {
            if !path.is_empty() {
                path.push_str(" > ");
            }
            path.push_str(step.name);
            if let Some(index) = step.index {
                let _ = write!(path, "[{index}]");
            }
        }
        if !last.is_empty() {
            path.push_str(" > ");
            path.push_str(last);
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_spelled_out() {
        let mut trail = Trail::default();
        let root = trail.root("Recipe");
        let author = trail.step(root, "author", Some(1));
        assert_eq!(trail.path(author, "name"), "Recipe > author[1] > name");
        assert_eq!(trail.path(root, ""), "Recipe");
    }
}
