import { expect, test } from "vitest";
import { greet } from "./tool.js";

test("a tool runs", async () => {
  expect(await greet("Zoë")).toBe("Hello, Zoë!");
});
