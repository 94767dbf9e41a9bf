use ag_ui_lit::tool::ToolFailure;
use serde::Deserialize;

use super::access::{AccessFailure, Page};
use super::consent::{Action, ActionKind, Address, Consent};
use super::reference::Reference;
use super::tree::{Tree, describe};

/// What can be done with an element, after it was brought into view.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a reason of its own why something can be done or not"
)]
pub struct Target {
    /// Whether a person perceives it.
    pub is_shown: bool,
    /// Whether it can't be used.
    pub is_disabled: bool,
    /// Whether it, or all around it, is inert.
    pub is_inert: bool,
    /// Whether it has an extent on the screen.
    pub has_size: bool,
    /// Whether it has not come to rest in the time that was waited.
    pub is_moving: bool,
    /// Whether something else is where it would be clicked.
    pub is_covered: bool,
    /// What that is.
    pub cover: Option<Reference>,
    /// Whether it is covered by nothing, and yet can't be scrolled into the window.
    pub is_out_of_view: bool,
    /// Whether a click submits a form.
    pub submits: bool,
    /// The targets of a click: by each link and each submit button on its way.
    pub leads_to: Vec<Address>,
    /// Whether Enter in it submits a form, and where that leads.
    pub enter_submits: bool,
    /// The targets of Enter in it.
    pub enter_leads_to: Vec<Address>,
    /// Whether Enter in it presses a button that may not be used.
    pub enters_outside: bool,
    /// Whether the page wants to be asked about it.
    pub is_selected: bool,
    /// What can be typed into it.
    pub field: Field,
    /// Whether its value is secret.
    pub is_secret: bool,
    /// Whether its text can't be changed.
    pub is_read_only: bool,
}

/// What can be typed into an element.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Field {
    /// Nothing.
    #[default]
    None,
    /// Text.
    Text,
    /// A value of a certain form, such as a date.
    Value,
    /// Text with marks, edited in place.
    Editable,
    /// One of the options of a list.
    Select,
    /// Nothing: it is ticked.
    Tick,
    /// Nothing: a person picks a file.
    File,
}

impl Target {
    /// Why a person could not do anything with it.
    pub(super) fn usable(&self, page: &dyn Page, name: &str) -> Result<(), ToolFailure> {
        let refused =
            |why: &str, code| Err(ToolFailure::permanent(format!("{name} {why}")).code(code));
        if self.is_inert {
            return refused(
                "can't be used at the moment: it is inert, as everything behind a modal dialog is. Call get_page to see what can \
                 be used.",
                "inert",
            );
        }
        if !self.is_shown || !self.has_size {
            return refused(
                "is not shown, so a person could not use it either. Call get_page to see what is shown, and open what it is in.",
                "hidden",
            );
        }
        if self.is_disabled {
            return refused(
                "is disabled. Call get_page to see what else must be filled in or done first.",
                "disabled",
            );
        }
        if self.is_moving {
            return Err(ToolFailure::transient(format!(
                "{name} does not stand still, so it could not be hit. Try again when the animation is over."
            ))
            .code("moving"));
        }
        if self.is_covered && self.is_out_of_view {
            return refused(
                "is outside the window and can't be scrolled into it, so a person could not reach it either. Call get_page, and use \
                 what brings it there, such as a menu button or a link to it.",
                "out_of_view",
            );
        }
        if self.is_covered {
            let cover = self.cover.map_or_else(
                || "something that is not part of the page that may be used".to_owned(),
                |cover| name_of(page, cover).unwrap_or_else(|_| "another element".to_owned()),
            );
            return refused(
                &format!(
                    "is covered by {cover}. Close or move that first; Escape often closes what lies over a page."
                ),
                "covered",
            );
        }
        Ok(())
    }

    /// What the page is asked before it is clicked; an address that is not allowed is refused.
    pub(super) fn click_actions(
        &self,
        consent: &Consent,
        name: &str,
    ) -> Result<Vec<Action>, ToolFailure> {
        self.actions("click", self.submits, &self.leads_to, consent, name)
    }

    /// The same of text typed into it, and of Enter where that is pressed.
    pub(super) fn type_actions(
        &self,
        with_enter: bool,
        consent: &Consent,
        name: &str,
    ) -> Result<Vec<Action>, ToolFailure> {
        if with_enter && self.enters_outside {
            return Err(ToolFailure::permanent(format!(
                "Enter in the {name} would press a button outside the part of the page that may be used. Nothing was done."
            ))
            .code("outside"));
        }
        let leads_to = if with_enter {
            self.enter_leads_to.as_slice()
        } else {
            &[]
        };
        self.actions(
            "type",
            self.enter_submits && with_enter,
            leads_to,
            consent,
            name,
        )
    }

    fn actions(
        &self,
        tool: &'static str,
        submits: bool,
        leads_to: &[Address],
        consent: &Consent,
        name: &str,
    ) -> Result<Vec<Action>, ToolFailure> {
        for address in leads_to {
            consent.check(address)?;
        }
        let mut left = leads_to
            .iter()
            .filter(|address| !address.is_same_document && !address.is_ping);
        let goes_to = left.next().or(leads_to.first());
        let leaves = goes_to.is_some_and(|address| !address.is_same_document && !address.is_ping);
        let kinds = [
            (self.is_selected, ActionKind::Selected),
            (submits, ActionKind::Submit),
            (leaves && !submits, ActionKind::Leave),
        ];
        let asked = kinds.into_iter().filter(|(is_asked, _)| *is_asked);
        Ok(asked
            .map(|(_, kind)| Action {
                kind,
                tool,
                element: Some(name.to_owned()),
                url: goes_to.map(|address| address.href.clone()),
            })
            .collect())
    }
}

/// An element in words: `The button "Save" (e3)`, without the article.
pub(super) fn name_of(page: &dyn Page, element: Reference) -> Result<String, AccessFailure> {
    let tree = Tree::new(page.glimpse(element)?);
    Ok(format!("{} ({element})", describe(&tree)))
}
