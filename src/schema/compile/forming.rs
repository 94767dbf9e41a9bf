use crate::json::{Kind, Node};
use crate::schema::dialect::Dialect;
use crate::schema::rule::{
    ANY, Arrays, Combined, Contains, Numbers, Objects, Options, Rule, RuleId, Strings, Types,
    Unevaluated,
};

/// A rule that is being made: some keywords mean something only together.
pub(in crate::schema) struct Forming {
    pub(in crate::schema) rule: Rule,
    dialect: Dialect,
    /// `items` is a list, which is what gives `additionalItems` a meaning.
    pub(in crate::schema) has_prefix: bool,
    pub(in crate::schema) additional_items: Option<RuleId>,
    pub(in crate::schema) contains: Option<Contains>,
    pub(in crate::schema) contains_least: Option<u64>,
    pub(in crate::schema) contains_most: Option<u64>,
    pub(in crate::schema) condition: Option<RuleId>,
    pub(in crate::schema) then: Option<RuleId>,
    pub(in crate::schema) otherwise: Option<RuleId>,
    /// Draft 4's flags: the minimum or maximum itself is excluded.
    excludes_minimum: bool,
    excludes_maximum: bool,
}

impl Forming {
    pub(in crate::schema) fn new(dialect: Dialect) -> Self {
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

    pub(in crate::schema) fn numbers(&mut self) -> &mut Numbers {
        self.rule.numbers.get_or_insert_default()
    }

    pub(in crate::schema) fn strings(&mut self) -> &mut Strings {
        self.rule.strings.get_or_insert_default()
    }

    pub(in crate::schema) fn arrays(&mut self) -> &mut Arrays {
        self.rule.arrays.get_or_insert_default()
    }

    pub(in crate::schema) fn objects(&mut self) -> &mut Objects {
        self.rule.objects.get_or_insert_default()
    }

    pub(in crate::schema) fn unevaluated(&mut self) -> &mut Unevaluated {
        self.rule.unevaluated.get_or_insert_default()
    }

    pub(in crate::schema) fn types(&mut self, value: Node<'_>) {
        self.rule.types = Some(types_of(value, self.dialect));
    }

    pub(in crate::schema) fn options<'d>(
        &mut self,
        values: impl IntoIterator<Item = Node<'d>>,
        is_constant: bool,
    ) {
        self.rule.options.push(Options::new(values, is_constant));
    }

    pub(in crate::schema) fn exclusive_minimum(&mut self, value: Node<'_>) {
        match value.kind() {
            Kind::Bool(_) => self.excludes_minimum = value.as_bool() == Some(true),
            _ => self.numbers().exclusive_minimum = value.as_f64(),
        }
    }

    pub(in crate::schema) fn exclusive_maximum(&mut self, value: Node<'_>) {
        match value.kind() {
            Kind::Bool(_) => self.excludes_maximum = value.as_bool() == Some(true),
            _ => self.numbers().exclusive_maximum = value.as_f64(),
        }
    }

    pub(in crate::schema) fn require(&mut self, names: Node<'_>) {
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

    pub(in crate::schema) fn finish(mut self) -> Rule {
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

fn types_of(value: Node<'_>, dialect: Dialect) -> Types {
    let one = |node: Node<'_>| {
        node.as_str()
            .and_then(Types::named)
            .map_or(0, |types| types.0)
    };
    let mut all = match value.as_array() {
        Some(names) => names.map(one).fold(0, |all, kind| all | kind),
        None => one(value),
    };
    if dialect == Dialect::Draft4 && all & Types::INTEGER != 0 {
        all = all & !Types::INTEGER | Types::WRITTEN_INTEGER;
    }
    Types(all)
}
