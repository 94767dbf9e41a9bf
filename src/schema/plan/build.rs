use std::collections::HashMap;

use serde_json::Value;

use crate::schema::dialect::Dialect;

use super::{
    ANY, Arrays, Combined, FEW_PROPERTIES, Numbers, Objects, Plan, Properties, Property, Rule,
    RuleId, Strings, Types,
};

/// The largest integer that a double holds exactly, as all smaller ones.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

impl Plan {
    /// The plan of a schema whose size was measured. Nothing when it has a keyword that only the engine knows, or one
    /// that is not as its dialect's meta-schema wants it: so a schema with a plan is a valid schema.
    pub(in crate::schema) fn of(schema: &Value, dialect: Dialect, formats: bool) -> Option<Self> {
        if matches!(dialect, Dialect::Draft4 | Dialect::Draft6) {
            return None;
        }
        let mut builder = Builder {
            document: schema,
            dialect,
            formats,
            rules: vec![Rule::default()],
            built: HashMap::new(),
        };
        let root = builder.rule(schema, true)?;
        Some(Self {
            rules: builder.rules,
            root,
        })
    }
}

struct Builder<'s> {
    document: &'s Value,
    dialect: Dialect,
    formats: bool,
    rules: Vec<Rule>,
    /// The schemas that have a rule already, by their address: references lead to them again.
    built: HashMap<*const Value, RuleId>,
}

impl<'s> Builder<'s> {
    fn rule(&mut self, schema: &'s Value, is_root: bool) -> Option<RuleId> {
        if let Some(known) = self.built.get(&std::ptr::from_ref(schema)) {
            return Some(*known);
        }
        let members = match schema {
            Value::Bool(true) => return Some(ANY),
            Value::Bool(false) => {
                let never = true;
                return Some(self.add(
                    schema,
                    Rule {
                        never,
                        ..Rule::default()
                    },
                ));
            }
            Value::Object(members) => members,
            _ => return None,
        };
        // Known before it is complete, since it may lead to itself.
        let id = self.add(schema, Rule::default());
        let mut draft = Forming::default();
        for (keyword, value) in members {
            if keyword == "$schema" && !is_root {
                return None;
            }
            self.keyword(&mut draft, keyword, value)?;
        }
        // Up to draft 7 what stands beside a reference is ignored, and whether it is valid is not for us to say.
        let is_old = self.dialect == Dialect::Draft7;
        if is_old && draft.refers && draft.restricts {
            return None;
        }
        self.conditional(&mut draft)?;
        self.rules[id.0 as usize] = draft.finish();
        Some(id)
    }

    fn add(&mut self, schema: &Value, rule: Rule) -> RuleId {
        let id = RuleId(u32::try_from(self.rules.len()).unwrap_or(0));
        self.rules.push(rule);
        self.built.insert(std::ptr::from_ref(schema), id);
        id
    }

