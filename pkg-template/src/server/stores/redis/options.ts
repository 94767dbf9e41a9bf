import type { OptionRules } from "../../../options/check-options.js";
import { aFlag, aText, aTime, hasMethods } from "../../../options/rules.js";
import type { AgentLog } from "../../agent-log.js";

/** The part of a client of the package `redis` that the stores use. Not a cluster's. */
export interface RedisClient {
  sendCommand(args: readonly string[]): Promise<unknown>;
  /** Another client with the same options, for the doorbell. */
  duplicate(): RedisSubscriber;
  readonly isReady: boolean;
}

/** A client that subscribes. */
export interface RedisSubscriber {
  connect(): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: as `redis` declares it
  on(event: string, listener: (...args: any[]) => void): unknown;
  subscribe(
    channel: string,
    listener: (message: string, channel: string) => unknown,
  ): Promise<unknown>;
  unsubscribe(
    channel: string,
    listener: (message: string, channel: string) => unknown,
  ): Promise<unknown>;
  ping(): Promise<unknown>;
  destroy(): void;
}

/** Options of the stores in Redis. */
export interface RedisOptions {
  /** A client of your own, which you connect and close. Give it an `error` listener, as the guide of `redis` says. */
  readonly client?: RedisClient;
  /**
   * The address, for a client of the store's own: `redis://user:password@host:6379/0`.
   * @default "redis://localhost:6379"
   */
  readonly url?: string;
  /** The beginning of all keys and channels. @default "ag-ui-lit:" */
  readonly prefix?: string;
  /**
   * Whether the store hears of changes by pub/sub, on a connection of its own. With `false` it is asked again and
   * again. @default true
   */
  readonly doorbell?: boolean;
  /** Milliseconds for a request with all its attempts. @default 10000 */
  readonly timeout?: number;
  /** Reports failures of the doorbell and of the store's own connection. */
  readonly log?: AgentLog;
}

export const redisRules: OptionRules<RedisOptions> = {
  client: [
    "a client of the package redis",
    (value) => hasMethods(value, "sendCommand", "duplicate"),
  ],
  url: aText,
  prefix: [
    "1 to 64 visible ASCII characters, without { and }",
    (value) => typeof value === "string" && /^[\x21-\x7a|~]{1,64}$/.test(value),
  ],
  doorbell: aFlag,
  timeout: aTime,
  log: [
    "an object with addException() and addCustomEvent()",
    (value) => hasMethods(value, "addException", "addCustomEvent"),
  ],
};
