use ag_ui_lit::tool::ToolFailure;

use super::address::Address;
use super::fetch::{Answer, Fetch, FetchFault, Followed};
use super::filter::DomainFilter;

/// The maximum number of redirects, as in browsers.
const MAX_REDIRECTS: usize = 10;

/// The answer to a request, and its address.
pub(super) struct Arrived<A> {
    pub answer: A,
    pub address: Address,
    pub is_redirected: bool,
}

/// Sends a request, and follows redirects within the filter: no other host gets a request.
///
/// If the target of a redirect is visible, each step is checked before it is made. A browser hides it: then the request is
/// repeated under a policy of the allowed hosts, which the browser enforces.
pub(super) async fn ask<F: Fetch>(
    fetch: &F,
    filter: &DomainFilter,
    first: Address,
) -> Result<Arrived<F::Answer>, ToolFailure> {
    let mut address = first;
    for step in 0..=MAX_REDIRECTS {
        filter.check(&address).map_err(refused)?;
        let answer = fetch
            .get(&address)
            .await
            .map_err(|fault| not_reached(&address, &fault))?;
        if answer.is_hidden_redirect() {
            drop(answer);
            return follow_hidden(fetch, filter, address).await;
        }
        let Some(location) = location(&answer) else {
            return Ok(Arrived {
                answer,
                address,
                is_redirected: step > 0,
            });
        };
        let next = fetch
            .parse(&location, Some(&address.href))
            .ok_or_else(|| nowhere(&address))?;
        filter.check(&next).map_err(|why| led_out(&address, &why))?;
        address = next;
    }
    Err(too_many(&address))
}

async fn follow_hidden<F: Fetch>(
    fetch: &F,
    filter: &DomainFilter,
    address: Address,
) -> Result<Arrived<F::Answer>, ToolFailure> {
    let sources = filter.sources(&address);
    let followed = fetch
        .follow(&address, &sources)
        .await
        .map_err(|fault| not_reached(&address, &fault))?;
    let answer = match followed {
        Followed::Answer(answer) => answer,
        Followed::LeftAllowed => {
            let why = format!(
                "Browsers hide the target. {} If hosts are denied as well, a redirect only stays within patterns that can't \
                 contain them.",
                filter.allowed()
            );
            return Err(led_out(&address, &why));
        }
        Followed::Impossible(why) => {
            return Err(ToolFailure::permanent(format!(
                "{} redirects, and this browser hides the target; the redirect was not followed because {why}. Fetch the target \
                 itself, if you know its address.",
                address.origin()
            ))
            .code("redirect_not_followed"));
        }
    };
    let last = fetch
        .parse(&answer.url(), None)
        .ok_or_else(|| nowhere(&address))?;
    filter.check(&last).map_err(|why| led_out(&address, &why))?;
    Ok(Arrived {
        answer,
        address: last,
        is_redirected: true,
    })
}

/// An address that a model wrote, relative to `base` if that is given, if it may be requested.
pub(super) fn allowed<F: Fetch>(
    fetch: &F,
    filter: &DomainFilter,
    text: &str,
    base: Option<&str>,
) -> Result<Address, ToolFailure> {
    let address = fetch.parse(text.trim(), base).ok_or_else(|| {
        ToolFailure::permanent(
            "It is no absolute address. Write all of it, such as https://example.com/page.",
        )
        .code("bad_address")
    })?;
    if address.scheme != "https" && address.scheme != "http" {
        return Err(ToolFailure::permanent(format!(
            "Only https and http are fetched, not {}. {}",
            address.scheme,
            filter.allowed()
        ))
        .code("bad_address"));
    }
    filter.check(&address).map_err(refused)?;
    Ok(address)
}

fn location(answer: &impl Answer) -> Option<String> {
    matches!(answer.status(), 301 | 302 | 303 | 307 | 308)
        .then(|| answer.header("location"))
        .flatten()
}

pub(super) fn refused(why: String) -> ToolFailure {
    ToolFailure::permanent(why).code("domain_not_allowed")
}

fn led_out(from: &Address, why: &str) -> ToolFailure {
    ToolFailure::permanent(format!(
        "{} redirects to where the page does not allow requests, so it was not followed. {why}",
        from.origin()
    ))
    .code("redirect_not_allowed")
}

fn nowhere(from: &Address) -> ToolFailure {
    ToolFailure::permanent(format!(
        "{} redirects to an invalid address.",
        from.origin()
    ))
    .code("bad_redirect")
}

fn too_many(last: &Address) -> ToolFailure {
    ToolFailure::permanent(format!(
        "More than {MAX_REDIRECTS} redirects, the last of them to {}: they may go round in a circle.",
        last.origin()
    ))
    .code("too_many_redirects")
}

/// The failure of a request. Browsers do not report its reason, so that a page can't learn about content that it may not
/// read.
pub(super) fn not_reached(address: &Address, fault: &FetchFault) -> ToolFailure {
    let origin = address.origin();
    let cors = if fault.may_be_cors {
        " Most likely the server answers, but does not allow this page to read it: it would have to send \
         Access-Control-Allow-Origin with this page's origin (and after a redirect from another host with \"null\" or \"*\"), or \
         the page's own server would have to fetch it on its behalf. It may also be down, its name unknown, or the page's \
         Content-Security-Policy may forbid it; a browser does not report which."
    } else {
        ""
    };
    ToolFailure::transient(format!(
        "{origin} could not be read ({}).{cors}",
        fault.message
    ))
    .code("fetch_failed")
}