    fn keyword(&mut self, draft: &mut Forming<'s>, keyword: &str, value: &'s Value) -> Option<()> {
        let is_annotation = annotation(keyword, value)?;
        if is_annotation {
            return Some(());
        }
        if matches!(keyword, "$defs" | "definitions") {
            for schema in value.as_object()?.values() {
                self.rule(schema, false)?;
            }
            return Some(());
        }
        if keyword == "$ref" {
            let target = self.target(value.as_str()?)?;
            let target = self.rule(target, false)?;
            draft.refers = true;
            draft.rule.combined.push(Combined::All(vec![target]));
            return Some(());
        }
        draft.restricts = true;
        match keyword {
            "type" => draft.rule.types = Some(types(value)?),
            "enum" => draft.rule.options.push(value.as_array()?.clone()),
            "const" => draft.rule.options.push(vec![value.clone()]),
            "minimum" => draft.numbers().minimum = Some(limit(value)?),
            "maximum" => draft.numbers().maximum = Some(limit(value)?),
            "exclusiveMinimum" => draft.numbers().exclusive_minimum = Some(limit(value)?),
            "exclusiveMaximum" => draft.numbers().exclusive_maximum = Some(limit(value)?),
            "multipleOf" => {
                let divisor = value
                    .as_i64()
                    .filter(|by| (1..=MAX_SAFE_INTEGER).contains(by))?;
                draft.numbers().multiple_of = Some(divisor);
            }
            "minLength" => draft.strings().min_length = count(value)?,
            "maxLength" => draft.strings().max_length = Some(count(value)?),
            "pattern" => {
                value.as_str()?;
                draft.strings().is_text_checked = true;
            }
            "format" => {
                value.as_str()?;
                draft.strings().is_text_checked |= self.formats;
            }
            "items" => draft.arrays().items = self.rule(value, false)?,
            "prefixItems" if self.dialect == Dialect::Draft202012 => {
                draft.arrays().prefix = self.list(value)?;
            }
            "minItems" => draft.arrays().min_items = count(value)?,
            "maxItems" => draft.arrays().max_items = Some(count(value)?),
            "uniqueItems" => draft.arrays().are_unique = value.as_bool()?,
            "properties" => {
                for (name, schema) in value.as_object()? {
                    let rule = self.rule(schema, false)?;
                    draft.property(name).rule = rule;
                }
            }
            "required" => draft.require(value)?,
            "additionalProperties" => draft.objects().others = self.rule(value, false)?,
            "minProperties" => draft.objects().min_properties = count(value)?,
            "maxProperties" => draft.objects().max_properties = Some(count(value)?),
            "allOf" => draft.rule.combined.push(Combined::All(self.list(value)?)),
            "anyOf" => draft.rule.combined.push(Combined::Any(self.list(value)?)),
            "oneOf" => draft.rule.combined.push(Combined::One(self.list(value)?)),
            "not" => draft
                .rule
                .combined
                .push(Combined::Not(self.rule(value, false)?)),
            "if" => draft.condition.0 = Some(value),
            "then" => draft.condition.1 = Some(value),
            "else" => draft.condition.2 = Some(value),
            _ => return None,
        }
        Some(())
    }

    fn list(&mut self, value: &'s Value) -> Option<Vec<RuleId>> {
        let schemas = value.as_array().filter(|schemas| !schemas.is_empty())?;
        schemas
            .iter()
            .map(|schema| self.rule(schema, false))
            .collect()
    }

    /// `if a then b else c` as `(not a or b) and (a or c)`.
    fn conditional(&mut self, draft: &mut Forming<'s>) -> Option<()> {
        let (condition, then, otherwise) = draft.condition;
        let mut rule = |schema: Option<&'s Value>| match schema {
            Some(schema) => self.rule(schema, false).map(Some),
            None => Some(None),
        };
        let (condition, then, otherwise) = (rule(condition)?, rule(then)?, rule(otherwise)?);
        let Some(condition) = condition else {
            return Some(());
        };
        if let Some(then) = then {
            let unless = self.combination(Combined::Not(condition));
            draft.rule.combined.push(Combined::Any(vec![unless, then]));
        }
        if let Some(otherwise) = otherwise {
            draft
                .rule
                .combined
                .push(Combined::Any(vec![condition, otherwise]));
        }
        Some(())
    }

    fn combination(&mut self, combined: Combined) -> RuleId {
        let id = RuleId(u32::try_from(self.rules.len()).unwrap_or(0));
        self.rules.push(Rule {
            combined: vec![combined],
            ..Rule::default()
        });
        id
    }

    /// Where a reference within the schema leads: to the whole, or to one of its definitions. Other places may be no
    /// schemas at all.
    fn target(&self, reference: &str) -> Option<&'s Value> {
        if reference == "#" {
            return Some(self.document);
        }
        let place = reference.strip_prefix("#/")?;
        let (holder, name) = place.split_once('/')?;
        let is_plain = !name.contains(['/', '~', '%']);
        if !is_plain || !matches!(holder, "$defs" | "definitions") {
            return None;
        }
        self.document.get(holder)?.get(name)
    }
}

/// A rule that is being built.
#[derive(Default)]
struct Forming<'s> {
    rule: Rule,
    refers: bool,
    restricts: bool,
    condition: (Option<&'s Value>, Option<&'s Value>, Option<&'s Value>),
}

