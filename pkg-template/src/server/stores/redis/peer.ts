import { MissingPeerError } from "../../missing-peer.js";
import type { RedisClient, RedisSubscriber } from "./options.js";

/** A client that the store has made itself. */
export type OwnClient = RedisClient & RedisSubscriber;

interface Peer {
  createClient(options: object): OwnClient;
}

/** Loads the package `redis`. @throws {MissingPeerError} that says how it is installed. */
export async function loadRedis(): Promise<Peer> {
  try {
    return (await import("redis")) as unknown as Peer;
  } catch (cause) {
    throw new MissingPeerError("ag-ui-lit/server/redis", "redis", cause);
  }
}
