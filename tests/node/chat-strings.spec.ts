/** The table of texts, with a page's own in it. */

import { withOwnStrings } from "../../pkg/dist/look/own-strings.js";
import { english } from "../../pkg/dist/texts/english.js";
import { german } from "../../pkg/dist/texts/german.js";
import type { OwnStrings } from "../../pkg/dist/texts/strings.js";
import { expect, test } from "./test.js";

test("nothing, or what is no table, is English", () => {
  for (const given of [undefined, null, 5, "de"]) {
    expect(withOwnStrings(given as OwnStrings)).toBe(english);
  }
});

test("a text of the same name and type takes its place, the others stay, and the table is made once", () => {
  const own = { chat: { emptyTitle: "Tea?", newest: () => "Down" } };
  const strings = withOwnStrings(own);
  expect(strings.chat.emptyTitle).toBe("Tea?");
  expect(strings.chat.newest(3)).toBe("Down");
  expect(strings.chat.you).toBe("You");
  expect(strings.card).toBe(english.card);
  expect(withOwnStrings(own)).toBe(strings);
});

test("texts of another type, getters that throw and names that are none change nothing", () => {
  const own = {
    chat: {
      emptyTitle: 5,
      newest: "text",
      get you(): string {
        throw new Error("no");
      },
      __proto__: { agent: "inherited" },
      unknown: "x",
    },
    get card(): never {
      throw new Error("no");
    },
  };
  const { chat, card } = withOwnStrings(own as unknown as OwnStrings);
  expect([chat.emptyTitle, chat.newest(0), chat.you]).toEqual(["How can I help?", "Newest", "You"]);
  expect("unknown" in chat).toBe(false);
  expect(card).toBe(english.card);
});

test("both languages have a text for everything, and none of them is empty", () => {
  for (const section of ["chat", "card", "approval", "threads"] as const) {
    expect(Object.keys(german[section]).sort()).toEqual(Object.keys(english[section]).sort());
    for (const text of Object.values(german[section])) expect(text).toBeTruthy();
  }
});

test("texts with data read well for one and for several, in both languages", () => {
  for (const { chat } of [english, german]) {
    const texts = [
      chat.reasoned(undefined),
      ...[1, 70].map((seconds) => chat.reasoned(seconds)),
      ...[1, 3].map((all) => chat.steps(all, all)),
      chat.steps(0, 2),
      ...[1, 2_000].map((count) => chat.cutNote(count)),
      ...[["pay"], ["pay", "save", "go"]].map((names) => chat.cutTools(names)),
      ...[0, 1, 5].map((count) => chat.newest(count)),
      chat.usage({ input: 1_000, output: 5 }),
      chat.usage({ total: 7 }),
      chat.usage({}),
      ...["http", "network", "__proto__", ""].map((code) => chat.failed(code, 503)),
    ];
    for (const text of texts) expect(text).not.toMatch(/undefined|NaN|\[object|null/);
  }
});
