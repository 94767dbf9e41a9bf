use a11y_dom::{ComputedStyle, Document, Node, NodeId, NodeKind, Rect, Rendering, TreeScope};

use crate::page::snapshot::{PageNode, Snapshot};

/// Deeper nodes stand beside those at this depth: whoever walks the tree may recurse.
const MOST_DEPTH: usize = 200;

/// A snapshot whose nodes know their children.
pub(in crate::page) struct Tree {
    nodes: Vec<PageNode>,
    parents: Vec<Option<u32>>,
    children: Vec<Vec<u32>>,
    depths: Vec<usize>,
}

impl Tree {
    /// Of a snapshot that may come from anywhere: a parent that does not stand before its child is the first node.
    pub(in crate::page) fn new(snapshot: Snapshot) -> Self {
        let mut nodes = snapshot.nodes;
        if nodes.is_empty() {
            nodes.push(PageNode {
                tag: "body".to_owned(),
                ..PageNode::default()
            });
        }
        let mut tree = Self {
            parents: Vec::with_capacity(nodes.len()),
            children: vec![Vec::new(); nodes.len()],
            depths: Vec::with_capacity(nodes.len()),
            nodes,
        };
        for index in 0..tree.nodes.len() {
            tree.place(index);
        }
        tree
    }

    fn place(&mut self, index: usize) {
        if index == 0 {
            self.parents.push(None);
            self.depths.push(0);
            return;
        }
        let named = self.nodes[index].parent.map_or(0, |parent| parent as usize);
        let mut parent = if named < index { named } else { 0 };
        if self.depths[parent] >= MOST_DEPTH {
            parent = self.parents[parent].map_or(0, |parent| parent as usize);
        }
        self.depths.push(self.depths[parent] + 1);
        self.parents.push(u32::try_from(parent).ok());
        if let Ok(child) = u32::try_from(index) {
            self.children[parent].push(child);
        }
    }

    /// What is known of a node.
    pub(super) fn node(&self, at: At<'_>) -> &PageNode {
        &self.nodes[at.index as usize]
    }

    /// How much there is to do for the name of each node: the nodes in it, each as often as it has ancestors.
    pub(super) fn costs(&self) -> Vec<usize> {
        let mut costs: Vec<_> = self.depths.iter().map(|depth| depth + 1).collect();
        for index in (1..costs.len()).rev() {
            if let Some(parent) = self.parents[index] {
                costs[parent as usize] = costs[parent as usize].saturating_add(costs[index]);
            }
        }
        costs
    }
}

/// A node of a tree.
#[derive(Clone, Copy)]
pub(in crate::page) struct At<'a> {
    tree: &'a Tree,
    index: u32,
}

impl<'a> At<'a> {
    /// Where it stands in the snapshot.
    pub(super) fn index(self) -> u32 {
        self.index
    }

    /// What is known of it.
    pub(super) fn page_node(self) -> &'a PageNode {
        &self.tree.nodes[self.index as usize]
    }
}

impl PartialEq for At<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.tree, other.tree)
    }
}

impl Eq for At<'_> {}

impl<'a> Node<'a> for At<'a> {
    fn id(self) -> NodeId {
        NodeId(self.index)
    }

    fn kind(self) -> NodeKind {
        if self.page_node().tag.is_empty() {
            NodeKind::Text
        } else {
            NodeKind::Element
        }
    }

    fn parent(self) -> Option<Self> {
        let index = self.tree.parents[self.index as usize]?;
        Some(Self { index, ..self })
    }

    fn children(self) -> impl Iterator<Item = Self> + 'a {
        let children = &self.tree.children[self.index as usize];
        children.iter().map(move |&index| Self { index, ..self })
    }

    fn local_name(self) -> &'a str {
        &self.page_node().tag
    }

    fn attributes(self) -> impl Iterator<Item = (&'a str, &'a str)> + 'a {
        let attributes = &self.page_node().attributes;
        attributes
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    fn text(self) -> &'a str {
        &self.page_node().text
    }

    fn attr(self, name: &str) -> Option<&'a str> {
        self.page_node().attributes.get(name).map(String::as_str)
    }

    fn tree_scope(self) -> TreeScope {
        TreeScope(self.page_node().scope)
    }
}

impl Document for Tree {
    type N<'a> = At<'a>;

    fn root(&self) -> At<'_> {
        At {
            tree: self,
            index: 0,
        }
    }

    fn node_count(&self) -> Option<usize> {
        Some(self.nodes.len())
    }
}

impl Rendering for Tree {
    /// What is not shown is not in the snapshot, so how it stands on the line is all that a name depends on.
    fn computed_style<'n>(&'n self, node: At<'n>) -> Option<ComputedStyle> {
        Some(ComputedStyle {
            display: Some(self.node(node).display.clone()?),
            ..ComputedStyle::default()
        })
    }

    fn bounds<'n>(&'n self, _node: At<'n>) -> Option<Rect> {
        None
    }
}
