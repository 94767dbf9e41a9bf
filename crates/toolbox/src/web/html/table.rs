//! A table: each cell in its row and column.

use super::inline::Marks;
use super::page::{At, Page};
use super::tree::{Data, Element, Id};
use super::writer::Writer;

/// The maximum number of cells that spans may add to a table.
const MAX_SPANNED: usize = 20_000;
/// The maximum number of characters to which cells are padded, so that columns are aligned.
const MAX_PADDED: usize = 30;
/// The maximum length of a cell that is repeated across rows or columns, in bytes.
const MAX_REPEATED: usize = 200;
/// The bytes of text from which a table with nested tables counts as the layout of a page.
const MAX_NESTED: usize = 2_000;

/// Writes a table.
pub(super) fn table(page: &mut Page<'_>, id: Id, element: &Element, at: &At) {
    page.flush(at);
    let mut rows = Vec::new();
    find_rows(page, id, at, false, &mut rows);
    if page.writer.is_compact() {
        flat(page, &rows);
    } else if is_frame(page, id, element, &rows) {
        for cell in rows.iter().flat_map(|row| &row.cells) {
            page.inside(cell.id, &cell.at);
        }
    } else {
        grid(page, &rows);
    }
}

struct Row {
    cells: Vec<Cell>,
    is_head: bool,
}

struct Cell {
    id: Id,
    at: At,
    is_head: bool,
    columns: usize,
    rows: usize,
}

/// Finds the rows of the table itself. Other content, such as its caption, is written before it.
fn find_rows(page: &mut Page<'_>, id: Id, at: &At, is_head: bool, rows: &mut Vec<Row>) {
    let tree = page.tree;
    for child in tree.children(id) {
        let Data::Element(element) = tree.data(child) else {
            page.node(child, at);
            continue;
        };
        match element.tag() {
            tag @ ("thead" | "tbody" | "tfoot") => {
                if let Some(at) = page.enter(child, element, at) {
                    find_rows(page, child, &at, tag == "thead", rows);
                }
            }
            "tr" => {
                if let Some(at) = page.enter(child, element, at) {
                    let cells = find_cells(page, child, &at);
                    rows.push(Row {
                        is_head: is_head
                            || (!cells.is_empty() && cells.iter().all(|cell| cell.is_head)),
                        cells,
                    });
                }
            }
            "colgroup" | "col" => {}
            _ => {
                page.node(child, at);
                page.flush(at);
            }
        }
    }
}

fn find_cells(page: &mut Page<'_>, row: Id, at: &At) -> Vec<Cell> {
    let tree = page.tree;
    let mut cells = Vec::new();
    for child in tree.children(row) {
        match tree.data(child) {
            Data::Element(element) if ["td", "th"].contains(&element.tag()) => {
                let Some(at) = page.enter(child, element, at) else {
                    continue;
                };
                let span = |name, most| {
                    let count = element
                        .attribute(name)
                        .and_then(|text| text.trim().parse().ok());
                    count.unwrap_or(1_usize).min(most)
                };
                cells.push(Cell {
                    id: child,
                    at,
                    is_head: element.tag() == "th",
                    columns: span("colspan", 1000).max(1),
                    // 0 means all following rows.
                    rows: match span("rowspan", 65_534) {
                        0 => usize::MAX,
                        rows => rows,
                    },
                });
            }
            _ => page.node(child, at),
        }
    }
    page.flush(at);
    cells
}

/// Returns true if the table lays out a page, or a part of one, instead of data.
fn is_frame(page: &Page<'_>, id: Id, element: &Element, rows: &[Row]) -> bool {
    let role = element.attribute("role");
    if matches!(role, Some("presentation" | "none")) {
        return true;
    }
    let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    if rows.len() <= 1 && columns <= 1 {
        return true;
    }
    if rows
        .iter()
        .flat_map(|row| &row.cells)
        .any(|cell| cell.is_head)
    {
        return false;
    }
    let tree = page.tree;
    let mut bytes = 0;
    let mut has_table = false;
    for node in tree.below(id, |_| true) {
        match tree.data(node) {
            Data::Text(text) => bytes += text.trim().len(),
            Data::Element(element) => has_table |= element.tag() == "table",
            Data::None => {}
        }
        if has_table && (columns <= 1 || bytes > MAX_NESTED) {
            return true;
        }
    }
    false
}

