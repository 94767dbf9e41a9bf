import type { AfterReloadRule } from "ag-ui-lit/durable";
import type { Approver } from "../../../pkg/dist/calls/approver.js";
import { questionOf } from "../../../pkg/dist/calls/approver.js";
import { declined } from "../../../pkg/dist/calls/permission.js";
import { notRun, unknownOutcome } from "../../../pkg/dist/durable/call-fate.js";
import type { ToolDefinition } from "../../../pkg/dist/entries/inline.js";
import { EDITED } from "./answered-calls.js";
import { toolNames } from "./planned-agent.js";
import type { SimulatedPage } from "./simulated-page.js";
import type { World } from "./world.js";

/** The tools of a page, each with another rule for calls of before. */
export function pageTools(world: World, page: SimulatedPage): ToolDefinition[] {
  const rules: Partial<Record<string, ToolDefinition["metadata"]>> = {
    again: { idempotent: true },
    finds: { afterReload: finder(world, page) },
    asks: { approval: "always" },
    decides: { afterReload: "ask" },
    leaves: { continues: true },
  };
  return toolNames.map((name) => ({
    name,
    description: "Counts its runs.",
    schema: { type: "object", properties: { n: { type: "number" } } },
    metadata: rules[name] ?? {},
    handler: async (_args, { idempotencyKey, signal }) => {
      await page.boundary(`before the handler of ${name}`);
      if (page.isDead) return new Promise(() => {});
      const entry = world.entryOf(idempotencyKey, name);
      if (entry.isRefused) throw new Error("The service has cancelled this call.");
      entry.begun += 1;
      await page.boundary(`in the handler of ${name}`);
      if (page.isDead) return new Promise(() => {});
      if (name === "leaves") {
        // The page is left, as by a click on a link.
        page.die();
        return new Promise(() => {});
      }
      signal.throwIfAborted();
      entry.ended += 1;
      const result = `ran: ${entry.ended}`;
      await page.boundary(`after the handler of ${name}`);
      return page.isDead ? new Promise(() => {}) : result;
    },
  }));
}

/** A rule that asks the service, which then refuses what it does not know. It may throw, or take too long. */
function finder(world: World, page: SimulatedPage): AfterReloadRule {
  return async ({ idempotencyKey }) => {
    await page.boundary("in a search");
    const way = world.chance.below(6);
    if (way === 0) throw new UnreachableService();
    if (way === 1) return new Promise(() => {});
    if (way === 2) return unknownOutcome();
    const entry = world.entryOf(idempotencyKey, "finds");
    if (entry.begun > 0) return entry.ended > 0 ? `found: ${entry.ended}` : unknownOutcome();
    entry.isRefused = true;
    return notRun();
  };
}

/** A person who approves, declines, thinks for a time, or goes away. */
export function personOf(world: World, page: SimulatedPage): Approver {
  return {
    request: async (order) => {
      const question = await questionOf(order);
      if (question.may !== "be asked") return question;
      await page.boundary("a question");
      const way = world.chance.below(8);
      if (way === 0) return declined("No.");
      if (way === 1) await world.clock.wait(40_000);
      if (order.signal.aborted) return declined("It was withdrawn.");
      await page.boundary("an answer");
      if (way !== 2) return { may: "run", args: question.checked };
      return { may: "run", args: EDITED, edited: { n: 99 } };
    },
  };
}

/** The failure of a search, which the package reports to the page. */
export class UnreachableService extends Error {
  override readonly message = "The service can't be reached.";
}
