/** `ag-ui-lit/server/sqlite`: the rules of every store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { sqliteConversationStore } from "ag-ui-lit/server/sqlite";
import { testStore } from "ag-ui-lit/server/testing";
import { describe, test } from "../node/test.js";
import "./sqlite-database.js";

const folder = mkdtempSync(join(tmpdir(), "ag-ui-lit-sqlite-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "stores.db");

describe("the rules of a conversation store", () => {
  const checks = testStore((options) => sqliteConversationStore({ file, ...options }));
  for (const { name, run } of checks) test(name, run);
});
