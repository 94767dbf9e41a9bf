//! Messages for the model in place of a result.

pub(super) const NO_RESULT: &str =
    "The client did not return a result. It is not known whether the tool ran.";
pub(super) const NOT_IN_TIME: &str =
    "The client did not return a result in time. It is not known whether the tool ran.";
pub(super) const UNKNOWN_CALL: &str = "This server did not issue the call, or has lost its record. It is not known whether it took effect: check before you make it again.";
pub(super) const OVERTAKEN: &str =
    "The call was not run: the conversation went on before it began.";
pub(super) const NOT_HANDED_OVER: &str =
    "The call was prepared but not run: the conversation went on before the client got it.";
pub(super) const BROKE_OFF: &str = "The call was not run: the answer that it stands in broke off.";
pub(super) const INTERRUPTED: &str =
    "The server stopped while the tool ran. It is not known whether it took effect.";
pub(super) const ENDED: &str = "The call was not run: the request ended before it began.";

/// The maximum number of names that an answer lists.
const MOST_NAMES: usize = 20;

/// The answer to a call of an unknown tool.
pub(super) fn no_tool(name: &str, offered: &[String]) -> String {
    let names: Vec<&str> = offered
        .iter()
        .take(MOST_NAMES)
        .map(String::as_str)
        .collect();
    let there_are = match (names.as_slice(), offered.len() > MOST_NAMES) {
        ([], _) => "No tool can be called now.".to_owned(),
        (names, false) => format!("These can be called now: {}.", names.join(", ")),
        (names, true) => format!(
            "These can be called now, among others: {}.",
            names.join(", ")
        ),
    };
    format!("There is no tool \"{name}\" that can be called. {there_are}")
}

pub(super) fn too_many_calls(most: usize) -> String {
    format!(
        "The call was not run: an answer may have {most} calls. Make the others in a later answer."
    )
}

pub(super) fn limit_reached(most: u32) -> String {
    let times = if most == 1 { "once" } else { "times" };
    let count = if most == 1 {
        String::new()
    } else {
        format!("{most} ")
    };
    format!(
        "The call was not run: for this request the model was asked {count}{times}, which is the limit."
    )
}
