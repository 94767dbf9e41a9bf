use ag_ui_lit::tool::ToolFailure;

use super::answer::read_body;
use super::fetch::{Answer, Fetch};
use super::filter::DomainFilter;
use super::redirects::{Arrived, allowed, ask, not_reached};
use super::status::failure;

/// Reads any content at an address, within the filter of `web_fetch`, which also applies to redirects. Reads at most one
/// byte more than `most`.
///
/// # Errors
///
/// If the address is invalid or not allowed, redirects to one that is not allowed, or does not answer with success.
pub async fn read_bytes<F: Fetch>(
    fetch: &F,
    filter: &DomainFilter,
    text: &str,
    base: Option<&str>,
    most: usize,
) -> Result<Vec<u8>, ToolFailure> {
    let first = allowed(fetch, filter, text, base)?;
    let Arrived {
        mut answer,
        address,
        ..
    } = ask(fetch, filter, first).await?;
    let status = answer.status();
    if !(200..300).contains(&status) {
        let message = format!(
            "{} answered with HTTP status {status}.",
            address.without_fragment()
        );
        return Err(failure(fetch, &answer, message));
    }
    let body = read_body(&mut answer, most.saturating_add(1))
        .await
        .map_err(|fault| not_reached(&address, &fault))?;
    Ok(body.bytes)
}
