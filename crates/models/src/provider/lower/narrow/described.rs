use super::{Draft, Narrowing, Part};
use crate::provider::json::Json;
use crate::provider::loss::Action;
use crate::provider::lower::note::{LONGEST_NOTE, add_note};
use crate::provider::schema::is_for_model;

/// Keywords that end up in the description, and the description itself.
impl<'s> Narrowing<'_, 's, '_> {
    /// Handles a keyword without a schema, or with schemas that can't be sent.
    pub(super) fn plain(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &str,
        parts: &[Part<'s>],
        is_kept: bool,
    ) {
        for part in parts {
            let takes = is_kept && (self.subset.takes)(keyword, part.value);
            match draft.out.get(keyword) {
                None if takes => {
                    draft.out.insert(keyword.to_owned(), part.value.clone());
                }
                Some(sent) if takes && sent == part.value => {}
                _ => self.describe(draft, keyword, part, is_kept),
            }
        }
    }

    /// Describes a keyword that can't be sent.
    pub(super) fn describe(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &str,
        part: &Part<'s>,
        is_kept: bool,
    ) {
        let name = self.subset.name;
        let why = if is_kept {
            format!("{name} does not accept this value")
        } else {
            format!("{name} does not accept this keyword")
        };
        if !is_for_model(keyword) {
            self.losses.keyword(
                &part.at,
                keyword,
                Action::Dropped,
                format!("{why}, and a model has no use for it"),
            );
            return;
        }
        let value = part.value.to_string();
        if value.len() > LONGEST_NOTE {
            self.losses.keyword(
                &part.at,
                keyword,
                Action::Dropped,
                format!("{why}, and it is too long for a description"),
            );
            return;
        }
        let note = format!("{keyword}: {value}");
        if !draft.notes.contains(&note) {
            draft.notes.push(note);
        }
        self.losses
            .keyword(&part.at, keyword, Action::Described, why);
    }

    pub(super) fn description(&mut self, draft: &mut Draft<'s>, parts: &[Part<'s>]) {
        for part in parts {
            match draft.out.get("description") {
                None => {
                    draft
                        .out
                        .insert("description".to_owned(), part.value.clone());
                }
                Some(sent) if sent == part.value => {}
                Some(_) => {
                    let reason = "a description nearer to the place replaces it";
                    self.losses
                        .keyword(&part.at, "description", Action::Dropped, reason);
                }
            }
        }
    }
}

/// The schema, with its notes in the description.
pub(super) fn described(draft: Draft<'_>) -> Json {
    let Draft { mut out, notes, .. } = draft;
    if !notes.is_empty() {
        add_note(&mut out, notes.join("; "));
    }
    Json::Object(out)
}
