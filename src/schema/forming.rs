use super::compile::{is_set, number_of, types_of};
use super::dialect::Dialect;
use super::rule::{
    ANY, Arrays, Combined, Contains, Numbers, Objects, Options, Rule, RuleId, Strings, Unevaluated,
};
use crate::json::{Kind, Node};

/// A rule that is being made: some keywords mean something only together.
pub(super) struct Forming {
    pub(super) rule: Rule,
    dialect: Dialect,
    /// `items` is a list, which is what gives `additionalItems` a meaning.
    pub(super) has_prefix: bool,
    pub(super) additional_items: Option<RuleId>,
    pub(super) contains: Option<Contains>,
    pub(super) contains_least: Option<u64>,
    pub(super) contains_most: Option<u64>,
    pub(super) condition: Option<RuleId>,
    pub(super) then: Option<RuleId>,
    pub(super) otherwise: Option<RuleId>,
    /// Draft 4's flags: the minimum or maximum itself is excluded.
    excludes_minimum: bool,
    excludes_maximum: bool,
}

impl Forming {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self {
            rule: Rule::default(),
            dialect,
            has_prefix: false,
            additional_items: None,
            contains: None,
            contains_least: None,
            contains_most: None,
            condition: None,
            then: None,
            otherwise: None,
            excludes_minimum: false,
            excludes_maximum: false,
        }
    }

    pub(super) fn numbers(&mut self) -> &mut Numbers {
        self.rule.numbers.get_or_insert_default()
    }

    pub(super) fn strings(&mut self) -> &mut Strings {
        self.rule.strings.get_or_insert_default()
    }

    pub(super) fn arrays(&mut self) -> &mut Arrays {
        self.rule.arrays.get_or_insert_default()
    }

    pub(super) fn objects(&mut self) -> &mut Objects {
        self.rule.objects.get_or_insert_default()
    }

    pub(super) fn unevaluated(&mut self) -> &mut Unevaluated {
        self.rule.unevaluated.get_or_insert_default()
    }

    pub(super) fn types(&mut self, value: Node<'_>) {
        self.rule.types = Some(types_of(value, self.dialect));
    }

    pub(super) fn options<'d>(
        &mut self,
        values: impl IntoIterator<Item = Node<'d>>,
        is_constant: bool,
    ) {
        let values = values.into_iter().map(Node::index).collect();
        self.rule.options.push(Options {
            values,
            is_constant,
        });
    }

    pub(super) fn exclusive_minimum(&mut self, value: Node<'_>) {
        match value.kind() {
            Kind::Bool(_) => self.excludes_minimum = is_set(value),
            _ => self.numbers().exclusive_minimum = number_of(value),
        }
    }

    pub(super) fn exclusive_maximum(&mut self, value: Node<'_>) {
        match value.kind() {
            Kind::Bool(_) => self.excludes_maximum = is_set(value),
            _ => self.numbers().exclusive_maximum = number_of(value),
        }
    }

    pub(super) fn require(&mut self, names: Node<'_>) {
        for name in names
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Node::as_str)
        {
            let property = self.objects().properties.entry(name);
            property.is_required = true;
            self.objects().required += 1;
        }
    }

    pub(super) fn finish(mut self) -> Rule {
        if let Some(numbers) = self.rule.numbers.as_deref_mut() {
            if self.excludes_minimum {
                numbers.exclusive_minimum = numbers.minimum.take();
            }
            if self.excludes_maximum {
                numbers.exclusive_maximum = numbers.maximum.take();
            }
        }
        if self.has_prefix && self.additional_items.is_some() {
            self.arrays().items = self.additional_items;
        }
        if let Some(contains) = self.contains {
            let min = self.contains_least.unwrap_or(contains.min);
            let max = self.contains_most;
            self.arrays().contains = Some(Contains {
                min,
                max,
                ..contains
            });
        }
        if let Some(condition) = self.condition {
            self.rule.combined.push(Combined::If {
                condition,
                then: self.then.unwrap_or(ANY),
                otherwise: self.otherwise.unwrap_or(ANY),
            });
        }
        self.rule
    }
}
