import { type ConversationStore, memoryConversationStore } from "ag-ui-lit/server";
import { stormExecutor, stormModel } from "../../storm/agent.js";
import { Chance } from "../../storm/chance.js";
import { Seen } from "../../storm/seen.js";
import { KeptLog } from "../executor.js";
import { SimulatedClient } from "./client.js";
import { SimulatedServer } from "./server.js";
import { SimulatedTime, settled } from "./simulated-time.js";

/** Milliseconds after which a server that does nothing has lost its conversations. */
export const TTL = 15_000;

/** Steps of a schedule, at most. */
const MOST_STEPS = 20_000;

/** The result of a random schedule. */
export interface FleetEnd {
  readonly seen: Seen;
  /** The number of times that each client's tool was run, by nonce. */
  readonly clientRuns: Map<string, number>;
  /** Violations of what must always be so. */
  readonly wrong: string[];
  readonly faults: Record<string, number>;
}

/**
 * Three servers with one store, and some conversations, whose requests come to any of them. At each step something
 * random happens: one of the things that a server waits for comes, time passes, a server is killed, paused or goes on,
 * or a client loses its connection.
 */
export class Fleet {
  readonly #chance: Chance;
  readonly #time = new SimulatedTime();
  readonly #seen = new Seen();
  readonly #clientRuns = new Map<string, number>();
  readonly #faults: Record<string, number> = {};
  readonly #ids = new Set<string>();
  readonly #store: ConversationStore;
  #servers: SimulatedServer[] = [];
  /** The connections of clients, by their servers. */
  readonly #connections = new Map<SimulatedServer, Set<() => void>>();
  #count = 0;
  #faultsLeft: number;

  constructor(seed: number) {
    this.#chance = new Chance(seed);
    this.#faultsLeft = 4 + this.#chance.below(24);
    this.#store = this.#watched(memoryConversationStore({ now: () => this.#time.now }));
    for (let server = 0; server < 3; server += 1) this.#servers.push(this.#start());
  }

