//! Where the schemas of a document are: their identifiers, their anchors, and what a reference leads to.

use crate::fast_map::FastMap;
use crate::json::{Kind, Node, Tree};
use crate::schema::dialect::Dialect;
use crate::schema::dialect::keyword::{for_each_schema, form};
use crate::schema::uri;

/// The place of a resource among those of its document: a schema with an identifier of its own, and the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::schema) struct ResourceId(pub(in crate::schema) u32);

/// Where a schema is.
#[derive(Debug, Clone, Copy)]
pub(in crate::schema) struct Place {
    pub(in crate::schema) resource: ResourceId,
    pub(in crate::schema) dialect: Dialect,
}

/// A schema that can be referred to by an address.
struct Resource {
    address: String,
    root: u32,
}

/// A name for a schema within a resource.
pub(in crate::schema) struct Anchor {
    pub(in crate::schema) resource: ResourceId,
    pub(in crate::schema) name: String,
    pub(in crate::schema) target: u32,
    /// A `$dynamicRef` to it may lead to one of the same name further out.
    pub(in crate::schema) is_dynamic: bool,
}

/// What is found at a reference.
pub(in crate::schema) struct Found {
    pub(in crate::schema) target: u32,
    /// The dynamic anchor that the reference named.
    pub(in crate::schema) dynamic_name: Option<String>,
}

/// The address of a document without an identifier.
const ANONYMOUS: &str = "json-schema:///tool";

/// The schemas of a document, as far as they were looked for.
pub(in crate::schema) struct Resources<'d> {
    tree: &'d Tree,
    known: Vec<Resource>,
    by_address: FastMap<Box<str>, u32>,
    anchors: Vec<Anchor>,
    has_dynamic_anchors: bool,
    by_anchor: FastMap<Box<str>, u32>,
    /// The schemas whose identifiers make too long an address, and the keyword.
    too_long: Vec<(u32, &'static str)>,
    /// By the entry of a schema, the number of its place.
    placed: FastMap<u32, u32>,
    places: Vec<Place>,
    /// By the entry of a large object or array, the number of its table: many references lead into the same `$defs`.
    tabled: FastMap<u32, u32>,
    /// The entries of its members by name.
    tables: Vec<FastMap<Box<str>, u32>>,
}

/// Objects and arrays of more than this are looked through once.
const FEW_MEMBERS: u32 = 8;

/// How many bytes the address of a resource may have. Each resource has its own, made of those around it and its
/// identifier: with long ones, a schema of a megabyte would take gigabytes.
pub(in crate::schema) const MAX_ADDRESS: usize = 4096;

/// The name under which `$recursiveAnchor` is a dynamic anchor. No anchor of a text has it.
const RECURSIVE: &str = "";

impl<'d> Resources<'d> {
    /// The schemas of a document that are found from its root on.
    pub(in crate::schema) fn of(tree: &'d Tree, root: u32, dialect: Dialect) -> Self {
        let mut resources = Self {
            tree,
            known: vec![Resource {
                address: ANONYMOUS.to_owned(),
                root,
            }],
            by_address: FastMap::default(),
            anchors: Vec::new(),
            has_dynamic_anchors: false,
            too_long: Vec::new(),
            by_anchor: FastMap::default(),
            placed: FastMap::default(),
            places: Vec::new(),
            tabled: FastMap::default(),
            tables: Vec::new(),
        };
        let resource = ResourceId(0);
        resources.by_address.insert(ANONYMOUS.into(), resource.0);
        resources.scan(root, Place { resource, dialect });
        resources
    }

    /// Where a schema is that was found.
    pub(in crate::schema) fn place(&self, schema: u32) -> Place {
        self.known_place(schema).unwrap_or(Place {
            resource: ResourceId(0),
            dialect: Dialect::Draft202012,
        })
    }

    fn known_place(&self, schema: u32) -> Option<Place> {
        let place = self.placed.get(&schema)?;
        self.places.get(*place as usize).copied()
    }

