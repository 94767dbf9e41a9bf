use crate::fast_map::FastMap;
use crate::json::{Kind, Node, Tree, canonical};
use crate::schema::check::equality::equals;

/// Values of which one is meant: entries of the schema's document.
#[derive(Debug)]
pub(in crate::schema) struct Options {
    pub(in crate::schema) values: Vec<u32>,
    /// From `const`.
    pub(in crate::schema) is_constant: bool,
    /// Their canonical texts, only when there are so many that a list is slow.
    texts: FastMap<Box<str>, u32>,
    /// Parts of all of them together.
    parts: u32,
    has_containers: bool,
}

/// Up to how many values are compared one by one.
const FEW_OPTIONS: usize = 10;

impl Options {
    pub(in crate::schema) fn new<'d>(
        values: impl IntoIterator<Item = Node<'d>>,
        is_constant: bool,
    ) -> Self {
        let nodes: Vec<Node<'d>> = values.into_iter().collect();
        let mut texts = FastMap::default();
        if nodes.len() > FEW_OPTIONS {
            let canonical = |node: &Node<'d>| (canonical(*node).into(), node.index());
            texts = nodes.iter().map(canonical).collect();
        }
        let parts = nodes.iter().map(|node| node.parts()).sum();
        let has_containers = nodes.iter().any(|node| is_container(*node));
        Self {
            values: nodes.into_iter().map(Node::index).collect(),
            is_constant,
            texts,
            parts,
            has_containers,
        }
    }

    /// Through how many parts one goes to compare a value with them.
    pub(in crate::schema) fn parts_for(&self, value: Node<'_>) -> usize {
        match value.kind() {
            _ if self.texts.is_empty() => self.parts as usize,
            Kind::Array(_) | Kind::Object(_) if self.has_containers => 2 * value.parts() as usize,
            Kind::String(text) => text.len() / 8,
            _ => 1,
        }
    }

    /// Whether one of them is a value; `document` is where they are.
    pub(in crate::schema) fn allow(&self, document: &Tree, value: Node<'_>) -> bool {
        if !self.texts.is_empty() {
            return (self.has_containers || !is_container(value))
                && self.texts.contains_key(&*canonical(value));
        }
        let mut options = self.values.iter();
        options.any(|option| equals(value, document.node(*option)))
    }
}

fn is_container(value: Node<'_>) -> bool {
    matches!(value.kind(), Kind::Array(_) | Kind::Object(_))
}
