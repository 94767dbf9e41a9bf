/** What custom-elements.json and docs/chat.md say of the chat's elements is what the elements have. */
import { readFileSync } from "node:fs";
import { type ElementDeclaration, elementsOf } from "../support/elements.js";
import { expect, test } from "../support/test.js";
import { longThread, openChat } from "./chats.js";

const elements = elementsOf(new URL("../../pkg/", import.meta.url));
const guide = readFileSync(new URL("../../docs/chat.md", import.meta.url), "utf8");
const reference = guide.slice(guide.indexOf("## Reference: `<ag-ui-chat>`"));

function declared(tag: string): ElementDeclaration {
  const found = elements.find(({ tagName }) => tagName === tag);
  if (!found) throw new Error(`custom-elements.json has no <${tag}>.`);
  return found;
}

const namesOf = (all: readonly { name: string }[] = []) => all.map(({ name }) => name).sort();

/** The names in a column of the table that begins with this heading. */
function column(heading: string, index: number): string[] {
  const table = reference.slice(reference.indexOf(heading)).split("\n\n")[0] ?? "";
  return table
    .split("\n")
    .slice(2)
    .flatMap((row) => /`([\w-]+)/.exec(row.split("|")[index] ?? "")?.[1] ?? [])
    .sort();
}

test("the guide's tables have the attributes, properties, methods, events and slots of <ag-ui-chat>", () => {
  const chat = declared("ag-ui-chat");
  const fields = chat.members.filter(({ kind }) => kind === "field");
  const methods = chat.members.filter(({ kind }) => kind === "method");
  expect(column("| Attribute |", 1)).toEqual(namesOf(chat.attributes));
  expect(column("| Attribute |", 2)).toEqual(namesOf(fields));
  expect(column("| Method |", 1)).toEqual(namesOf(methods));
  expect(column("| Event |", 1)).toEqual(namesOf(chat.events));
  expect(column("| Slot |", 1)).toEqual(namesOf(chat.slots));
});

test("<ag-ui-chat-popup> has what <ag-ui-chat> has, and what the guide names besides", () => {
  const [chat, popup] = [declared("ag-ui-chat"), declared("ag-ui-chat-popup")];
  const besides = (more: string[], less: string[]) => more.filter((name) => !less.includes(name));
  expect(besides(namesOf(popup.attributes), namesOf(chat.attributes))).toEqual(["open"]);
  expect(besides(namesOf(popup.members), namesOf(chat.members))).toEqual([
    "chat",
    "hide",
    "open",
    "show",
  ]);
  expect(namesOf(popup.events)).toEqual(["ag-ui-chat-closed", "ag-ui-chat-opened"]);
  expect(besides(namesOf(popup.slots), namesOf(chat.slots))).toEqual(["launcher"]);
  for (const name of ["open", "chat", "show()", "hide()", "launcher", ...namesOf(popup.events)])
    expect(reference, name).toContain(`\`${name}\``);
});

test("everything in the manifest says what it is", () => {
  for (const tag of ["ag-ui-chat", "ag-ui-chat-popup"]) {
    const { attributes, members, events, slots = [], cssParts = [] } = declared(tag);
    const all = [...attributes, ...members, ...events, ...slots, ...cssParts];
    expect(
      all.filter(({ description }) => !description),
      tag,
    ).toEqual([]);
  }
});

test("the manifest's parts are those of the code, and what is rendered has no other", async ({
  harness,
}) => {
  await openChat(harness, { messages: longThread(2), attributes: { feedback: "" } });
  const [chatParts, popupParts, rendered] = await harness.evaluate(() => {
    const all = [...(view.shadowRoot?.querySelectorAll("[part]") ?? [])];
    return [
      Object.keys(chat.chatParts),
      Object.keys(chat.popupParts),
      all.flatMap((each) => [...each.part]),
    ] as const;
  });
  expect(namesOf(declared("ag-ui-chat").cssParts)).toEqual([...chatParts].sort());
  expect(namesOf(declared("ag-ui-chat-popup").cssParts)).toEqual([...popupParts].sort());
  expect(rendered.filter((name) => !chatParts.includes(name))).toEqual([]);
});

test("every part in the sources is in the list", async () => {
  const folder = new URL("../../pkg-template/src/chat/", import.meta.url);
  const files = [
    "ag-ui-chat",
    "row-view",
    "row-actions",
    "tail-view",
    "reasoning-view",
    "message-editor",
    "attachments",
    "threads-drawer",
  ];
  const sources = files
    .map((name) => readFileSync(new URL(`${name}.ts`, folder), "utf8"))
    .join("\n");
  const used = [...sources.matchAll(/part[=:] ?"([\w -]+)"/g)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  const listed = namesOf(declared("ag-ui-chat").cssParts);
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((name) => !listed.includes(name))).toEqual([]);
});

test("every custom property in the style sheets is in the guide", () => {
  const folder = new URL("../../pkg-template/src/", import.meta.url);
  const chat = ["chat", "message", "popup", "drawer"].map((name) => `chat/${name}.styles`);
  const files = ["look/tokens", ...chat, "threads/view/threads.styles", "threads/view/rows.styles"];
  const sources = files
    .map((name) => readFileSync(new URL(`${name}.ts`, folder), "utf8"))
    .join("\n");
  const used = new Set([...sources.matchAll(/--ag-ui-[\w-]+/g)].map(([name]) => name));
  // A row of the table shortens names that begin alike: `--ag-ui-color-paper`, `-raised`.
  const rows = [...guide.matchAll(/^\| (`--ag-ui-.*?) \|/gm)].map(([, cell = ""]) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name),
  );
  const listed = rows.flatMap(([first = "", ...others]) => [
    first,
    ...others.map((name) => (name.startsWith("--") ? name : first.replace(/-[a-z]+$/, name))),
  ]);
  expect([...used].filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !used.has(name))).toEqual([]);
});