    pub(in crate::schema) fn has_dynamic_anchors(&self) -> bool {
        self.has_dynamic_anchors
    }

    /// The schemas whose identifiers were not taken, and the keyword.
    pub(in crate::schema) fn take_too_long(&mut self) -> Vec<(u32, &'static str)> {
        std::mem::take(&mut self.too_long)
    }

    pub(in crate::schema) fn dynamic_anchors(&self) -> impl Iterator<Item = &Anchor> {
        self.anchors.iter().filter(|anchor| anchor.is_dynamic)
    }

    /// Follows a reference from a schema; nothing when it leads nowhere or out of the document.
    pub(in crate::schema) fn resolve(&mut self, from: u32, reference: &str) -> Option<Found> {
        let place = self.place(from);
        let base = &self.known[place.resource.0 as usize].address;
        let whole = uri::resolve(base, reference);
        let (address, fragment) = whole.split_once('#').unwrap_or((&whole, ""));
        let resource = ResourceId(*self.by_address.get(address)?);
        let fragment = uri::decode(fragment)?.into_owned();
        if fragment.is_empty() || fragment.starts_with('/') {
            let target = self.at_pointer(resource, &fragment)?;
            return Some(Found {
                target,
                dynamic_name: None,
            });
        }
        let anchor = *self.by_anchor.get(&*anchor_key(resource, &fragment))?;
        let anchor = &self.anchors[anchor as usize];
        Some(Found {
            target: anchor.target,
            dynamic_name: anchor.is_dynamic.then_some(fragment),
        })
    }

    /// Follows `$recursiveRef: "#"`: to the root of the resource, which may have a dynamic anchor.
    pub(in crate::schema) fn resolve_recursive(&self, from: u32) -> Found {
        let resource = self.place(from).resource;
        let is_dynamic = self
            .by_anchor
            .contains_key(&*anchor_key(resource, RECURSIVE));
        Found {
            target: self.known[resource.0 as usize].root,
            dynamic_name: is_dynamic.then(|| RECURSIVE.to_owned()),
        }
    }

    /// Notes a schema and all in it, without recursion.
    fn scan(&mut self, schema: u32, place: Place) {
        let mut open = vec![(schema, place)];
        while let Some((at, mut place)) = open.pop() {
            if self.placed.contains_key(&at) {
                continue;
            }
            let node = self.tree.node(at);
            if let Some(members) = node.as_object() {
                place = self.enter(node, place);
                for (keyword, value) in members {
                    if let Some(form) = form(keyword, place.dialect) {
                        for_each_schema(form, value, |inner| open.push((inner.index(), place)));
                    }
                }
            }
            self.placed.insert(at, count(&self.places));
            self.places.push(place);
        }
    }

    /// Where a schema is, by what it says of itself.
    fn enter(&mut self, schema: Node<'d>, mut place: Place) -> Place {
        let text = |keyword| schema.get(keyword).and_then(Node::as_str);
        if let Some(dialect) = text("$schema").and_then(Dialect::named) {
            place.dialect = dialect;
        }
        let hidden = place.dialect.ref_stands_alone() && schema.get("$ref").is_some();
        if let (Some(id), false) = (text(place.dialect.id_keyword()), hidden) {
            let is_name = id.starts_with('#') && place.dialect.ref_stands_alone();
            if is_name {
                self.add_anchor(place.resource, &id[1..], schema.index(), false);
            } else {
                place.resource = self.add_resource(place, id, schema.index());
            }
        }
        if place.dialect >= Dialect::Draft201909
            && let Some(name) = text("$anchor")
        {
            self.add_anchor(place.resource, name, schema.index(), false);
        }
        if place.dialect == Dialect::Draft202012
            && let Some(name) = text("$dynamicAnchor")
        {
            self.add_anchor(place.resource, name, schema.index(), true);
        }
        let is_root = self.known[place.resource.0 as usize].root == schema.index();
        let recursive = schema.get("$recursiveAnchor").map(Node::kind);
        if place.dialect == Dialect::Draft201909
            && is_root
            && matches!(recursive, Some(Kind::Bool(true)))
        {
            self.add_anchor(place.resource, RECURSIVE, schema.index(), true);
        }
        place
    }

