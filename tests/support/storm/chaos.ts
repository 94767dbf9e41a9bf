/**
 * Three processes of one agent behind a proxy, which are killed, paused and ended, while their store is restarted and
 * cut off.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestDatabase } from "../databases/databases.js";
import { Chance } from "./chance.js";
import type { FaultCounts } from "./faults.js";
import { Seen } from "./seen.js";

/** Milliseconds of a lease: short, so that many run out. */
const LEASE_TTL = 1_000;

/** Milliseconds after which a run counts as lost: some processes are paused for longer. */
const LOST_AFTER = 2_000;

const script = fileURLToPath(new URL("./chaos-server.ts", import.meta.url));

/** A process of the agent. */
interface Member {
  readonly child: ChildProcess;
  readonly url: string;
}

export class Chaos {
  readonly seen = new Seen();
  readonly faults: FaultCounts = {};
  readonly #database: TestDatabase;
  readonly #chance: Chance;
  readonly #witness: Server;
  /** All processes that run. */
  readonly #children = new Set<ChildProcess>();
  #members: Member[] = [];
  #turn = 0;
  #isOver = false;
  #going: Promise<void> = Promise.resolve();

  private constructor(database: TestDatabase, seed: number) {
    process.once("exit", this.#killAll);
    this.#database = database;
    this.#chance = new Chance(seed);
    this.#witness = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { began, saw } = JSON.parse(Buffer.concat(chunks).toString());
      if (began) this.seen.began(...(began as Parameters<Seen["began"]>));
      if (saw) this.seen.saw(saw);
      response.end();
    });
  }

  static async start(database: TestDatabase, seed: number): Promise<Chaos> {
    const chaos = new Chaos(database, seed);
    chaos.#witness.listen(0, "127.0.0.1");
    await once(chaos.#witness, "listening");
    chaos.#members = await Promise.all([chaos.#begin(), chaos.#begin(), chaos.#begin()]);
    return chaos;
  }

  /** One fault after the other, until `calm()`. */
  begin(): void {
    this.#going = this.#go();
  }

  /** No more faults: resolves when all processes run. */
  async calm(): Promise<void> {
    this.#isOver = true;
    await this.#going;
  }

  async end(): Promise<void> {
    await this.calm();
    this.#killAll();
    process.off("exit", this.#killAll);
    this.#witness.closeAllConnections();
    this.#witness.close();
  }

  /** Passes a request on to the next process, round robin; to another one where it does not get there. */
  readonly forward = async (request: Request): Promise<Response> => {
    const { method, headers, signal } = request;
    const body = method === "POST" ? await request.text() : undefined;
    const { search } = new URL(request.url);
    let failure: unknown;
    for (let tries = 0; tries < this.#members.length && !signal.aborted; tries += 1) {
      this.#turn += 1;
      const { url } = this.#members[this.#turn % this.#members.length] as Member;
      try {
        const init = { method, headers, signal, ...(body !== undefined && { body }) };
        return await fetch(`${url}${search}`, init);
      } catch (thrown) {
        failure = thrown;
        // Whether it got there is known only where nobody listens: proxies send it again then, and no other time.
        const cause = (thrown as { readonly cause?: { readonly code?: string } }).cause;
        if (cause?.code !== "ECONNREFUSED") break;
      }
    }
    throw failure;
  };

  readonly #killAll = (): void => {
    for (const child of this.#children) child.kill("SIGKILL");
  };

  async #go(): Promise<void> {
    while (!this.#isOver) {
      await wait(50 + this.#chance.below(400));
      const member = this.#chance.one(this.#members);
      switch (this.#chance.below(7)) {
        case 0:
        case 1:
          await this.#killed(member, "killed", "SIGKILL");
          break;
        case 2:
          await this.#killed(member, "ended", "SIGTERM");
          break;
        case 3:
        case 4:
          await this.#paused(member);
          break;
        case 5:
          this.#count("store restarted");
          await this.#database.restart();
          break;
        default:
          this.#count("store cut off");
          await this.#database.cut();
      }
    }
  }

  async #killed(member: Member, fault: string, signal: NodeJS.Signals): Promise<void> {
    this.#count(fault);
    const ended = once(member.child, "exit");
    member.child.kill(signal);
    await ended;
    const next = await this.#begin();
    this.#members = this.#members.map((one) => (one === member ? next : one));
  }

  /** For less than its leases last, or for longer. */
  async #paused(member: Member): Promise<void> {
    this.#count("paused");
    member.child.kill("SIGSTOP");
    await wait(this.#chance.below(3 * LEASE_TTL));
    member.child.kill("SIGCONT");
  }

  #count(fault: string): void {
    this.faults[fault] = (this.faults[fault] ?? 0) + 1;
  }

  async #begin(): Promise<Member> {
    const { port } = this.#witness.address() as AddressInfo;
    const child = spawn(process.execPath, ["--import", "tsx", script], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        STORE_URL: this.#database.url,
        WITNESS_URL: `http://127.0.0.1:${port}/`,
        LEASE_TTL: String(LEASE_TTL),
        LOST_AFTER: String(LOST_AFTER),
      },
    });
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    for await (const line of createInterface({ input: child.stdout })) {
      return { child, url: line };
    }
    throw new Error("A process of the chaos has ended before it began.");
  }
}
