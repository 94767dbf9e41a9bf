//! Reads the members of an object that an author wrote, and collects a fault for each invalid one.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::issue::DefinitionIssue;
use super::rules::kind;

/// The rule for a number, as text and as the minimum.
#[derive(Clone, Copy)]
pub(crate) struct Range(pub(crate) &'static str, pub(crate) f64);

/// A reader of the metadata's members, or of those of an object in it. It collects a fault for each invalid member.
pub(crate) struct Fields<'a> {
    object: &'a Value,
    /// The metadata field that contains the object; `None` for the metadata itself.
    within: Option<&'static str>,
    issues: &'a mut Vec<DefinitionIssue>,
}

pub(crate) const COUNT: &str = "must be a whole number of at least 1";
pub(crate) const MILLIS: Range = Range("must be a number of milliseconds, 0 or more", 0.0);
pub(crate) const MILLIS_ABOVE_0: Range = Range(
    "must be a number of milliseconds above 0",
    f64::MIN_POSITIVE,
);
pub(crate) const FACTOR: Range = Range("must be a number of at least 1", 1.0);

// No method is inlined: definitions are read once, and every page loads each copy.
impl<'a> Fields<'a> {
    /// The members of the metadata.
    pub(crate) fn of(metadata: &'a Value, issues: &'a mut Vec<DefinitionIssue>) -> Self {
        Self {
            object: metadata,
            within: None,
            issues,
        }
    }

    /// A member that may be absent. JSON has `null` for several absent values.
    fn given(&self, field: &str) -> Option<&'a Value> {
        self.object.get(field).filter(|given| !given.is_null())
    }

    /// The value read from a member, or a fault if there is none.
    pub(crate) fn checked<T>(
        &mut self,
        field: &'static str,
        must: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let given = self.given(field)?;
        let value = read(given);
        if value.is_none() {
            self.refuse(field, must, given);
        }
        value
    }

    /// A member that serde can read.
    pub(crate) fn typed<T: DeserializeOwned>(
        &mut self,
        field: &'static str,
        must: &str,
    ) -> Option<T> {
        self.checked(field, must, |given| T::deserialize(given).ok())
    }

    #[inline(never)]
    pub(crate) fn text(&mut self, field: &'static str) -> Option<String> {
        self.typed(field, "must be a string")
    }

    #[inline(never)]
    pub(crate) fn texts(&mut self, field: &'static str) -> Option<Vec<String>> {
        self.typed(field, "must be an array of strings")
    }

    #[inline(never)]
    pub(crate) fn flag(&mut self, field: &'static str) -> Option<bool> {
        self.typed(field, "must be true or false")
    }

    #[inline(never)]
    pub(crate) fn is(&mut self, field: &'static str, only: &str) -> bool {
        let must = format!("must be \"{only}\"");
        let read = |given: &Value| (given.as_str() == Some(only)).then_some(());
        self.checked(field, &must, read).is_some()
    }

    #[inline(never)]
    pub(crate) fn number(&mut self, field: &'static str, Range(must, least): Range) -> Option<f64> {
        let read = |given: &Value| given.as_f64().filter(|number| *number >= least);
        self.checked(field, must, read)
    }

    #[inline(never)]
    pub(crate) fn count(&mut self, field: &'static str) -> Option<u32> {
        let read = |given: &Value| u32::deserialize(given).ok().filter(|count| *count > 0);
        self.checked(field, COUNT, read)
    }

    #[inline(never)]
    pub(crate) fn need(&mut self, field: &'static str, must: &str) {
        if self.given(field).is_none() {
            self.fault(field, format!("is missing: {must}"));
        }
    }

    #[inline(never)]
    pub(crate) fn nested(&mut self, field: &'static str) -> Option<Fields<'_>> {
        let object = self.given(field)?;
        if !object.is_object() {
            let fault = format!("must be an object, but is {}", kind(object));
            self.fault(field, fault);
            return None;
        }
        Some(Fields {
            object,
            within: Some(field),
            issues: self.issues,
        })
    }

    /// Reports a fault with the beginning of the value.
    #[inline(never)]
    fn refuse(&mut self, field: &str, must: &str, given: &Value) {
        const LONGEST: usize = 60;
        let shown: String = given.to_string().chars().take(LONGEST).collect();
        self.fault(field, format!("{must}, but is {shown}"));
    }

    #[inline(never)]
    fn fault(&mut self, field: &str, message: String) {
        let path = ["metadata"].into_iter().chain(self.within).chain([field]);
        self.issues.push(DefinitionIssue {
            path: path.map(str::to_owned).collect(),
            message,
        });
    }
}
