use std::collections::HashSet;

use jsonschema::Draft;
use serde_json::Value;

use super::expansion::{Expansion, Graph};
use super::meta;
use crate::compile::{OUTSIDE, address, registry};
use crate::error::{DefinitionIssue, SchemaError};

/// Follows every reference of a schema, and reports those that lead nowhere or outside.
///
/// The target of a reference may be at a place where the meta-schema does not look for schemas (`#/x-shared/city`), so it is
/// checked here.
pub(super) fn check(schema: &Value, dialect: Draft) -> Result<Expansion, SchemaError> {
    let prepared = registry(schema, dialect).map_err(|error| unreadable(&error))?;
    let base = address(schema, dialect).map_err(|error| unreadable(&error))?;
    let mut graph = Graph::default();
    let mut circles = Circles::default();
    let address_of = std::ptr::from_ref::<Value>;
    let mut issues = Vec::new();
    let mut seen: HashSet<*const Value> = HashSet::new();
    let mut open = vec![(schema, dialect, prepared.resolver(base))];
    let mut targets = Vec::new();
    loop {
        let Some((node, dialect, resolver)) = open.pop() else {
            // Only now is it known which targets are at such places.
            let Some((node, dialect, resolver)) = targets.pop() else {
                break;
            };
            if !seen.contains(&std::ptr::from_ref(node)) {
                let judged = meta::check(node, dialect).err();
                let judged = judged.into_iter().flat_map(|error| error.issues);
                issues.extend(judged.map(|fault| beneath(schema, node, fault)));
                open.push((node, dialect, resolver));
            }
            continue;
        };
        if !seen.insert(std::ptr::from_ref(node)) {
            continue;
        }
        let dialect = dialect.detect(node);
        let entered = resolver.in_subresource(dialect.create_resource_ref(node));
        let resolver = entered.map_err(|error| unreadable(&error))?;
        for keyword in ["$ref", "$dynamicRef"] {
            let Some(reference) = node.get(keyword).and_then(Value::as_str) else {
                continue;
            };
            match resolver.lookup(reference) {
                Ok(found) if found.contents().get(OUTSIDE).is_none() => {
                    let (target, resolver, dialect) = found.into_inner();
                    graph.lead(address_of(node), address_of(target));
                    circles.lead(node, target);
                    targets.push((target, dialect, resolver));
                }
                _ => issues.push(DefinitionIssue {
                    path: path_to(schema, node, keyword),
                    message: broken(reference),
                }),
            }
        }
        circles.enter(node, dialect);
        for inner in dialect.subresources_of(node) {
            graph.lead(address_of(node), address_of(inner));
            open.push((inner, dialect, resolver.clone()));
        }
    }
    if circles.are_there() {
        issues.push(DefinitionIssue {
            path: Vec::new(),
            message: "refers to itself without end: a schema can't be its own condition for the same value".to_owned(),
        });
    }
    if issues.is_empty() {
        Ok(graph.expansion(address_of(schema)))
    } else {
        Err(SchemaError { issues })
    }
}

/// The subschemas that apply to the same value as the one that leads to them. A circle of those could never be evaluated.
#[derive(Default)]
struct Circles(Graph<*const Value>);

impl Circles {
    /// Records the subschemas in place of a schema.
    fn enter(&mut self, schema: &Value, dialect: Draft) {
        // Every subschema is a possible start of a circle, so all are reachable from a common root.
        self.0.lead(std::ptr::null(), std::ptr::from_ref(schema));
        let hides_siblings = matches!(dialect, Draft::Draft4 | Draft::Draft6 | Draft::Draft7);
        if hides_siblings && schema.get("$ref").is_some() {
            return;
        }
        for keyword in ["not", "if", "then", "else"] {
            if let Some(inner) = schema.get(keyword) {
                self.lead(schema, inner);
            }
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for inner in schema
                .get(keyword)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                self.lead(schema, inner);
            }
        }
        for keyword in ["dependentSchemas", "dependencies"] {
            let inner = schema.get(keyword).and_then(Value::as_object);
            for inner in inner.into_iter().flat_map(|schemas| schemas.values()) {
                self.lead(schema, inner);
            }
        }
    }

    fn lead(&mut self, from: &Value, to: &Value) {
        self.0
            .lead(std::ptr::from_ref(from), std::ptr::from_ref(to));
    }

    fn are_there(self) -> bool {
        self.0.expansion(std::ptr::null()).cyclic
    }
}

fn broken(reference: &str) -> String {
    format!(
        "the reference {reference:?} can't be resolved: only references within the schema itself are followed"
    )
}

fn unreadable(error: &dyn std::fmt::Display) -> SchemaError {
    SchemaError::whole(format!("its references can't be resolved: {error}"))
}

fn beneath(schema: &Value, node: &Value, fault: DefinitionIssue) -> DefinitionIssue {
    let mut path = path_of(schema, node).unwrap_or_default();
    path.extend(fault.path);
    DefinitionIssue { path, ..fault }
}

fn path_to(schema: &Value, node: &Value, keyword: &str) -> Vec<String> {
    let mut path = path_of(schema, node).unwrap_or_default();
    path.push(keyword.to_owned());
    path
}

/// The path of a part of a schema. Computed only when there is a fault to report.
fn path_of(schema: &Value, node: &Value) -> Option<Vec<String>> {
    if std::ptr::eq(schema, node) {
        return Some(Vec::new());
    }
    let inner: Box<dyn Iterator<Item = (String, &Value)>> = match schema {
        Value::Object(members) => Box::new(members.iter().map(|(key, value)| (key.clone(), value))),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            Box::new(items.map(|(index, value)| (index.to_string(), value)))
        }
        _ => return None,
    };
    for (key, value) in inner {
        if let Some(mut path) = path_of(value, node) {
            path.insert(0, key);
            return Some(path);
        }
    }
    None
}