  /** Runs conversations to their ends. */
  async run(conversations: readonly number[]): Promise<FleetEnd> {
    const { random } = Math;
    // A seed gives the same schedule again.
    Math.random = () => this.#chance.next();
    const wrong: string[] = [];
    try {
      let open = conversations.length;
      for (const seed of conversations) {
        void this.#converse(seed)
          .catch((thrown: unknown) => wrong.push(`${seed}: ${String(thrown)}`))
          .finally(() => {
            open -= 1;
          });
      }
      for (let step = 0; open > 0; step += 1) {
        await settled();
        if (open > 0) this.#step();
        if (step > MOST_STEPS) {
          wrong.push(`after ${step} steps ${open} conversations have not ended`);
          break;
        }
      }
      await this.#close(wrong);
    } finally {
      Math.random = random;
      this.#time.restore();
    }
    return { seen: this.#seen, clientRuns: this.#clientRuns, wrong, faults: this.#faults };
  }

  async #converse(seed: number): Promise<void> {
    const client = new SimulatedClient(`conversation-${seed}`);
    client.say(`storm ${seed}`);
    for (let tries = 0; !client.hasEnded(seed); tries += 1) {
      if (tries > 200) throw new Error("it never comes to its end");
      const server = this.#chance.one(this.#servers);
      const going = new AbortController();
      let disconnect = (): void => {};
      const broken = new Promise<"broken">((resolve) => {
        disconnect = () => resolve("broken");
      });
      const connections = this.#connections.get(server) as Set<() => void>;
      const cut = (): void => {
        disconnect();
        // The server hears of it, or does not.
        if (this.#chance.happens(0.7)) going.abort();
      };
      connections.add(cut);
      const end = await client.take(server.run(client.request(), going.signal), broken, (call) => {
        const { nonce } = JSON.parse(call.function.arguments);
        this.#clientRuns.set(nonce, (this.#clientRuns.get(nonce) ?? 0) + 1);
        return `page did ${nonce}`;
      });
      connections.delete(cut);
      if (end !== "client" && !client.hasEnded(seed)) client.say("go on");
    }
  }

  #step(): void {
    if (this.#faultsLeft > 0 && this.#chance.happens(0.06)) {
      this.#faultsLeft -= 1;
      this.#fault();
      return;
    }
    const waits = this.#servers.flatMap((server) => {
      return server.isPaused
        ? server.waits.filter(({ what }) => what.endsWith(" asks"))
        : server.waits;
    });
    if (waits.length > 0 && !this.#chance.happens(0.03)) {
      this.#chance.one(waits).go();
      return;
    }
    const { next, now } = this.#time;
    const paused = this.#servers.filter(({ isPaused }) => isPaused);
    if (paused.length > 0 && this.#chance.happens(0.1)) {
      this.#goOn(this.#chance.one(paused));
      return;
    }
    if (next === undefined) {
      // Nothing happens any more but by those who wait for it.
      const [server] = paused;
      if (server) this.#goOn(server);
      else this.#cut();
      return;
    }
    this.#time.advance(this.#chance.happens(0.2) ? this.#chance.below(TTL) : next - now);
  }

  #fault(): void {
    const running = this.#servers.filter(({ isRunning }) => isRunning);
    const server = this.#chance.one(this.#servers);
    switch (this.#chance.below(4)) {
      case 0:
        this.#kill(server);
        break;
      case 1:
        if (running.length === 0) break;
        this.#noted("paused");
        this.#chance.one(running).isPaused = true;
        break;
      case 2:
        this.#noted("time passed");
        this.#time.advance(this.#chance.below(2 * TTL));
        break;
      default:
        this.#cut();
    }
  }

  #kill(server: SimulatedServer): void {
    this.#noted("killed");
    server.isDead = true;
    // Requests that are on their way arrive, or get lost.
    for (const wait of [...server.waits]) {
      if (wait.what.endsWith(" asks") && this.#chance.happens(0.5)) wait.go();
    }
    for (const cut of this.#connections.get(server) ?? []) cut();
    this.#servers = this.#servers.map((one) => (one === server ? this.#start() : one));
  }

  #goOn(server: SimulatedServer): void {
    server.isPaused = false;
    this.#time.advance(0);
  }

  #cut(): void {
    const all = [...this.#connections.values()].flatMap((cuts) => [...cuts]);
    if (all.length === 0) return;
    this.#noted("cut");
    this.#chance.one(all)();
  }

  #noted(fault: string): void {
    this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
  }

  #start(): SimulatedServer {
    this.#count += 1;
    const log = new KeptLog();
    const server = new SimulatedServer(`server ${this.#count}`, this.#store, {
      executor: (own) => stormExecutor(this.#seen, () => own.wait("tool"), log),
      model: (own) => stormModel(this.#seen, () => own.wait("model")),
      options: { lease: { ttl: TTL }, log },
    });
    this.#connections.set(server, new Set());
    return server;
  }

  /** In the end no server that is left holds anything. */
  async #close(wrong: string[]): Promise<void> {
    const closed: Promise<unknown>[] = [];
    for (const server of this.#servers) {
      server.isPaused = false;
      closed.push(server.reasoner.close());
    }
    let isOver = false;
    void Promise.all(closed).then(() => {
      isOver = true;
    });
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await settled();
      const [wait] = this.#servers.flatMap((server) => server.waits);
      if (wait) wait.go();
      else if (isOver) break;
      else if (this.#time.next !== undefined) this.#time.advance(this.#time.next - this.#time.now);
    }
    if (!isOver) wrong.push("a server that closes never comes to its end");
    // Those of the dead run out.
    this.#time.advance(TTL + 1);
    for (const id of this.#ids) {
      const given = await this.#store.acquire(id, { holder: "end", ttl: TTL });
      if (!("token" in given)) wrong.push("a lease was not given back");
    }
  }

  #watched(store: ConversationStore): ConversationStore {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (id: string, ...rest: unknown[]) => {
          if (typeof id === "string") this.#ids.add(id);
          return value.call(target, id, ...rest);
        };
      },
    });
  }
}
