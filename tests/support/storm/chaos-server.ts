/**
 * One process of the chaos: an agent whose conversations are in a store that it shares. Its address is its first line.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ConversationStore, nodeListener, type RunLog, serveAgent } from "ag-ui-lit/server";
import { postgresConversationStore, postgresRunLog } from "ag-ui-lit/server/postgres";
import { redisConversationStore, redisRunLog } from "ag-ui-lit/server/redis";
import { stormReasoner } from "./agent.js";
import type { Witness } from "./seen.js";

const { STORE_URL = "", WITNESS_URL = "", LEASE_TTL, LOST_AFTER } = process.env;

const silent = { addException() {}, addCustomEvent() {} };

const isRedis = STORE_URL.startsWith("redis:");
const store: ConversationStore = isRedis
  ? redisConversationStore({ url: STORE_URL, log: silent })
  : postgresConversationStore({ connectionString: STORE_URL, log: silent });

const runs: RunLog = isRedis
  ? redisRunLog({ url: STORE_URL, log: silent })
  : postgresRunLog({ connectionString: STORE_URL, log: silent });

/** Nothing goes on before it is known outside of this process, which may end at any time. */
const tell = async (what: object): Promise<void> => {
  const body = JSON.stringify(what);
  const { ok } = await fetch(WITNESS_URL, { method: "POST", body });
  if (!ok) throw new Error("Nobody knows of it.");
};
const witness: Witness = {
  began: (...began) => tell({ began }),
  saw: (saw) => tell({ saw }),
};

const reasoner = stormReasoner(witness, {
  store,
  lease: { ttl: Number(LEASE_TTL), wait: 20_000 },
  log: silent,
});
const plain = serveAgent(reasoner, { log: silent });
const resumable = serveAgent(reasoner, {
  log: silent,
  // The runs are read again in the end.
  resumable: { log: runs, lostAfter: Number(LOST_AFTER), keepFor: 7_200_000 },
});
const [answerPlain, answerResumable] = [nodeListener(plain), nodeListener(resumable)];
const server = createServer((request, response) => {
  const answer = request.url?.includes("resumable") ? answerResumable : answerPlain;
  answer(request, response);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}/\n`);
});
process.once("SIGTERM", async () => {
  server.close();
  await reasoner.close({ requests: 500, calls: 500 });
  await resumable.settled();
  process.exit();
});
