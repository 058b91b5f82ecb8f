//! Checks what a page declares against schema.org's vocabulary and Google's requirements.
//!
//! Every item is checked once, by the first path that leads to it. Each module below checks for one kind of
//! mistake; only this one combines them.

mod address;
mod claims;
mod expiry;
mod graph;
mod identity;
mod images;
mod requirements;
mod retired;
mod selector;
mod terms;
mod trail;
mod values;

use jiff::civil::Date;
use rustc_hash::FxHashMap;
use url::Url;

use self::graph::Graph;
use self::trail::{Trail, TrailId};
use crate::limits::MAX_TARGETS;
use crate::model::{Item, ItemId, Place, StructuredData, Value};
use crate::problem::{Problem, Problems, Rule};
use crate::report::{Claim, Feature, Report, Summary};
use crate::suggestion::Suggester;

/// The name in paths for an item without a type.
const UNTYPED: &str = "(no type)";

/// The page with the data, and the date of the check.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The URL of the page.
    pub url: &'a Url,
    /// The canonical URL that the page declares.
    pub canonical: Option<&'a Url>,
    /// The date of the check; what expired before it is reported.
    pub today: Date,
}

/// Checks what a page declares.
#[must_use]
pub fn check(data: &StructuredData, subject: &Subject<'_>) -> Report {
    let mut check = Check {
        graph: Graph::new(data),
        subject,
        trail: Trail::default(),
        problems: Problems { kept: data.faults.clone(), left_out: data.left_out_faults },
        suggester: Suggester::default(),
        claims: Vec::new(),
        images: images::Collection::default(),
        features: FxHashMap::default(),
        targets_left: MAX_TARGETS,
    };
    check.items();
    check.duplicate_entities();
    check.addresses();
    check.report()
}

struct Check<'a> {
    graph: Graph<'a>,
    subject: &'a Subject<'a>,
    trail: Trail<'a>,
    problems: Problems,
    suggester: Suggester,
    claims: Vec<Claim>,
    images: images::Collection,
    /// The rich results that each root is eligible for.
    features: FxHashMap<ItemId, Vec<Feature>>,
    /// The remaining number of items that requirements may examine.
    targets_left: usize,
}

/// An item during the check, with the path to it.
#[derive(Clone, Copy)]
struct Visit<'a> {
    id: ItemId,
    item: &'a Item,
    root: ItemId,
    trail: TrailId,
    /// The property that links it to its parent item.
    via: Option<&'a str>,
}

/// The text of a problem.
struct Words {
    message: String,
    fix: Option<String>,
}

impl Words {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), fix: None }
    }

    fn fixed_by(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

impl<'a> Check<'a> {
    fn items(&mut self) {
        let mut seen = vec![false; self.graph.data.items.len()];
        let mut open = Vec::new();
        for root in self.graph.data.roots.iter().rev() {
            let item = self.graph.item(*root);
            let trail = self.trail.root(item.types.first().map_or(UNTYPED, String::as_str));
            open.push(Visit { id: *root, item, root: *root, trail, via: None });
        }
        while let Some(visit) = open.pop() {
            if std::mem::replace(&mut seen[visit.id.index()], true) {
                continue;
            }
            self.visit(visit);
            self.open_values(visit, &mut open);
        }
    }

    fn visit(&mut self, visit: Visit<'a>) {
        self.terms(visit);
        self.values(visit);
        self.references(visit);
        self.requirements(visit);
        self.retired(visit);
        self.expiry(visit);
        self.claims(visit);
        self.images(visit);
    }

    fn open_values(&mut self, visit: Visit<'a>, open: &mut Vec<Visit<'a>>) {
        for property in visit.item.properties.iter().rev() {
            let is_list = property.values.len() > 1;
            for (index, value) in property.values.iter().enumerate().rev() {
                if let Value::Item(id) = value.value {
                    let trail = self.trail.step(visit.trail, &property.name, is_list.then_some(index));
                    let item = self.graph.item(id);
                    open.push(Visit { id, item, root: visit.root, trail, via: Some(&property.name) });
                }
            }
        }
    }

    /// Records a problem one step below the item. The text is only built if the problem is kept.
    fn note(
        &mut self,
        visit: Visit<'_>,
        rule: Rule,
        place: Place,
        step: &str,
        words: impl FnOnce() -> Words,
    ) {
        let trail = &self.trail;
        self.problems.push(|| {
            let words = words();
            let path = trail.path(visit.trail, step);
            let problem = Problem::new(rule, place, &words.message).at(&path).of(visit.root);
            match words.fix {
                Some(fix) => problem.fixed_by(fix),
                None => problem,
            }
        });
    }

    fn report(self) -> Report {
        let data = self.graph.data;
        let mut items: Vec<_> = data.roots.iter().map(|root| self.summary(*root)).collect();
        let positions: FxHashMap<_, _> =
            data.roots.iter().enumerate().map(|(at, root)| (*root, at)).collect();
        for problem in &self.problems.kept {
            if let Some(position) = problem.item.and_then(|root| positions.get(&root)) {
                let summary = &mut items[*position];
                let count = if problem.rule.is_error() { &mut summary.errors } else { &mut summary.warnings };
                *count += 1;
            }
        }
        Report {
            problems: self.problems.kept,
            left_out: self.problems.left_out,
            items,
            types: types(data),
            claims: self.claims,
            images: self.images.into_images(),
        }
    }

    fn summary(&self, root: ItemId) -> Summary {
        let item = self.graph.item(root);
        let name = ["name", "headline", "title"].into_iter().find_map(|name| self.graph.text(root, name));
        Summary {
            item: root,
            types: item.types.clone(),
            name: name.map(str::to_owned),
            format: item.format,
            place: item.place,
            errors: 0,
            warnings: 0,
            features: self.features.get(&root).cloned().unwrap_or_default(),
        }
    }

    /// Records each feature once; it is complete only if all its occurrences are.
    fn note_feature(&mut self, root: ItemId, feature: Feature) {
        let features = self.features.entry(root).or_default();
        match features.iter_mut().find(|known| known.name == feature.name) {
            Some(known) => known.is_complete &= feature.is_complete,
            None => features.push(feature),
        }
    }
}

/// The number of declarations of each type.
fn types(data: &StructuredData) -> Vec<(String, usize)> {
    let mut positions = FxHashMap::default();
    let mut types: Vec<(String, usize)> = Vec::new();
    for name in data.items.iter().flat_map(|item| &item.types) {
        let position = *positions.entry(name).or_insert_with(|| {
            types.push((name.clone(), 0));
            types.len() - 1
        });
        types[position].1 += 1;
    }
    types
}