/// Writes a table inside a cell: a line for each row.
fn flat(page: &mut Page<'_>, rows: &[Row]) {
    for row in rows {
        for (index, cell) in row.cells.iter().enumerate() {
            if index > 0 {
                page.inline.made("; ".to_owned(), &Marks::default());
            }
            page.children(cell.id, &cell.at);
        }
        if let Some(cell) = row.cells.first() {
            page.flush(&cell.at);
        }
    }
}

fn grid(page: &mut Page<'_>, rows: &[Row]) {
    let mut grid: Vec<Vec<String>> = Vec::with_capacity(rows.len());
    // For each column, the number of rows in which a cell continues, and its text.
    let mut down: Vec<(usize, String)> = Vec::new();
    let mut spanned = 0;
    let widest = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    for row in rows {
        let mut line: Vec<String> = Vec::new();
        let is_alone = row.cells.len() == 1 && widest > 1;
        let mut cells = row.cells.iter();
        loop {
            let column = line.len();
            if let Some((left, text)) = down.get_mut(column).filter(|(left, _)| *left > 0)
                && spanned < MAX_SPANNED
            {
                *left -= 1;
                spanned += 1;
                line.push(text.clone());
                continue;
            }
            let Some(cell) = cells.next() else {
                let ends = down.iter().rposition(|(left, _)| *left > 0);
                if spanned < MAX_SPANNED && ends.is_some_and(|last| last > column) {
                    spanned += 1;
                    line.push(String::new());
                    continue;
                }
                break;
            };
            let text = text_of(page, cell);
            let repeated = if text.len() <= MAX_REPEATED {
                text.as_str()
            } else {
                ""
            };
            let columns = cell.columns.min(1 + MAX_SPANNED.saturating_sub(spanned));
            spanned += columns - 1;
            for index in 0..columns {
                if cell.rows > 1 {
                    if down.len() <= column + index {
                        down.resize(column + index + 1, (0, String::new()));
                    }
                    down[column + index] = (cell.rows - 1, repeated.to_owned());
                }
                // A row with a single cell across it is a heading of those below.
                let is_shown = index == 0 || !is_alone;
                line.push(match index {
                    0 => text.clone(),
                    _ if is_shown => repeated.to_owned(),
                    _ => String::new(),
                });
            }
        }
        while down.pop_if(|(left, _)| *left == 0).is_some() {}
        grid.push(line);
    }
    let is_full = |line: &Vec<String>| line.iter().any(|cell| !cell.is_empty());
    let has_head = rows.first().is_some_and(|row| row.is_head) && grid.first().is_some_and(is_full);
    grid.retain(is_full);
    let columns = grid.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return;
    }
    let head = if has_head { grid.remove(0) } else { Vec::new() };
    write(page, &head, &grid, columns);
}

fn write(page: &mut Page<'_>, head: &[String], rows: &[Vec<String>], columns: usize) {
    let mut widths = vec![3; columns];
    for line in rows.iter().map(Vec::as_slice).chain([head]) {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().min(MAX_PADDED).max(*width);
        }
    }
    let mut text = String::new();
    let empty = String::new();
    let whole = head.iter().chain(std::iter::repeat(&empty)).take(columns);
    line(&mut text, whole, &widths);
    text.push_str("\n|");
    for width in &widths {
        text.push(' ');
        text.extend(std::iter::repeat_n('-', *width));
        text.push_str(" |");
    }
    for row in rows {
        text.push('\n');
        line(&mut text, row.iter(), &widths);
    }
    page.writer.block(&text);
}

fn line<'a>(text: &mut String, cells: impl Iterator<Item = &'a String>, widths: &[usize]) {
    text.push('|');
    for (cell, width) in cells.zip(widths) {
        text.push(' ');
        text.push_str(cell);
        let missing = width.saturating_sub(cell.chars().count());
        text.extend(std::iter::repeat_n(' ', missing));
        text.push_str(" |");
    }
}

/// A cell as one line.
fn text_of(page: &mut Page<'_>, cell: &Cell) -> String {
    let outer = std::mem::replace(&mut page.writer, Writer::compact());
    page.inside(cell.id, &cell.at);
    let text = std::mem::replace(&mut page.writer, outer).finish();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("<br>").replace('|', "\\|")
}
