use super::fault::{Bound, Fault, Finding, Limit, Size};
use super::{alternatives, phrases};
use crate::json::write::number_text;
use crate::json::{Node, Tree, canonical};
use crate::schema::explain::received::{named, quoted, quoted_json, shortened};
use crate::schema::rule::Options;

/// Words findings, with the document of the schema they are about.
#[derive(Clone, Copy)]
pub(super) struct Words<'d>(pub(super) &'d Tree);

impl Words<'_> {
    /// One finding as a sentence: usually "expected …, received …".
    pub(super) fn expectation(self, finding: &Finding<'_>) -> String {
        let value = finding.value;
        match &finding.fault {
            Fault::Never => "is not allowed here".to_owned(),
            Fault::Types(types) => expected(&phrases::type_names(*types).join(" or "), value),
            Fault::Options(options) if options.is_constant => {
                expected(&self.allowed(options).concat(), value)
            }
            Fault::Options(options) => {
                let values = options.values.iter();
                let listed = phrases::listed(values.map(|value| self.quoted(*value)));
                expected(&format!("one of {listed}"), value)
            }
            Fault::Limit(kind, limit) => {
                let what = match kind {
                    Limit::Minimum => "a number of at least",
                    Limit::Maximum => "a number of at most",
                    Limit::ExclusiveMinimum => "a number greater than",
                    Limit::ExclusiveMaximum => "a number less than",
                    Limit::MultipleOf => "a multiple of",
                };
                expected(&format!("{what} {}", number_text(*limit)), value)
            }
            Fault::Size(what, bound, limit) => sized(*what, *bound, *limit, value),
            Fault::Pattern(pattern) => {
                let pattern = shortened(pattern);
                expected(&format!("text matching the pattern {pattern}"), value)
            }
            Fault::PatternUndecided => {
                "could not be checked: matching the schema's pattern took too many steps".to_owned()
            }
            Fault::Format(format) => {
                let example = phrases::format_example(format);
                expected(&format!("text in the format \"{format}\"{example}"), value)
            }
            Fault::Content => expected("text of the encoding and kind that the schema says", value),
            Fault::Duplicates => duplicates(value),
            Fault::Contains(Bound::Least, 1) => {
                "expected at least one item of the kind that \"contains\" asks for".to_owned()
            }
            Fault::Contains(Bound::Least, _) => {
                "has too few items of the kind that \"contains\" asks for".to_owned()
            }
            Fault::Contains(Bound::Most, _) => {
                "has too many items of the kind that \"contains\" asks for".to_owned()
            }
            Fault::UnexpectedItems(items) => {
                let items = phrases::listed(items.iter().map(|item| quoted_json(*item)));
                format!("has items that the schema does not allow: {items}")
            }
            Fault::Alternatives(each) => alternatives::sentence(self, finding, each),
            Fault::Several(fitting) => ambiguous(fitting),
            Fault::Not(schema) => {
                let schema = quoted_json(*schema);
                expected(&format!("a value that does not match {schema}"), value)
            }
            Fault::Undecided => {
                "could not be checked: comparing it with the schema takes too many steps".to_owned()
            }
            // Issues of their own elsewhere; here only inside another keyword's sentence.
            Fault::Missing(name, _) => format!("property {} is missing", quoted(name)),
            Fault::Unexpected(names) => {
                let names = phrases::listed(names.iter().map(|name| quoted(name)));
                format!("{names} not known as properties")
            }
            Fault::Name(_) => "expected an object with allowed property names".to_owned(),
        }
    }

    /// What an `enum` or a `const` allows.
    pub(super) fn allowed(self, options: &Options) -> Vec<String> {
        let values = options.values.iter();
        values.map(|value| self.quoted(*value)).collect()
    }

    fn quoted(self, value: u32) -> String {
        quoted_json(self.0.node(value))
    }
}

fn expected(what: &str, value: Node<'_>) -> String {
    format!("expected {what}, received {}", named(value))
}

fn sized(what: Size, bound: Bound, limit: u64, value: Node<'_>) -> String {
    let (unit, received) = match what {
        Size::Characters => {
            let text = value.as_str().unwrap_or_default();
            (["character", "characters"], text.chars().count())
        }
        Size::Items => (["item", "items"], value.values().count()),
        Size::Properties => (["property", "properties"], value.values().count()),
    };
    let bound = match bound {
        Bound::Least => "at least",
        Bound::Most => "at most",
    };
    let unit = unit[usize::from(limit != 1)];
    format!("expected {bound} {limit} {unit}, received {received}")
}

/// `oneOf` with more than one alternative that fits.
fn ambiguous(fitting: &[usize]) -> String {
    let numbers: Vec<String> = fitting.iter().map(ToString::to_string).collect();
    let numbers = numbers.join(" and ");
    format!("fits several of the alternatives (numbers {numbers}), but must fit exactly one")
}

/// Names the first equal pair, where there are few enough items to look for it.
fn duplicates(value: Node<'_>) -> String {
    const MOST: usize = 200;
    let items: Vec<String> = value.values().take(MOST).map(canonical).collect();
    let pair = items.iter().enumerate().find_map(|(index, item)| {
        let first = items[..index].iter().position(|earlier| earlier == item)?;
        Some((first, index))
    });
    pair.map_or_else(
        || "expected items that all differ, but some are equal".to_owned(),
        |(first, second)| {
            format!("expected items that all differ, but items {first} and {second} are equal")
        },
    )
}
