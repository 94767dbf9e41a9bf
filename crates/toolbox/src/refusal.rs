//! Arguments that a tool refuses, each with its place.

use ag_ui_lit::error::ValidationIssue;
use ag_ui_lit::tool::ToolFailure;

/// The fault of an argument.
#[must_use]
pub fn issue(path: &[&str], message: impl Into<String>) -> ValidationIssue {
    let path = path.iter().map(|&part| part.to_owned()).collect();
    ValidationIssue::new(ValidationIssue::INVALID, path, message)
}

/// Refuses arguments with any faults.
///
/// # Errors
///
/// All faults.
pub fn refused(issues: Vec<ValidationIssue>) -> Result<(), ToolFailure> {
    if issues.is_empty() {
        return Ok(());
    }
    let mut failure = ToolFailure::new(ValidationIssue::summary(&issues));
    failure.issues = issues;
    Err(failure)
}
