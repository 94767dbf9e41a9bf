use super::RuleId;
use crate::fast_map::FastMap;
use crate::json::Node;

#[derive(Debug, Clone, Copy, Default)]
pub(in crate::schema) struct Property {
    /// Nothing when it is only required, or something depends on it.
    pub(in crate::schema) rule: Option<RuleId>,
    pub(in crate::schema) is_required: bool,
}

/// The properties a schema names.
#[derive(Debug, Default)]
pub(in crate::schema) struct Properties {
    listed: Vec<(Box<str>, Property)>,
    /// Only when there are so many that a list is slow.
    table: FastMap<Box<[u8]>, u32>,
}

/// Up to how many names are compared one by one.
const FEW_PROPERTIES: usize = 10;

impl Properties {
    pub(in crate::schema) fn get(&self, name: &str) -> Option<Property> {
        self.find(name.as_bytes(), &mut 0)
    }

    /// Looks first where `expected` points, and lets it point behind what it finds: models write properties in the order
    /// of the schema.
    pub(in crate::schema) fn find(&self, name: &[u8], expected: &mut usize) -> Option<Property> {
        let is_it = |(known, _): &(Box<str>, Property)| same(known.as_bytes(), name);
        let at = if self.listed.get(*expected).is_some_and(is_it) {
            *expected
        } else {
            self.position(name)?
        };
        *expected = at + 1;
        self.listed.get(at).map(|(_, property)| *property)
    }

    /// How many there are.
    pub(in crate::schema) fn count(&self) -> usize {
        self.listed.len()
    }

    /// Which of them an object has, by their numbers.
    pub(in crate::schema) fn present(&self, object: Node<'_>) -> Vec<bool> {
        let mut present = vec![false; self.listed.len()];
        let mut expected = 0;
        for name in object.keys().filter_map(Node::as_str) {
            if self.find(name.as_bytes(), &mut expected).is_some() {
                present[expected - 1] = true;
            }
        }
        present
    }

    /// The name of a property.
    pub(in crate::schema) fn name(&self, number: usize) -> &str {
        self.listed.get(number).map_or("", |(name, _)| name)
    }

    pub(in crate::schema) fn iter(&self) -> impl Iterator<Item = (&str, Property)> {
        self.listed
            .iter()
            .map(|(name, property)| (&**name, *property))
    }

    /// The property with a name, added when it is new.
    pub(in crate::schema) fn entry(&mut self, name: &str) -> &mut Property {
        let at = self.number(name);
        &mut self.listed[at].1
    }

    /// The number of the property with a name, added when it is new.
    pub(in crate::schema) fn number(&mut self, name: &str) -> usize {
        self.position(name.as_bytes()).unwrap_or_else(|| {
            let at = self.listed.len();
            self.listed.push((name.into(), Property::default()));
            if at == FEW_PROPERTIES {
                let numbered = (0..).zip(&self.listed);
                let numbered = numbered.map(|(at, (name, _))| (name.as_bytes().into(), at));
                self.table = numbered.collect();
            } else if at > FEW_PROPERTIES {
                let at = u32::try_from(at).unwrap_or(0);
                self.table.insert(name.as_bytes().into(), at);
            }
            at
        })
    }

    fn position(&self, name: &[u8]) -> Option<usize> {
        if self.table.is_empty() {
            let mut listed = self.listed.iter();
            listed.position(|(known, _)| same(known.as_bytes(), name))
        } else {
            self.table.get(name).map(|at| *at as usize)
        }
    }
}

/// Whether texts are equal. Names are short: comparing them here takes less than a call of `memcmp`, which in wasm goes byte
/// by byte as well.
#[inline]
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other)
}
