//! Selectors: conditions on an element, on those around it and on those before it.

mod reader;

use crate::web::html::tree::{Element, Id, Tree};
pub(super) use reader::read;

/// A selector.
#[derive(Debug)]
pub(super) struct Selector {
    /// The conditions from the element itself outwards.
    compounds: Vec<Compound>,
    pub specificity: u32,
    /// Whether all of it is understood.
    pub is_certain: bool,
}

/// The key by which a rule is found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Id(String),
    Class(String),
    Tag(String),
    Any,
}

#[derive(Debug, Default)]
struct Compound {
    tests: Vec<Test>,
    /// Its relation to the part on its left.
    relation: Option<Relation>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Within,
    Child,
    Next,
    After,
}

#[derive(Debug)]
enum Test {
    Tag(String),
    Id(String),
    Class(String),
    Attribute(String, Option<(Operator, String)>),
    Root,
    First,
    Link,
    /// One of these selectors, or none of them.
    Among(Vec<Selector>, bool),
}

#[derive(Debug, Clone, Copy)]
enum Operator {
    Is,
    Word,
    Dash,
    Begins,
    Ends,
    Has,
}

impl Selector {
    pub fn key(&self) -> Key {
        let tests = self
            .compounds
            .first()
            .map_or(&[][..], |compound| &compound.tests);
        let mut key = Key::Any;
        for test in tests {
            match test {
                Test::Id(id) => return Key::Id(id.clone()),
                Test::Class(class) => key = Key::Class(class.clone()),
                Test::Tag(tag) if key == Key::Any => key = Key::Tag(tag.clone()),
                _ => {}
            }
        }
        key
    }

    pub fn matches(&self, tree: &Tree, id: Id, steps: &mut usize) -> bool {
        self.from(0, tree, id, steps)
    }

    fn from(&self, index: usize, tree: &Tree, id: Id, steps: &mut usize) -> bool {
        *steps += 1;
        let compound = &self.compounds[index];
        let Some(element) = tree.element(id) else {
            return false;
        };
        if !compound
            .tests
            .iter()
            .all(|test| test.holds(tree, id, element))
        {
            return false;
        }
        let parent = |id| {
            tree.parent(id)
                .filter(|parent| tree.element(*parent).is_some())
        };
        match compound.relation {
            None => true,
            Some(Relation::Child) => {
                parent(id).is_some_and(|parent| self.from(index + 1, tree, parent, steps))
            }
            Some(Relation::Next) => {
                let before = tree.previous_element(id);
                before.is_some_and(|before| self.from(index + 1, tree, before, steps))
            }
            Some(relation) => {
                let step = |id| match relation {
                    Relation::Within => parent(id),
                    _ => tree.previous_element(id),
                };
                let mut at = step(id);
                while let Some(other) = at {
                    if *steps > super::MAX_STEPS {
                        return false;
                    }
                    if self.from(index + 1, tree, other, steps) {
                        return true;
                    }
                    at = step(other);
                }
                false
            }
        }
    }
}

impl Test {
    fn holds(&self, tree: &Tree, id: Id, element: &Element) -> bool {
        match self {
            Self::Tag(tag) => element.tag().eq_ignore_ascii_case(tag),
            Self::Id(name) => element.attribute("id") == Some(name),
            Self::Class(name) => element
                .attribute("class")
                .is_some_and(|classes| classes.split_ascii_whitespace().any(|class| class == name)),
            Self::Attribute(name, test) => element.attribute(name).is_some_and(|value| {
                test.as_ref()
                    .is_none_or(|(operator, text)| operator.holds(value, text))
            }),
            Self::Root => element.tag() == "html",
            Self::First => tree.previous_element(id).is_none(),
            Self::Link => element.tag() == "a" && element.attribute("href").is_some(),
            Self::Among(selectors, is) => {
                let holds = |selector: &Selector| {
                    let [compound] = &selector.compounds[..] else {
                        return false;
                    };
                    compound
                        .tests
                        .iter()
                        .all(|test| test.holds(tree, id, element))
                };
                selectors.iter().any(holds) == *is
            }
        }
    }
}

impl Operator {
    fn holds(self, value: &str, text: &str) -> bool {
        match self {
            Self::Is => value == text,
            Self::Word => value.split_ascii_whitespace().any(|word| word == text),
            Self::Dash => {
                let rest = value.strip_prefix(text);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            }
            Self::Begins => !text.is_empty() && value.starts_with(text),
            Self::Ends => !text.is_empty() && value.ends_with(text),
            Self::Has => !text.is_empty() && value.contains(text),
        }
    }
}
