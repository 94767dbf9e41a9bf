use super::Finder;
use crate::json::Node;
use crate::schema::check::content;
use crate::schema::check::multiple::is_multiple;
use crate::schema::check::value::has_type;
use crate::schema::explain::fault::{Bound, Fault, Limit, Size};
use crate::schema::rule::{Numbers, Rule, Strings};
use crate::schema::verdict::Verdict;

impl<'s> Finder<'s> {
    /// What is wrong with a value by itself.
    pub(super) fn value(&self, rule: &'s Rule, value: Node<'s>, note: &mut dyn FnMut(Fault<'s>)) {
        if rule.never {
            return note(Fault::Never);
        }
        if let Some(types) = rule.types.filter(|types| !has_type(*types, value)) {
            note(Fault::Types(types));
        }
        let document = self.schema.document();
        for options in &rule.options {
            if !self.check.spend_on_parts(options.parts_for(value)) {
                return note(Fault::Undecided);
            }
            if !options.allow(document, value) {
                note(Fault::Options(options));
            }
        }
        if let (Some(numbers), Some(number)) = (rule.numbers.as_deref(), value.as_f64()) {
            limits(numbers, number, note);
        }
        if let (Some(strings), Some(text)) = (rule.strings.as_deref(), value.as_str()) {
            self.string(strings, text, note);
        }
    }

    fn string(&self, strings: &'s Strings, text: &str, note: &mut dyn FnMut(Fault<'s>)) {
        if !self.check.spend_on_bytes(text.len()) {
            return note(Fault::Undecided);
        }
        let length = text.chars().count() as u64;
        size(
            Size::Characters,
            length,
            strings.min_length,
            strings.max_length,
            note,
        );
        if let Some(pattern) = &strings.pattern {
            match self.check.matches(pattern, text) {
                Verdict::Valid => {}
                Verdict::Invalid => note(Fault::Pattern(pattern.source())),
                Verdict::Unsure => note(Fault::PatternUndecided),
            }
        }
        if let Some((name, _)) = &strings.format {
            match self.check.format(strings, text) {
                Verdict::Valid => {}
                Verdict::Invalid => note(Fault::Format(name)),
                Verdict::Unsure => note(Fault::Undecided),
            }
        }
        if !content::holds(strings.content, text) {
            note(Fault::Content);
        }
    }
}

fn limits<'s>(numbers: &Numbers, value: f64, note: &mut dyn FnMut(Fault<'s>)) {
    let mut limit = |kind, limit: Option<f64>, holds: fn(f64, f64) -> bool| {
        if let Some(limit) = limit.filter(|limit| !holds(value, *limit)) {
            note(Fault::Limit(kind, limit));
        }
    };
    limit(Limit::Minimum, numbers.minimum, |value, limit| {
        value >= limit
    });
    limit(Limit::Maximum, numbers.maximum, |value, limit| {
        value <= limit
    });
    limit(
        Limit::ExclusiveMinimum,
        numbers.exclusive_minimum,
        |value, limit| value > limit,
    );
    limit(
        Limit::ExclusiveMaximum,
        numbers.exclusive_maximum,
        |value, limit| value < limit,
    );
    limit(Limit::MultipleOf, numbers.multiple_of, is_multiple);
}

pub(super) fn size<'s>(
    what: Size,
    count: u64,
    least: u64,
    most: Option<u64>,
    note: &mut dyn FnMut(Fault<'s>),
) {
    if count < least {
        note(Fault::Size(what, Bound::Least, least));
    }
    if let Some(most) = most.filter(|most| count > *most) {
        note(Fault::Size(what, Bound::Most, most));
    }
}
