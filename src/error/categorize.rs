use super::retry_after::retry_after;
use super::rules::own_category;
use super::{ThrownFacts, ToolError, ToolErrorCategory, ValidationIssue};

/// Gives a thrown value its category, and makes the error of it.
///
/// The first of these that fits decides:
/// 1. what the author chose: a `ToolFailure` (or a `ToolError` thrown on), also as a cause of something else;
/// 2. what the value says of itself: an aborted operation, a timeout, issues of a schema library, an HTTP status,
///    a failed connection, a refusal by the browser or the user. Where an aborted operation or a failed connection
///    has a cause that says more, such as a timeout, the cause decides;
/// 3. the errors of an aggregate: all of them must be worth another try for the whole to be;
/// 4. its cause;
/// 5. else `default`.
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

/// A category, and the thrown value (the whole, or something inside it) that it comes from.
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
        // An HTTP status is an answer: nothing that caused it is more exact.
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

/// The error of an aggregate that leaves the least hope: one that can't be helped by trying again decides. One of
/// unknown kind can't be said to be passing, so then nothing is said of the whole.
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

/// What the value, its errors or its cause ask for. Every error of an aggregate must be ready before another try.
fn wait(facts: &ThrownFacts) -> Option<f64> {
    let of_errors = || facts.errors.iter().filter_map(wait).max_by(f64::total_cmp);
    retry_after(facts)
        .or_else(of_errors)
        .or_else(|| facts.cause.as_deref().and_then(wait))
}

fn message(facts: &ThrownFacts, verdict: &Verdict, default: ToolErrorCategory) -> String {
    // An author's own words stay as they are, also over issues.
    let is_chosen = verdict.source.category.is_some();
    if let Some(issues) = &facts.issues
        && verdict.category == ToolErrorCategory::Validation
        && !is_chosen
    {
        return if default == ToolErrorCategory::Validation {
            ValidationIssue::summary(issues)
        } else {
            // A handler's own check, of who knows what: these may not be the arguments.
            ValidationIssue::listed("A value doesn't match its schema", issues)
        };
    }
    causes(facts)
        .find_map(words)
        .or_else(|| facts.errors.iter().find_map(words))
        .or_else(|| telling_name(facts))
        .unwrap_or_else(|| "The tool failed without saying why.".to_owned())
}

fn words(facts: &ThrownFacts) -> Option<String> {
    let own = facts.message.clone();
    own.filter(|message| !message.trim().is_empty())
        .or_else(|| {
            let status = facts.status?;
            Some(format!("The server answered with HTTP status {status}."))
        })
}

fn telling_name(facts: &ThrownFacts) -> Option<String> {
    facts
        .name
        .clone()
        .filter(|name| !name.trim().is_empty() && name != "Error")
}
