/**
 * One process of the chaos: an agent whose conversations are in a store that it shares. Its address is its first line.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ConversationStore, nodeListener, serveAgent } from "ag-ui-lit/server";
import { postgresConversationStore } from "ag-ui-lit/server/postgres";
import { redisConversationStore } from "ag-ui-lit/server/redis";
import { stormReasoner } from "./agent.js";
import type { Witness } from "./seen.js";

const { STORE_URL = "", WITNESS_URL = "", LEASE_TTL } = process.env;

const silent = { addException() {}, addCustomEvent() {} };

const store: ConversationStore = STORE_URL.startsWith("redis:")
  ? redisConversationStore({ url: STORE_URL, log: silent })
  : postgresConversationStore({ connectionString: STORE_URL, log: silent });

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
const server = createServer(nodeListener(serveAgent(reasoner, { log: silent })));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}/\n`);
});
process.once("SIGTERM", async () => {
  server.close();
  await reasoner.close({ requests: 500, calls: 500 });
  process.exit();
});
