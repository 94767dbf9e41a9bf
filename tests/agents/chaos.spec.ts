/**
 * Three processes of one agent, behind a proxy that gives each request to the next, with PostgreSQL and with Redis:
 * they are killed, paused and ended, and the store is restarted and cut off, while `<ag-ui-agent>` has conversations
 * with them over a bad network. Every other conversation has runs that the client takes up again, and stops some, wherever the
 * proxy sends it.
 */
import { startPostgres, startRedis, type TestDatabase } from "../support/databases/databases.js";
import { randomCases } from "../support/random.js";
import { Chaos } from "../support/storm/chaos.js";
import { faulty, passedOn } from "../support/storm/faults.js";
import { clientFaults, conversationsInPage, lastMessagesInPage } from "../support/storm/page.js";
import { clientTools } from "../support/storm/plan.js";
import { comparedWithLog } from "../support/storm/received.js";
import { expect, test } from "../support/test.js";

const stores: Readonly<Record<string, () => Promise<TestDatabase>>> = {
  PostgreSQL: startPostgres,
  Redis: startRedis,
};

for (const [name, start] of Object.entries(stores)) {
  test(`${name}: conversations with processes that die and stop, each call begun at most once and answered once`, async ({
    harness,
    backend,
    complaints,
  }) => {
    test.setTimeout(3_600_000);
    const seed = Number(process.env.CHAOS_SEED) || (Date.now() % 1_000_000) + 1;
    const count = randomCases(30);
    await using database = await start();
    const chaos = await Chaos.start(database, seed);
    try {
      const replayed = new Set<number>();
      const faults = faulty(chaos.forward, seed, chaos.faults, { spoilsResults: false, replayed });
      const agent = backend.script(faults);
      const calm = backend.script(passedOn(chaos.forward));
      chaos.begin();
      const names = [...clientTools];
      const told = await harness.evaluate(conversationsInPage, {
        url: agent.url,
        count,
        names,
        tries: 400,
        resumes: true,
      });
      await chaos.calm();
      const unanswered = await harness.evaluate(lastMessagesInPage, calm.url);
      const compared = await comparedWithLog(told.received, chaos.forward);
      // To the server, a client that lets go of a run midway looks like one that goes on from an earlier message.
      const letGo = [...compared.unseen].filter((conversation) => !replayed.has(conversation));
      for (const conversation of letGo) replayed.add(conversation);
      const { seen } = chaos;
      const which = `seed ${seed}`;
      console.log(
        `${name}: ${which}, ${seen.runs.size} calls of the server begun, ${letGo.length} clients let go of a run, ${JSON.stringify(chaos.faults)}`,
      );

      // What the browser notes of connections that broke.
      const broken = /net::ERR|Failed to load resource/;
      expect(
        complaints.filter((line) => !broken.test(line)),
        which,
      ).toEqual([]);
      complaints.length = 0;
      expect(told.conversations, which).toHaveLength(count);
      expect(told.conversations.flatMap(clientFaults), which).toEqual([]);
      const twice = told.runs.filter(([, runs]) => runs !== 1);
      expect(
        [twice, seen.repeated],
        `${which}: begun twice, in the page and on the server`,
      ).toEqual([[], []]);
      expect(seen.malformed, which).toEqual([]);
      expect(seen.changed, `${which}: answers that changed`).toEqual([]);
      expect(seen.untrue, `${which}: answers that are not so`).toEqual([]);
      expect(unanswered, which).toEqual([]);
      expect(compared.faults, `${which}: streams that are not as their log is`).toEqual([]);
      expect(told.received.length, which).toBeGreaterThan(count / 2);
      expect(seen.lost(replayed), `${which}: calls that are lost`).toEqual([]);
      expect(seen.runs.size, which).toBeGreaterThan(count / 4);
      if (count >= 1000)
        expect(Object.keys(chaos.faults), which).toEqual(expect.arrayContaining(allFaults));
    } finally {
      await chaos.end();
    }
  });
}

const allFaults = [
  "killed",
  "ended",
  "paused",
  "store restarted",
  "store cut off",
  "answer lost",
  "cut amid",
  "taken up",
  "stopped",
];
