import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { readingOf } from "../../../scripts/lib/bench-pages.mjs";

const AT_ONCE = 16;
const serve = new URL("../contenders/server/serve.mjs", import.meta.url);

/** The reference first: the other is compared with it. */
const contenders = [
  { id: "plain", name: "@ag-ui/encoder alone", kind: /** @type {const} */ ("reference") },
  { id: "ours", name: "serveAgent with an AgentReasoner", kind: /** @type {const} */ ("ours") },
];

const columns = [
  { id: "processor", title: "processor time" },
  { id: "time", title: "time at 16 at once" },
];

/**
 * What one request costs a server. Each contender is a process of its own.
 * @param {import("../../../scripts/lib/bench-pages.mjs").Given} given
 * @returns {Promise<import("../lib/suite.js").SuiteResult>}
 */
export async function run({ options }) {
  const [rounds, requests] = options.isQuick ? [2, 100] : [Math.min(options.rounds, 7), 2000];
  const servers = await Promise.all(contenders.map(({ id }) => started(id)));
  /** @type {Record<string, number[][]>} */
  const readings = { processor: contenders.map(() => []), time: contenders.map(() => []) };
  try {
    for (const server of servers) await server.measure(requests);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, server] of servers.entries()) {
        const measured = await server.measure(requests);
        for (const { id } of columns) readings[id]?.[index]?.push(Reflect.get(measured, id));
      }
    }
  } finally {
    for (const server of servers) server.stop();
  }
  const rows = contenders.map(({ name, kind }, index) => {
    const of = (/** @type {string} */ id) =>
      readingOf(readings[id]?.[index] ?? [], "@ag-ui/encoder", readings[id]?.[0] ?? []);
    return {
      ...{ name, kind, notes: [] },
      readings: Object.fromEntries(columns.map(({ id }) => [id, of(id)])),
    };
  });
  return {
    title: "A request of a server",
    about:
      "One run over HTTP in Node: the body is checked by the protocol's schema, a model gives 20 deltas at once, and the events are " +
      `sent. ${AT_ONCE} clients ask at once over kept connections. The reference writes the same events by @ag-ui/encoder, and keeps no ` +
      "conversation, order or backpressure.",
    tables: [{ title: "", unit: "time", isCompact: true, columns, rows }],
  };
}

/** @param {string} id */
async function started(id) {
  const child = fork(serve, [id]);
  const [port] = await once(child, "message");
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const processor = async () => {
    child.send("processor");
    const [{ user, system }] = await once(child, "message");
    return user + system;
  };
  let threads = 0;
  const ask = () => {
    threads += 1;
    const messages = [{ id: "1", role: "user", content: "Hello" }];
    const input = { threadId: `thread-${threads}`, runId: "run", messages, tools: [], context: [] };
    return answered(port, agent, JSON.stringify(input));
  };
  return {
    /** @param {number} requests */
    measure: async (requests) => {
      let left = requests;
      const client = async () => {
        while (left > 0) {
          left -= 1;
          await ask();
        }
      };
      const [before, start] = [await processor(), performance.now()];
      await Promise.all(Array.from({ length: AT_ONCE }, client));
      const time = ((performance.now() - start) * 1000) / requests;
      return { time, processor: ((await processor()) - before) / requests };
    },
    stop: () => {
      agent.destroy();
      child.disconnect();
    },
  };
}

/**
 * @param {number} port
 * @param {Agent} agent
 * @param {string} body
 */
function answered(port, agent, body) {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const asked = request(
      { port, agent, headers, method: "POST", host: "127.0.0.1" },
      (response) => {
        response.resume();
        response.on("end", resolve);
        response.on("error", reject);
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}
