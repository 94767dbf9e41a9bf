/** What one part of a stream's way makes of an event, and the next part makes of that. */
import { expect, test } from "../test.js";
import { asked, call, Page, result, run } from "./page.js";

test("a call that its result ended early, and that the backend lists as pending, is whole", async () => {
  const page = new Page((_input, round) => {
    if (round === 0) return run(...call("c1", "{}"));
    if (round > 1) return run();
    const [start, args, end] = call("c1", "{}") as [object, object, object];
    const stream = run(start, args, result("c1", "theirs"), end);
    const outcome = { type: "success", pendingToolCallIds: ["c1"] };
    return stream.with(-1, { ...stream.at(-1), outcome });
  });
  expect(await page.send("Go")).toBe("finished");
  expect(page.ran.map(({ args }) => args)).toEqual([{}, {}]);
});

test("what a stream says after it was left does not swallow a later call of the same id", async () => {
  const [start] = call("c1", "") as [object];
  const page = new Page(
    (_input, round) => {
      if (round === 0) return [...run(), ...run(), ...run(start)];
      return round === 1 ? run(...call("c1", '{"n":2}'), result("c1", "theirs")) : run();
    },
    { maxRounds: 1 },
  );
  expect(await page.send("First.")).toBe("failed/max_rounds");
  expect(await page.send("Second.")).toBe("finished");
  expect(page.messages.filter(({ role }) => role === "assistant")).toEqual([
    asked("c1", ["c1", '{"n":2}']),
  ]);
});

test("calls that share an id count one by one", async () => {
  const calls = Array.from({ length: 4 }, (_, n) => call("c1", `{"n":${n}}`)).flat();
  const page = new Page(() => run(...calls), { limits: { callsPerRun: 3 } });
  expect(await page.send("Go")).toBe("failed/limit");
  expect(page.ran).toEqual([]);
});
