use super::retry_after::retry_after;
use super::rules::own_category;
use super::{ThrownFacts, ToolError, ToolErrorCategory, ValidationIssue};

/// Categorizes a thrown value, and makes its error.
///
/// The first matching rule decides:
/// 1. the author's choice: a `ToolFailure` (or a `ToolError` that is thrown again), also as a cause of something else;
/// 2. the value itself: an aborted operation, a timeout, issues of a schema library, an HTTP status, a failed connection, a
///    refusal by the browser or the user. If an aborted operation or a failed connection has a more specific cause, such as
///    a timeout, the cause decides;
/// 3. the errors of an aggregate: it is only worth another attempt if all of them are;
/// 4. the cause;
/// 5. otherwise `default`.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::error::{ThrownFacts, ToolErrorCategory, categorize};
///
/// let facts = ThrownFacts { name: Some("AbortError".into()), ..ThrownFacts::default() };
/// let error = categorize(&facts, ToolErrorCategory::Unknown);
/// assert_eq!(error.category, ToolErrorCategory::Cancelled);
/// assert!(!error.retryable);
/// ```
#[must_use]
pub fn categorize(facts: &ThrownFacts, default: ToolErrorCategory) -> ToolError {
    let verdict = chosen(facts).or_else(|| judged(facts)).unwrap_or(Verdict {
        category: default,
        source: facts,
    });
    let Verdict { category, source } = verdict;
    let mut error = ToolError::new(category, message(facts, &verdict, default));
    if category == ToolErrorCategory::Validation {
        error.validation_errors = facts.issues.clone().or_else(|| source.issues.clone());
    }
    error.retryable = source.retryable.unwrap_or(error.retryable);
    error.code = causes(facts)
        .find_map(|cause| cause.code.clone())
        .or_else(|| source.code.clone());
    error.retry_after = wait(facts);
    error
}

/// A category, and the part of the thrown value that it comes from.
#[derive(Clone, Copy)]
struct Verdict<'a> {
    category: ToolErrorCategory,
    source: &'a ThrownFacts,
}

fn chosen(facts: &ThrownFacts) -> Option<Verdict<'_>> {
    causes(facts).find_map(|source| {
        let category = source.category?;
        Some(Verdict { category, source })
    })
}

fn judged(facts: &ThrownFacts) -> Option<Verdict<'_>> {
    let cause = || facts.cause.as_deref().and_then(judged);
    let Some(category) = own_category(facts) else {
        return aggregate(facts).or_else(cause);
    };
    let own = Verdict {
        category,
        source: facts,
    };
    let is_general = match category {
        ToolErrorCategory::Cancelled => |cause| cause == ToolErrorCategory::Timeout,
        // An HTTP status is an answer: no cause of it is more specific.
        ToolErrorCategory::Transient if facts.status.is_none() => |cause| {
            matches!(
                cause,
                ToolErrorCategory::Timeout | ToolErrorCategory::Cancelled
            )
        },
        _ => |_| false,
    };
    Some(
        cause()
            .filter(|cause| is_general(cause.category))
            .unwrap_or(own),
    )
}

/// The error of an aggregate with the least hope: a permanent one decides. With an unknown one the aggregate has no
/// category, since it can't be called passing.
fn aggregate(facts: &ThrownFacts) -> Option<Verdict<'_>> {
    let verdicts = facts
        .errors
        .iter()
        .map(|error| chosen(error).or_else(|| judged(error)));
    verdicts.max_by_key(|verdict| gravity(verdict.map(|verdict| verdict.category)))?
}

fn gravity(category: Option<ToolErrorCategory>) -> u8 {
    use ToolErrorCategory as Category;
    match category {
        Some(Category::Transient) => 0,
        Some(Category::Timeout) => 1,
        Some(Category::Unknown) | None => 2,
        Some(Category::Execution) => 3,
        Some(Category::Permanent) => 4,
        Some(Category::Validation) => 5,
        Some(Category::Cancelled) => 6,
    }
}

fn causes(facts: &ThrownFacts) -> impl Iterator<Item = &ThrownFacts> {
    std::iter::successors(Some(facts), |facts| facts.cause.as_deref())
}

/// The wait that the value, its errors or its cause request. Before another attempt every error of an aggregate must be
/// ready.
fn wait(facts: &ThrownFacts) -> Option<f64> {
    let of_errors = || facts.errors.iter().filter_map(wait).max_by(f64::total_cmp);
    retry_after(facts)
        .or_else(of_errors)
        .or_else(|| facts.cause.as_deref().and_then(wait))
}

fn message(facts: &ThrownFacts, verdict: &Verdict, default: ToolErrorCategory) -> String {
    // The author's own message stays unchanged, even if there are issues.
    let is_chosen = verdict.source.category.is_some();
    if let Some(issues) = &facts.issues
        && verdict.category == ToolErrorCategory::Validation
        && !is_chosen
    {
        return if default == ToolErrorCategory::Validation {
            ValidationIssue::summary(issues)
        } else {
            // Issues from a check inside the handler may be about another value than the arguments.
            ValidationIssue::listed("A value doesn't match its schema", issues)
        };
    }
    causes(facts)
        .find_map(own_message)
        .or_else(|| facts.errors.iter().find_map(own_message))
        .or_else(|| specific_name(facts))
        .unwrap_or_else(|| "The tool failed without a message.".to_owned())
}

fn own_message(facts: &ThrownFacts) -> Option<String> {
    let own = facts.message.clone();
    own.filter(|message| !message.trim().is_empty())
        .or_else(|| {
            let status = facts.status?;
            Some(format!("The server answered with HTTP status {status}."))
        })
}

fn specific_name(facts: &ThrownFacts) -> Option<String> {
    facts
        .name
        .clone()
        .filter(|name| !name.trim().is_empty() && name != "Error")
}
