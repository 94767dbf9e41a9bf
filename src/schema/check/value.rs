use super::Check;
use super::content;
use super::multiple::is_multiple;
use crate::json::{Kind, Make, Node};
use crate::pattern::Match;
use crate::schema::patterns::Pattern;
use crate::schema::rule::{Numbers, Rule, Strings, Types};
use crate::schema::verdict::{Verdict, holds};

impl Check<'_> {
    /// The keywords about a value by itself.
    pub(super) fn value(&self, rule: &Rule, node: Node<'_>, kind: &Kind<'_>) -> Verdict {
        if rule.never || rule.types.is_some_and(|types| !has_type(types, node)) {
            return Verdict::Invalid;
        }
        let document = self.schema.document();
        for options in &rule.options {
            if !self.spend_on_parts(options.parts_for(node)) {
                return Verdict::Unsure;
            }
            if !options.allow(document, node) {
                return Verdict::Invalid;
            }
        }
        match *kind {
            #[allow(
                clippy::cast_precision_loss,
                reason = "what is read as an integer fits a double"
            )]
            Kind::Integer(integer) => rule
                .numbers
                .as_deref()
                .map_or(Verdict::Valid, |numbers| number(numbers, integer as f64)),
            Kind::Float(float) => rule
                .numbers
                .as_deref()
                .map_or(Verdict::Valid, |numbers| number(numbers, float)),
            Kind::String(text) => rule
                .strings
                .as_deref()
                .map_or(Verdict::Valid, |strings| self.string(strings, text)),
            _ => Verdict::Valid,
        }
    }

    fn string(&self, strings: &Strings, text: &str) -> Verdict {
        if !self.spend_on_bytes(text.len()) {
            return Verdict::Unsure;
        }
        if !has_length(strings, text) || !content::holds(strings.content, text) {
            return Verdict::Invalid;
        }
        self.format(strings, text).and(|| {
            let pattern = strings.pattern.as_ref();
            pattern.map_or(Verdict::Valid, |pattern| self.matches(pattern, text))
        })
    }

    pub(in crate::schema) fn format(&self, strings: &Strings, text: &str) -> Verdict {
        match &strings.format {
            Some(_) if !self.pattern_steps.spend_on_text(text.len()) => Verdict::Unsure,
            Some((_, format)) => holds(format.matches(text)),
            None => Verdict::Valid,
        }
    }

    pub(in crate::schema) fn matches(&self, pattern: &Pattern, text: &str) -> Verdict {
        if !self.spend(1) || !self.spend_on_bytes(text.len()) {
            return Verdict::Unsure;
        }
        match pattern.matches(text, self.size, &self.pattern_steps) {
            Match::Yes => Verdict::Valid,
            Match::No => Verdict::Invalid,
            Match::TooManySteps => Verdict::Unsure,
        }
    }
}

pub(in crate::schema) fn has_type(types: Types, node: Node<'_>) -> bool {
    types.has(match node.make() {
        Make::Null => Types::NULL,
        Make::Bool => Types::BOOLEAN,
        Make::Integer => Types::INTEGER | Types::NUMBER | Types::WRITTEN_INTEGER,
        // From draft 6 on 1.0 is an integer. What is written without a fraction and too large for an `Integer` is here too.
        Make::Float(float) if float.fract() == 0.0 => {
            let is_large = float.abs() >= 9_007_199_254_740_992.0;
            let written = if is_large { Types::WRITTEN_INTEGER } else { 0 };
            Types::INTEGER | Types::NUMBER | written
        }
        Make::Float(_) => Types::NUMBER,
        Make::String => Types::STRING,
        Make::Array => Types::ARRAY,
        Make::Object => Types::OBJECT,
    })
}

fn number(numbers: &Numbers, value: f64) -> Verdict {
    holds(
        numbers.minimum.is_none_or(|limit| value >= limit)
            && numbers.maximum.is_none_or(|limit| value <= limit)
            && numbers.exclusive_minimum.is_none_or(|limit| value > limit)
            && numbers.exclusive_maximum.is_none_or(|limit| value < limit)
            && numbers
                .multiple_of
                .is_none_or(|divisor| is_multiple(value, divisor)),
    )
}

fn has_length(strings: &Strings, text: &str) -> bool {
    let limit = strings.max_length.unwrap_or(u64::MAX);
    // A character has one to four bytes, which often settles it.
    let bytes = text.len() as u64;
    if bytes <= limit && bytes >= strings.min_length.saturating_mul(4) {
        return true;
    }
    let length = if text.is_ascii() {
        bytes
    } else {
        text.chars().count() as u64
    };
    (strings.min_length..=limit).contains(&length)
}
