//! What `\p{…}` holds. A browser knows: the tables are larger than everything else about patterns together, so in
//! WebAssembly the driver asks the page's own `RegExp`. Elsewhere they are the crate `regex-syntax`'s.

/// Whether there is such a property: what stands between the braces, `L`, `Script=Greek`.
pub(super) fn exists(name: &str) -> bool {
    source::exists(name)
}

/// The code points that have it.
pub(super) fn ranges(name: &str) -> Vec<(u32, u32)> {
    source::ranges(name)
}

#[cfg(target_arch = "wasm32")]
use crate::wasm::properties as source;

#[cfg(not(target_arch = "wasm32"))]
mod source {
    use regex_syntax::hir::{Class, HirKind};

    pub(super) fn exists(name: &str) -> bool {
        is_exact(name) && find(name).is_some()
    }

    pub(super) fn ranges(name: &str) -> Vec<(u32, u32)> {
        find(name).unwrap_or_default()
    }

    /// The crate takes `greek` for `Greek`, as Unicode advises and ECMA-262 does not. Every name that ECMA-262 knows
    /// is written so.
    fn is_exact(name: &str) -> bool {
        const SHORT: [&str; 5] = ["gc", "sc", "scx", "cntrl", "punct"];
        name.split('=').all(|part| {
            let is_name = part.starts_with(|first: char| first.is_ascii_uppercase());
            is_name || SHORT.contains(&part) || part == "digit"
        })
    }

    fn find(name: &str) -> Option<Vec<(u32, u32)>> {
        let parsed = regex_syntax::parse(&format!(r"\p{{{name}}}")).ok()?;
        match parsed.into_kind() {
            HirKind::Class(Class::Unicode(class)) => {
                let ranges = class.iter();
                Some(ranges.map(|r| (r.start() as u32, r.end() as u32)).collect())
            }
            // A property of one character.
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                Some(text.chars().map(|c| (c as u32, c as u32)).collect())
            }
            _ => None,
        }
    }
}
