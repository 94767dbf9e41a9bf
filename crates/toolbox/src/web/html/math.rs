//! `MathML` formulas in a line: `(a+b)/2`, `x^2`, `√(x)`. Annotations are not content.

use super::inline::Blanks;
use super::page::{At, Page};
use super::tree::{Data, Element, Id};

/// Writes a formula.
pub(super) fn math(page: &mut Page<'_>, id: Id, element: &Element, at: &At) {
    let is_block = element.attribute("display") == Some("block");
    if is_block {
        page.flush(at);
    }
    let text = children(page, id, at).join("");
    if page.shows(id, &text, at) {
        let text = page.clean(&text);
        page.inline.text(&text, Blanks::Collapse, &at.marks);
    }
    if is_block {
        page.flush(at);
    }
}

/// The children, each in a line.
fn children(page: &mut Page<'_>, id: Id, at: &At) -> Vec<String> {
    let mut texts = Vec::new();
    let tree = page.tree;
    for child in tree.children(id) {
        match tree.data(child) {
            Data::None => {}
            Data::Text(text) => {
                let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if !line.is_empty() {
                    texts.push(line);
                }
            }
            Data::Element(element) => {
                let Some(at) = page.enter(child, element, at) else {
                    continue;
                };
                if element.is_html() || element.tag() == "svg" {
                    let line = children(page, child, &at).join(" ");
                    texts.push(format!(" {line} "));
                } else {
                    texts.extend(term(page, child, element, &at));
                }
            }
        }
    }
    texts
}

fn term(page: &mut Page<'_>, id: Id, element: &Element, at: &At) -> Option<String> {
    // Invisible operators.
    const UNSEEN: [char; 4] = ['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}'];
    let tag = element.tag();
    if matches!(
        tag,
        "annotation" | "annotation-xml" | "mphantom" | "none" | "mprescripts"
    ) {
        return None;
    }
    if tag == "mspace" {
        return Some(" ".to_owned());
    }
    let parts = children(page, id, at);
    // A token only contains texts, unless it has other elements.
    let is_token = matches!(tag, "mi" | "mn" | "mo" | "mtext" | "ms") || !tag.starts_with('m');
    let all = || parts.join(if is_token { " " } else { "" });
    Some(match (tag, parts.as_slice()) {
        ("mo", _) => {
            let text: String = all().replace(UNSEEN, "");
            let is_wide = matches!(
                text.as_str(),
                "=" | "+"
                    | "<"
                    | ">"
                    | "≤"
                    | "≥"
                    | "≠"
                    | "≈"
                    | "→"
                    | "⇒"
                    | "±"
                    | "∈"
                    | "×"
                    | "⋅"
            );
            if is_wide { format!(" {text} ") } else { text }
        }
        ("mfrac", [above, below]) => format!("{}/{}", group(above), group(below)),
        ("msqrt", _) => format!("√({})", all().trim()),
        ("mroot", [base, index]) => format!("({})^(1/{})", base.trim(), group(index)),
        ("msup" | "mover", [base, up]) => format!("{}^{}", group(base), group(up)),
        ("msub" | "munder", [base, down]) => format!("{}_{}", group(base), group(down)),
        ("msubsup" | "munderover", [base, down, up]) => {
            format!("{}_{}^{}", group(base), group(down), group(up))
        }
        ("mfenced", _) => {
            let open = element.attribute("open").unwrap_or("(");
            let close = element.attribute("close").unwrap_or(")");
            format!("{open}{}{close}", parts.join(", "))
        }
        ("mtable", _) => format!("[{}]", parts.join("; ")),
        ("mtr" | "mlabeledtr", _) => parts.join(", "),
        ("mtext" | "ms", _) => format!(" {} ", all()),
        _ => all(),
    })
}

/// Adds parentheses, unless the text is a single item.
fn group(text: &str) -> String {
    let text = text.trim();
    let is_one = text
        .chars()
        .all(|letter| letter.is_alphanumeric() || letter == '.')
        || text.chars().count() <= 1
        || (text.starts_with('(')
            && text.ends_with(')')
            && !text[1..text.len() - 1].contains(['(', ')']));
    if is_one {
        text.to_owned()
    } else {
        format!("({text})")
    }
}
