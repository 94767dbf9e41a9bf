/**
 * Random schedules of three servers with one store, whose processes are killed and paused anywhere: nothing begins
 * twice, each call has one answer, which is true, and every conversation comes to its end.
 */
// In a process of its own: its tests stop the clocks of the process.
import { randomCases } from "../../support/random.js";
import { Fleet } from "../../support/server/fleet/fleet.js";
import { expect, test } from "../test.js";

test("servers that are killed and paused anywhere begin no call twice and give each one true answer", async () => {
  const cases = randomCases(300);
  const faults: Record<string, number> = {};
  let [runs, again] = [0, 0];
  for (let seed = 1; seed <= cases; seed += 1) {
    const fleet = new Fleet(seed);
    const end = await fleet.run([seed * 3, seed * 3 + 1]);
    const { seen, clientRuns, wrong } = end;
    const which = `seed ${seed}`;
    expect(wrong, which).toEqual([]);
    expect([seen.malformed, seen.changed, seen.untrue, seen.lost()], which).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(seen.repeated, which).toEqual([]);
    runs += seen.runs.size;
    again += [...seen.runs.values()].filter((count) => count > 1).length;
    const inClient = [...clientRuns].filter(([, count]) => count > 1);
    expect(inClient, `${which}, run twice by the client`).toEqual([]);
    for (const [fault, count] of Object.entries(end.faults)) {
      faults[fault] = (faults[fault] ?? 0) + count;
    }
  }
  // The schedules were hard: each fault came up, calls ran, and some of idempotent tools ran again.
  if (cases < 300) return;
  expect(Object.keys(faults).sort()).toEqual(["cut", "killed", "paused", "time passed"]);
  expect(runs).toBeGreaterThan(cases);
  expect(again).toBeGreaterThan(0);
});
