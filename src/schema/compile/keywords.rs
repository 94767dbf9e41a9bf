use super::Compiler;
use super::forming::Forming;
use super::resources::Place;
use crate::json::{Kind, Node};
use crate::schema::dialect::Dialect;
use crate::schema::dialect::keyword::{Form, for_each_schema};
use crate::schema::formats::format_of;
use crate::schema::patterns::Pattern;
use crate::schema::rule::{Combined, Contains, Dependent, RuleId};

impl<'d> Compiler<'d> {
    /// Notes what a keyword says.
    #[allow(clippy::too_many_lines, reason = "one table")]
    pub(super) fn keyword(
        &mut self,
        draft: &mut Forming,
        keyword: &str,
        form: Form,
        value: Node<'d>,
        place: Place,
    ) {
        match keyword {
            "type" => draft.types(value),
            "enum" => draft.options(value.as_array().into_iter().flatten(), false),
            "const" => draft.options([value], true),
            "minimum" => draft.numbers().minimum = value.as_f64(),
            "maximum" => draft.numbers().maximum = value.as_f64(),
            "exclusiveMinimum" => draft.exclusive_minimum(value),
            "exclusiveMaximum" => draft.exclusive_maximum(value),
            "multipleOf" => draft.numbers().multiple_of = value.as_f64(),
            "minLength" => draft.strings().min_length = count(value),
            "maxLength" => draft.strings().max_length = Some(count(value)),
            "minItems" => draft.arrays().min_items = count(value),
            "maxItems" => draft.arrays().max_items = Some(count(value)),
            "minProperties" => draft.objects().min_properties = count(value),
            "maxProperties" => draft.objects().max_properties = Some(count(value)),
            "minContains" => draft.contains_least = Some(count(value)),
            "maxContains" => draft.contains_most = Some(count(value)),
            "uniqueItems" => draft.arrays().are_unique = value.as_bool() == Some(true),
            "pattern" => {
                let pattern = self.pattern(value.as_str().unwrap_or_default(), value.index());
                draft.strings().pattern = pattern;
            }
            "format" => self.format(draft, value, place.dialect),
            "contentEncoding" if place.dialect == Dialect::Draft7 => {
                draft.strings().content.is_base64 = value.as_str() == Some("base64");
            }
            "contentMediaType" if place.dialect == Dialect::Draft7 => {
                draft.strings().content.is_json = value.as_str() == Some("application/json");
            }
            "items" => match value.kind() {
                Kind::Array(_) => {
                    draft.arrays().prefix = self.list(value);
                    draft.has_prefix = true;
                }
                _ => draft.arrays().items = Some(self.rule_of(value)),
            },
            "prefixItems" => draft.arrays().prefix = self.list(value),
            "additionalItems" => draft.additional_items = Some(self.rule_of(value)),
            "contains" => {
                draft.contains = Some(Contains {
                    rule: self.rule_of(value),
                    min: 1,
                    max: None,
                    evaluates: place.dialect == Dialect::Draft202012,
                });
            }
            "properties" => {
                draft.objects();
                for (name, schema) in value.as_object().into_iter().flatten() {
                    let rule = self.rule_of(schema);
                    draft.objects().properties.entry(name).rule = Some(rule);
                }
            }
            "patternProperties" => {
                for (source, schema) in value.as_object().into_iter().flatten() {
                    let rule = self.rule_of(schema);
                    if let Some(pattern) = self.pattern(source, schema.index()) {
                        draft.objects().patterns.push((pattern, rule));
                    }
                }
            }
            "required" => draft.require(value),
            "additionalProperties" => draft.objects().others = Some(self.rule_of(value)),
            "propertyNames" => draft.objects().names = Some(self.rule_of(value)),
            "dependencies" | "dependentRequired" | "dependentSchemas" => {
                for (name, needs) in value.as_object().into_iter().flatten() {
                    let rule = needs.as_array().is_none().then(|| self.rule_of(needs));
                    let objects = draft.objects();
                    let mut number = |name: &str| objects.properties.number(name);
                    let trigger = number(name);
                    let names = needs.as_array().into_iter().flatten();
                    let dependent = match rule {
                        Some(rule) => Dependent::Schema(rule),
                        None => Dependent::Required(
                            names.filter_map(Node::as_str).map(number).collect(),
                        ),
                    };
                    objects.dependents.push((trigger, dependent));
                }
            }
            "allOf" => draft.rule.combined.push(Combined::All(self.list(value))),
            "anyOf" => draft.rule.combined.push(Combined::Any(self.list(value))),
            "oneOf" => draft.rule.combined.push(Combined::One(self.list(value))),
            "not" => {
                let rule = self.rule_of(value);
                draft.rule.combined.push(Combined::Not(rule, value.index()));
            }
            "if" => draft.condition = Some(self.rule_of(value)),
            "then" => draft.then = Some(self.rule_of(value)),
            "else" => draft.otherwise = Some(self.rule_of(value)),
            "unevaluatedItems" => draft.unevaluated().items = Some(self.rule_of(value)),
            "unevaluatedProperties" => draft.unevaluated().properties = Some(self.rule_of(value)),
            // Schemas that only references lead to are checked all the same.
            _ => for_each_schema(form, value, |schema| {
                self.rule_of(schema);
            }),
        }
    }

    fn list(&mut self, schemas: Node<'d>) -> Vec<RuleId> {
        let schemas = schemas.as_array().into_iter().flatten();
        schemas.map(|schema| self.rule_of(schema)).collect()
    }

    fn pattern(&mut self, source: &str, at: u32) -> Option<Pattern> {
        if !self.options.matches_patterns {
            return None;
        }
        Pattern::new(source)
            .map_err(|fault| self.fault(at, None, fault))
            .ok()
    }

    fn format(&mut self, draft: &mut Forming, value: Node<'d>, dialect: Dialect) {
        let name = value.as_str().unwrap_or_default();
        if self.options.formats
            && let Some(format) = format_of(name, dialect)
        {
            draft.strings().format = Some((name.into(), format));
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "its form was checked: 0 or more, and a larger one limits nothing"
)]
fn count(value: Node<'_>) -> u64 {
    value.as_f64().unwrap_or(0.0) as u64
}
