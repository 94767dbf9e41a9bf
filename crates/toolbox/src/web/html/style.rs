//! Content that a page's own styles show and hide: style attributes, style sheets in the page, and the browser's defaults.

mod colour;
mod declared;
mod look;
mod property;
mod selector;
mod sheet;
mod value;

use std::collections::HashMap;

pub(super) use look::{Display, Look};

use super::is_inline;
use super::tree::{Element, Id, Tree};
use declared::{Declared, Property};
use selector::Key;
use sheet::{Rule, Sheets};

/// The maximum number of applied rules. Further ones are not applied, which is reported.
const MAX_RULES: usize = 20_000;
/// The maximum number of comparisons of elements with rules.
const MAX_STEPS: usize = 3_000_000;

/// The styles of a page.
pub(super) struct Styles<'a> {
    tree: &'a Tree,
    sheets: Sheets,
    by_key: HashMap<Key, Vec<usize>>,
    steps: usize,
    /// Whether the page names style sheets in other files, whose rules are not known.
    has_others: bool,
}

impl<'a> Styles<'a> {
    pub fn new(tree: &'a Tree) -> Self {
        Self {
            tree,
            sheets: Sheets::default(),
            by_key: HashMap::new(),
            steps: 0,
            has_others: false,
        }
    }

    /// Adds the text of a `<style>`.
    pub fn add(&mut self, element: &Element, text: &str) {
        let kind = element.attribute("type").unwrap_or("text/css");
        if kind.is_empty() || kind.trim().eq_ignore_ascii_case("text/css") {
            self.sheets.read(text, element.attribute("media"));
        }
    }

    /// Records a `<link>`.
    pub fn link(&mut self, element: &Element) {
        let kind = element.attribute("rel").unwrap_or_default();
        self.has_others |= kind
            .split_ascii_whitespace()
            .any(|kind| kind.eq_ignore_ascii_case("stylesheet"));
    }

    /// Completes the styles after the last of them.
    pub fn ready(&mut self) {
        self.has_others |= self.sheets.has_imports;
        for (index, rule) in self.sheets.rules.iter().enumerate() {
            let rules = self.by_key.entry(rule.selector.key()).or_default();
            rules.push(index);
        }
    }

    pub fn has_others(&self) -> bool {
        self.has_others
    }

    pub fn has_more_rules(&self) -> bool {
        self.sheets.has_more || self.steps > MAX_STEPS
    }

    pub fn steps(&self) -> usize {
        self.steps + self.sheets.steps
    }

    /// The look of an element inside its parent.
    pub fn look(&mut self, id: Id, element: &Element, parent: &Look) -> Look {
        let mut declared = Declared::usual(element);
        let mut rules = self.matching(id, element);
        let own = element.attribute("style").map(value::declarations);
        let own = own.unwrap_or_default();
        rules.sort_by_key(|rule| (rule.selector.specificity, rule.order));
        for is_important in [false, true] {
            for rule in &rules {
                for (property, important) in rule.declarations.iter() {
                    if *important != is_important {
                        continue;
                    }
                    if rule.is_certain {
                        declared.set(property);
                    } else if let Some(property) = property.perhaps() {
                        declared.set(&property);
                    }
                }
            }
            for (property, important) in &own {
                if *important == is_important {
                    declared.set(property);
                }
            }
        }
        let animations = &self.sheets.animations;
        let is_moving = declared
            .animations
            .iter()
            .any(|name| animations.contains(name));
        declared.is_moving = is_moving;
        Look::of(id, &declared, parent, is_inline(element.tag()))
    }

    fn matching(&mut self, id: Id, element: &Element) -> Vec<&Rule> {
        let mut found = Vec::new();
        if self.sheets.rules.is_empty() {
            return found;
        }
        let classes = element.attribute("class").unwrap_or_default();
        let keys = classes
            .split_ascii_whitespace()
            .take(64)
            .map(|class| Key::Class(class.to_owned()))
            .chain(element.attribute("id").map(|id| Key::Id(id.to_owned())))
            .chain([Key::Tag(element.tag().to_owned()), Key::Any]);
        for key in keys {
            for index in self.by_key.get(&key).into_iter().flatten() {
                if self.steps > MAX_STEPS {
                    return Vec::new();
                }
                let rule = &self.sheets.rules[*index];
                if rule.selector.matches(self.tree, id, &mut self.steps) {
                    found.push(rule);
                }
            }
        }
        found.dedup_by_key(|rule| rule.order);
        found
    }
}

/// A declaration and whether it is `!important`.
type Declaration = (Property, bool);
