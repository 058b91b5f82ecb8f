//! Finds duplicate keys in an object: all values but the last are lost.

use seo::dom::NodeId;

use crate::json::{Json, Node};
use crate::limits::cut;
use crate::model::Place;
use crate::problem::{Problem, Problems, Rule};

/// The longest key in a path, in bytes.
const MAX_KEY: usize = 100;

/// Reports every key that occurs again later in its object.
pub(super) fn report(script: NodeId, document: &Node<'_>, problems: &mut Problems) {
    visit(script, document, &mut Vec::new(), problems);
}

fn visit<'n>(script: NodeId, node: &'n Node<'n>, path: &mut Vec<&'n str>, problems: &mut Problems) {
    match &node.value {
        Json::Array(items) => items.iter().for_each(|item| visit(script, item, path, problems)),
        Json::Object(members) => {
            for member in members {
                path.push(cut(&member.key, MAX_KEY));
                if member.is_overridden {
                    problems.push(|| problem(Place::in_script(script, member.offset), path));
                }
                visit(script, &member.value, path, problems);
                path.pop();
            }
        }
        _ => {}
    }
}

fn problem(place: Place, path: &[&str]) -> Problem {
    let key = path.last().copied().unwrap_or_default();
    Problem::new(
        Rule::DuplicateKey,
        place,
        &format!("\"{key}\" stands more than once in the same object; only the last value counts."),
    )
    .at(&path.join(" > "))
    .fixed_by(format!("Give \"{key}\" once, with a list of values [ … ] if there are several."))
}