impl Forming<'_> {
    fn numbers(&mut self) -> &mut Numbers {
        self.rule.numbers.get_or_insert_default()
    }

    fn strings(&mut self) -> &mut Strings {
        self.rule.strings.get_or_insert_default()
    }

    fn arrays(&mut self) -> &mut Arrays {
        self.rule.arrays.get_or_insert_with(|| {
            Box::new(Arrays {
                prefix: Vec::new(),
                items: ANY,
                min_items: 0,
                max_items: None,
                are_unique: false,
            })
        })
    }

    fn objects(&mut self) -> &mut Objects {
        self.rule.objects.get_or_insert_with(|| {
            Box::new(Objects {
                properties: Properties::default(),
                required: 0,
                others: ANY,
                min_properties: 0,
                max_properties: None,
            })
        })
    }

    /// The property with a name, as it is so far; a new one is restricted by `additionalProperties` until it is named
    /// in `properties`.
    fn property(&mut self, name: &str) -> &mut Property {
        let properties = &mut self.objects().properties.listed;
        let at = properties.iter().position(|(known, _)| **known == *name);
        let at = at.unwrap_or_else(|| {
            properties.push((
                name.into(),
                Property {
                    rule: UNNAMED,
                    is_required: false,
                },
            ));
            properties.len() - 1
        });
        &mut properties[at].1
    }

    fn require(&mut self, names: &Value) -> Option<()> {
        for name in names.as_array()? {
            let property = self.property(name.as_str()?);
            if property.is_required {
                return None;
            }
            property.is_required = true;
            self.objects().required += 1;
        }
        Some(())
    }

    fn finish(mut self) -> Rule {
        if let Some(objects) = self.rule.objects.as_deref_mut() {
            for (_, property) in &mut objects.properties.listed {
                if property.rule == UNNAMED {
                    property.rule = objects.others;
                }
            }
            let listed = &objects.properties.listed;
            if listed.len() > FEW_PROPERTIES {
                let numbered = listed.iter().enumerate();
                objects.properties.table =
                    numbered.map(|(at, (name, _))| (name.clone(), at)).collect();
            }
        }
        self.rule
    }
}

/// A property that is required, and not named in `properties` yet.
const UNNAMED: RuleId = RuleId(u32::MAX);

/// Whether a keyword says nothing about values. Nothing when it does not have the form it must have.
fn annotation(keyword: &str, value: &Value) -> Option<bool> {
    let has_form = match keyword {
        "title" | "description" | "$comment" | "$schema" => value.is_string(),
        "deprecated" | "readOnly" | "writeOnly" => value.is_boolean(),
        "examples" => value.is_array(),
        "default" => true,
        _ => return Some(keyword.starts_with("x-")),
    };
    has_form.then_some(true)
}

fn types(value: &Value) -> Option<Types> {
    let one = |name: &str| {
        Some(match name {
            "null" => Types::NULL,
            "boolean" => Types::BOOLEAN,
            "integer" => Types::INTEGER,
            "number" => Types::NUMBER,
            "string" => Types::STRING,
            "array" => Types::ARRAY,
            "object" => Types::OBJECT,
            _ => return None,
        })
    };
    match value {
        Value::String(name) => one(name).map(Types),
        Value::Array(names) if !names.is_empty() => {
            let mut all = 0;
            for name in names {
                let kind = one(name.as_str()?)?;
                if all & kind != 0 {
                    return None;
                }
                all |= kind;
            }
            Some(Types(all))
        }
        _ => None,
    }
}

/// A number that a double holds exactly.
fn limit(value: &Value) -> Option<f64> {
    let number = value.as_number()?;
    if number.is_f64() {
        return number.as_f64();
    }
    let integer = number
        .as_i64()
        .filter(|value| value.abs() <= MAX_SAFE_INTEGER)?;
    #[allow(
        clippy::cast_precision_loss,
        reason = "it was just compared with the largest"
    )]
    Some(integer as f64)
}

fn count(value: &Value) -> Option<u64> {
    value.as_u64()
}
