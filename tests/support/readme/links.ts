import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** The links of a document that lead to no file, or to no heading of one. */
export function brokenLinks(document: string): string[] {
  const links = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^\w+:/.test(link) && !leadsSomewhere(document, link));
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path = "", heading] = link.split("#");
  const target = path === "" ? document : normalize(join(dirname(document), path));
  if (!existsSync(join(repository, target))) return false;
  return heading === undefined || headingsOf(target).includes(heading);
}

/** The anchors of a document's headings, as the forges make them. */
function headingsOf(document: string): string[] {
  const headings = [...textOf(document).matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** Without its code: an index of an array looks like a link. */
function textOf(document: string): string {
  const text = readFileSync(join(repository, document), "utf8");
  return text.replace(/^\s*```[\s\S]*?^\s*```$/gm, "");
}