    fn add_resource(&mut self, place: Place, id: &str, root: u32) -> ResourceId {
        let outer = place.resource;
        let whole = uri::resolve(&self.known[outer.0 as usize].address, id);
        let address = whole.split('#').next().unwrap_or_default().to_owned();
        if address.len() > MAX_ADDRESS {
            self.too_long.push((root, place.dialect.id_keyword()));
            return outer;
        }
        if self.known[outer.0 as usize].root == root {
            // The document itself, which then has two names.
            self.by_address.insert(address.as_str().into(), outer.0);
            self.known[outer.0 as usize].address = address;
            return outer;
        }
        let id = ResourceId(count(&self.known));
        if !self.by_address.contains_key(address.as_str()) {
            self.by_address.insert(address.as_str().into(), id.0);
        }
        self.known.push(Resource { address, root });
        id
    }

    fn add_anchor(&mut self, resource: ResourceId, name: &str, target: u32, is_dynamic: bool) {
        let key = anchor_key(resource, name);
        if !self.by_anchor.contains_key(&*key) {
            self.by_anchor.insert(key.into(), count(&self.anchors));
        }
        self.has_dynamic_anchors |= is_dynamic;
        self.anchors.push(Anchor {
            resource,
            name: name.to_owned(),
            target,
            is_dynamic,
        });
    }

    /// What a JSON pointer (RFC 6901) from a resource's root leads to.
    fn at_pointer(&mut self, resource: ResourceId, pointer: &str) -> Option<u32> {
        let mut at = self.known[resource.0 as usize].root;
        let mut place = self.place(at);
        for step in pointer.split('/').skip(1) {
            at = if step.contains('~') {
                self.member(at, &unescaped(step))?
            } else {
                self.member(at, step)?
            };
            place = self.known_place(at).unwrap_or(place);
        }
        // What no keyword says to be a schema is one because it is referred to.
        self.scan(at, place);
        Some(at)
    }

    fn member(&mut self, at: u32, key: &str) -> Option<u32> {
        let node = self.tree.node(at);
        let count = match node.kind() {
            Kind::Object(members) => members.count_all(),
            Kind::Array(items) => items.count_all(),
            _ => return None,
        };
        let items = node.as_array().into_iter().flatten().enumerate();
        let items = items.map(|(index, item)| (Box::from(index.to_string()), item));
        let members = node.as_object().into_iter().flatten();
        let mut all = items
            .chain(members.map(|(name, member)| (Box::from(name), member)))
            .map(|(name, member)| (name, member.index()));
        if count <= FEW_MEMBERS {
            return all.find(|(name, _)| **name == *key).map(|(_, at)| at);
        }
        let table = self.tabled.get(&at).copied().unwrap_or_else(|| {
            let table = self::count(&self.tables);
            self.tables.push(all.collect());
            self.tabled.insert(at, table);
            table
        });
        self.tables[table as usize].get(key).copied()
    }
}

/// An anchor's name, and whose it is.
fn anchor_key(resource: ResourceId, name: &str) -> String {
    format!("{}#{name}", resource.0)
}

/// A step of a JSON pointer as the key it stands for (RFC 6901, section 4).
fn unescaped(step: &str) -> String {
    let mut parts = step.split('~');
    let mut key = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut characters = part.chars();
        match characters.next() {
            Some('0') => key.push('~'),
            Some('1') => key.push('/'),
            // No escape: it stands for itself.
            other => {
                key.push('~');
                key.extend(other);
            }
        }
        key.push_str(characters.as_str());
    }
    key
}

fn count<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}
