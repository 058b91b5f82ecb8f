//! Statements with the same key.

use domain::articles::brief::FactKind;

use super::{Group, Statement};

/// Groups statements that name the same thing, in order of appearance.
pub(super) fn by_key(kind: FactKind, statements: Vec<Statement>) -> Vec<Group> {
    let mut groups: Vec<(String, Group)> = Vec::new();
    for statement in statements {
        match groups.iter_mut().find(|(key, _)| *key == statement.key) {
            Some((_, group)) => group.statements.push(statement),
            None => groups.push((
                statement.key.clone(),
                Group { kind, about: statement.about.clone(), statements: vec![statement], differs: true },
            )),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
