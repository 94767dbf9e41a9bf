// @vitest-environment jsdom
import { expect, test } from "vitest";
import { namesOfPage } from "./element.js";
import { greet } from "./tool.js";

test("a tool runs", async () => {
  expect(await greet("Zoë")).toBe("Hello, Zoë!");
});

test("an element takes the page's tools", async () => {
  expect(await namesOfPage()).toEqual(["greet", "search"]);
});
