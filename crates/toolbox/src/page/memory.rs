use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::access::{AccessFailure, Answer, Page};
use super::consent::{Action, Address};
use super::effects::Effects;
use super::navigate::{Arrival, Destination, Outcome};
use super::reference::Reference;
use super::screenshot::Picture;
use super::snapshot::Snapshot;
use super::target::Target;
use super::type_text::{Typed, Typing};

/// A page in memory, for tests: what it shows and answers is set, what was done in it is recorded.
#[derive(Default)]
pub struct MemoryPage {
    /// What is shown. A reference is the place in its list, counted from 1.
    pub shown: RefCell<Snapshot>,
    /// Places whose elements are gone.
    pub gone: RefCell<Vec<u32>>,
    /// What can be done with elements, by reference; anything, where nothing is said.
    pub targets: RefCell<BTreeMap<Reference, Target>>,
    /// What the page says when it is asked.
    pub is_refusing: Cell<bool>,
    /// What it was asked.
    pub asked: RefCell<Vec<Action>>,
    /// What was done, in words.
    pub done: RefCell<Vec<String>>,
    /// What comes of a click.
    pub effects: RefCell<Effects>,
    /// What comes of typing.
    pub typed: RefCell<Typed>,
    /// Whether something waits for a person.
    pub is_pending: Cell<bool>,
    /// Where every step in the history leads.
    pub other_entry: RefCell<String>,
}

impl MemoryPage {
    /// A page that shows this.
    #[must_use]
    pub fn showing(shown: Snapshot) -> Self {
        Self {
            shown: RefCell::new(shown),
            ..Self::default()
        }
    }

    fn did(&self, what: String) {
        self.done.borrow_mut().push(what);
    }
}

impl Page for MemoryPage {
    fn glimpse(&self, reference: Reference) -> Result<Snapshot, AccessFailure> {
        let shown = self.shown.borrow();
        let place = reference.number() - 1;
        if self.gone.borrow().contains(&place) {
            return Err(AccessFailure::Gone { reference });
        }
        let Some(root) = shown.nodes.get(place as usize) else {
            return Err(AccessFailure::Unknown { reference });
        };
        // The element and what is in it: its parent stands before each.
        let mut places = BTreeMap::from([(place, 0)]);
        let mut nodes = vec![super::PageNode {
            parent: None,
            ..root.clone()
        }];
        for (index, node) in shown.nodes.iter().enumerate().skip(place as usize + 1) {
            let Some(&parent) = node.parent.and_then(|parent| places.get(&parent)) else {
                continue;
            };
            places.insert(
                u32::try_from(index).unwrap_or(u32::MAX),
                u32::try_from(nodes.len()).unwrap_or(u32::MAX),
            );
            nodes.push(super::PageNode {
                parent: Some(parent),
                ..node.clone()
            });
        }
        Ok(Snapshot {
            nodes,
            url: shown.url.clone(),
            title: shown.title.clone(),
            ..Snapshot::default()
        })
    }

    fn look(&self, of: Option<Reference>) -> Answer<'_, Snapshot> {
        let seen = of.map_or_else(
            || Ok(self.shown.borrow().clone()),
            |element| self.glimpse(element),
        );
        Box::pin(std::future::ready(seen))
    }

    fn turn(&self) -> Answer<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn begin(&self) -> Answer<'_, ()> {
        let begun = if self.is_pending.get() {
            Err(AccessFailure::ApprovalPending)
        } else {
            Ok(())
        };
        Box::pin(std::future::ready(begun))
    }

    fn references(&self, _look: u32, nodes: &[u32]) -> Result<Vec<Reference>, AccessFailure> {
        Ok(nodes
            .iter()
            .filter_map(|place| Reference::new(place + 1))
            .collect())
    }

    fn inspect(&self, element: Reference) -> Answer<'_, Target> {
        let target = self.targets.borrow().get(&element).cloned();
        let usable = Target {
            is_shown: true,
            has_size: true,
            field: super::Field::Text,
            ..Target::default()
        };
        Box::pin(std::future::ready(Ok(target.unwrap_or(usable))))
    }

    fn confirm(&self, action: Action) -> Answer<'_, bool> {
        self.asked.borrow_mut().push(action);
        Box::pin(std::future::ready(Ok(!self.is_refusing.get())))
    }

    fn click(&self, element: Reference, is_double: bool) -> Answer<'_, Effects> {
        self.did(format!(
            "click {element}{}",
            if is_double { " twice" } else { "" }
        ));
        Box::pin(std::future::ready(Ok(self.effects.borrow().clone())))
    }

    fn type_text(&self, typing: Typing) -> Answer<'_, Typed> {
        let text = typing.text.as_deref().unwrap_or_default();
        self.did(format!("type {text:?} into e{}", typing.element));
        Box::pin(std::future::ready(Ok(self.typed.borrow().clone())))
    }

    /// Absolute addresses only; relative ones are of `https://page.example`.
    fn resolve(&self, to: Destination) -> Answer<'_, Address> {
        let url = match to {
            Destination::Url(url) => url,
            Destination::History(_) => self.other_entry.borrow().clone(),
        };
        let page_origin = "https://page.example".to_owned();
        let (protocol, origin) = match url.split_once(':') {
            Some((scheme, rest)) if rest.starts_with("//") => {
                let host = rest[2..].split('/').next().unwrap_or_default();
                (format!("{scheme}:"), format!("{scheme}://{host}"))
            }
            Some((scheme, _)) => (format!("{scheme}:"), "null".to_owned()),
            None => ("https:".to_owned(), page_origin.clone()),
        };
        let is_same_document = url.starts_with('#');
        let address = Address {
            href: url,
            protocol,
            origin,
            page_origin,
            is_same_document,
            is_new_window: false,
            is_ping: false,
        };
        Box::pin(std::future::ready(Ok(address)))
    }

    fn navigate(&self, to: Destination) -> Answer<'_, Arrival> {
        let url = match to {
            Destination::Url(url) => url,
            Destination::History(step) => format!("{step:?}"),
        };
        self.did(format!("go to {url}"));
        let arrival = Arrival {
            outcome: Outcome::Arrived,
            url,
            title: "There".to_owned(),
        };
        Box::pin(std::future::ready(Ok(arrival)))
    }

    fn screenshot(&self, of: Option<Reference>) -> Answer<'_, Picture> {
        self.did(format!(
            "draw {}",
            of.map_or_else(|| "all".to_owned(), |of| of.to_string())
        ));
        let data_url = "data:image/png;base64,AAAA".to_owned();
        let picture = Picture {
            name: "screenshot-1".to_owned(),
            width: 800,
            height: 600,
            data_url,
            is_scaled: false,
        };
        Box::pin(std::future::ready(Ok(picture)))
    }
}
